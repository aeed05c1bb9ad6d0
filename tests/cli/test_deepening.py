"""A search without a depth deepens if there is no time for all of it, and says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pydecl.cli import searching
from pydecl.cli.options import Question
from pydecl.engines import fitting
from pydecl.engines.searching import Default, search
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Answer, Result, Status


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Result, list[object]]]:
    """What is found if only depths below `late` are in time, and the depths that were searched."""

    def ask(late: int, seconds: float | None = 60.0, depth: str | None = None) -> tuple[Result, list[object]]:
        depths: list[object] = []

        def searched(game: Any, program: Any, *, depth: Any, **options: Any) -> Result:
            depths.append(depth)
            found = search(game, program, depth=depth, **options)
            if isinstance(depth, int) and depth < late:
                return found
            return Result(**vars(found) | {"answer": Answer.stopped(Status.TIME, 1.0)})

        monkeypatch.setattr(fitting, "search", searched)
        with consult("nim:heaps=[1,2]") as game:
            ask = searching.question("alphabeta", "python", Question(depth=depth), seconds, 1, False)
            return ask(game, Program.ALPHABETA), depths

    return ask


def test_the_deepest_search_in_time_is_the_answer(asked: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found, depths = asked(late=3)
    assert depths == [Default.DEPTH, 1, 2, 3]
    assert (found.limits.depth, found.answer.complete, found.answer.horizon) == (2, True, True)
    said = "note: no --depth is given, and 60 s are too short for all of it: this is what a search to depth 2"
    assert said in capsys.readouterr().err


def test_a_depth_that_meets_no_horizon_is_the_last(asked: Any) -> None:
    found, depths = asked(late=99)
    assert depths == [Default.DEPTH, 1, 2, 3]
    assert (found.answer.value, found.answer.horizon) == (1, False)


@pytest.mark.parametrize(("late", "seconds", "depth"), [(0, 60.0, None), (9, None, None), (9, 60.0, "2")])
def test_it_does_not_deepen_without_a_limit_nor_if_a_depth_is_given(
    late: int, seconds: float | None, depth: str | None, asked: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    found, depths = asked(late, seconds, depth)
    assert depths[: 1 if late else 2] == ([2] if depth else [Default.DEPTH]) + ([] if late else [1])
    assert found.answer.complete == (depth is not None)
    assert capsys.readouterr().err == ""
