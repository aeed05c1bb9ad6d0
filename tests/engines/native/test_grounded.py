"""Sheets of general game playing run as bits, in machine code and in Python, and agree with SWI-Prolog."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from folders import ROOT
from gdl_sheets import random_sheet
from rings import seeds

from pydecl.engines import registry
from pydecl.engines.native.game import MachineGame
from pydecl.engines.prolog import searching as prolog
from pydecl.engines.prolog.game import SessionGame
from pydecl.loading.consulting import consult
from pydecl.model.game import Player
from pydecl.model.program import Program
from pydecl.model.result import Limits
from pydecl.model.term import Term
from pydecl.programs.perft import perft
from pydecl.texts.explaining import explanation

SMALL = """
(role x) (role o) (init (control x)) (point 1) (point 2) (point 3) (point 4)
(init (lit 1)) (way 1 2) (way 2 3) (way 3 4) (way 4 1)
(<= (legal ?r (walk ?x ?y)) (true (control ?r)) (true (lit ?x)) (way ?x ?y))
(<= (legal ?r (dim ?x)) (true (control ?r)) (true (lit ?x)) (not (last ?x)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (last ?x) (true (lit ?x)) (not (others ?x)))
(<= (others ?x) (true (lit ?y)) (point ?x) (distinct ?x ?y))
(<= (next (lit ?y)) (does ?r (walk ?x ?y)))
(<= (next (lit ?x)) (true (lit ?x)) (not (dimmed ?x)))
(<= (dimmed ?x) (does ?r (dim ?x)))
(<= (next (control o)) (true (control x))) (<= (next (control x)) (true (control o)))
(<= (from ?x) (true (lit ?x)) (point ?x)) (<= (from ?y) (from ?x) (way ?x ?y) (true (lit ?y)))
(<= terminal (from 4) (from 2))
(<= (goal ?r 90) (true (control ?r))) (<= (goal ?r 10) (role ?r) (not (true (control ?r))))
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionGame]:
    with pytest.MonkeyPatch.context() as here:  # what is compiled is kept for the next run
        here.chdir(tmp_path_factory.mktemp("sheets"))
        path = Path("small.kif")
        path.write_text(SMALL)
        with consult(path) as game:
            yield game


@pytest.fixture(scope="module")
def machine(game: SessionGame) -> Iterator[MachineGame]:
    with MachineGame(game) as machine:
        yield machine


def reached(game: SessionGame, plies: int) -> list[Term]:
    """The positions within so many plies of the start."""
    found = dict.fromkeys(game.initial())
    level = list(found)
    for _ in range(plies):
        level = [after for at in level for _, after in game.successors(at) if after not in found]
        found |= dict.fromkeys(level)
    return list(found)


def check_positions(game: SessionGame, machine: MachineGame, positions: list[Term]) -> None:
    """They are told alike, and nothing of them is asked of SWI-Prolog."""
    for position in positions:
        expected = game.successors(position), game.player(position), game.static_value(position)
        told = machine.successors(position), machine.player(position), machine.static_value(position)
        assert told == expected
    assert machine.gave_up == ""


def test_positions_are_told_as_terms(game: SessionGame, machine: MachineGame) -> None:
    assert game.initial() == machine.initial()
    positions = reached(game, 4)
    assert len(positions) > 15
    check_positions(game, machine, positions)


@pytest.mark.parametrize("program", [Program.MINIMAX, Program.ALPHABETA, Program.SCOUT])
def test_programs_agree(game: SessionGame, machine: MachineGame, program: Program) -> None:
    (start,) = game.initial()
    limits = Limits(5)
    told = [
        machine.run(program, start, limits, record_leaves=True),
        registry.runner(game, "python").run(program, start, limits, leaves=True),
    ]
    expected = prolog.run(game, program, start, limits, record_leaves=True)
    for answer in told:
        assert (answer.value, answer.best, answer.nodes) == (expected.value, expected.best, expected.nodes)
        assert answer.evaluated == expected.evaluated


def test_perft_agrees(game: SessionGame, machine: MachineGame) -> None:
    (start,) = game.initial()
    assert machine.perft(start, 5) == perft(game, start, 5) > 100
    assert registry.runner(game, "python").perft(start, 5, None) == perft(game, start, 5)


def test_what_no_play_reaches_is_asked_of_swi_prolog(game: SessionGame, machine: MachineGame) -> None:
    position = game.parse_position("state(x,[control(x),lit(1),lit(9)])")
    assert machine.successors(position) == game.successors(position) != []
    assert "holds what no play from the start has" in machine.gave_up


def test_consult_says_what_is_asked_and_grounds_nothing(
    game: SessionGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pydecl.engines.native.runner.refused", None)
    for name in ("native", "python"):
        engine = registry.engine(name)
        asked = engine.take_up(game).asked_for_moves
        said = "the sheet: sets of bits if it is small enough, else C"
        assert asked == f"{said}; 'pydecl compile {game.name}' says which"


def test_compile_says_whether_a_sheet_is_grounded(game: SessionGame) -> None:
    told = json.loads(explanation(game, "table"))["grounding"]
    counts = "6 facts, 18 moves, 61 conditions"
    assert told == f"grounded: {counts}; searches in machine code ask these"
    assert explanation(game, "explanation").endswith(f"{told}\n")
    path = Path("endless.kif")
    path.write_text(f"{SMALL} (init (n z)) (<= (next (n (s ?x))) (true (n ?x)))")
    with consult(path) as endless:
        told = json.loads(explanation(endless, "table"))["grounding"]
    assert told.startswith("not grounded: ")
    assert "nested without an end" in told
    assert told.endswith("; so searches ask the rules above")


@pytest.mark.usefixtures("game")  # files of its folder
@pytest.mark.parametrize("seed", seeds(1, 4))
def test_random_sheets_agree(seed: int) -> None:
    path = Path("random.kif")
    sheet = random_sheet(Random(seed))
    path.write_text(sheet)
    with consult(path) as game, MachineGame(game, only=["perft"]) as rules:
        assert json.loads(explanation(game, "table"))["grounding"].startswith("grounded"), sheet
        (start,) = game.initial()
        assert rules.perft(start, 3) == perft(game, start, 3), sheet
        for position in reached(game, 2)[:15]:
            assert rules.successors(position) == game.successors(position), sheet
        assert rules.gave_up == ""


def test_a_second_role_that_begins_other_names_for_noop_and_values_on_the_way() -> None:
    path = ROOT / "tests" / "gdl" / "sheets" / "rest.kif"
    with consult(path) as game, MachineGame(game, only=["perft"]) as machine:
        assert game.player(game.initial()[0]) is Player.MIN
        positions = reached(game, 6)
        assert len(positions) == 10
        check_positions(game, machine, positions)


def test_connect_four_has_the_known_counts() -> None:
    with consult(ROOT / "examples" / "connect_four.kif") as game, MachineGame(game, only=["perft"]) as rules:
        (start,) = game.initial()
        assert [rules.perft(start, plies) for plies in (4, 7)] == [7**4, 7**7 - 7]
