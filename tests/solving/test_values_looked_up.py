"""A database of a game of chance as a program: it answers with values, wherever a program is asked."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from command_line import Run
from kept_games import Kept, Row, spoilt
from playing_lines import Play
from rings import sample_size

import pydecl as public
from pydecl.crosschecking import Agreement, Divergence
from pydecl.crosschecking.check import crosscheck
from pydecl.engines.searching import search
from pydecl.loading.consulting import consult
from pydecl.model.program import LookedUp, Program
from pydecl.solving.looking_up import program_of
from pydecl.tournaments.players import read_player

pytestmark = pytest.mark.usefixtures("quick_c")

PIG = "pig:goal=6,faces=3"

BEARING_OFF = "bearoff:home=[1,1],faces=2"


# Searched for


def test_the_value_and_the_first_of_the_best_moves_are_looked_up(kept: Kept) -> None:
    with public.open_solved(kept(PIG)) as database, consult(PIG) as game:
        program = program_of(game, f"database:{kept(PIG)}")
        for position, end in list(database)[:: sample_size(10, 1)]:
            found = search(game, program, position=position)
            best = database.best(position)
            assert found.value == end.to_json()["value"]
            assert found.written.move == (best[0] if best else None)
            assert (found.complete, found.horizon, found.nodes) == (True, False, 0)


def test_it_is_what_expectiminimax_finds_if_ends_are_worth_1_and_minus_1(kept: Kept) -> None:
    with consult(BEARING_OFF) as game:
        program = program_of(game, f"database:{kept(BEARING_OFF)}")
        known, exact = search(game, program), search(game, Program.EXPECTIMINIMAX, depth=None)
    assert isinstance(known.value, float)
    assert isinstance(exact.value, int | float | Fraction)
    assert known.value == pytest.approx(float(exact.value))
    assert known.contract.kind == exact.contract.kind


# Played from


def test_it_plays_and_tells_what_each_move_is_worth(kept: Kept, play: Play) -> None:
    done = play(PIG, "--program", f"database:{kept(PIG)}", "--as", "max", lines="moves; hint; quit")
    with public.open_solved(kept(PIG)) as database:
        worth = str(database["0/0+0 max rolls"])
        value = database["0/0+0 max"].to_json()["value"]
    assert worth in done.out
    assert f"database:{kept(PIG)}: roll, value {value}" in done.out


def test_a_tournament_s_player_looks_its_moves_up(pydecl: Run, kept: Kept) -> None:
    name = f"database:{kept(PIG)}"
    with consult(PIG) as game:
        thinking = read_player(name, "pig").thinking(game, 1.0)
    assert thinking is not None
    assert thinking.program == LookedUp(str(kept(PIG)))
    done = pydecl("tournament", PIG, "--player", name, "--player", "random", "--games", "2")
    assert (done.code, done.err) == (0, "")


# Held against the engines


def test_all_that_is_stored_is_held_against_all_engines(kept: Kept) -> None:
    verdict = crosscheck(PIG, programs=[LookedUp(str(kept(PIG)))])
    assert isinstance(verdict, Agreement)
    with public.open_solved(kept(PIG)) as database:
        assert verdict.positions == len(database)
        assert verdict.comparisons == len(database) * len(verdict.engines)


def test_chosen_positions_are_held_against_all_engines(kept: Kept) -> None:
    programs: list[Program | LookedUp] = [Program.EXPECTIMINIMAX, LookedUp(str(kept(PIG)))]
    verdict = crosscheck(PIG, programs=programs, positions=5, seed=1, depth=2)
    assert isinstance(verdict, Agreement)
    assert verdict.positions == 5


@pytest.mark.parametrize("position", [None, "0/0+0 max"], ids=["all", "one"])
def test_a_wrong_row_is_named(kept: Kept, tmp_path: Path, position: str | None) -> None:
    folder = tmp_path / "spoilt"
    shutil.copytree(kept(PIG), folder)

    def change(rows: list[Row]) -> None:
        for row in rows:
            row.update(lower=row["lower"] - 0.25, upper=row["upper"] - 0.25)

    spoilt(folder, change)
    verdict = crosscheck(PIG, programs=[LookedUp(str(folder))], position=position)
    assert isinstance(verdict, Divergence)
    assert verdict.subject == f"database:{folder}: value"
    assert {"prolog", "python", "native", "database"} >= set(verdict.answers) > {"database"}


def test_a_row_that_is_missing_is_named(kept: Kept, tmp_path: Path) -> None:
    folder = tmp_path / "spoilt"
    shutil.copytree(kept(PIG), folder)
    spoilt(folder, lambda rows: rows.__delitem__(3))
    verdict = crosscheck(PIG, programs=[LookedUp(str(folder))])
    assert isinstance(verdict, Divergence)
    assert verdict.answers["database"] == "no such position"
