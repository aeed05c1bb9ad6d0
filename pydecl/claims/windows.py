"""What alpha and beta are at each node that a program enters, and who set them.

>>> with Workshop() as shop:
...     for visit in visits(shop, (1, (0, 2)), "alphabeta"):
...         print(visit.way, visit.given, visit.setters, visit.value)
() (-inf, inf) (None, None) 1
(0,) (-inf, inf) (None, None) 1
(1,) (1, inf) ((), None) 0
(1, 0) (1, inf) ((), None) 0
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydecl.claims import trees
from pydecl.claims.claim import Found, unless
from pydecl.claims.trees import Nest, at, value, way_of
from pydecl.claims.workshop import Workshop
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number
from pydecl.tracing.events import Kind

Way = tuple[int, ...]

Window = tuple[Number, Number]

GROWN = 40
"""So many random trees."""


@dataclass
class Visit:
    """A node that is entered: the way to it, and its window, `given` on entering and as it is in the end.

    `setters` are the ways to the nodes on the path where alpha and beta got their values, None for the window
    that was given; `seen` are the values that came back before, by the ways of the nodes; `value` is what
    this one returns, and `left` how many had returned before.
    """

    way: Way
    given: Window
    setters: tuple[Way | None, Way | None]
    seen: Mapping[Way, Number]
    window: Window
    value: Number = 0
    left: int = 0


Traced = Sequence[tuple[Nest, Sequence[Visit]]]
"""Trees, each with the nodes that a program enters, in order; MAX is at the roots."""


def visits(shop: Workshop, nest: Nest, program: str) -> Sequence[Visit]:
    """What a program enters in one tree."""
    events, names = shop.tree_events(nest, program)
    found: dict[Way, Visit] = {}
    seen: dict[Way, Number] = {}
    for event in events:
        if event.node is None:
            continue
        way, window = way_of(names[event.node]), (event.alpha, event.beta)
        if event.kind is Kind.ENTER:
            given = {one: found[one].given for one in found} | {way: window}
            setters = _setter(way, given, 0), _setter(way, given, 1)
            found[way] = Visit(way, window, setters, dict(seen), window)  # type: ignore[arg-type]
        elif event.kind is Kind.WINDOW:
            found[way].window = window  # type: ignore[assignment]
        elif event.kind is Kind.VALUE:
            assert isinstance(event.value, int | float)
            found[way].value, found[way].left = event.value, len(seen)
            seen[way] = event.value
    return list(found.values())


def _setter(way: Way, given: Mapping[Way, Sequence[object]], side: int) -> Way | None:
    """The last node on the path that was entered with another bound than its successor on the path."""
    for length in range(len(way) - 1, -1, -1):
        if given[way[:length]][side] != given[way[: length + 1]][side]:
            return way[:length]
    return None


def traced(shop: Workshop, program: str, nests: Sequence[Nest] = ()) -> Traced:
    """What a program does on these trees and on random ones."""
    grown = [trees.grown(seed, 4, (0, 1, 2, 3, 4, 5)) for seed in range(GROWN)]
    asked = [*nests, *grown]
    return shop.once(("traced", program), lambda: [(nest, visits(shop, nest, program)) for nest in asked])


def mover_at(way: Way) -> Player:
    """Who is to move at the end of a way."""
    return (Player.MAX, Player.MIN)[len(way) % 2]


def best_so_far(shop: Workshop, program: str, player: Player, said: str) -> Found:
    """Whether a bound is the best of the player's moves so far, on the path to each node.

    What a move is worth is worked out by minimax; the bound is alpha for MAX, beta for MIN.
    """
    entered = [(nest, visit) for nest, entered in traced(shop, program) for visit in entered]
    wrong = [trees.line(nest) for nest, visit in entered if _misses_best(nest, visit, player)]
    return unless(wrong, f"{len(entered)} nodes{said}")


def _misses_best(nest: Nest, visit: Visit, player: Player) -> bool:
    best, none = (max, -INFINITY) if player is Player.MAX else (min, INFINITY)
    scores: list[Number] = [none]
    for way in visit.seen:
        above = way[:-1]
        if mover_at(above) is player and above == visit.way[: len(above)] != visit.way:
            scores.append(value(at(nest, way), player.opponent))
    return visit.given[player is Player.MIN] != best(scores)
