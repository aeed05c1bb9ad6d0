"""Marks agree with the search, for every kind of wrong entry, and count each mistake once."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import ceil, floor

import pytest
from hand_searches import by_hand
from hypothesis import given, settings
from hypothesis import strategies as st
from many_exercises import all_solutions, solutions_of
from rings import sample_size

from pydecl.errors import InputError
from pydecl.model.number import Number
from pydecl.tracing.events import Bound, Turn
from pydecl.workbench.practice.exercise import CHOICES, NUMBERS, Exercise, Field, Level
from pydecl.workbench.practice.making import exercise
from pydecl.workbench.practice.marking import CARRIED, Entries, Marks, Verdict, entries_of, marked
from pydecl.workbench.practice.numerals import number_entry, read_number
from pydecl.workbench.practice.reasons import Cause, marking_key
from pydecl.workbench.practice.solution import Solution, bound_of, solved

Blank = tuple[str, Field]


def marks_of(solution: Solution, entries: Entries) -> Marks:
    return marked(solution.exercise, marking_key(solution), entries)


def right(solution: Solution) -> dict[Blank, str | bool]:
    return {(node, one): entry for node, here in solution.right.items() for one, entry in here.items()}


def wrong_entries(solution: Solution) -> Iterator[tuple[Blank, str | bool, Cause]]:
    """Each blank with entries that are wrong for a certain cause, found without the key."""
    asked, answers = solution.exercise, right(solution)
    for node in asked.nodes:
        for one in asked.fields(node):
            blank, answer = (node.id, one), answers.get((node.id, one))
            if one is Field.CUT:
                yield from _wrong_cut(solution, node.id, answer)
            elif one in CHOICES:
                signs = 1 if node.mover is Turn.MAX else -1
                order = sorted(node.children, key=lambda child: signs * solution.full[child])
                yield blank, order[0], Cause.OTHER_PLAYER
            elif answer is None:
                yield blank, "0", Cause.NOT_VISITED
            else:
                yield blank, "about 3", Cause.NO_NUMBER
                yield blank, "777777", Cause.OTHER
                for number, cause in _wrong_numbers(solution, node.id, one, answers):
                    yield blank, number_entry(number), cause


def _wrong_cut(
    solution: Solution, node: str, answer: str | bool | None
) -> Iterator[tuple[Blank, str | bool, Cause]]:
    asked = solution.exercise
    if answer is None and node in solution.visits:
        above = asked.parents[node]
        place = asked[above].children.index(node)
        if not place:
            yield (node, Field.CUT), True, Cause.FIRST_CHILD
            return
        signs = 1 if asked[above].mover is Turn.MAX else -1
        bound = bound_of(solution.visits[above], Bound.BETA if signs > 0 else Bound.ALPHA)
        best = max(signs * solution.values[child] for child in asked[above].children[:place])
        yield (node, Field.CUT), True, Cause.TIE if best == signs * bound else Cause.TOO_EARLY


def _wrong_numbers(
    solution: Solution, name: str, one: Field, answers: Entries
) -> Iterator[tuple[int | float | Fraction, Cause]]:
    asked = solution.exercise
    node, answer = asked[name], read_number(str(answers[name, one]))
    assert answer is not None
    if one in (Field.ALPHA, Field.BETA):
        other = Field.BETA if one is Field.ALPHA else Field.ALPHA
        above = asked.parents[name]
        is_open = answer in (float("inf"), -float("inf"))
        swapped = read_number(str(answers[name, other]))
        assert swapped is not None
        yield swapped, Cause.SWAPPED
        if not is_open:
            plain = -float("inf") if one is Field.ALPHA else float("inf")
            entered = plain if above == asked.root.id else read_number(str(answers[above, one]))
            yield plain, Cause.NOT_NARROWED if entered == plain else Cause.NOT_INHERITED
        side = max if one is Field.ALPHA else min
        if node.mover is (Turn.MAX if one is Field.ALPHA else Turn.MIN):
            yield side(solution.values[name], answer), Cause.TOO_LATE
    elif one is Field.VALUE:
        known = [solution.values[child.name or ""] for child in solution.visits[name].children]
        if node.mover is Turn.CHANCE:
            yield sum(Fraction(value) for value in known) / len(known), Cause.UNWEIGHTED
            yield max(known), Cause.PLAYER
            yield min(known), Cause.PLAYER
            if isinstance(answer, Fraction):
                yield floor(answer + Fraction(1, 2)), Cause.ROUNDED
                yield ceil(answer - Fraction(1, 2)), Cause.ROUNDED
        else:
            yield (min if node.mover is Turn.MAX else max)(known), Cause.OTHER_PLAYER
        yield solution.full[name], Cause.WITH_CUT
        yield -answer, Cause.SIGN
    else:
        inner = solution.visits if one is Field.LEAVES else solution.ordered
        yield len(asked.leaves()), Cause.ALL_LEAVES
        yield len(inner), Cause.INNER_NODES
        yield len(asked.leaves()) - int(answer), Cause.SKIPPED
        other_count = answers[name, Field.LEAVES_ORDERED if one is Field.LEAVES else Field.LEAVES]
        yield int(str(other_count)), Cause.OTHER_ORDER


def test_the_solution_has_all_points_and_an_empty_sheet_has_none() -> None:
    for solution in all_solutions():
        marks = marks_of(solution, right(solution))
        assert not marks.faults
        assert marks.points == marks.of > 0
        empty = marks_of(solution, {})
        assert empty.points == 0
        assert len(empty.faults) == empty.of
        assert {mark.reason and mark.reason.cause for mark in empty.faults} == {Cause.MISSING}


def test_each_kind_of_wrong_entry_is_found_at_its_place_for_its_cause() -> None:
    met: dict[Cause, int] = defaultdict(int)
    for solution in all_solutions():
        answers = right(solution)
        found: dict[tuple[Blank, str | bool], set[Cause]] = defaultdict(set)
        for blank, entry, cause in wrong_entries(solution):
            found[blank, entry].add(cause)
        key = marking_key(solution)
        for (blank, entry), causes in found.items():
            if entry in key[blank].right:
                continue
            marks = marked(solution.exercise, key, {**answers, blank: entry})
            (mark,) = marks.faults
            assert (mark.node, mark.field, mark.verdict) == (*blank, Verdict.WRONG)
            assert mark.reason is not None
            assert mark.reason.cause in causes, (solution.exercise.title, blank, entry)
            assert mark.reason.text
            assert marks.points == marks.of - 1
            met[mark.reason.cause] += 1
    assert set(met) == set(Cause) - {Cause.MISSING}, "a kind of wrong entry that no tree has is not tested"


def test_a_missing_entry_is_a_point_less_and_says_what_was_right() -> None:
    for solution in islice(all_solutions(), None, None, 9):
        answers = right(solution)
        for blank in answers:
            marks = marks_of(solution, {other: entry for other, entry in answers.items() if other != blank})
            (mark,) = marks.faults
            assert mark.reason is not None
            assert (mark.node, mark.field, mark.verdict, mark.reason.cause) == (
                *blank,
                Verdict.MISSING,
                Cause.MISSING,
            )
            assert marks.points == marks.of - 1


@pytest.mark.parametrize("level", [Level.MINIMAX, Level.SHALLOW, Level.DEEP, Level.CHANCE])
def test_a_slip_counts_once_and_what_follows_from_it_is_not_wrong(level: Level) -> None:
    carried = 0
    for seed, solution in enumerate(solutions_of(level)):
        chance = random.Random(seed)
        numbers = [blank for blank in right(solution) if blank[1] in NUMBERS]
        slip = chance.choice(numbers)
        number: Number = chance.choice((-20, 0, 5, Fraction(7, 3), 20))
        found = by_hand(solution.exercise, {slip: number})
        marks = marks_of(solution, found)
        wrong = [(mark.node, mark.field) for mark in marks.faults if mark.verdict is Verdict.WRONG]
        assert wrong in ([], [slip]), solution.exercise.title
        carried += sum(mark.verdict is Verdict.FOLLOWS for mark in marks.faults)
        assert all(
            mark.reason is not None and mark.reason.text.startswith(CARRIED)
            for mark in marks.faults
            if mark.verdict is Verdict.FOLLOWS and (mark.node, mark.field) in found
        )
    assert carried > sample_size(8, 50)


def test_ticking_every_branch_gains_nothing() -> None:
    for solution in all_solutions():
        asked = solution.exercise
        ticks: dict[Blank, str | bool] = {
            (node.id, Field.CUT): True for node in asked.nodes if Field.CUT in asked.fields(node)
        }
        if ticks:
            assert marks_of(solution, ticks).points == 0


def test_any_child_that_is_as_good_is_right() -> None:
    for seed in range(300):
        solution = solved(exercise(Level.STRICT, seed))
        asked = Exercise(Level.MINIMAX, seed, solution.exercise.program, solution.exercise.nodes)
        again = solved(asked)
        best = again.best_children(asked.root.id)
        if len(best) > 1:
            marks = [marks_of(again, {(asked.root.id, Field.BEST): child}).points for child in best]
            assert marks == [1] * len(best)
            return
    raise AssertionError("no tree has two best moves")


ENTRIES = st.dictionaries(
    st.sampled_from(["a", "b", "c", "zz", ""]),
    st.dictionaries(
        st.sampled_from([*(one.value for one in Field), "worth"]),
        st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=50), st.lists(st.integers())),
    ),
)


@settings(deadline=None)
@given(st.sampled_from(Level), st.one_of(ENTRIES, st.none(), st.lists(st.text()), st.text()))
def test_no_entries_are_too_much_for_marking(level: Level, given: object) -> None:
    solution = solved(exercise(level, 1))
    try:
        entries = entries_of(solution.exercise, given)
    except InputError:
        return
    marks = marks_of(solution, entries)
    assert 0 <= marks.points <= marks.of
