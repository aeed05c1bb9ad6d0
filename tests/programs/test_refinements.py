"""The settings of the refinements, WIN and MAX_PLY, and what deepening gives when its time is over."""

from __future__ import annotations

from pathlib import Path

import pytest
from folders import rules_file

from pydecl.engines.registry import complete
from pydecl.engines.searching import search
from pydecl.errors import Exit
from pydecl.loading.consulting import consult
from pydecl.model.number import INFINITY, Number
from pydecl.model.result import Settings

MOVERS = "max_to_move(a). min_to_move(b). min_to_move(c).\n"
STEP = (
    MOVERS
    + "initial(a). moves(a, [b,c]). staticval(c, 0). terminalwon(_) :- fail. terminallost(_) :- fail.\n"
)


@pytest.mark.parametrize("engine", complete())
def test_win_and_max_ply_can_be_set(engine: str, tmp_path: Path) -> None:
    path = rules_file(tmp_path, STEP + "staticval(b, 900).", "rules.pl")
    with consult(path) as game:
        settings = Settings(win=5000)
        assert search(game, "negamax_ply", engine=engine, settings=settings).answer.value == 900


@pytest.mark.sampled(1, "each case computes until its time is over")
@pytest.mark.parametrize("engine", complete())
def test_deepening_gives_the_deepest_finished_iteration_when_the_time_is_over(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # for what has not looked at the time yet
    monkeypatch.setattr("pydecl.engines.prolog.session.GRACE", 600.0)
    with consult("connect4") as game:
        times = (0.5, 5.0, 50.0, 500.0)
        results = (search(game, "deepening", engine=engine, depth=None, seconds=seconds) for seconds in times)
        result = next(result for result in results if result.answer.complete)
        answer = result.answer
        assert answer.horizon
        assert answer.reached is not None
        assert answer.reached >= 1
        assert result.exit_code is Exit.FINE
        again = search(game, "deepening", engine=engine, depth=answer.reached, seconds=600.0)
        assert (again.answer.value, again.answer.best) == (answer.value, answer.best)


LOST = "a max (b -inf  c min (d -1  e max (f -inf)))"
WON = "a min (b inf  c max (d 1  e min (f inf)))"
"""No test shows that MAX has -inf at least; with the guess 0 the first that fails finds c the better move."""


@pytest.mark.parametrize("engine", complete())
@pytest.mark.parametrize(("tree", "value"), [(LOST, -INFINITY), (WON, INFINITY)])
def test_of_moves_that_all_lose_by_infinity_the_first_is_given(
    engine: str, tree: str, value: Number, tmp_path: Path
) -> None:
    file = tmp_path / "lost.tree"
    file.write_text(tree)
    with consult(str(file)) as game:
        result = search(game, "mtdf", engine=engine)
    assert result.answer.value == value
    assert str(result.answer.best) == "b"
