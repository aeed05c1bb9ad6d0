"""The text of a rules file with the files that it includes, in which every clause has its place.

The text of an included file is put behind that of the file; a span tells by its offset which of them it is
in. In pydecl's own texts `:- if` asks nothing but what rules define: `defines(moves/2)`, or `\\+` that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from pydecl.compiler.frontend.terms import arguments, indicator, is_goal, simple, term_line
from pydecl.errors import InputError
from pydecl.model.term import Atom
from pydecl.rules.reader import read_rules
from pydecl.rules.source import read_source
from pydecl.rules.syntax import Constant, Items, Named, Node, RulesText, Span, Structure

Defines = Callable[[tuple[str, int]], bool]
"""Whether rules define a predicate."""


class Sources:
    """A rules file and what it includes, with the offset at which the spans of each begin."""

    def __init__(self, rules: RulesText) -> None:
        self.parts: list[tuple[int, RulesText]] = [(0, rules)]

    def terms(self, defines: Defines = lambda _: False) -> Iterator[tuple[Node, Span]]:
        """The terms of the last text, in order, each with its place.

        Those of an included file stand for the directive that includes it; what conditional compilation
        leaves out is left out.
        """
        offset, rules = self.parts[-1]
        # whether clauses are taken in each branch that is open, and whether they were in one before
        branches: list[tuple[bool, bool]] = []
        for clause in rules.clauses:
            goal = simple(clause.body) if clause.head is None and clause.body is not None else clause.term
            name, _ = indicator(goal) or ("", 0)
            if clause.head is None and name in ("if", "elif", "else"):
                _, had = branches.pop() if name != "if" else (False, False)
                holds = not had and (name == "else" or _holds(arguments(goal)[0], defines))
                branches.append((holds, had or holds))
            elif clause.head is None and name == "endif":
                branches.pop()
            elif not all(taken for taken, _ in branches):
                continue
            elif clause.head is None and is_goal(goal, "include", 1):
                (named,) = arguments(goal)  # 'board', or chess/board
                name, number = indicator(named) or ("", 0)
                path = Path(rules.file).parent / f"{term_line(named) if number else name}.pl"
                self.add(read_rules(read_source(path), str(path)))
                yield from self.terms(defines)
            else:
                yield _moved(clause.term, offset), _span(clause.span, offset)

    def add(self, text: RulesText) -> None:
        """Put a text behind the others."""
        start, last = self.parts[-1]
        self.parts.append((start + len(last.text) + 1, text))

    def located(self, span: Span) -> tuple[RulesText, int, int]:
        """The text that a span is in, and the line and column in which it begins."""
        start, rules = next(part for part in reversed(self.parts) if part[0] <= span.start)
        line, column = rules.place(span.start - start)
        return rules, line, column


def _holds(condition: Node, defines: Defines) -> bool:
    if is_goal(condition, "\\+", 1):
        return not _holds(arguments(condition)[0], defines)
    if not is_goal(condition, "defines", 1):
        raise InputError(f":- if({term_line(condition)}): a text of pydecl's own asks only what rules define")
    return defines(indicated(arguments(condition)[0]))


def indicated(node: Node) -> tuple[str, int]:
    """The predicate that `Name/Arity` names."""
    name, arity = arguments(node)
    assert isinstance(name, Constant)
    assert isinstance(arity, Constant)
    assert isinstance(name.value, Atom)
    assert isinstance(arity.value, int)
    return name.value.name, arity.value


def _span(span: Span, offset: int) -> Span:
    return Span(span.start + offset, span.end + offset) if offset else span


def _moved(node: Node, offset: int) -> Node:
    """The same term with its spans further on."""
    if not offset:
        return node
    span = _span(node.span, offset)
    if isinstance(node, Structure):
        args = tuple(_moved(arg, offset) for arg in node.args)
        return Structure(node.name, args, span, _span(node.functor, offset))
    if isinstance(node, Items):
        tail = None if node.tail is None else _moved(node.tail, offset)
        return Items(tuple(_moved(item, offset) for item in node.items), tail, span)
    if isinstance(node, Named):
        return Named(node.name, span)
    return Constant(node.value, span, node.quoted)
