"""Mutants of real rules: they are what they promise, and back ends answer as SWI-Prolog does, or refuse."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from c_back_end import CBackEnd
from differential import Verdict
from module_fixtures import for_module
from mutating import CHANGES, mutated
from native_code import quick
from oracle import Oracle
from random_generators import MUTANTS, POSITIONS
from random_mutants import games, homeworks, idioms, original_states, random_program, strangers
from random_runs import Answered, batches, each_answered, none_differs
from rings import sample, sample_size, seeds
from swi_solutions import End

from pydecl.rules.reader import read_rules, term_of

NUMBERS = range(sample_size(6, 120))
BATCH = 20

QUICK = CBackEnd(quick())
"""tcc, if it is there: what mutants show is seldom a matter of the compiler."""


oracle = for_module(Oracle)


@pytest.fixture(scope="module")
def mutants(oracle: Oracle) -> list[list[Answered]]:
    made = batches(NUMBERS, BATCH, MUTANTS)
    return [part for programs in made for part in each_answered(oracle, programs, MUTANTS)]


@pytest.mark.thorough("it is about the generator")
def test_mutants_are_asked_something_that_ends(mutants: Sequence[Sequence[Answered]]) -> None:
    outcomes = [outcome for batch in mutants for one in batch for outcome in one.outcomes]
    ends = [outcome.end for outcome in outcomes]
    assert ends.count(End.LIMIT) < 0.02 * len(ends)
    assert ends.count(End.ERROR) > 0.01 * len(ends)
    assert sum(1 for outcome in outcomes if outcome.solutions) > 0.3 * len(ends)


def test_a_number_gives_the_same_mutant_again_with_names_of_its_own() -> None:
    one = random_program(17)
    assert one == random_program(17)
    assert all(goal.name.startswith("m17_") for goal in one.goals)
    assert {goal.name for goal in one.goals} <= {name for name, _ in one.defined}


@pytest.mark.thorough("a law of the generator: it plays every source")
def test_every_source_is_played_and_every_change_is_made() -> None:
    for source in sample((*games(), *strangers(), *homeworks()), 2):
        assert len(original_states(source)) > 1, source.name
    assert len(idioms()) > 500
    text = "p(X, L) :- X > 1, ( q(X) ; \\+ member(X, [1, 2]) ), L = [X|_].\nq(a).\nq(b).\n"
    clauses = [term_of(one.term) for one in read_rules(text).clauses]
    for change in CHANGES:
        assert any(change(Random(seed), clauses) not in (None, clauses) for seed in range(50)), change
    assert mutated(Random(1), clauses, 0) == clauses


def test_machine_code_answers_as_swi_prolog_or_refuses(
    oracle: Oracle, mutants: Sequence[Sequence[Answered]]
) -> None:
    tally = none_differs(oracle, QUICK, mutants, MUTANTS)
    assert tally.verdicts[Verdict.EQUAL] > 0.5 * sum(tally.verdicts.values())


def test_games_at_odd_positions_are_answered_as_by_swi_prolog(oracle: Oracle) -> None:
    made = batches(seeds(2, 60), BATCH, POSITIONS)
    answers = (part for programs in made for part in each_answered(oracle, programs, POSITIONS))
    tally = none_differs(oracle, QUICK, answers, POSITIONS)
    assert tally.verdicts[Verdict.EQUAL] > 0.5 * sum(tally.verdicts.values())
