"""pydecl perft: how many ways there are to play on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from pydecl.cli.failing import complain, reported
from pydecl.cli.output import (
    ConventionOption,
    GameArgument,
    JsonOption,
    MemoryOption,
    MovesAgainOption,
    PositionOption,
    RulesOption,
    TimeOption,
    consulted,
    output,
    plain_table,
    print_json,
    seconds_of,
)
from pydecl.cli.questions import EngineOption
from pydecl.engines import registry
from pydecl.engines.counting import Perft, perft
from pydecl.engines.registry import REFERENCE
from pydecl.errors import Exit, LimitError
from pydecl.model.result import Preferred
from pydecl.sandbox.session import MEMORY


@reported
def count_plays(
    game: GameArgument,
    depth: Annotated[int, typer.Option("--depth", metavar="N", min=0, help="How many plies to play.")] = 3,
    engine: EngineOption = REFERENCE,
    position: PositionOption = None,
    convention: ConventionOption = None,
    moves_again: MovesAgainOption = False,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
    rules: RulesOption = Preferred.HAND,
    as_json: JsonOption = False,
) -> Exit | None:
    """Count the ways to play 1, 2, … N plies: the usual check that rules give the right moves."""
    seconds = seconds_of(time)
    late = not registry.engine(engine).needs_session
    reading = {"convention": convention, "moves_again": moves_again, "memory": memory, "rules": rules}
    with consulted(game, seconds=seconds, **reading, late=late) as opened:
        found: list[Perft] = []
        stopped: BaseException | None = None
        try:
            for plies in range(min(1, depth), depth + 1):
                left = None if seconds is None else seconds - sum(one.seconds for one in found)
                if left is not None and left <= 0:
                    raise LimitError("time is up")
                found.append(perft(opened, plies, engine=engine, position=position, seconds=left))
        except (LimitError, KeyboardInterrupt) as error:
            stopped = error
        _show(opened.name, engine, found, as_json)
        if stopped is not None:
            raise stopped
    return None


def _show(game: str, engine: str, found: Sequence[Perft], as_json: bool) -> None:
    late = next((one for one in reversed(found) if one.instead is not None), None)
    if late is not None:
        asked, other = map(registry.title, (engine, late.counted_by))
        complain(f"note: counted in {other}, because {asked} cannot: {late.instead}")
    if as_json:
        fields = ("plies", "positions", "seconds", "instead")
        counts = [{name: getattr(one, name) for name in fields} for one in found]
        print_json({"game": game, "engine": engine, "perft": counts})
        return
    table = plain_table("plies", "ways", "seconds")
    for one in found:
        table.add_row(str(one.plies), f"{one.positions:,}", f"{one.seconds:.3f}")
    output().print(table)
