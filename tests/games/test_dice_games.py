"""Pig and bearing off: their values by recursions of their own, and what is published of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from plain_searches import value_of

from pydecl.engines.registry import complete
from pydecl.games.pig import Pig
from pydecl.loading.consulting import consult

ENGINES = pytest.mark.parametrize("engine", complete())


# Pig


@cache
def pig_value(goal: int, faces: int, mine: int, yours: int, total: int, plies: int) -> Fraction:
    """The value of a decision for who makes it: rolls and decisions are a ply each."""
    if plies == 0:
        return Fraction(mine - yours, goal)

    def rolled(number: int) -> Fraction:
        if number == 1:
            return -other(mine, plies - 2)
        if mine + total + number >= goal:
            return Fraction(1)
        if plies == 2:
            return Fraction(mine - yours, goal)
        return pig_value(goal, faces, mine, yours, total + number, plies - 2)

    def other(points: int, left: int) -> Fraction:
        return pig_value(goal, faces, yours, points, 0, left)

    if plies == 1:
        roll = Fraction(mine - yours, goal)
    else:
        roll = sum((rolled(number) for number in range(1, faces + 1)), Fraction(0)) / faces
    return roll if total == 0 else max(roll, -other(mine + total, plies - 1))


@ENGINES
@pytest.mark.parametrize(("goal", "faces"), [(2, 6), (5, 3), (7, 2), (10, 6)])
def test_pig_has_the_value_of_the_recursion_at_each_depth(goal: int, faces: int, engine: str) -> None:
    with consult(f"pig:goal={goal},faces={faces}") as game:
        for depth in range(8):
            assert value_of(game, engine, depth) == pig_value(goal, faces, 0, 0, 0, depth)


PIGLET = {
    (0, 0, 0): Fraction(4, 7),
    (0, 0, 1): Fraction(5, 7),
    (0, 1, 0): Fraction(2, 5),
    (0, 1, 1): Fraction(3, 5),
    (1, 0, 0): Fraction(4, 5),
    (1, 1, 0): Fraction(2, 3),
}
"""Own heads, the other's and the turn's, and the chance of winning the race to two heads of a coin.

T. W. Neller and C. G. M. Presser, Optimal Play of the Dice Game Pig, The UMAP Journal 25 (2004), Piglet.
"""


def chance_of_max(game: Pig, position: Any) -> Fraction:
    if game.outcome(position):
        return Fraction(position.points[0] >= game.goal)
    ours, theirs = (points // 2 for points in position.points)
    if position.mover == "max":
        return PIGLET[ours, theirs, position.total // 2]
    return 1 - PIGLET[theirs, ours, position.total // 2]


def test_piglet_is_pig_with_a_coin_and_the_published_chances_solve_it() -> None:
    game = Pig(goal=4, faces=2)  # heads are two points
    for (ours, theirs, total), published in PIGLET.items():
        moves = dict(game.successors(game.parse_position(f"{2 * ours}/{2 * theirs}+{2 * total} max")))
        choices = []
        for after in moves.values():
            outcomes = game.chance(after) or [(1, after)]
            choices.append(sum(chance * chance_of_max(game, last) for chance, last in outcomes))
        assert max(choices) == published


def test_deeper_and_deeper_search_comes_near_the_value_of_piglet() -> None:
    true = 2 * PIGLET[0, 0, 0] - 1
    with consult("pig:goal=4,faces=2") as game:
        errors = [abs(value_of(game, "python", depth) - true) for depth in (2, 8, 14)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < Fraction(1, 50)


# Bearing off


def bear_off_chance(faces: int, mine: tuple[int, ...], yours: tuple[int, ...]) -> Fraction:
    """The chance to win for who rolls next; homes are the points of the men, in order."""

    @cache
    def wins(mine: tuple[int, ...], yours: tuple[int, ...]) -> Fraction:
        if not yours:
            return Fraction(0)
        total = Fraction(0)
        for one, other in product(range(1, faces + 1), repeat=2):
            steps = [one] * 4 if one == other else [one, other]
            total += max(1 - wins(yours, left) for left in plays(mine, Counter(steps)))
        return total / faces**2

    return wins(mine, yours)


def plays(men: tuple[int, ...], dice: Counter[int]) -> set[tuple[int, ...]]:
    """What playing the dice can leave of the men."""
    if not men or not dice.total():
        return {men}
    left = set()
    for die in list(+dice):
        for point in set(men):
            if point < die and point < max(men):
                continue
            rest = list(men)
            rest.remove(point)
            if point > die:
                rest.append(point - die)
            left |= plays(tuple(sorted(rest)), dice - Counter([die]))
    return left


@pytest.mark.sampled(6, "each case is a search")
@ENGINES
@pytest.mark.parametrize(
    ("home", "faces"),
    [
        *(((1,), 1), ((3,), 2), ((3,), 6), ((2, 1), 2), ((0, 2), 3), ((1, 1, 1), 2), ((0, 0, 2), 3)),
        ((0, 2, 1), 3),
    ],
)
def test_bearing_off_has_the_value_of_the_recursion(home: tuple[int, ...], faces: int, engine: str) -> None:
    men = tuple(point for point, count in enumerate(home, 1) for _ in range(count))
    with consult(f"bearoff:home={list(home)},faces={faces}") as game:
        assert value_of(game, engine, None) == 2 * bear_off_chance(faces, men, men) - 1
