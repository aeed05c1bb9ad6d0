"""What the bundled games share in reading and writing: options, Prolog terms, and rows of cells.

In the notation a board is its rows from the top, divided by `/`, with `.` for an empty cell; in the
term an empty cell is the atom e. Inside the games a row is a string in the cells of the notation.
`game` is always the game's name, for the messages.

>>> rows_from_text("tictactoe", "x.o/.x./...", [3, 3, 3], "xo")
('x.o', '.x.', '...')
>>> rows_from_text("tictactoe", "x.o/x?/...", [3, 3, 3], "xo")
Traceback (most recent call last):
pydecl.errors.PositionError: no position of tictactoe: row 2: expected 3 cells of x, o or ., found 'x?'
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import fields
from itertools import accumulate
from string import ascii_lowercase
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, cast

from pydecl.errors import InputError, PositionError
from pydecl.model.game import Game, Player
from pydecl.model.number import counted
from pydecl.model.term import Atom, Compound, PrologList, Term, term_text

EMPTY = "."
_EMPTY_ATOM = "e"
_SHOWN = 120

# Games

OTHER = {"x": "o", "o": "x", "b": "w", "w": "b", "v": "h", "h": "v", "max": "min", "min": "max"}
"""The opponent of each mover."""


class Placed(Hashable, Protocol):
    """A position that says who is to move."""

    @property
    def mover(self) -> str: ...

    def term(self) -> Term: ...


B = TypeVar("B", bound=Placed)
T = TypeVar("T")


def written(kind: type[T]) -> type[T]:
    """A class of positions that print as their terms."""

    def text(position: Placed) -> str:
        return term_text(position.term())

    kind.__str__ = text  # type: ignore[assignment]
    return kind


class BoardGame(Game[B]):
    """A bundled game: its fields are its options, and its positions say who is to move."""

    movers: ClassVar[tuple[str, ...]]
    """What MAX and MIN are called, and who else may be named."""

    game: ClassVar[str]
    """The name without options, that of its module."""

    bounds: ClassVar[Sequence[tuple[str, int, int]]] = ()
    """Options that are whole numbers, each with its least and its greatest value."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if cls.__module__.startswith(f"{__package__}."):
            cls.source = cls.__module__
            cls.game = cls.__module__.rpartition(".")[2]

    def __post_init__(self) -> None:
        """Name it as the command line finds these rules: options other than the default follow."""
        for option, low, high in self.bounds:
            self.require_whole_number(option, low, high)
        options = [
            f"{field.name}={_option_text(getattr(self, field.name))}"
            for field in fields(cast(Any, self))
            if getattr(self, field.name) != field.default
        ]
        object.__setattr__(self, "name", f"{self.game}:{','.join(options)}" if options else self.game)

    def player(self, position: B) -> Player:
        return Player.MAX if position.mover == self.movers[0] else Player.MIN

    def to_term(self, position: B) -> Term:
        return position.term()

    def require(self, option: str, allowed: bool, expected: str, value: object = None) -> None:
        """Raise InputError unless the option's value, or the one given, is allowed."""
        if not allowed:
            found = _option_text(getattr(self, option) if value is None else value)
            raise InputError(f"{self.game}: {option} must be {expected}, not {found}")

    def require_whole_number(self, option: str, low: int, high: int) -> None:
        """Raise InputError unless the option's value is an int, low <= value <= high."""
        value = getattr(self, option)
        allowed = type(value) is int and low <= value <= high
        self.require(option, allowed, f"a whole number from {low} to {high}")

    def require_word(self, option: str, words: tuple[str, ...]) -> None:
        """Make a text of the option's value, which is one of the words, or an atom; raises InputError."""
        value = getattr(self, option)
        word = value.name if isinstance(value, Atom) else value
        self.require(option, word in words, either(words))
        object.__setattr__(self, option, word)

    def arguments(self, term: Term, shape: str) -> tuple[str, tuple[Term, ...]]:
        """The mover and the other arguments of a position such as nim(Mover, Heaps), which `shape` describes.

        Raises PositionError for another functor or arity, and for another mover.
        """
        functor, _, rest = shape.partition("(")
        arity = rest.partition(")")[0].count(",") + 1
        if not (isinstance(term, Compound) and term.name == functor and len(term.args) == arity):
            raise self.no_position(f"expected {shape}, found {shown(term)}")
        mover, *others = term.args
        if not (isinstance(mover, Atom) and mover.name in self.movers):
            raise self.no_position(f"expected {either(self.movers)} to move, found {shown(mover)}")
        return mover.name, tuple(others)

    def board_and_mover(self, text: str) -> tuple[str, str]:
        """Both parts of a notation such as `.../... w`; raises PositionError where the mover is missing."""
        board, _, mover = text.strip().rpartition(" ")
        if not board or mover not in self.movers:
            expected = f"the side to move, {either(self.movers)}, after a blank at the end"
            raise self.no_position(f"expected {expected}, found {shown_text(text)}")
        return board.rstrip(), mover

    def no_position(self, fault: str) -> PositionError:
        """The error for a term or a text that is no position of this game."""
        return no_position(self.name, fault)


class _Rows(NamedTuple):
    mover: str
    rows: tuple[str, ...]


class OnRows(_Rows):
    """A position that is its mover and the rows from the top, each its cells."""

    __slots__ = ()

    def term(self) -> Term:
        return Compound(self.__module__.rpartition(".")[2], (Atom(self.mover), rows_term(self.rows)))

    def __str__(self) -> str:
        return term_text(self.term())


R = TypeVar("R", bound=OnRows)


class RowsGame(BoardGame[R]):
    """A game whose positions have as many rows and cells as the first one."""

    pieces: ClassVar[str]

    def from_term(self, term: Term) -> R:
        cells = f"{', '.join(self.pieces)} and {_EMPTY_ATOM}"
        shape = f"{self.game}(Mover, Rows), Mover {either(self.movers)} and Rows a list of lists of {cells}"
        mover, (board,) = self.arguments(term, shape)
        (start,) = self.initial()
        rows = rows_from_term(self.name, board, [*map(len, start.rows)], self.pieces)
        return self.checked(start._replace(mover=mover, rows=rows))

    def format_position(self, position: R) -> str:
        return f"{'/'.join(position.rows)} {position.mover}"

    def parse_position(self, text: str) -> R:
        board, mover = self.board_and_mover(text)
        (start,) = self.initial()
        rows = rows_from_text(self.name, board, [*map(len, start.rows)], self.pieces)
        return self.checked(start._replace(mover=mover, rows=rows))

    def checked(self, position: R) -> R:
        """The position; raises PositionError where the game's rules tell that no play leads to it."""
        return position


def _option_text(value: Any) -> str:
    if isinstance(value, str):
        return str(Atom(value))
    return term_text(PrologList(value) if isinstance(value, tuple) else value)


# Terms


def cells_term(cells: str) -> PrologList:
    """The list of atoms for a row of cells.

    >>> str(cells_term("x.o"))
    '[x,e,o]'
    """
    return PrologList(tuple(_ATOMS[cell] for cell in cells))


_ATOMS = {cell: Atom(cell) for cell in "xobw"} | {EMPTY: Atom(_EMPTY_ATOM)}


def rows_term(rows: tuple[str, ...]) -> PrologList:
    """The list of lists of atoms for a board."""
    return PrologList(tuple(cells_term(row) for row in rows))


def rows_of(cells: str, widths: Sequence[int]) -> tuple[str, ...]:
    """The cells of a board in reading order as its rows."""
    return tuple(cells[end - width : end] for width, end in zip(widths, accumulate(widths), strict=True))


def put(cells: str, at: int, cell: str) -> str:
    """The cells with another one at that place."""
    return cells[:at] + cell + cells[at + 1 :]


def mirror_images(rows: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A board, turned upside down, mirrored, and both.

    >>> mirror_images(("ab", "cd"))
    [('ab', 'cd'), ('cd', 'ab'), ('ba', 'dc'), ('dc', 'ba')]
    """
    mirrored = tuple(row[::-1] for row in rows)
    return [rows, rows[::-1], mirrored, mirrored[::-1]]


def square_images(rows: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The eight images of a square board under rotation and reflection."""
    return [*mirror_images(rows), *mirror_images(tuple(map("".join, zip(*rows, strict=True))))]


def order_of_rows(rows: tuple[str, ...]) -> tuple[str, ...]:
    """What orders boards as their terms are ordered, in which an empty cell is an atom like the others."""
    return tuple(row.replace(EMPTY, _EMPTY_ATOM) for row in rows)


def rows_from_term(game: str, term: Term, widths: Sequence[int], pieces: str) -> tuple[str, ...]:
    """The rows of a list of lists, each of so many cells; raises PositionError."""
    rows = list_items(term)
    if rows is None or len(rows) != len(widths):
        raise no_position(game, f"expected a list of {counted(len(widths), 'row')}, found {shown(term)}")
    return tuple(
        cells_from_term(game, f"row {number}: ", row, width, pieces)
        for number, (row, width) in enumerate(zip(rows, widths, strict=True), 1)
    )


def cells_from_term(game: str, place: str, term: Term, count: int, pieces: str) -> str:
    """The cells of a list of `count` atoms, each a piece or e; raises PositionError naming the place."""
    cells = atoms_text(term, pieces + _EMPTY_ATOM)
    if cells is None or len(cells) != count:
        expected = f"a list of {counted(count, 'cell')} of {either((*pieces, _EMPTY_ATOM))}"
        raise no_position(game, f"{place}expected {expected}, found {shown(term)}")
    return cells.replace(_EMPTY_ATOM, EMPTY)


def atoms_text(term: Term, letters: str) -> str | None:
    """The atoms of a proper list as one string; None if one of them is not one of the letters."""
    items = list_items(term)
    if items is None or not all(isinstance(item, Atom) and item.name in set(letters) for item in items):
        return None
    return "".join(item.name for item in items if isinstance(item, Atom))


def list_items(term: Term) -> tuple[Term, ...] | None:
    """The items of a proper list; None for any other term."""
    return term.items if isinstance(term, PrologList) and term.tail is None else None


# Texts


def rows_from_text(
    game: str, text: str, widths: Sequence[int], pieces: str, what: str = "cell"
) -> tuple[str, ...]:
    """The rows of a board in the notation, each so many cells wide.

    Raises PositionError for a wrong number of rows, and for the first wrong row.
    """
    rows = tuple(text.strip().split("/"))
    if len(rows) != len(widths):
        raise no_position(
            game,
            f"expected {counted(len(widths), 'row')} divided by /, found {len(rows)} in {shown_text(text)}",
        )
    for number, (row, width) in enumerate(zip(rows, widths, strict=True), 1):
        if len(row) != width or not set(row) <= {*pieces, EMPTY}:
            expected = f"{counted(width, what)} of {either((*pieces, EMPTY))}"
            raise no_position(game, f"row {number}: expected {expected}, found {shown_text(row)}")
    return rows


def mover_by_counts(xs: int, os: int) -> str | None:
    """Whose turn the counts of pieces show, where x moves first; None for counts that no play gives.

    >>> mover_by_counts(0, 0), mover_by_counts(3, 2), mover_by_counts(2, 3)
    ('x', 'o', None)
    """
    return {0: "x", 1: "o"}.get(xs - os)


def mover_of_board(game: str, xs: int, os: int) -> str:
    """The mover that the counts of pieces show; raises PositionError for impossible counts."""
    mover = mover_by_counts(xs, os)
    if mover is None:
        raise no_position(
            game, f"x moves first, so expected as many x as o or one more, found {xs} x, {os} o"
        )
    return mover


# What all of them use


def square_name(column: int, number: int) -> str:
    """The name of a square: its column, from 0, as a letter, and its number.

    >>> square_name(0, 1), square_name(3, 5)
    ('a1', 'd5')
    """
    return f"{ascii_lowercase[column]}{number}"


def no_position(game: str, fault: str) -> PositionError:
    """The error for a term or a text that is no position of the game."""
    return PositionError(f"no position of {game}: {fault}")


def shown(term: Term) -> str:
    """A term for a message, cut where it is long."""
    text = term_text(term)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def shown_text(text: str) -> str:
    """A text in quotes for a message, cut where it is long."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def either(words: Sequence[str]) -> str:
    """The words for a message.

    >>> either(("a", "b", "c")), either(("a",))
    ('a, b or c', 'a')
    """
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
