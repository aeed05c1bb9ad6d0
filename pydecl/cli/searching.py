"""pydecl search: one program on one position."""

from __future__ import annotations

from typing import Annotated

import typer

from pydecl.cli.output import (
    DepthOption,
    GameArgument,
    JsonOption,
    PositionOption,
    TimeOption,
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
from pydecl.consulting import consult
from pydecl.engines import search
from pydecl.errors import Exit, InputError
from pydecl.model.number import INFINITY, number_text
from pydecl.model.result import Engine, Program, Result, Status

AlphaOption = Annotated[
    str | None, typer.Option("--alpha", metavar="A", help="What MAX has already.", show_default=False)
]
BetaOption = Annotated[
    str | None, typer.Option("--beta", metavar="B", help="What MAX can hope for.", show_default=False)
]

STOPPED = {
    Status.TIME: "stopped: the time is over",
    Status.MEMORY: "stopped: the memory is used up",
    Status.INTERRUPTED: "stopped: interrupted",
}


@reported
def search_game(
    game: GameArgument,
    program: Annotated[Program, typer.Option("--program", help="What searches.")] = Program.MINIMAX,
    engine: Annotated[Engine, typer.Option("--engine", help="What executes the program.")] = Engine.PROLOG,
    position: PositionOption = None,
    depth: DepthOption = None,
    alpha: AlphaOption = None,
    beta: BetaOption = None,
    time: TimeOption = 60.0,
    leaves: Annotated[bool, typer.Option("--leaves", help="List the evaluated leaves in order.")] = False,
    as_json: JsonOption = False,
) -> Exit | None:
    """Search a position for its value and the best move."""
    if program is not Program.ALPHABETA and (alpha is not None or beta is not None):
        raise InputError(f"--alpha and --beta are for alphabeta, not for {program.value}")
    window = (number_of("--alpha", alpha, -INFINITY), number_of("--beta", beta, INFINITY))
    plies = depth_of(depth)
    with consult(game, seconds=seconds_of(time)) as opened:
        with progress_bar(f"{program.value} on {game}"):
            result = search(
                opened,
                program,
                engine=engine,
                position=position,
                depth=plies,
                alpha=window[0],
                beta=window[1],
                seconds=seconds_of(time),
                evaluated=leaves,
            )
        if as_json:
            print_json(result.to_json())
        else:
            picture = opened.picture(result.position) if result.answer.complete else None
            if picture:
                output().print(picture + "\n")
            print_fields(_fields(result))
        if program is Program.WON and result.answer.value is True:
            warn_where_won_errs(opened)
    return result.exit_code


def _fields(result: Result) -> dict[str, str]:
    """What a person wants to read of a result."""
    answer, written = result.answer, result.notation
    fields = {
        "game": result.game,
        "position": written(result.position),
        "search": f"{result.program.value} on {result.engine.value}, {_depth(result)}",
        "value": STOPPED.get(answer.status, "") or _value(result),
    }
    if answer.best is not None:
        move = "" if result.best_move is None else result.write(result.best_move)
        position = written(answer.best)
        fields["best"] = f"{move} to {position}" if move not in ("", position) else position
    if len(result.variation) > 1:
        fields["variation"] = ", ".join(map(written, result.variation))
    if answer.evaluated is not None:
        fields["leaves in order"] = " ".join(map(written, answer.evaluated))
    if answer.nodes is not None:
        fields["nodes"] = f"{answer.nodes:,}, leaves {answer.leaves:,}"
    fields["seconds"] = f"{answer.seconds:.3f}"
    return fields


def _depth(result: Result) -> str:
    return "no depth limit" if result.limits.depth is None else f"depth {result.limits.depth}"


def _value(result: Result) -> str:
    answer = result.answer
    if answer.value is None:
        return "unknown: the depth limit was reached"
    if isinstance(answer.value, bool):
        return "won" if answer.value else "not won"
    bound = answer.bound(result.program, result.limits)
    assert bound is not None
    said = {"exact": "", "lower": " or more", "upper": " or less"}[bound.value]
    return number_text(answer.value) + said + (" (an estimate at the horizon)" if answer.horizon else "")
