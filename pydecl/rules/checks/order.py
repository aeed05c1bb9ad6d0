"""Clauses that are not where they can be met: apart from the others of their predicate, or behind a cut."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from pydecl.rules.catalogue.meaning import UNREACHABLE
from pydecl.rules.catalogue.names import APART
from pydecl.rules.checks.goals import Indicator, arguments, conjuncts, functor, place_of
from pydecl.rules.checks.predicates import Predicates, shown
from pydecl.rules.finding import Finding
from pydecl.rules.syntax import Clause, Kind, Named


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
            assert clause.head is not None
            message = (
                f"this clause of {shown(indicator)} is separated from the others, which begin on line {line}"
            )
            yield predicates.rules.finding(APART, place_of(clause.head), message)
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
                assert following.head is not None
                message = (
                    f"no call gets here: the clause of {shown(indicator)} on line {line} takes all and cuts"
                )
                yield predicates.rules.finding(UNREACHABLE, place_of(following.head), message)
                break


def _takes_all(clause: Clause) -> bool:
    names = [arg.name for arg in arguments(clause.head) if isinstance(arg, Named)]
    distinct = [name for name in names if name != "_"]
    if clause.kind is not Kind.CLAUSE or len(names) != len(arguments(clause.head)):
        return False
    first = next(conjuncts(clause.body), None)
    return len(set(distinct)) == len(distinct) and first is not None and functor(first) == ("!", 0)
