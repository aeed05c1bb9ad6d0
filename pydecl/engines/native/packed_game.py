"""A game in machine code whose positions are the bytes into which the code packs them.

`packets.h` is the other side. Much is asked at once, and nothing is kept there: who asks holds the positions.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from pydecl.engines.native.shared_memory import COUNT, SIZE, Request, Served
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import NotCompiledError, UnfitError
from pydecl.model.game import Outcome, Player
from pydecl.model.number import Number, exact
from pydecl.texts.entries import MOVES

MOVERS = {1: Player.MAX, -1: Player.MIN}
BY_CHANCE = 2
ENDS = (Outcome.DRAWN, Outcome.WON, Outcome.LOST)

SAYS = struct.Struct("=IIiIII")
"""How many positions follow, how many bytes tell of it, who is to move, how it ends if nothing follows;
whether moves have names, in how many bytes.
"""

NAMED, UNWRITTEN = 1, 2


class Packets(Sequence[bytes]):
    """Packed positions, one behind the other."""

    def __init__(self, ends: Sequence[int], packed: bytes) -> None:
        self._ends = ends
        self.packed = packed

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, place: Any) -> Any:
        return self.packed[self._ends[place - 1] if place else 0 : self._ends[place]]


@dataclass(frozen=True, slots=True)
class Followed:
    """What follows a position."""

    mover: Player | None
    """None if that is chance, or at an end."""
    odds: Sequence[Number]
    """Of what follows by chance."""
    afters: Packets
    end: Outcome
    """How the game ends here if nothing follows."""
    names: bytes | None
    """Of the moves, as canonical text, a line each; None if they have none, or if they are `unwritten`."""
    unwritten: bool
    """Whether machine code does not write the names."""


class PackedGame(Served):
    """The rules of a game in machine code.

    Who plays on gets no passes: the other player simply moves again.
    """

    def __init__(self, game: SessionGame, *, hastily: bool = False) -> None:
        """Raises UnfitError where compiled rules have no place for the start, and what `Line` raises."""
        super().__init__(game, game.start.term, hastily=hastily)
        self._data = self._data.cast("B")
        try:
            about = self._line.code.about
            if about.coding is not None or ("move/3" in game.defined and MOVES[2] not in about.entries):
                raise NotCompiledError(f"{game.name}: moves have no names in machine code")
            self._put_term(game.start.term)
            self._line.ask(Request.PACK)
            self.start = bytes(self._data[: self._line.words[SIZE]])
        except BaseException:
            self.close()
            raise

    def followed(self, positions: Sequence[bytes]) -> Iterator[Followed]:
        """What follows each, in their order. Raises ContractError if the rules break it, and LimitError."""
        return self._asked(Request.FOLLOW, positions, self._follow)

    def _follow(self, count: int) -> Iterator[Followed]:
        data, at = self._data, 0
        for _ in range(count):
            many, size, mover, end, names, text = SAYS.unpack_from(data, at)
            begin, at = at + SAYS.size, at + size
            odds: Sequence[Number] = ()
            if mover == BY_CHANCE:
                told = iter(array("q", bytes(data[begin : begin + 16 * many])))
                odds = [exact(Fraction(one, other)) for one, other in zip(told, told, strict=True)]
                begin += 16 * many
            ends = begin + text
            packed = ends + 4 * many
            yield Followed(
                MOVERS.get(mover),
                odds,
                Packets(array("I", bytes(data[ends:packed])), bytes(data[packed:at])),
                ENDS[end],
                bytes(data[begin:ends]) if names == NAMED else None,
                names == UNWRITTEN,
            )

    def texts(self, positions: Sequence[bytes]) -> Iterator[str]:
        """Canonical texts. Raises UnfitError if machine code does not write them."""
        return self._asked(Request.WRITE, positions, self._texts)

    def _texts(self, count: int) -> Iterator[str]:
        at = 0
        for _ in range(count):
            (size,) = struct.unpack_from("=I", self._data, at)
            at += 4 + size
            yield str(self._data[at - size : at], "utf-8")

    def _asked(
        self, request: Request, positions: Sequence[bytes], told: Callable[[int], Iterator[Any]]
    ) -> Iterator[Any]:
        todo = iter(positions)
        while some := list(islice(todo, AT_ONCE)):
            while some:
                packed = b"".join(some)
                self._put(packed)
                self._line.ask(request, len(some), len(packed))
                count = self._line.words[COUNT]
                if not count:
                    raise UnfitError("machine code does not write a position")
                yield from list(told(count))  # what is asked next comes in its place
                some = some[count:]


AT_ONCE = 256
"""So many positions are asked about at a time, at the most."""
