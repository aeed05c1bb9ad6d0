"""The tokens of a rules file: what is read of the grammar is what lark reads of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Lark

from pydecl.paths import grammar_file
from pydecl.rules.tokens import _LAYOUT, _pattern


def tokens_by_lark() -> tuple[str, Sequence[tuple[str, str]]]:
    """The expression of blanks and comments, and the other terminals, the highest priority first."""
    grammar = grammar_file("prolog.lark").read_text(encoding="utf-8")
    terminals = Lark(grammar, parser="lalr", lexer="basic").terminals
    (layout,) = (one.pattern.to_regexp() for one in terminals if one.name == _LAYOUT)
    ordered = sorted(terminals, key=lambda terminal: -terminal.priority)
    return layout, [(one.name, one.pattern.to_regexp()) for one in ordered if one.name != _LAYOUT]


def test_the_grammar_is_read_as_lark_reads_it() -> None:
    layout, terminals = tokens_by_lark()
    tokens = "|".join(f"(?P<{name}>{text})" for name, text in terminals)
    expected = re.compile(rf"(?:{layout})?+(?:{tokens}|(?P<NOTHING>\Z))")
    assert _pattern().groupindex == expected.groupindex
    assert _meaning(_pattern()) == _meaning(expected)


def _meaning(pattern: re.Pattern[str]) -> str:
    """What an expression says, however its characters are escaped."""
    return str(re._parser.parse(pattern.pattern))
