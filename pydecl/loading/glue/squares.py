"""Tests of a square that somebody has taken, where facts are the board: each such fact may be tested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.loading.glue import names
from pydecl.loading.glue.players import Pair, goal_of, is_player
from pydecl.loading.glue.program import Key, Program
from pydecl.loading.glue.slices import conjunction
from pydecl.model.term import Term, Variable

MOST_ARITY = 4


def taken_tests(
    program: Program, facts: Sequence[Key], pair: Pair, player: Variable
) -> Iterator[tuple[Key, Term]]:
    """Goals with a variable for a player: a fact that names the player, and a test of its square.

    An argument of the test is that of the fact which holds the same values, as far as the text shows it.
    """
    for fact in facts:
        told = [i for i in range(fact.arity) if is_player(program, pair, (fact, i))]
        if len(told) != 1 or fact.arity < 2:
            continue
        args = [player if i == told[0] else Variable(f"A{i}") for i in range(fact.arity)]
        for key in program.predicates:
            effects = program.effects[key]
            named = names.says(key.name, (*names.WIN, *names.LINE, *names.OVER))
            if not named or not 2 <= key.arity <= MOST_ARITY or key == fact:
                continue
            if not effects.callable or effects.random or effects.changes:
                continue
            given = _given(program, fact, key)
            if given is not None:
                test = goal_of(key, [args[i] for i in given])
                yield key, conjunction([goal_of(fact, args), test])


def _given(program: Program, fact: Key, key: Key) -> list[int] | None:
    """Which argument of the fact each argument of the test is; None if one is none of them."""
    flow = program.flow
    left = list(range(fact.arity))
    given: list[int] = []
    for k in range(key.arity):
        same = next((i for i in left if flow.root((fact, i)) == flow.root((key, k))), None)
        if same is None:
            return None
        left.remove(same)
        given.append(same)
    return given
