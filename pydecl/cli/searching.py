"""pydecl search and pydecl perft: one program on one position, and how many ways there are to play on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic

from pydecl.cli.failing import complain
from pydecl.cli.helping import LIMITS
from pydecl.cli.options import (
    ASKED,
    ENGINE,
    GAME,
    JSON,
    POSITION,
    PREFERRED,
    TREE,
    Folding,
    Loading,
    Question,
    command,
    flag,
    option,
)
from pydecl.cli.output import print_fields, print_json, progress_bar, say, show_rows
from pydecl.engines import registry
from pydecl.engines.counting import Perft, minimax_nodes, perft
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
                say(picture + "\n")
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
            from pydecl.checking.positions import where_won_errs  # late, as what few searches need

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


@command
def count_plays(
    game: str = GAME,
    *,
    depth: int = option("--depth", "N", "How many plies to play.", min=0, default=3),
    engine: str = ENGINE,
    position: str | None = POSITION,
    how: Loading,
    rules: Preferred = PREFERRED,
    as_json: bool = JSON,
) -> None:
    """Count the ways to play 1, 2, … N plies: the usual check that rules give the right moves."""
    late = not registry.engine(engine).needs_session
    with how.opened(game, rules=rules, late=late) as opened:
        found: list[Perft] = []
        stopped: BaseException | None = None
        try:
            for plies in range(min(1, depth), depth + 1):
                left = None if how.seconds is None else how.seconds - sum(one.seconds for one in found)
                if left is not None and left <= 0:
                    raise LimitError("time is up")
                found.append(perft(opened, plies, engine=engine, position=position, seconds=left))
                if not found[-1].positions:  # and none after more plies
                    break
        except (LimitError, KeyboardInterrupt) as error:
            stopped = error
        _show(opened.name, engine, found, as_json)
        if stopped is not None:
            raise stopped


def _show(game: str, engine: str, found: Sequence[Perft], as_json: bool) -> None:
    late = next((one for one in reversed(found) if one.instead is not None), None)
    if late is not None:
        asked, other = map(registry.title, (engine, late.counted_by))
        complain(f"note: counted in {other}, because {asked} cannot: {late.instead}")
    rows = [(str(one.plies), f"{one.positions:,}", f"{one.seconds:.3f}") for one in found]
    told = {"game": game, "engine": engine, "perft": [one.to_json() for one in found]}
    show_rows(("plies", "ways", "seconds"), rows, told, as_json=as_json)
