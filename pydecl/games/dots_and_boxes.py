"""Dots and boxes: who draws the fourth side of a box owns it, and moves again.

The game is Édouard Lucas's (La pipopipette, 1889).

>>> game = DotsAndBoxes(width=2, height=1)
>>> position = game.parse_position("x./x.x/x. 0 max")
>>> print(position)
dots_and_boxes(max,0,[[x,e],[x,e,x],[x,e]])
>>> for move, after in game.successors(position):
...     print(move, game.format_position(after), game.static_value(after))
-(b2,c2) xx/x.x/x. 0 min 0
-(b1,b2) x./xxx/x. 1 max 1
-(b1,c1) x./x.x/xx 0 min 0
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from pydecl.games import notation
from pydecl.games.notation import EMPTY, OTHER, BoardGame, written
from pydecl.model.game import Outcome, Successor
from pydecl.model.player import by_sign
from pydecl.model.term import Atom, Compound, Term

_LARGEST = 25
_DRAWN = "x"
_SHAPE = (
    "dots_and_boxes(Mover, Lead, Rows), Mover max or min, Lead a whole number and Rows a list of "
    "lists of x and e"
)


@written
class Position(NamedTuple):
    """The mover, max or min, MAX's boxes less MIN's, and the rows of lines from the top.

    Rows of lines that lie and of lines that stand take turns; each line is x where drawn, else `.`.
    """

    mover: str
    lead: int
    rows: tuple[str, ...]

    def term(self) -> Term:
        return Compound("dots_and_boxes", (Atom(self.mover), self.lead, notation.rows_term(self.rows)))


@dataclass(frozen=True)
class DotsAndBoxes(BoardGame[Position]):
    """MAX moves first; a move is the two dots that it joins. `width` and `height` count boxes.

    A position is written row by row, with MAX's lead and who is to move: `x./x.x/x. 0 max`.
    """

    width: int = 2
    height: int = 2

    movers = ("max", "min")
    moves_again = True
    bounds = (("width", 1, _LARGEST), ("height", 1, _LARGEST))

    def initial(self) -> Sequence[Position]:
        return [Position("max", 0, tuple(EMPTY * width for width in self._widths()))]

    def _widths(self) -> list[int]:
        """How many lines each row has, from the top."""
        return [self.width + row % 2 for row in range(2 * self.height + 1)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        mover, lead, rows = position
        lines = "".join(rows)
        names, boxes_of = _names(self.width, self.height), _boxes_of(self.width, self.height)
        found: list[Successor[Position]] = []
        for line, drawn in enumerate(lines):
            if drawn == EMPTY:
                new = sum(all(lines[side] != EMPTY for side in box if side != line) for box in boxes_of[line])
                after = notation.rows_of(lines[:line] + _DRAWN + lines[line + 1 :], self._widths())
                ahead = lead + (new if mover == "max" else -new)
                found.append((names[line], Position(mover if new else OTHER[mover], ahead, after)))
        return found

    def canonical(self, position: Position) -> Position:
        """The least of the board, turned upside down, mirrored, or both."""
        return position._replace(rows=min(notation.mirror_images(position.rows)))

    def static_value(self, position: Position) -> int:
        return position.lead

    def outcome(self, position: Position) -> Outcome | None:
        return None if any(EMPTY in row for row in position.rows) else by_sign(position.lead)

    def from_term(self, term: Term) -> Position:
        mover, (lead, board) = self.arguments(term, _SHAPE)
        if type(lead) is not int:
            raise self.no_position(f"expected the lead, a whole number, found {notation.shown(lead)}")
        rows = notation.rows_from_term(self.name, board, self._widths(), _DRAWN)
        return self._checked(Position(mover, lead, rows))

    def format_position(self, position: Position) -> str:
        return f"{'/'.join(position.rows)} {position.lead} {position.mover}"

    def parse_position(self, text: str) -> Position:
        rest, mover = self.board_and_mover(text)
        board, _, lead = rest.rpartition(" ")
        digits = lead.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            found = notation.shown_text(lead)
            raise self.no_position(f"expected the lead, a whole number, before who is to move, found {found}")
        rows = notation.rows_from_text(self.name, board, self._widths(), _DRAWN, "line")
        return self._checked(Position(mover, int(lead), rows))

    def _checked(self, position: Position) -> Position:
        """The position, if the lead is one that the complete boxes can give."""
        lines = "".join(position.rows)
        boxes = sum(all(lines[side] != EMPTY for side in box) for box in _boxes(self.width, self.height))
        if abs(position.lead) > boxes or (boxes - position.lead) % 2:
            expected = f"a lead that {boxes} complete {'box' if boxes == 1 else 'boxes'} can give"
            raise self.no_position(f"expected {expected}, found {position.lead}")
        return position


# Lines are numbered in reading order, from 0.

Box = tuple[int, int, int, int]


@cache
def _boxes(width: int, height: int) -> tuple[Box, ...]:
    """The four sides of each box."""
    both = 2 * width + 1
    """The lines of a row that lies and of the row of those that stand below it."""
    corners = (row * both + column for row in range(height) for column in range(width))
    return tuple((top, top + width, top + width + 1, top + both) for top in corners)


@cache
def _boxes_of(width: int, height: int) -> tuple[tuple[Box, ...], ...]:
    """The boxes on both sides of each line; on the edge of the board, one."""
    boxes = _boxes(width, height)
    return tuple(
        tuple(box for box in boxes if line in box) for line in range(2 * width * height + width + height)
    )


@cache
def _names(width: int, height: int) -> tuple[Compound, ...]:
    return tuple(Compound("-", (Atom(here), Atom(there))) for here, there in _ends(width, height))


def _ends(width: int, height: int) -> Iterator[tuple[str, str]]:
    """The dots at the ends of each line, the lower or left one first."""
    name = notation.square_name
    for rank in range(height + 1, 0, -1):
        yield from ((name(column, rank), name(column + 1, rank)) for column in range(width))
        if rank > 1:
            yield from ((name(column, rank - 1), name(column, rank)) for column in range(width + 1))
