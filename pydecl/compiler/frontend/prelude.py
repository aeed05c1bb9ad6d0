"""Library predicates that are written in Prolog (`prelude.pl`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import Indicator, Predicate
from pydecl.compiler.frontend.terms import indicator
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import walk


@cache
def prelude() -> dict[Indicator, Predicate]:
    """The predicates of the prelude."""
    text = Path(__file__).with_name("prelude.pl").read_text(encoding="utf-8")
    predicates = normal(read_rules(text, "library")).predicates
    for predicate in predicates.values():
        predicate.library = True
    return predicates


@cache
def used(key: Indicator) -> frozenset[Indicator]:
    """A predicate of the prelude, and all that it calls: the names in its clauses, and in theirs."""
    found: set[Indicator] = set()
    todo = [key]
    while todo:
        name = todo.pop()
        if name in found:
            continue
        found.add(name)
        predicate = prelude().get(name)
        rules = [] if predicate is None else predicate.rules
        names = (indicator(node) for rule in rules for node in walk(rule.body))
        todo += [called for called in names if called is not None]
    return frozenset(found)
