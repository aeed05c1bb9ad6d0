"""Reads `.tree` files, whose grammar is `grammars/tree.lark`, and says what is wrong with the others.

>>> from pydecl.model.tree import tree_facts
>>> tree = read_tree("a max (b min (d 1  e 2)  c 1r3)", "small.tree")
>>> for fact in tree_facts(tree):
...     print(fact)
root(a)
inner(a,max,[b,c])
inner(b,min,[d,e])
leaf(d,max,1)
leaf(e,max,2)
leaf(c,min,1r3)
>>> for fact in tree_facts(read_tree("a chance (1r3: b min 1 won turbulent  2r3: ^a)", "loop.tree")):
...     print(fact)
root(a)
chance_node(a,[-(1r3,b),-(2r3,a)])
leaf(b,min,1)
mark(b,won)
mark(b,turbulent)
>>> read_tree("a max (b min (d 1  e)  c 3)", "small.tree")
Traceback (most recent call last):
    ...
pydecl.errors.SourceError: small.tree:1:20: e has neither value nor mover: expected a number, inf, -inf or ?,
or max, min or chance; found )
  a max (b min (d 1  e)  c 3)
                     ^
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from typing import cast

from lark import Token, Transformer, UnexpectedInput

from pydecl.errors import Diagnostic, SourceError
from pydecl.model.game import Outcome, Player
from pydecl.model.number import Number, exact, number_text
from pydecl.model.reader import TermSyntaxError, read_term
from pydecl.model.term import Atom, atom_text
from pydecl.model.tree import Chance, Inner, Leaf, Mark, Node, Tree, tree_below
from pydecl.rules.tree_syntax import ENDS, Source, cut, parser, syntax_fault


def read_tree(text: str, file: str) -> Tree:
    """The tree that the text of a `.tree` file stands for; `file` is its name, for messages.

    Raises:
        SourceError: the first fault of syntax; or, all at once, the names used twice or nowhere told, the
            wrong movers and marks, the impossible values and probabilities.
    """
    text = text.removeprefix("\ufeff")
    source = Source(file, text.split("\n"))
    try:
        written = cast(_Written, parser("tree", _Build).parse(text))
    except UnexpectedInput as error:
        raise SourceError([syntax_fault(source, text, error)]) from None
    return _checked(source, written)


# Parsing


@dataclass(slots=True)
class _Written:
    """A node as the file has it; or a reference to one, which has a caret and a name."""

    name: Token
    mover: Token | None = None
    value: Token | None = None
    marks: list[Token] = field(default_factory=list)
    children: list[_Written] = field(default_factory=list)
    probability: Token | None = None
    caret: Token | None = None

    @property
    def is_chance(self) -> bool:
        return self.mover is not None and self.mover.type == "CHANCE"


class _Build(Transformer[Token, _Written]):
    """Makes nodes while the parser runs: nothing here or there recurs into the depth of the tree."""

    def inner(self, parts: list[Token | _Written]) -> _Written:
        node = _Written(cast(Token, parts[0]))
        probability = None
        for part in parts[1:]:
            if isinstance(part, _Written):
                part.probability, probability = probability, None
                node.children.append(part)
            elif part.type == "VALUE":
                node.value = part
            elif part.type == "MARK":
                node.marks.append(part)
            elif part.type == "PROBABILITY":
                probability = part
            else:
                node.mover = part
        return node

    leaf = chance = inner

    def reference(self, parts: list[Token]) -> _Written:
        return _Written(parts[1], caret=parts[0])


# What a tree must be beyond its syntax


def _checked(source: Source, root: _Written) -> Tree:
    faults: list[Diagnostic] = []
    told: dict[str, Node] = {}
    first_uses: dict[str, Token] = {}
    references: list[tuple[_Written, Node]] = []
    # Who is due by default: the opponent of the nearest player above.
    todo: list[tuple[_Written, Node | None, Player | None]] = [(root, None, None)]
    while todo:
        written, parent, due = todo.pop()
        if written.probability and _probability(written.probability) is None:
            faults.append(_probability_fault(source, written.probability))
        if written.caret and parent:
            references.append((written, parent))
            continue
        faults += _name_faults(source, written.name, first_uses)
        faults += _mover_faults(source, written, parent, due)
        faults += _sum_faults(source, written)
        faults += _value_faults(source, written)
        faults += _mark_faults(source, written)
        node = _node(written, due)
        told.setdefault(node.name, node)
        below = due if isinstance(node, Chance) else node.mover.opponent
        todo += [(child, node, below) for child in reversed(written.children)]
    faults += _reference_faults(source, references, told)
    if faults:
        raise SourceError(sorted(faults, key=lambda fault: (fault.line, fault.column)))
    return tree_below(_name(root.name) or "", told)


def _node(written: _Written, due: Player | None) -> Node:
    """The node as it is written; what is wrong with it is not its business."""
    name = _name(written.name) or ""
    children = tuple(_name(child.name) or "" for child in written.children)
    if written.is_chance:
        return Chance(name, children, tuple(_probabilities(written)))
    mover = Player(written.mover.lower()) if written.mover else due or Player.MAX
    value = _value(written.value)[0] if written.value else None
    words = [token.lower() for token in written.marks]
    marks = frozenset(mark for mark in Mark if mark.value in words)
    if children:
        return Inner(name, mover, children, value, marks)
    outcome = next((outcome for outcome in Outcome if outcome.value in words), None)
    return Leaf(name, mover, value, outcome, marks)


def _name_faults(source: Source, token: Token, first_uses: dict[str, Token]) -> Iterator[Diagnostic]:
    """What is wrong with a name; `first_uses` has the names before it and receives it."""
    name = _name(token)
    if name is None:
        yield source.fault_at(token, f"{cut(token)} is not an atom: expected escapes as in Prolog")
    elif (first := first_uses.setdefault(name, token)) is not token:
        yield source.fault_at(token, f"the name {cut(token)} is used twice, first on line {first.line}")


def _mover_faults(
    source: Source, written: _Written, parent: Node | None, due: Player | None
) -> Iterator[Diagnostic]:
    shown = cut(written.name)
    if written.mover and isinstance(parent, Inner) and written.mover.lower() == parent.mover.value:
        yield source.fault_at(written.mover, _same_mover(shown, parent))
    if written.value and not written.mover and due is None:
        where = f"{shown}, which has only chance nodes above it" if parent else f"the root {shown}"
        message = f"nobody is to move in {where}: expected max or min before its value"
        yield source.fault_at(written.value, message)


def _same_mover(shown: str, parent: Inner) -> str:
    mover, above = parent.mover, cut(atom_text(parent.name))
    return f"{mover.name} is to move in {shown} and in its parent {above}: expected {mover.opponent.name}"


def _sum_faults(source: Source, written: _Written) -> Iterator[Diagnostic]:
    """Nothing where a probability has a fault of its own."""
    probabilities = _probabilities(written)
    if written.is_chance and len(probabilities) == len(written.children):
        above, below = _sum(probabilities)
        if above != below:
            exact = below.bit_length() < 100
            shown = number_text(Fraction(above, below)) if exact else f"about {above / below}"
            message = f"the probabilities of the children of {cut(written.name)} add up to {shown}"
            yield source.fault_at(written.name, f"{message}: expected 1")


def _sum(probabilities: Sequence[int | Fraction]) -> tuple[int, int]:
    """A numerator and a denominator; pair by pair, since any one may have a denominator of its own."""
    numerators: Counter[int] = Counter()
    for probability in probabilities:
        numerators[probability.denominator] += probability.numerator
    sums = [(above, below) for below, above in numerators.items()]
    while len(sums) > 1:
        pairs = zip(sums[::2], sums[1::2], strict=False)
        odd = sums[-1:] if len(sums) % 2 else []
        sums = [(a * d + c * b, b * d) for (a, b), (c, d) in pairs] + odd
    return sums[0]


def _value_faults(source: Source, written: _Written) -> Iterator[Diagnostic]:
    if written.value:
        value, wrong = _value(written.value)
        if not wrong and value is None and written.children:
            wrong = f"? is a value for leaves only: expected a number for {cut(written.name)}, or nothing"
        if wrong:
            yield source.fault_at(written.value, wrong)


def _mark_faults(source: Source, written: _Written) -> Iterator[Diagnostic]:
    shown = cut(written.name)
    seen: dict[str, None] = {}
    for token in written.marks:
        word = token.lower()
        ends = [mark for mark in (*seen, word) if mark in ENDS]
        if word in seen:
            yield source.fault_at(token, f"{shown} is marked {word} twice")
        elif word in ENDS and written.children:
            yield source.fault_at(token, f"{word} can only mark a leaf, and {shown} has children")
        elif word in ENDS and len(ends) > 1:
            yield source.fault_at(token, f"{shown} is marked {' and '.join(ends)}: expected one of them")
        seen[word] = None


_HINTS = 5
"""How many references to nothing are told what is near: each look goes over all names."""


def _reference_faults(
    source: Source, references: Sequence[tuple[_Written, Node]], told: dict[str, Node]
) -> Iterator[Diagnostic]:
    hints = 0
    for written, parent in references:
        name, shown = _name(written.name), cut(written.name)
        node = told.get(name or "")
        if name is None:
            yield from _name_faults(source, written.name, {})
        elif node is None:
            hints += 1
            near = get_close_matches(name, told) if hints <= _HINTS else []
            hint = f"; similar names: {', '.join(cut(atom_text(other)) for other in near)}" if near else ""
            yield source.fault_at(cast(Token, written.caret), f"no node of this file is named {shown}{hint}")
        elif isinstance(parent, Inner) and not isinstance(node, Chance) and node.mover is parent.mover:
            yield source.fault_at(cast(Token, written.caret), _same_mover(shown, parent))


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
        return None, f"{cut(token)} is not a number: expected a denominator other than 0"
    if isinstance(value, float) and math.isinf(value):
        return None, f"{cut(token)} is beyond the largest decimal: expected a smaller number, or inf"
    return exact(value) if isinstance(value, Fraction) else value, ""


def _probability(token: Token) -> int | Fraction | None:
    """The probability that is written before a colon; None where it is none."""
    match = re.fullmatch(r"\+?([0-9]+)(?:r([0-9]+))?[ \t]*:", token)
    above, below = (int(match[1]), int(match[2] or 1)) if match else (0, 1)
    return exact(Fraction(above, below)) if 0 < above <= below else None


def _probabilities(written: _Written) -> list[int | Fraction]:
    tokens = [child.probability for child in written.children if child.probability]
    return [probability for probability in map(_probability, tokens) if probability is not None]


def _probability_fault(source: Source, token: Token) -> Diagnostic:
    shown = cut(token[:-1].rstrip())
    message = f"{shown} is not a probability: expected 1, or a rational between 0 and 1 such as 1r6"
    return source.fault_at(token, message)
