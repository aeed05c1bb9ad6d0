"""Replies to what sets a session up, remembered: where nothing has changed, SWI-Prolog need not start yet.

A reply is kept under the digest of all that it depends on: SWI-Prolog, pydecl's programs, the requests so far
and the files that they read. A session that starts later asks again, and compares.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from pydecl.engines.prolog.installation import OVERRIDES, find_swipl
from pydecl.paths import cache_folder, prolog_file, stamp

MOST = 1000
"""How many replies are kept."""

SPARE = 200
"""How many more there may be before the oldest are dropped, which takes a look at all of them."""

_ENDING = ".reply"

Payload = Sequence[bytes]
"""A request as it is sent, in parts."""

OWN = Path(__file__).parent
SANDBOX = OWN.parents[1] / "sandbox"


class Remembered:
    """The replies of earlier sessions."""

    def __init__(self) -> None:
        self._folder = cache_folder() / "consulted"

    def reply(self, requests: Sequence[Payload], readable: Sequence[Path]) -> str | None:
        """The reply to the last of these requests, if it is known."""
        try:
            told, reply = self._file(requests, readable).read_text(encoding="utf-8").split("\n", 1)
        except (OSError, ValueError):
            return None
        return reply if told == digest([reply]) else None

    def remember(self, requests: Sequence[Payload], readable: Sequence[Path], reply: str) -> None:
        """Keep the reply to the last of these requests, where the folder can be written."""
        with suppress(OSError, UnicodeError):
            file = self._file(requests, readable)
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(
                "w", encoding="utf-8", dir=self._folder, delete=False
            ) as writing:
                writing.write(f"{digest([reply])}\n{reply}")
            Path(writing.name).replace(file)
            self._drop_the_oldest()

    def _file(self, requests: Sequence[Payload], readable: Sequence[Path]) -> Path:
        files = [f"{file} {stamp(file)}" for file in readable]
        asked = (part for request in requests for part in request)
        return self._folder / (digest([*surroundings(), *files, *asked]) + _ENDING)

    def _drop_the_oldest(self) -> None:
        if len(os.listdir(self._folder)) > MOST + SPARE:
            files = sorted(self._folder.iterdir(), key=lambda file: file.stat().st_mtime)
            for file in files[:-MOST]:
                file.unlink()


def digest(parts: Sequence[str | bytes]) -> str:
    """What changes when one of the parts does, or where one ends and the next begins."""
    whole = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        whole.update(len(data).to_bytes(8, "big") + data)
    return whole.hexdigest()


@cache
def surroundings() -> tuple[str, ...]:
    """SWI-Prolog and pydecl's own programs, as they are now."""
    swipl = find_swipl()
    here = [Path(swipl)] if swipl is not None else []
    here += sorted((*prolog_file("support").parent.rglob("*.pl"), *OWN.glob("*.py"), *SANDBOX.glob("*.py")))
    named = [os.environ.get(name, "") for name in OVERRIDES]
    return (*named, *(f"{file} {stamp(file)}" for file in here))
