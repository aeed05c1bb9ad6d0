"""A game of TextArena's for two and what may be said in it, such as `TicTacToe-v0-raw [{0-8}]`.

TextArena does not list legal moves: all that the pattern stands for is tried, and what is no invalid move is
legal. `{a-e}` stands for each of these letters, `{0-12}` for each of these numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import deepcopy
from importlib.metadata import version
from itertools import product
from typing import Any

import textarena

State = Any

TRIES = 1 << 30
"""Copies take longer than moves: so many invalid ones are tried with one copy, if they change nothing."""

_RANGE = re.compile(r"\{(\w+)-(\w+)\}")


def spoken(pattern: str) -> list[str]:
    """All that a pattern stands for.

    >>> spoken("[{a-b}{1-2}]")
    ['[a1]', '[a2]', '[b1]', '[b2]']
    """
    pieces = _RANGE.split(pattern)
    choices = [[piece] for piece in pieces[::3]]
    ranges = [
        [str(one) for one in range(int(low), int(high) + 1)]
        if low.isdigit()
        else [chr(one) for one in range(ord(low), ord(high) + 1)]
        for low, high in zip(pieces[1::3], pieces[2::3], strict=True)
    ]
    mixed = [part for pair in zip(choices, [*ranges, [""]], strict=True) for part in pair]
    return ["".join(parts) for parts in product(*mixed)]


class System:
    """Environments are the states."""

    def __init__(self, spec: str) -> None:
        self._id, _, pattern = spec.partition(" ")
        self._said = spoken(pattern)
        if len(self._said) < 2:
            raise SystemExit(f"textarena: say what moves look like, as in '{self._id} [{{0-8}}]'")
        self.name = f"TextArena {version('textarena')}, {self._id}"

    def new(self) -> State:
        env = textarena.make(self._id)
        env.reset(num_players=2, seed=0)
        return env

    def look(self, env: State) -> tuple[int | None, list[str], list[float] | None]:
        if env.state.done:
            return None, [], [float(env.state.rewards[player]) for player in (0, 1)]
        return env.state.current_player_id, [said for said, _ in self._legal(env)], None

    def play(self, env: State, number: int) -> State:
        return self._legal(env)[number][1]

    def script(self, numbers: Sequence[int], law: str | None) -> list[str]:  # noqa: ARG002
        env, moves = self.new(), []
        for number in numbers:
            said, env = self._legal(env)[number]
            moves.append(said)
        lines = [
            "import textarena",
            f"env = textarena.make({self._id!r})",
            "env.reset(num_players=2, seed=0)",
        ]
        lines += [f"for move in {moves}:", "    env.step(move)"]
        lines += ["print('over:', env.state.done, 'rewards:', env.state.rewards)"]
        return [*lines, "print('mover:', env.state.current_player_id, env.state.logs[-1])"]

    def _legal(self, env: State) -> list[tuple[str, State]]:
        known: list[tuple[str, State]] | None = env.__dict__.get("_pydecl_legal")
        if known is None:
            known, tried = [], None
            for said in self._said:
                if tried is None:
                    tried = _copied(env, TRIES)
                turn = tried.state.turn
                _step(tried, said)
                is_invalid = tried.state.turn == turn and not tried.state.done
                if is_invalid and tried.state.game_state == env.state.game_state:
                    continue  # nothing has changed
                tried, after, mover = None, _copied(env, 0), env.state.current_player_id
                _step(after, said)
                if not after.state.game_info[mover]["invalid_move"]:
                    known.append((said, after))
            env.__dict__["_pydecl_legal"] = known
        return known


def _copied(env: State, errors: int) -> State:
    """A copy in which so many invalid moves do not end the game."""
    after = deepcopy(env)
    after.state.error_allowance = errors
    return after


def _step(env: State, said: str) -> None:
    env.step(said)
    env.state.logs.clear()
    for seen in env.state.observations.values():
        seen.clear()
