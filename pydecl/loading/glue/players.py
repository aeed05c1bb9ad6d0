"""Who plays: the pairs of constants that a program exchanges for one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.loading.glue.program import Constant, Key, Program
from pydecl.loading.glue.sampling import Sample, Sampler
from pydecl.model.term import Atom, Compound, PrologString, Term, Variable

MOST_CONSTANTS = 12


@dataclass(frozen=True)
class Pair:
    """Two constants that stand for the players, and the predicate that leads from each to the other."""

    first: Constant
    second: Constant
    by: Key | None = None

    @property
    def both(self) -> tuple[Constant, Constant]:
        """The constants, the beginner's first."""
        return self.first, self.second

    def swapped(self) -> Pair:
        """The other one begins."""
        return Pair(self.second, self.first, self.by)


def pairs(program: Program, sampler: Sampler) -> list[Pair]:
    """The pairs of constants that a predicate of two arguments exchanges, those told first coming first."""
    asked: list[tuple[Key, Term]] = []
    for key, predicate in program.predicates.items():
        if key.arity == 2 and _plain(program, key):
            given = _constants(predicate.clauses)[:MOST_CONSTANTS]
            asked += [(key, constant) for constant in (Variable("Before"), *given)]
    after = Variable("After")
    samples = [
        Sample(goal_of(key, (before, after)), (before, after), most=5, each=5, effort=5_000)
        for key, before in asked
    ]
    leads: dict[Key, dict[Constant, Constant]] = {}
    for (key, _), answer in zip(asked, sampler.all(samples), strict=True):
        values = {one: other for one, other in answer.solutions if _is_constant(one) and _is_constant(other)}
        if len(values) == len(answer.solutions):
            for before, value in values.items():
                leads.setdefault(key, {})[before] = value  # type: ignore[index,assignment]
    found: dict[frozenset[str], Pair] = {}
    for key, lead in leads.items():
        for one, other in lead.items():
            if one != other and lead.get(other) == one:
                found.setdefault(frozenset((str(one), str(other))), Pair(one, other, key))
    return sorted(found.values(), key=lambda pair: {"max", "min"} == set(map(str, pair.both)))


def _is_constant(term: Term) -> bool:
    return isinstance(term, int | Atom | PrologString)


def _plain(program: Program, key: Key) -> bool:
    effects = program.effects[key]
    return effects.callable and not (effects.prints or effects.changes or effects.random)


def _constants(clauses: Sequence[tuple[tuple[Term, ...], Term]]) -> list[Constant]:
    """The atoms and numbers of some clauses, in order."""
    found: dict[Constant, None] = {}
    todo: list[Term] = [part for args, body in reversed(clauses) for part in (body, *reversed(args))]
    while todo:
        one = todo.pop()
        if isinstance(one, Compound):
            todo += reversed(one.args)
        elif (isinstance(one, Atom | PrologString) and one != Atom("true")) or (
            isinstance(one, int) and abs(one) < 10
        ):
            found[one] = None
    return list(found)


def goal_of(key: Key, args: Sequence[Term]) -> Term:
    """A call of a predicate, from module `rules`."""
    goal: Term = Compound(key.name, tuple(args)) if args else Atom(key.name)
    return goal if key.module == "rules" else Compound(":", (Atom(key.module), goal))
