"""Clauses that no call gets to, that stand apart from the others, or that call themselves for nothing."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from pydecl.rules.catalogue.meaning import NO_PROGRESS, UNREACHABLE
from pydecl.rules.catalogue.names import APART
from pydecl.rules.checks.arithmetic import COMPARISONS
from pydecl.rules.checks.goals import Indicator, arguments, conjuncts, functor, place_of, same
from pydecl.rules.checks.predicates import Predicates, shown
from pydecl.rules.finding import Finding
from pydecl.rules.syntax import Clause, Kind, Named, Node, walk


def clauses_apart(predicates: Predicates) -> Iterator[Finding]:
    """Clauses that stand apart from the earlier ones of their predicate, which is not declared so."""
    declared = predicates.declared["discontiguous"]
    begun: dict[Indicator, Clause] = {}
    told: set[Indicator] = set()
    last: Indicator | None = None
    for clause in predicates.rules.clauses:
        indicator = clause.indicator
        if indicator is None or clause.module is not None:
            continue
        if indicator != last and indicator in begun and indicator not in declared | told:
            told.add(indicator)
            line, _ = predicates.rules.place(begun[indicator].span.start)
            message = (
                f"this clause of {shown(indicator)} is separated from the others, which begin on line {line}"
            )
            yield predicates.at_head(clause, APART, message)
        begun.setdefault(indicator, clause)
        last = indicator


def unreachable_clauses(predicates: Predicates) -> Iterator[Finding]:
    """The clause after one that takes everything and cuts at once."""
    if predicates.declared["multifile"] or not predicates.is_all_here:
        return
    for indicator, clauses in predicates.clauses.items():
        for clause, following in itertools.pairwise(clauses):
            if _takes_all(clause):
                line, _ = predicates.rules.place(clause.span.start)
                message = (
                    f"no call gets here: the clause of {shown(indicator)} on line {line} takes all and cuts"
                )
                yield predicates.at_head(following, UNREACHABLE, message)
                break


def _takes_all(clause: Clause) -> bool:
    names = [arg.name for arg in arguments(clause.head) if isinstance(arg, Named)]
    if clause.kind is not Kind.CLAUSE or len(names) != len(arguments(clause.head)):
        return False
    first = next(conjuncts(clause.body), None)
    return _are_distinct(names) and first is not None and functor(first) == ("!", 0)


TESTS = {
    *(("true", 0), *COMPARISONS),
    *((name, 1) for name in ("var", "nonvar", "atom", "number", "integer", "atomic", "compound")),
    *((name, 1) for name in ("ground", "\\+")),
    *((name, 2) for name in ("==", "\\==", "\\=", "@<", "@>", "@=<", "@>=")),
}
"""Goals that bind nothing: where one holds once, it holds again."""


def without_progress(predicates: Predicates) -> Iterator[Finding]:
    """Clauses of what is not tabled whose recursive call is the call that they were made for."""
    for indicator, clauses in predicates.clauses.items():
        if indicator not in predicates.declared["table"]:
            for clause in clauses:
                if clause.kind is Kind.CLAUSE and (call := _same_call(clause)) is not None:
                    message = (
                        f"{shown(indicator)} calls itself again without making progress: this never ends"
                    )
                    yield predicates.rules.finding(NO_PROGRESS, place_of(call), message)


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
    new = [node.name for node in goals if isinstance(node, Named) and _is_new(node, known)]
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


CHECKS = (clauses_apart, unreachable_clauses, without_progress)
