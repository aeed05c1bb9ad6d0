"""Systems that mean harm, or are broken: a message each."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pydecl.court.trial import against
from pydecl.court.verdict import CourtVerdict
from pydecl.errors import Exit, InputError, PydeclError
from pydecl.loading.consulting import consult

SYSTEM = """
import json, os, sys

mode, made, states = sys.argv[1], 0, {}

def keep(heap):
    global made
    made += 1
    states[made] = heap
    return {"state": made}

def look(heap, who):
    if not heap:
        result = float("nan") if mode == "nan" else 1 if who else -1
        return {"mover": None, "moves": [], "result": result}
    moves = [f"take(1,{n})" for n in range(1, heap + 1)]
    return {"mover": who, "moves": moves, "result": None}

def play(heap, who, move):
    if mode == "crashes" and heap < 3:
        os.abort()
    if mode == "babbles" and heap < 3:
        print("check!")
    if mode == "disk":
        os.truncate(os.open("big", os.O_RDWR | os.O_CREAT), 1 << 30)
    if move >= heap:
        raise ValueError("there is no such move")
    return keep((heap - move - 1, 1 - who))

for line in sys.stdin:
    word, *rest = json.loads(line)
    try:
        answer = (
            keep((3, 0)) if word == "new" else look(*states[rest[0]]) if word == "look"
            else play(*states[rest[0]], rest[1]) if word == "play" else {} if word == "drop"
            else {"error": "no word " + word}
        )
    except (ValueError, OSError) as error:
        answer = {"error": str(error)}
    if mode == "chatty":
        print("debug: hello")
    print(json.dumps(answer), flush=True)
"""

Holds = Callable[[str], CourtVerdict]


@pytest.fixture(scope="module")
def holds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Holds]:
    """What holds a system against a heap of three."""
    file = tmp_path_factory.mktemp("systems") / "system.py"
    file.write_text(SYSTEM)
    with consult("nim:heaps=[3]") as game:
        command = f"command:{sys.executable} {file}"
        yield lambda mode: against(game, f"{command} {mode}", positions=20, seconds=None)


def test_one_that_crashes_in_the_middle_is_told_with_its_signal(holds: Holds) -> None:
    verdict = holds("crashes")
    assert verdict.exit_code == Exit.BROKEN_CONTRACT
    assert str(verdict.reason).startswith("the system stopped unexpectedly (SIGABRT)")
    assert (verdict.agree, verdict.laws) == (None, [])  # nothing was tested to the end


@pytest.mark.parametrize(
    ("mode", "found"), [("crashes", "the system stopped unexpectedly (SIGABRT)"), ("babbles", "check!")]
)
def test_one_that_stops_in_the_middle_is_told_with_the_line_that_leads_there(
    holds: Holds, mode: str, found: str
) -> None:
    stop = holds(mode).to_json()["stop"]
    assert [rules for rules, _ in stop["line"]] == [None, None]  # from less than three
    assert stop["expected"] == "an answer to where the last move of this line leads"
    assert found in stop["found"]


class Stopping:
    """A heap of three, from which nobody may take the last one."""

    def __init__(self) -> None:
        self.heap, self.who = 3, 0

    def mover(self) -> int:
        return self.who

    def moves(self) -> list[str]:
        if self.heap == 1:
            os._exit(3)
        return [f"take(1,{number})" for number in range(1, self.heap + 1)]

    def play(self, move: str) -> None:
        self.heap, self.who = self.heap - int(move[7:-1]), 1 - self.who

    def result(self) -> int | None:
        return None if self.heap else self.who * 2 - 1


def test_a_class_that_stops_is_told_with_a_program_that_does() -> None:
    with consult("nim:heaps=[3]") as game:
        stop = against(game, f"python:{__name__}:Stopping", seconds=None).stop
    assert stop is not None
    assert stop.line in ([(None, "take(1,2)")], [(None, "take(1,1)")] * 2)
    assert stop.expected == "an answer to who moves, and which moves there are, after this line"
    assert f"from {__name__} import Stopping" in stop.script


class Fragile(Stopping):
    """A heap of thirty, which is over once 23 are left, and stops where two are taken of 30 - 1 - 1."""

    def __init__(self) -> None:
        self.heap, self.who, self.taken = 30, 0, ""

    def play(self, move: str) -> None:
        self.taken += move[7:-1]
        if self.taken == "112":
            os._exit(3)
        super().play(move)

    def moves(self) -> list[str]:
        return [f"take(1,{number})" for number in range(1, self.heap + 1)] if self.heap > 23 else []


def test_a_difference_is_told_even_if_the_system_stops_on_a_shorter_line() -> None:
    with consult("nim:heaps=[30]") as game:
        line = [f"take(1,{number})" for number in (2, 1, 1, 1, 2)]
        verdict = against(game, f"python:{__name__}:Fragile", lines=[line], piece=1, seconds=None)
    (found,) = verdict.differences
    assert [rules for rules, _ in found.line] == line
    assert verdict.stop is not None
    assert verdict.stop.line == [(None, "take(1,1)")] * 2 + [(None, "take(1,2)")]


def test_one_that_fills_the_disk_cannot(
    holds: Holds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (found,) = holds("disk").differences
    assert (found.kind, found.found) == ("error", "an error: [Errno 27] File too large")
    assert (tmp_path / "big").stat().st_size == 0


def test_a_result_that_is_no_number_is_no_draw(holds: Holds) -> None:
    (found,) = holds("nan").differences
    assert (found.kind, found.found) == ("error", "an error: the result is no number: NaN")


def test_what_is_no_answer_is_shown_and_not_the_answer_behind_it(holds: Holds) -> None:
    with pytest.raises(PydeclError, match=r"no object of JSON: .debug: hello"):
        holds("chatty")


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("python:json", "python:json:CLASS"),
        ("python:./chess.py:Game", "a module is named without .py, and lies here: python:chess:Game"),
        ("command: ", "which one?"),
        ("command:'node game.js", "command:'node game.js: no closing quotation"),
    ],
)
def test_a_system_that_is_named_wrongly_is_told_how(what: str, said: str) -> None:
    with consult("nim:heaps=[1]") as game, pytest.raises(InputError, match=re.escape(said)):
        against(game, what, positions=1, seconds=None)
