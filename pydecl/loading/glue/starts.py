"""Where a game starts: what gives a board, a predicate's answer, a term in the text, or facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from pydecl.loading.glue import names
from pydecl.loading.glue.players import goal_of
from pydecl.loading.glue.program import Constant, Key, Place, Program
from pydecl.loading.glue.rule import inner
from pydecl.loading.glue.sampling import Sample, Sampler
from pydecl.loading.glue.shapes import is_boardlike, leaves, parts
from pydecl.model.term import Atom, PrologList, Term, Variable, is_ground

SIZES = (3, 8, 4, 6, 7, 5)
"""What a number in front of a board may be, if the program does not say."""

MOST_ARITY = 5

ENTRIES = names.listed("play main start run go game jogar jugar jouer begin startgame playgame newgame")


@dataclass(frozen=True)
class Start:
    """A first board: what is called for it, and the argument that gives it.

    `goal` is None if the board stands in the text itself; `place` is where it goes then. `facts` are the
    dynamic predicates of which the board is made, if it is no term; then `goal` sets them, or is None.
    `by` is what is called for the board, or has it in its text.
    """

    board: Term
    goal: Term | None
    place: Place | None
    score: float
    why: str
    by: Key | None = None
    facts: tuple[Key, ...] = ()
    beside: tuple[Term, ...] = ()
    """What else the goal gives."""


def starts(program: Program, sampler: Sampler) -> list[Start]:
    """The boards that a program may begin with, the likeliest first.

    What another start calls is a part of a position; several boards of one predicate are guesses of sizes.
    """
    found = [*_answered(program, sampler), *_written(program)]
    best: dict[tuple[Term, Key | None], Start] = {}
    for start in found:
        known = (start.board, start.place[0] if start.place else None)
        if known not in best or best[known].score < start.score:
            best[known] = start
    wholes = {one.by for one in found if one.goal is not None and one.score >= 4.0}
    met: Counter[Key | None] = Counter()
    ranked: list[tuple[float, Start]] = []
    for start in sorted(best.values(), key=lambda start: -start.score):
        is_part = any(start.by != by and start.by in program.reached(by) for by in wholes if by is not None)
        ranked.append((start.score - 3.0 * is_part - 2.0 * met[start.by], start))
        met[start.by] += 1
    return [replace(start, score=score) for score, start in sorted(ranked, key=lambda pair: -pair[0])]


def _answered(program: Program, sampler: Sampler) -> Iterator[Start]:
    """Boards that a predicate gives."""
    asked: list[tuple[Key, tuple[Term, ...]]] = []
    for key, predicate in program.predicates.items():
        effects = program.effects[key]
        if not 1 <= key.arity <= MOST_ARITY or (predicate.is_dynamic and not predicate.clauses):
            continue
        if key.arity > 2 and not names.says(key.name, names.START):
            continue
        if names.says(key.name, names.CHOOSER):
            continue
        if effects.callable and not effects.random and not effects.prints:
            asked += [(key, args) for args in _calls(program, key)]
    samples = [Sample(goal_of(key, args), (*args,), most=3, each=3, effort=10_000) for key, args in asked]
    for (key, args), answer in zip(asked, sampler.all(samples), strict=True):
        for solution in answer.solutions[:1]:
            for i, (given, value) in enumerate(zip(args, solution, strict=True)):
                if isinstance(given, Variable) and _is_start(key, value):
                    beside = tuple(other for j, other in enumerate(solution) if j != i)
                    one = _start(program, key, i, args, value, len(answer.solutions))
                    yield replace(one, beside=beside)


def _is_start(key: Key, value: Term) -> bool:
    fewest = 2 if names.says(key.name, names.START) else 6
    partial = isinstance(value, PrologList) and value.tail is not None
    return not partial and is_boardlike(value, fewest) and is_ground(value)


def _calls(program: Program, key: Key) -> Iterator[tuple[Term, ...]]:
    """Calls that may give a board: all arguments free, and then some as the program gives them."""
    free = tuple(Variable(f"A{i}") for i in range(key.arity))
    yield free
    if key.arity == 1 or not (names.says(key.name, names.START) or key.arity == 2):
        return
    values = [_values(program, (key, i)) for i in range(key.arity)]
    for out in reversed(range(key.arity)):
        choices = [[free[i]] if i == out else values[i] for i in range(key.arity)]
        if all(choices):
            ranked = sorted(product(*map(enumerate, choices)), key=lambda one: sum(n for n, _ in one))
            yield from (tuple(value for _, value in one) for one in ranked[:6])


def _values(program: Program, place: Place) -> list[Term]:
    told = sorted(program.flow.terms(place), key=lambda one: not isinstance(one, Constant))
    given = [value for value in told if not is_boardlike(value)][:4]
    if all(isinstance(value, int) for value in given):
        given += [size for size in SIZES if size not in given]
    return given[:6]


def _start(
    program: Program, key: Key, out: int, args: tuple[Term, ...], board: Term, solutions: int
) -> Start:
    score = 1.0 + (solutions == 1) + (key.arity == 1) + (len(leaves(board)) >= 9)
    score += 3 * names.says(key.name, names.START) - 4 * names.says(key.name, names.NO_START)
    score -= 1.0 * names.says(key.name, names.EMPTY)
    caller = _caller(program, key)
    why = f"{key} gives it" + (f", called from {caller}" if caller not in (None, key) else "")
    score += 2 * (caller is not None)
    for i, size in enumerate(args):
        if isinstance(size, int) and size not in program.flow.constants((key, i)):
            why = f"{why}, with {size} as its argument {i + 1}: that is a guess, for the program does not say"
    return Start(board, goal_of(key, args), (key, out), score, why, key)


def _caller(program: Program, key: Key) -> Key | None:
    """An entry of the program from which a predicate is reached."""
    for other in program.predicates:
        if other.name.lower() in ENTRIES and key in program.reached(other):
            return other
    return None


def _written(program: Program) -> Iterator[Start]:
    """Boards that stand in the text as an argument of a goal."""
    flow = program.flow
    for key in program.predicates:
        for module, goal in program.goals_of(key):
            called = program.key_of(module, goal)
            for i, arg in enumerate(parts(goal) if called is not None else ()):
                assert called is not None
                if is_boardlike(arg, 9) and is_ground(arg) and len(flow.members((called, i))) > 1:
                    score = 2.0 + 2 * (key.arity == 0) - 4 * names.says(key.name, names.NO_START)
                    score += 2 * (_caller(program, key) is not None) + names.says(key.name, names.START)
                    yield Start(arg, None, (called, i), score, f"{key} calls {called} with it", key)


def board_places(program: Program, start: Start) -> Sequence[Place]:
    """The arguments at which boards stand, as far as the text shows it."""
    return program.flow.members(start.place) if start.place is not None else ()


# Facts that a program asserts and retracts, as a board


MOST_KINDS = 10
"""How many predicates hold a state, at the most."""

MOST_FACTS = 400


def heads_of(keys: tuple[Key, ...]) -> tuple[Term, ...]:
    """The most general fact of each predicate."""
    return tuple(
        goal_of(key, [Variable(f"F{n}x{i}") for i in range(key.arity)]) for n, key in enumerate(keys)
    )


def fact_starts(program: Program, sampler: Sampler) -> Iterator[Start]:
    """The facts as they are when the program is loaded, and as its own set-up leaves them."""
    movers = (key for key, effects in program.effects.items() if effects.callable and not effects.random)
    keys = changed_by(program, (key for key in movers if key.arity))
    if not 0 < len(keys) <= MOST_KINDS:
        return
    loaded = _loaded(program, keys)
    if len(loaded.items) > MOST_FACTS:
        return
    sampler.heads = heads_of(keys)
    told = ", ".join(map(str, keys[:3]))
    if loaded.items or len(keys) <= 2:
        score = 2.0 + (len(loaded.items) >= 4)
        yield Start(loaded, None, None, score, f"the facts of {told} as they are loaded", None, keys)
    for key in program.predicates:
        effects = program.effects[key]
        sets = effects.callable and effects.changes and key.arity == 0 and not effects.random
        if not sets or not names.says(key.name, names.START) or names.says(key.name, names.NO_START):
            continue
        answer = sampler.one(Sample(goal_of(key, ()), (), (), loaded, 1, 1))
        if answer.states and isinstance(after := answer.states[0], PrologList) and after.items:
            score = 3.0 + (len(after.items) >= 4) - effects.prints
            yield Start(after, goal_of(key, ()), None, score, f"{key} sets the facts of {told}", key, keys)


def changed_by(program: Program, keys: Iterable[Key]) -> tuple[Key, ...]:
    """The dynamic predicates that predicates change, in the order of their names."""
    found = {changed for key in keys for changed in program.effects[key].changes}
    return tuple(sorted(key for key in found if program.predicates[key].is_dynamic))


def _loaded(program: Program, keys: tuple[Key, ...]) -> PrologList:
    facts: list[Term] = []
    for key in keys:
        for args, body in program.predicates[key].clauses if key in program.predicates else ():
            fact = goal_of(key, args)
            if body == Atom("true") and is_ground(fact):
                facts.append(fact)
    return PrologList(tuple(sorted(facts, key=lambda fact: str(inner(fact)))))
