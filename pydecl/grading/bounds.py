"""Which arguments of a program's predicates are bounds of a window: those that alphabeta is called with.

>>> from pydecl.rules.reader import read_rules
>>> text = read_rules("alphabeta(P, A, B, Q, V) :- all(P, [A], B, Q, V). all(P, _, H, Q, V) :- "
...                   "narrow(P, L), alphabeta(P, L, H, Q, V).")
>>> sorted(bounds(OwnClauses(text, [("alphabeta", 5), ("all", 5), ("narrow", 2)])))
[(('all', 5), 2), (('alphabeta', 5), 1), (('alphabeta', 5), 2), (('narrow', 2), 1)]
"""

from __future__ import annotations

from collections.abc import Iterator

from pydecl.grading.clauses import Indicator, OwnClauses, calls
from pydecl.rules.syntax import Clause, Named, Structure

Place = tuple[Indicator, int]
"""An argument of a predicate, from 0."""

WINDOW: frozenset[Place] = frozenset({(("alphabeta", 5), 1), (("alphabeta", 5), 2)})


def bounds(program: OwnClauses) -> frozenset[Place]:
    """The places to which a variable leads that stands for a bound somewhere."""
    found = set(WINDOW)
    while True:
        before = len(found)
        for predicate, clauses in program.by_predicate.items():
            for clause in clauses:
                places = list(_variables(clause, predicate, program))
                held = {name for name, place in places if place in found}
                found |= {place for name, place in places if name in held}
        if len(found) == before:
            return frozenset(found)


def _variables(clause: Clause, predicate: Indicator, program: OwnClauses) -> Iterator[tuple[str, Place]]:
    """The variables that are arguments of the head, or of a goal, and where."""
    heads = [(predicate, clause.head)] if isinstance(clause.head, Structure) else []
    goals = [((goal.name, len(goal.args)), goal) for goal in calls(clause, list(program.by_predicate))]
    for indicator, term in (*heads, *goals):
        for at, argument in enumerate(term.args):
            if isinstance(argument, Named) and argument.name != "_":
                yield argument.name, (indicator, at)
