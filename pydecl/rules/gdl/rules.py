"""The rules of the Game Description Language, apart from how they are written.

>>> from pydecl.model.term import Atom, Compound, Variable
>>> cell = Compound("cell", (Variable("M"), Atom("x")))
>>> rule = Rule(Compound("next", (cell,)), (Literal(Compound("true", (cell,))),))
>>> str(rule)
'next(cell(M,x)) <= true(cell(M,x))'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pydecl.model.term import Compound, Term, Variable, term_text

CONVENTION = "gdl"
"""The name of the convention that rules in Prolog follow if they are a sheet."""


@dataclass(frozen=True)
class Literal:
    """A condition: that an atom holds or, with `is_negated`, does not.

    `distinct(X, Y)` is an atom as any other here. There is no `or`: a rule with one is several rules.
    """

    atom: Term
    is_negated: bool = False

    def __str__(self) -> str:
        text = term_text(self.atom)
        return f"not {text}" if self.is_negated else text


Body = tuple[Literal, ...]
"""Conditions that all hold."""

MOST_BODIES = 1_000
"""How many bodies without alternatives one body may stand for."""


class TooManyError(Exception):
    """They are more than MOST_BODIES."""


def combined(parts: Iterable[Sequence[Body]], all_hold: bool) -> list[Body]:
    """The bodies of which one holds if all of the parts do or, without `all_hold`, one of them.

    Each part is the bodies of which one holds if it does. Raises TooManyError.
    """
    found: list[Body] = [()] if all_hold else []
    for part in parts:
        if (len(found) * len(part) if all_hold else len(found) + len(part)) > MOST_BODIES:
            raise TooManyError
        found = [(*one, *other) for one in found for other in part] if all_hold else [*found, *part]
    return found


@dataclass(frozen=True)
class Rule:
    """The head holds if all of the body does; a fact has no body. The place is where the head begins."""

    head: Term
    body: Body = ()
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return " <= ".join(filter(None, (term_text(self.head), " & ".join(map(str, self.body)))))


@dataclass(frozen=True)
class Sheet:
    """All rules of a game, in their order.

    The predicates with a meaning have their names and arguments from the specification: `role(R)`, `init(F)`,
    `true(F)`, `does(R, M)`, `legal(R, M)`, `next(F)`, `goal(R, N)`, `terminal` and `distinct(X, Y)`.
    """

    file: str
    rules: Sequence[Rule]


# Which conditions bind the variables of a rule, and where the others stand behind them


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
