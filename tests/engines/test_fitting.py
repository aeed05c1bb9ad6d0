"""If a cross-check's time is not enough, it names a depth that fits."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pydecl.engines import fitting
from pydecl.engines.fitting import advice, deepest, fitting_depth, searching_until
from pydecl.engines.prolog import searching as prolog
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import search
from pydecl.errors import ContractError, LimitError
from pydecl.loading.consulting import consult
from pydecl.model.deadline import Deadline
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Atom, Term

MINIMAX = Program("minimax")


def test_the_depth_that_fits_takes_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    real = prolog.run

    def timed(*asked: Any, **how: Any) -> Answer[Term]:
        """A machine that is always as fast: a node takes a tenth of a millisecond."""
        answer = real(*asked, **how)
        return replace(answer, seconds=(answer.nodes or 0) / 10_000)

    monkeypatch.setattr(prolog, "run", timed)
    with consult("nim:heaps=[3,3,4]") as game:
        (start,) = game.initial()
        limits = Limits(10)
        fits = fitting_depth(game, MINIMAX, start, limits, 0.02, Deadline.after(600.0))
        assert fits is not None
        assert 1 <= fits < 10
        one_more = prolog.run(game, MINIMAX, start, Limits(fits + 2))
        assert one_more.seconds > 0.02


def test_no_depth_fits_if_the_time_is_over_already() -> None:
    with consult("nim:heaps=[1,2]") as game:
        (start,) = game.initial()
        assert fitting_depth(game, MINIMAX, start, Limits(10), 1.0, Deadline.after(-1.0)) is None


def test_no_depth_fits_at_which_the_game_breaks_its_contract(tmp_path: Path) -> None:
    file = tmp_path / "ends.pl"
    movers = "max_to_move(a).\nmax_to_move(c).\nmin_to_move(b).\nmin_to_move(c).\n"
    file.write_text(f"{movers}move(a, b).\nmove(b, c).\nstaticval(_, 0).\n")
    with consult(file) as game:
        with pytest.raises(ContractError):
            prolog.run(game, MINIMAX, Atom("a"), Limits(2))
        assert fitting_depth(game, MINIMAX, Atom("a"), Limits(9), 600.0, Deadline.after(600.0)) == 1


def test_what_is_kept_is_a_small_part_of_the_time() -> None:
    now = time.monotonic()
    for seconds, kept in ((2.0, 0.2), (60.0, 1.0)):
        until = Deadline.after(seconds, now)
        assert abs(until.at - searching_until(until, now).at - kept) < 1e-6


@given(
    first=st.integers(1, 50),
    growth=st.integers(2, 30),
    rungs=st.integers(2, 5),
    below=st.integers(6, 40),
    speed=st.floats(1e-6, 1e-3),
    seconds=st.floats(0.01, 100),
)
def test_a_steady_growth_is_carried_on(
    first: int, growth: int, rungs: int, below: int, speed: float, seconds: float
) -> None:
    nodes = [first * growth**depth for depth in range(1, below)]
    found = [(count, count * speed) for count in nodes[:rungs]]
    fits = deepest(found, seconds, below) or 0
    limit = seconds * (1 + 1e-9)
    assert all(count * speed <= limit for count in nodes[:fits])
    if 1 < fits < below - 1:
        assert nodes[fits] * speed > seconds * (1 - 1e-9)


def advised(
    game: SessionGame, program: str, depth: int | None = None, why: Status = Status.TIME
) -> list[str]:
    """What is said of a search of the start that was stopped."""
    stopped = replace(search(game, program, depth=depth), answer=Answer[Term].stopped(why, 0.02))
    return list(advice(game, stopped, Deadline.after(600.0)))


@pytest.mark.usefixtures("quick_c")
def test_a_search_that_stops_is_told_what_would_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "MOST_KEPT", 600.0)
    with consult("nim:heaps=[1,2]") as game:
        minimax, cutting, bare = (advised(game, one) for one in ("minimax", "alphabeta", "won"))
    assert re.fullmatch(r"--depth \d+ should fit|a smaller --depth needs less", minimax.pop(0))
    assert minimax == ["--program alphabeta visits fewer positions", "--engine native is faster"]
    assert cutting[1:] == minimax[1:]
    assert bare == minimax[1:]


def test_a_search_that_stops_is_told_that_positions_repeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "_is_faster", lambda *_: "")
    monkeypatch.setattr(fitting, "MOST_KEPT", 600.0)
    monkeypatch.setattr(fitting, "LOOK", 600.0)
    with consult("graph") as game:
        repeats, shallower, *_ = advised(game, "minimax", 2, Status.MEMORY)
    assert repeats == "positions repeat in this game: 'pydecl solve graph' looks at each one once"
    assert shallower == "a smaller --depth needs less"


def test_what_is_not_known_in_time_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: Any) -> None:
        raise LimitError("time is up")

    with consult("nim:heaps=[1]") as game:
        monkeypatch.setattr("pydecl.engines.native.runner.NativeRunner.hindrance", late)
        assert advised(game, "won") == ["--engine native may be faster"]
