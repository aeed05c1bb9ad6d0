"""The command: its verdicts, exit codes and refusals."""

from __future__ import annotations

import json

from command_line import Run

from pydecl.errors import Exit


def test_processes_find_the_same_whatever_their_number(pydecl: Run) -> None:
    told = []
    for jobs in (1, 2):
        words = ["nim:heaps=[3,2]", "--against", "rules:nim:heaps=[3,3]", "--jobs", jobs, "--json"]
        run = pydecl("crosscheck", *words)
        told.append({**json.loads(run.out), "seconds": 0})
    assert told[0] == told[1]
    assert not told[0]["agree"]


def test_a_game_agrees_with_itself(pydecl: Run) -> None:
    run = pydecl("crosscheck", "nim:heaps=[1,2]", "--against", "rules:nim:heaps=[1,2]", "--positions", "20")
    assert run.code == Exit.FINE
    assert " agrees with " in run.out


def test_a_difference_has_a_line_of_both_games(pydecl: Run) -> None:
    run = pydecl("crosscheck", "nim:heaps=[1,2]", "--against", "rules:nim:heaps=[1,3]", "--json")
    assert run.code == Exit.DISAGREEMENT
    verdict = json.loads(run.out)
    assert verdict["agree"] is False
    (found,) = verdict["differences"]
    assert (found["kind"], found["line"], found["borne_out"]) == ("extra move", [], "proved")
    assert found["found"] == "the first player to move, 4 moves, among them take(2,3)"


def test_a_depth_of_0_is_the_start_alone(pydecl: Run) -> None:
    run = pydecl("crosscheck", "nim", "--against", "rules:nim", "--depth", "0")
    assert run.code == Exit.FINE
    assert ": 1 position, 9 moves, 0 plies, " in run.out
