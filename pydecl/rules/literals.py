"""What the numbers and the quoted items of a rules file stand for.

>>> number_value("16'FF"), number_value("1_000"), number_value("1r3"), character_value("0'\\\\n")
(255, 1000, Fraction(1, 3), 10)
>>> unquote("'it''s\\\\x41\\\\'")
"it'sA"
"""

from __future__ import annotations

import math
import re
import sys
from fractions import Fraction

sys.set_int_max_str_digits(0)  # SWI-Prolog reads them all; LONGEST is the limit

LONGEST = 100_000
"""The digits that a number may have; the time for them grows with the square."""

_BETWEEN = re.compile(r"_(?:\s|%[^\n]*\n|/\*.*?\*/)*| ", re.DOTALL)
"""What stands between groups of digits."""

_SIMPLE = dict(zip("abefnrstv\\'\"`", "\a\b\x1b\f\n\r \t\v\\'\"`", strict=True))

_ESCAPE = re.compile(
    r"""\\(?:
      (?P<simple>[abefnrstv\\'"`])
    | c\s*
    | \r?\n[ \t\r]*
    | x(?P<hexadecimal>[0-9a-fA-F]+)\\?
    | (?P<octal>[0-7]+)\\?
    | u(?P<short>[0-9a-fA-F]{4})
    | U(?P<long>[0-9a-fA-F]{8})
    | (?P<bad>.|\Z)
    )""",
    re.VERBOSE | re.DOTALL,
)


class LiteralError(ValueError):
    """A number or an escape that stands for nothing; `at` and `length` say where in the item, from 0."""

    def __init__(self, message: str, at: int, length: int) -> None:
        super().__init__(message)
        self.at = at
        self.length = length


def number_value(text: str) -> int | float | Fraction:
    """The number that a token NUMBER or BASED stands for. Raises LiteralError."""
    if len(text) > LONGEST:
        raise LiteralError(f"a number of more than {LONGEST:,} digits", 0, len(text))
    if text.isdecimal():
        return int(text)
    if text[:2] in ("0x", "0o", "0b"):
        if len(text) == 2:
            raise LiteralError(f"expected a digit after {text}", 0, 2)
        return int(_BETWEEN.sub("", text[2:]), {"x": 16, "o": 8, "b": 2}[text[1]])
    if not text.isascii():
        raise LiteralError("digits other than 0 to 9 are allowed only in whole numbers", 0, len(text))
    text = _BETWEEN.sub("", text)
    if "'" in text:
        base, _, digits = text.partition("'")
        return int(digits, int(base))
    if text.endswith("Inf"):
        return math.inf
    if text.endswith("NaN"):
        return _not_a_number(text)
    if "." in text or "e" in text or "E" in text:
        value = float(text)
        if math.isinf(value):
            raise LiteralError(f"{text} is too large for a float", 0, len(text))
        return value
    numerator, _, denominator = text.partition("r")
    if denominator and not int(denominator):
        raise LiteralError(f"{text} divides by 0", 0, len(text))
    return Fraction(int(numerator), int(denominator)) if denominator else int(numerator)


def _not_a_number(text: str) -> float:
    """SWI-Prolog writes NaN as a float from 1.0 to 2.0, without these."""
    if not 1 < float(text[:-3]) < 2:
        raise LiteralError("expected 1.5NaN: the number before NaN is between 1 and 2", 0, len(text))
    return math.nan


def character_value(text: str) -> int:
    """The code that a token CHARACTER stands for. Raises LiteralError."""
    char = text[2:]
    if char in ("''", "'"):
        return ord("'")
    if char[0] != "\\":
        return ord(char)
    if char[1] == "c":
        return ord("c")
    value = _unescape(char, 2) if char[1] != "\n" else "\n"
    return ord(value)


def unquote(text: str) -> str:
    """The characters of a token in quotes, QUOTED, STRING or CODES. Raises LiteralError at a bad escape."""
    quote, inner = text[0], text[1:-1]
    if "\\" not in inner:
        return inner.replace(quote * 2, quote)
    if quote * 2 not in inner:
        return _unescape(inner, 1)
    # An escaped quote may stand before a quote that is doubled: escapes and pairs are read in one go.
    escape = r"\\(?:x[0-9a-fA-F]+\\?|[0-7]+\\?|.)"
    parts = re.findall(rf"(?:[^\\{quote}]|{escape})+|{quote * 2}", inner, re.DOTALL)
    at, out = 1, []
    for part in parts:
        out.append(quote if part == quote * 2 else _unescape(part, at))
        at += len(part)
    return "".join(out)


def _unescape(text: str, offset: int) -> str:
    """The text with its escapes replaced; `offset` is where it stands in the item."""

    def one(match: re.Match[str]) -> str:
        if match["simple"]:
            return _SIMPLE[match["simple"]]
        code = match["hexadecimal"] or match["short"] or match["long"]
        number = int(code, 16) if code else int(match["octal"], 8) if match["octal"] else -1
        at = offset + match.start()
        if number >= 0:
            if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
                raise LiteralError(
                    f"{match[0]} is not a character: the last one is \\x10ffff\\", at, len(match[0])
                )
            return chr(number)
        if match["bad"] is not None:
            raise LiteralError(_bad(match["bad"]), at, len(match[0]))
        return ""

    return _ESCAPE.sub(one, text)


def _bad(char: str) -> str:
    if char in ("u", "U"):
        return f"\\{char} needs {4 if char == 'u' else 8} hexadecimal digits"
    if char == "x":
        return "\\x needs hexadecimal digits, and a \\ after them"
    return f"\\{char} is not an escape: a backslash itself is written \\\\"
