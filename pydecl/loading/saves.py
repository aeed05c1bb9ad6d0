"""Which files a game is made of, and when one of them was saved.

Files are polled: a look at a few of them costs next to nothing, and a library for it would be one more
dependency with compiled code in it.
"""

from __future__ import annotations

import time
from pathlib import Path

from pydecl.kept import stamp
from pydecl.loading.consulting import game_files, game_names
from pydecl.paths import bundled_file
from pydecl.rules.source import read_source

POLL = 0.2
"""Seconds between two looks at the files; what has not changed for so long has been saved."""

PATIENCE = 2.0
"""Seconds that the game's file may be gone: some editors write another one and rename it."""


def game_file(name: str) -> Path:
    """The file that a game's name, options included, is about; raises InputError where there is none."""
    path = Path(name)
    if not path.exists():
        stem = name.partition(":")[0]
        path = bundled_file(stem) if stem in game_names() else Path(stem)
    if not path.is_file():
        read_source(path)  # raises what is wrong
    return path


class Saves:
    """Tells when a game's file, or one that it loads, was saved."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen = _states(path)
        self._folders = {path.parent}
        self._glanced = self._glance()

    @property
    def files(self) -> list[Path]:
        return [path for path, state in self._seen.items() if state]

    def noticed(self) -> bool:
        """Whether something was saved since this was asked last; waits until it has been written."""
        if self._glance() == self._glanced:
            return False
        patience = time.monotonic() + PATIENCE
        now = _states(self.path)
        while True:
            time.sleep(POLL)
            before, now = now, _states(self.path)
            if now == before and (now[self.path] or time.monotonic() > patience):
                break
        before, self._seen = self._seen, now
        self._folders |= {path.parent for path in now}
        self._glanced = self._glance()
        return now != before

    def _glance(self) -> dict[Path, str]:
        """The state of the files and of their folders, where a file that was missing may come to be."""
        return {path: stamp(path) for path in (*self._seen, *self._folders)}


def _states(path: Path) -> dict[Path, str]:
    """The state of a file, and of what it loads."""
    return {one: stamp(one) for one in (path, *game_files(str(path)))}
