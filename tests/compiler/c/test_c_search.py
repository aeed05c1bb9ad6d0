"""Compiled games in C beside SWI-Prolog: the same successors, values and movers, the same searches."""

from __future__ import annotations

import random

import pytest
from c_games import CGame, c_game, successors
from rings import sample_size
from swi_solutions import End as SwiEnd
from swi_solutions import Goal, Outcome, SwiSolver

from pydecl.engines.native.serialisation import End
from pydecl.engines.searching import search
from pydecl.loading.consulting import consult
from pydecl.model.term import Atom, Compound, PrologList, Term, term_text
from pydecl.paths import bundled_file

GAMES = ("nim", "tictactoe", "hexapawn", "connect4", "othello", "checkers")

SEARCHES = [
    *(("nim", program, None) for program in ("minimax", "alphabeta", "won")),
    *(("tictactoe", "minimax", 5), ("tictactoe", "alphabeta", 6), ("tictactoe", "won", None)),
    *(("hexapawn", program, None) for program in ("minimax", "alphabeta", "won")),
    *(("hexapawn", "minimax", 2), ("connect4", "alphabeta", 3), ("connect4", "minimax", 0)),
    *((name, program, None) for name in ("nim", "hexapawn") for program in ("negamax_ply", "alphabeta_tt")),
    *(("tictactoe", "negamax_ply", 6), ("tictactoe", "alphabeta_tt", 6), ("tictactoe", "alphabeta_tt", None)),
    *(("connect4", "negamax_ply", 3), ("connect4", "alphabeta_tt", 3), ("othello", "alphabeta_tt", 3)),
    ("checkers", "alphabeta", 3),
    *(("othello", "alphabeta", 3), ("othello", "minimax", 2), ("tictactoe", "won", 2)),
]

PROGRAMS = sorted({program for _, program, _ in SEARCHES})


def searched(name: str) -> CGame:
    """A bundled game with the programs that are asked for here, and those that are C in every game."""
    return c_game(name, *PROGRAMS)


@pytest.mark.parametrize(("name", "program", "depth"), SEARCHES)
@pytest.mark.sampled(2, "each case searches many trees")
def test_a_search_in_c_is_the_search_in_prolog(name: str, program: str, depth: int | None) -> None:
    game = searched(name)
    position = game.initial()
    here = game.search(program, position, depth)
    with consult(name) as session:
        there = search(session, program, position=position, depth=depth).answer
    counted = here.nodes, here.leaves, here.hits, here.horizon
    assert counted == (there.nodes, there.leaves, there.hits, there.horizon)
    told = [] if there.value is None else [str(there.value).lower()]
    told += [] if there.best is None else [term_text(there.best)]
    assert [term_text(value) for value in here.values] == told


ASKED = (
    *(("move", "+--"), ("staticval", "+-"), ("max_to_move", "+"), ("min_to_move", "+")),
    *(("terminalwon", "+"), ("terminallost", "+")),
)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sampled(2, "each compiles a game, and asks SWI-Prolog about all positions of a walk")
def test_random_walks_see_what_prolog_sees(name: str) -> None:
    game, random_ = searched(name), random.Random(name)
    with SwiSolver() as solver:
        assert not solver.load(name, bundled_file(name))
        for _ in range(sample_size(1, 3)):
            position: Term | None = game.initial()
            while position is not None:
                for predicate, mode in ASKED:
                    here = game.solutions(predicate, mode, position)
                    goal = Goal(predicate, (position, *[None] * (len(mode) - 1)))
                    assert Outcome(tuple(here), SwiEnd.NO_MORE) == solver.solve(name, goal, 1000, 10**8)
                following = successors(game, position)
                position = random_.choice(following) if following else None


def test_tic_tac_toe_has_the_known_number_of_nodes() -> None:
    found = searched("tictactoe").search("minimax", searched("tictactoe").initial())
    assert (found.nodes, found.values[0]) == (549_946, 0)


def test_perft_counts_the_positions_after_so_many_plies() -> None:
    game = searched("tictactoe")
    counts = [game.search("perft", game.initial(), depth).nodes for depth in range(7)]
    assert counts == [
        1,
        9,
        72,
        504,
        3024,
        15_120,
        54_720,
    ]  # A. Henderson; 6 plies: 60,480 less 5,760 finished


def test_a_term_that_no_rule_mentions_is_foreign() -> None:
    position = Compound("nim", (Atom("nobody"), PrologList((1,))))
    assert searched("nim").search("minimax", position).end is End.FOREIGN
