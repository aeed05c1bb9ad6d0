"""Replies to what sets a session up, remembered: where nothing has changed, SWI-Prolog need not start yet.

A reply is kept under the digest of all that it depends on: SWI-Prolog, pydecl's programs, the requests so far
and the files that they read. A session that starts later asks again, and compares.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from pydecl.engines.prolog.installation import OVERRIDES, find_swipl
from pydecl.paths import digest, prolog_file, stamp
from pydecl.sandbox.kept import Kept, own_folder

MOST = 1000
"""How many replies are kept."""

Payload = Sequence[bytes]
"""A request as it is sent, in parts."""

OWN = Path(__file__).parent
SANDBOX = OWN.parents[1] / "sandbox"


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
                self._kept.kept(key, lambda file: _write(file, reply.encode()))


def _write(file: Path, reply: bytes) -> None:
    file.write_bytes(reply)


def _key(requests: Sequence[Payload], readable: Sequence[Path]) -> str:
    files = (f"{file} {stamp(file)}" for file in readable)
    asked = (part for request in requests for part in request)
    return digest((*surroundings(), *files, *asked))


@cache
def surroundings() -> tuple[str, ...]:
    """SWI-Prolog and pydecl's own programs, as they are now."""
    swipl = find_swipl()
    here = [Path(swipl)] if swipl is not None else []
    here += sorted((*prolog_file("support").parent.rglob("*.pl"), *OWN.glob("*.py"), *SANDBOX.glob("*.py")))
    named = [os.environ.get(name, "") for name in OVERRIDES]
    return (*named, *(f"{file} {stamp(file)}" for file in here))
