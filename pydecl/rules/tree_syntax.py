"""What is wrong with the syntax of a `.tree` file, said from the last thing that the parser understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any, cast

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken
from lark import Tree as Nodes

from pydecl.errors import Diagnostic
from pydecl.model.game import Outcome
from pydecl.model.tree import Mark
from pydecl.paths import grammar_file
from pydecl.rules.finding import LONGEST_LINE

_FOUND = re.compile(r"'[^\n]*|[^\s(),%]+|.", re.DOTALL)

_VALUE = "a number, inf, -inf or ?"
_MOVER = "max, min or chance"
ENDS = tuple(outcome.value for outcome in Outcome)
_MARKS = (*ENDS, *(mark.value for mark in Mark))


@dataclass(frozen=True)
class Source:
    """A file's name and lines, which every diagnostic shows."""

    file: str
    lines: list[str]

    def fault(self, line: int, column: int, message: str) -> Diagnostic:
        shown = self.lines[line - 1].rstrip("\r")
        return Diagnostic(self.file, line, column, message, shown if len(shown) <= LONGEST_LINE else "")

    def fault_at(self, token: Token, message: str) -> Diagnostic:
        return self.fault(token.line or 1, token.column or 1, message)


@cache
def parser(grammar: str, build: type[Transformer[Token, Any]]) -> Lark:
    """The parser of this name's grammar, which builds while it reads."""
    text = grammar_file(f"{grammar}.lark").read_text("utf-8")
    # The basic lexer: a word means the same wherever it stands, so that messages can name it.
    return Lark(text, parser="lalr", lexer="basic", transformer=build())


def syntax_fault(source: Source, text: str, error: UnexpectedInput) -> Diagnostic:
    """Says what was expected, from the last things that the parser understood."""
    stack = error.interactive_parser.parser_state.value_stack
    is_word = isinstance(error, UnexpectedToken)
    found, line, column = _found(text, error)
    what = f"found {cut(found.rstrip(' :') or found) or 'the end of the file'}{_hint(found)}"
    begun = _begun(stack)
    opened = [at for at, item in enumerate(stack) if token_type(item) == "LPAR"]
    if stack and token_type(stack[-1]) == "RPAR":
        opened.pop()  # this one is closed, but its node is not made yet
    if found.startswith("'") and not is_word:
        message = "the quote of this name is not closed: expected another ' on the same line"
    elif len(begun) == 1 and is_word and found != "(":
        if found.lower() in _MARKS:
            what += ": a mark follows the value"
        what += _near(found, ("max", "min", "chance")) or _near(begun[0], _MARKS)
        message = f"{cut(begun[0])} has neither value nor mover: expected {_VALUE}, or {_MOVER}; {what}"
        return source.fault_at(begun[0], message)
    elif unfinished := _unfinished(begun, found, what):
        message = unfinished
    elif opened and not found and token_type(stack[-1]) not in ("PROBABILITY", "CARET"):
        parent = cut(_begun(stack[: opened[-1]])[0])
        return source.fault_at(stack[opened[-1]], f"the parenthesis of {parent} is not closed: expected )")
    else:
        message = _misplaced(stack, _begun(stack[: opened[-1]]) if opened else [], found, what)
    return source.fault(line, column, message)


def token_type(item: object) -> str:
    """The type of what is on the parser's stack, where it is no node."""
    return item.type if isinstance(item, Token) else ""


def _begun(stack: Sequence[object]) -> list[Token]:
    """The words at the stack's end of a node whose children are not begun; empty where there is none."""
    words: list[Token] = []
    for at in range(len(stack) - 1, -1, -1):
        item = stack[at]
        if isinstance(item, Nodes):
            words += reversed(cast(list[Token], item.children))  # the marks
        elif isinstance(item, Token) and item.type in ("NAME", "MOVER", "CHANCE", "VALUE", "MARK"):
            words.append(item)
        else:
            break
        if token_type(item) == "NAME":
            return [] if at and token_type(stack[at - 1]) == "CARET" else words[::-1]
    return []


def _unfinished(begun: list[Token], found: str, what: str) -> str:
    """What a node lacks that is begun, if it lacks anything."""
    types = {word.type for word in begun}
    if not begun or ("VALUE" in types and ("MOVER" in types or found != "(")):
        return ""
    name = cut(begun[0])
    if "CHANCE" in types:
        return f"expected ( and the children of {name} after chance: it has no value and no marks; {what}"
    if "MOVER" in types and "MARK" in types:
        return f"expected ( and the children of {name} after its marks, or its value before them; {what}"
    if "MOVER" in types:
        return f"expected ( and the children of {name}, or its value, after {begun[-1]}; {what}"
    if found == "(":
        follower = cut(begun[1]) if len(begun) > 1 else "("
        return f"{name} has children but no mover: expected {_MOVER} before {follower}"
    return f"expected {_VALUE}, or {_MOVER}, after {name}; {what}"


def _misplaced(stack: Sequence[object], above: list[Token], found: str, what: str) -> str:
    """What was expected where a node, or the end, might stand; `above` are the words of the open parent."""
    after = token_type(stack[-1]) if stack else "START"
    parent = cut(above[0]) if above else ""
    child, hint = "the name of", _name_hint(found)
    if after == "CARET":
        return f"expected the name of a node after ^; {what}{hint}"
    if after == "PROBABILITY":
        return f"expected the name of a child of {parent} after its probability; {what}{hint}"
    if above and above[-1].type == "CHANCE":
        child, hint = "the probability and the name of", ""
        if found[:1].isdigit() and not found.endswith(":"):
            hint = ": a probability ends with a colon"
    if after == "RPAR" and found.lower() in _MARKS:
        what, hint = f"{what}: a mark stands before the children", ""
    if after == "LPAR" and found == ")":
        return f"{parent} has no children: expected one or more nodes between ( and )"
    if after == "LPAR":
        return f"expected {child} the first child of {parent}; {what}{hint}"
    if above:
        return f"expected {child} another child of {parent}, or ); {what}{hint}"
    if after != "START" and found == ")":
        return "expected the end of the file: every ( is closed already; found )"
    if after != "START":
        return f"expected the end of the file: it has its tree already; {what}"
    if not found:
        return "expected a tree, such as a max (b 1  c 2); found the end of the file"
    return f"expected the name of the root; {what}{hint}"


def _found(text: str, error: UnexpectedInput) -> tuple[str, int, int]:
    """What stands where the parser stopped, empty at the text's end, with its line and column."""
    if isinstance(error, UnexpectedToken):
        token = error.token
        if token.type != "$END":
            return str(token), token.line or 1, token.column or 1
        # The place is the last thing's; the fault is behind it.
        return "", token.end_line or 1, token.end_column or 1
    match = _FOUND.match(text, error.pos_in_stream or 0)
    return match[0] if match else "", error.line, error.column


def _hint(found: str) -> str:
    """What is meant by a thing that can stand nowhere."""
    if found == ",":
        return ": only blanks separate nodes"
    if found.endswith(":"):
        return ": a colon follows the probability of a chance node's child, and nowhere else"
    if re.match(r"\.[0-9]", found):
        return f": a decimal begins with a digit, as in 0{cut(found)}"
    if re.fullmatch(r"[+-]?[0-9]+/[0-9]+", found):
        return f": a rational is written {cut(found.replace('/', 'r'))}"
    return ""


def _name_hint(found: str) -> str:
    """How a word that cannot be a name as it stands would be one."""
    reserved = found.lower() in ("max", "min", "chance", "inf", *_MARKS)
    return f": as a name it needs quotes, '{cut(found)}'" if reserved or found[:1].isupper() else ""


def _near(text: str, words: Sequence[str]) -> str:
    """What a misspelt word may be meant to be."""
    near = get_close_matches(text, words, 1, 0.75)
    return f"; near {cut(text)}: {near[0]}" if near else ""


def cut(text: str) -> str:
    """A text that is too long for a message cut short."""
    return text if len(text) <= 40 else text[:40] + "…"
