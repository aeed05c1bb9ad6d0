"""An engine joins by its folder alone, and runs through the whole cross-check."""

from __future__ import annotations

import sys
from subprocess import PIPE, STDOUT, run

import pytest
from folders import ROOT, TESTS
from rings import sample_size

import pydecl.engines
from pydecl.crosschecking import Agreement, crosscheck
from pydecl.crosschecking.matrix import batches, check_batch
from pydecl.engines.counting import perft
from pydecl.engines.registry import names
from pydecl.engines.searching import search
from pydecl.errors import Exit
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_trees
from pydecl.programs.registry import PROGRAMS

FOLDER = TESTS / "support" / "more_engines"


@pytest.fixture(autouse=True)
def _joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pydecl.engines, "__path__", [*pydecl.engines.__path__, str(FOLDER)])


def test_it_is_found_by_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "plain" in names()
    monkeypatch.undo()
    assert "plain" not in names()


def test_it_is_short() -> None:
    files = [file for file in FOLDER.rglob("*") if file.suffix in (".py", ".pl")]
    lines = [line for file in files for line in file.read_text().splitlines() if line.strip()]
    assert len(lines) < 150


@pytest.mark.parametrize(
    ("name", "plies", "depth"),
    [
        ("nim:heaps=[1]", 1, None),
        ("hexapawn", 1, 3),
        ("tictactoe", 1, 2),
        ("kuhn", 1, None),
        ("lecture19", 1, None),
        ("graph", 1, 4),
    ],
)
@pytest.mark.sampled(1, "each game is cross-checked on four engines")
def test_a_game_is_cross_checked_on_it(name: str, plies: int, depth: int | None) -> None:
    with consult(name) as game:
        verdict = crosscheck(game, plies=plies, depth=depth)
        assert isinstance(verdict, Agreement), verdict
        assert "plain" in verdict.engines


def test_random_games_are_searched_on_it() -> None:
    with consult_trees() as game:
        for batch in batches(sample_size(1, 20), seed=1):
            assert check_batch(game, batch, PROGRAMS).faults == []


def test_it_is_asked_from_python_as_any_other() -> None:
    with consult("tictactoe") as game:
        assert perft(game, 2, engine="plain").positions == 72
        one, other = (search(game, "alphabeta", engine=name, depth=2) for name in ("prolog", "plain"))
    assert one.to_json() | {"engine": "", "seconds": 0} == other.to_json() | {"engine": "", "seconds": 0}


COMMANDS = """
import sys
import pydecl.engines
pydecl.engines.__path__.append(sys.argv[1])
from pydecl.cli.app import app
for line in sys.argv[2:]:
    try:
        app(line.split())
    except SystemExit as end:
        print("ended with", end.code or 0, flush=True)
"""


def printed(*lines: str) -> str:
    """What command lines print in one process that knows the engine, and how each ends."""
    command = [sys.executable, "-c", COMMANDS, str(FOLDER), *lines]
    return " ".join(run(command, stdout=PIPE, stderr=STDOUT, text=True, cwd=ROOT).stdout.split())


def test_the_commands_know_it() -> None:
    known = "search nim:heaps=[1,2] --program alphabeta --engine plain"
    first, second = printed(known, "search nim --engine plane").split("ended with 0", 1)
    assert "alphabeta on plain" in first
    assert second.endswith(f"ended with {Exit.BAD_INPUT.value}")
    assert "'plane' is not known; did you mean 'plain'?" in second
