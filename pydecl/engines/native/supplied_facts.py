"""The facts on which a twin in Python runs, supplied by machine code: what is asked and answered.

The search runs in machine code first. A question for facts is numbers of 8 bytes, in the machine's order: the
arena in bytes, a position's number, what is asked about it, and how many positions may be told of. A reply is
lists of numbers of 4 bytes, each after its length, and what every answer is; of each position that is told:

    numbers     its number
    what        the kinds of facts that are told of it
    said        who is to move, whether it is won, lost and turbulent, and of what kind its value is
    counts      how many positions follow it

and of all together

    nexts       the numbers of these
    plausible   1 for each of them that is plausible, else 0, if that is told
    values      of 8 bytes: probabilities, as numerators and denominators; then the value

`facts.h` has the same words.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pydecl.engines.native.compiled_rules import CompiledRules, unfit
from pydecl.engines.native.serialisation import Answer, End, Reader
from pydecl.engines.python.facts import Fact, FactsGame
from pydecl.model.game import Player
from pydecl.model.number import Number, exact
from pydecl.model.term import Term
from pydecl.sandbox.frames import BIGGEST

FIRST = 256
"""How many positions are told of at once, at first; later as many as were told before."""

MOST = 1 << 16
"""At the most."""


NEXTS, VALUE, ENDS, TURBULENT, PLAUSIBLE, MOVER = 1, 2, 4, 8, 16, 32
"""Kinds of facts."""

ASKED = {
    Fact.MOVER: MOVER,
    Fact.NEXTS: NEXTS,
    Fact.CHANCE: NEXTS,
    Fact.VALUE: VALUE,
    Fact.WON: ENDS,
    Fact.LOST: ENDS,
    Fact.TURBULENT: TURBULENT,
    Fact.PLAUSIBLE: PLAUSIBLE,
}

MOVERS = (None, Player.MAX, Player.MIN, None)
CHANCE = 3
IS_WON, IS_LOST, IS_TURBULENT = 4, 8, 16
KIND = 32
INTEGER, FLOATING = 1, 2
WHOLE, REAL = struct.Struct("=q"), struct.Struct("=d")


class ToldGame(FactsGame):
    """The rules of a game in machine code as facts; the root is 0."""

    root = 0

    def _learn(self, at: int, what: int, said: int, after: Sequence[int], values: Iterator[int]) -> None:
        """Take in what is told of a position: the facts of kinds `what`, but for what is plausible."""
        self.movers[at] = MOVERS[said & CHANCE]
        if what & NEXTS:
            is_chance = said & CHANCE == CHANCE
            self.chances[at] = (
                [(_quotient(next(values), next(values)), one) for one in after] if is_chance else ()
            )
            self.nexts[at] = () if is_chance else after
        if what & VALUE:
            kind = said // KIND
            if kind == INTEGER:
                self.values[at] = next(values)
            elif kind == FLOATING:
                (self.values[at],) = REAL.unpack(WHOLE.pack(next(values)))
            else:
                self.values[at] = Fraction(next(values), next(values))
        if what & ENDS:
            self.won[at], self.lost[at] = bool(said & IS_WON), bool(said & IS_LOST)
        if what & TURBULENT:
            self.turbulent_ones[at] = bool(said & IS_TURBULENT)


@lru_cache(maxsize=4096)  # a game has few, and dice roll often
def _quotient(one: int, other: int) -> Number:
    return exact(Fraction(one, other))


class MachineFacts(ToldGame):
    """The rules, as far as a search has asked them in machine code."""

    def __init__(
        self, name: str, source: str, defined: frozenset[str], code: Callable[[], CompiledRules]
    ) -> None:
        """`code` gives what has run the search; it raises LimitError if that knows its positions no more."""
        super().__init__(name, source, defined)
        self._code = code
        self._what = 0
        self._count = 0

    def to_terms(self, positions: Sequence[int]) -> Sequence[Term]:
        code = self._code()
        data = struct.pack(f"={2 + len(positions)}q", code.arena, len(positions), *positions)
        reply = code.reply("pydecl_positions", data, most=BIGGEST)
        return code.told(Reader(reply.output).terms(reply.solutions))

    def ask(self, fact: Fact, about: Any) -> None:
        """Learn it, and what the search will ask next.

        Raises UnfitError where machine code cannot tell, and LimitError.
        """
        code, position = self._code(), about[0] if fact is Fact.PLAUSIBLE else about
        self._what |= ASKED[fact] & ~(NEXTS | VALUE)
        what, count = ASKED[fact] | self._what, min(max(FIRST, self._count), MOST)
        asked = struct.pack("=4q", code.arena, position, what, count)
        reader = Reader(code.answer("pydecl_facts", asked, None, BIGGEST))
        numbers, whats, all_said, counts, nexts, plausible, values = (
            array(kind, reader.take(4 * reader.number())) for kind in "IIIIIIq"
        )
        if not numbers:
            end = Answer(reader.rest())
            raise code.error(end) if end.end is End.TIME else unfit(end)
        self._count += len(numbers)
        told_values, told_plausible, place = iter(values), iter(plausible), 0
        for at, kinds, said, many in zip(numbers, whats, all_said, counts, strict=False):
            after = nexts[place : place + many] if kinds & NEXTS else ()
            place += len(after)
            self._learn(at, kinds, said, after, told_values)
            if kinds & PLAUSIBLE:
                self.plausible_ones.update(((at, one), bool(next(told_plausible))) for one in after)
