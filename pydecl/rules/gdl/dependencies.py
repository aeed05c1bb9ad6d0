"""Which rule of a sheet asks which: what is recursive, what no rule defines, and what no game can say.

>>> from pydecl.rules.gdl.kif import read_kif
>>> sheet = read_kif("(edge a b) (<= (path ?x ?y) (edge ?x ?y))"
...     "(<= (path ?x ?z) (path ?x ?y) (edge ?y ?z))", "g.kif")
>>> sorted(recursive(sheet))
[('path', 2)]
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from pydecl.model.graphs import circles, reachable, turned
from pydecl.model.term import Compound, Term, Variable
from pydecl.rules.gdl.rules import Rule, Sheet

Relation: TypeAlias = tuple[str, int]
"""The name and the number of arguments."""

N = TypeVar("N", bound=Hashable)

GIVEN = frozenset({("true", 1), ("does", 2), ("distinct", 2)})
"""The relations that whoever plays the game tells."""

INDEPENDENT = {
    ("true", 1): [("role", 1), ("init", 1)],
    ("does", 2): [("role", 1), ("init", 1), ("legal", 2), ("goal", 2), ("terminal", 0)],
}
"""What of a game never depends on the state, and on the moves."""

MOST_PAIRS = 1_000_000
"""How many pairs of rules with the same recursive relation are compared, at the most."""


def relation(atom: Term) -> Relation:
    """The relation that an atom is about."""
    if isinstance(atom, Compound):
        return atom.name, len(atom.args)
    return str(getattr(atom, "name", atom)), 0


def recursive(sheet: Sheet) -> Set[Relation]:
    """The relations that depend on themselves.

    A relation whose rules ask it only of other arguments does not: `(<= (goal a 0) (not (goal a 100)))`.
    """
    return {relation(rule.head) for rule in _Circles.of(sheet).rules}


def undefined(sheet: Sheet) -> Mapping[Relation, Rule]:
    """The relations that are asked and that no rule defines, each with the first rule that asks."""
    known = GIVEN | {relation(rule.head) for rule in sheet.rules}
    asking = ((relation(literal.atom), rule) for rule in sheet.rules for literal in rule.body)
    found: dict[Relation, Rule] = {}
    for one, rule in asking:
        if one not in known:
            found.setdefault(one, rule)
    return found


def impossible(sheet: Sheet) -> Iterator[tuple[Rule, str]]:
    """The rules that no game can have, each with what is wrong with it."""
    for rule, other in _Circles.of(sheet).negations:
        head, negated = relation(rule.head)[0], relation(other.head)[0]
        via = "" if head == negated else f", which depends on {head}"
        yield rule, f"{head} depends on not {negated}{via}: expected no recursion through not"
    askers = turned(_asked(sheet))
    for given, independent in INDEPENDENT.items():
        depending = reachable([given], askers)
        for rule in sheet.rules:
            head_of = relation(rule.head)
            if head_of in independent and any(relation(one.atom) in depending for one in rule.body):
                yield rule, f"{head_of[0]} depends on {given[0]}: expected that it does not, in any game"


def _asked(sheet: Sheet) -> Mapping[Relation, Iterable[Relation]]:
    found: dict[Relation, dict[Relation, None]] = {}
    for rule in sheet.rules:
        others = found.setdefault(relation(rule.head), {})
        others.update(dict.fromkeys(relation(literal.atom) for literal in rule.body))
    return found


@dataclass(frozen=True)
class _Circles:
    """The rules that depend on themselves, and those of them that ask, behind `not`, what asks them."""

    rules: Sequence[Rule]
    negations: Sequence[tuple[Rule, Rule]]

    @staticmethod
    def of(sheet: Sheet) -> _Circles:
        asking = _asked(sheet)
        relations = _in_circles(circles(asking, lambda one: asking.get(one, ())), asking)
        rules = [rule for rule in sheet.rules if rule.body and relation(rule.head) in relations]
        heads: dict[Relation, list[int]] = {}
        for number, rule in enumerate(rules):
            heads.setdefault(relation(rule.head), []).append(number)
        asked: dict[int, list[int]] = {number: [] for number in range(len(rules))}
        negated: list[tuple[int, int]] = []
        room = MOST_PAIRS
        for number, rule in enumerate(rules):
            for literal in rule.body:
                others = heads.get(relation(literal.atom), [])
                room -= len(others)
                met = [one for one in others if room < 0 or _may_be(literal.atom, rules[one].head)]
                asked[number] += met
                negated += [(number, one) for one in met if literal.is_negated]
        parts = list(circles(asked, asked.__getitem__))
        part = {one: number for number, circle in enumerate(parts) for one in circle}
        return _Circles(
            [rules[number] for number in sorted(_in_circles(parts, asked))],
            [(rules[one], rules[other]) for one, other in negated if part[one] == part[other]],
        )


def _may_be(one: Term, other: Term) -> bool:
    """Whether two terms have a common instance, as far as each variable by itself shows it."""
    if isinstance(one, Variable) or isinstance(other, Variable):
        return True
    if isinstance(one, Compound) and isinstance(other, Compound):
        same = one.name == other.name and len(one.args) == len(other.args)
        return same and all(map(_may_be, one.args, other.args))
    return one == other


def _in_circles(parts: Iterable[Sequence[N]], graph: Mapping[N, Iterable[N]]) -> Set[N]:
    """The nodes that can be reached from themselves; `parts` are the circles of the graph."""
    return {one for part in parts for one in part if len(part) > 1 or one in graph.get(one, ())}
