"""What takes long to make is made once for all workers, in a folder that outlives the run."""

from __future__ import annotations

import fcntl
import os
import pickle
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

Made = TypeVar("Made")

DAY = 86_400.0


def once_for_all(kind: str, version: str, make: Callable[[Path], Made]) -> Made:
    """What `make` has made of this version in the folder that it is given, by the first worker who needs it.

    Other versions of its kind that are older than a day are removed then.
    """
    folder = Path(os.environ["PYDECL_CACHE"], "site", f"{kind}-{version}").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "made.pickle"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            for other in folder.parent.glob(f"{kind}-*"):
                with suppress(FileNotFoundError):  # another worker has removed it
                    if other != folder and other.stat().st_mtime < time.time() - DAY:
                        shutil.rmtree(other, ignore_errors=True)
            kept.write_bytes(pickle.dumps(make(folder)))
        made: Made = pickle.loads(kept.read_bytes())
    return made
