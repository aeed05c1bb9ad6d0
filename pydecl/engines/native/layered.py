"""A game solved layer by layer in machine code: what is asked and answered.

A request is numbers of 8 bytes, in the machine's order, and what they count; it begins with the size of the
arena, in bytes, and what is after the coding is keys, unless something else is said:

    layers      how many positions to sample, how many roots follow (-1 is all of position/1), these
    roots       how many roots follow, coding, roots
    expand      how many positions, their layer, coding
    merge       how many keys, how many others, coding; keys, others
    due         how many positions, how many are known, 1 if folds follow, 1 if it is the last part, coding;
                keys, folds; the keys, the plies and the outcomes of what is known
    bounds      how many positions, coding; keys, lower bounds, upper bounds, doubles

The replies, before what every answer is:

    layers      words, codes (their size, and these), how many layerings there are, and these, the best first
    roots, expand, merge
                nodes, verdict, how many layers; for each its number, how many keys, and these
    due         nodes, verdict, ends, how many positions; movers, outcomes, plies, or else folds
    bounds      nodes, 0 or what is wrong, the number of the position, and the bounds that are due there

A verdict is -1 where all is well, -2 where a key takes more words, or the number of a position: of one with a
move that lowers the layer, or with a successor that is not known.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from pydecl.engines.native.cterms import encoded
from pydecl.engines.native.solving import ALL, told
from pydecl.model.expectation import Expectation
from pydecl.model.keyed import TOLD_BY_RULES, ByLayer, Due, Fault, Held, KeyCoding, Sampled, Unsolved
from pydecl.model.parts import Part
from pydecl.model.term import Term

WIDER = -2

Parts = Sequence[Part]
"""A request, whose parts may be large."""

FOLD = 16
"""Bytes."""

PLIES = 4
"""Bytes."""

BOUNDS = "=3q2d"


def sample_request(most: int, roots: Sequence[Term] | None) -> bytes:
    """What asks for a coding, and layerings."""
    return struct.pack("=qq", most, ALL if roots is None else len(roots)) + _written(roots)


def roots_request(coding: KeyCoding, roots: Sequence[Term] | None) -> bytes:
    """What asks for the keys of roots."""
    return struct.pack("=q", ALL if roots is None else len(roots)) + told(coding) + _written(roots)


def expand_request(coding: KeyCoding, layer: int, keys: Part) -> Parts:
    """What asks for what follows."""
    return struct.pack("=qq", len(keys) // coding.size, layer) + told(coding), keys


def merge_request(coding: KeyCoding, keys: Sequence[Part], others: Part) -> Parts:
    """What asks for keys in order, each once, without others."""
    counts = sum(map(len, keys)) // coding.size, len(others) // coding.size
    return struct.pack("=qq", *counts) + told(coding), *keys, others


def due_request(coding: KeyCoding, unsolved: Unsolved) -> Parts:
    """What asks for solutions."""
    known, folds = unsolved.known, unsolved.folds
    counts = len(unsolved.keys) // coding.size, sum(map(len, known))
    head = struct.pack("=4q", *counts, bool(folds), unsolved.last)
    return [
        *(head + told(coding), unsolved.keys, folds),
        *(one.keys for one in known),
        *(one.plies for one in known),
        *(one.outcomes for one in known),
    ]


def bounds_request(coding: KeyCoding, keys: Part, bounds: Sequence[Part]) -> Parts:
    """What asks whether bounds hold."""
    return struct.pack("=q", len(keys) // coding.size) + told(coding), keys, *bounds


def sampled(data: bytes, *, told_by_rules: bool) -> tuple[Sampled, int]:
    """The answer to a request of a sample, and where it ends; what the rules tell of layers comes first."""
    words, size = struct.unpack_from("=qq", data)
    (count,) = struct.unpack_from("=q", data, 16 + size)
    layerings = struct.unpack_from(f"={count}q", data, 24 + size)
    coding = KeyCoding(max(1, words), (), data[16 : 16 + size])
    found = Sampled(coding, [TOLD_BY_RULES, *layerings] if told_by_rules else layerings)
    return found, 24 + size + 8 * count


def by_layer(coding: KeyCoding, data: bytes) -> tuple[ByLayer, int]:
    """The answer to a request for keys, and where it ends."""
    nodes, verdict, count = struct.unpack_from("=3q", data)
    at = 24
    keys = {}
    for _ in range(count):
        layer, number = struct.unpack_from("=qq", data, at)
        at += 16 + number * coding.size
        keys[layer] = data[at - number * coding.size : at]
    return ByLayer(keys, nodes, verdict if verdict >= 0 else None, verdict == WIDER), at


def due(data: bytes, *, last: bool) -> tuple[Due, int]:
    """The answer to a request for solutions, and where it ends."""
    nodes, verdict, ends, count = struct.unpack_from("=4q", data)
    at = 32
    sizes = (count, count, PLIES * count, 0) if last else (0, 0, 0, FOLD * count)
    parts = []
    for size in sizes:
        parts.append(data[at : at + size])
        at += size
    movers, outcomes, plies, folds = parts
    return Due(verdict if verdict >= 0 else None, ends, movers, outcomes, plies, folds, nodes), at


def bounds_held(data: bytes) -> tuple[Held, int]:
    """The answer to a request about bounds, and where it ends."""
    nodes, wrong, at, lower, upper = struct.unpack_from(BOUNDS, data)
    fault = (None, *Fault)[wrong]
    return Held(fault, at, Expectation(lower, upper), nodes), struct.calcsize(BOUNDS)


def _written(roots: Sequence[Term] | None) -> bytes:
    return b"".join(map(encoded, roots or ()))
