"""Games of other conventions, compiled to Python: random walks of them are those of SWI-Prolog."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from differential import key_of, outcome_of
from python_back_end import LoadedPython, PythonBackEnd
from swi_solutions import Goal, SwiSolver

from pydecl.compiler import ir
from pydecl.model.term import Compound, PrologList, Term
from pydecl.rules.reader import read_rules

STRANGERS = Path(__file__).with_name("strangers")

Solutions = tuple[tuple[Term, ...], ...]
Ask = Callable[..., Solutions]
"""Asks a predicate on both sides; None stands for an argument that is asked for."""


def and_or(ask: Ask, state: Term) -> list[Term]:
    ask("tomove", state, None)
    ask("terminal", state, None)
    return [after for _, after in ask("moves", state, None, None)]


def nim_feup(ask: Ask, state: Term) -> list[Term]:
    assert isinstance(state, Compound)
    turn = state.args[1]
    assert isinstance(turn, Compound)
    ask("game_over", state, None)
    return _made(ask, state, ask("valid_moves", state, turn.args[0], None))


def ttt_feup(ask: Ask, state: Term) -> list[Term]:
    ask("game_over", state, None)
    return _made(ask, state, ask("valid_moves", state, None))


def _made(ask: Ask, state: Term, lists: Solutions, name: str = "move") -> list[Term]:
    ((moves,),) = lists
    assert isinstance(moves, PrologList)
    return [after for move in moves.items for (after,) in ask(name, state, move, None)]


def openspiel(ask: Ask, state: Term) -> list[Term]:
    ask("current_player", state, None)
    over = ask("is_terminal", state)
    for player in (0, 1):
        if over:
            ask("returns", state, player, None)
    return [] if over else _made(ask, state, ask("legal_actions", state, None), "apply_action")


def sterling_shapiro(ask: Ask, state: Term) -> list[Term]:
    ((player,),) = ask("next_player", ask("initialize", _game(ask), None, None)[0][1], None)
    ask("game_over", state, player, None)
    return [after for (move,) in ask("move", state, None) for (after,) in ask("move", move, state, None)]


def _game(ask: Ask) -> Term:
    return ask("initialize", None, None, None)[0][0]


def utility(ask: Ask, state: Term) -> list[Term]:
    ask("utility", state, None)
    ask("max_to_move", state)
    ask("min_to_move", state)
    return [after for (after,) in ask("move", state, None)]


WALKS: dict[str, tuple[Goal, int, Callable[[Ask, Term], list[Term]]]] = {
    "nim_and_or": (Goal("initial", (None,)), 0, and_or),
    "ttt_and_or": (Goal("initial", (None,)), 0, and_or),
    "nim_feup": (Goal("initial_state", (PrologList((1, 3, 5)), None)), 0, nim_feup),
    "ttt_feup": (Goal("initial_state", (3, None)), 0, ttt_feup),
    "nim_openspiel": (Goal("init", (None,)), 0, openspiel),
    "ttt_openspiel": (Goal("init", (None, None)), 0, openspiel),
    "nim_sterling_shapiro": (Goal("initialize", (None, None, None)), 1, sterling_shapiro),
    "ttt_utility": (Goal("initial", (None,)), 0, utility),
}
"""How a walk begins, which of the results is the position, and what is asked of each."""


@pytest.fixture(scope="module")
def solver() -> Iterator[SwiSolver]:
    with SwiSolver() as solver:
        yield solver


@pytest.mark.parametrize("name", WALKS)
def test_random_walks_are_those_of_swi_prolog(name: str, solver: SwiSolver) -> None:
    file = STRANGERS / f"{name}.pl"
    rules = read_rules(file.read_text(encoding="utf-8"), str(file))
    solver.load(name, file)
    loaded: dict[ir.Key, LoadedPython] = {}

    def solutions(goal: Goal) -> Solutions:
        key = key_of(goal)
        if key not in loaded:
            loaded[key] = PythonBackEnd().load(rules, [key])
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
