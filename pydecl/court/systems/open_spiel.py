"""A game of OpenSpiel's, such as `breakthrough(rows=6,columns=6)`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from importlib.metadata import version
from typing import Any

import pyspiel

State = Any

CHESS = {"antichess": 76, "chess": 73, "crazyhouse": 73, "dark_chess": 73, "kriegspiel": 73}
"""Games whose text for a move does not say where a piece comes from: how many actions each square has.

The number of an action, divided by that, is the square, as the player sees the board.
"""

_REACHED = re.compile(r"([a-h][1-8])(?:=(.))?\W*$")


class System:
    """OpenSpiel's own states."""

    def __init__(self, spec: str) -> None:
        if spec.partition("(")[0] not in pyspiel.registered_names():  # OpenSpiel would print them all
            near = get_close_matches(spec, pyspiel.registered_names(), n=1)
            meant = f": did you mean {near[0]}?" if near else ""
            raise SystemExit(f"OpenSpiel has no game {spec!r}{meant}")
        self._game = pyspiel.load_game(spec)
        self.name = f"OpenSpiel {version('open_spiel')}, {self._game}"
        self._load = f"game = pyspiel.load_game({spec!r})"
        self._each = CHESS.get(self._game.get_type().short_name)

    def new(self) -> State:
        return self._game.new_initial_state()

    def look(self, state: State) -> tuple[int | None, list[str], list[float] | None]:
        if state.is_terminal():
            return None, [], list(state.returns())
        player = state.current_player()
        if player == pyspiel.PlayerId.CHANCE:
            return None, [str(action) for action, _ in state.chance_outcomes()], None
        return player, [self._name(state, player, action) for action in state.legal_actions()], None

    def _name(self, state: State, player: int, action: int) -> str:
        """The text of an action; in chess and its kin, the squares that the piece leaves and reaches."""
        name: str = state.action_to_string(player, action)
        if self._each is None or "@" in name:
            return name
        column, row = divmod(action // self._each, 8)
        last, back, way = ("8", 8, -1) if player == 0 else ("1", 1, 1)
        if name.startswith("O-O"):
            return f"e{last}{'c' if name.startswith('O-O-O') else 'g'}{last}"
        reached = _REACHED.search(name)
        assert reached is not None
        return f"{'abcdefgh'[column]}{back + way * row}{reached[1]}{(reached[2] or '').lower()}"

    def play(self, state: State, number: int) -> State:
        after = state.clone()
        after.apply_action(state.legal_actions()[number])
        return after

    def undo(self, state: State) -> State:
        before, last = state.clone(), state.full_history()[-1]
        before.undo_action(last.player, last.action)
        return before

    def clone(self, state: State) -> State:
        return state.clone()

    def show(self, state: State) -> str:
        return str(state)

    def script(self, numbers: Sequence[int], law: str | None) -> list[str]:
        state, actions = self.new(), []
        for number in numbers:
            actions.append(state.legal_actions()[number])
            state.apply_action(actions[-1])
        lines = [
            "import pyspiel",
            self._load,
            "state = game.new_initial_state()",
            f"for action in {actions}:",
        ]
        if law == "undo":
            lines += ["    mover, before = state.current_player(), state.clone()"]
        lines += ["    state.apply_action(action)"]
        if law == "undo":
            lines += ["print('before:', before, before.legal_actions(), sep='\\n')"]
            lines += ["state.legal_actions()", "state.undo_action(mover, action)"]
            return [*lines, "print('undone:', state, state.legal_actions(), sep='\\n')"]
        lines += ["print(state, 'over:', state.is_terminal(), 'returns:', state.returns())"]
        look = "[state.action_to_string(action) for action in state.legal_actions()]"
        return [*lines, f"print('mover:', state.current_player(), {look})"]
