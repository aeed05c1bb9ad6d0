"""What the functions of the interface give is plain, frozen data."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from folders import ROOT

import pydecl
from pydecl.games.tree import TreeGame
from pydecl.rules.tree import read_tree

SHORT = 120
"""How long a `repr` may be."""

GOOD = str(ROOT / "tests" / "homework" / "good.pl")

TIE = TreeGame(read_tree("a max (b min (c 1) d min (e 1 f 0))", "tie"), "tie")
"""The smallest tree on which cuts at equality, with the last of equal moves, give a wrong move."""


def in_time(ask: Callable[..., Any]) -> Any:
    """What can be said of a large game in a third of a second: that it was not enough."""
    with pydecl.consult("connect4") as game:
        return ask(game, depth=20, seconds=0.3)


ANSWERS: dict[str, Callable[[], Any]] = {
    "search": lambda: pydecl.search("lecture19", "alphabeta", evaluated=True),
    "search of chance": lambda: pydecl.search("pig:goal=10", "expectiminimax", depth=2),
    "search stopped": lambda: in_time(pydecl.search),
    "perft": lambda: pydecl.perft("nim", 2),
    "solve": lambda: pydecl.solve("nim:heaps=[1,2]"),
    "values": lambda: pydecl.values("pig:goal=2"),
    "crosscheck": lambda: pydecl.crosscheck("nim:heaps=[1,2]", plies=0),
    "crosscheck that differs": lambda: pydecl.crosscheck(TIE, "alphabeta_nonstrict"),
    "crosscheck stopped": lambda: in_time(pydecl.crosscheck),
    "check": lambda: pydecl.check("nim"),
    "check of nothing": lambda: pydecl.check("nosuch.pl"),
    "grade": lambda: pydecl.grade(GOOD, GOOD, trees=5, positions=50),
    "trace": lambda: pydecl.trace("lecture19"),
    "prove": lambda: pydecl.prove("nim:heaps=[1,2]"),
    "prove what is false": lambda: pydecl.prove("nim:heaps=[1,2]", "lost"),
    "play": lambda: pydecl.play("nim:heaps=[1,2]"),
    "tournament": lambda: pydecl.tournament("nim:heaps=[1,2]", ["random", "alphabeta"], opening_plies=0),
    "draw": lambda: pydecl.draw("lecture19"),
    "board": lambda: pydecl.board("tictactoe"),
}

EACH = pytest.mark.parametrize("name", list(ANSWERS))


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    return {}


@pytest.fixture
def answer(name: str, answers: dict[str, Any]) -> Any:
    if name not in answers:
        answers[name] = ANSWERS[name]()
    return answers[name]


@pytest.mark.sampled(8, "each case makes an answer of its own")
@EACH
def test_an_answer_is_equal_after_it_was_pickled_or_copied(answer: Any) -> None:
    assert pickle.loads(pickle.dumps(answer)) == answer
    assert copy.copy(answer) == answer
    assert copy.deepcopy(answer) == answer


@EACH
def test_an_answer_is_a_frozen_dataclass(answer: Any) -> None:
    fields = dataclasses.asdict(answer)
    first = next(iter(fields))
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(answer, first, None)


@EACH
def test_an_answer_goes_through_json_and_back(answer: Any) -> None:
    said = answer.to_json()
    assert json.loads(json.dumps(said, allow_nan=False)) == said


@EACH
def test_an_answer_says_in_a_line_what_it_is(answer: Any) -> None:
    assert len(repr(answer)) <= SHORT
    assert "\n" not in repr(answer)


@pytest.mark.parametrize(
    ("name", "agree"),
    [("crosscheck", True), ("crosscheck that differs", False), ("crosscheck stopped", None)],
)
def test_a_verdict_agrees_as_its_json_says(answer: Any, agree: bool | None) -> None:
    assert answer.agree is agree
    assert answer.to_json()["agree"] is agree
