"""The tokens of a rules file, one after the other, as `grammars/prolog.lark` has them.

>>> [token.kind for token in scan("a(X) :- X > 1. % one")]
['NAME', 'PUNCTUATION', 'VARIABLE', 'PUNCTUATION', 'SYMBOL', 'VARIABLE', 'SYMBOL', 'NUMBER', 'END']
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pydecl.paths import grammar_file

ILLEGAL = "ILLEGAL"
"""The kind of a character that can stand in no token."""

_LAYOUT, _NOTHING = "LAYOUT", "NOTHING"
_WORDS = ("NAME", "VARIABLE")
_GLUED = (*_WORDS, "SYMBOL")
_SPECIAL = frozenset(("OTHER", "BASED", "UNCLOSED_COMMENT", "UNCLOSED_QUOTE", _NOTHING))

_TERMINAL = re.compile(r"([A-Z_]+)\.([1-9]): /(.*)/(s?)")
"""A line of the grammar that defines a terminal: its name, priority and expression, and a flag of that."""

_COMMENT_MARK = re.compile(r"/\*|\*/")


class Token(NamedTuple):
    """A token of some kind; `start` and `end` are offsets in the text."""

    kind: str
    start: int
    end: int


@cache
def _pattern() -> re.Pattern[str]:
    """A token with the blanks and comments before it: all terminals in one, the highest priority first.

    Lark reads the grammar to the same, but takes longer to load than most rules files to be read.
    """
    lines = grammar_file("prolog.lark").read_text(encoding="utf-8").splitlines()
    defined = [found.groups() for found in map(_TERMINAL.fullmatch, lines) if found]
    ordered = sorted(defined, key=lambda terminal: -int(terminal[1]))
    terminals = {name: f"(?s:{text})" if flag else text for name, _, text, flag in ordered}
    layout = terminals.pop(_LAYOUT)
    tokens = (f"(?P<{name}>{text})" for name, text in terminals.items())
    return re.compile(rf"(?:{layout})?+(?:{'|'.join(tokens)}|(?P<{_NOTHING}>\Z))")


def scan(text: str, at: int = 0) -> Iterator[Token]:
    """The tokens from an offset on; blanks and comments are left out. Never fails: see ILLEGAL.

    A quote or a comment that is not closed is the last token: it goes on to the end of the text.
    """
    match_at = _pattern().match
    new = tuple.__new__  # Token(…) takes twice the time
    wide = not text.isascii()
    while True:
        match = match_at(text, at)
        assert match is not None
        kind = match.lastgroup
        assert kind is not None
        start, end = match.span(kind)
        if kind in _SPECIAL:
            if kind == _NOTHING:
                return
            if kind == "UNCLOSED_COMMENT":
                at = comment_end(text, start)
                if at:
                    continue
                yield Token(kind, start, end)
                return
            if kind == "UNCLOSED_QUOTE":
                yield Token(kind, start, end)
                return
            kind, end = _based(text, start, end) if kind == "BASED" else _beyond_ascii(text, start, end, kind)
        elif wide and text[end : end + 1] > "\x7f" and kind in _GLUED:
            kind, end = _beyond_ascii(text, start, end, kind)
        yield new(Token, (kind, start, end))
        at = end


def comment_end(text: str, start: int) -> int:
    """Where the comment ends that begins at an offset, with those within it; 0 where it is not closed.

    >>> comment_end("/* a /* b */ c */ d", 0)
    17
    """
    depth = 0
    for mark in _COMMENT_MARK.finditer(text, start):
        depth += 1 if mark[0] == "/*" else -1
        if not depth:
            return mark.end()
    return 0


def _beyond_ascii(text: str, start: int, end: int, kind: str) -> tuple[str, int]:
    """Kind and end of a token that has a character beyond ASCII; `end` is behind its first part."""
    if kind == "OTHER":
        kind = _kind_of(text[start])
    if kind in _WORDS:
        while end < len(text) and _goes_on(text[end]):
            end += 1
    elif kind == "SYMBOL":
        while end < len(text) and _goes_on_symbol(text[end]):
            end += 1
    elif kind == "NUMBER":
        end = _other_digits(text, start)
    return kind, end


_GROUP = re.compile(r"(?:_\s*|[ .eEr])\d")


def _other_digits(text: str, start: int) -> int:
    """Where a number ends whose digits are others than 0 to 9, all of one script; with `.5` and the like.

    >>> _other_digits("\u0661\u0662+1", 0), _other_digits("\u0661.\u0662", 0)
    (2, 3)
    """
    zero = ord(text[start]) - unicodedata.decimal(text[start])
    end = start
    while end < len(text) and zero <= ord(text[end]) < zero + 10:
        end += 1
    group = _GROUP.match(text, end)
    return group.end() if group else end


_BOTH = frozenset("\u0387\u203f\u2040\u2054\u2118\u212e\u309b\u309c\ufe33\ufe34\ufe4d\ufe4e\ufe4f\uff3f")
"""Characters that can stand within a word, and within an atom of symbols."""

_NO_LETTER = "\u2e2f"
"""A letter by its category, and for SWI-Prolog no character of a text."""


@cache
def _goes_on(char: str) -> bool:
    """Whether a character can stand within a word."""
    if char in _BOTH:
        return True
    return (("a" + char).isidentifier() or unicodedata.category(char)[0] == "L") and char not in "\xb7\u2e2f"


@cache
def _goes_on_symbol(char: str) -> bool:
    """Whether a character can stand within an atom of symbols."""
    return char in "#$&*+-./:<=>?@\\^~" or (char > "\x7f" and (_kind_of(char) == "SYMBOL" or char in _BOTH))


@cache
def _kind_of(char: str) -> str:
    """The kind of token that a character beyond ASCII, or an unprintable one, begins."""
    category = unicodedata.category(char)
    if category in ("Cc", "Cn", "Co", "Cs") or char == _NO_LETTER:
        return ILLEGAL
    if category == "Lu" or "Ⅰ" <= char <= "Ⅿ":
        return "VARIABLE"
    if category == "Nd":
        return "NUMBER"
    if _goes_on(char):
        return "NAME"
    return "SYMBOL" if category[0] in "SP" else "SOLO"


_BASES = {"x": 16, "o": 8, "b": 2}


def _based(text: str, start: int, end: int) -> tuple[str, int]:
    """Kind and end of a number with a base, or of the number before the quote where that is none.

    >>> _based("16'Fz", 0, 4), _based("1'0", 0, 3)
    (('BASED', 4), ('NUMBER', 1))
    """
    quote = text.find("'", start, end)
    base = int(text[start:quote]) if quote > 0 else _BASES[text[start + 1]]
    first = (quote if quote > 0 else start + 1) + 1
    digits = _digits(base).match(text, first) if 2 <= base <= 36 else None
    if digits:
        return "BASED", digits.end()
    return ("NUMBER", quote) if quote > 0 else ("BASED", first)


@cache
def _digits(base: int) -> re.Pattern[str]:
    """The digits of a base, in groups that a _ divides, with blanks and comments behind it."""
    one = "".join(f"{digit}{digit.upper()}" for digit in "0123456789abcdefghijklmnopqrstuvwxyz"[:base])
    comment = r"%[^\n]*+\n|/\*(?:[^*/]++|\*(?!/)|/(?!\*))*+\*/"
    return re.compile(rf"[{one}]++(?:_(?:[ \t-\r]|{comment})*+[{one}]++)*+")
