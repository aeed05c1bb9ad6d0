"""Step through a game fast: positions are small numbers, and nothing becomes text before somebody asks.

>>> from random import Random
>>> random = Random(1)
>>> with stepper("nim:heaps=[1,2]") as nim:
...     position = nim.start
...     while moves := nim.moves(position):
...         position = nim.play(position, random.choice(moves))
...     print(nim.text(position), nim.result(position))
0/0 min Outcome.WON
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydecl.api.opening import AnyGame, AnyPosition, made_of
from pydecl.engines.numbered import numbered
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError
from pydecl.model.closing import Closeable
from pydecl.model.game import Game, Outcome, Player
from pydecl.model.number import Number
from pydecl.model.position import Move, Position
from pydecl.model.term import Term


def stepper(game: AnyGame, *, position: AnyPosition | None = None, **reading: Any) -> Stepper:
    """Open a game to step through it: in machine code or, if its rules are not compiled, in SWI-Prolog.

    Where a player moves again, the same player is simply to move.

    Args:
        game: a game, a position of one, a bundled game's name with its options, or the path of a file.
        position: where it begins; by default at the first start of the rules.
        reading: what `pydecl.consult` takes besides, such as `seconds`, the time for each answer.

    Raises:
        InputError: there is no such game or position.
        ContractError: the game breaks its contract, here or at a later step.
        LimitError: an answer takes longer than 60 seconds, or than `seconds`.

    >>> with stepper("nim:heaps=[1,2]") as nim:
    ...     [nim.text(position) for position in nim.after(nim.start)]
    ['0/2 min', '1/1 min', '1/0 min']
    """
    return made_of(game, position, Stepper, reading)


class Stepper(Closeable):
    """A game, walked by numbers of positions; a context manager. `stepper` opens one.

    A number means the same position until `forget` or `close` is called, and one position has one number.

    >>> with stepper("nim:heaps=[1,2]") as nim:
    ...     print(nim.names(nim.start), nim.text(nim.play(nim.start, "take(2,2)")))
    ['take(1,1)', 'take(2,1)', 'take(2,2)'] 1/0 min
    """

    start = 0
    """Where it begins."""

    def __init__(self, game: Game[Any], position: AnyPosition | None, is_own: bool) -> None:
        self._game = game
        self._is_own = is_own
        self._texts: dict[Term, str] = {}
        start = game.start if position is None else game.position(position)
        self._facts = numbered(game, start)
        self._is_closed = False

    @property
    def compiled(self) -> bool:
        """Whether it steps in machine code."""
        return self._facts.compiled

    def close(self) -> None:
        """End what runs it, and the game unless it was open before; twice does no harm."""
        self._is_closed = True
        self._facts.close()
        if self._is_own and isinstance(self._game, SessionGame):
            self._game.close()

    def forget(self) -> None:
        """Let all positions go but the start, whose memory is needed; numbers from before mean nothing."""
        self._facts.forget()

    # One position

    def moves(self, position: int) -> Sequence[int]:
        """The numbers of the moves, in the order of the rules; none if the game is over, or chance moves."""
        return range(len(self.after(position)))

    def after(self, position: int) -> Sequence[int]:
        """The positions that the moves lead to, in their order."""
        self._check(position)
        return self._facts.nexts[position]

    def play(self, position: int, move: int | str) -> int:
        """The position after a move, by its number or its name. Raises InputError if it is none."""
        after = self.after(position)
        place = self._named(position, move) if isinstance(move, str) else move
        if 0 <= place < len(after):
            return after[place]
        raise InputError(
            f"{self.text(position)} has no move {move!r}: its moves are the numbers below {len(after)}"
        )

    def mover(self, position: int) -> Player | None:
        """Who is to move; None if that is chance, or nobody since the game is over."""
        self._check(position)
        return self._facts.movers[position]

    def chances(self, position: int) -> Sequence[tuple[Number, int]]:
        """The probabilities and what follows, where chance is to move; else none."""
        self._check(position)
        return self._facts.chance(position)

    def result(self, position: int) -> Outcome | None:
        """How the game has ended for MAX; None if it goes on."""
        if self.after(position) or self._facts.chance(position):
            return None
        if self._facts.won[position]:
            return Outcome.WON
        return Outcome.LOST if self._facts.lost[position] else Outcome.DRAWN

    # Texts

    def text(self, position: int) -> str:
        """The position in the game's notation."""
        self._check(position)
        if not self.compiled:
            return self._facts.format_position(position)
        return self._game.format_position(self._facts.to_term(position))

    def names(self, position: int) -> Sequence[str]:
        """What the moves are called, in their order; `to POSITION` where they have no names."""
        return [
            self._name(name) if name is not None else f"to {self.text(after)}"
            for name, after in self._facts.successors(position)
        ]

    def position(self, position: AnyPosition) -> int:
        """The number of a position of the game. Raises PositionError if it is none."""
        self._check(self.start)
        return self._facts.from_term(self._game.position(position).term)

    def _name(self, name: Term) -> str:
        text = self._texts.get(name)
        if text is None:
            nowhere: Position[Any] = Position(self._game, None)  # a name is the same everywhere
            text = self._texts[name] = str(Move(nowhere, name, nowhere))
        return text

    def _named(self, position: int, name: str) -> int:
        names = self.names(position)
        if name not in names:
            shown = ", ".join(names) or "none"
            raise InputError(f"{self.text(position)} has no move {name!r}: its moves are {shown}")
        return names.index(name)

    def _check(self, position: int) -> None:
        if self._is_closed:
            raise InputError(f"the stepper of {self._game.name} is closed")
        if not isinstance(position, int) or position < 0:
            raise InputError(f"{position!r} is no position: expected a number that `play` or `after` gave")
