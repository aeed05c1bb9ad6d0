"""Backgammon: its rules against OpenSpiel's, against bearing off, and both sets of rules on random play."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from plain_searches import agree, both_rules, random_play, value_of
from rings import sample_size

from pydecl.engines.registry import complete
from pydecl.games.backgammon import Backgammon, Position
from pydecl.games.bearoff import BearOff
from pydecl.games.two_dice import Men
from pydecl.loading.consulting import consult
from pydecl.model.game import Game

GAME = Backgammon()

ROLLS = [(larger, smaller) for larger in range(1, 7) for smaller in range(1, larger + 1)]

OPENING = (42, 15, 75, 16, 17, 73, 14, 18, 17, 52, 8, 8, 9, 9, 4, 10, 14, 14, 14, 7, 11)
"""How many positions each roll leads to from the start; of unequal dice as in OpenSpiel, by a test below."""


@pytest.mark.parametrize(("dice", "count"), [*zip(ROLLS, OPENING, strict=True)], ids=str)
def test_a_roll_leads_from_the_start_to_so_many_positions(dice: tuple[int, int], count: int) -> None:
    assert len(GAME.successors(Position("max", usable(dice), GAME.men, GAME.men))) == count


def usable(dice: tuple[int, int]) -> tuple[int, ...]:
    return dice * 2 if dice[0] == dice[1] else dice


# OpenSpiel


class Spiel:
    """A state of OpenSpiel's backgammon, in which a double is two turns of the player who rolled it."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def men(self) -> tuple[Men, Men]:
        ours = [self.state.board(0, point) for point in range(23, -1, -1)]
        theirs = [self.state.board(1, point) for point in range(24)]
        return (*ours, self.state.board(0, 100)), (*theirs, self.state.board(1, 100))

    def dice(self) -> tuple[int, ...]:
        (line,) = [line for line in str(self.state).splitlines() if line.startswith("Dice:")]
        larger, smaller = sorted(map(int, line.split()[1]), reverse=True)
        return usable((larger, smaller))

    def after_the_roll(self) -> dict[tuple[Men, Men], Any]:
        """The states when the player's roll has been played, by their men."""
        player = self.state.current_player()
        played = {Spiel(after).men(): after for after in self._next()}
        if len(self.dice()) == 2:
            return played
        found: dict[tuple[Men, Men], Any] = {}
        for men, after in played.items():
            twice = after.current_player() == player
            found |= {Spiel(last).men(): last for last in Spiel(after)._next()} if twice else {men: after}
        return found

    def _next(self) -> list[Any]:
        return [self.state.child(action) for action in self.state.legal_actions()]


@pytest.mark.thorough("a thousand positions of OpenSpiel's, beside counts from the start")
@pytest.mark.parametrize("seed", range(10))
def test_the_positions_after_each_roll_and_the_score_are_those_of_openspiel(seed: int) -> None:
    choose = Random(seed)
    pyspiel = pytest.importorskip("pyspiel")
    state = pyspiel.load_game("backgammon(scoring_type=full_scoring)").new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(choose.choice(state.legal_actions()))
            continue
        spiel = Spiel(state)
        theirs = spiel.after_the_roll()
        here = Position(("max", "min")[state.current_player()], spiel.dice(), *spiel.men())
        assert {after[2:] for _, after in GAME.successors(here)} == theirs.keys()
        state = choose.choice(list(theirs.values()))
    assert GAME.static_value(Position("min", (), *Spiel(state).men())) == state.returns()[0]


# Bearing off, and games to the end

RACE = "backgammon:men=[0,2,1,0,0,0,0],faces=3,gammons=no"
"""The players have passed each other: the bundled game of bearing off."""


@pytest.mark.parametrize("engine", complete())
def test_men_who_have_passed_each_other_bear_off(engine: str) -> None:
    with consult(RACE) as game, consult("bearoff") as race:
        assert value_of(game, engine, None, "3:1,2:2/3:1,2:2 max") == value_of(race, engine, None)


LAST_TWO = (36, 36, 26, 34, 25, 17, 29, 23, 17, 11, 23, 19, 14, 10, 6, 15, 13, 10, 8, 6, 4)
"""How many rolls of 36 take the last two men off, on points as in ROLLS: any table of bearing off."""


@pytest.mark.parametrize(("points", "count"), [*zip(ROLLS, LAST_TWO, strict=True)], ids=str)
def test_the_last_two_men_come_off_with_as_many_rolls_as_published(
    points: tuple[int, int], count: int
) -> None:
    home = ",".join(str(points.count(point)) for point in range(1, 7))
    race = BearOff(home=(1,) * 6, faces=6)
    men = tuple(points.count(point) for point in range(1, 26))
    starts: list[tuple[Game[Any], Any]] = [
        (GAME, Position("max", (), men, (1, *[0] * 24))),
        (race, race.parse_position(f"{home}/1,0,0,0,0,0 max")),
    ]
    for game, start in starts:
        off = [
            chance
            for chance, rolled in game.chance(start)
            if any(not any(after.ours) for _, after in game.successors(rolled))
        ]
        assert sum(off) == Fraction(count, 36)


# Both rules


@pytest.mark.parametrize(
    "name",
    [
        "backgammon:men=[0,0,1,1,0],faces=2",
        "backgammon:men=[0,0,1,0,2,0,0],faces=3",
        pytest.param("backgammon", marks=pytest.mark.thorough("small boards show the same rules")),
    ],
)
def test_both_rules_agree_along_games_played_at_random(name: str) -> None:
    with both_rules(name) as rules:
        assert rules.game.twin
        for seed in range(sample_size(2, 10)):
            agree(rules, random_play(rules.game.twin, seed)[:60])
