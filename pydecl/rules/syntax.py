"""A rules file as clauses, every part of which knows its place in the text.

Places are spans of character offsets in the file's text; `RulesText.place` makes lines and columns of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property

from pydecl.model.term import Atom, PrologString
from pydecl.rules.finding import LONGEST_LINE, Code, Finding


@dataclass(frozen=True, slots=True)
class Span:
    """The characters from `start` up to, not including, `end`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Constant:
    """An atom, a number or a string. `quoted` says whether an atom was written in quotes."""

    value: Atom | PrologString | int | float | Fraction
    span: Span
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """A variable; `_` is one that is met nowhere else."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Structure:
    """A compound: `functor` is the place of its name or operator. `{a}` is `{}(a)`."""

    name: str
    args: tuple[Node, ...]
    span: Span
    functor: Span


@dataclass(frozen=True, slots=True)
class Items:
    """A list in brackets; `tail` is what follows the bar. Code lists in backquotes are lists, too."""

    items: tuple[Node, ...]
    tail: Node | None
    span: Span


Node = Constant | Named | Structure | Items


class Kind(Enum):
    """What a clause of a file is."""

    CLAUSE = "clause"
    """A fact or a rule."""

    GRAMMAR = "grammar rule"
    DIRECTIVE = "directive"
    QUERY = "query"
    """`?- Goal`: as a directive."""


@dataclass(frozen=True)
class Clause:
    """One clause as it stands in the file. `span` goes from its first character to its full stop.

    `head` and `body` are None where there is none: a directive has only a body, a fact only a head. `module`
    is what the head is qualified with (`user:p(X)`), None where it is not.
    """

    term: Node
    span: Span
    kind: Kind
    head: Node | None
    body: Node | None
    module: str | None = None

    @property
    def indicator(self) -> tuple[str, int] | None:
        """Name and arity of the predicate that it is a clause of, or None."""
        extra = 2 if self.kind is Kind.GRAMMAR else 0
        if isinstance(self.head, Structure):
            return self.head.name, len(self.head.args) + extra
        if isinstance(self.head, Constant) and isinstance(self.head.value, Atom):
            return self.head.value.name, extra
        return None

    @cached_property
    def variables(self) -> Mapping[str, Sequence[Span]]:
        """Where each variable stands, in order; `_` is left out."""
        found: dict[str, list[Span]] = {}
        for node in walk(self.term):
            if isinstance(node, Named) and node.name != "_":
                found.setdefault(node.name, []).append(node.span)
        return found


@dataclass(frozen=True)
class RulesText:
    """A file that was read: its clauses in order, and the faults of what is no clause."""

    file: str
    text: str
    clauses: Sequence[Clause]
    faults: Sequence[Finding] = ()

    @cached_property
    def _starts(self) -> list[int]:
        return line_starts(self.text)

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column, from 1, of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """A line of the text, from 1."""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")

    def finding(self, code: Code, span: Span, message: str, remedy: str = "") -> Finding:
        line, column = self.place(span.start)
        length = max(1, span.end - span.start)
        shown = self.source_line(line, column)
        return Finding(code, self.file, line, column, length, message, remedy, shown)

    def source_line(self, number: int, column: int) -> str:
        """A line that is shown with a place in it; empty where it is too long."""
        shown = self.line(number) if column <= LONGEST_LINE else ""
        return "" if len(shown) > LONGEST_LINE else shown


def line_starts(text: str) -> list[int]:
    """The offsets at which the lines of a text begin.

    >>> line_starts("a.\\nb.")
    [0, 3]
    """
    starts, at = [0], text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def walk(node: Node) -> Iterator[Node]:
    """A node and all that it is made of, in the order of the text where operators stand before operands."""
    todo = [node]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(reversed(parts(node)))


def parts(node: Node) -> tuple[Node, ...]:
    """What a term is made of."""
    if isinstance(node, Structure):
        return node.args
    if isinstance(node, Items):
        return node.items if node.tail is None else (*node.items, node.tail)
    return ()
