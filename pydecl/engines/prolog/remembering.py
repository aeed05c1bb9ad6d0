"""What is kept so that SWI-Prolog starts sooner, or need not start yet, in the user's cache folder.

Replies to what sets a session up are remembered, each under the digest of all that it depends on: SWI-Prolog,
pydecl's programs, the requests so far and the files that they read. A session that starts later asks again,
and compares.

pydecl's own Prolog files are kept in the form that SWI-Prolog loads quickly: 13 ms instead of 60. One file
holds them all, `prolog/support/worker.pl` and what it uses, compiled; SWI-Prolog calls it a quick-load file.
It is made once for these files and this SWI-Prolog. Who finds none, because the folder cannot be written or
another process is making one, loads the text; nothing else is different.
"""

from __future__ import annotations

import fcntl
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path

from pydecl.engines.prolog import QUICK_LOAD
from pydecl.engines.prolog.installation import find_swipl, identity, overridden
from pydecl.kept import Kept, digest, own_folder, stamps
from pydecl.paths import own_files, prolog_file

MOST = 1000
"""How many replies are kept."""

Payload = Sequence[bytes]
"""A request as it is sent, in parts."""


class Remembered:
    """The replies of earlier sessions."""

    def __init__(self) -> None:
        folder = own_folder("consulted")
        self._kept = None if folder is None else Kept(folder, "reply", MOST)

    def reply(self, requests: Sequence[Payload], readable: Sequence[Path]) -> str | None:
        """The reply to the last of these requests, if it is known."""
        with suppress(OSError, UnicodeError):  # somebody else drops it, or the disk is full
            found = None if self._kept is None else self._kept.known(_key(requests, readable))
            return None if found is None else found.read_bytes().decode()
        return None

    def remember(self, requests: Sequence[Payload], readable: Sequence[Path], reply: str) -> None:
        """Keep the reply to the last of these requests, where the folder can be written."""
        if self._kept is not None:
            with suppress(OSError, UnicodeError):
                key = _key(requests, readable)
                if self.reply(requests, readable) not in (None, reply):
                    self._kept.drop(key)
                self._kept.kept(key, lambda file: file.write_bytes(reply.encode()))


def _key(requests: Sequence[Payload], readable: Sequence[Path]) -> str:
    asked = (part for request in requests for part in request)
    return digest((*surroundings(), *stamps(readable), *asked))


@cache
def surroundings() -> tuple[str, ...]:
    """SWI-Prolog and pydecl's own programs, as they are now."""
    return (*identity(), *stamps(own_files(("engines/prolog", "sandbox"), ("",))))


# The quick-load file

SECONDS = 20.0
"""How long making it may take."""

MOST_FILES = 5
"""How many quick-load files are kept: those of other versions, too."""

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
        kept = Kept(folder, "worker.qlf", MOST_FILES)
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
