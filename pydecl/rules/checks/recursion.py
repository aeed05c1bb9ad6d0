"""Clauses that call themselves again with nothing gained."""

from __future__ import annotations

from collections.abc import Iterator

from pydecl.rules.catalogue.meaning import NO_PROGRESS
from pydecl.rules.checks.goals import Indicator, arguments, conjuncts, functor, place_of, same
from pydecl.rules.checks.predicates import Predicates, shown
from pydecl.rules.finding import Finding
from pydecl.rules.syntax import Clause, Kind, Named, Node, walk

TESTS = {
    *(
        (name, 2)
        for name in ("<", ">", "=<", ">=", "=:=", "=\\=", "==", "\\==", "\\=", "@<", "@>", "@=<", "@>=")
    ),
    *(
        (name, 1)
        for name in ("var", "nonvar", "atom", "number", "integer", "atomic", "compound", "ground", "\\+")
    ),
    ("true", 0),
}
"""Goals that bind nothing: where one holds once, it holds again."""


def without_progress(predicates: Predicates) -> Iterator[Finding]:
    """Clauses of what is not tabled whose recursive call is the call that they were made for."""
    for indicator, clauses in predicates.clauses.items():
        if indicator not in predicates.declared["table"]:
            for clause in clauses:
                if clause.kind is Kind.CLAUSE and (call := _same_call(clause)) is not None:
                    yield _finding(predicates, indicator, call)


def _finding(predicates: Predicates, indicator: Indicator, call: Node) -> Finding:
    message = f"{shown(indicator)} calls itself again without making progress: this never ends"
    return predicates.rules.finding(NO_PROGRESS, place_of(call), message)


def _same_call(clause: Clause) -> Node | None:
    """The call that is no nearer to an end than the clause's own head."""
    assert clause.head is not None
    goals = conjuncts(clause.body)
    for at, goal in enumerate(goals):
        if functor(goal) == functor(clause.head):
            is_first = at == 0
            return goal if _is_as_general(clause.head, goal, any_order=is_first, fresh=is_first) else None
        if functor(goal) not in TESTS:
            return None
    return None


def _is_as_general(head: Node, goal: Node, *, any_order: bool, fresh: bool) -> bool:
    """Whether each argument of a call is the head's own, or a variable that is met here first.

    In any order, where the head takes everything.
    """
    heads, goals = arguments(head), arguments(goal)
    known = {node.name for node in walk(head) if isinstance(node, Named)}
    new = [
        node.name
        for node in goals
        if isinstance(node, Named) and (node.name == "_" or node.name not in known)
    ]
    if new and not fresh:
        return False
    if all(_is_new(node, known) or same(node, own) for own, node in zip(heads, goals, strict=True)):
        return _are_distinct(new)
    names = [node.name for node in goals if isinstance(node, Named)]
    own = [node.name for node in heads if isinstance(node, Named)]
    whole = len(names) == len(goals) and len(own) == len(heads)
    return any_order and whole and _are_distinct(names) and _are_distinct(own)


def _is_new(node: Node, known: set[str]) -> bool:
    return isinstance(node, Named) and (node.name == "_" or node.name not in known)


def _are_distinct(names: list[str]) -> bool:
    told = [name for name in names if name != "_"]
    return len(set(told)) == len(told)
