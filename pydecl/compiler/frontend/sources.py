"""The text of a rules file with the files that it includes, in which every clause has its place.

The text of an included file is put behind that of the file; a span tells by its offset which of them it is
in.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydecl.compiler.frontend.terms import arguments, is_goal
from pydecl.errors import PydeclError
from pydecl.model.term import Atom
from pydecl.rules.reader import read_rules
from pydecl.rules.source import read_source
from pydecl.rules.syntax import Clause, Constant, Items, Kind, Named, Node, RulesText, Span, Structure

MOST_FILES = 100


@dataclass
class Sources:
    """A rules file and what it includes, with the offset at which the spans of each begin."""

    rules: RulesText
    read: list[Clause] = field(default_factory=list)
    """All terms in the order in which SWI-Prolog reads them: an included file's behind the directive."""
    left_out: Container[Span] = frozenset()
    """What conditional compilation leaves out, `:- if` and `:- endif` among it, if that is known."""

    def __post_init__(self) -> None:
        self.parts: list[tuple[int, RulesText]] = [(0, self.rules)]

    def clauses(self, rules: RulesText, offset: int = 0) -> Iterator[Clause]:
        """The clauses in order; those of an included file stand for the directive that includes it."""
        for clause in rules.clauses:
            moved = clause if offset == 0 else _moved_clause(clause, offset)
            is_here = moved.span not in self.left_out
            if is_here:
                self.read.append(moved)
            if clause.kind in (Kind.DIRECTIVE, Kind.QUERY):
                included = self._included(clause, rules)
                if included is not None:
                    yield from self.clauses(included, self.add(included))
                    continue
            if is_here:
                yield moved

    def add(self, text: RulesText) -> int:
        """Put a text behind the others; its offset."""
        start, last = self.parts[-1]
        start += len(last.text) + 1
        self.parts.append((start, text))
        return start

    def line_of(self, span: Span) -> tuple[int, int]:
        """The line in which a span begins, and the number of its text."""
        number = max(i for i, (start, _) in enumerate(self.parts) if start <= span.start)
        start, text = self.parts[number]
        return text.place(span.start - start)[0], number

    def _included(self, clause: Clause, rules: RulesText) -> RulesText | None:
        """The file that a directive includes, if it can be read."""
        body = clause.body
        if body is None or not is_goal(body, "include", 1) or len(self.parts) >= MOST_FILES:
            return None
        name = _path(arguments(body)[0])
        if name is None:
            return None
        for ending in ("", ".pl", ".prolog"):
            path = Path(rules.file).parent / (name + ending)
            if path.is_file():
                try:
                    return read_rules(read_source(path), str(path))
                except PydeclError:
                    return None
        return None

    def place(self, span: Span) -> str:
        """Where a span begins, as file:line:column."""
        rules, line, column = self.located(span)
        return f"{rules.file}:{line}:{column}"

    def line(self, span: Span) -> str:
        """The line in which a span begins."""
        rules, line, _ = self.located(span)
        return rules.line(line)

    def located(self, span: Span) -> tuple[RulesText, int, int]:
        """The text that a span is in, and the line and column in which it begins."""
        start, rules = next(part for part in reversed(self.parts) if part[0] <= span.start)
        line, column = rules.place(span.start - start)
        return rules, line, column


def _path(node: Node) -> str | None:
    if isinstance(node, Constant) and isinstance(node.value, Atom):
        return node.value.name
    if is_goal(node, "/", 2):
        parts = [_path(part) for part in arguments(node)]
        return "/".join(part for part in parts if part is not None) if None not in parts else None
    return None


def _moved_clause(clause: Clause, offset: int) -> Clause:
    head = None if clause.head is None else moved_term(clause.head, offset)
    body = None if clause.body is None else moved_term(clause.body, offset)
    return Clause(
        moved_term(clause.term, offset),
        moved_span(clause.span, offset),
        clause.kind,
        head,
        body,
        clause.module,
    )


def moved_span(span: Span, offset: int) -> Span:
    """The same place further on."""
    return Span(span.start + offset, span.end + offset)


def moved_term(node: Node, offset: int) -> Node:
    """The same term with its spans further on."""
    span = moved_span(node.span, offset)
    if isinstance(node, Structure):
        args = tuple(moved_term(arg, offset) for arg in node.args)
        return Structure(node.name, args, span, moved_span(node.functor, offset))
    if isinstance(node, Items):
        tail = None if node.tail is None else moved_term(node.tail, offset)
        return Items(tuple(moved_term(item, offset) for item in node.items), tail, span)
    if isinstance(node, Named):
        return Named(node.name, span)
    return Constant(node.value, span, node.quoted)
