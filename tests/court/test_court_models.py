"""What a model that writes rules is answered."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Run

from pydecl.cli.mcp import TOOLS, against, answering, check, moves, search, verify
from pydecl.errors import Exit

RULES = """
initial(pile(2, max)).
max_to_move(pile(_, max)).
min_to_move(pile(_, min)).
move(pile(N, P), take, pile(K, Q)) :- N > 0, K is N - 1, other(P, Q).
other(max, min).
other(min, max).
staticval(pile(0, max), -1) :- !.
staticval(pile(0, min), 1) :- !.
staticval(_, 0).
"""


def test_rules_may_be_a_text() -> None:
    assert moves(RULES, ["take"]) == {"player": "MIN", "moves": ["take"], "board": "pile(1,min)"}
    assert moves(RULES, ["take", "take"])["player"] is None
    assert search(RULES, 5)["value"] == -1
    assert check(RULES + "move(b c).\n")["findings"][0]["code"] == "P008"
    assert moves(" ".join(RULES.split()))["moves"] == ["take"]  # on a single line, too
    assert "rules.pl" in answering(moves)("")["error"]  # an empty text, and no folder


def test_a_goal_is_answered_and_a_code_explained() -> None:
    assert TOOLS["consult"](RULES, "other(X, Y)")["answers"] == [
        {"X": "max", "Y": "min"},
        {"X": "min", "Y": "max"},
    ]
    assert TOOLS["explain"]("p008")["code"] == "P008"
    assert "there is no code P999" in answering(TOOLS["explain"])("P999")["error"]


def test_what_is_asked_again_is_kept_until_its_file_changes(tmp_path: Path) -> None:
    file, asked = tmp_path / "pile.pl", answering(moves)
    file.write_text(RULES)
    found = asked(str(file), line=["take"])
    assert asked(str(file), line=["take"]) is found
    assert asked(str(file))["board"] == "pile(2,max)"
    file.write_text(RULES.replace("pile(2, max)", "pile(12, max)"))
    assert asked(str(file), line=["take"])["board"] == "pile(11,min)"


@pytest.mark.thorough("runs all programs on all engines")
def test_programs_are_compared_on_the_rules() -> None:
    assert TOOLS["crosscheck"](RULES)["agree"] is True


def test_the_smallest_counterexample_is_told() -> None:
    examples = [{"line": ["take", "take", "take"]}, {"line": ["take"], "moves": ["take", "pass"]}]
    found = verify(RULES, examples)
    assert found["agree"] is False
    assert (found["wrong"]["example"], found["wrong"]["kind"], found["wrong"]["line"]) == (
        2,
        "moves",
        ["take"],
    )
    assert verify(RULES, [{"line": ["take", "take"], "result": -1}])["agree"] is True


def test_another_game_is_held_against_rules() -> None:
    found = against(RULES, "rules:nim:heaps=[2]")
    assert found["agree"] is False
    assert found["text"].splitlines()[2] == "extra move at the start"


def test_errors_are_answers_and_programs_are_not_started() -> None:
    assert set(answering(moves)(RULES, ["eat"])) == {"error"}
    assert "is not started here" in answering(against)(RULES, "command:touch here")["error"]
    assert "is not started here" in answering(against)(RULES, "python:os:system")["error"]


def test_each_tool_says_what_it_does(pydecl: Run) -> None:
    said = pydecl("mcp", "--list").out.splitlines()
    assert said[3] == "moves      The position after a line of moves: who moves, the moves, the board."
    assert len(said) == len(TOOLS)


def test_the_package_that_is_missing_is_named(pydecl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pydecl.cli.mcp.find_spec", lambda _: None)
    run = pydecl("mcp")
    assert run.code == Exit.BAD_INPUT
    assert run.err == "pydecl: pydecl mcp needs the package mcp: pip install 'pydecl[mcp]'\n"
