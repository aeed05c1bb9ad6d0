"""Many matches of one game in machine code, stepped all at once; `batching.h` is the other side."""

from __future__ import annotations

import struct

from pydecl.engines.native.cterms import decoded
from pydecl.engines.native.walking import HEAD, MATCHES, MOST, ROOM, Request, WalkedGame
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import PydeclError
from pydecl.model.term import Term

ARRAYS = {
    "random": "Q",
    **dict.fromkeys(("actions", "counts", "plies"), "I"),
    "rewards": "f",
    "movers": "b",
    **dict.fromkeys(("terminated", "truncated"), "?"),
}
"""What there is of each match in shared memory, and of what kind it is; `batching.h` has the same order."""


class Matches(WalkedGame):
    """So many matches, which begin at the root, and again when they are over."""

    def __init__(self, game: SessionGame, position: Term | None, count: int, plies: int) -> None:
        """A match is stopped after so many `plies`. Raises what `WalkedGame` raises."""
        widths = [struct.calcsize(kind) for kind in ARRAYS.values()]
        more = -(-count * sum(widths) // 4) * 4
        super().__init__(game, position, more=more)
        self._line.let_sleep()
        words, memory = self._line.words, memoryview(self._line.memory)
        words[MATCHES], words[MOST] = count, plies
        self.arrays: dict[str, memoryview] = {}
        """By their names; what they show is of the last step."""
        at = 4 * HEAD + ROOM
        for (name, kind), width in zip(ARRAYS.items(), widths, strict=True):
            self.arrays[name] = memory[at : at + count * width].cast(kind)  # type: ignore[call-overload]
            at += count * width

    def begin(self) -> None:
        """Let all begin anew. Raises what is wrong with the rules, and is closed then."""
        self._asked_for_all(Request.BEGIN, self.root)

    def step(self, *, at_random: bool) -> None:
        """Let all make the moves in `actions`, which must be there, or moves at random. Raises as `begin`."""
        self._asked_for_all(Request.STEP, 0, at_random)

    def _asked_for_all(self, request: Request, about: int, more: int = 0) -> None:
        try:
            self._line.ask(request, about, more)
        except PydeclError:  # some have moved, and others have not
            self.close()
            raise

    def term(self, match: int) -> Term:
        """The position of a match."""
        self._line.ask(Request.SHOW, match)
        (told,) = self._line.asked.told(decoded(self._output())[:1])
        return told
