"""Predicates in two copies, one for each player, whose facts are the squares that the player has taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

from pydecl.loading.glue.players import Pair, goal_of
from pydecl.loading.glue.program import Constant, Key, Place, Program, indicator, names_in
from pydecl.loading.glue.rule import BOARD, ME, Gives, Result, Rule
from pydecl.loading.glue.sampling import Sample, Sampler
from pydecl.loading.glue.slices import conjunction, slices, variables
from pydecl.model.term import Atom, Compound, PrologList, Term, Variable

MOST_ARITY = 3

MOST_SQUARES = 400

ASSERTS = names_in("assert asserta assertz")

PURE = names_in(
    "=/2 \\=/2 ==/2 \\==/2 is/2 =:=/2 =\\=/2 </2 >/2 =</2 >=/2 @</2 @>/2 member/2 between/3 dif/2"
)
"""What may stand between the squares of a line, besides predicates that only answer."""


@dataclass(frozen=True)
class Twins:
    """Two predicates of facts that the program treats alike, the one first that it asserts first.

    Their names stand for the players. `lines` are goals about the facts of one of them, with ME in the place
    of its name, each with the predicate in which it is asked; `makers` are what asserts the facts.
    """

    keys: tuple[Key, Key]
    makers: tuple[Key, Key]
    lines: tuple[tuple[Key, Term], ...]

    @property
    def pair(self) -> Pair:
        """The players."""
        first, second = self.keys
        return Pair(Atom(first.name), Atom(second.name))


def twins_of(program: Program) -> list[Twins]:
    """The twins of a program."""
    makers = _asserted(program)
    found: list[Twins] = []
    for one, other in combinations(makers, 2):
        if one.arity != other.arity or not _is_fact(program, one, other):
            continue
        mine, others = (_lines(program, a, b) for a, b in ((one, other), (other, one)))
        lines = tuple(mine[text] for text in mine if text in others)
        if not (lines or _clauses_about(program, one, other) & _clauses_about(program, other, one)):
            continue
        found.append(Twins((one, other), (makers[one], makers[other]), lines))
    return found


def _is_fact(program: Program, *keys: Key) -> bool:
    """Whether there are no rules for some predicates, but facts at the most."""
    known = [program.predicates[key] for key in keys if key in program.predicates]
    return all(one.is_dynamic and all(body == Atom("true") for _, body in one.clauses) for one in known)


def _asserted(program: Program) -> dict[Key, Key]:
    """The predicates of which facts are asserted, all arguments variables, and what does so first."""
    found: dict[Key, Key] = {}
    for key, predicate in program.predicates.items():
        for _, body in predicate.clauses:
            for module, goal in program.goals(body, key.module):
                if not isinstance(goal, Compound) or goal.name not in ASSERTS:
                    continue
                fact = goal.args[0]
                if (
                    isinstance(fact, Compound)
                    and 0 < len(fact.args) <= MOST_ARITY
                    and fact.name[:1].isalpha()
                ):
                    asserted = program.key_of(module, fact) or _key(module, fact)
                    if asserted.module == "rules" and all(isinstance(arg, Variable) for arg in fact.args):
                        found.setdefault(asserted, key)
    return found


def _clauses_about(program: Program, one: Key, other: Key) -> frozenset[str]:
    """The clauses that ask one predicate and not the other, with ME in the place of its name."""
    found: set[str] = set()
    for key, predicate in program.predicates.items():
        for args, body in predicate.clauses:
            called = {
                program.key_of(at, goal) or _key(at, goal) for at, goal in program.goals(body, key.module)
            }
            if one in called and other not in called:
                found.add(str(_named(Compound(":-", (PrologList(args), body)), one)))
    return frozenset(found)


def _key(module: str, goal: Term) -> Key:
    return Key(module, *indicator(goal))


def _lines(program: Program, one: Key, other: Key) -> dict[str, tuple[Key, Term]]:
    """Goals that ask whether several squares are one player's: what a clause asks before it prints."""
    found: dict[str, tuple[Key, Term]] = {}
    for key in program.predicates:
        for way in slices(program, key):
            goals: list[Term] = []
            for goal in way.goals:
                if not _asks(program, key.module, goal, one, other):
                    break
                goals.append(goal)
            count = sum(_key(one.module, goal)[1:] == one[1:] for goal in goals)
            if count < 2 or any(variables(arg) for arg in way.args):
                continue
            line = conjunction(goals)
            told = _named(line, one)
            found.setdefault(str(told), (key, told))
    return found


def _asks(program: Program, module: str, goal: Term, one: Key, other: Key) -> bool:
    """Whether a goal is about one predicate alone, and only answers."""
    if _key(one.module, goal)[1:] == one[1:]:
        return True
    called = program.key_of(module, goal)
    if called is None:
        return "{}/{}".format(*indicator(goal)) in PURE
    effects = program.effects[called]
    return (
        effects.callable
        and not (effects.prints or effects.random or effects.changes)
        and not any(_calls(program, reached, one, other) for reached in program.reached(called))
    )


def _calls(program: Program, key: Key, *twins: Key) -> bool:
    """Whether a clause of a predicate asks one of the twins itself."""
    goals = (
        goal for _, body in program.predicates[key].clauses for _, goal in program.goals(body, key.module)
    )
    return any(_key(twin.module, goal)[1:] == twin[1:] for goal in goals for twin in twins)


def _named(term: Term, twin: Key) -> Term:
    """The term with calls of a twin as calls of what ME names, and plain names for its variables."""
    order: dict[str, Term] = {}

    def one(part: Term) -> Term:
        if isinstance(part, Variable):
            return order.setdefault(part.name, Variable(f"S{len(order) + 1}"))
        if isinstance(part, Compound):
            args = tuple(map(one, part.args))
            if (part.name, len(part.args)) == (twin.name, twin.arity):
                return Compound("call", (ME, *args))
            return Compound(part.name, args)
        if isinstance(part, PrologList):
            tail = None if part.tail is None else one(part.tail)
            return PrologList(tuple(map(one, part.items)), tail)
        return part

    return one(term)


def rules_of_twins(program: Program, sampler: Sampler, found: Sequence[Twins], state: Term) -> list[Rule]:
    """The rules by which each player takes a square that neither has; the sampler has the twins' heads."""
    rules: list[Rule] = []
    for twins in found:
        arity = twins.keys[0].arity
        squares = tuple(Variable(f"A{i}") for i in range(arity))
        domains = _domains(program, twins)
        size = 1
        for values in domains:
            size *= len(values)
        if not 1 < size <= MOST_SQUARES:
            continue
        free = _free_square(program, sampler, twins, domains, state)
        taken = Variable("Fact")
        goals = (
            *free,
            Compound("=..", (taken, PrologList((ME, *squares)))),
            Compound("assertz", (taken,)),
        )
        given = tuple(zip(squares, domains, strict=True))
        rules.append(
            Rule(
                goals,
                twins.makers[0],
                Result(Gives.FACTS, BOARD),
                twins.pair,
                given,
                squares,
                other_maker=twins.makers[1],
            )
        )
    return rules


def _domains(program: Program, twins: Twins) -> list[tuple[Term, ...]]:
    """The constants that the squares may be: those that stand where a twin's variables do."""
    places: list[dict[Place, None]] = [{} for _ in range(twins.keys[0].arity)]
    for key, predicate in program.predicates.items():
        for args, body in predicate.clauses:
            where: dict[str, list[Place]] = {}
            told: list[tuple[int, str]] = []
            calls = [(key, args)]
            for module, goal in program.goals(body, key.module):
                inner = goal.args[0] if isinstance(goal, Compound) and goal.name in ASSERTS else goal
                if not isinstance(inner, Compound):
                    continue
                if any(_key(twin.module, inner)[1:] == twin[1:] for twin in twins.keys):
                    told += [(i, arg.name) for i, arg in enumerate(inner.args) if isinstance(arg, Variable)]
                elif (called := program.key_of(module, inner)) is not None:
                    calls.append((called, inner.args))
            for called, given in calls:
                for i, arg in enumerate(given):
                    if isinstance(arg, Variable):
                        where.setdefault(arg.name, []).append((called, i))
            for i, name in told:
                places[i].update(dict.fromkeys(where.get(name, ())))
    found: list[tuple[Term, ...]] = []
    for one in places:
        constants: dict[Constant, None] = {}
        for place in one:
            constants.update(dict.fromkeys(program.flow.constants(place)))
        numbers = sorted(value for value in constants if isinstance(value, int))
        others = [value for value in constants if not isinstance(value, int)]
        found.append(tuple(numbers if len(numbers) >= len(others) else others))
    return found


def _free_square(
    program: Program, sampler: Sampler, twins: Twins, domains: Sequence[tuple[Term, ...]], state: Term
) -> tuple[Term, ...]:
    """Goals that hold of squares that neither player has: a predicate of the program's, if one says so."""
    arity = twins.keys[0].arity
    squares = tuple(Variable(f"A{i}") for i in range(arity))
    all_squares = list(product(*domains))
    given = tuple(zip(squares, domains, strict=True))
    before = state.items if isinstance(state, PrologList) else ()
    taken = {fact.args for fact in before if isinstance(fact, Compound)}
    for key in sorted(program.predicates, key=lambda key: len(program.reached(key))):
        effects = program.effects[key]
        quiet = effects.callable and not (effects.prints or effects.random or effects.changes)
        if key.arity != arity or not quiet or key in twins.keys:
            continue
        if not all(
            any(_calls(program, reached, twin) for reached in program.reached(key)) for twin in twins.keys
        ):
            continue
        goal = goal_of(key, squares)
        expected = [square for square in all_squares if square not in taken]
        states: list[tuple[Term, list[tuple[Term, ...]]]] = [(state, expected)]
        for twin in twins.keys:
            facts = PrologList((*before, goal_of(twin, expected[0])))
            states.append((facts, expected[1:]))
        samples = [Sample(goal, squares, given, facts, 2 * len(all_squares), 1) for facts, _ in states]
        answers = sampler.all(samples)
        if all(list(answer.solutions) == wanted for answer, (_, wanted) in zip(answers, states, strict=True)):
            return (goal,)
    return tuple(Compound("\\+", (goal_of(twin, squares),)) for twin in twins.keys)


def plain_calls(term: Term) -> list[Term]:
    """The goals of a conjunction, each call of a name as that name with its arguments."""
    if isinstance(term, Compound) and term.name == "," and len(term.args) == 2:
        return [*plain_calls(term.args[0]), *plain_calls(term.args[1])]
    if isinstance(term, Compound) and term.name == "call" and isinstance(term.args[0], Atom):
        return [Compound(term.args[0].name, term.args[1:])]
    return [term]
