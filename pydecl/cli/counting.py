"""pydecl perft: how many ways there are to play on."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.cli.failing import complain
from pydecl.cli.options import ENGINE, GAME, JSON, POSITION, PREFERRED, Loading, command, option
from pydecl.cli.output import show_rows
from pydecl.engines import registry
from pydecl.engines.counting import Perft, perft
from pydecl.errors import LimitError
from pydecl.model.result import Preferred


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
