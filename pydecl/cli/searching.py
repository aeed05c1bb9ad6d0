"""pydecl search: one program on one position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from pydecl.cli.output import (
    ConventionOption,
    DepthOption,
    GameArgument,
    JsonOption,
    MemoryOption,
    MovesAgainOption,
    PositionOption,
    RulesOption,
    TimeOption,
    complain,
    consulted,
    depth_of,
    number_of,
    output,
    print_fields,
    print_json,
    progress_bar,
    reported,
    seconds_of,
    warn_where_won_errs,
)
from pydecl.cli.questions import (
    EXTENSION,
    MAX_PLY,
    WIN,
    AlphaOption,
    BetaOption,
    EngineOption,
    ExtensionOption,
    MaxPlyOption,
    OrderOption,
    ProgramOption,
    SeedOption,
    WinOption,
    with_settings,
)
from pydecl.engines import registry
from pydecl.engines.counting import minimax_nodes
from pydecl.engines.registry import REFERENCE
from pydecl.engines.searching import search
from pydecl.errors import Exit, InputError
from pydecl.model.number import INFINITY
from pydecl.model.own import PREFIX, Gives, OwnProgram
from pydecl.model.program import Program
from pydecl.model.result import (
    DEFAULTS,
    Answer,
    Order,
    Preferred,
    Result,
    Settings,
    Solution,
    Status,
    value_text,
)
from pydecl.model.term import Term
from pydecl.sandbox.session import MEMORY

STOPPED = {
    Status.TIME: "stopped: the time is over",
    Status.MEMORY: "stopped: the memory is used up (--memory)",
    Status.INTERRUPTED: "stopped: interrupted",
}


@reported
@with_settings
def search_game(
    game: GameArgument,
    program: ProgramOption = Program.MINIMAX.value,
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
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
    rules: RulesOption = Preferred.HAND,
    leaves: Annotated[bool, typer.Option("--leaves", help="List the evaluated leaves in order.")] = False,
    as_json: JsonOption = False,
    *,
    declared: Mapping[str, int],
) -> Exit | None:
    """Search a position for its value and the best move."""
    window = (number_of("--alpha", alpha, -INFINITY), number_of("--beta", beta, INFINITY))
    plies = depth_of(depth)
    settings = Settings(order, seed, win, max_ply, extension).having(declared)
    own = program.startswith(PREFIX)
    if own and (engine not in registry.for_own_programs() or leaves or order is not Order.GAME):
        others = [f"--engine {name}" for name in registry.names() if name not in registry.for_own_programs()]
        raise InputError(f"{program} runs as it is: without {', '.join([*others, '--leaves'])} and --order")
    reading = {"convention": convention, "moves_again": moves_again, "memory": memory, "rules": rules}
    late = not registry.engine(engine).needs_session
    with consulted(game, seconds=seconds_of(time), late=late, **reading) as opened:
        with progress_bar(f"{program} on {game}"):
            result = search(
                opened,
                program,
                engine=engine,
                position=position,
                depth=plies,
                alpha=window[0],
                beta=window[1],
                seconds=seconds_of(time),
                settings=DEFAULTS if own else settings,
                evaluated=leaves,
            )
        uncut = minimax_nodes(opened, result)
        if as_json:
            print_json(result.to_json() | ({} if uncut is None else {"minimax_nodes": uncut}))
        else:
            picture = opened.picture(result.position) if result.answer.complete else None
            if picture:
                output().print(picture + "\n")
            print_fields(_fields(result, uncut))
        if result.answer.instead:
            other, asked = map(registry.title, (result.answer.answered_by, engine))
            complain(f"note: searched in {other}, for {asked} cannot: {result.answer.instead}")
        if result.program == Program.WON and result.answer.value is True:
            warn_where_won_errs(opened)
    return result.exit_code


def _fields(result: Result, uncut: int | None) -> dict[str, str]:
    """What a person wants to read of a result; minimax visits `uncut` nodes, where that is known."""
    answer, written = result.answer, result.written
    fields = {
        "game": result.game,
        "position": written.position,
        "search": f"{result.program.value} on {result.engine}, {_how(result)}",
        "value": _stopped(answer) or _value(result),
    }
    if answer.best is not None:
        assert written.best is not None
        named = written.move not in (None, written.best)
        fields["best"] = f"{written.move} to {written.best}" if named else written.best
    if len(result.variation) > 1:
        fields["variation"] = ", ".join(written.variation)
    if written.evaluated is not None:
        fields["leaves in order"] = " ".join(written.evaluated)
    if answer.nodes is not None:
        hits = f", from the table {answer.hits:,}" if answer.hits else ""
        saved = "" if uncut is None else f"; minimax visits {uncut:,}"
        fields["nodes"] = f"{answer.nodes:,}, leaves {answer.leaves:,}{hits}{saved}"
    fields["seconds"] = f"{answer.seconds:.3f}"
    return fields


def _stopped(answer: Answer[Term]) -> str:
    """Why a search has no value, as far as that is known; empty where it has one."""
    why = STOPPED.get(answer.status, "")
    return f"{why}: {answer.culprit}" if answer.culprit else why


def _how(result: Result) -> str:
    limits = result.limits
    depth = "no depth limit" if limits.depth is None else f"depth {limits.depth}"
    if result.answer.reached is not None:
        depth = f"finished to depth {result.answer.reached}"
    order = limits.settings.order
    return depth if order is Order.GAME else f"{depth}, moves in {order.value} order"


def _value(result: Result) -> str:
    answer = result.answer
    if answer.value is None:
        own = isinstance(result.program, OwnProgram) and result.program.gives is Gives.MOVE
        return "not told: the program gives a move only" if own else "unknown: the depth limit was reached"
    if isinstance(answer.value, bool):
        return "won" if answer.value else "not won"
    if isinstance(answer.value, Solution):
        plies = answer.value.plies
        return str(answer.value) if plies is None else f"{answer.value} {'ply' if plies == 1 else 'plies'}"
    bound = answer.bound(result.contract, result.limits)
    assert bound is not None
    said = {"exact": "", "lower": " or more", "upper": " or less"}[bound.value]
    return value_text(answer.value) + said + (" (an estimate at the horizon)" if answer.horizon else "")
