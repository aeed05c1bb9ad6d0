"""Lines of play as a record with variations: what was played first goes on, and the others stand beside it.

>>> record = variations([(4, 1), (4, 2)], [[{"move": "d"}, {"move": "a"}], [{"move": "d"}, {"move": "b"}]])
>>> [turn.told["move"] for turn in record], [one[0].told["move"] for one in record[1].others]
(['d', 'a'], ['b'])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydecl.workbench.web.lines import Line

Told = Mapping[str, str]


@dataclass(frozen=True)
class PlayedTurn:
    """A turn: what is told of it, the line that it ends, and the variations in its place."""

    told: Told
    line: Line
    others: Sequence[Sequence[PlayedTurn]] = ()


@dataclass
class _Node:
    told: Told
    line: Line
    after: dict[int, _Node] = field(default_factory=dict)


def variations(lines: Sequence[Line], told: Sequence[Sequence[Told]]) -> Sequence[PlayedTurn]:
    """The record that lines are which begin alike, by what is told of the turns of each."""
    root = _Node({}, ())
    for line, turns in zip(lines, told, strict=True):
        node = root
        for plies, (number, turn) in enumerate(zip(line, turns, strict=True), 1):
            node = node.after.setdefault(number, _Node(turn, line[:plies]))
    return _following(root)


def _following(node: _Node) -> list[PlayedTurn]:
    found = []
    while node.after:
        first, *others = node.after.values()
        besides = [[PlayedTurn(one.told, one.line), *_following(one)] for one in others]
        found.append(PlayedTurn(first.told, first.line, besides))
        node = first
    return found
