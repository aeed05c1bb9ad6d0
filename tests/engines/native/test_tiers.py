"""Machine code that begins at once: the first object answers, the better one takes over, nothing is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from command_line import end_soon, in_a_process
from native_code import working

from pydecl.engines.native import client
from pydecl.engines.native.building import Compiler, Family, Source, Tiers, build
from pydecl.engines.native.client import LONGER, PATIENCE, NativeCode
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


def noted(asked: list[threading.Event]) -> Callable[[threading.Event], Path]:
    """What makes the second one, and notes that it was asked to."""

    def better(cancelled: threading.Event) -> Path:
        asked.append(cancelled)
        return second()

    return better


def said(code: NativeCode, function: str, seconds: float | None = None) -> int:
    return int.from_bytes(code.call(function, seconds=seconds), "little")


@pytest.fixture(autouse=True)
def _a_core_is_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "core_is_idle", lambda: True)


NEVER = 10_000.0
"""More seconds than any test has."""


def test_what_is_answered_soon_builds_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[threading.Event] = []
    monkeypatch.setattr(client, "PATIENCE", NEVER)
    code = NativeCode(*Tiers(first(), noted(asked)))
    assert said(code, "quick") == 1
    assert code._timer is not None
    code._timer.join()  # it has been cancelled
    code.close()
    assert asked == []
    assert not code.warms_up


def test_the_better_object_takes_over_what_the_first_one_computes() -> None:
    code = NativeCode(*Tiers(first(), lambda _: second()))
    assert said(code, "slow") == 2
    assert code.warms_up
    assert said(code, "quick") == 2
    code.close()


def test_the_time_of_both_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    late, given = 0.2, []
    exchanged = NativeCode._exchanged

    def counted(self: NativeCode, function: str, request: bytes, seconds: float, *more: Any) -> object:
        given.append(seconds)
        return exchanged(self, function, request, seconds, *more)

    def better(_: threading.Event) -> Path:
        time.sleep(late)
        return second()

    monkeypatch.setattr(NativeCode, "_exchanged", counted)
    code = NativeCode(*Tiers(first(), better))
    assert said(code, "slow", NEVER) == 2
    code.close()
    assert given[0] == NEVER
    assert given[1] < NEVER - late


def test_if_all_cores_are_busy_the_better_object_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its build would take its time from something else."""
    asked: list[threading.Event] = []
    waits: list[float] = []
    rings = iter(["at once", "never", "meanwhile"])

    class Timer:
        """Rings when it is told to, not when its time is over."""

        def __init__(self, seconds: float, act: Callable[[], None]) -> None:
            waits.append(seconds)
            self.act = act

        def start(self) -> None:
            match next(rings):
                case "at once":
                    self.act()
                case "meanwhile":
                    threading.Thread(target=self.act).start()

        def cancel(self) -> None:
            """It has rung or never will."""

    mine = SimpleNamespace(Timer=Timer, Lock=threading.Lock, Event=threading.Event)
    monkeypatch.setattr(client, "core_is_idle", lambda: False)
    monkeypatch.setattr(client, "threading", mine)
    code = NativeCode(*Tiers(first(), noted(asked)))
    with pytest.raises(LimitError):
        code.call("slow", seconds=0.1)
    assert asked == []
    assert said(code, "slow") == 2
    code.close()
    assert len(asked) == 1
    assert waits[:2] == [PATIENCE, LONGER - PATIENCE]
    assert waits[2] <= LONGER - 0.1  # what the first call has taken counts


def test_who_is_in_a_hurry_need_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "core_is_idle", lambda: False)
    monkeypatch.setattr(client, "PATIENCE", NEVER)
    asked: list[threading.Event] = []
    code = NativeCode(*Tiers(first(), noted(asked)))
    code.hurry()
    code.hurry()
    assert said(code, "slow") == 2
    code.hurry()
    code.close()
    assert len(asked) == 1


def test_a_better_object_that_cannot_be_built_is_not_missed() -> None:
    tried = threading.Event()

    def failing(_: threading.Event) -> Path:
        tried.set()
        raise BuildError("the compiler does not like it")

    code = NativeCode(*Tiers(first(), failing))
    code.hurry()
    tried.wait()
    with pytest.raises(LimitError):
        code.call("slow", seconds=0.1)
    assert said(code, "quick") == 1
    code.close()


@pytest.mark.parametrize("better", [None, lambda _: second()])
def test_what_the_code_does_wrong_is_said(better: Callable[[threading.Event], Path] | None) -> None:
    code = NativeCode(*Tiers(first(), better))
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
        return Source(("never",), bytes).built(never, cancelled)

    code = NativeCode(*Tiers(first_one, better))
    code.hurry()
    while not (pids.exists() and pids.read_text().endswith("\n")):
        time.sleep(0.01)
    code.close()
    (pid,) = map(int, pids.read_text().split())
    assert end_soon([pid])


def test_both_objects_are_of_one_text(own_folder: Path) -> None:
    tiers = Source(("one",), lambda: TEXT.format(quick=7, endless=0).encode()).built_soon()
    if tiers.better is not None:
        better = tiers.better(threading.Event())
        assert better != tiers.first
        assert Source(("one",), lambda: b"never asked").built_soon().first == better
    code = NativeCode(*tiers)
    assert said(code, "slow") == 7
    code.close()
    assert own_folder.exists()


@pytest.mark.skipif(len(working()) < 2, reason="no compiler that optimises beside tcc")
def test_what_is_searched_twice_is_optimised_for_the_third_time(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir(mode=0o700)

    def searched() -> str:
        words = ("search", "lecture19", "--engine", "native")
        return in_a_process(*words, PYDECL_CACHE=str(tmp_path / "cache")).out.partition("seconds")[0]

    def objects() -> set[Path]:
        texts = [file for file in tmp_path.glob("cache/native/*/source.c") if b"p1_" in file.read_bytes()]
        return {text.parent for text in texts if not text.parent.name.startswith("making-")}

    said = searched()
    first = objects()
    assert first
    assert searched() == said
    while objects() == first:
        time.sleep(0.01)
    assert searched() == said
    assert {place for place in first if (place / "used again").exists()} == first


def test_a_search_says_the_same_whichever_object_ends_it(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = []
    for patience in (1000.0, 0.0, 0.0):  # the first object; one takes over; the better one is kept
        monkeypatch.setattr("pydecl.engines.native.client.PATIENCE", patience)
        with consult("tictactoe") as game:
            runner = Runners(game).of("native")
            answer = runner.run(Program.MINIMAX, game.initial()[0], Limits())
            runner.close()
            answers.append((answer.value, answer.nodes, answer.leaves, answer.best))
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][1] == 549_946
    assert own_folder.exists()
