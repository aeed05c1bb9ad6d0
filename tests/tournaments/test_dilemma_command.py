"""pydecl tournament dilemma: what it prints and refuses."""

from __future__ import annotations

from command_line import Run

from pydecl.errors import Exit
from pydecl.tournaments.strategies import STRATEGIES


def test_the_command_prints_the_ranking_and_the_crosstable(pydecl: Run) -> None:
    done = pydecl("dilemma", "--rounds", "20", "--self-play")
    assert done.code == Exit.FINE
    head, *rows = done.out.splitlines()
    assert head.split()[:4] == ["strategy", "points", "per", "round"]
    names = [row.split()[1] for row in rows]
    assert sorted(names) == sorted(STRATEGIES)
    points = [int(row.split()[2]) for row in rows]
    assert points == sorted(points, reverse=True)
    for row in rows:
        assert sum(map(int, row.split()[4:])) == int(row.split()[2])


def test_years_are_minus_points_and_json_says_what_was_played(pydecl: Run) -> None:
    found = pydecl("dilemma", "--years", "--rounds", "10", "--seed", "4", "--json").json()
    assert found["payoffs"] == {"T": -1, "R": -3, "P": -5, "S": -10}
    assert (found["rounds"], found["seed"], found["noise"], found["self_play"]) == (10, 4, 0, False)
    points = {(m["first"], m["second"]): m["points"] for m in found["matches"]}
    assert points["tit_for_tat", "always_tell"] == [-55, -46]


def test_both_engines_print_the_same(pydecl: Run) -> None:
    words = ("dilemma", "--rounds", "30", "--noise", "0.1", "--payoffs", "6,4,1,0")
    prolog, python = pydecl(*words, "--check"), pydecl(*words, "--engine", "python")
    assert prolog.out == python.out
    assert "both engines made the same choices in all 171 matches" in prolog.err


def test_the_command_solves_by_backward_induction(pydecl: Run) -> None:
    words = ("dilemma", "--backward", "6", "--years", "--json")
    prolog, python = (pydecl(*words, "--engine", engine).json()["steps"] for engine in ("prolog", "python"))
    assert prolog == python
    assert [step["subgames"] for step in prolog] == [1, 5, 21, 85, 341, None]
    assert prolog[0] == {
        "rounds_left": 1,
        "choices": ["tell", "tell"],
        "points": [-5, -5],
        "gain_if_silent": 2,
        "gain_if_told": 5,
        "subgames": 1,
    }


def test_payoffs_where_taking_turns_pays_are_warned_of(pydecl: Run) -> None:
    done = pydecl("dilemma", "--payoffs", "7,3,1,0", "--rounds", "2")
    assert done.code == Exit.FINE
    assert "taking turns" in done.err
