"""Where a position stands in an address: the line of play that leads there, and the lines that were tried.

`line` has the numbers of the moves, `tried` lines from the same start that somebody has played. Together they
are a tree, which the page of a game keeps in its address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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


def read_lines(text: str, name: str = "tried") -> list[Line]:
    """Lines of which an address has several. Raises InputError.

    >>> read_lines("4.4.1_4.4.2")
    [(4, 4, 1), (4, 4, 2)]
    """
    lines = [read_line(one, name) for one in text.split("_") if one]
    if sum(map(len, lines)) > MOST_MOVES:
        raise InputError(f"the lines {name} have more than {MOST_MOVES:,} moves")
    return lines


def kept(given: Mapping[str, Any]) -> dict[str, str]:
    """What stays in the address, of what stands in one."""
    return {key: str(given[key]) for key in KEPT if given.get(key)}


def address(game: str, given: Mapping[str, Any], line: Sequence[int] = ()) -> str:
    """The address of a position of a game.

    >>> address("nim:heaps=[1,2]", {"depth": "4", "line": "9"}, (3, 1))
    '/g/nim:heaps=%5B1,2%5D?depth=4&line=3.1'
    """
    query = urlencode(kept(given) | ({"line": ".".join(map(str, line))} if line else {}))
    return f"/g/{quote(game, safe=':=,')}" + (f"?{query}" if query else "")


def read_people(given: Mapping[str, Any]) -> People:
    """Whom the visitor plays: both sides, unless the address says otherwise.

    >>> read_people({"as": "min"}), read_people({"as": "nobody"})
    (<People.MIN: 'min'>, <People.BOTH: 'both'>)
    """
    text = given.get("as")
    return People(text) if text in {one.value for one in People} else People.BOTH
