"""pydecl play: the dialogue with scripted input, whose rules are played, records, and what goes wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from folders import ROOT, rules_file
from playing_lines import Play, moves, recorded

from pydecl.cli import playing
from pydecl.programs.registry import OWN_MOVERS, PROGRAMS, names

BROKEN = """
initial(n(max, 0)).
max_to_move(n(max, _)). max_to_move(n(both, _)). min_to_move(n(min, _)). min_to_move(n(both, _)).
move(n(max, 0), both, n(both, 1)).
move(n(max, 0), dead, n(min, 2)).
move(n(max, 0), thrown, n(min, 3)).
move(n(max, 0), free, n(min, 4)).
move(n(max, 0), valueless, n(min, 5)).
move(n(max, 0), slow, n(min, 6)).
move(n(min, 2), on, n(max, 9)) :- halt.
move(n(min, 3), on, n(max, X)) :- X is nothing + 1.
move(n(min, 4), on, n(max, _)).
move(n(min, 6), on, n(max, 9)).
staticval(n(_, N), 0) :- N =\\= 5, N =\\= 9.
staticval(n(_, 9), 0) :- repeat, fail.
"""

DICE = "a max ( die chance ( 1r6: b min ( c 1  d 3 )  5r6: e max ( f 5  g -2 ) )  h 2 )"


@pytest.fixture
def unlimited_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """`--time` limits only what the program thinks, however slow the machine loads the rules."""
    monkeypatch.setattr(playing.PlayLoading, "at_most", lambda *_: None)


# The dialogue


def test_the_cycle_is_shown_the_reply_searched_and_the_end_told_for_both(play: Play) -> None:
    done = play("nim:heaps=[1,2]", lines="take(2,1); #1")
    assert (done.code, done.err) == (0, "")
    # MIN takes the last of two equal moves, so MAX takes the rest.
    assert moves(done) == ["1. MAX take(2,1)", "2. MIN take(2,1)", "3. MAX take(1,1)"]
    for text in ("1: |   1\n2: ||  2\nmax to move\n\nMAX to move\n", "MIN to move (alphabeta)"):
        assert text in done.out
    assert "   % alphabeta: value 1\n" in done.out
    assert done.out.endswith("MAX has won, MIN has lost (value 1)\n")


def test_a_draw_is_told_for_both(play: Play) -> None:
    done = play("tictactoe", "--as", "none", "--program", "negamax_ply")
    assert (done.code, len(moves(done))) == (0, 9)
    assert done.out.endswith("a draw: neither MAX nor MIN has won (value 0)\n")


def test_the_program_plays_who_is_not_a_person(play: Play) -> None:
    first = play("nim:heaps=[1,2]", "--as", "min")
    assert (first.code, moves(first)) == (0, ["1. MAX take(2,1)"])
    two = play("nim:heaps=[1,2]", "--as", "both", lines="#2; #1; #1")
    assert moves(two) == ["1. MAX take(2,1)", "2. MIN take(1,1)", "3. MAX take(2,1)"]
    assert "alphabeta" not in two.out


@pytest.mark.parametrize("engine", ["prolog", "python"])
def test_a_hint_is_the_move_its_value_and_best_play(play: Play, engine: str) -> None:
    done = play("nim:heaps=[1,2]", "--as", "both", "--engine", engine, lines="hint")
    assert "alphabeta: take(2,1), value 1\nbest play: take(2,1), take(2,1), take(1,1)\n" in done.out
    assert moves(done) == []


@pytest.mark.usefixtures("unlimited_loading")
def test_a_hint_that_cannot_be_had_does_not_end_the_match(play: Play) -> None:
    done = play("connect4", "--as", "both", "--depth", "unlimited", "--time", "0.2", lines="hint; 4")
    assert "alphabeta found no move: time is up" in done.out
    assert (done.code, done.err, moves(done)) == (0, "", ["1. MAX 4"])


def test_undo_takes_back_the_programs_move_too(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    done = play("nim", "--record", path, lines="undo; 1; undo; 2; % better; undo; undo; 3")
    assert done.out.count("there is nothing to undo") == 2
    assert [move for move in moves(done) if "MAX" in move] == [
        *("1. MAX take(1,1)", "1. MAX take(2,1)", "1. MAX take(2,2)")
    ]
    assert recorded(path)[0] == "1 max take(2,2)"
    assert "better" not in path.read_text()


def test_the_list_of_moves_has_numbers_names_and_positions(play: Play, tmp_path: Path) -> None:
    done = play("nim:heaps=[1,1]", lines="moves; position")
    assert re.search(r"^number +move +position *\n#1 +take\(1,1\) +0/1 min *\n#2 ", done.out, re.MULTILINE)
    assert "\n1/1 max\n" in done.out
    path = tmp_path / "nameless.pl"
    path.write_text(
        "initial(a). moves(a, [b, c]). max_to_move(a). min_to_move(b). min_to_move(c).\n"
        "staticval(b, 1). staticval(c, -1).\n"
    )
    done = play(path, lines="moves; to c")
    assert re.search(r"^number +position *\n#1 +b *\n#2 +c *$", done.out, re.MULTILINE)
    assert moves(done) == ["1. MAX to c"]
    assert done.out.endswith("MIN has won, MAX has lost (value -1)\n")


@pytest.mark.sampled(4, "each case is a match")
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hnit", "no move 'hnit': expected take(1,1), take(2,1), take(2,2); or the command 'hint'"),
        ("undo now", "no move 'undo now'"),
        ("save", "expected a file: save FILE"),
        ("save /nowhere/at/all", "/nowhere/at/all: cannot be written: no such file"),
        ("\x1b[31m\udcff", r"no move '\x1b[31m\udcff'"),
    ],
)
def test_a_wrong_line_is_said_and_asked_again(play: Play, line: str, message: str) -> None:
    done = play("nim:heaps=[1,2]", "--as", "both", lines=f"{line}; 1")
    assert message in done.out
    assert (done.code, done.err, moves(done)) == (0, "", ["1. MAX take(1,1)"])


def test_help_names_every_command(play: Play) -> None:
    done = play("nim", lines="help; quit; 1")
    assert (done.code, moves(done)) == (0, [])
    assert play("nim", lines="?; quit; 1") == done
    assert "'help' lists what can be said" in play("nim", lines="e4; quit; 1").out
    for word in ("moves", "hint", "undo", "position", "save FILE", "% TEXT", "quit", "help"):
        assert re.search(rf"^{re.escape(word)} ", done.out, re.MULTILINE)


def test_the_end_of_the_input_ends_the_match(play: Play) -> None:
    done = play("nim")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("the input has ended: the match stops here\n")


# Rules of one's own, chance, and players who move twice


def test_rules_of_ones_own_are_played(play: Play) -> None:
    pile = ROOT / "examples" / "pile.pl"
    done = play(pile, "--position", "pile(max, 5)", lines="take(1); take(2); take(1)")
    # By hand: a multiple of 4 loses.
    assert next(move for move in moves(done) if "MAX" in move) == "1. MAX take(1)"
    assert done.code == 0
    assert "pile(min,4)" in done.out


def test_chance_is_drawn_by_the_seed_and_shown(play: Play, tmp_path: Path) -> None:
    path = rules_file(tmp_path, DICE, "dice.tree")
    found: dict[str, str] = {}
    for seed in ("0", "0", "1", "2", "3", "4", "5"):
        done = play(path, "--seed", seed, lines="die")
        assert done.code == 0
        assert found.setdefault(seed, done.out) == done.out
        draw = moves(done)[1]
        assert f"{draw}\n   % probability {'1r6' if draw == '2. chance to b' else '5r6'}\n" in done.out
    assert len({out.partition("2. chance to ")[2][0] for out in found.values()}) == 2


def test_a_program_that_meets_a_player_who_moves_twice_says_who_can_play(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "late.pl"
    path.write_text(
        "initial(s(max, 0, 0)). max_to_move(s(max, _, _)). min_to_move(s(min, _, _)).\n"
        "move(s(P, N, T), back, s(Q, 0, T1)) :- N < 50, T1 is T + 1, other(P, Q).\n"
        "move(s(P, N, T), on, s(Q, N1, T1)) :- N < 50, N1 is N + 1, T1 is T + 1, after(N1, P, Q).\n"
        "after(N, P, P) :- N > 20. after(N, P, Q) :- N =< 20, other(P, Q).\n"
        "other(max, min). other(min, max).\n"
        "staticval(s(min, N, _), N). staticval(s(max, N, _), Val) :- Val is -N.\n"
    )  # random play hardly ever goes on twenty times
    soon = play(path, "--position", "s(max,19,0)", "--program", "alphabeta")
    assert (soon.code, soon.out) == (2, "")
    late = play(path, "--as", "none", "--depth", "1")
    assert late.code == 3
    movers = [program for program in OWN_MOVERS if program in PROGRAMS]
    assert late.err.endswith(f"the programs that can play are {names(movers)}\n")
    assert "the moves so far, from s(max,0,0): " in late.out


def test_a_pass_is_made_at_once_and_taken_back_with_the_move(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "again.pl"
    path.write_text(
        "moves_again. initial(p(max, 9)). max_to_move(p(max, _)). min_to_move(p(min, _)).\n"
        "move(p(P, N), take(1), p(Q, M)) :- N > 0, M is N - 1, other(P, Q).\n"
        "move(p(P, N), take(2), p(P, M)) :- N > 1, M is N - 2.\n"
        "other(max, min). other(min, max). staticval(p(max, _), 1). staticval(p(min, _), 1).\n"
    )
    done = play(path, "--as", "both", lines="take(2)\ntake(2)\nundo\ntake(1)\nundo\nundo\nundo\nquit")
    assert (done.code, done.err) == (0, "")
    assert moves(done) == ["1. MAX take(2)", "2. MIN pass", "3. MAX take(2)", "4. MIN pass", "3. MAX take(1)"]
    assert "there is nothing to undo" in done.out


# What goes wrong


@pytest.mark.sampled(3, "each case is a match")
@pytest.mark.parametrize(
    ("move", "message", "code"),
    [
        ("both", "both players are to move in n(both,1)", 3),
        ("dead", "SWI-Prolog stopped unexpectedly", 3),
        ("thrown", "the game's rules raised an exception", 3),
        ("free", "contains a free variable", 3),
        ("valueless", "staticval/2 gives no value for n(min,5)", 3),
        ("slow", "alphabeta found no move: time is up", 4),
    ],
)
@pytest.mark.usefixtures("unlimited_loading")
def test_what_breaks_the_match_is_one_message_and_the_record_is_kept(
    play: Play, tmp_path: Path, move: str, message: str, code: int
) -> None:
    path, record = tmp_path / "broken.pl", tmp_path / "match.txt"
    path.write_text(BROKEN)
    done = play(path, "--depth", "1", "--time", "0.5", "--record", record, lines=move)
    assert (done.code, moves(done)) == (code, [f"1. MAX {move}"])
    assert message in done.err
    assert done.err.count("pydecl: ") == 1
    assert recorded(record) == [f"1 max {move}"]
    assert f"the record so far: {record}" in done.out


def test_the_number_of_moves_is_a_limit(play: Play) -> None:
    done = play("graph:edges=[1-2,2-1],start=1", "--as", "none", "--limit", "5")
    assert (done.code, len(moves(done))) == (4, 5)
    assert done.err == "pydecl: stopped after 5 moves: --limit allows more\n"


# --record, --replay and --continue


def test_a_record_says_all_that_was_agreed_and_done(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    options = ("--as", "min", "--program", "deepening", "--engine", "python", "--depth", "3", "--time", "600")
    play("nim:heaps=[1,2]", *options, "--seed", "4", "--record", path, lines="% hello; #2; % bye")
    fields = dict(line.split(maxsplit=1) for line in path.read_text().split("\n\n")[0].splitlines())
    assert fields == {
        "game": "nim:heaps=[1,2]",
        "start": "1/2 max",
        "as": "min",
        "program": "deepening",
        "engine": "python",
        "depth": "3",
        "time": "600",
        "seed": "4",
    }
    assert recorded(path) == [
        "1 max take(2,1)",
        "% deepening: value 1 to depth 3",
        "% hello",
        "2 min take(2,1)",
        "3 max take(1,1)",
        "% deepening: value 1 to depth 1",
        "% MAX has won, MIN has lost (value 1)",
    ]


def test_save_writes_the_record_and_does_not_replace_another_file(play: Play, tmp_path: Path) -> None:
    path, other = tmp_path / "a match.txt", tmp_path / "other.txt"
    other.write_text("mine")
    done = play("nim", "--as", "both", lines=f"save {path}; 1; save {path}; save {other}")
    assert done.out.count(f"written: {path}") == 2
    assert f"{other} already exists" in done.out
    assert (other.read_text(), recorded(path)) == ("mine", ["1 max take(1,1)"])
    refused = play("nim", "--record", other)
    assert (refused.code, other.read_text()) == (2, "mine")


@pytest.fixture
def record(play: Play, tmp_path: Path) -> Path:
    """A match that was left after two moves."""
    path = tmp_path / "match.txt"
    play("nim:heaps=[1,2]", "--record", path, lines="take(2,1)")
    assert recorded(path) == ["1 max take(2,1)", "2 min take(2,1)", "% alphabeta: value 1"]
    return path


def test_a_replay_shows_each_move_and_changes_nothing(play: Play, record: Path) -> None:
    before = record.read_text()
    done = play("--replay", record, lines="1")
    assert (done.code, done.err) == (0, "")
    assert moves(done) == ["1. MAX take(2,1)", "2. MIN take(2,1)"]
    assert "   % alphabeta: value 1\n" in done.out
    assert done.out.endswith("max to move\n\nMAX to move\n")
    assert record.read_text() == before


def test_a_replay_goes_on_into_the_same_record(play: Play, record: Path, tmp_path: Path) -> None:
    lead = record.read_text()
    done = play("--replay", record, "--continue", "--record", record, lines="1")
    assert (done.code, moves(done)[2:]) == (0, ["3. MAX take(1,1)"])
    ended = lead + "3 max take(1,1)\n% MAX has won, MIN has lost (value 1)\n"
    assert record.read_text() == ended
    again = play("--replay", record, "--continue", "--record", record)
    assert (again.code, record.read_text()) == (0, ended)
    other = tmp_path / "other.txt"
    other.write_text("mine")
    assert play("--replay", record, "--continue", "--record", other).code == 2


def test_undo_goes_back_into_a_replay(play: Play, record: Path) -> None:
    done = play("--replay", record, "--continue", "--record", record, lines="undo; take(2,2)")
    assert moves(done)[2:] == ["1. MAX take(2,2)", "2. MIN take(1,1)"]
    assert recorded(record)[0] == "1 max take(2,2)"
    assert "MIN has won, MAX has lost" in done.out


def test_what_is_asked_wins_over_what_the_record_says(play: Play, record: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    options = ("--as", "none", "--program", "minimax", "--depth", "1")
    done = play("--replay", record, "--continue", *options, "--record", path)
    assert (done.code, moves(done)[2:]) == (0, ["3. MAX take(1,1)"])
    text = path.read_text()
    for line in ("as       none", "program  minimax", "engine   prolog", "depth    1"):
        assert f"\n{line}\n" in text


def test_a_short_record_takes_the_games_own_depth(play: Play, tmp_path: Path) -> None:
    path, other = rules_file(tmp_path, "game graph\nstart at(max,1)\n", "match.txt"), tmp_path / "other.txt"
    play("--replay", path, "--continue", "--record", other)
    assert "\ndepth    6\n" in other.read_text()


def test_a_record_whose_game_has_moved_is_given_its_game(play: Play, tmp_path: Path) -> None:
    path = rules_file(tmp_path, "game gone.pl\nstart 1/2 max\n1 max take(2,1)\n", "match.txt")
    refused = play("--replay", path)
    assert "gone.pl: no such file; if the game has moved, say where it is" in refused.err
    done = play("nim:heaps=[1,2]", "--replay", path)
    assert (done.code, moves(done)) == (0, ["1. MAX take(2,1)"])
