"""Games of other conventions, compiled: random walks of them are those of SWI-Prolog."""

from __future__ import annotations

import random

import pytest
from c_back_end import LoadedC
from differential import key_of, outcome_of
from folders import TESTS
from module_fixtures import for_module
from native_code import tcc
from swi_solutions import Goal, SwiSolver
from walks import WALKS, Solutions

from pydecl.compiler import ir
from pydecl.model.term import Term
from pydecl.rules.reader import read_rules

STRANGERS = TESTS / "strangers"


solver = for_module(SwiSolver)


@pytest.mark.sampled(4, "each case compiles a game and walks it twice")
@pytest.mark.parametrize("name", WALKS)
def test_random_walks_are_those_of_swi_prolog(name: str, solver: SwiSolver) -> None:
    file = STRANGERS / f"{name}.pl"
    rules = read_rules(file.read_text(encoding="utf-8"), str(file))
    solver.load(name, file)
    loaded: dict[ir.Key, LoadedC] = {}

    def solutions(goal: Goal) -> Solutions:
        key = key_of(goal)
        if key not in loaded:
            loaded[key] = LoadedC(rules, [key], tcc())
            assert not loaded[key].refusals, loaded[key].refusals
        expected = solver.solve(name, goal)
        assert outcome_of(loaded[key], goal, expected) == expected, goal
        return expected.solutions

    def ask(predicate: str, *arguments: Term | None) -> Solutions:
        return solutions(Goal(predicate, arguments))

    start, place, followers = WALKS[name]
    asked = 0
    for seed in range(4):
        chooser = random.Random(seed)
        states = [results[place] for results in solutions(start)]
        while states:
            states = followers(ask, chooser.choice(states))
            asked += 1
    assert asked > 8


REFUSED = ("gdl", "ttt_sterling_shapiro")
"""What is asked of SWI-Prolog: a state that is no argument, lists made by same_length/2."""


def test_every_stranger_that_is_compiled_is_walked() -> None:
    assert set(WALKS) == {file.stem for file in STRANGERS.glob("*.pl") if not file.stem.endswith(REFUSED)}
