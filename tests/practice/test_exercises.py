"""Exercises: the same for everybody who has the seed, with what their level promises, and rightly solved."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hand_searches import Student, by_hand
from hypothesis import given
from hypothesis import strategies as st
from many_exercises import solutions_of
from rings import sample_size

from pydecl.errors import InputError
from pydecl.loading.consulting import consult
from pydecl.model.number import INFINITY, equal
from pydecl.tracing.events import Reach, Turn
from pydecl.workbench.practice.exercise import (
    WORD,
    Exercise,
    Field,
    Level,
    check_seed,
    level_named,
    node_name,
)
from pydecl.workbench.practice.making import MOST, SHAPES, Draws, exercise, position_exercise
from pydecl.workbench.practice.numerals import number_entry, number_shown, read_number
from pydecl.workbench.practice.solution import reordered, solved


def test_draws_are_mulberry32() -> None:
    """Its author's own output for the seed 0 begins so: 0.26642920868471265, 0.0003297457005828619, ..."""
    draws = Draws(0)
    assert [draws.word() / 2**32 for _ in range(2)] == [0.26642920868471265, 0.0003297457005828619]


@given(st.integers(0, WORD), st.integers(-9, 9), st.integers(0, 20))
def test_draws_stay_in_their_bounds(seed: int, low: int, more: int) -> None:
    draws = Draws(seed)
    assert all(low <= draws.between(low, low + more) <= low + more for _ in range(20))


@pytest.mark.sampled(3, "each case makes many exercises")
@pytest.mark.parametrize("level", Level)
def test_a_tree_has_the_shape_of_its_level(level: Level) -> None:
    shape = SHAPES[level]
    for seed in range(sample_size(8, 30)):
        made = exercise(level, seed)
        assert made == exercise(level, seed)
        assert shape.least <= len(made.nodes) <= shape.most
        assert [node.id for node in made.nodes] == [node_name(at) for at in range(len(made.nodes))]
        assert made.below(made.root.id) == [node.id for node in made.nodes]
        for node in made.nodes:
            assert node.is_leaf == (node.value is not None)
            assert len(node.children) != 1
            if node.mover is Turn.CHANCE:
                assert sum(Fraction(one) for one in node.probabilities) == 1


@pytest.mark.sampled(2, "each case makes many exercises")
@pytest.mark.parametrize("level", [level for level in Level if level is not Level.ORDERING])
def test_the_solution_is_what_a_search_by_hand_finds(level: Level) -> None:
    for solution in solutions_of(level):
        told = {(node, one): entry for node, here in solution.right.items() for one, entry in here.items()}
        assert told == by_hand(solution.exercise)


def test_the_order_of_the_moves_is_solved_as_by_hand() -> None:
    for solution in solutions_of(Level.ORDERING):
        asked = solution.exercise
        given, better = Student(asked), Student(reordered(solution))
        for student in (given, better):
            student.search(asked.root.id)
        right = solution.right[asked.root.id]
        assert right[Field.LEAVES] == str(given.leaves)
        assert right[Field.LEAVES_ORDERED] == str(better.leaves)
        assert better.leaves < given.leaves
        cuts = {node for node, here in solution.right.items() if here.get(Field.CUT)}
        assert cuts == {node for node, one in given.entries if one is Field.CUT}
        for node in asked.nodes:
            if node.children:
                first = solution.right[node.id][Field.FIRST]
                extreme = max if node.mover is Turn.MAX else min
                values = {child: Student(_plain(asked)).search(child) for child in node.children}
                assert equal(values[str(first)], extreme(values.values()))


def _plain(asked: Exercise) -> Exercise:
    """The same tree, to be searched without cuts."""
    return Exercise(Level.MINIMAX, asked.seed, asked.program, asked.nodes)


def test_levels_keep_what_they_promise() -> None:
    for solution in solutions_of(Level.SHALLOW):
        reaches = [visit.cut.reach for visit in solution.visits.values() if visit.cut]
        assert len(reaches) > 1
        assert set(reaches) == {Reach.SHALLOW}
    for solution in solutions_of(Level.DEEP):
        assert Reach.DEEP in [visit.cut.reach for visit in solution.visits.values() if visit.cut]
    for solution in solutions_of(Level.STRICT):
        asked = solution.exercise
        other = Exercise(asked.level, asked.seed, asked.program, asked.nodes, not asked.is_strict)
        assert by_hand(asked) != by_hand(other)


NUMBERS = st.one_of(
    st.integers(-(10**9), 10**9),
    st.fractions(-(10**9), 10**9, max_denominator=999),
    st.just(INFINITY),
    st.just(-INFINITY),
)


@given(NUMBERS)
def test_a_number_is_read_as_it_is_shown(number: Fraction) -> None:
    for written in (number_entry(number), number_shown(number)):
        found = read_number(written)
        assert found is not None
        assert equal(found, number)


@given(st.text(max_size=50))
def test_no_text_is_too_much_for_reading(text: str) -> None:
    read_number(text)


@pytest.mark.parametrize("seed", [-1, WORD + 1, 10**40])
def test_a_number_that_is_no_seed_is_refused(seed: int) -> None:
    with pytest.raises(InputError, match="a seed is a whole number from 0"):
        check_seed(seed)


def test_a_level_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="'easy' is no level: expected one of minimax, shallow"):
        level_named("easy")


@pytest.mark.sampled(1, "each case searches many positions")
@pytest.mark.parametrize(
    ("game", "level"), [("tictactoe", Level.SHALLOW), ("nim", Level.STRICT), ("pig", Level.CHANCE)]
)
def test_positions_of_games_make_exercises(game: str, level: Level) -> None:
    with consult(game) as opened:
        for seed in range(sample_size(1, 3)):
            made = position_exercise(opened, level, seed)
            assert made == position_exercise(opened, level, seed)
            assert len(made.nodes) <= MOST
            assert made.position is not None
            start = opened.parse_position(made.position)
            named = [move for move, _ in opened.successors(start) if move is not None]
            moves = [opened.write(move) for move in named] or [""] * len(opened.chance(start))
            assert [made[child].label for child in made.root.children] == moves
            told = solved(made).right
            assert {(node, one): told[node][one] for node in told for one in told[node]} == by_hand(made)


def test_a_game_that_does_not_fit_a_level_says_why() -> None:
    with (
        consult("pig") as game,
        pytest.raises(InputError, match=r"pig gives no exercise of the level deep .* have moves of chance"),
    ):
        position_exercise(game, Level.DEEP, 1)
