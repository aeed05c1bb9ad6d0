"""What alpha and beta are at each node that a program enters, and who set them.

>>> with Workshop() as shop:
...     for step in steps(shop, (1, (0, 2)), "alphabeta"):
...         if isinstance(step, Entry):
...             print(step.way, step.alpha, step.beta, step.alpha_by)
() -inf inf None
(0,) -inf inf None
(1,) 1 inf ()
(1, 0) 1 inf ()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydecl.claims import trees
from pydecl.claims.claim import Found, unless
from pydecl.claims.trees import Nest, at, value, way_of
from pydecl.claims.workshop import Workshop
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number
from pydecl.tracing.events import Kind

Way = tuple[int, ...]

GROWN = 40
"""So many random trees."""


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


Traced = Sequence[tuple[Nest, Sequence[Entry | Return]]]
"""Trees, each with the nodes that a program enters and leaves, in order; MAX is at the roots."""


def steps(shop: Workshop, nest: Nest, program: str) -> Iterator[Entry | Return]:
    """What a program enters and leaves in one tree."""
    events, names = shop.tree_events(nest, program)
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
            yield Entry(way, *windows[way], _setter(way, given, 0), _setter(way, given, 1), dict(seen))
        elif event.kind is Kind.VALUE:
            assert isinstance(event.value, int | float)
            seen[way] = event.value
            yield Return(way, event.value, *windows[way])


def _setter(way: Way, given: dict[Way, tuple[Number, Number]], side: int) -> Way | None:
    """The last node on the path that was entered with another bound than its successor on the path."""
    for length in range(len(way) - 1, -1, -1):
        if given[way[:length]][side] != given[way[: length + 1]][side]:
            return way[:length]
    return None


def traced(shop: Workshop, program: str, nests: Sequence[Nest] = ()) -> Traced:
    """What a program does on these trees and on random ones."""
    grown = [trees.grown(seed, 4, (0, 1, 2, 3, 4, 5)) for seed in range(GROWN)]
    asked = [*nests, *grown]
    return shop.once(
        ("traced", program), lambda: [(nest, list(steps(shop, nest, program))) for nest in asked]
    )


def mover_at(way: Way) -> Player:
    """Who is to move at the end of a way."""
    return (Player.MAX, Player.MIN)[len(way) % 2]


def best_so_far(shop: Workshop, program: str, player: Player, said: str) -> Found:
    """Whether a bound is the best of the player's moves so far, on the path to each node.

    What a move is worth is worked out by minimax; the bound is alpha for MAX, beta for MIN.
    """
    entries = [
        (nest, step) for nest, done in traced(shop, program) for step in done if isinstance(step, Entry)
    ]
    wrong = [trees.line(nest) for nest, entry in entries if _misses_best(nest, entry, player)]
    return unless(wrong, f"{len(entries)} nodes{said}")


def _misses_best(nest: Nest, entry: Entry, player: Player) -> bool:
    best, none = (max, -INFINITY) if player is Player.MAX else (min, INFINITY)
    scores: list[Number] = [none]
    for way in entry.seen:
        above = way[:-1]
        if mover_at(above) is player and above == entry.way[: len(above)] != entry.way:
            scores.append(value(at(nest, way), player.opponent))
    return (entry.alpha if player is Player.MAX else entry.beta) != best(scores)
