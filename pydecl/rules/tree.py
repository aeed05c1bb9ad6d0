"""Reads `.tree` files, whose grammar is `grammars/tree.lark`, and says what is wrong with the others.

>>> tree = read_tree("a max (b min (d 1  e 2)  c 1r3)", "small.tree")
>>> for fact in tree_facts(tree):
...     print(fact)
root(a)
inner(a,max,[b,c])
inner(b,min,[d,e])
leaf(d,max,1)
leaf(e,max,2)
leaf(c,min,1r3)
>>> read_tree("a max (b min (d 1  e)  c 3)", "small.tree")
Traceback (most recent call last):
    ...
pydecl.errors.SourceError: small.tree:1:20: e has neither value nor mover: expected a number, inf, -inf or ?,
or max or min; found )
  a max (b min (d 1  e)  c 3)
                     ^
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import cast

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken

from pydecl.errors import Diagnostic, SourceError
from pydecl.model.game import Player
from pydecl.model.number import Number
from pydecl.model.reader import TermSyntaxError, read_term
from pydecl.model.term import Atom, Compound, PrologList, Term, atom_text
from pydecl.model.tree import Inner, Leaf, Node, Tree
from pydecl.paths import grammar_file


def read_tree(text: str, file: str) -> Tree:
    """The tree that the text of a `.tree` file stands for; `file` is its name, for messages.

    Raises:
        SourceError: the first fault of syntax; or all names used twice, wrong movers and impossible values.
    """
    text = text.removeprefix("\ufeff")
    source = _Source(file, text.split("\n"))
    try:
        written = cast(_Written, _parser().parse(text))
    except UnexpectedInput as error:
        raise SourceError([_syntax_fault(source, text, error)]) from None
    return _checked(source, written)


def tree_facts(tree: Tree) -> list[Term]:
    """The facts that `prolog/games/tree.pl` wants: root/1, and inner/3 or leaf/3 for each node."""
    facts: list[Term] = [Compound("root", (Atom(tree.root.name),))]
    for node in tree.nodes:
        name, mover = Atom(node.name), Atom(node.mover.value)
        if isinstance(node, Inner):
            facts.append(Compound("inner", (name, mover, PrologList(tuple(map(Atom, node.children))))))
        else:
            value = Atom("unknown") if node.value is None else node.value
            facts.append(Compound("leaf", (name, mover, value)))
    return facts


@dataclass(frozen=True)
class _Source:
    """A file's name and lines, which every diagnostic shows."""

    file: str
    lines: list[str]

    def fault(self, line: int, column: int, message: str) -> Diagnostic:
        source_line = self.lines[line - 1].rstrip("\r")
        return Diagnostic(self.file, line, column, message, source_line if len(source_line) <= 400 else "")

    def fault_at(self, token: Token, message: str) -> Diagnostic:
        return self.fault(token.line or 1, token.column or 1, message)


# Parsing


@dataclass(slots=True)
class _Written:
    """A node as the file has it."""

    name: Token
    mover: Token | None
    value: Token | None
    children: list[_Written] = field(default_factory=list)


class _Build(Transformer[Token, _Written]):
    """Makes nodes while the parser runs: nothing here or there recurs into the depth of the tree."""

    def inner(self, parts: list[Token | _Written]) -> _Written:
        name, mover, *children = parts
        return _Written(cast(Token, name), cast(Token, mover), None, cast(list[_Written], children))

    def leaf(self, parts: list[Token]) -> _Written:
        return _Written(parts[0], parts[1] if len(parts) == 3 else None, parts[-1])


@cache
def _parser() -> Lark:
    grammar = grammar_file("tree.lark").read_text("utf-8")
    # The basic lexer: a word means the same wherever it stands, so that messages can name it.
    return Lark(grammar, parser="lalr", lexer="basic", transformer=_Build())


# What a tree must be beyond its syntax


def _checked(source: _Source, root: _Written) -> Tree:
    faults: list[Diagnostic] = []
    nodes: list[Node] = []
    first_uses: dict[str, Token] = {}
    todo: list[tuple[_Written, Node | None]] = [(root, None)]
    while todo:
        written, parent = todo.pop()
        faults += _faults(source, written, parent, first_uses)
        node = _node(written, parent)
        nodes.append(node)
        todo += [(child, node) for child in reversed(written.children)]
    if faults:
        raise SourceError(faults)
    return Tree(tuple(nodes))


def _node(written: _Written, parent: Node | None) -> Node:
    """The node as it is written; what is wrong with it is not its business."""
    name = _name(written.name) or ""
    mover = parent.mover.opponent if parent else Player.MAX
    if written.mover is not None:
        mover = Player(written.mover.lower())
    if written.value is not None:
        return Leaf(name, mover, _value(written.value)[0])
    return Inner(name, mover, tuple(_name(child.name) or "" for child in written.children))


def _faults(
    source: _Source, written: _Written, parent: Node | None, first_uses: dict[str, Token]
) -> Iterator[Diagnostic]:
    """What is wrong with one node; `first_uses` has the names before it and receives its own."""
    shown = _shown(written.name)
    name = _name(written.name)
    if name is None:
        yield source.fault_at(written.name, f"{shown} is no atom: expected escapes as in Prolog")
    elif (first := first_uses.setdefault(name, written.name)) is not written.name:
        yield source.fault_at(written.name, f"the name {shown} is used twice, first in line {first.line}")
    if parent and written.mover is not None and Player(written.mover.lower()) is parent.mover:
        mover, above = parent.mover, _cut(atom_text(parent.name))
        message = (
            f"{mover.name} is to move in {shown} and in its parent {above}: expected {mover.opponent.name}"
        )
        yield source.fault_at(written.mover, message)
    if written.value is not None:
        if not parent and written.mover is None:
            message = f"nobody is to move in the root {shown}: expected max or min before its value"
            yield source.fault_at(written.value, message)
        _, wrong = _value(written.value)
        if wrong:
            yield source.fault_at(written.value, wrong)


def _name(token: Token) -> str | None:
    """The name without its quotes; None where an escape in it means nothing."""
    if not token.startswith("'"):
        return str(token)
    try:
        return cast(Atom, read_term(token)).name
    except (TermSyntaxError, ValueError, OverflowError):
        return None


def _value(token: Token) -> tuple[Number | None, str]:
    """The value that is written, or what is wrong with it."""
    if token == "?":
        return None, ""
    if token.endswith("inf"):
        return -math.inf if token.startswith("-") else math.inf, ""
    try:
        value = cast(Number, read_term(token.removeprefix("+")))
    except TermSyntaxError:
        return None, f"{_shown(token)} is no number: expected a denominator other than 0"
    if isinstance(value, float) and math.isinf(value):
        return None, f"{_shown(token)} is beyond the largest decimal: expected a smaller number, or inf"
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator, ""
    return value, ""


# What is wrong with the syntax

_FOUND = re.compile(r"'[^\n]*|[^\s(),%]+|.", re.DOTALL)

_VALUE = "a number, inf, -inf or ?"


def _syntax_fault(source: _Source, text: str, error: UnexpectedInput) -> Diagnostic:
    """Says what was expected, from the last thing that the parser understood."""
    stack = error.interactive_parser.parser_state.value_stack
    last = stack[-1] if stack else Token("START", "")
    after = last.type if isinstance(last, Token) else "NODE"
    opened = [at for at, item in enumerate(stack) if isinstance(item, Token) and item.type == "LPAR"]
    if after == "RPAR":
        opened.pop()  # this one is closed, but its node is not made yet
    parent = _shown(stack[opened[-1] - 2]) if opened else ""
    found, line, column = _found(text, error)
    what = f"found {_cut(found)}{_hint(found)}" if found else "found the end of the file"

    if found.startswith("'") and not isinstance(error, UnexpectedToken):
        message = "the quote of this name is not closed: expected another ' in the same line"
    elif after == "NAME":
        name = _shown(last)
        if found == "(":
            message = f"{name} has children but no mover: expected max or min before ("
        elif isinstance(error, UnexpectedToken):
            message = f"{name} has neither value nor mover: expected {_VALUE}, or max or min; {what}"
            return source.fault_at(last, message)
        else:
            message = f"expected {_VALUE}, or max or min, after {name}; {what}"
    elif after == "MOVER":
        name = _shown(stack[-2])
        message = f"expected ( and the children of {name}, or the value of a leaf, after {last}; {what}"
    elif opened and not found:
        return source.fault_at(stack[opened[-1]], f"the parenthesis of {parent} is not closed: expected )")
    elif after == "LPAR" and found == ")":
        message = f"{parent} has no children: expected one or more nodes between ( and )"
    elif after == "LPAR":
        message = f"expected the name of the first child of {parent}; {what}{_name_hint(found)}"
    elif opened:
        message = f"expected the name of another child of {parent}, or ); {what}{_name_hint(found)}"
    elif after != "START" and found == ")":
        message = "expected the end of the file: every ( is closed already; found )"
    elif after != "START":
        message = f"expected the end of the file: it has its tree already; {what}"
    elif not found:
        message = "expected a tree, such as a max (b 1  c 2); found the end of the file"
    else:
        message = f"expected the name of the root; {what}{_name_hint(found)}"
    return source.fault(line, column, message)


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
        return ": blanks alone divide the nodes"
    if re.match(r"\.[0-9]", found):
        return f": a decimal begins with a digit, as in 0{_cut(found)}"
    if re.fullmatch(r"[+-]?[0-9]+/[0-9]+", found):
        return f": a rational is written {_cut(found.replace('/', 'r'))}"
    return ""


def _name_hint(found: str) -> str:
    """How a word that cannot be a name as it stands would be one."""
    reserved = found.lower() in ("max", "min", "inf")
    return f": as a name it needs quotes, '{_cut(found)}'" if reserved or found[:1].isupper() else ""


def _shown(token: Token) -> str:
    return _cut(str(token))


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"
