"""Lines that machine code scouts lead to what is seldom seen, and both sides walk them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from folders import rules_file

from pydecl.court import scouting
from pydecl.court.pairing import Names, Pair
from pydecl.court.scouting import rare_lines
from pydecl.court.settling import Settling
from pydecl.court.sides import RulesSide
from pydecl.court.walking import Walk as BareWalk
from pydecl.loading.consulting import consult
from pydecl.model.deadline import NEVER, Deadline

COMBINATION = """
initial(at(0, 0, 0, max)).
move(at(N0, Sum0, Right0, P), Move, at(N, Sum, Right, Q)) :-
    N0 < 60,
    N is N0 + 1,
    other(P, Q),
    turn(Right0, Move),
    Sum is (3 * Sum0 + Move) mod 10007,
    (   Move =:= N * N // 3 mod 2
    ->  Right is Right0 + 1
    ;   Right = 0
    ).
turn(_, 0).
turn(_, 1).
turn(12, 2).
other(max, min).
other(min, max).
max_to_move(at(_, _, _, max)).
min_to_move(at(_, _, _, min)).
staticval(_, 0).
"""
"""A third move is there after twelve right turns in a row: one random position of 4,096 has it."""


@dataclass
class Walk(BareWalk):
    """It keeps what it meets."""

    met: list[Pair] = field(default_factory=list)

    def _count(self, pair: Pair) -> None:
        super()._count(pair)
        self.met.append(pair)


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scouting, "GAMES", 40)
    monkeypatch.setattr(scouting, "AT_RANDOM", 20_000)


def test_scouted_lines_are_lines_of_the_rules_to_the_soonest_and_the_latest_ends() -> None:
    with consult("connect4:width=4,height=4") as game:
        lines = rare_lines(game, Random(0), NEVER)
        side = RulesSide(game)
        ends = {(len(line), side.replay(line)[-1].look.result) for line in lines}
    assert {(7, 1), (8, -1), (16, 0)} <= ends


@pytest.mark.parametrize("rules", ["connect4:width=4,height=4", "hexapawn:width=4,height=4"])
def test_a_kept_line_leads_to_its_sight(rules: str) -> None:
    lines: scouting.Lines = {}
    with consult(rules) as game:
        scouting._play_at_random(game, lines, Counter(), Random(0), NEVER)
        side = RulesSide(game)
        for (kind, one, other), kept in lines.items():
            for line in kept:
                look = side.replay(line)[-1].look
                if kind == "end":
                    assert (len(line), look.result) == (one, other)
                else:
                    assert (1 if look.mover == 0 else -1, len(look.moves)) == (one, other)  # MAX begins


def test_a_rare_move_is_scouted_and_walked(tmp_path: Path) -> None:
    rules = rules_file(tmp_path, COMBINATION, "combination.pl")
    with consult(rules) as game:
        lines = rare_lines(game, Random(0), NEVER)
        side = RulesSide(game)
        (line, *_) = [line for line in lines if len(side.replay(line)[-1].look.moves) == 3]
        names = Names()
        walk = Walk(side, side, names, Settling(side, side, names, Random(0), NEVER))
        parting = [*line[:4], 1 - line[4]]
        assert walk.follow([line], 100, Deadline.after(0)) is None
        assert not walk.met
        assert walk.follow([parting, line], 100) is None
        assert [pair.line for pair in walk.met].count([(move, move) for move in line]) == 1
        assert len(walk.met) == len(line) + 1


def test_what_only_chance_makes_is_scouted_a_move_ahead() -> None:
    with consult("pig:goal=10") as game:
        lines = rare_lines(game, Random(0), NEVER)
        side = RulesSide(game)
        assert any(side.replay(line)[-1].look.is_over for line in lines)
