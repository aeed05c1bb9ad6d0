"""Where built objects are kept, with the texts that they are made of: see `sandbox/kept.py`."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from pydecl.sandbox.kept import Kept, own_folder

MOST = 256 << 20
"""How much is kept, in bytes."""

OBJECT, TEXT = "object.so", "source.c"


def objects() -> Kept:
    """The objects; in a temporary folder where the user's cannot be written by the user alone."""
    return Kept(own_folder("native") or _temporary(), OBJECT, MOST, is_large=True)


@cache
def _temporary() -> Path:
    folder = tempfile.mkdtemp(prefix="pydecl-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
