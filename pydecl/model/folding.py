"""A game with its symmetric positions folded: one of them stands for all.

The twin of `prolog/support/folding.pl`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pydecl.errors import InputError
from pydecl.model.game import Game, Successor
from pydecl.model.number import Number
from pydecl.model.term import Term


def _asked(name: str) -> Any:
    """A method of a wrapped game: `game` is asked it about the position that is meant."""

    def asked(self: WrappedGame, position: Any) -> Any:
        return getattr(self.game, name)(self.real(position))

    return asked


class WrappedGame(Game[Any]):
    """A game by the rules of another one, `game`, which has other positions here or there.

    `told` is what takes the place of a position that starts the game or follows by a move or by chance;
    `real` is what `game` is asked about. By default both are the position itself.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.name = game.name
        self.source = game.source

    def told(self, position: Any) -> Any:
        """What takes the place of a position of `game`."""
        return position

    def real(self, position: Any) -> Any:
        """The position of `game` that is meant."""
        return position

    def initial(self) -> Sequence[Any]:
        return list(map(self.told, self.game.initial()))

    def positions(self) -> Iterable[Any] | None:
        found = self.game.positions()
        return None if found is None else map(self.told, found)

    def successors(self, position: Any) -> Sequence[Successor[Any]]:
        return [(move, self.told(after)) for move, after in self.game.successors(self.real(position))]

    def chance(self, position: Any) -> Sequence[tuple[Number, Any]]:
        return [(chance, self.told(after)) for chance, after in self.game.chance(self.real(position))]

    def plausible(self, position: Any, successor: Any) -> bool:
        return self.game.plausible(self.real(position), self.real(successor))

    def canonical(self, position: Any) -> Any:
        return self.told(self.game.canonical(self.real(position)))

    player = _asked("player")
    all_movers = _asked("all_movers")
    static_value = _asked("static_value")
    outcome = _asked("outcome")
    terminal_won = _asked("terminal_won")
    terminal_lost = _asked("terminal_lost")
    turbulent = _asked("turbulent")
    to_term = _asked("to_term")
    format_position = _asked("format_position")

    def from_term(self, term: Term) -> Any:
        return self.game.from_term(term)

    def parse_position(self, text: str) -> Any:
        return self.game.parse_position(text)


class FoldedGame(WrappedGame):
    """A game in which `canonical` takes the place of each position that starts it or follows by a move.

    Moves keep their names, and two that lead to symmetric positions stay two. All else is that of `game`.
    """

    def __init__(self, game: Game[Any]) -> None:
        """Raises InputError if the game does not say which positions are symmetric."""
        if type(game).canonical is Game.canonical:
            raise InputError(
                f"{game.name}: to fold symmetric positions, the game needs a method canonical(position)"
            )
        super().__init__(game)
        self.moves_again = game.moves_again

    def told(self, position: Any) -> Any:
        return self.game.canonical(position)

    def plausible(self, position: Any, successor: Any) -> bool:
        return any(
            self.game.plausible(position, after)
            for _, after in self.game.successors(position)
            if self.game.canonical(after) == successor
        )
