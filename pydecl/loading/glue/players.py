"""Who plays: the pairs of constants that a program exchanges for one another, or names as its players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydecl.loading.glue import names
from pydecl.loading.glue.program import Constant, Key, Place, Program, constants_of
from pydecl.loading.glue.sampling import Sample, Sampler
from pydecl.loading.glue.shapes import parts
from pydecl.model.term import Atom, Compound, Term, Variable

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

    def led_by(self, player: Term) -> Pair:
        """This one of them begins."""
        return self if player == self.first else Pair(self.second, self.first, self.by)


UNNAMED = Pair(Atom("max"), Atom("min"))
"""The players of a program that leaves it to its user what they are called."""


def pairs(program: Program, sampler: Sampler) -> list[Pair]:
    """The pairs of constants that a program may mean by its players, the likeliest first.

    A predicate of two arguments exchanges them; or one calls itself with the other one; or one names the two.
    """
    every = [*_named(program), *_taking_turns(program), *_exchanged(program, sampler)]
    found = {frozenset(map(str, pair.both)): pair for pair in every}
    return sorted(found.values(), key=lambda pair: (set(pair.both) == set(UNNAMED.both), pair.by is None))


def _taking_turns(program: Program) -> Iterator[Pair]:
    """Constants in whose place a predicate has the other one when it calls itself."""
    for key, predicate in program.predicates.items():
        leads: dict[tuple[int, Term, Term], None] = {}
        for args, body in predicate.clauses:
            for module, goal in program.goals(body, key.module):
                both = zip(args, parts(goal), strict=True) if program.key_of(module, goal) == key else ()
                leads |= {
                    (i, *pair): None
                    for i, pair in enumerate(both)
                    if all(isinstance(one, Constant) for one in pair)
                }
        for n, (i, here, there) in enumerate(leads):
            if here != there and (i, there, here) in [*leads][n:]:
                yield Pair(here, there)  # type: ignore[arg-type]


def _named(program: Program) -> Iterator[Pair]:
    """The two facts of a predicate that names the players, or three with a blank one."""
    for key, predicate in program.predicates.items():
        if key.arity != 1 or not names.says(key.name, names.PLAYER):
            continue
        if any(not isinstance(args[0], Constant) or body != Atom("true") for args, body in predicate.clauses):
            continue
        constants = [args[0] for args, _ in predicate.clauses]
        plain = [one for one in constants if str(one).strip(" '\"") not in BLANKS]
        if len(plain) == 2 and len(set(constants)) == len(constants) <= 3:
            yield Pair(*plain)  # type: ignore[arg-type]


BLANKS = frozenset(["", *"-_.*#e0bnv", *names.listed("empty blank none vazio vacio vide")])
"""How programs write an empty square."""


def _exchanged(program: Program, sampler: Sampler) -> list[Pair]:
    """The pairs of constants that a predicate of two arguments exchanges, those told first coming first.

    Both stand in its clauses, or where it is called.
    """
    asked: list[tuple[Key, Term]] = []
    allowed: dict[Key, list[set[Constant]]] = {}
    for key, predicate in program.predicates.items():
        if key.arity == 2 and program.effects[key].quiet:
            said = dict.fromkeys(constants_of(predicate.clauses))
            given = [one for one in said if one != Atom("true") and one not in range(10, 10_000)][
                :MOST_CONSTANTS
            ]
            told = [one for one in program.flow.constants((key, 0)) if one not in given]
            allowed[key] = [set(given), set(program.flow.constants((key, 0)))]
            asked += [(key, constant) for constant in (Variable("Before"), *given, *told[:MOST_CONSTANTS])]
    after = Variable("After")
    samples = [
        Sample(goal_of(key, (before, after)), (before, after), most=5, each=5, effort=5_000)
        for key, before in asked
    ]
    leads: dict[Key, dict[Constant, Constant]] = {}
    for (key, _), answer in zip(asked, sampler.all(samples), strict=True):
        values: dict[Constant, Constant] = {}
        for one, other in answer.solutions:
            if isinstance(one, Constant) and isinstance(other, Constant):
                values[one] = other
        if len(values) == len(answer.solutions):
            leads.setdefault(key, {}).update(values)
    found: dict[frozenset[str], Pair] = {}
    for key, lead in leads.items():
        for one, other in lead.items():
            named = any({one, other} <= constants for constants in allowed[key])
            if one != other and lead.get(other) == one and named:
                found.setdefault(frozenset((str(one), str(other))), Pair(one, other, key))
    return list(found.values())


def is_player(program: Program, pair: Pair, place: Place) -> bool:
    """Whether a player stands at an argument, as far as the text shows it."""
    flow = program.flow
    constants = flow.constants(place)
    exchanged = pair.by is not None and place in flow.members((pair.by, 0))
    return exchanged or all(player in constants for player in pair.both)


def goal_of(key: Key, args: Sequence[Term]) -> Term:
    """A call of a predicate, from module `rules`."""
    goal: Term = Compound(key.name, tuple(args)) if args else Atom(key.name)
    return goal if key.module == "rules" else Compound(":", (Atom(key.module), goal))
