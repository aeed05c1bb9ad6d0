"""pydecl's own Prolog files in the form that SWI-Prolog loads quickly: 13 ms instead of 60.

One file holds them all, `prolog/support/worker.pl` and what it uses, compiled; SWI-Prolog calls it a
quick-load file. It is made once for these files and this SWI-Prolog, in the user's cache folder. Who finds
none, because the folder cannot be written or another process is making one, loads the text; nothing else is
different.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pydecl.engines.prolog import QUICK_LOAD
from pydecl.engines.prolog.installation import find_swipl, overridden
from pydecl.engines.prolog.remembering import digest, surroundings
from pydecl.paths import cache_folder, prolog_file

SECONDS = 20.0
"""How long making it may take."""

OLDER = 4
"""How many files of other versions are kept."""

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
    try:
        folder = cache_folder() / "prolog"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        seen = folder.stat()
        if seen.st_uid != os.geteuid() or seen.st_mode & 0o022:
            return {}
        key = digest([str(prolog_file("support")), *surroundings()])
        found = _whole(folder, key) or _made(folder, key, swipl)
    except (OSError, subprocess.SubprocessError):
        return {}
    return {} if found is None else {QUICK_LOAD: str(found)}


def _whole(folder: Path, key: str) -> Path | None:
    """The file of this key, whose name ends with the digest of what it holds; a damaged one is dropped."""
    for file in folder.glob(f"{key}.*.qlf"):
        if file.suffixes[-2] == f".{_digest_of(file)}":
            return file
        file.unlink(missing_ok=True)
    return None


def _made(folder: Path, key: str, swipl: str) -> Path | None:
    """A new file; None if another process makes it, or SWI-Prolog does not."""
    with open(folder / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return None
        with tempfile.TemporaryDirectory(prefix="making-", dir=folder) as making:
            target = Path(making) / "worker.qlf"
            source = prolog_file("support", "worker.pl")
            goal = GOAL.format(source=_quoted(source), target=_quoted(target))
            subprocess.run(
                [swipl, "-q", "-f", "none", "-g", goal, "-t", "halt(1)"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=SECONDS,
                check=True,
            )
            made = target.replace(folder / f"{key}.{_digest_of(target)}.qlf")
        _drop_older(folder, made)
    return made


def _drop_older(folder: Path, newest: Path) -> None:
    others = sorted(set(folder.glob("*.qlf")) - {newest}, key=lambda file: file.stat().st_mtime, reverse=True)
    for file in others[OLDER:]:
        with suppress(OSError):
            file.unlink()


def _digest_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _quoted(file: Path) -> str:
    return str(file).replace("\\", "\\\\").replace("'", "\\'")
