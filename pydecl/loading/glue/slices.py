"""Clauses as the conjunctions that they may become, one for each choice at a disjunction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from pydecl.loading.glue.program import Key, Program
from pydecl.loading.glue.shapes import leaves
from pydecl.model.term import Compound, Term, Variable

MOST_WAYS = 8
"""How many ways through the disjunctions of a clause are followed."""


def slices(program: Program, key: Key) -> Iterator[tuple[Term, ...]]:
    """The goals of each way through the clauses of a predicate.

    The condition of an if-then-else stands denied before what is called otherwise.
    """
    for _, body in program.predicates[key].clauses:
        yield from _ways(body)[:MOST_WAYS]


def variables(term: Term) -> frozenset[str]:
    """The names of the variables in a term."""
    return frozenset(leaf.name for leaf in leaves(term) if isinstance(leaf, Variable))


def _ways(body: Term) -> list[tuple[Term, ...]]:
    if isinstance(body, Compound) and len(body.args) == 2:
        one, other = body.args
        if body.name in (",", "->", "*->"):
            pairs = product(_ways(one)[:MOST_WAYS], _ways(other)[:MOST_WAYS])
            return [first + second for first, second in pairs]
        if body.name == ";":
            otherwise = _ways(other)
            if isinstance(one, Compound) and one.name == "->":
                otherwise = [(Compound("\\+", one.args[:1]), *way) for way in otherwise]
            return _ways(one) + otherwise
    return [(body,)]


def conjunction(goals: Sequence[Term]) -> Term:
    """All goals in one, in order."""
    *first, last = goals
    for goal in reversed(first):
        last = Compound(",", (goal, last))
    return last
