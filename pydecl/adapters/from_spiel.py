"""A game of OpenSpiel's as a game in Python: player 0 is MAX, player 1 is MIN."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from difflib import get_close_matches
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, TypeAlias

import pyspiel

from pydecl.errors import ContractError, InputError, PositionError
from pydecl.model.game import Game, Outcome, Player, Successor
from pydecl.model.number import Number
from pydecl.model.term import Atom, PrologList, Term, term_text

History: TypeAlias = tuple[int, ...]
"""The actions that have led to a position, chance's included."""

PLAYERS = (Player.MAX, Player.MIN)

MOST_STATES = 100_000
"""How many of OpenSpiel's states are kept: others are made again by their histories."""

LOOKED_AT = 100
"""How many states that are merged are looked at more closely."""

LOOKED_AHEAD = 100
"""How many plies farther on a state is looked at more closely."""

LARGEST = 10**6
"""A probability is the fraction with a denominator up to this that its float stands for."""


def from_open_spiel(
    game: str | pyspiel.Game, *, merge: bool | Callable[[pyspiel.State], Hashable] = False
) -> OpenSpielGame:
    """A game of OpenSpiel's, to be searched, solved, played and cross-checked by pydecl.

    A position is the tuple of the actions that have led to it: OpenSpiel promises no more than that it
    follows from them. With `merge`, two ways that lead to the same state lead to the same position, which is
    the first of them that was met. States are taken for the same if their texts are, the same player is to
    move, and as many moves were made; or if what a function makes of them is equal. Whether the game goes on
    in the same way is looked at wherever states are merged, and at first by some moves more; a rule that
    looks back far, such as one about repetitions, may escape that. A position's value is what the end is
    worth to player 0, and 0 before the end. A move is called what OpenSpiel calls it.

    Args:
        game: a game, or its name with parameters, such as "nim(pile_sizes=1;3;5)".
        merge: whether the same state makes the same position, or a function that says what makes it so.

    Raises:
        InputError: OpenSpiel has no such game, or it is not a game for two who move in turn, see everything,
            and of whom one wins what the other loses.

    >>> game = from_open_spiel("tic_tac_toe", merge=True)
    >>> print([str(move) for move in game.start.moves()][:3])
    ['x(0,0)', 'x(0,1)', 'x(0,2)']
    >>> game.start.play("x(0,0)", "o(1,1)")
    from_open_spiel('tic_tac_toe()', merge=True).position('[0,4]')
    """
    loaded = _loaded(game) if isinstance(game, str) else game
    hindrance = _hindrance(loaded)
    if hindrance is not None:
        raise InputError(f"{loaded} is {hindrance}")
    is_certain = loaded.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    return (OpenSpielGame if is_certain else ChanceOpenSpielGame)(loaded, merge)


def _loaded(name: str) -> pyspiel.Game:
    short, known = name.partition("(")[0], pyspiel.registered_names()
    if short not in known:  # OpenSpiel would print them all
        near = get_close_matches(short, known, n=1)
        raise InputError(f"OpenSpiel has no game {short!r}" + (f": did you mean {near[0]}?" if near else ""))
    try:
        return pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        raise InputError(f"OpenSpiel cannot load {name!r}: {error}") from None


def _hindrance(game: pyspiel.Game) -> str | None:
    """What pydecl cannot search in a game; None if it can."""
    kind, asked = game.get_type(), pyspiel.GameType
    if game.num_players() != len(PLAYERS):
        return f"for {game.num_players()} players, and pydecl's games are for two"
    if kind.dynamics != asked.Dynamics.SEQUENTIAL:
        return "no game in which players move in turn"
    if kind.information != asked.Information.PERFECT_INFORMATION:
        return "a game of imperfect information: a search sees what its players do not"
    if kind.utility != asked.Utility.ZERO_SUM:
        return "no game in which one wins what the other loses"
    if kind.chance_mode not in (asked.ChanceMode.DETERMINISTIC, asked.ChanceMode.EXPLICIT_STOCHASTIC):
        return "a game whose chances OpenSpiel does not tell, but draws"
    return None


class OpenSpielGame(Game[History]):
    """A game of OpenSpiel's. `from_open_spiel` makes one."""

    moves_again = True  # no game says whether it has such moves; where there are none, nobody passes

    def __init__(self, spiel: pyspiel.Game, merge: bool | Callable[[pyspiel.State], Hashable]) -> None:
        self.name = str(spiel)
        self.source = f"OpenSpiel's {self.name}"
        self._spiel = spiel
        self._merge = merge
        self._states: dict[History, pyspiel.State] = {}
        self._first: dict[Hashable, History] = {}
        self._merged = 0

    def __repr__(self) -> str:
        merge = f", merge={self._merge!r}" if self._merge else ""
        return f"from_open_spiel({self.name!r}{merge})"

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(from_open_spiel, self.name, merge=self._merge), ()

    def is_same_as(self, other: Game[Any]) -> bool:
        if self is other:
            return True
        same = isinstance(other, OpenSpielGame) and (self.name, self._merge) == (other.name, other._merge)
        return same and not self._merge  # which history stands for a state is each game's own affair

    def initial(self) -> Sequence[History]:
        return [self._position(())]

    def successors(self, position: History) -> Sequence[Successor[History]]:
        state = self._state(position)
        if state.is_terminal() or state.is_chance_node():
            return []
        player = state.current_player()
        return [
            (Atom(state.action_to_string(player, action)), self._position((*position, action)))
            for action in state.legal_actions()
        ]

    def player(self, position: History) -> Player:
        state = self._state(position)
        if state.is_chance_node():
            raise ContractError("neither_to_move", self.text(position))
        if not state.is_terminal():
            return PLAYERS[state.current_player()]
        last = _last_mover(state)
        return Player.MAX if last is None else PLAYERS[last].opponent

    def static_value(self, position: History) -> Number:
        state = self._state(position)
        value = float(state.returns()[0]) if state.is_terminal() else 0.0
        return int(value) if value.is_integer() else value

    def outcome(self, position: History) -> Outcome | None:
        return super().outcome(position) if self._state(position).is_terminal() else None

    def to_term(self, position: History) -> Term:
        return PrologList(position)

    def from_term(self, term: Term) -> History:
        if not isinstance(term, PrologList) or term.tail is not None:
            raise PositionError(f"{term_text(term)} is no list of actions of {self.name}")
        state = self._spiel.new_initial_state()
        for action in term.items:
            if not isinstance(action, int) or state.is_terminal() or action not in state.legal_actions():
                raise PositionError(f"{term_text(term)}: {self.name} has no action {term_text(action)} there")
            state.apply_action(action)
        return self._position(tuple(state.history()))

    def state(self, position: History) -> pyspiel.State:
        """OpenSpiel's state of a position; a new one each time."""
        return self._state(position).clone()

    # States, and which of them are the same

    def _state(self, position: History) -> pyspiel.State:
        """The state that follows from these actions; nobody changes it."""
        state = self._states.get(position)
        if state is not None:
            return state
        known = len(position)
        while known and (state := self._states.get(position[:known])) is None:
            known -= 1
        state = self._spiel.new_initial_state() if state is None else state.clone()
        for action in position[known:]:
            state.apply_action(action)
        if len(self._states) >= MOST_STATES:
            self._states.clear()
        self._states[position] = state
        return state

    def _position(self, history: History) -> History:
        """The position that stands for the state of this history."""
        if not self._merge:
            return history
        state = self._state(history)
        key = _key(state) if self._merge is True else self._merge(state)
        first = self._first.setdefault(key, history)
        if first != history:
            del self._states[history]
            self._merged += 1
            plies = LOOKED_AHEAD if self._merged <= LOOKED_AT else 0
            if not _go_on_alike(self._state(first), state, plies, Random(self._merged)):
                raise InputError(
                    f"{self.name}: the histories {list(first)} and {list(history)} are merged as {key!r}, and"
                    " the game goes on differently: merge less, or not at all"
                )
        return first


class ChanceOpenSpielGame(OpenSpielGame):
    """One with chance; where a game is certain, it has no chance/3."""

    def chance(self, position: History) -> Sequence[tuple[Number, History]]:
        state = self._state(position)
        if not state.is_chance_node():
            return ()
        actions, floats = zip(*state.chance_outcomes(), strict=True)
        after = [self._position((*position, action)) for action in actions]
        return list(zip(_exact(floats), after, strict=True))


def _key(state: pyspiel.State) -> Hashable:
    """What a state is known by: its text, how many moves were made, and who moves, or at the end has moved.

    Moves count by themselves and without chance's, as a rule that ends long games may do either.
    """
    mover = state.current_player() if not state.is_terminal() else _last_mover(state)
    decisions = sum(made.player >= 0 for made in state.full_history())
    return str(state), state.move_number(), decisions, mover


def _last_mover(state: pyspiel.State) -> int | None:
    """The player, not chance, who has made the last move; None where there is none."""
    return next((made.player for made in reversed(state.full_history()) if made.player >= 0), None)


def _go_on_alike(one: pyspiel.State, other: pyspiel.State, plies: int, random: Random) -> bool:
    """Whether the same can be seen in both states, and so many plies farther on, by any way."""
    for ply in range(plies + 1):
        if _told(one) != _told(other):
            return False
        if one.is_terminal() or ply == plies:
            return True
        action = random.choice(one.legal_actions())
        one, other = one.child(action), other.child(action)
    return True


def _told(state: pyspiel.State) -> tuple[Any, ...]:
    """What can be seen of what follows."""
    if state.is_terminal():
        return True, state.returns()
    chances = state.chance_outcomes() if state.is_chance_node() else None
    return False, state.current_player(), state.legal_actions(), chances


def _exact(probabilities: Sequence[float]) -> Sequence[Fraction]:
    """Fractions that stand for floats, and add up to 1.

    >>> _exact([0.1666666666666667, 0.8333333333333334])
    [Fraction(1, 6), Fraction(5, 6)]
    """
    found = [Fraction(probability).limit_denominator(LARGEST) for probability in probabilities]
    if sum(found) == 1 and all(found):
        return found
    as_they_are = [Fraction(probability) for probability in probabilities]
    return [one / sum(as_they_are) for one in as_they_are]
