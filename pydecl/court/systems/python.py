"""Any class in Python, as `module:Class`: see docs/court.md for the methods that it has."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any


class State:
    """An object of the class, and its moves when it was last looked at: to list them may take long."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.moves: Sequence[Any] | None = None

    def __str__(self) -> str:
        return str(self.game)


class System:
    """A game's states."""

    def __init__(self, spec: str) -> None:
        self._module, _, self._class = spec.partition(":")
        if not self._class:
            raise SystemExit(f"which class? A system is python:{self._module}:CLASS")
        if self._module.endswith(".py"):
            name = Path(self._module).stem
            raise SystemExit(f"a module is named without .py, and lies here: python:{name}:{self._class}")
        sys.path.insert(0, ".")
        self._made = getattr(import_module(self._module), self._class)
        self.name = spec
        self.undo = self._undone if hasattr(self._made, "undo") else None
        self.clone = self._cloned if hasattr(self._made, "clone") else None
        is_shown = (self._made.__str__, self._made.__repr__) != (object.__str__, object.__repr__)
        self.show = str if is_shown else None

    def new(self) -> State:
        return State(self._made())

    def look(self, state: State) -> tuple[int | None, list[str], list[float] | None]:
        result = state.game.result()
        if result is not None:
            return None, [], list(result) if isinstance(result, list | tuple) else [result, -result]
        mover, state.moves = state.game.mover(), list(state.game.moves())
        return mover, [str(move) for move in state.moves], None

    def play(self, state: State, number: int) -> State:
        move = list(state.game.moves())[number] if state.moves is None else state.moves[number]
        if self.clone:
            game = state.game.clone()
        else:
            game, move = deepcopy((state.game, move))  # for moves may hold parts of the game
        return self._after(game, "play", move)

    def _undone(self, state: State) -> State:
        return self._after(deepcopy(state.game), "undo")

    def _after(self, game: Any, method: str, *moves: Any) -> State:
        """The game that a method gives, or else has changed."""
        given = getattr(game, method)(*moves)
        return State(game if given is None else given)

    def _cloned(self, state: State) -> State:
        return State(state.game.clone())

    def script(self, numbers: Sequence[int], law: str | None) -> list[str]:
        is_copied = law in ("clone", "shared state") and self.clone
        lines = ["from copy import deepcopy", f"from {self._module} import {self._class}"]
        lines += [f"state = {self._class}()", f"for number in {list(numbers)}:"]
        lines += [f"    before = {'state.clone()' if is_copied else 'deepcopy(state)'}"]
        lines += ["    state = state.play(list(state.moves())[number]) or state"]
        if law == "undo":
            lines += ["state = state.undo() or state"]
        if law is not None:
            lines += ["print('before the last move:', list(before.moves()))"]
        shown = "state, " if self.show else ""
        lines += [f"print({shown}'result:', state.result())"]
        return [*lines, "print('mover:', state.mover(), list(state.moves()))"]
