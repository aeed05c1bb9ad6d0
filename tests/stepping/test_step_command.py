"""pydecl step: the transcript, lecture 003's own steps, and what is refused."""

from __future__ import annotations

from pathlib import Path

import own_texts
import pytest
from command_line import Run
from folders import rules_file
from grades import HOMEWORK
from stepper_modules import Modules
from stepper_modules import modules as modules

from pydecl.loading.consulting import consult
from pydecl.tracing.events import Naming
from pydecl.tracing.recording import record
from pydecl.workbench.stepping.track import Track


def test_the_transcript_has_one_line_an_event_with_its_goal(pydecl: Run) -> None:
    done = pydecl("step", "lecture19", "--plain")
    lines = done.out.splitlines()
    assert (done.code, done.err, len(lines)) == (0, "", 35)
    assert lines[0] == (
        " 1  enter  a  MAX to move, alpha -inf, beta inf"
        " | prolog/textbook/alphabeta.pl:15, clause 1 of alphabeta/5:"
        " alphabeta(Pos, Alpha, Beta, GoodPos, Val)"
    )
    assert lines[18] == (
        "19      cut  e  skipped l: beta 4 is from b (shallow)"
        " | prolog/textbook/alphabeta.pl:27, clause 2 of goodenough/7: Val > Beta"
    )


def test_without_swi_prolog_s_program_the_goals_are_left_out(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_goals = pydecl("step", "lecture19", "--plain").out.splitlines()
    assert pydecl("step", "lecture19", "--plain", "--at", "30").out.splitlines() == with_goals[29:]
    monkeypatch.setattr("pydecl.workbench.stepping.marks.find_swipl", lambda: None)
    without = pydecl("step", "lecture19", "--plain").out.splitlines()
    assert without == [line.rpartition(" | ")[0] for line in with_goals]


def test_its_events_are_those_of_a_trace(pydecl: Run) -> None:
    traced = pydecl("trace", "nim:heaps=[1,2]", "--program", "scout").out.splitlines()
    stepped = pydecl("step", "nim:heaps=[1,2]", "--program", "scout", "--plain").out.splitlines()
    width = len(str(len(stepped)))
    assert [line[width + 2 :].split(" | ")[0] for line in stepped] == traced


LECTURE = [
    # 7: 'initially a call is made with foo = alphaBeta(black, <board>, ∞, -∞)'
    ("enter  start  black to move, alpha = +∞, beta = -∞", "alpha = +∞ is white's best, beta = -∞ black's."),
    # 7: 'now we see what move white plays if we were to play move 1; alpha is +∞, beta is -∞'
    ("enter  move1  white to move, alpha = +∞, beta = -∞", "alpha = +∞ is white's best, beta = -∞ black's."),
    # 9: 'first iteration the value of i = move a', 'try first time = +10'
    ("enter  a  black to move, alpha = +∞, beta = -∞", "alpha = +∞ is white's best, beta = -∞ black's."),
    ("leaf  a  score +10", "a is a leaf: its score is +10."),
    ("value  a  returns +10: white's try at move1", "a returns +10: it is white's try at move1."),
    # 9: 'first time this will be true: alpha = +10'; beta >= alpha is false: no cut
    (
        "window  move1  found a better move, a: alpha = +10, was +∞",
        "White found a better move at move1, a: alpha = +10, it was +∞.",
    ),
    # 10: 'moves = [a, b], alpha = +10, beta = -∞', 'second iteration the value of i = move b'
    # 10: 'try second time = +∞'
    ("enter  b  black to move, alpha = +10, beta = -∞", "alpha = +10 is white's best, beta = -∞ black's."),
    ("leaf  b  score +∞", "b is a leaf: its score is +∞."),
    # 10: 'second time this will be false': no window; 'the best score for WHITE scores +10'
    ("value  b  returns +∞: white's try at move1", "b returns +∞: it is white's try at move1."),
    ("value  move1  returns +10: black's try at start", "move1 returns +10: it is black's try at start."),
    # 10: 'try > beta: beta = try, +10 is better than -∞'; 'beta >= alpha: false'
    (
        "window  start  found a better move, move1: beta = +10, was -∞",
        "Black found a better move at start, move1: beta = +10, it was -∞.",
    ),
    # 11: 'moves = [c, d], alpha = ∞, beta = +10'
    (
        "enter  move2  white to move, alpha = +∞, beta = +10",
        "alpha = +∞ is white's best, beta = +10 black's.",
    ),
    # 11: 'first iteration the value of i = move c', 'try first time = 0'
    ("enter  c  black to move, alpha = +∞, beta = +10", "alpha = +∞ is white's best, beta = +10 black's."),
    ("leaf  c  score 0", "c is a leaf: its score is 0."),
    ("value  c  returns 0: white's try at move2", "c returns 0: it is white's try at move2."),
    # 11: 'first time this will be true: alpha = 0'
    (
        "window  move2  found a better move, c: alpha = 0, was +∞",
        "White found a better move at move2, c: alpha = 0, it was +∞.",
    ),
    # 11: 'if beta >= alpha: true', and section 4: 'there is no point in examining move, d'
    (
        "cut  move2  d not examined: beta >= alpha, black has a better move before this at start (shallow)",
        "White has alpha = 0 at move2; black has beta = +10 at start: beta >= alpha,"
        " so the rest of move2 (d) cannot matter.",
    ),
    # 11: 'return 0 (notice we do not return +10)'
    (
        "value  move2  returns 0: black's try at start",
        "move2 returns 0, a bound only, for it was cut: it is black's try at start.",
    ),
]
"""Lecture 003, sections 7 to 11, in its order: each event, and how its caption ends."""


@pytest.mark.parametrize("engine", ["prolog", "python"])
def test_it_goes_through_lecture_003_s_sections_7_to_11_number_by_number(
    pydecl: Run, modules: Modules, engine: str
) -> None:
    about = ("--program", "white_black_alphabeta", "--naming", "lecture003", "--engine", engine)
    done = pydecl("step", "othello_lecture", *about, "--plain")
    lines = [line[2:].split(" | ")[0].strip() for line in done.out.splitlines()]
    assert lines[: len(LECTURE)] == [event for event, _ in LECTURE]
    assert len(lines) == len(LECTURE) + 2  # then move 3, and e, of which the lecture says no value
    assert (done.code, done.err) == (3, "pydecl: the value of e is unknown\n")
    with consult("othello_lecture") as game:
        recording = record(game, "white_black_alphabeta", engine=engine)
        states = modules.states(Track(recording, game.format_position, naming=Naming.LECTURE003))
    for state, (_, caption) in zip(states, LECTURE, strict=False):
        assert state["caption"].endswith(caption)


def test_two_searches_are_printed_one_after_the_other(pydecl: Run) -> None:
    lines = pydecl("step", "lecture19", "--plain", "--beside", "minimax").out.splitlines()
    assert (lines[0], lines[36]) == ("alphabeta on prolog", "minimax on prolog")
    assert lines[1:36] == pydecl("step", "lecture19", "--plain").out.splitlines()
    assert lines[37:] == pydecl("step", "lecture19", "--plain", "--program", "minimax").out.splitlines()
    twice = pydecl("step", "lecture19", "--plain", "--beside", "python").out.splitlines()
    assert (twice[36], twice[37:]) == ("alphabeta on python", twice[1:36])


TREE = "a max 0 (b 0.5  c min 0 (d 0  e 0))"


@pytest.mark.parametrize("program", ["file:alphabeta", "file:alphabeta/3"])
def test_homework_is_stepped_through_beside_the_textbook_s_program(pydecl: Run, program: str) -> None:
    """The counterexample that `pydecl grade` finds; alphabeta/3 begins with a window of its own choice."""
    homework = str(HOMEWORK / "goodenough_missing.pl")
    arguments = ("--program", program, "--tree", TREE, "--depth", "unlimited", "--beside", "alphabeta")
    done = pydecl("step", homework, *arguments, "--plain")
    assert (done.code, done.err) == (0, "")
    assert "cut  c  skipped e: alpha 0.5 is from a (shallow)" in done.out


def test_it_is_said_that_a_program_fails_and_that_it_is_asked_again(pydecl: Run, tmp_path: Path) -> None:
    path = rules_file(tmp_path, own_texts.NIM + own_texts.FAILS, "own.pl")
    done = pydecl("step", str(path), "--program", "file:minimax", "--plain")
    assert "fail  h(max,4)  the program fails | own.pl:" in done.out.splitlines()[-1]
    assert (done.code, "minimax" in done.err) == (3, True)
    choices = own_texts.textbook("minimax").replace("moves(Pos, PosList), !,", "moves(Pos, PosList),")
    path.write_text(own_texts.NIM + choices, "utf-8")
    done = pydecl("step", str(path), "--program", "file:minimax", "--position", "h(max,1)", "--plain")
    lines = done.out.splitlines()
    assert lines[5] == (
        "6  again  h(max,1)  the program is asked for another answer"
        " | own.pl:22, clause 1 of minimax/3: minimax(Pos, BestSucc, Val)"
    )
    assert "value  h(max,1)  0 | own.pl:" in lines[7]


def test_each_event_of_a_program_of_ones_own_has_its_goal(pydecl: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.pl"
    comment = "/* of which the long explanation takes more room than a line of a transcript has */"
    text = f"\nminimax(P, B, V) :-\n    moves(P, [B|_]), !,\n    minimax(B,\n\t{comment} _, V).\n"
    text += "minimax(P, _, V) :- staticval(P, V).\n"
    path.write_text(own_texts.NIM + text, "utf-8")
    lines = pydecl("step", str(path), "--program", "file:minimax", "--plain").out.splitlines()
    goals = [line.split(" | ")[1] for line in lines]
    assert goals[0] == "own.pl:17, clause 1 of minimax/3: minimax(P, B, V)"
    assert goals[1] == (
        "own.pl:19, clause 1 of minimax/3:"
        " minimax(B, /* of which the long explanation takes more room than a line of a …"
    )
    assert "own.pl:21, clause 2 of minimax/3: staticval(P, V)" in goals


def test_a_limit_is_told(pydecl: Run) -> None:
    done = pydecl("step", "lecture19", "--plain", "--limit", "10")
    assert done.code == 0
    assert "the search went on: no more than 10 events are kept" in done.out.splitlines()[-1]
