"""Games whose board is the facts that the program asserts and retracts: with which facts they start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydecl.loading.glue import names
from pydecl.loading.glue.players import goal_of
from pydecl.loading.glue.program import Key, Program
from pydecl.loading.glue.rule import inner
from pydecl.loading.glue.sampling import Sample, Sampler
from pydecl.loading.glue.starts import Start
from pydecl.model.term import Atom, PrologList, Term, Variable, is_ground

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
