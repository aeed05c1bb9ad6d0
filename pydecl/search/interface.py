"""What the programs ask of a game, under the lecture's names.

The programs know nothing else of what they search. The nodes may be plain positions, or whatever an
attachment makes of them to count and to limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from pydecl.model.number import Number

N = TypeVar("N")


class Interface(Protocol[N]):
    """The game's predicates as methods on nodes of type N."""

    def moves(self, pos: N, /) -> Sequence[N]:
        """moves/2: the successors in order; empty where Prolog's fails."""

    def move(self, pos: N, /) -> Iterable[N]:
        """move/2: the successors one by one."""

    def staticval(self, pos: N, /) -> Number:
        """staticval/2."""

    def max_to_move(self, pos: N, /) -> bool:
        """max_to_move/1."""

    def min_to_move(self, pos: N, /) -> bool:
        """min_to_move/1."""

    def terminalwon(self, pos: N, /) -> bool:
        """terminalwon/1."""

    def terminallost(self, pos: N, /) -> bool:
        """terminallost/1."""
