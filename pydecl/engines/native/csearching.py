"""What a search program in C is asked, and what it answers.

A request is numbers of 8 bytes, in the machine's order, and terms:

    arena           bytes
    program         its index among those that the object says it has
    depth           plies; 1 << 59 is no limit
    win, max_ply, extension, order, seed    the settings; an order is numbered as in Order
    record          1 where the evaluated leaves are to be told
    note            1 where facts will be asked for about the positions that are met: see `supplying.py`
    table           how many positions a transposition table holds at the most; 0 is no limit
    alpha, beta, position                   as terms

A reply is numbers, and what every answer is:

    nodes, leaves, hits
    horizon         1 where a position that is not terminal was evaluated
    reached         the depth of the last iteration that was finished; -1 where there is none
    recorded        how many leaves are told
    the answer      with the leaves in order, the value, and the best successor where there is one, as terms

The rules are asked who is to move at the root. Where a depth limit leaves the answer unknown the end is
FAILED, and the horizon 1. A value is a number, `true` or `false`, or outcome(won, Plies), outcome(lost,
Plies) or outcome(drawn, none). Where the end is CONTRACT, the error is the name of the fault, the position
and details; where it is TIME, MEMORY or STACK, a value is that of the last iteration that was finished.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.engines.native.cterms import Answer, End, ForeignError, decoded, encoded, several
from pydecl.model.result import Limits, Order
from pydecl.model.term import Atom, Compound, Term

UNLIMITED = 1 << 59
"""A depth, in plies, that is none."""

COUNTERS = "=6q"


@dataclass(frozen=True)
class Found:
    """What a search program in C found: its counters, and how it ended.

    `values` are the value and the best successor, where there are any; `evaluated` are the leaves, in order,
    where they are told; `reached` is the depth of the last iteration that was finished.
    """

    nodes: int
    leaves: int
    hits: int
    horizon: bool
    reached: int | None
    evaluated: Sequence[Term]
    values: Sequence[Term]
    answer: Answer

    @property
    def value(self) -> Term | None:
        return self.values[0] if self.values else None

    @property
    def best(self) -> Term | None:
        return self.values[1] if len(self.values) > 1 else None


def search_request(
    arena: int,
    program: int,
    position: Term,
    limits: Limits,
    *,
    record_leaves: bool = False,
    note: bool = False,
) -> bytes:
    """The question to a program by its index in PROGRAMS; the arena is in bytes.

    Raises ForeignError where the machine code cannot hold the position, the window or a setting.
    """
    settings = limits.settings
    plies = UNLIMITED if limits.depth is None else min(limits.depth, UNLIMITED)
    order = list(Order).index(settings.order)
    told = settings.win, settings.max_ply, settings.extension, order, settings.seed, record_leaves, note
    table = settings.numbers.get("table", 0)
    try:
        head = struct.pack("=11q", arena, program, plies, *told, table)
    except struct.error:
        raise ForeignError(
            "a number in these settings is too large for machine code, which has 64 bits"
        ) from None
    return head + b"".join(map(encoded, (limits.alpha, limits.beta, position)))


def found(data: bytes) -> Found:
    """What the reply of a search program says."""
    nodes, leaves, hits, horizon, reached, recorded = struct.unpack_from(COUNTERS, data)
    answer = Answer(data[struct.calcsize(COUNTERS) :])
    if answer.end is End.THROWN and _broken(answer) is not None:
        answer.end = End.CONTRACT
    evaluated, at = several(answer.output, 0, recorded)
    values, _ = several(answer.output, at, answer.solutions)
    return Found(
        nodes,
        leaves,
        hits,
        bool(horizon),
        None if reached < 0 else reached,
        evaluated,
        values,
        answer,
    )


def fault(answer: Answer) -> Sequence[Term]:
    """What breaks the contract: the fault's name, the position, and details."""
    if (ball := _broken(answer)) is not None:
        named, position = ball.args
        details = named.args if isinstance(named, Compound) else ()
        return (Atom(named.name) if isinstance(named, Compound) else named, position, *details)
    terms, at = [], 0
    while at < len(answer.error):
        term, at = decoded(answer.error, at)
        terms.append(term)
    return terms


BROKEN = "pydecl broken"
"""What a program throws that is compiled from its text: the fault with its details, and the position. See
pydecl/compiler/attachment.pl.
"""


def _broken(answer: Answer) -> Compound | None:
    """What was thrown, if it says that the game breaks its contract."""
    ball, _ = decoded(answer.error, 0)
    return ball if isinstance(ball, Compound) and ball.name == BROKEN else None
