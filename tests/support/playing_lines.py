"""pydecl play with scripted input, for tests."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import Done, Run

Play = Callable[..., Done]


@pytest.fixture
def play(pydecl: Run, monkeypatch: pytest.MonkeyPatch) -> Play:
    """What runs pydecl play, in this process, with the lines of a text as its input; `; ` ends a line."""

    def command(*arguments: str | Path, lines: str = "") -> Done:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines.replace("; ", "\n") + "\n" if lines else ""))
        return pydecl("play", *arguments)

    return command


def moves(done: Done) -> list[str]:
    """The turns that were told, as `1. MAX take(2,1)`."""
    return re.findall(r"^\d+\. .*$", done.out, re.MULTILINE)


def recorded(path: Path) -> list[str]:
    """The moves and comments of a record, without its head."""
    return path.read_text().split("\n\n")[1].splitlines()
