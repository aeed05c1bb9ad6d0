"""Where a position stands in an address: the line of play that leads there, and the lines that were played.

`line` has the numbers of the moves, `tried` all lines from the same start that somebody has played. Together
they are a tree, which every address of a game carries along, beside how it is played and searched.

>>> place = read_place({"line": "4.4.1", "tried": ""})
>>> back = place.at((4, 4))
>>> back.fields(), back.at((4, 4, 2)).fields()
({'line': '4.4', 'tried': '4.4.1'}, {'line': '4.4.2', 'tried': '4.4.1_4.4.2'})
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from pydecl.errors import InputError
from pydecl.playing.match import People

Line = tuple[int, ...]
"""The numbers of moves in the lists of moves, from 1."""

KEPT = ("pos", "program", "engine", "depth", "seconds", "as")
"""What stays in the address from move to move, beside the lines."""

MOST_MOVES = 2000
"""How long a line of play may be."""

MOST_TRIED = 600
"""How many moves the lines have together at the most, if there are several; the oldest are dropped."""


@dataclass(frozen=True)
class Place:
    """A line of play, and all lines, in the order in which they were first played.

    `line` is one of them or the beginning of one; none of them is the beginning of another.
    """

    line: Line
    lines: tuple[Line, ...]

    def at(self, line: Line) -> Place:
        """Another place of the same tree, or of one that has grown by a line."""
        if any(_begins(one, line) for one in self.lines):
            return Place(line, self.lines)
        grown = [line if _begins(line, one) else one for one in self.lines]
        lines = grown if line in grown else [*grown, line]
        while len(lines) > 1 and sum(map(len, lines)) > MOST_TRIED:
            del lines[0 if lines[0] != line else 1]
        return Place(line, tuple(lines))

    @property
    def whole(self) -> Line:
        """The line that is gone on with after `line`: the first that begins with it."""
        return next((one for one in self.lines if _begins(one, self.line)), self.line)

    def fields(self) -> dict[str, str]:
        """What stands in the address."""
        tried = "" if self.lines == (self.line,) else "_".join(map(line_text, self.lines))
        return {name: text for name, text in (("line", line_text(self.line)), ("tried", tried)) if text}


def _begins(whole: Line, part: Line) -> bool:
    return whole[: len(part)] == part


def line_text(line: Line) -> str:
    """A line as an address has it.

    >>> line_text((3, 1, 4))
    '3.1.4'
    """
    return ".".join(map(str, line))


def read_line(text: str, name: str = "line") -> Line:
    """The line that stands in an address. Raises InputError.

    >>> read_line("3.1.4")
    (3, 1, 4)
    """
    if not re.fullmatch(r"(\d{1,6}(\.\d{1,6})*)?", text):
        raise InputError(
            f"{name}={text[:40]}: expected numbers of moves with points between them, such as 3.1.4"
        )
    numbers = tuple(int(word) for word in text.split(".") if word)
    if len(numbers) > MOST_MOVES:
        raise InputError(f"the line has more than {MOST_MOVES:,} moves")
    return numbers


def read_place(given: Mapping[str, Any]) -> Place:
    """The place that an address says. Raises InputError."""
    texts = [one for one in str(given.get("tried") or "").split("_") if one]
    read = [read_line(text, "tried") for text in texts]
    if len(read) > 1 and sum(map(len, read)) > MOST_TRIED:
        raise InputError(f"the lines tried have more than {MOST_TRIED:,} moves")
    place = Place((), ())
    for line in (*read, read_line(str(given.get("line") or ""))):
        place = place.at(line)
    return place


def kept(given: Mapping[str, Any]) -> dict[str, str]:
    """What stays in the address, of what stands in one."""
    return {key: str(given[key]) for key in KEPT if given.get(key)}


def address(game: str, given: Mapping[str, Any], place: Place, page: str = "") -> str:
    """The address of a position of a game, or of what a `page` of the game says of it.

    >>> address("nim:heaps=[1,2]", {"depth": "4", "line": "9"}, read_place({"line": "3.1"}))
    '/g/nim:heaps=%5B1,2%5D?depth=4&line=3.1'
    """
    query = urlencode(kept(given) | place.fields())
    return f"/g/{quote(game, safe=':=,')}{page}" + (f"?{query}" if query else "")


def read_people(given: Mapping[str, Any]) -> People:
    """Whom the visitor plays: both sides, unless the address says otherwise.

    >>> read_people({"as": "min"}), read_people({"as": "nobody"})
    (<People.MIN: 'min'>, <People.BOTH: 'both'>)
    """
    text = given.get("as")
    return People(text) if text in {one.value for one in People} else People.BOTH
