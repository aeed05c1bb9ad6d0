"""pydecl search: one program on one position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Annotated

import typer

from pydecl.cli.failing import complain, reported
from pydecl.cli.output import (
    ConventionOption,
    DepthOption,
    FoldOption,
    GameArgument,
    JsonOption,
    MemoryOption,
    MovesAgainOption,
    PositionOption,
    RulesOption,
    TimeOption,
    consulted,
    depth_of,
    number_of,
    output,
    print_fields,
    print_json,
    progress_bar,
    seconds_of,
    where_won_errs,
)
from pydecl.cli.questions import (
    EXTENSION,
    MAX_PLY,
    WIN,
    AlphaOption,
    AskedOption,
    BetaOption,
    CoresOption,
    EngineOption,
    ExtensionOption,
    MaxPlyOption,
    OrderOption,
    SeedOption,
    WinOption,
    with_settings,
)
from pydecl.cli.traced import TreeOption, asked_on
from pydecl.engines import registry
from pydecl.engines.counting import minimax_nodes
from pydecl.engines.fitting import advice, searching_until
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.engines.searching import Askable, search
from pydecl.engines.words import fields
from pydecl.errors import Exit, InputError, LimitError
from pydecl.model.number import INFINITY
from pydecl.model.own import PREFIX
from pydecl.model.program import Program
from pydecl.model.result import (
    DEFAULTS,
    Order,
    Preferred,
    Result,
    Settings,
    Status,
)
from pydecl.sandbox.session import MEMORY


@reported
@with_settings
def search_game(
    game: GameArgument,
    program: AskedOption = Program.MINIMAX.value,
    engine: EngineOption = REFERENCE,
    position: PositionOption = None,
    depth: DepthOption = None,
    alpha: AlphaOption = None,
    beta: BetaOption = None,
    order: OrderOption = Order.GAME,
    seed: SeedOption = 0,
    win: WinOption = WIN,
    max_ply: MaxPlyOption = MAX_PLY,
    extension: ExtensionOption = EXTENSION,
    convention: ConventionOption = None,
    moves_again: MovesAgainOption = False,
    fold: FoldOption = False,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
    rules: RulesOption = Preferred.HAND,
    tree: TreeOption = None,
    cores: CoresOption = 1,
    leaves: Annotated[bool, typer.Option("--leaves", help="List the evaluated leaves in order.")] = False,
    as_json: JsonOption = False,
    *,
    declared: Mapping[str, int],
) -> Exit | None:
    """Search a position for its value and the best move."""
    ask = question(
        program=program,
        engine=engine,
        position=position,
        depth=depth,
        alpha=alpha,
        beta=beta,
        settings=Settings(order, seed, win, max_ply, extension).having(declared),
        time=time,
        cores=cores,
        leaves=leaves,
    )
    reading = {"convention": convention, "moves_again": moves_again, "fold": fold, "memory": memory}
    late = not registry.engine(engine).needs_session
    with (
        consulted(game, seconds=seconds_of(time), late=late, rules=rules, **reading) as home,
        asked_on(home, program, tree, seconds_of(time)) as (opened, asked),
    ):
        until = home.session.until
        with progress_bar(f"{program} on {game}"), opened.session.before(searching_until(until, monotonic())):
            result = ask(opened, asked)
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
        if result.program == Program.WON and result.answer.value is True and (errs := where_won_errs(opened)):
            complain(f"warning: {errs[0]}")
    return result.exit_code


def question(
    *,
    program: str,
    engine: str,
    position: str | None,
    depth: str | None,
    alpha: str | None,
    beta: str | None,
    settings: Settings,
    time: float,
    cores: int,
    leaves: bool,
) -> Callable[[SessionGame, Askable], Result]:
    """What the options ask of a game and a program; raises InputError and BadParameter if they clash."""
    own = program.startswith(PREFIX)
    window = (number_of("--alpha", alpha, -INFINITY), number_of("--beta", beta, INFINITY))
    plies = depth_of(depth)
    unfit = {
        f"--engine {engine}": engine not in registry.for_own_programs(),
        "--leaves": leaves,
        "--order": settings.order is not Order.GAME,
    }
    if own and any(unfit.values()):
        raise InputError(f"{program} runs unchanged: leave out {' and '.join(filter(unfit.get, unfit))}")
    return partial(
        search,
        engine=engine,
        position=position,
        depth=plies,
        alpha=window[0],
        beta=window[1],
        seconds=seconds_of(time),
        settings=DEFAULTS if own else settings,
        cores=cores,
        evaluated=leaves,
    )
