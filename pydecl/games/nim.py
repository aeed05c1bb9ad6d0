"""Nim: take any number from one heap; who finds nothing left has lost.

>>> game = Nim((1, 2))
>>> for move, position in game.successors(game.initial()[0]):
...     print(move, position, game.format_position(position))
take(1,1) nim(min,[0,2]) 0/2 min
take(2,1) nim(min,[1,1]) 1/1 min
take(2,2) nim(min,[1,0]) 1/0 min
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydecl.games import notation
from pydecl.games.notation import OTHER, BoardGame, written
from pydecl.model.game import Outcome, Successor
from pydecl.model.term import Atom, Compound, PrologList, Term


@written
class Position(NamedTuple):
    """The mover, max or min, and the heaps in their places; a heap that is used up stays as 0."""

    mover: str
    heaps: tuple[int, ...]

    def term(self) -> Term:
        return Compound("nim", (Atom(self.mover), PrologList(self.heaps)))


@dataclass(frozen=True)
class Nim(BoardGame[Position]):
    """Normal play; `heaps` are the heaps at the start, any number of them."""

    heaps: tuple[int, ...] = (1, 3, 5)

    movers = ("max", "min")

    def __post_init__(self) -> None:
        allowed = isinstance(self.heaps, tuple) and self.heaps != () and _all_heaps(self.heaps)
        expected = "a list of one or more whole numbers from 0, such as [3,4,5]"
        self.require("heaps", allowed, expected)
        super().__post_init__()

    def initial(self) -> Sequence[Position]:
        return [Position("max", self.heaps)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        mover, heaps = position
        return [
            (
                Compound("take", (place + 1, count)),
                Position(OTHER[mover], (*heaps[:place], heap - count, *heaps[place + 1 :])),
            )
            for place, heap in enumerate(heaps)
            for count in range(1, heap + 1)
        ]

    def static_value(self, position: Position) -> int:
        if any(position.heaps):
            return 0
        return -1 if position.mover == "max" else 1

    def outcome(self, position: Position) -> Outcome | None:
        if any(position.heaps):
            return None
        return Outcome.LOST if position.mover == "max" else Outcome.WON

    def from_term(self, term: Term) -> Position:
        shape = "nim(Mover, Heaps), Mover max or min and Heaps a list of whole numbers"
        mover, (board,) = self.arguments(term, shape)
        items = notation.list_items(board)
        if not items or not _all_heaps(items):
            expected = f"one or more heaps, whole numbers from 0, found {notation.shown(board)}"
            raise self.no_position(f"expected {expected}")
        return Position(mover, tuple(heap for heap in items if isinstance(heap, int)))

    def format_position(self, position: Position) -> str:
        return f"{'/'.join(map(str, position.heaps))} {position.mover}"

    def parse_position(self, text: str) -> Position:
        board, mover = self.board_and_mover(text)
        heaps = board.split("/")
        for number, heap in enumerate(heaps, 1):
            if not (heap.isascii() and heap.isdigit()):
                fault = f"heap {number}: expected a whole number from 0, found {notation.shown_text(heap)}"
                raise self.no_position(fault)
        return Position(mover, tuple(map(int, heaps)))


def _all_heaps(items: Sequence[object]) -> bool:
    return all(type(heap) is int and heap >= 0 for heap in items)
