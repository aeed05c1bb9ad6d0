"""Numbers and names that make no sense are refused by name, never answered."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT

import pydecl
from pydecl.errors import InputError

GOOD = ROOT / "tests" / "homework" / "good.pl"


def grade(**given: Any) -> Any:
    return pydecl.grade(GOOD, GOOD, **given)


def tournament(**given: Any) -> Any:
    return pydecl.tournament("nim", ["random", "alphabeta"], **given)


def perft(**given: Any) -> Any:
    return pydecl.perft("nim", **{"depth": 1, **given})


def asked(name: str) -> Callable[..., Any]:
    return lambda **given: getattr(pydecl, name)("nim", **given)


TIMED = ("check", "crosscheck", "search", "solve", "values", "trace", "prove", "play", "draw", "board")


LIMITS = ({"seconds": -1}, {"seconds": 0}, {"seconds": "5"}, {"memory": 0})


@pytest.mark.parametrize(
    ("ask", "given"),
    [
        *((asked(name), given) for name, given in product(TIMED, LIMITS)),
        (asked("crosscheck"), {"positions": 0}),
        (asked("crosscheck"), {"positions": 2.5}),
        (asked("crosscheck"), {"plies": -1}),
        (asked("play"), {"most": 0}),
        (asked("draw"), {"nodes": 0}),
        (perft, {"depth": -1}),
        (perft, {"depth": True}),
        (perft, {"memory": 1}),
        (grade, {"jobs": 0}),
        (grade, {"positions": 0}),
        (grade, {"trees": -1}),
        (grade, {"seconds": -1}),
        (tournament, {"games": 0}),
        (tournament, {"jobs": 0}),
        (tournament, {"opening_plies": -1}),
        (tournament, {"max_plies": 0}),
        (asked("consult"), {"memory": 10}),
    ],
)
def test_a_number_that_makes_no_sense_is_named(ask: Callable[..., Any], given: dict[str, Any]) -> None:
    ((name, value),) = given.items()
    with pytest.raises(InputError, match=rf"^{name} must be .*, not {value!r}$"):
        ask(**given)


@pytest.mark.parametrize("name", ["search", "crosscheck", "trace"])
def test_the_time_limit_is_called_seconds_and_a_setting_that_no_program_has_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=r"^the time limit is called seconds here$"):
        asked(name)(time=2)
    with pytest.raises(InputError, match="no program has a setting playout; did you mean 'playouts'"):
        asked(name)(playout=5)
    with pytest.raises(InputError, match=re.escape("no program has a setting zzz; there are ")):
        asked(name)(zzz=5)


def test_the_name_of_a_picture_ends_as_its_kind_does(tmp_path: Path) -> None:
    picture = pydecl.board("nim:heaps=[1]", kind="txt")
    with pytest.raises(InputError, match=r"x\.xyz: the name of a picture of the kind txt ends in \.txt"):
        picture.save(tmp_path / "x.xyz")
    assert picture.save(tmp_path / "x.txt").is_file()
