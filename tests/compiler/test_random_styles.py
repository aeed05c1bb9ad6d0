"""Random programs of all generators are what they promise; C answers as SWI-Prolog does, or refuses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

import pytest
from c_back_end import CBackEnd
from differential import Verdict
from module_fixtures import for_module
from mutating import CHANGES, mutated
from native_code import quick, tcc
from oracle import Oracle
from prolog_text import clause_text
from random_generators import (
    LATE,
    LIBRARY,
    MUTANTS,
    ODD,
    POSITIONS,
    PROGRAMS,
    STYLES,
    Generator,
)
from random_library import GOALS
from random_mutants import games, homeworks, idioms, original_states, strangers
from random_runs import Answered, batches, each_answered, none_differs
from rings import is_thorough, sample, sample_size, seeds
from swi_solutions import End

from pydecl.compiler.frontend.prelude import is_written
from pydecl.compiler.library import MODES
from pydecl.model.term import Compound
from pydecl.rules.reader import read_rules, term_of

QUICK = CBackEnd(quick())
"""tcc, if it is there: what random programs show is seldom a matter of the compiler."""


class Asked(NamedTuple):
    """What is asked of a generator, and how much at least is answered as in SWI-Prolog."""

    numbers: Sequence[int]
    batch: int
    equal: float


ASKED = {
    **dict.fromkeys(STYLES, Asked(range(sample_size(10, 60)), 30, 0.2)),
    MUTANTS: Asked(range(sample_size(6, 120)), 20, 0.5),
    LIBRARY: Asked(range(sample_size(len(GOALS), 12 * len(GOALS))), 40, 0.4),
    POSITIONS: Asked(seeds(2, 60), 20, 0.5),
}


oracle = for_module(Oracle)


@pytest.fixture(scope="module")
def programs_of(oracle: Oracle) -> Callable[[Generator], list[list[Answered]]]:
    """The programs of a generator, answered once."""

    @cache
    def answered(style: Generator) -> list[list[Answered]]:
        made = batches(ASKED[style].numbers, ASKED[style].batch, style)
        return [part for programs in made for part in each_answered(oracle, programs, style)]

    return answered


about_generator = pytest.mark.thorough("it is about the generator")


@pytest.mark.parametrize(
    "style", [*STYLES, pytest.param(MUTANTS, marks=about_generator)], ids=lambda one: one.name
)
def test_programs_are_asked_what_ends_and_what_errs(
    style: Generator, programs_of: Callable[[Generator], list[list[Answered]]]
) -> None:
    outcomes = [outcome for batch in programs_of(style) for one in batch for outcome in one.outcomes]
    assert sum(1 for one in outcomes if one.solutions) > (0.3 if style is MUTANTS else 0.4) * len(outcomes)
    assert sum(1 for one in outcomes if one.end is End.ERROR) > 0.01 * len(outcomes)
    limits = [one for one in outcomes if one.end is End.LIMIT and (style is MUTANTS or not one.solutions)]
    assert len(limits) < 0.02 * len(outcomes)


@pytest.mark.parametrize("style", ASKED, ids=lambda one: one.name)
def test_machine_code_answers_as_swi_prolog_or_refuses(
    style: Generator, oracle: Oracle, programs_of: Callable[[Generator], list[list[Answered]]]
) -> None:
    back_end = CBackEnd(tcc()) if style is LIBRARY else QUICK  # of no other are so many built
    tally = none_differs(oracle, back_end, programs_of(style), style)
    whole = sum(tally.verdicts.values())
    assert tally.verdicts[Verdict.EQUAL] > ASKED[style].equal * whole
    if is_thorough() and style in STYLES and style not in (ODD, LATE):  # 64 bits; what is bound later
        assert tally.verdicts[Verdict.REFUSED] < whole / 3


@pytest.mark.thorough("they are new each day")
@pytest.mark.parametrize("style", [*STYLES, MUTANTS, PROGRAMS], ids=lambda one: one.name)
def test_new_programs_are_answered_alike(style: Generator, oracle: Oracle) -> None:
    for programs in batches(seeds(0, 100 if style is PROGRAMS else 60), 30, style):
        for batch in each_answered(oracle, programs, style):
            none_differs(oracle, QUICK, [batch], style)


@pytest.mark.parametrize("style", [*STYLES, LIBRARY, MUTANTS], ids=lambda one: one.name)
def test_a_number_gives_the_same_program_again_and_its_text_reads_back(style: Generator) -> None:
    for number in range(sample_size(2 if style is MUTANTS else 8, 50)):
        program = style.random_program(number)
        assert program == style.random_program(number)
        assert {(goal.name, len(goal.arguments)) for goal in program.goals} <= program.defined
        prefix = f"{'m' if style is MUTANTS else style.name}{number}_"
        names = (goal.name for goal in program.goals) if style is MUTANTS else dict(program.defined)
        assert all(name.startswith(prefix) for name in names)
        rules = read_rules(program.text)
        assert not rules.faults
        texts = [clause_text(term_of(clause.term)) for clause in rules.clauses]
        assert texts == [clause_text(clause) for clause in program.clauses]


def test_the_calls_are_of_predicates_that_the_compiler_knows() -> None:
    named = {(one.name, len(one.args)) for one in GOALS if isinstance(one, Compound)}
    assert {key for key in named if not is_written(key)} <= MODES.keys()


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


# What the programs are made of
