"""Numbers as students write them, and as they are shown to them.

>>> [number_shown(read_number(text)) for text in ("-∞", "−3", "+4", "1.5", "1,5", "6/4", "3r2", " - inf ")]
['-∞', '-3', '4', '3/2', '3/2', '3/2', '3/2', '-∞']
>>> [read_number(text) for text in ("four", "1/0", "", "1e9", "--1")]
[None, None, None, None, None]
"""

from __future__ import annotations

import re
from fractions import Fraction

from pydecl.model.number import INFINITY, Number, exact, number_text

LONGEST = 40
"""How many characters an entry may have."""

_INFINITE = re.compile(r"([+-]?) *(?:inf|infinity|oo|∞)", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(
    r"([+-]?) *(?:([0-9]{1,12}) *[/r] *([0-9]{1,12})|([0-9]{0,12})[.,]([0-9]{1,12})|([0-9]{1,12}))"
)
_MINUS = str.maketrans("−–", "--")


def read_number(text: str) -> Number | None:
    """The number that is written, exact, or None for what is none."""
    plain = text.strip().translate(_MINUS)
    if match := _INFINITE.fullmatch(plain):
        return -INFINITY if match[1] == "-" else INFINITY
    match = _NUMBER.fullmatch(plain)
    if match is None:
        return None
    sign, above, below, whole, decimals, integer = match.groups()
    if below is not None and int(below) == 0:
        return None
    if integer is not None:
        value = Fraction(int(integer))
    elif below is not None:
        value = Fraction(int(above), int(below))
    else:
        value = Fraction(int(whole + decimals), 10 ** len(decimals))
    return exact(-value if sign == "-" else value)


def number_entry(value: Number) -> str:
    """A number as an entry has it: `-3`, `3/2`, `-inf`."""
    return number_text(value).replace("r", "/")


def number_shown(value: Number | None) -> str:
    """The same as people read it."""
    return "?" if value is None else number_entry(value).replace("inf", "∞")
