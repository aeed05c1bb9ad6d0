"""Files of other schools that say the same in other words: they are read alike."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from command_line import Run
from folders import rules_file
from stranger_files import STRANGERS, WON, corresponding, variation

from pydecl.engines.searching import search
from pydecl.loading.consulting import consult

# Variations


FULL = """\
terminal(ttt(_, Board), draw) :-
    \\+ memberchk(blank, Board),
    \\+ ( member(Winner, [us,them]), line(Line), maplist(holds(Board, Winner), Line) ).
"""


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("ttt_feup", [("play :-", "current_player(_-Player, Player).\nplay :-")]),
        ("ttt_feup", [("initial_state(3,", "initial_state(_,")]),
        ("ttt_feup", [("value(GameState, Player, Value) :-", "worth(GameState, Player, Value) :-")]),
        ("ttt_feup", [("draw", "tie")]),
        ("ttt_sterling_shapiro", [("value(Position, Value)", "worth(Position, Value)")]),
        ("ttt_gdl", [("role(white).", ":- dynamic true/1, does/2.\nrole(white).")]),
        ("ttt_gdl", [("or(distinct(M, J), distinct(N, K))", "\\+ (M = J, N = K)")]),
        ("ttt_gdl", [("distinct(", "differ("), ("role(white).", "differ(X, Y) :- X \\= Y.\nrole(white).")]),
        ("ttt_openspiel", [("init([0, Board], 0)", "init([0, Board], 0, 0.0)")]),
        ("ttt_openspiel", [("Points = -1.0", "Points = 0.0")]),
        ("ttt_openspiel", [("Points = -1.0", "fail")]),
        ("ttt_and_or", [("terminal(ttt(_, Board), W", FULL + "terminal(ttt(_, Board), W")]),
        ("ttt_and_or", [("initial(", "staticval(_, 0).\ninitial(")]),
        ("ttt_utility", [("initial(", "terminalwon(pos(_, B)) :- has_won(x, B).\ninitial(")]),
    ],
)
@pytest.mark.sampled(2, "each case is a whole cross-check")
def test_a_variation_is_the_same_game(tmp_path: Path, name: str, changes: list[tuple[str, str]]) -> None:
    with consult(variation(tmp_path, name, *changes)) as stranger, consult("tictactoe") as bundled:
        assert stranger.convention.startswith(name.split("_")[1].split("-")[0][:3])
        for seed in range(4):
            theirs, ours = corresponding(stranger, bundled, 4, seed)
            scale = WON.get(stranger.convention, 1)
            expected = search(bundled, "alphabeta", position=ours).answer
            assert isinstance(expected.value, int)
            for engine in ("prolog", "python"):
                found = search(stranger, "alphabeta", position=theirs, engine=engine).answer
                assert (found.value, found.nodes) == (scale * expected.value, expected.nodes)


def test_values_that_are_the_first_players_are_told_apart(pydecl: Run, tmp_path: Path) -> None:
    path = variation(
        tmp_path,
        "ttt_sterling_shapiro",
        ("    ->  Value = -1\n", "    ->  ( Mark == cross -> Value = 1 ; Value = -1 )\n"),
    )
    done = pydecl("search", path, "--program", "alphabeta")
    assert (done.code, done.out) == (3, "")
    assert "value/2 and game_over/3 do not agree on who has won: from whose point of view" in done.err
    options = ("--program", "alphabeta", "--depth", "5", "--json")
    done = pydecl("search", path, "--convention", "sterling-shapiro-fixed", *options).json()
    expected = pydecl("search", "tictactoe", *options).json()
    assert (done["value"], done["nodes"]) == (expected["value"], expected["nodes"])


def test_an_end_is_worth_what_game_over_says(tmp_path: Path) -> None:
    path = variation(tmp_path, "ttt_feup", ("Value = 1\n", "Value = -3\n"), ("Value = -1\n", "Value = 3\n"))
    with consult(path) as game:
        for mover, value in (("red", math.inf), ("blue", -math.inf)):
            position = f"[[red,red,empty],[blue,blue,empty],[empty,empty,empty]]-{mover}"
            assert search(game, "minimax", position=position).answer.value == value


COUNTED = """\
initial_state(3, state(0, 3)).
valid_moves(state(_, Left), Moves) :- findall(N, ( between(1, 2, N), N =< Left ), Moves).
move(state(Moves, Left), N, state(Moves1, Left1)) :- Moves1 is Moves + 1, Left1 is Left - N.
game_over(state(Moves, 0), Winner) :- ( 0 is Moves mod 2 -> Winner = second ; Winner = first ).
"""
"""Take one or two of three, and who takes the last wins, which is the second; the state counts the moves."""


def test_a_state_that_does_not_name_the_mover_needs_current_player(pydecl: Run, tmp_path: Path) -> None:
    done = pydecl("search", rules_file(tmp_path, COUNTED))
    said = "the states do not show who is to move: add current_player(State, Player) to the file"
    assert (done.code, done.out, done.err) == (3, "", f"pydecl: {said}\n")
    mover = "( 0 is Moves mod 2 -> Player = first ; Player = second )"
    path = rules_file(tmp_path, COUNTED + f"current_player(state(Moves, _), Player) :- {mover}.\n")
    assert pydecl("search", path, "--json").json()["value"] == -1


def test_a_picture_is_what_the_file_displays(pydecl: Run) -> None:
    done = pydecl("board", STRANGERS / "ttt_feup.pl")
    assert done.out.startswith("empty empty empty\nempty empty empty\nempty empty empty\nred to play\n")


def test_a_game_of_several_files_is_recognised(pydecl: Run, tmp_path: Path) -> None:
    text = (STRANGERS / "nim_feup.pl").read_text()
    rules = ":- module(board, [valid_moves/3, move/3, game_over/2, opponent/2]).\n"
    (tmp_path / "board.pl").write_text(rules + text.split("initial_state(Heaps, ")[1].split("\n", 1)[1])
    start = text.split("opponent(1, 2)")[0]
    path = rules_file(tmp_path, f":- use_module(board).\n{start}")
    assert pydecl("search", path, "--json").json()["value"] == 1


def test_the_convention_outlives_the_child() -> None:
    with consult(STRANGERS / "nim_and_or.pl") as game:
        (start,) = game.initial()
        expected = search(game, "alphabeta").answer
        game.close()
        assert game.initial() == [start]
        assert search(game, "alphabeta").answer.value == expected.value
