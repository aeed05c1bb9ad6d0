"""Nine men's morris: the boards, the moves, and both sets of rules on boards set up at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from plain_searches import agree, both_rules
from rings import sample_size

from pydecl.crosschecking.rules import IndependentRules
from pydecl.errors import PositionError
from pydecl.games.nine_mens_morris import NineMensMorris, Position

GAME = "nine_mens_morris"


def set_up(random: Random, game: NineMensMorris) -> Position | None:
    """Men at random, more of them than a play would leave; None if that is no position."""
    men = random.randint(2, 2 * game.men)
    cells = ["."] * game.points
    for point in random.sample(range(game.points), men):
        cells[point] = random.choice("xo")
    hand = random.choice((0, 0, random.randint(0, 2 * game.men)))
    position = Position(random.choice("xo"), hand, "".join(cells))
    try:
        return game.from_term(position.term())
    except PositionError:
        return None


@pytest.fixture(scope="module", params=[GAME, f"{GAME}:points=16,men=6", f"{GAME}:points=9,men=4,flying=no"])
def rules(request: pytest.FixtureRequest) -> Iterator[IndependentRules]:
    with both_rules(request.param) as both:
        yield both


@pytest.mark.sampled(1, "each case asks about many boards")
def test_both_rules_agree_on_boards_set_up_at_random(rules: IndependentRules) -> None:
    random, number = Random(1993), sample_size(100, 400)
    twin = rules.game.twin
    assert isinstance(twin, NineMensMorris)
    boards = [board for _ in range(number) if (board := set_up(random, twin))]
    assert len(boards) > number / 4
    agree(rules, boards)
