"""What alpha and beta are at each node that a program enters, and who set them.

>>> with Workshop() as shop:
...     for entry in entries(shop, (1, (0, 2)), "alphabeta"):
...         print(entry.way, entry.alpha, entry.beta, entry.alpha_by)
() -inf inf None
(0,) -inf inf None
(1,) 1 inf ()
(1, 0) 1 inf ()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydecl.claims.trees import Nest, at, value, way_of
from pydecl.claims.workshop import Workshop
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number
from pydecl.tracing.events import Kind

Way = tuple[int, ...]


@dataclass(frozen=True)
class Entry:
    """A node that is entered: the way to it, its window from MAX's point of view, and what was seen before.

    `alpha_by` and `beta_by` are the ways to the nodes on the path where alpha and beta got their values, None
    for the window that was given; `seen` are the values that came back before, by the ways of the nodes.
    """

    way: Way
    alpha: Number
    beta: Number
    alpha_by: Way | None
    beta_by: Way | None
    seen: dict[Way, Number]


@dataclass(frozen=True)
class Return:
    """A node that is left, with the value that it returns, and the window as it is then."""

    way: Way
    value: Number
    alpha: Number
    beta: Number


def entries(shop: Workshop, nest: Nest, program: str, root: Player = Player.MAX) -> Iterator[Entry]:
    """The nodes that a program enters, in order."""
    return (entry for entry in steps(shop, nest, program, root) if isinstance(entry, Entry))


def returns(shop: Workshop, nest: Nest, program: str, root: Player = Player.MAX) -> Iterator[Return]:
    """The nodes that a program leaves, in order."""
    return (left for left in steps(shop, nest, program, root) if isinstance(left, Return))


def steps(shop: Workshop, nest: Nest, program: str, root: Player = Player.MAX) -> Iterator[Entry | Return]:
    """Both, in order."""
    events, names = shop.tree_events(nest, program, root)
    windows: dict[Way, tuple[Number, Number]] = {}  # as they are now
    given: dict[Way, tuple[Number, Number]] = {}  # as they were on entering
    seen: dict[Way, Number] = {}
    for event in events:
        if event.node is None:
            continue
        way = way_of(names[event.node])
        if event.kind in (Kind.ENTER, Kind.WINDOW):
            assert event.alpha is not None
            assert event.beta is not None
            windows[way] = event.alpha, event.beta
        if event.kind is Kind.ENTER:
            given[way] = windows[way]
            alpha, beta = windows[way]
            yield Entry(way, alpha, beta, _setter(way, given, 0), _setter(way, given, 1), dict(seen))
        elif event.kind is Kind.VALUE:
            assert isinstance(event.value, int | float)
            seen[way] = event.value
            yield Return(way, event.value, *windows[way])


Steps = list[Entry | Return]


def mover_at(way: Way, root: Player = Player.MAX) -> Player:
    """Who is to move at the end of a way."""
    return root if len(way) % 2 == 0 else root.opponent


def misses_best(nest: Nest, steps: Sequence[Entry | Return], player: Player) -> Entry | None:
    """A node whose bound is not the best of the player's moves so far, on the path to it; None where all are.

    What a move is worth is worked out by minimax; the bound is alpha for MAX, beta for MIN, and MAX is at the
    root.
    """
    best, none = (max, -INFINITY) if player is Player.MAX else (min, INFINITY)
    for entry in steps:
        if isinstance(entry, Entry):
            scores: list[Number] = [none]
            for way in entry.seen:
                above = way[:-1]
                if mover_at(above) is player and above == entry.way[: len(above)] != entry.way:
                    scores.append(value(at(nest, way), player.opponent))
            if (entry.alpha if player is Player.MAX else entry.beta) != best(scores):
                return entry
    return None


def _setter(way: Way, given: dict[Way, tuple[Number, Number]], side: int) -> Way | None:
    """The last node on the path that was entered with another bound than its successor on the path."""
    for length in range(len(way) - 1, -1, -1):
        if given[way[:length]][side] != given[way[: length + 1]][side]:
            return way[:length]
    return None
