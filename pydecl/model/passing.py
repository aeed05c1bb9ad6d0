"""A game in which a player may move again, for programs in which the players alternate: the other one passes.

The twin of `prolog/support/passing.pl`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from pydecl.errors import ContractError, PositionError
from pydecl.model.folding import WrappedGame
from pydecl.model.game import MAX, MIN, Outcome, P, Player, Successor
from pydecl.model.number import Number
from pydecl.model.term import Atom, Compound, Term, term_text

PASS = Atom("pass")
"""The move."""

_NAMES = {Atom("max"): MAX, Atom("min"): MIN}


def check_no_passes(positions: Sequence[Term]) -> None:
    """Raises ContractError if one of the rules' own positions, to which passes are added, looks like a pass.

    >>> check_no_passes([Compound("pass", (Atom("max"), 3))])
    Traceback (most recent call last):
    pydecl.errors.ContractError: pass(max,3) looks like a pass: with moves_again no position may be pass(_, _)
    """
    for position in positions:
        if is_pass(position):
            raise ContractError("own_pass", term_text(position))


@dataclass(frozen=True, slots=True)
class Pass(Generic[P]):
    """A position in which `player` has one move, to pass, since the other one moves again in `after`."""

    player: Player
    after: P

    def __str__(self) -> str:
        return f"pass({self.player.value},{self.after})"


class PassingGame(WrappedGame):
    """A game with passes: who would move again in `game` waits until the other player has passed.

    Where a player who has moved in one position is to move in the next, a Pass comes first. It is worth what
    the position after it is worth, and is no end. All other positions are those of `game`.
    """

    def real(self, position: Any) -> Any:
        return position.after if isinstance(position, Pass) else position

    def successors(self, position: Any) -> Sequence[Successor[Any]]:
        if isinstance(position, Pass):
            return [(PASS, position.after)]
        found = self.game.successors(position)
        movers = self.game.all_movers(position) if found else ()
        return [(move, self._turn(movers, after)) for move, after in found]

    def _turn(self, movers: Sequence[Player], after: Any) -> Any:
        """A position, or the pass before it if one of `movers` moves again."""
        if len(movers) != 1 or list(self.game.all_movers(after)) != list(movers):
            return after
        return Pass(movers[0].opponent, after)

    def player(self, position: Any) -> Player:
        return position.player if isinstance(position, Pass) else self.game.player(position)

    def all_movers(self, position: Any) -> Sequence[Player]:
        return (position.player,) if isinstance(position, Pass) else self.game.all_movers(position)

    def outcome(self, position: Any) -> Outcome | None:
        return None if isinstance(position, Pass) else self.game.outcome(position)

    def terminal_won(self, position: Any) -> bool:
        return not isinstance(position, Pass) and self.game.terminal_won(position)

    def terminal_lost(self, position: Any) -> bool:
        return not isinstance(position, Pass) and self.game.terminal_lost(position)

    def plausible(self, position: Any, successor: Any) -> bool:
        return isinstance(position, Pass) or super().plausible(position, successor)

    def chance(self, position: Any) -> Sequence[tuple[Number, Any]]:
        return () if isinstance(position, Pass) else self.game.chance(position)

    def canonical(self, position: Any) -> Any:
        if isinstance(position, Pass):
            return Pass(position.player, self.game.canonical(position.after))
        return self.game.canonical(position)

    def to_term(self, position: Any) -> Term:
        if not isinstance(position, Pass):
            return self.game.to_term(position)
        return Compound("pass", (Atom(position.player.value), self.game.to_term(position.after)))

    def from_term(self, term: Term) -> Any:
        if not isinstance(term, Compound) or not is_pass(term):
            return self.game.from_term(term)
        named, after = term.args
        return self._pass(_NAMES.get(named) if isinstance(named, Atom) else None, after)

    def _pass(self, player: Player | None, after: Term) -> Any:
        if player is None:
            raise PositionError(f"{self.name}: in pass(Player, Position), Player is max or min")
        found = self.game.from_term(after)
        if list(self.game.all_movers(found)) != [player.opponent]:
            shown = term_text(after)
            raise PositionError(f"{self.name}: {player.value} passes only if the other is to move in {shown}")
        return Pass(player, found)

    def format_position(self, position: Any) -> str:
        if not isinstance(position, Pass):
            return self.game.format_position(position)
        return f"{position.player.value} passes: {self.game.format_position(position.after)}"

    def parse_position(self, text: str) -> Any:
        for player in Player:
            start = f"{player.value} passes:"
            if text.strip().startswith(start):
                after = self.game.parse_position(text.strip().removeprefix(start).strip())
                return self._pass(player, self.game.to_term(after))
        return self.game.parse_position(text)


def is_pass(position: Term) -> bool:
    """Whether a position of a game with passes is a pass.

    >>> is_pass(Compound("pass", (Atom("min"), Atom("a")))), is_pass(Atom("a"))
    (True, False)
    """
    return isinstance(position, Compound) and (position.name, len(position.args)) == ("pass", 2)


def unpassed(position: Term) -> Term:
    """The position, or the one after a pass."""
    return position.args[1] if isinstance(position, Compound) and is_pass(position) else position


class WithoutPasses(WrappedGame):
    """A game whose rules pass where a player moves again, as one in which that player simply moves."""

    moves_again = True

    def told(self, position: Term) -> Term:
        return unpassed(position)

    def from_term(self, term: Term) -> Term:
        return unpassed(self.game.from_term(term))

    def parse_position(self, text: str) -> Term:
        return unpassed(self.game.parse_position(text))
