"""pydecl search: one program on one position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic

from pydecl.cli.failing import complain
from pydecl.cli.helping import LIMITS
from pydecl.cli.options import (
    ASKED,
    ENGINE,
    GAME,
    JSON,
    PREFERRED,
    TREE,
    Folding,
    Question,
    command,
    flag,
    option,
)
from pydecl.cli.output import output, print_fields, print_json, progress_bar
from pydecl.engines import registry
from pydecl.engines.counting import minimax_nodes
from pydecl.engines.fitting import advice, search_in_time, searching_until
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.result_text import fields
from pydecl.engines.searching import Askable, the_program
from pydecl.errors import Exit, InputError, LimitError
from pydecl.model.number import MOST_JOBS
from pydecl.model.program import DATABASE, PREFIX, Program
from pydecl.model.result import DEFAULTS, Order, Preferred, Result, Status


@command
def search_game(
    game: str = GAME,
    *,
    program: str = ASKED,
    engine: str = ENGINE,
    asked: Question,
    how: Folding,
    rules: Preferred = PREFERRED,
    tree: str | None = TREE,
    cores: int = option(
        "--cores", "N", "How many cores search at once.", group=LIMITS, min=1, max=MOST_JOBS, default=1
    ),
    leaves: bool = flag("--leaves", "List the evaluated leaves in order."),
    as_json: bool = JSON,
) -> Exit | None:
    """Search a position for its value and the best move.

    If there is no time for all of it and no depth is given, it deepens.
    """
    ask = question(program, engine, asked, how.seconds, cores, leaves)
    late = not registry.engine(engine).needs_session
    with (
        how.opened(game, late=late, rules=rules) as home,
        asked_on(home, program, tree, how.seconds) as (opened, chosen),
    ):
        until = home.session.until
        with progress_bar(f"{program} on {game}"), opened.session.before(searching_until(until, monotonic())):
            result = ask(opened, chosen)
        uncut = minimax_nodes(opened, result)
        if as_json:
            print_json(result.to_json() | ({} if uncut is None else {"minimax_nodes": uncut}))
        else:
            picture = opened.picture(result.position) if result.answer.complete else None
            if picture:
                output().print(picture + "\n")
            warms_up = registry.runner(opened, engine).warms_up
            print_fields(fields(result, uncut, warms_up=warms_up))
        if result.answer.status in (Status.TIME, Status.MEMORY):
            with suppress(LimitError):
                for clause in advice(opened, result, until):
                    complain(f"note: {clause}")
        if result.answer.instead:
            other, unable = map(registry.title, (result.answer.answered_by, engine))
            complain(f"note: searched in {other}, because {unable} cannot: {result.answer.instead}")
        elif why := registry.runner(opened, engine).not_compiled:
            complain(f"note: SWI-Prolog is asked for the moves, because the rules are not compiled: {why}")
        if result.program == Program.WON and result.answer.value is True:
            from pydecl.checking.ends import where_won_errs  # late, as what few searches need

            if errs := where_won_errs(opened):
                complain(f"warning: {errs[0]}")
    return result.exit_code


@contextmanager
def asked_on(
    game: SessionGame, program: str, tree: str | None, seconds: float | None
) -> Iterator[tuple[SessionGame, Askable]]:
    """The game that is searched, which is the tree if there is one, and the program, ready to run on it."""
    if tree is None:
        if program.startswith(DATABASE):
            from pydecl.solving.looking_up import program_of  # late: few searches look anything up

            yield game, program_of(game, program)
        else:
            yield game, the_program(game, program)
        return
    from pydecl.tracing.recording import on_tree  # late: few searches are of a tree

    with on_tree(game, program, tree, seconds=seconds) as planted:
        yield planted


def question(
    program: str, engine: str, asked: Question, seconds: float | None, cores: int, leaves: bool
) -> Callable[[SessionGame, Askable], Result]:
    """What the options ask of a game and a program; raises InputError and BadParameter if they clash."""
    own = program.startswith(PREFIX)
    unfit = {
        f"--engine {engine}": not registry.engine(engine).runs_own_programs,
        "--leaves": leaves,
        "--order": asked.order is not Order.GAME,
    }
    if own and any(unfit.values()):
        raise InputError(f"{program} runs unchanged: leave out {' and '.join(filter(unfit.get, unfit))}")
    options = asked.asked | {"engine": engine, "cores": cores, "evaluated": leaves}
    if own:
        options["settings"] = DEFAULTS

    def ask(game: SessionGame, chosen: Askable) -> Result:
        found, is_deepened = search_in_time(game, chosen, seconds=seconds, **options)
        if is_deepened and found.answer.complete:
            told = f"no --depth is given, and {seconds:g} s are too short for all of it"
            complain(f"note: {told}: this is what a search to depth {found.limits.depth} finds")
        return found

    return ask
