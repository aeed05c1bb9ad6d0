"""Sheets of general game playing run as bits, in machine code and in Python, and agree with SWI-Prolog."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from folders import ROOT

from pydecl.engines.native.engine import ENGINE
from pydecl.engines.native.game import MachineGame
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.python.game import ConfinedGame, confined
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Limits
from pydecl.model.term import Term
from pydecl.programs.perft import perft

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
    path = tmp_path_factory.mktemp("sheets") / "small.kif"
    path.write_text(SMALL)
    with consult(path) as game:
        yield game


@pytest.fixture(scope="module")
def machine(game: SessionGame) -> Iterator[MachineGame]:
    with MachineGame(game) as machine:
        yield machine


@pytest.fixture(scope="module")
def python(game: SessionGame) -> Iterator[ConfinedGame]:
    rules = confined(game)
    yield rules
    rules.close()


def reached(game: SessionGame, plies: int) -> list[Term]:
    """The positions within so many plies of the start."""
    found = dict.fromkeys(game.initial())
    level = list(found)
    for _ in range(plies):
        level = [after for at in level for _, after in game.successors(at) if after not in found]
        found |= dict.fromkeys(level)
    return list(found)


def test_positions_are_told_as_terms(game: SessionGame, machine: MachineGame, python: ConfinedGame) -> None:
    assert game.initial() == machine.initial() == python.initial()
    positions = reached(game, 4)
    assert len(positions) > 15
    for position in positions:
        expected = game.successors(position), game.player(position), game.static_value(position)
        for rules in (machine, python):
            assert (
                rules.successors(position),
                rules.player(position),
                rules.static_value(position),
            ) == expected
    assert (machine.gave_up, python.gave_up) == ("", "")


@pytest.mark.parametrize("program", [Program.MINIMAX, Program.ALPHABETA, Program.SCOUT])
def test_programs_agree(
    game: SessionGame, machine: MachineGame, python: ConfinedGame, program: Program
) -> None:
    (start,) = game.initial()
    limits = Limits(5)
    told = [rules.run(program, start, limits, record_leaves=True) for rules in (machine, python)]
    expected = game.run(program, start, limits)
    for answer in told:
        assert (answer.value, answer.best, answer.nodes) == (expected.value, expected.best, expected.nodes)
    assert told[0].evaluated == told[1].evaluated != ()


def test_perft_agrees(game: SessionGame, machine: MachineGame, python: ConfinedGame) -> None:
    (start,) = game.initial()
    assert machine.perft(start, 5) == python.perft(start, 5, None) == perft(game, start, 5) > 100


def test_what_no_play_reaches_is_asked_of_swi_prolog(
    game: SessionGame, machine: MachineGame, python: ConfinedGame
) -> None:
    position = game.parse_position("state(x,[control(x),lit(1),lit(9)])")
    for rules in (machine, python):
        assert rules.successors(position) == game.successors(position) != []
        assert "holds what no play from the start has" in rules.gave_up


def test_consult_says_that_a_sheet_is_grounded(game: SessionGame) -> None:
    asked = ENGINE.asked_for_moves(ENGINE.take_up(game))
    assert asked == "the rules file, grounded: states are sets of bits"


def test_connect_four_has_the_known_counts() -> None:
    with consult(ROOT / "examples" / "connect_four.kif") as game, MachineGame(game, only=["perft"]) as rules:
        (start,) = game.initial()
        assert [rules.perft(start, plies) for plies in (4, 7)] == [7**4, 7**7 - 7]
