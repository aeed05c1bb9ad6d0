"""What processes do that make and keep the same at the same time; a process that starts imports little."""

from __future__ import annotations

import os
from pathlib import Path

from pydecl.engines.native import building


def anything(target: Path) -> None:
    """Make a file that nobody makes twice."""
    target.write_bytes(os.urandom(900))


def make_and_read(key: str) -> bytes:
    """What is kept under a key, made if it is not there."""
    return building.objects().kept(key, anything).read_bytes()
