"""Games whose board is the facts that the program asserts and retracts: with which facts they start."""

from __future__ import annotations

from collections.abc import Iterator

from pydecl.loading.glue import names
from pydecl.loading.glue.players import goal_of
from pydecl.loading.glue.program import Key, Program
from pydecl.loading.glue.sampling import Sample, Sampler
from pydecl.loading.glue.starts import Start
from pydecl.loading.glue.twins import twins_of
from pydecl.model.term import Atom, Compound, PrologList, Term, Variable, is_ground

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
    for twins in twins_of(program):
        told = " and ".join(map(str, twins.keys))
        yield Start(
            _loaded(program, twins.keys),
            None,
            None,
            5.0,
            f"the facts of {told} as they are loaded",
            twins.keys,
        )
    keys = _changing(program)
    if not 0 < len(keys) <= MOST_KINDS:
        return
    loaded = _loaded(program, keys)
    if len(loaded.items) > MOST_FACTS:
        return
    sampler.heads = heads_of(keys)
    told = ", ".join(map(str, keys[:3]))
    if loaded.items or len(keys) <= 2:
        score = 2.0 + (len(loaded.items) >= 4)
        yield Start(loaded, None, None, score, f"the facts of {told} as they are loaded", keys)
    for key in program.predicates:
        effects = program.effects[key]
        sets = effects.callable and effects.changes and key.arity == 0 and not effects.random
        if not sets or not names.says(key.name, names.START) or names.says(key.name, names.NO_START):
            continue
        answer = sampler.one(Sample(goal_of(key, ()), (), (), loaded, 1, 1))
        if answer.states and isinstance(after := answer.states[0], PrologList) and after.items:
            score = 3.0 + (len(after.items) >= 4) - effects.prints
            yield Start(after, goal_of(key, ()), None, score, f"{key} sets the facts of {told}", keys)


def _changing(program: Program) -> tuple[Key, ...]:
    """The dynamic predicates that what may be a move changes, in the order of their names."""
    found = {
        changed
        for key in program.predicates
        if program.effects[key].callable and key.arity and not program.effects[key].random
        for changed in program.effects[key].changes
        if program.predicates[changed].is_dynamic
    }
    return tuple(sorted(found))


def _loaded(program: Program, keys: tuple[Key, ...]) -> PrologList:
    facts: list[Term] = []
    for key in keys:
        for args, body in program.predicates[key].clauses if key in program.predicates else ():
            fact = goal_of(key, args)
            if body == Atom("true") and is_ground(fact):
                facts.append(fact)
    return PrologList(tuple(sorted(facts, key=_standard)))


def _standard(fact: Term) -> str:
    inner = fact.args[1] if isinstance(fact, Compound) and fact.name == ":" else fact
    return str(inner)
