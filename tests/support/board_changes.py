"""What a move changes on a board, as changes.js says it: a second opinion."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pydecl.workbench.drawing.board import Cell, Line, Part, Piece, Text

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Change:
    """Places of a board, in order.

    `places` are all that change; texts count only if nothing else does. `reached` are those where something
    appears, or takes the place of something else; `left` are those that a man has left, or, if nothing
    appears, those where something vanishes. `colours` are those of the pieces that appear.
    """

    places: tuple[Place, ...]
    reached: tuple[Place, ...] = ()
    left: tuple[Place, ...] = ()
    colours: tuple[str, ...] = ()


def change(before: Iterable[Part], after: Iterable[Part]) -> Change:
    """How two boards differ."""
    old, new = _by_place(before), _by_place(after)
    places = {place for place in old.keys() | new.keys() if old[place] != new[place]}
    solid = {place for place in places if _without_texts(old[place]) != _without_texts(new[place])}
    if not solid:
        return Change(tuple(sorted(places)))
    men = {place: (_men(old[place]), _men(new[place])) for place in solid}
    if all(there == here for there, here in men.values()):  # a square marks where one is
        men = {place: (_squares(old[place]), _squares(new[place])) for place in solid}
    appears = {place for place, (there, here) in men.items() if here and not there}
    vanishes = {place for place, (there, here) in men.items() if there and not here}
    if not appears and vanishes:
        gone = {one for place in vanishes for one in men[place][0]}
        appears = {
            place for place, (there, here) in men.items() if there and here & gone and not there & here
        }
    come = {one for place in appears for one in men[place][1]}
    left = {place for place in vanishes if not appears or men[place][0] & come}
    pieces = {part.colour for place in appears for part in new[place] if isinstance(part, Piece)}
    colours = tuple(sorted(map(str, come & pieces)))
    return Change(tuple(sorted(solid)), tuple(sorted(appears)), tuple(sorted(left)), colours)


def _by_place(parts: Iterable[Part]) -> Mapping[Place, set[Part]]:
    found: defaultdict[Place, set[Part]] = defaultdict(set)
    for part in parts:
        found[place_of(part)].add(part)
    return found


def place_of(part: Part) -> Place:
    """Where a part is: the middle of a line."""
    if isinstance(part, Line):
        return round((part.x + part.to_x) / 2, 3), round((part.y + part.to_y) / 2, 3)
    return round(float(part.x), 3), round(float(part.y), 3)


def is_taking(part: Part) -> bool:
    """Whether a part takes its place on the board: a line or a piece does, but a heap of 0 is nothing."""
    return isinstance(part, Line) or (isinstance(part, Piece) and part.name != "0")


def _without_texts(parts: set[Part]) -> set[Part]:
    return {part for part in parts if not isinstance(part, Text)}


def _squares(parts: set[Part]) -> set[str]:
    """The colours of the cells there."""
    return {part.colour for part in parts if isinstance(part, Cell)}


def _men(parts: set[Part]) -> set[str]:
    """The colours of the pieces and lines there."""
    return {part.colour for part in parts if isinstance(part, Line | Piece) and is_taking(part)}
