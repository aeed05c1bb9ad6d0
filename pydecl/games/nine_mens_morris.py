"""Nine men's morris: three men in a line, a mill, take one from the opponent.

Who is left with fewer than three men, or cannot move, has lost. The rules are those that Ralph Gasser
solved (Solving nine men's morris, Computational Intelligence 12, 1996).

>>> game = NineMensMorris(points=9, men=4)
>>> position = game.parse_position("xx./oo./xo. 2 x")
>>> print(position)
nine_mens_morris(x,2,[x,x,e,o,o,e,x,o,e])
>>> for move, after in game.successors(position):
...     print(move, game.format_position(after), game.static_value(after))
c3xa2 xxx/.o./xo. 1 o 1
c3xb2 xxx/o../xo. 1 o 1
c3xb1 xxx/oo./x.. 1 o 1
c2 xx./oox/xo. 1 o 0
c1 xx./oo./xox 1 o 0
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from pydecl.games import notation
from pydecl.games.notation import EMPTY, OTHER, BoardGame, put, written
from pydecl.model.game import Outcome, Successor
from pydecl.model.number import counted
from pydecl.model.term import Atom, Compound, Term

_VICTORY = 100
_FEWEST = 3
"""Who has fewer men has lost, and who has no more may fly."""
_RINGS = {9: 1, 16: 2, 24: 3}
"""The squares, one within the other, of the board with so many points."""
_SHAPE = (
    "nine_mens_morris(Mover, Hand, Cells), Mover x or o, Hand the men still to be placed, "
    "and Cells a list of x, o and e"
)


@written
class Position(NamedTuple):
    """The mover, x or o, the men of both that are still to be placed, and the points in reading order."""

    mover: str
    hand: int
    cells: str

    def term(self) -> Term:
        return Compound("nine_mens_morris", (Atom(self.mover), self.hand, notation.cells_term(self.cells)))


@dataclass(frozen=True)
class NineMensMorris(BoardGame[Position]):
    """MAX is x and moves first; a move is a point such as d6, or two, and after x the man that is taken.

    `points` is 24, or 16 or 9 for the smaller boards; with `flying` no, three men do not fly either.
    There is no rule against going round. A position is written row by row, with the men in hand and the
    mover: `xox/.../x.o 0 x`.
    """

    points: int = 24
    men: int = 9
    flying: str = "yes"

    movers = ("x", "o")

    def __post_init__(self) -> None:
        allowed = type(self.points) is int and self.points in _RINGS
        self.require("points", allowed, "24, 16 or 9")
        most = (self.points - 1) // 2
        self.require_whole_number("men", _FEWEST, most)
        self.require_word("flying", ("yes", "no"))
        super().__post_init__()

    def initial(self) -> Sequence[Position]:
        return [Position("x", 2 * self.men, EMPTY * self.points)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        return [] if self._too_few(position) else list(self._moves(position))

    def _moves(self, position: Position) -> Iterator[Successor[Position]]:
        """The moves of a mover who still has three men."""
        board = _board(self.points)
        mover, hand, _ = position
        opponent = OTHER[mover]
        for name, to, cells in self._arrivals(position):
            victims = board.victims(cells, opponent) if board.closed(cells, to) else []
            for victim in victims:
                after = Position(opponent, max(hand - 1, 0), put(cells, victim, EMPTY))
                yield Atom(f"{name}x{board.names[victim]}"), after
            if not victims:
                yield Atom(name), Position(opponent, max(hand - 1, 0), cells)

    def _arrivals(self, position: Position) -> Iterator[tuple[str, int, str]]:
        """What the mover can do before taking a man: its name, where the man arrives, and the cells."""
        board = _board(self.points)
        mover, hand, cells = position
        free = [point for point, cell in enumerate(cells) if cell == EMPTY]
        if hand:
            for to in free:
                yield board.names[to], to, put(cells, to, mover)
            return
        flies = self.flying == "yes" and cells.count(mover) <= _FEWEST
        for here, cell in enumerate(cells):
            if cell == mover:
                for to in free:
                    if flies or to in board.near[here]:
                        after = put(put(cells, here, EMPTY), to, mover)
                        yield board.names[here] + board.names[to], to, after

    def canonical(self, position: Position) -> Position:
        """The least of all images of the board: turned, mirrored, and with its rings turned inside out."""
        images = ("".join(position.cells[point] for point in image) for image in _images(self.points))
        return position._replace(cells=min(images))

    def static_value(self, position: Position) -> int:
        """+100 or -100 where the game is over, else x's men less those of o, men in hand included."""
        loser = self._loser(position)
        if loser:
            return -_VICTORY if loser == "x" else _VICTORY
        return _men(position, "x") - _men(position, "o")

    def outcome(self, position: Position) -> Outcome | None:
        loser = self._loser(position)
        if not loser:
            return None
        return Outcome.LOST if loser == "x" else Outcome.WON

    def _too_few(self, position: Position) -> str:
        """Who has fewer than three men: x, o or neither (the empty string).

        No play brings both there; where a given position does, the mover has lost.
        """
        both = position.mover, OTHER[position.mover]
        return next((player for player in both if _men(position, player) < _FEWEST), "")

    def _loser(self, position: Position) -> str:
        """Who has lost: x, o or nobody yet (the empty string)."""
        loser = self._too_few(position)
        if not loser and next(self._moves(position), None) is None:
            loser = position.mover
        return loser

    def from_term(self, term: Term) -> Position:
        mover, (hand, cells) = self.arguments(term, _SHAPE)
        if type(hand) is not int or not 0 <= hand <= 2 * self.men:
            raise self.no_position(f"expected {self._hands()}, found {notation.shown(hand)}")
        return self._checked(
            Position(mover, hand, notation.cells_from_term(self.name, "", cells, self.points, "xo"))
        )

    def format_position(self, position: Position) -> str:
        rows = notation.rows_of(position.cells, _widths(self.points))
        return f"{'/'.join(rows)} {position.hand} {position.mover}"

    def parse_position(self, text: str) -> Position:
        rest, mover = self.board_and_mover(text)
        board, _, hand = rest.rpartition(" ")
        if not (hand.isascii() and hand.isdigit() and int(hand) <= 2 * self.men):
            found = notation.shown_text(hand)
            raise self.no_position(f"expected {self._hands()}, before the side to move, found {found}")
        rows = notation.rows_from_text(self.name, board, _widths(self.points), "xo", "point")
        return self._checked(Position(mover, int(hand), "".join(rows)))

    def _checked(self, position: Position) -> Position:
        """The position, if there is room for the men in hand, and nobody has more men than at the start."""
        if position.hand > position.cells.count(EMPTY):
            fault = f"{counted(position.hand, 'man')} in hand, and fewer free points"
            raise self.no_position(fault.replace("mans", "men"))
        for player in "xo":
            if _men(position, player) > self.men:
                fault = f"expected at most {self.men} men of {player}, found {_men(position, player)}"
                raise self.no_position(fault)
        return position

    def _hands(self) -> str:
        return f"the men still to be placed, a whole number from 0 to {2 * self.men}"


def _men(position: Position, player: str) -> int:
    """The player's men on the board and in hand: of an odd number in hand the mover has one more."""
    in_hand = (position.hand + (player == position.mover)) // 2
    return position.cells.count(player) + in_hand


# The boards, from their geometry

Place = tuple[int, int]
"""The column and the row of a point, from the centre of the board; rows count upwards."""


class _Board(NamedTuple):
    """What belongs to each point, by its number in reading order."""

    names: tuple[str, ...]
    near: tuple[frozenset[int], ...]
    mills: tuple[tuple[tuple[int, ...], ...], ...]

    def closed(self, cells: str, point: int) -> bool:
        """Whether the man on the point is in a mill."""
        return any(len({cells[place] for place in mill}) == 1 for mill in self.mills[point])

    def victims(self, cells: str, player: str) -> list[int]:
        """The player's men that may be taken: those outside mills, or all of them if there are none."""
        men = [point for point, cell in enumerate(cells) if cell == player]
        return [man for man in men if not self.closed(cells, man)] or men


@cache
def _board(points: int) -> _Board:
    rings = _RINGS[points]
    places = _places(points)
    numbers = {place: number for number, place in enumerate(places)}
    lines = [tuple(numbers[place] for place in line) for line in _lines(rings)]
    return _Board(
        tuple(notation.square_name(rings + column, rings + row + 1) for column, row in places),
        tuple(
            frozenset(b for line in lines for pair in pairwise(line) if point in pair for b in pair) - {point}
            for point in range(points)
        ),
        tuple(tuple(line for line in lines if len(line) == 3 and point in line) for point in range(points)),
    )


def _places(points: int) -> list[Place]:
    """All points in reading order."""
    places = {place for line in _lines(_RINGS[points]) for place in line}
    return sorted(places, key=lambda place: (-place[1], place[0]))


@cache
def _images(points: int) -> list[list[int]]:
    """For each symmetry of the board, the points in the order in which they come to lie."""
    rings, places = _RINGS[points], _places(points)
    turned = [[(x * i, y * j) for x, y in places] for i in (-1, 1) for j in (-1, 1)]
    turned += [[(y, x) for x, y in image] for image in turned]
    if rings > 1:
        turned += [[_inside_out(place, rings) for place in image] for image in turned]
    return [[places.index(place) for place in image] for image in turned]


def _inside_out(place: Place, rings: int) -> Place:
    """The place on the same ray, as far from the outer ring as this one is from the inner one."""
    column, row = place
    ring = max(abs(column), abs(row))
    return column // ring * (rings + 1 - ring), row // ring * (rings + 1 - ring)


def _widths(points: int) -> list[int]:
    """How many points each row has, from the top."""
    rows = [row for _, row in _places(points)]
    return [rows.count(row) for row in sorted(set(rows), reverse=True)]


def _lines(rings: int) -> Iterator[list[Place]]:
    """The straight lines of the board, each with its points in order.

    The middles of the sides of all squares are joined; on a single square, through its centre, and so
    are its corners.
    """
    for ring in range(1, rings + 1):
        for side in (-ring, ring):
            yield [(step, side) for step in (-ring, 0, ring)]
            yield [(side, step) for step in (-ring, 0, ring)]
    if rings == 1:
        yield from ([(-right, -up), (0, 0), (right, up)] for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)))
    else:
        for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            yield [(ring * right, ring * up) for ring in range(1, rings + 1)]
