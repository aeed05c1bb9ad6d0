"""All positions of a game solved in machine code: what is asked and answered.

A request is numbers of 8 bytes, in the machine's order, and terms:

    arena           bytes
    named           how many roots follow; -1 is all that position/1 gives
    roots           as terms

Of a game of chance, the bound stands before `named`, a double, and in the place of outcomes and plies the
reply has lower and then upper bounds, doubles. A reply is numbers, and what every answer is:

    nodes, leaves
    roots           how many of the positions are roots: the first ones
    count           how many positions there are
    coding          how their keys are written:
        words       how many of 64 bits a key takes
        sweeps      those of value iteration; else 0
        atoms       how many atoms follow that were made at run time, each its size and its bytes
        codes       the size of the codes of the places of a position, and these: `solving.h` tells them
    movers          a byte for each position: 0 if MIN is to move, 1 if MAX is, 2 if chance is
    outcomes        a byte each: 0 drawn, 1 won, 2 lost, for MAX
    plies           4 bytes each
    keys            words of 8 bytes

Positions are asked for by their keys: arena, how many, coding, and keys; the answer has terms. For -N, N
terms follow the coding, and the answer has keys, each behind two numbers: 0 if it is longer than the others,
and its layer. In a request the coding ends with what tells layers.
"""

from __future__ import annotations

import struct
import time
from array import array
from collections.abc import Sequence

from pydecl.engines.native.calling import ALIGNED
from pydecl.engines.native.cterms import Answer as Reply
from pydecl.engines.native.cterms import End, encoded
from pydecl.model.keyed import PLAYERS, Keeper, KeyCoding, KeyedPositions, Movers, Solutions
from pydecl.model.result import Status
from pydecl.model.solved import Solved
from pydecl.model.term import Term
from pydecl.model.valued import Expectations, Valued

ALL = -1
"""In place of how many roots there are: all that position/1 gives."""

HEAD = "=7q"

MOVERS = (*PLAYERS, None)
"""As a reply numbers them; None is chance."""


def terms_request(coding: KeyCoding, keys: bytes) -> bytes:
    """What asks for the positions of keys."""
    return struct.pack("=q", len(keys) // coding.size) + told(coding) + keys


def keys_request(coding: KeyCoding, positions: Sequence[Term]) -> bytes:
    """What asks for the keys of positions."""
    return struct.pack("=q", -len(positions)) + told(coding) + b"".join(map(encoded, positions))


def keys_in(coding: KeyCoding, output: bytes) -> list[tuple[int, bytes] | None]:
    """The answer to that: layers and keys."""
    step = 16 + coding.size
    found: list[tuple[int, bytes] | None] = []
    for at in range(0, len(output), step):
        fits, layer = struct.unpack_from("=qq", output, at)
        found.append((layer, output[at + 16 : at + step]) if fits else None)
    return found


def told(coding: KeyCoding) -> bytes:
    """A coding, for a request."""
    codes = coding.codes + bytes(-len(coding.codes) % ALIGNED)
    sized = b"".join(struct.pack("=q", len(one)) + one for one in (*coding.atoms, codes))
    return struct.pack("=qq", coding.words, len(coding.atoms)) + sized + struct.pack("=q", coding.layering)


def solved(keeper: Keeper, data: bytes, started: float) -> tuple[Solved[Term], Reply]:
    """What the reply says, and how it ended; nothing is solved where that is not OK."""
    told = _Told(keeper, data)
    outcomes = told.take(told.count)
    plies = array("I", told.take(4 * told.count))
    positions, reply = told.rest()
    seconds = time.perf_counter() - started
    if reply.end is not End.OK:
        return Solved.stopped(_status(reply), seconds, told.nodes), reply
    counts = told.nodes, told.leaves
    known = positions, Movers(told.movers), Solutions(outcomes, plies)
    return Solved(Status.COMPLETE, told.roots, *known, *counts, seconds), reply


def valued(keeper: Keeper, data: bytes, started: float) -> tuple[Valued[Term], Reply]:
    """The same of a game of chance."""
    told = _Told(keeper, data)
    lowers, uppers = (array("d", told.take(8 * told.count)) for _ in range(2))
    positions, reply = told.rest()
    seconds = time.perf_counter() - started
    if reply.end is not End.OK:
        return Valued.stopped(_status(reply), seconds, told.nodes), reply
    players = list(map(MOVERS.__getitem__, told.movers))
    values = Expectations(lowers, uppers)
    counts = told.sweeps, told.nodes, told.leaves
    return Valued(Status.COMPLETE, told.roots, positions, players, values, *counts, seconds), reply


def _status(reply: Reply) -> Status:
    return Status.TIME if reply.end is End.TIME else Status.MEMORY


class _Told:
    """A reply, read from its start on."""

    def __init__(self, keeper: Keeper, data: bytes) -> None:
        self._keeper, self._data, self._at = keeper, data, struct.calcsize(HEAD)
        head = struct.unpack_from(HEAD, data)
        self.nodes, self.leaves, self.roots, self.count, words, self.sweeps, made = head
        parts = [self.take(struct.unpack("=q", self.take(8))[0]) for _ in range(made + 1)]
        self._coding = KeyCoding(words, parts[:-1], parts[-1])
        self.movers = self.take(self.count)

    def take(self, size: int) -> bytes:
        self._at += size
        return self._data[self._at - size : self._at]

    def rest(self) -> tuple[Sequence[Term], Reply]:
        """The positions, and how it ended."""
        keys = self.take(self._coding.size * self.count)
        positions = KeyedPositions(self._keeper, self._coding, keys) if self.count else ()
        return positions, Reply(self._data[self._at :])
