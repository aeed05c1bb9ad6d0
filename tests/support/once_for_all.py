"""What takes long to make is made once for all workers of a run, in the folder that they share."""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Made = TypeVar("Made")


def once_for_all(name: str, make: Callable[[Path], Made]) -> Made:
    """What `make` has made in the folder that it is given, by the first worker who needs it."""
    folder = Path(os.environ["PYDECL_CACHE"]) / "made-by-tests" / name
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "made.pickle"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            kept.write_bytes(pickle.dumps(make(folder)))
        made: Made = pickle.loads(kept.read_bytes())
    return made
