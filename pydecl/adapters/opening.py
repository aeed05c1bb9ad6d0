"""A game that is open as long as its adapter is, on the quickest rules that it has.

>>> with open_game("nim:heaps=[1,2]") as opened:
...     print(opened.start, [str(name) for name, _ in opened.rules.successors(opened.start.state)])
1/2 max ['take(1,1)', 'take(2,1)', 'take(2,2)']
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from pydecl.api.opening import AnyGame, AnyPosition, made_of
from pydecl.engines import registry
from pydecl.engines.numbered import walked
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, InputError
from pydecl.model.closing import Closeable
from pydecl.model.game import MOVES_AGAIN, Game, Outcome, Player
from pydecl.model.passing import PassingGame, WithoutPasses, unpassed
from pydecl.model.position import Move, Position, ended
from pydecl.model.term import Term

MOST_NAMES = 100_000
"""How many texts of moves are kept."""

MOST_POSITIONS = 1 << 16
"""After so many positions that are numbers, those of earlier matches are let go: they take memory."""


class Opened(Closeable):
    """A game with two faces: `game` is what people ask, `rules` what plays fast.

    `start` is a position of the `rules`. What was opened here is closed by `close`.
    """

    def __init__(self, game: Game[Any], rules: Game[Any], start: Any, *, is_own: bool) -> None:
        self.game = game
        self.rules = rules
        self.start = Position(rules, start)
        self._is_own = is_own
        self._has_numbers = hasattr(rules, "compiled")
        twin = game.twin if isinstance(game, SessionGame) else game
        by_hand = (game, twin, twin.game if isinstance(twin, PassingGame) else twin)
        self._has_terms = not isinstance(rules, PassingGame) and rules not in by_hand
        self._names: dict[Term, str] = {}

    def close(self) -> None:
        """End the game, unless it was open before."""
        if self._has_numbers:
            self.rules.close()  # type: ignore[attr-defined]
        if self._is_own and isinstance(self.game, SessionGame):
            self.game.close()

    def let_go(self, state: Any) -> None:
        """Let the positions of earlier matches go, if the last state shows that they are many.

        No match may be going on.
        """
        if self._has_numbers and state > MOST_POSITIONS:
            self.rules.forget()  # type: ignore[attr-defined]

    def text(self, state: Any) -> str:
        """A state of the rules in the game's notation."""
        if self._has_terms:
            # the game knows the operators of the rules file
            return self.game.format_position(self.rules.to_term(state))
        return self.rules.format_position(state)

    def padded(self, state: Any, length: int) -> bytes:
        """The text of a position by its rules, its own alone: bytes of UTF-8, with zeros behind them.

        It is the notation of the bundled games, the canonical term of other rules. In a notation in which
        each square has its place, so it has among the bytes. Raises InputError for a text that is too long.
        """
        text = self.rules.format_position(state).encode()
        if len(text) > length:
            raise InputError(
                f"a position's text has {len(text)} bytes, and observations have {length}:"
                f" give observation={len(text)} or more"
            )
        return text.ljust(length, b"\0")

    def move_texts(self, state: Any) -> Sequence[str]:
        """What the moves of a state are called, in their order."""
        return [self.move_text(name, after) for name, after in self.rules.successors(state)]

    def move_text(self, name: Term | None, after: Any) -> str:
        """What a move is called; where moves have no names it is `to POSITION`."""
        if name is None:
            return f"to {self.text(after)}"
        text = self._names.get(name)
        if text is None:
            if len(self._names) >= MOST_NAMES:
                self._names.clear()
            nowhere: Position[Any] = Position(self.game, None)  # a name is the same everywhere
            text = self._names[name] = str(Move(nowhere, name, nowhere))
        return text

    @property
    def has_chance(self) -> bool:
        """Whether chance may be to move somewhere."""
        if isinstance(self.game, SessionGame):
            return self.game.has_chance
        rules = self.rules.game if isinstance(self.rules, PassingGame) else self.rules
        return type(rules).chance is not Game.chance

    def position(self, state: Any) -> Position[Any]:
        """A state of the rules as a position of the game, which may be searched and drawn."""
        if self.game is self.rules:
            return Position(self.game, state)
        return Position(self.game, self.game.from_term(self.rules.to_term(state)))

    def state(self, position: AnyPosition) -> Any:
        """A position of whatever kind as a state of the rules. Raises PositionError where it is none."""
        return _state(self.game, self.rules, self.game.position(position).term)

    def mover(self, state: Any) -> Player | None:
        """Who is to move; None where chance is, or the game is over and the rules name nobody."""
        try:
            return self.rules.turn(state)
        except ContractError as error:
            if error.fault == "neither_to_move" and not self.rules.afters(state):
                return None
            raise

    def ended(self, state: Any) -> Outcome:
        """How the game, which is over here, ended for MAX. Raises ContractError where that is unknown."""
        return ended(self.rules, state)


def open_game(
    game: AnyGame, position: AnyPosition | None = None, *, passes: bool = False, **reading: Any
) -> Opened:
    """A game, at a position, by default its first start.

    With `passes`, the other player passes where one moves again, as searches see it; else the same player
    simply moves. `reading` is what `pydecl.consult` takes besides. Raises InputError where two positions are
    given, or there is none, and what `pydecl.consult` raises.
    """
    return made_of(game, position, partial(_opened, passes), reading)


def _opened(passes: bool, game: Game[Any], position: AnyPosition | None, is_own: bool) -> Opened:
    start = game.start if position is None else game.position(position)
    rules = _rules(game, passes, start)
    return Opened(game, rules, _state(game, rules, start.term), is_own=is_own)


def _state(game: Game[Any], rules: Game[Any], term: Term) -> Any:
    """The state of the rules that a position of the game stands for: after a pass, if they know none."""
    passes = isinstance(game, SessionGame) and (
        MOVES_AGAIN in game.defined or isinstance(game.twin, PassingGame)
    )
    return rules.from_term(unpassed(term) if passes and rules.moves_again else term)


def _rules(game: Game[Any], passes: bool, start: Position[Any]) -> Game[Any]:
    """The quickest rules: by hand, else compiled, else the session's own."""
    if not isinstance(game, SessionGame):
        return PassingGame(game) if passes and game.moves_again else game
    if game.twin is None and not passes and (found := walked(game, start)) is not None:
        return found
    rules = registry.runner(game, registry.second_opinion()).rules
    if passes:
        return rules
    if isinstance(rules, PassingGame):
        return rules.game
    return WithoutPasses(rules) if rules is not game.twin and MOVES_AGAIN in game.defined else rules
