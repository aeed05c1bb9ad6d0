"""Games in C: what they say of positions along random walks is what SWI-Prolog says.

Bundled ones are walked in `api/test_walking_games.py`.
"""

from __future__ import annotations

import random

import pytest
from bundled_files import GAMES, NEED_FACTS
from c_back_end import LoadedC
from c_games import c_game
from differential import key_of, outcome_of
from folders import TESTS
from module_fixtures import for_module
from native_code import tcc
from swi_solutions import Goal, SwiSolver
from walks import WALKS, Solutions

from pydecl.compiler import ir
from pydecl.compiler.c.program import compile_c
from pydecl.compiler.compile import compile_rules
from pydecl.compiler.ir import Key
from pydecl.engines.native.serialisation import End
from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.rules.reader import read_rules

WALKED = [game for game in GAMES if game not in NEED_FACTS]


@pytest.mark.parametrize("name", WALKED)
@pytest.mark.sampled(1, "each compiles all programs for a game; the walks compile games, too")
def test_a_bundled_game_is_compiled_to_c_for_all_that_is_asked_of_it(name: str) -> None:
    compiled = c_game(name).compiled
    assert not compiled.refusals
    assert list(compiled.entries) == list(c_game(name).program.entries)


def test_a_term_that_no_rule_mentions_is_foreign() -> None:
    position = Compound("nim", (Atom("nobody"), PrologList((1,))))
    assert c_game("nim", "minimax").search("minimax", position).end is End.FOREIGN


GAME = "max_to_move(s(1, _)). min_to_move(s(2, _)). initial(s(1, [0])). staticval(s(P, _), P).\n"


def test_a_move_that_is_not_about_positions_is_left_out_where_there_is_moves() -> None:
    """A file by others may have a move/3 of its own, of boards."""
    text = GAME + "moves(s(P, B), [s(Q, C)]) :- Q is 3 - P, move(B, P, C). move([N|_], P, [M]) :- M is N + P."
    compiled = compile_c(compile_rules(read_rules(text, "g.pl")), game=True)
    assert {str(key) for key in compiled.refusals} == {"move(+,-,-)"}
    assert "moves(s(integer, [integer]), -[s(integer, [integer])])" in compiled.typed.report().splitlines()


def test_a_move_that_names_the_moves_stays() -> None:
    rules = "moves(P, Ns) :- findall(N, move(P, _, N), Ns). move(s(1, [N]), up, s(2, [M])) :- M is N + 1."
    compiled = compile_c(compile_rules(read_rules(GAME + rules, "g.pl")), game=True)
    assert not compiled.refusals
    assert Key("move", "+--") in compiled.entries


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
