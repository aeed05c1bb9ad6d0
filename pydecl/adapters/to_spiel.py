"""A game of pydecl's as a game of OpenSpiel's: player 0 is MAX, player 1 is MIN.

OpenSpiel knows it as `pydecl`, with parameters, so that a state which was written down can be read again.
"""

from __future__ import annotations

import json
import weakref
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote, unquote

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from pydecl.adapters.matches import PLIES, Rewards, reward, rewards_of
from pydecl.adapters.numbering import Actions, numbering
from pydecl.adapters.opening import open_game
from pydecl.adapters.surveying import Survey, survey
from pydecl.api.opening import AnyGame, AnyPosition
from pydecl.errors import InputError
from pydecl.model.game import Game, Player
from pydecl.model.number import whole
from pydecl.model.position import Position
from pydecl.model.term import Term

NAME = "pydecl"
"""What OpenSpiel calls the games of pydecl's; their parameter `game` says which one is meant."""

DEFAULTS: Mapping[str, str | int] = {
    "game": "",
    "position": "",
    "actions": "order",
    "rewards": Rewards.OUTCOME.value,
    "plies": PLIES,
}

SPECIAL = ("true", "false", "inf", "infinity", "nan")
"""What OpenSpiel takes for a truth value or a number."""

PLAYERS = {Player.MAX: 0, Player.MIN: 1}

_open: weakref.WeakValueDictionary[str, Game[Any]] = weakref.WeakValueDictionary()
"""The games that were given as objects, by what the parameter `game` says of them."""

_tables: weakref.WeakValueDictionary[tuple[Any, ...], Table] = weakref.WeakValueDictionary()
"""The games that OpenSpiel has loaded, by their parameters: reading a state loads its game again."""

_numbers = count(1)


def to_open_spiel(
    game: AnyGame,
    *,
    position: AnyPosition | None = None,
    actions: Actions = "order",
    rewards: str = "outcome",
    plies: int = PLIES,
) -> pyspiel.Game:
    """A game for OpenSpiel's algorithms.

    Moves are actions by number, chance has its outcomes with their probabilities, and an observation is the
    text of the position, as a string and as a tensor of bytes. `action_to_string` gives a move's name. Where
    a player moves again, the same player is simply to move. A match that is stopped is worth 0.

    Args:
        game: a game, a position of one, a bundled game's name with its options, or the path of a file.
        position: where matches begin; by default at the first start of the rules.
        actions: how moves are numbered, as in `pydecl.adapters.pettingzoo.env`: by their order, an action of
            the same number is another move in each position; by "names" it is the same move in all.
        rewards: "outcome" is 1, 0 or -1, "value" the static value of the end.
        plies: after how many moves, chance's included, a match is stopped.

    Raises:
        InputError: there is no such game or position, it is over at the start, or its moves cannot be
            numbered so.
        ContractError: the game breaks its contract.
    """
    text = ""
    if position is not None or isinstance(game, Position):
        with open_game(game, position) as opened:
            text = opened.text(opened.start.state)
    said: dict[str, str | int] = {
        "game": _named(game.game if isinstance(game, Position) else game),
        "position": text and _escaped(text),
        "actions": actions if actions == "order" else _escaped(json.dumps(actions)),
        "rewards": rewards,
        "plies": plies,
    }
    given = {key: value for key, value in said.items() if value != DEFAULTS[key]}
    _table(given)  # its errors are ours, and OpenSpiel's would be others
    return pyspiel.load_game(NAME, given)


def _named(game: Any) -> str:
    """What the parameter `game` says."""
    if isinstance(game, str | Path):
        return _escaped(str(game))
    name = _escaped(f"{game.name} #{next(_numbers)}")
    _open[name] = game
    return name


def _escaped(text: str) -> str:
    """A text that OpenSpiel does not take apart, and takes for no number.

    >>> _escaped("connect4:width=4"), _unescaped(_escaped("1.50"))
    ('%3Aconnect4%3Awidth%3D4', '1.50')
    """
    is_plain = text.isascii() and text.isidentifier() and text.lower() not in SPECIAL
    return text if is_plain else quote(f":{text}", safe="")


def _unescaped(text: str) -> str:
    return unquote(text).removeprefix(":")


def _table(given: Mapping[str, Any]) -> Table:
    """The game that these parameters mean, opened once for all that ask at the same time."""
    said = {**DEFAULTS, **given}
    key = tuple(sorted(said.items()))
    table = _tables.get(key)
    if table is None:
        table = _tables[key] = Table(said)
    return table


class Table:
    """An opened game, and what OpenSpiel wants to know of it in advance."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        self.said = said
        spec = _unescaped(said["game"])
        if not spec:
            raise InputError("say which game is meant, as in pydecl(game=tictactoe)")
        game = _open.get(said["game"], spec)
        if "#" in spec and game is spec:
            raise InputError(f"the game {spec} was given as an object, which is there no more")
        self.rewards = rewards_of(said["rewards"])
        self.plies = int(said["plies"])
        whole(1, plies=self.plies)
        self.opened = open_game(game, _unescaped(said["position"]) or None)
        weakref.finalize(self, self.opened.close)
        actions = said["actions"]
        self.numbering = numbering(
            self.opened, actions if actions == "order" else json.loads(_unescaped(actions)), lambda: self.seen
        )
        self.length = self.seen.roomy(self.seen.length)
        self.root = Node(self, self.opened.start.state, 0)
        if self.root.over:
            where = self.opened.text(self.root.state)
            raise InputError(f"the game is over in {where}: there is nothing to play")

    @cached_property
    def seen(self) -> Survey:
        return survey(self.opened, named=_unescaped(self.said["actions"]) == '"names"')

    @property
    def type(self) -> pyspiel.GameType:
        chance = pyspiel.GameType.ChanceMode
        return _type(chance.EXPLICIT_STOCHASTIC if self.opened.has_chance else chance.DETERMINISTIC)

    @property
    def info(self) -> pyspiel.GameInfo:
        """How large it is. Raises InputError where nobody knows what it may be worth."""
        low, high = self.utilities
        return pyspiel.GameInfo(
            num_distinct_actions=self.numbering.size,
            max_chance_outcomes=self.seen.roomy(self.seen.chances) if self.opened.has_chance else 0,
            num_players=len(PLAYERS),
            min_utility=low,
            max_utility=high,
            utility_sum=0.0,
            max_game_length=self.plies,
        )

    @property
    def utilities(self) -> tuple[float, float]:
        """The least and the most that a player may get: by static values, only of a game that is known."""
        if self.rewards is Rewards.OUTCOME:
            return -1.0, 1.0
        values = self.seen.values
        if not self.seen.complete or values is None:
            raise InputError(
                f"{self.opened.game.name}: not all ends are known, so neither are their values:"
                " let the rewards be 'outcome'"
            )
        most = max(abs(float(value)) for value in values)
        if most == float("inf"):
            raise InputError(
                f"{self.opened.game.name}: an end is worth infinitely much, which OpenSpiel"
                " does not take: let the rewards be 'outcome'"
            )
        return -most, most


class Node:
    """A state of the rules, as OpenSpiel's states share it: it never changes."""

    def __init__(self, table: Table, state: Any, played: int) -> None:
        rules = table.opened.rules
        self.table = table
        self.state = state
        self.played = played
        self.chances = rules.chance(state)
        self.afters: Sequence[Any] = (
            [after for _, after in self.chances] if self.chances else rules.afters(state)
        )
        self.over = not self.afters
        self.stopped = not self.over and played >= table.plies
        self.value = reward(table.opened, state, table.rewards) if self.over else 0.0
        self.numbers: Sequence[int] = ()
        self.player = int(pyspiel.PlayerId.TERMINAL)
        if self.over or self.stopped:
            return
        if self.chances:
            self.player = int(pyspiel.PlayerId.CHANCE)
            self.numbers = range(len(self.chances))
        else:
            self.player = PLAYERS[rules.player(state)]
            self.numbers = table.numbering.numbers(state, len(self.afters))

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _node, (self.table.said, self.table.opened.rules.to_term(self.state), self.played)

    def after(self, action: int) -> Node:
        """What this action leads to. Raises InputError where it is none."""
        try:
            place = self.numbers.index(action)
        except ValueError:
            raise InputError(f"action {action} is no move in {self.text}") from None
        return Node(self.table, self.afters[place], self.played + 1)

    @cached_property
    def names(self) -> Mapping[int, str]:
        """What the actions are called; those of the same name have a number besides."""
        opened = self.table.opened
        if self.chances:
            told: Sequence[str] = [opened.move_text(None, after) for after in self.afters]
        else:
            told = opened.move_texts(self.state)
        often = Counter(told)
        return {
            number: f"{text} ({number})" if often[text] > 1 else text
            for number, text in zip(self.numbers, told, strict=True)
        }

    @property
    def text(self) -> str:
        return self.table.opened.text(self.state)


def _node(said: Mapping[str, Any], term: Term, played: int) -> Node:
    """A node that was pickled."""
    table = _table(said)
    return Node(table, table.opened.rules.from_term(term), played)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of pydecl's, loaded by OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.table = _table(given)
        super().__init__(self.table.type, self.table.info, given)

    def new_initial_state(self, state: object = None) -> SpielState:
        if state is not None:
            raise InputError("a state of pydecl's is read by deserialize_state")
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: object = None
    ) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.table, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a game of pydecl's. Methods whose names begin with _ are those that OpenSpiel calls."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = game.table.root

    @property
    def position(self) -> Position[Any]:
        """The position, which may be searched and drawn."""
        return self.node.table.opened.position(self.node.state)

    def current_player(self) -> int:
        return self.node.player

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.node.numbers)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, float(chance)) for number, (chance, _) in enumerate(self.node.chances)]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        try:
            return self.node.names[action]
        except KeyError:
            raise InputError(f"action {action} is no move in {self.node.text}") from None

    def is_terminal(self) -> bool:
        return self.node.over or self.node.stopped

    def returns(self) -> list[float]:
        return [self.node.value, -self.node.value]

    def __str__(self) -> str:
        return self.node.text


class Observer:
    """What a player sees, which is everything: the text of the position, and its bytes."""

    def __init__(self, table: Table, params: object) -> None:
        if params:
            raise InputError(f"observations take no parameters, not {params}")
        self._table = table
        self.tensor = np.zeros(table.length, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, _player: int) -> None:
        text = self._table.opened.padded(state.node.state, self._table.length)
        self.tensor[:] = np.frombuffer(text, np.uint8)

    def string_from(self, state: SpielState, _player: int) -> str:
        return str(state)


def _type(chance_mode: pyspiel.GameType.ChanceMode) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="A game of pydecl's",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(PLAYERS),
        min_num_players=len(PLAYERS),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(DEFAULTS),
        default_loadable=False,
    )


pyspiel.register_game(_type(pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC), SpielGame)
