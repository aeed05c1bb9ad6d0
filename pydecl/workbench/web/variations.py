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


@dataclass
class PlayedTurn:
    """A turn: what is told of it, the line that it ends, the turns after it, and variations in its place."""

    told: Told
    line: Line
    after: dict[int, PlayedTurn] = field(default_factory=dict)
    others: Sequence[Sequence[PlayedTurn]] = ()


def variations(lines: Sequence[Line], told: Sequence[Sequence[Told]]) -> Sequence[PlayedTurn]:
    """The record that lines are which begin alike, by what is told of the turns of each."""
    root = PlayedTurn({}, ())
    for line, turns in zip(lines, told, strict=True):
        node = root
        for plies, (number, turn) in enumerate(zip(line, turns, strict=True), 1):
            node = node.after.setdefault(number, PlayedTurn(turn, line[:plies]))
    return _following(root)


def _following(turn: PlayedTurn) -> list[PlayedTurn]:
    found = []
    while turn.after:
        turn, *others = turn.after.values()
        turn.others = [[one, *_following(one)] for one in others]
        found.append(turn)
    return found
