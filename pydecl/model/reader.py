"""Read one canonical Prolog term: the small exact reader of what SWI-Prolog and pydecl write.

It knows functional notation, lists, `{…}`, quoted atoms, strings and every number, and no operators.

>>> str(read_term("board(x, [1, -2.0, 1r3|T], 'it''s', \\"s\\")"))
'board(x,[1,-2.0,1r3|T],\\'it\\\\\\'s\\',"s")'
"""

from __future__ import annotations

import math
import re
import sys
from fractions import Fraction
from functools import lru_cache

from pydecl.errors import InputError
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable

sys.set_int_max_str_digits(0)  # a game may count as high as it likes


class TermSyntaxError(InputError):
    """A text is no canonical term; `column` counts from 1."""

    def __init__(self, text: str, column: int, expected: str) -> None:
        self.column = column
        shown = text if len(text) <= 200 else text[:200] + "…"
        caret = f"\n  {' ' * (column - 1)}^" if column <= 200 else ""
        super().__init__(f"column {column}: expected {expected}\n  {shown}{caret}")


def _or_beyond(some: str) -> str:
    """A class of some characters and of all beyond ASCII; by what is not in it: so it is compiled at once."""
    others = re.findall(f"[^{some}]", "".join(map(chr, range(128))))
    return f"[^{re.escape(''.join(others))}]"


# SWI-Prolog writes many characters beyond ASCII without quotes, alone, with letters or with symbols.
_SYMBOL, _LETTER = r"#$&*+\-./:<=>?@^~\\", "0-9A-Za-z_"
_NAME = "|".join(
    (
        f"[a-z]{_or_beyond(_LETTER)}*+",
        f"[{_SYMBOL}]{_or_beyond(_SYMBOL)}*+",
        rf"[^\x00-\x7f]{_or_beyond(_LETTER + _SYMBOL)}*+",
    )
)
_ESCAPED_CHARACTER = r"\\(?:x[0-9a-fA-F]++\\?+|[0-7]++\\?+|.)"

_TOKEN = re.compile(
    rf"""\s*(?:
      (?P<number>-?\d+(?:r\d+|\.\d+(?:[eE][+-]?\d+|Inf|NaN)?|[eE][+-]?\d+)?)
    | (?P<variable>[A-Z_]\w*)
    | (?P<atom>{_NAME}|[!;]|\{{\}}|\[\s*\])
    | '(?P<quoted>(?:[^'\\]++|''|{_ESCAPED_CHARACTER})*+)'
    | "(?P<string>(?:[^"\\]++|""|{_ESCAPED_CHARACTER})*+)"
    | (?P<punctuation>[(),|\[\]{{}}])
    )""",
    re.VERBOSE | re.DOTALL,
)

_MARKS = frozenset(",|)]}")

_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]+)\\?|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]+)\\|(.))", re.DOTALL
)
_ESCAPED = dict(zip("ntrabfv0es", "\n\t\r\a\b\f\v\0\x1b ", strict=True))


def _unescape(text: str, quote: str) -> str:
    text = text.replace(quote * 2, quote)
    if "\\" not in text:
        return text

    def one(match: re.Match[str]) -> str:
        hexadecimal = match[1] or match[2] or match[3]
        if hexadecimal:
            return chr(int(hexadecimal, 16))
        if match[4]:
            return chr(int(match[4], 8))
        return _ESCAPED.get(match[5], "" if match[5] == "\n" else match[5])

    return _ESCAPE.sub(one, text)


@lru_cache(maxsize=1 << 10)
def _literal(kind: str | None, lexeme: str) -> Term:
    if kind == "number":
        return _number(lexeme)
    if kind == "variable":
        return Variable(lexeme)
    if kind == "string":
        return PrologString(_unescape(lexeme, '"'))
    if kind == "quoted":
        return Atom(_unescape(lexeme, "'"))
    return PrologList(()) if lexeme[0] == "[" else Atom(lexeme)


LONGEST_NUMBER = 100_000
"""The most digits that are read; the time for that grows with their square, and no deadline would hold."""


def _number(text: str) -> Term:
    if len(text) > LONGEST_NUMBER:
        raise ValueError("more digits than are read")
    if text.endswith("Inf"):
        return -math.inf if text.startswith("-") else math.inf
    if text.endswith("NaN"):
        return math.nan
    if "r" in text:
        numerator, denominator = text.split("r")
        if not int(denominator):
            raise ValueError(f"{text} divides by 0")
        ratio = Fraction(int(numerator), int(denominator))
        return ratio if ratio.denominator != 1 else ratio.numerator  # as SWI-Prolog reads it
    return float(text) if "." in text or "e" in text or "E" in text else int(text)


class _Open:
    """A compound, list or brace term whose arguments are still being read."""

    __slots__ = ("args", "close", "name", "tail")

    def __init__(self, name: str, close: str) -> None:
        self.name = name
        self.close = close
        self.args: list[Term] = []
        self.tail = False

    def term(self) -> Term:
        if self.close == "]":
            return (
                PrologList(tuple(self.args[:-1]), self.args[-1])
                if self.tail
                else PrologList(tuple(self.args))
            )
        return Compound(self.name, tuple(self.args))


def read_term(text: str, *, bare: bool = False) -> Term:
    """The term that a canonical text stands for; with `bare`, compounds without arguments are read, too.

    Raises TermSyntaxError with the column of the first fault.
    """
    at = 0
    stack: list[_Open] = []
    while True:
        # Here an operand is due.
        match = _TOKEN.match(text, at)
        if match is None:
            raise TermSyntaxError(text, _column(text, at), "a term")
        kind, lexeme = match.lastgroup, match[match.lastgroup or 0]
        value: Term
        after = match.end()
        if kind != "punctuation":
            try:
                value = _literal(kind, lexeme)
            except (ValueError, OverflowError):
                what = "number that this machine can hold" if kind == "number" else "character that exists"
                raise TermSyntaxError(text, _column(text, at), f"a {what}") from None
            if bare and isinstance(value, Atom) and text.startswith("()", after):
                value, after = Compound(value.name, ()), after + 2
            elif isinstance(value, Atom) and text.startswith("(", after):
                stack.append(_Open(value.name, ")"))
                at = after + 1
                continue
        elif lexeme in "[{":
            stack.append(_Open("{}", "]" if lexeme == "[" else "}"))
            at = after
            continue
        else:
            raise TermSyntaxError(text, _column(text, at), "a term")
        at = after
        # Here an operand is complete: close what closes after it.
        while stack:
            top = stack[-1]
            top.args.append(value)
            mark, after = text[at : at + 1], at + 1
            if mark not in _MARKS:  # there are blanks before it, or there is none
                match = _TOKEN.match(text, at)
                mark, after = (match["punctuation"], match.end()) if match else ("", at)
            if mark == "," and top.close != "}" and not top.tail:
                at = after
                break
            if mark == "|" and top.close == "]" and not top.tail:
                top.tail = True
                at = after
                break
            if mark != top.close:
                more = " or ," if top.close != "}" and not top.tail else ""
                raise TermSyntaxError(text, _column(text, at), f"{top.close}{more}")
            at = after
            value = stack.pop().term()
        else:
            if text[at:].strip():
                raise TermSyntaxError(text, _column(text, at), "the end of the term")
            return value


def _column(text: str, at: int) -> int:
    """The column, from 1, of the first character at or after `at` that is no blank."""
    return at + len(text[at:]) - len(text[at:].lstrip()) + 1
