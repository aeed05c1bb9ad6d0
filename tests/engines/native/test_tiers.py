"""Machine code that begins at once: the first object answers, the better one takes over, nothing is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import end_soon
from native_code import working

from pydecl.engines.native import building
from pydecl.engines.native import tiers as tiers_module
from pydecl.engines.native.building import Tiers, build, build_soon
from pydecl.engines.native.compilers import Compiler, Family
from pydecl.engines.native.tiers import PATIENCE, TieredCode
from pydecl.engines.registry import Runners
from pydecl.errors import BuildError, ContractError, LimitError
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Limits

pytestmark = pytest.mark.skipif(working() == [None], reason="no C compiler")

TEXT = """
#include "prelude.h"
PD_ENTRY(quick) {{ pd_write_int(call, {quick}); }}
PD_ENTRY(slow) {{ for (volatile int64_t at = 0; {endless} && at >= 0; ) ; pd_write_int(call, {quick}); }}
PD_ENTRY(broken) {{ *(volatile int64_t *)8 = {quick}; }}
"""


def first() -> Path:
    """It says 1, and never answers `slow`."""
    return build(TEXT.format(quick=1, endless=1))


def second() -> Path:
    """It says 2."""
    return build(TEXT.format(quick=2, endless=0))


def said(code: TieredCode, function: str, seconds: float = 20.0) -> int:
    return int.from_bytes(code.call(function, seconds=seconds).data, "little")


@pytest.fixture(autouse=True)
def _a_core_is_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers_module, "core_is_idle", lambda: True)


def test_what_is_answered_soon_builds_nothing_more() -> None:
    asked: list[threading.Event] = []

    def better(cancelled: threading.Event) -> Path:
        asked.append(cancelled)
        return second()

    code = TieredCode(Tiers(first(), better))
    assert said(code, "quick") == 1
    code.close()
    time.sleep(PATIENCE * 2)
    assert asked == []


def test_the_better_object_takes_over_what_the_first_one_computes() -> None:
    code = TieredCode(Tiers(first(), lambda _: second()))
    assert said(code, "slow") == 2
    assert said(code, "quick") == 2
    code.close()


def test_the_time_of_both_is_one() -> None:
    def late(_: threading.Event) -> Path:
        time.sleep(0.3)
        return first()  # which does not end either

    code = TieredCode(Tiers(first(), late))
    started = time.monotonic()
    with pytest.raises(LimitError):
        code.call("slow", seconds=1.0)
    assert time.monotonic() - started < 2.0
    code.close()


def test_if_all_cores_are_busy_the_better_object_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its build would take its time from something else."""
    asked: list[float] = []

    def better(_: threading.Event) -> Path:
        asked.append(time.monotonic() - started)
        return second()

    monkeypatch.setattr(tiers_module, "core_is_idle", lambda: False)
    monkeypatch.setattr(tiers_module, "LONGER", 4 * PATIENCE)
    code = TieredCode(Tiers(first(), better))
    started = time.monotonic()
    with pytest.raises(LimitError):
        code.call("slow", seconds=2 * PATIENCE)
    assert asked == []
    assert said(code, "slow") == 2
    code.close()
    assert len(asked) == 1
    assert asked[0] >= 4 * PATIENCE


def test_who_is_in_a_hurry_need_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers_module, "core_is_idle", lambda: False)
    asked: list[float] = []

    def better(_: threading.Event) -> Path:
        asked.append(time.monotonic() - started)
        return second()

    code = TieredCode(Tiers(first(), better))
    started = time.monotonic()
    code.hurry()
    code.hurry()
    assert said(code, "slow") == 2
    code.hurry()
    code.close()
    assert len(asked) == 1
    assert asked[0] < PATIENCE


def failing(_: threading.Event) -> Path:
    raise BuildError("the compiler does not like it")


def test_a_better_object_that_cannot_be_built_is_not_missed() -> None:
    code = TieredCode(Tiers(first(), failing))
    with pytest.raises(LimitError):
        code.call("slow", seconds=PATIENCE * 2)
    assert said(code, "quick") == 1
    code.close()


@pytest.mark.parametrize("better", [None, lambda _: second()])
def test_what_the_code_does_wrong_is_said(better: Callable[[threading.Event], Path] | None) -> None:
    code = TieredCode(Tiers(first(), better))
    with pytest.raises(ContractError, match="SIGSEGV"):
        code.call("broken")
    assert said(code, "quick") in (1, 2)
    code.close()


def test_closing_ends_the_compiler(own_folder: Path) -> None:
    pids = own_folder / "pids"
    script = own_folder / "gcc"
    script.write_text(f'#!/bin/sh\necho $$ > "{pids}"\nsleep 300\n')
    script.chmod(0o755)
    never = Compiler("gcc", Family.GCC, (str(script),))
    first_one = first()

    def better(cancelled: threading.Event) -> Path:
        return building.build_once(("never",), lambda: b"", compiler=never, cancelled=cancelled)

    code = TieredCode(Tiers(first_one, better))
    with pytest.raises(LimitError):
        code.call("slow", seconds=PATIENCE + 1.5)
    code.close()
    (pid,) = map(int, pids.read_text().split())
    assert end_soon([pid])


def test_both_objects_are_of_one_text(own_folder: Path) -> None:
    tiers = build_soon(("one",), lambda: TEXT.format(quick=7, endless=0).encode())
    if tiers.better is not None:
        better = tiers.better(threading.Event())
        assert better != tiers.first
        assert build_soon(("one",), lambda: b"never asked").first == better
    code = TieredCode(tiers)
    assert said(code, "slow") == 7
    code.close()
    assert own_folder.exists()


def test_a_search_says_the_same_whichever_object_ends_it(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = []
    for patience in (1000.0, 0.0, 0.0):  # the first object; one takes over; the better one is kept
        monkeypatch.setattr("pydecl.engines.native.tiers.PATIENCE", patience)
        with consult("tictactoe") as game:
            runner = Runners(game).of("native")
            answer = runner.run(Program.MINIMAX, game.initial()[0], Limits())
            runner.close()
            answers.append((answer.value, answer.nodes, answer.leaves, answer.best))
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][1] == 549_946
    assert own_folder.exists()
