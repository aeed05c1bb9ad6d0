"""Which conditions bind the variables of a rule, and where the others stand behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.model.term import Compound, Term, Variable
from pydecl.rules.gdl.rules import Literal, Rule


def variables(term: Term) -> Iterator[str]:
    """The names of a term's variables, from left to right, as often as they stand there.

    >>> list(variables(Compound("f", (Variable("X"), Compound("g", (Variable("Y"), Variable("X")))))))
    ['X', 'Y', 'X']
    """
    if isinstance(term, Variable):
        yield term.name
    elif isinstance(term, Compound):
        for arg in term.args:
            yield from variables(arg)


def binds(literal: Literal) -> bool:
    """Whether a condition binds its variables: `not` and `distinct` only test."""
    atom = literal.atom
    is_distinct = isinstance(atom, Compound) and atom.name == "distinct" and len(atom.args) == 2
    return not literal.is_negated and not is_distinct


def unbound(rule: Rule) -> list[str]:
    """The variables of a rule that no condition binds: those of a safe rule are all bound.

    >>> p, q = (Compound(name, (Variable("X"),)) for name in "pq")
    >>> unbound(Rule(p, (Literal(q, is_negated=True),))), unbound(Rule(p, (Literal(q),)))
    (['X'], [])
    """
    bound = {name for literal in rule.body if binds(literal) for name in variables(literal.atom)}
    used = (rule.head, *(literal.atom for literal in rule.body))
    return list(dict.fromkeys(name for term in used for name in variables(term) if name not in bound))


def ordered(body: Sequence[Literal]) -> tuple[Literal, ...]:
    """The conditions in their order, but each test behind what binds its variables.

    >>> x = Variable("X")
    >>> body = (Literal(Compound("p", (x,)), is_negated=True), Literal(Compound("q", (x,))))
    >>> list(map(str, ordered(body)))
    ['q(X)', 'not p(X)']
    """
    found: list[Literal] = []
    bound: set[str] = set()
    waiting: list[Literal] = []
    for literal in body:
        if binds(literal):
            found.append(literal)
            bound.update(variables(literal.atom))
        else:
            waiting.append(literal)
        ready = [test for test in waiting if bound.issuperset(variables(test.atom))]
        found += ready
        waiting = [test for test in waiting if test not in ready]
    return (*found, *waiting)
