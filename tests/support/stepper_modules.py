"""The modules of the stepper in Node.js: what a browser computes from recordings."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from folders import TESTS
from site_modules import asset_modules

from pydecl.model.game import Outcome
from pydecl.model.number import number_text
from pydecl.tracing.events import Value
from pydecl.workbench.stepping.shipped import shipped
from pydecl.workbench.stepping.track import Track


class Modules:
    """A Node.js that answers as `stepping/states.mjs` does."""

    def __init__(self, node: str, folder: Path) -> None:
        command = [node, str(TESTS / "stepping" / "states.mjs"), str(asset_modules(folder))]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, name: str, **asked: Any) -> Any:
        """The answer of one of its functions."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"name": name, "asked": asked}) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def states(self, track: Track) -> list[Any]:
        """The state at each event, in the track's naming."""
        found: list[Any] = self.ask("states", recording=shipped(track, "a test"), naming=track.naming.value)
        assert len(found) == len(track)
        return found

    def close(self) -> None:
        """End it."""
        self._process.communicate()


@pytest.fixture(scope="session")
def modules(node: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Modules]:
    """The modules, once for all tests."""
    found = Modules(node, tmp_path_factory.mktemp("stepper"))
    yield found
    found.close()


def path(track: Track, seq: int) -> list[int]:
    """The visits from the root to the node of an event; empty for an event about none."""
    visit, found = track.focus[seq - 1], list[int]()
    while visit is not None:
        found.append(visit.order - 1)
        visit = visit.parent
    return found[::-1]


def text(value: Value | None) -> str | bool | None:
    """A value as a browser has it: no number loses a digit."""
    if value is None or isinstance(value, bool):
        return value
    return value.value if isinstance(value, Outcome) else number_text(value)
