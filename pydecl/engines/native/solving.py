"""All positions of a game solved in machine code: what is asked and answered.

A request is numbers of 8 bytes, in the machine's order, and terms:

    arena           bytes
    named           how many roots follow; -1 is all that position/1 gives
    roots           as terms

A reply is numbers, and what every answer is:

    nodes, leaves
    roots           how many of the positions are roots: the first ones
    count           how many positions there are
    coding          how their keys are written:
        words       how many of 64 bits a key takes
        atoms       how many atoms follow that were made at run time, each its size and its bytes
        codes       the size of the codes of the places of a position, and these: `solving.h` tells them
    movers          a byte for each position: 1 if MAX is to move
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
from pydecl.model.game import Player
from pydecl.model.keyed import Keeper, KeyCoding, KeyedPositions, solution_of
from pydecl.model.result import Status
from pydecl.model.solved import Solved
from pydecl.model.term import Term

ALL = -1
"""In place of how many roots there are: all that position/1 gives."""

HEAD = "=6q"


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
    nodes, leaves, roots, count, words, made = struct.unpack_from(HEAD, data)
    at = struct.calcsize(HEAD)
    parts = []
    for _ in range(made + 1):
        (size,) = struct.unpack_from("=q", data, at)
        parts.append(data[at + 8 : at + 8 + size])
        at += 8 + size
    movers = data[at : at + count]
    outcomes = data[at + count : at + 2 * count]
    at += 2 * count
    plies = array("I")
    plies.frombytes(data[at : at + 4 * count])
    at += 4 * count
    keys = data[at : at + 8 * words * count]
    reply = Reply(data[at + len(keys) :])
    seconds = time.perf_counter() - started
    if reply.end is not End.OK:
        status = Status.TIME if reply.end is End.TIME else Status.MEMORY
        return Solved.stopped(status, seconds, nodes), reply
    return Solved(
        Status.COMPLETE,
        roots,
        KeyedPositions(keeper, KeyCoding(words, parts[:-1], parts[-1]), keys) if count else (),
        [Player.MAX if mover else Player.MIN for mover in movers],
        list(map(solution_of, outcomes, plies)),
        nodes,
        leaves,
        seconds,
    ), reply
