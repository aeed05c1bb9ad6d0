"""OpenSpiel's games are lawful games of pydecl's, and have the values that are known of them."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction

import pytest
from rings import sample_size

import pydecl
from pydecl.errors import InputError, PositionError
from pydecl.testing import check_game

pytest.importorskip("pyspiel")
pytest.importorskip("networkx")

import pyspiel
from open_spiel.python.algorithms.minimax import alpha_beta_search
from spiel_values import best_value

from pydecl.adapters.networkx import graph
from pydecl.adapters.open_spiel import from_open_spiel, to_open_spiel

LAWFUL = [
    "tic_tac_toe",
    "nim(pile_sizes=1;3;5)",
    "connect_four(rows=4,columns=4)",
    "breakthrough(rows=4,columns=4)",
    "dots_and_boxes(num_rows=1,num_cols=2)",
    "go(board_size=3)",
    "pig(winscore=10,horizon=20)",
    "backgammon",
    "chess",
    "othello",
    "oware",
]


@pytest.mark.covering(1, "each game once, and with and without merging")
@pytest.mark.parametrize("merge", [False, True])
@pytest.mark.parametrize("name", LAWFUL)
def test_they_keep_the_laws_of_a_game_in_python(name: str, merge: bool) -> None:
    assert check_game(from_open_spiel(name, merge=merge), plays=sample_size(1, 3), plies=40).positions > 0


def test_without_merging_there_are_as_many_positions_as_nodes() -> None:
    game = from_open_spiel("tic_tac_toe")
    start = game.position("[0,1,4,2,8]")
    assert start.outcome is pydecl.Outcome.WON
    before = game.position("[0,1,4,2]")
    assert pydecl.search(before, "alphabeta").value == 1
    histories = pydecl.solve(from_open_spiel("nim(pile_sizes=1;2)"))
    merged = pydecl.solve(from_open_spiel("nim(pile_sizes=1;2)", merge=True))
    assert len(histories) > len(merged)


@pytest.mark.parametrize(("piles", "value"), [("1;3;5", 1), ("1;1", 1), ("1;1;1", -1), ("2;2", -1)])
def test_nim_of_openspiel_is_lost_by_who_takes_the_last(piles: str, value: int) -> None:
    """C. L. Bouton, Nim, a game with a complete theory, 1901, has both kinds."""
    name = f"nim(pile_sizes={piles})"
    theirs, _ = alpha_beta_search(pyspiel.load_game(name))
    assert pydecl.search(from_open_spiel(name, merge=True), "alphabeta", depth=None).value == theirs == value


@pytest.mark.parametrize("name", ["nim(pile_sizes=2;3)", "connect_four(rows=3,columns=3,x_in_row=3)"])
def test_all_engines_agree_on_it(name: str) -> None:
    verdict = pydecl.crosscheck(from_open_spiel(name, merge=True), ["minimax", "alphabeta"], plies=1)
    assert verdict.agree


def test_connect_four_of_openspiel_is_that_of_pydecl() -> None:
    """Small boards have the same value, whoever wrote the rules."""
    theirs = pydecl.solve(from_open_spiel("connect_four(rows=3,columns=3,x_in_row=3)", merge=True))
    ours = pydecl.solve("connect4:width=3,height=3,run=3")
    assert theirs.counts() == ours.counts()


def test_who_moves_again_does_so_in_dots_and_boxes() -> None:
    game = from_open_spiel("dots_and_boxes(num_rows=1,num_cols=1)")
    assert pydecl.search(game, "alphabeta", depth=None).value == -1
    position = game.start.play(game.start.moves()[0])
    assert position.player is pydecl.Player.MIN


def test_pig_has_chances_and_a_value() -> None:
    game = from_open_spiel("pig(players=2,winscore=3,horizon=4)", merge=True)
    rolled = game.start.play("roll")
    assert rolled.player is None
    assert [chance for chance, _ in rolled.chances()] == [Fraction(1, 6)] * 6
    result = pydecl.search(game, "expectiminimax", depth=None, engine="python")

    start = pyspiel.load_game("pig(players=2,winscore=3,horizon=4)").new_initial_state()
    assert isinstance(result.value, Fraction)
    assert float(result.value) == pytest.approx(best_value(start))


def test_there_and_back_again_a_game_has_the_same_solution() -> None:
    again = from_open_spiel(to_open_spiel("hexapawn"), merge=True)
    theirs, ours = pydecl.solve(again), graph("hexapawn", solved=pydecl.solve("hexapawn"))
    counted = Counter(told["outcome"] for _, told in ours.nodes(data=True))
    assert theirs.counts() == {"won": 0, "lost": 0, "drawn": 0} | counted


def test_a_wrong_merge_is_found_out() -> None:
    game = from_open_spiel("tic_tac_toe", merge=lambda state: state.move_number())
    with pytest.raises(InputError, match="are merged as 1, and the game goes on differently"):
        game.start.moves()


def test_a_merge_that_forgets_how_long_the_game_lasts_is_found_out() -> None:
    """Pig's text does not say how many moves are left until the horizon."""
    game = from_open_spiel("pig(players=2,winscore=3,horizon=4)", merge=str)
    with pytest.raises(InputError, match="the game goes on differently"):
        pydecl.solve(game)


def test_a_merge_of_one_s_own() -> None:
    """How many moves have led to a state is no matter in nim."""
    name = "nim(pile_sizes=2;2)"
    own, usual = (pydecl.solve(from_open_spiel(name, merge=merge)) for merge in (str, True))
    assert len(own) < len(usual)
    assert own["[]"] == usual["[]"]


def test_it_is_written_read_and_pickled() -> None:
    game = from_open_spiel("tic_tac_toe")
    position = game.start.play("x(1,1)")
    assert repr(position) == "from_open_spiel('tic_tac_toe()').position('[4]')"
    assert game.position(str(position)) == position == pickle.loads(pickle.dumps(position))
    assert str(game.state((4,))) == "...\n.x.\n..."


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("kuhn_poker", "imperfect information"),
        ("matrix_pd", "no game in which players move in turn"),
        ("blackjack", "for 1 players"),
        ("bargaining", "imperfect information|one wins what the other loses"),
        ("phantom_ttt", "imperfect information"),
    ],
)
def test_what_pydecl_cannot_search_is_refused_by_name(name: str, reason: str) -> None:
    with pytest.raises(InputError, match=f"^{name}.*({reason})"):
        from_open_spiel(name)


def test_bad_input(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match="no game 'tick_tack_toe': did you mean tic_tac_toe"):
        from_open_spiel("tick_tack_toe")
    assert capfd.readouterr().err == ""
    with pytest.raises(InputError, match=r"cannot load 'tic_tac_toe\(x=1\)'.*Unknown parameter"):
        from_open_spiel("tic_tac_toe(x=1)")
    game = from_open_spiel("tic_tac_toe")
    for text in ("[9]", "[0,0]", "[0,1,4,2,8,3]", "nowhere", "[a]"):
        with pytest.raises(PositionError):
            game.position(text)
