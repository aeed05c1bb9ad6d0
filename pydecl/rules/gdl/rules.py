"""The rules of the Game Description Language, apart from how they are written.

>>> from pydecl.model.term import Atom, Compound, Variable
>>> cell = Compound("cell", (Variable("M"), Atom("x")))
>>> rule = Rule(Compound("next", (cell,)), (Literal(Compound("true", (cell,))),))
>>> str(rule)
'next(cell(M,x)) <= true(cell(M,x))'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pydecl.model.term import Term, term_text

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
