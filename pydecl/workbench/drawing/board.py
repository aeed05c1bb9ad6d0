"""What position_picture//1 draws of a position: cells, pieces, lines, texts.

Places are (X, Y): X counts to the right and Y downwards, as columns and rows of a text do. A cell is one unit
wide and high, and its place is its centre.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import isfinite
from pathlib import Path
from xml.etree import ElementTree

from pydecl.errors import ContractError
from pydecl.model.term import Atom, Compound, PrologString, Term, term_text


class Colour(StrEnum):
    """What a part looks like: a player's colour, or one of a board."""

    MAX = "max"
    MIN = "min"
    WHITE = "white"
    BLACK = "black"
    GREY = "grey"
    LIGHT = "light"
    DARK = "dark"
    BOARD = "board"
    """Plain wood, without squares: for boards of points and lines, or of hollows."""
    GREEN = "green"
    FRAME = "frame"
    """Of a cell: blue, with a round hole in it."""
    RED = "red"
    YELLOW = "yellow"


@dataclass(frozen=True, slots=True)
class Cell:
    """A square of the board."""

    x: float
    y: float
    colour: Colour = Colour.LIGHT


@dataclass(frozen=True, slots=True)
class Piece:
    """A round piece, with its name on it; the names in `pieces.SHAPES` have shapes of their own."""

    x: float
    y: float
    colour: Colour
    name: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line between two places."""

    x: float
    y: float
    to_x: float
    to_y: float
    colour: Colour = Colour.GREY


@dataclass(frozen=True, slots=True)
class Text:
    """A short text, its middle at a place."""

    x: float
    y: float
    text: str


Part = Cell | Piece | Line | Text

EXPECTED = "cell(X, Y[, Colour]), piece(X, Y, Colour[, Name]), line(X, Y, X1, Y1[, Colour]), text(X, Y, Text)"

FARTHEST, LONGEST, MOST = 1_000, 200, 20_000
"""How far from 0 a place may be, how long a text, and how many parts there may be."""


def board(position: str, terms: Iterable[Term]) -> tuple[Part, ...]:
    """The parts that these terms mean; raises ContractError about the first that means none.

    >>> board("p", [Compound("cell", (1, 2)), Compound("piece", (1, 2, Atom("max"), Atom("king")))])
    (Cell(x=1.0, y=2.0, colour=<Colour.LIGHT: 'light'>),
     Piece(x=1.0, y=2.0, colour=<Colour.MAX: 'max'>, name='king'))
    """
    found = []
    for term in terms:
        try:
            found.append(_part(term))
        except ValueError as error:
            raise ContractError("no_part", position, term_text(term), str(error)) from None
        if len(found) > MOST:
            raise ContractError("no_part", position, term_text(term), f"at most {MOST:,} parts are drawn")
    return tuple(found)


def _part(term: Term) -> Part:
    match term:
        case Compound("cell", (x, y, *more)) if len(more) <= 1:
            return Cell(_place(x), _place(y), *map(_colour, more))
        case Compound("piece", (x, y, colour, *more)) if len(more) <= 1:
            return Piece(_place(x), _place(y), _colour(colour), *map(_text, more))
        case Compound("line", (x, y, to_x, to_y, *more)) if len(more) <= 1:
            return Line(_place(x), _place(y), _place(to_x), _place(to_y), *map(_colour, more))
        case Compound("text", (x, y, text)):
            return Text(_place(x), _place(y), _text(text))
        case _:
            raise ValueError(f"expected {EXPECTED}")


def _place(term: Term) -> float:
    if isinstance(term, int | float | Fraction):
        try:
            place = float(term)
        except OverflowError:
            place = float("inf")
        if isfinite(place) and abs(place) <= FARTHEST:
            return place
    raise ValueError(f"expected a number between -{FARTHEST:,} and {FARTHEST:,}, not {term_text(term)}")


def _colour(term: Term) -> Colour:
    if isinstance(term, Atom) and term.name in set(Colour):
        return Colour(term.name)
    raise ValueError(f"expected one of the colours {', '.join(Colour)}, not {term_text(term)}")


def _text(term: Term) -> str:
    match term:
        case Atom(name):
            text = name
        case PrologString(value):
            text = value
        case int() | float() | Fraction():
            text = term_text(term)
        case _:
            raise ValueError(f"expected an atom, a string or a number, not {term_text(term)}")
    if len(text) > LONGEST or "\n" in text:
        raise ValueError(f"expected a text of one line and at most {LONGEST} characters")
    return text


PIECES = Path(__file__).parent / "styles" / "pieces.svg"

SHAPES = {path.get("id", ""): path.get("d", "") for path in ElementTree.parse(PIECES).getroot()}
"""The outlines of named pieces."""
