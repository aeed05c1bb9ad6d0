"""What the programs ask of a game, under the lecture's names.

The programs know nothing else of what they search. The nodes may be plain positions, or whatever an
attachment makes of them to count and to limit.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from pydecl.errors import ContractError
from pydecl.model.game import Outcome, Player
from pydecl.model.number import Number
from pydecl.model.result import Settings

N = TypeVar("N")


class Interface(Protocol[N]):
    """The game's predicates as methods on nodes of type N.

    The textbook programs ask the first seven, the refinements also the others.
    """

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

    def enter(self, pos: N, /) -> None:
        """A node; moves does this by itself, successors does not."""

    def remaining(self, pos: N, /) -> float:
        """How many plies may be searched below `pos`; 0 or less at the horizon and beyond."""

    def successors(self, pos: N, /) -> Sequence[N]:
        """The successors, horizon or not."""

    def at_horizon(self, pos: N, /) -> None:
        """`pos` is about to be evaluated, whether the game is over there or not."""

    def decided(self, pos: N, /) -> Outcome | None:
        """Whether the leaf `pos` is won or lost for MAX."""

    def turbulent(self, pos: N, /) -> bool:
        """turbulent/1."""

    def plausible(self, pos: N, successor: N, /) -> bool:
        """plausible/2."""

    def followers(self, pos: N, /) -> tuple[Player | None, Sequence[tuple[Number, N]]]:
        """A node that is asked for its own mover: who is to move (None is chance), and what follows.

        What follows has its probability, which is 1 where a player is to move.
        """

    def end(self, pos: N, /) -> tuple[Player, bool]:
        """Where nothing follows: who is to move, and whether the game is over, not only the depth used up."""

    def names_mover(self, pos: N, /) -> bool:
        """Whether this is no end for which the rules name no player."""

    def choices(self, pos: N, /) -> tuple[Player, Sequence[N]]:
        """A node that is asked for its own mover, in a game without chance: who is to move, and what follows.

        Where something follows at the horizon, the search ends, and its whole answer is unknown.
        """

    def leaf(self, pos: N, /) -> None:
        """A leaf whose value nobody asks for."""

    def table_hit(self, pos: N, /) -> None:
        """A node whose value comes from a table."""

    def iteration(self, pos: N, depth: float, /) -> N:
        """The same position with `depth` plies to search below it, the start of an iteration."""

    def position(self, pos: N, /) -> Hashable:
        """The position alone, whatever remains to be searched below it."""

    def finished(self, depth: float, best: N | None, val: Number, /) -> None:
        """An iteration is done; should the time be over now, this is the answer."""

    def in_time(self) -> None:
        """Ends the search where its time is over; for work that visits no nodes."""

    def broken(self, fault: str, pos: N, /, *details: object) -> ContractError:
        """The error to raise where the game breaks its contract in `pos`: a key of FAULTS, and details."""

    def setting(self, name: str, /) -> int:
        """The value of a setting: win, max_ply, extension or seed, or one that the program declares."""

    @property
    def horizon(self) -> bool:
        """Whether the search, or the iteration, has evaluated a position that is not terminal."""

    @property
    def settings(self) -> Settings:
        """WIN, MAX_PLY and the like."""


class Refined(Generic[N]):
    """The interface of `game`, for a subclass to change; only what the textbook programs ask."""

    def __init__(self, game: Interface[N]) -> None:
        self.game = game
        self.staticval = game.staticval
        self.max_to_move = game.max_to_move
        self.min_to_move = game.min_to_move

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)
