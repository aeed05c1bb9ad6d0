"""Positions that are kept as keys: strings of bits, each in as many words of 64."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Protocol, overload

from pydecl.model.game import Outcome, Player
from pydecl.model.parts import Part
from pydecl.model.result import Expectation, Solution
from pydecl.model.term import Term, as_key

AT_ONCE = 4096
"""How many positions are made of their keys at a time."""

WORD = 8
"""Bytes."""

KEY_WORDS = 256
"""Words of the longest key; `keys.h` has the same."""

UNLAYERED, TOLD_BY_RULES = 0, 1
"""Layerings: none, and layer/2 of the rules; others are counts of a place."""


@dataclass(frozen=True)
class KeyCoding:
    """How keys are written.

    `words` is how many a key takes; `atoms` are those that were made at run time, in UTF-8; `codes` are the
    codes of the places of a position, and `layering` is what tells its layer, as machine code has both.
    """

    words: int
    atoms: Sequence[bytes]
    codes: bytes
    layering: int = UNLAYERED

    @property
    def size(self) -> int:
        """Of a key, in bytes."""
        return WORD * self.words


@dataclass(frozen=True)
class Sampled:
    """What random play has met: how keys are written, and what tells layers, the best first."""

    coding: KeyCoding
    layerings: Sequence[int]


@dataclass(frozen=True)
class ByLayer:
    """Keys by the layers of their positions, in order, each once.

    `lowered` is the number of the first of the positions that were asked for with a move that lowers the
    layer; `wider` says that a key takes more words than it may. Then the keys are not all.
    """

    keys: Mapping[int, bytes]
    nodes: int
    lowered: int | None
    wider: bool


@dataclass(frozen=True)
class Known:
    """Positions that are solved: their keys, and for each a byte for its outcome, and its plies."""

    keys: Part = b""
    outcomes: Part = b""
    plies: Part = b""

    def __len__(self) -> int:
        return len(self.outcomes)


@dataclass(frozen=True)
class Unsolved:
    """Positions whose solutions are wanted, by their keys, and what is known of those that follow.

    If that is too much to be told at once, it is told in parts: what has come of a part are the `folds` for
    the next one, and the `last` one gives the solutions.
    """

    keys: Part
    known: Sequence[Known] = ()
    folds: bytes = b""
    last: bool = True


@dataclass(frozen=True)
class Due:
    """The solutions of some positions that follow from those that are known.

    `missing` is the number of the first one of which a successor is not known. A mover is 1 where MAX is to
    move. Where more is to be told of what follows, there are `folds` instead of all that.
    """

    missing: int | None
    ends: int
    movers: bytes
    outcomes: bytes
    plies: bytes
    folds: bytes
    nodes: int


class Fault(Enum):
    """What is wrong with stored bounds, in the order in which machine code numbers it."""

    MISSING = "a successor is not stored"
    DIFFERENT = "the bounds do not follow from those of the successors"
    ENDLESS = "play may go round there for ever, which is worth 0"


@dataclass(frozen=True)
class Held:
    """Whether the bounds of positions hold; the first that do not are those of number `at`.

    `due` has those that follow there from the successors.
    """

    fault: Fault | None
    at: int
    due: Expectation
    nodes: int


PLAYERS = (Player.MIN, Player.MAX)
"""As machine code numbers them."""

OUTCOMES = (Outcome.DRAWN, Outcome.WON, Outcome.LOST)
"""As machine code numbers them; the last one also counts as -1, its value in a file."""


@cache
def solution_of(outcome: int, plies: int) -> Solution:
    """The solution of an outcome by its number; plies of drawn positions do not count.

    >>> str(solution_of(1, 3)), str(solution_of(0, 0)), str(solution_of(-1, 2))
    ('won in 3', 'drawn', 'lost in 2')
    """
    return Solution(OUTCOMES[outcome], plies if outcome else None)


class Keeper(Protocol):
    """Who makes positions of their keys, and keys of positions, and solves a game layer by layer.

    That takes the time that the session has. What solves raises LimitError, OutOfMemoryError, UnfitError
    where the rules cannot be asked so, and ContractError where the game breaks its contract.
    """

    def positions(self, coding: KeyCoding, keys: bytes) -> Sequence[Term]:
        """The positions of some keys. Raises PydeclError where they are no keys."""

    def keys(self, coding: KeyCoding, positions: Sequence[Term]) -> Sequence[tuple[int, bytes] | None]:
        """The layers and the keys of positions; None for one whose key is longer than these."""

    def sample(self, most: int) -> Sampled:
        """What random play meets, so many positions at the most.

        Raises InputError where it cannot solve the game.
        """

    def roots(self, coding: KeyCoding) -> ByLayer:
        """The keys of the positions that the rules enumerate."""

    def expanded(self, coding: KeyCoding, layer: int, keys: Part) -> ByLayer:
        """The keys of what follows positions of a layer."""

    def merged(self, coding: KeyCoding, keys: Sequence[Part], others: Part) -> bytes:
        """Keys in order, each once, without others, which are in order."""

    def due(self, coding: KeyCoding, unsolved: Unsolved) -> Due:
        """The solutions of positions that follow from those of their successors."""

    def held(self, coding: KeyCoding, keys: Part, bounds: Sequence[Part]) -> Held:
        """Whether lower and upper bounds, as doubles, of what positions of a game of chance are worth hold.

        They do if each bound follows from those of the successors, all of which must be there, and if play
        need not go round for ever where that would be better than the bound says. Then no value lies outside
        its bounds, but for the rounding of doubles, whoever has found them.
        """


class KeyedPositions(Sequence[Term]):
    """Positions that are kept as keys, and are made when they are asked for."""

    def __init__(self, keeper: Keeper, coding: KeyCoding, keys: bytes) -> None:
        self.coding = coding
        self.keys = keys
        self._keeper = keeper

    def __len__(self) -> int:
        return len(self.keys) // self.coding.size

    @overload
    def __getitem__(self, place: int) -> Term: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Term]: ...
    def __getitem__(self, place: int | slice) -> Any:
        size = self.coding.size
        numbers = range(len(self))[place]
        if isinstance(numbers, int):
            return self._made(self.keys[numbers * size : (numbers + 1) * size])[0]
        if numbers.step != 1:
            return [self[number] for number in numbers]
        found: list[Term] = []
        for start in range(numbers.start, numbers.stop, AT_ONCE):
            stop = min(start + AT_ONCE, numbers.stop)
            found += self._made(self.keys[start * size : stop * size])
        return found

    def __iter__(self) -> Iterator[Term]:
        for start in range(0, len(self), AT_ONCE):
            yield from self[start : start + AT_ONCE]

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of a position. Raises ValueError if it is none of them."""
        size, stop = self.coding.size, len(self) if stop is None else stop
        if self.coding.atoms:  # they may have other numbers now
            return super().index(value, start, stop)
        (found,) = self._keeper.keys(self.coding, [value])
        at = start * size - 1
        while found is not None and (at := self.keys.find(found[1], at + 1, stop * size)) >= 0:
            if at % size == 0:
                return at // size
        raise ValueError(f"{value} is not among the positions")

    def _made(self, keys: bytes) -> list[Term]:
        return list(map(as_key, self._keeper.positions(self.coding, keys)))
