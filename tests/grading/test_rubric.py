"""A rubric: points for parts, deductions for causes, and one clear message for what it does not say right."""

from __future__ import annotations

import pytest
from grades import RUBRIC_TEXT

from pydecl.errors import InputError
from pydecl.grading.causes import Cause
from pydecl.grading.part import RULES, Part, State
from pydecl.grading.rubric import PLAIN, read_rubric, required
from pydecl.grading.running import Asked

RUBRIC = read_rubric(RUBRIC_TEXT, "rubric.toml")


def parts(minimax: Part | None = None, alphabeta: Part | None = None) -> list[Part]:
    right = [Part(name, State.AGREES) for name in (RULES, "minimax/3", "alphabeta/5")]
    return [right[0], minimax or right[1], alphabeta or right[2]]


@pytest.mark.parametrize(
    ("homework", "points"),
    [
        (parts(), 14),
        (parts(minimax=Part("minimax/3", State.DIFFERS)), 10),
        (parts(alphabeta=Part("alphabeta/5", State.DIFFERS)), 6),
        (parts(alphabeta=Part("alphabeta/5", State.DIFFERS, cause=Cause.EQUALITY)), 9.5),
        (parts(alphabeta=Part("alphabeta/5", State.DIFFERS, cause=Cause.BOUNDS)), 6),
        (parts(alphabeta=Part("alphabeta/5", State.PRUNES_NOTHING)), 12),
        (parts(minimax=Part("minimax/3", State.AGREES, readings=(Cause.NAME,))), 13),
        (parts(Part("minimax/3", State.DIFFERS, cause=Cause.EQUALITY, readings=(Cause.NAME,) * 2)), 10),
        (parts(Part("minimax/3", State.MISSING), Part("alphabeta/5", State.MISSING)), 0),
        ([Part(RULES, State.REFUSED)], 0),
    ],
)
def test_points_follow_from_states_and_causes(homework: list[Part], points: float) -> None:
    assert RUBRIC.sum(homework) == points
    assert RUBRIC.most([part.name for part in homework]) == 14


def test_without_a_rubric_a_part_is_worth_a_point() -> None:
    assert PLAIN.sum(parts(alphabeta=Part("alphabeta/5", State.PRUNES_NOTHING))) == 2
    assert PLAIN.most([RULES, "won/1"]) == 2


def test_what_is_required_follows_from_the_rubric_or_must_be_the_same() -> None:
    assert required(None, RUBRIC) == ("minimax/3", "alphabeta/5")
    assert required("won/1", PLAIN) == ("won/1",)
    with pytest.raises(InputError, match="no points for won/1, which --require names"):
        required("minimax/3,alphabeta/5,won/1", RUBRIC)
    with pytest.raises(InputError, match="points for alphabeta/5, which --require does not name"):
        required("minimax/3", RUBRIC)
    with pytest.raises(InputError, match="--require alphabeta: expected programs out of won/1, minimax/3"):
        Asked(required=("alphabeta",))
    with pytest.raises(InputError, match="--require minmax/3: expected programs out of won/1, minimax/3"):
        required("minmax/3", PLAIN)
