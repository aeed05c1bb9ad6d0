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

from lark import Lark

from pydecl.paths import grammar_file

ILLEGAL = "ILLEGAL"
"""The kind of a character that can stand in no token."""

_LAYOUT, _NOTHING = "LAYOUT", "NOTHING"
_WORDS = ("NAME", "VARIABLE")
_GLUED = (*_WORDS, "SYMBOL")
_SPECIAL = frozenset(("OTHER", "BASED", "UNCLOSED_COMMENT", "UNCLOSED_QUOTE", _NOTHING))

_COMMENT_MARK = re.compile(r"/\*|\*/")


class Token(NamedTuple):
    """A token of some kind; `start` and `end` are offsets in the text."""

    kind: str
    start: int
    end: int


@cache
def _pattern() -> re.Pattern[str]:
    """A token with the blanks and comments before it: all terminals in one, the highest priority first."""
    grammar = grammar_file("prolog.lark").read_text(encoding="utf-8")
    terminals = Lark(grammar, parser="lalr", lexer="basic").terminals
    layout = next(one.pattern.to_regexp() for one in terminals if one.name == _LAYOUT)
    ordered = sorted(terminals, key=lambda terminal: -terminal.priority)
    tokens = (f"(?P<{one.name}>{one.pattern.to_regexp()})" for one in ordered if one.name != _LAYOUT)
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
    return kind, end


@cache
def _goes_on(char: str) -> bool:
    """Whether a character can stand within a word."""
    return ("a" + char).isidentifier() and char != "\xb7"


@cache
def _goes_on_symbol(char: str) -> bool:
    """Whether a character can stand within an atom of symbols."""
    return char in "#$&*+-./:<=>?@\\^~" or (char > "\x7f" and _kind_of(char) == "SYMBOL")


@cache
def _kind_of(char: str) -> str:
    """The kind of token that a character beyond ASCII, or an unprintable one, begins."""
    category = unicodedata.category(char)
    if category in ("Cc", "Cn", "Cs"):
        return ILLEGAL
    if category in ("Lu", "Lt") or "Ⅰ" <= char <= "Ⅿ":
        return "VARIABLE"
    if char.isidentifier():
        return "NAME"
    return "SYMBOL" if category[0] in "SP" else "SOLO"


def _based(text: str, start: int, end: int) -> tuple[str, int]:
    """Kind and end of a number with a base: its digits end where the base has none."""
    quote = text.find("'", start, end)
    base = int(text[start:quote]) if quote > 0 else {"x": 16, "o": 8, "b": 2}[text[start + 1]]
    first = (quote if quote > 0 else start + 1) + 1
    at = first
    while at < end and (text[at] == "_" or (base <= 36 and int(text[at], 36) < base)):
        at += 1
    if at > first and text[at - 1] == "_":
        at -= 1
    if at > first:
        return "BASED", at
    return ("NUMBER", quote) if quote > 0 else ("BASED", first)
