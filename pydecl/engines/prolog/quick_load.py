"""pydecl's own Prolog files in the form that SWI-Prolog loads quickly: 13 ms instead of 60.

One file holds them all, `prolog/support/worker.pl` and what it uses, compiled; SWI-Prolog calls it a
quick-load file. It is made once for these files and this SWI-Prolog, in the user's cache folder. Who finds
none, because the folder cannot be written or another process is making one, loads the text; nothing else is
different.
"""

from __future__ import annotations

import fcntl
import subprocess
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from pydecl.engines.prolog import QUICK_LOAD
from pydecl.engines.prolog.installation import find_swipl, overridden
from pydecl.engines.prolog.remembering import surroundings
from pydecl.kept import Kept, digest, own_folder
from pydecl.paths import prolog_file

SECONDS = 20.0
"""How long making it may take."""

MOST = 5
"""How many files are kept: those of other versions, too."""

GOAL = """
setup_call_cleanup(asserta('$qlf':qinclude(user), Including),
                   load_files(user:'{source}', ['$qlf'('{target}')]),
                   erase(Including)),
halt
"""
"""What qcompile/2 does with include(user), but for the place of the file."""


def quick_load() -> Mapping[str, str]:
    """What tells a worker of the file, which is made if it is not there; empty if there is none."""
    swipl = find_swipl()
    if swipl is None or overridden():
        return {}  # which SWI-Prolog will load it is not known
    folder = own_folder("prolog")
    if folder is None:
        return {}
    try:
        kept = Kept(folder, "worker.qlf", MOST)
        key = digest([str(prolog_file("support")), *surroundings()])
        found = kept.known(key) or _made(kept, key, swipl)
    except (OSError, subprocess.SubprocessError):
        return {}
    return {} if found is None else {QUICK_LOAD: str(found)}


def _made(kept: Kept, key: str, swipl: str) -> Path | None:
    """A new file; None if another process makes it. Raises SubprocessError if SWI-Prolog does not."""
    with open(kept.folder / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return None
        return kept.kept(key, partial(_make, swipl))


def _make(swipl: str, target: Path) -> None:
    goal = GOAL.format(source=_quoted(prolog_file("support", "worker.pl")), target=_quoted(target))
    subprocess.run(
        [swipl, "-q", "-f", "none", "-g", goal, "-t", "halt(1)"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=SECONDS,
        check=True,
    )


def _quoted(file: Path) -> str:
    return str(file).replace("\\", "\\\\").replace("'", "\\'")
