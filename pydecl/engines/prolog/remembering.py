"""Replies to what sets a session up, remembered: where nothing has changed, SWI-Prolog need not start yet.

A reply is kept under the digest of all that it depends on: SWI-Prolog, pydecl's programs, the requests so far
and the files that they read. A session that starts later asks again, and compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from pydecl.engines.prolog.installation import identity
from pydecl.kept import Kept, digest, own_folder, stamps
from pydecl.paths import own_files

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
