"""Games without rules in Python: what is fetched in bulk is a guess, and no guess becomes an answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from pydecl.crosschecking import Agreement, crosscheck
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import complete
from pydecl.engines.searching import search
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.term import Atom

MOVERS = "max_to_move(a). min_to_move(b). min_to_move(c).\nstaticval(c, 2).\n"
WORK = "work(0) :- !.\nwork(N) :- M is N - 1, work(M).\n"

RULES = {
    "the rules catch the limit of effort": f"""
        moves(a, [b,c]). {MOVERS} {WORK}
        staticval(b, V) :- catch(( work(300000), V = 1 ), _, V = 9).
    """,
    "an honest value takes much effort": f"""
        moves(a, [b,c]). {MOVERS} {WORK}
        staticval(b, 1) :- work(400000).
    """,
    "an inner position has an endless value": f"""
        moves(a, [b,c]). {MOVERS}
        staticval(a, _) :- repeat, fail.
        staticval(b, 1).
    """,
    "move/2 and move/3 are helpers": f"""
        moves(a, [b,c]). {MOVERS}
        move(X, Y, Z) :- Z is X + Y.
        move(X, Y) :- Y is X + 1.
        staticval(b, 1).
    """,
}


pytestmark = pytest.mark.usefixtures("own_folder")  # what is compiled is kept for the next run


def consulted(rules: str) -> SessionGame:
    file = Path("game.pl")
    file.write_text(rules, encoding="utf-8")
    return consult(file)


@pytest.mark.parametrize("engine", complete())
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_both_engines_see_the_game_as_it_is(rules: str, engine: str) -> None:
    with consulted(rules) as game:
        result = search(game, "minimax", engine=engine, position="a", seconds=600)
    assert (result.answer.value, result.answer.best, result.answer.nodes) == (2, Atom("c"), 3)


@pytest.mark.parametrize("engine", complete())
def test_what_goes_wrong_where_no_search_comes_is_not_reported(engine: str) -> None:
    # b is worth 5 to MAX; MIN answers c with d, worth 1, and so e is never asked for anything.
    rules = """
        moves(a, [b,c]). moves(c, [d,e]).
        moves(e, _) :- throw(asked(e)).
        max_to_move(a). max_to_move(d). max_to_move(e). min_to_move(b). min_to_move(c).
        staticval(b, 5). staticval(d, 1).
        staticval(e, _) :- throw(asked(e)).
    """
    with consulted(rules) as game:
        result = search(game, "alphabeta", engine=engine, position="a")
    assert (result.answer.value, result.answer.nodes) == (5, 4)


def test_a_file_with_moves_2_names_its_moves_by_a_move_3_that_gives_the_same_successors() -> None:
    rules = f"""
        moves(P, Ns) :- findall(N, move(P, _, N), Ns), Ns \\== [].
        move(a, left, b). move(a, right, c). {MOVERS} staticval(b, 1).
    """
    with consulted(rules) as game:
        assert [move for move, _ in game.successors(Atom("a"))] == [Atom("left"), Atom("right")]


def test_move_3_is_supplied_and_names_a_move_after_its_successor() -> None:
    with consulted(f"moves(a, [b,c]). {MOVERS} staticval(b, 1).") as game:
        answers = game.session.query("move(a, Move, Next)")
    assert answers == [{"Move": Atom(name), "Next": Atom(name)} for name in "bc"]


NUMBERS = """
initial(10).
max_to_move(10). max_to_move(3). max_to_move(3.0). max_to_move(0.0). max_to_move(-0.0).
min_to_move(1). min_to_move(1.0). min_to_move(2).
move(10, 1). move(10, 1.0). move(10, 2).
move(1, 3). move(1.0, 3.0). move(2, 0.0). move(2, -0.0).
staticval(3, 5). staticval(3.0, 7). staticval(0.0, V) :- {eight}. staticval(-0.0, 9).
"""


@pytest.mark.parametrize("eight", ["V = 8", "catch(V = 8, _, fail)"], ids=["compiled", "shared"])
def test_positions_that_are_numbers_are_told_apart(eight: str) -> None:
    with consulted(NUMBERS.format(eight=eight)) as game:
        for engine in complete():
            result = search(game, "minimax", engine=engine)
            assert (result.answer.value, result.answer.leaves) == (8, 4)
        verdict = crosscheck(game, plies=2, programs=[Program.MINIMAX, Program.ALPHABETA_TT])
        assert isinstance(verdict, Agreement), str(verdict)
        assert verdict.positions == 8
