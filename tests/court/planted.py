"""Systems made of the bundled games in Python, right ones and such with a fault, in this process."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from pydecl.court.host import Replies
from pydecl.games import bundled
from pydecl.loading.consulting import split_options
from pydecl.model.game import Game, Player


class Planted:
    """A bundled game as a system: its states are lists of positions, the last one that of now.

    `fault` names what is wrong with it, from the ply `late` on.
    """

    def __init__(self, game: str, fault: str = "", *, late: int = 2, shuffled: int | None = None) -> None:
        name, options = split_options(game)
        self.name = f"{game}, {fault or 'right'}"
        self._game: Game[Any] = bundled(name, **options)
        self._fault = fault
        self._late = late
        self._shuffled = shuffled
        self._names = [f"move {number}" for number in range(1000)]
        Random(shuffled).shuffle(self._names)

    def new(self) -> list[Any]:
        return [self._game.initial()[0]]

    def look(self, state: list[Any]) -> tuple[int | None, list[str], list[float] | None]:
        position, is_late = state[-1], len(state) > self._late
        moves = self._moves(state)
        first = self._game.player(state[0])
        outcome = self._game.outcome(position)
        if outcome is not None:
            sign = {"WON": 1.0, "LOST": -1.0, "DRAWN": 0.0}[outcome.name] * (1 if first is Player.MAX else -1)
            if self._fault == "result flipped" and is_late:
                sign = -sign or 1.0
            return None, [], [sign, 1 - sign if self._fault == "sum" else -sign]
        if self._fault == "end too early" and len(state) == self._late + 2:
            return None, [], [0.0, 0.0]
        mover = int(self._game.player(position) is not first)
        if self._fault == "wrong mover" and is_late:
            mover = 1 - mover
        names = [name for name, _ in moves]
        if self._fault == "order":
            Random().shuffle(names)
        return mover, names, None

    def play(self, state: list[Any], number: int) -> list[Any]:
        is_shared = self._fault == "shared state" and len(state) > self._late
        after = state if is_shared else self.clone(state)
        after.append(self._moves(state)[number][1])
        return after

    def undo(self, state: list[Any]) -> list[Any]:
        forgets = self._fault == "undo" and len(state) > self._late + 1
        return state[:-2] if forgets else state[:-1]

    def clone(self, state: list[Any]) -> list[Any]:
        return state if self._fault == "clone" else list(state)

    def _moves(self, state: list[Any]) -> list[tuple[str, Any]]:
        found = [(str(name), after) for name, after in self._game.successors(state[-1])]
        if len(state) > self._late and len(found) > 1:
            if self._fault == "missing move":
                del found[-1]
            elif self._fault == "extra move":
                found.append(("again", found[0][1]))
        if self._shuffled is not None:
            found = [(self._names[sum(map(ord, name)) * 7 % 1000], after) for name, after in found]
            Random(self._shuffled).shuffle(found)
        return found


class InThisProcess:
    """A system that is asked as its process would be."""

    def __init__(self, system: Any) -> None:
        self._replies = Replies(system)
        self.answers: Sequence[Mapping[str, Any]] = ()

    def ask(self, requests: Sequence[Sequence[object]]) -> Sequence[Mapping[str, Any]]:
        answers = (self._replies.of(json.dumps(request).encode()) for request in requests)
        self.answers = [json.loads(json.dumps(answer)) for answer in answers]
        return self.answers
