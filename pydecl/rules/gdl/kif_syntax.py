"""What is wrong with the syntax of a `.kif` sheet, said from the last thing that the parser understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lark import Token, UnexpectedInput, UnexpectedToken

from pydecl.errors import Diagnostic
from pydecl.rules.tree_syntax import Source, cut

WORDS = ("AND", "OR", "NOT")
"""The types of the words that join conditions."""


@dataclass(frozen=True)
class _Open:
    """A parenthesis that is not closed yet, and what stands behind it."""

    parenthesis: Token
    items: list[object]

    @property
    def word(self) -> str:
        """The type of its first word, empty if there is none."""
        return _type(self.items[0]) if self.items else ""


def syntax_fault(source: Source, error: UnexpectedInput) -> Diagnostic:
    """Says what was expected, from what is open where the parser stopped."""
    opened = _opened(error.interactive_parser.parser_state.value_stack)
    if not isinstance(error, UnexpectedToken):  # the lexer knows no other lone character
        return source.fault(error.line, error.column, "expected a name right behind ?; found ? alone")
    found = error.token
    if found.type == "$END":
        return source.fault_at(opened[0].parenthesis, _unclosed(opened[0]))
    return source.fault_at(found, f"expected {_expected(opened, found)}")


def _opened(stack: Sequence[object]) -> list[_Open]:
    """What is open, from the outside in."""
    found: list[_Open] = []
    for item in stack:
        # What `*` and `+` of the grammar have collected is a list within.
        for part in item if isinstance(item, list) else [item]:
            if isinstance(part, Token) and part.type == "LPAR":
                found.append(_Open(part, []))
            elif _type(part) == "RPAR":  # this one is closed, but what it holds is not made yet
                closed = found.pop()
                if found:
                    found[-1].items.append(closed)
            elif found:
                found[-1].items.append(part)
    return found


def _type(item: object) -> str:
    return item.type if isinstance(item, Token) else ""


def _unclosed(first: _Open) -> str:
    what = "rule" if first.word == "ARROW" else "sentence"
    return f"the parenthesis of this {what} is not closed: expected ) before the end of the file"


def _expected(opened: Sequence[_Open], found: Token) -> str:
    """What was expected in place of a word, what was found, and what may be meant."""
    what = f"found {cut(str(found))}"
    if not opened:
        if found.type == "RPAR":
            return f"a rule or a fact; {what}: every ( is closed already"
        return f"a rule or a fact, such as (role white); {what}"
    inner = opened[-1]
    if found.type == "ARROW" and (inner.items or len(opened) > 1):
        begun = opened[0].parenthesis.line
        hint = f"is a parenthesis of the sentence that begins in line {begun} not closed?"
        return f"{_place(opened)}; {what}: rules do not nest: {hint}"
    hint = ": a variable is no relation and no function" if found.type == "VARIABLE" else ""
    if inner.items and found.type in WORDS:
        hint = f": {cut(str(found))} stands right behind a parenthesis"
    if inner.items and inner.word == "NOT" and len(inner.items) == 2:
        hint = ": not has one condition"
    return f"{_place(opened)}; {what}{hint}"


def _place(opened: Sequence[_Open]) -> str:
    """What may stand at the end of what is open."""
    inner = opened[-1]
    if not inner.items:
        return f"{_first_word(opened[:-1])} right behind ("
    if _lacks_head(inner):
        return "the head of the rule, a relation, behind <="
    if inner.word == "NOT" and len(inner.items) == 2:
        return ")"
    if inner.word in ("OR", "NOT") and len(inner.items) == 1:
        return f"a condition behind {str(inner.items[0]).lower()}"
    if inner.word in ("ARROW", *WORDS):
        return "a condition or )"
    return f"an argument of {cut(str(inner.items[0]))}, or )"


def _first_word(outer: Sequence[_Open]) -> str:
    """What may stand right behind a parenthesis within these."""
    if not outer:
        return "the name of a relation, or <=,"
    if outer[-1].word not in ("ARROW", *WORDS):
        return "the name of a function"
    if _lacks_head(outer[-1]):
        return "the name of a relation"
    return "the name of a relation, or not, or, and,"


def _lacks_head(one: _Open) -> bool:
    return one.word == "ARROW" and len(one.items) == 1
