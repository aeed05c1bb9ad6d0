"""Games of OpenSpiel's as `python:benchmarks.court_systems:NAME`: whole turns of a player are moves.

Nothing is undone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

import pyspiel


class Whole:
    """A state of a game in which a player's actions, until the other one is to move, are one move."""

    game: ClassVar[str]

    def __init__(self, state: Any = None) -> None:
        self._state = pyspiel.load_game(self.game).new_initial_state() if state is None else state

    def mover(self) -> int:
        return int(self._state.current_player())

    def moves(self) -> list[str]:
        return [self.named([text for _, text in turn]) for turn in self._turns(self._state)]

    def result(self) -> float | None:
        return self._state.returns()[0] if self._state.is_terminal() else None

    def clone(self) -> Whole:
        return type(self)(self._state.clone())

    def play(self, move: str) -> None:
        number = self.moves().index(move)
        for action, _ in list(self._turns(self._state))[number]:
            self._state.apply_action(action)

    def __str__(self) -> str:
        return str(self._state)

    def named(self, texts: list[str]) -> str:
        """The turn's name, of those of its actions."""
        return " ".join(texts)

    def _turns(self, state: Any) -> Iterator[list[tuple[int, str]]]:
        mover = state.current_player()
        for action in state.legal_actions():
            first = (action, state.action_to_string(mover, action))
            after = state.clone()
            after.apply_action(action)
            if not after.is_terminal() and after.current_player() == mover:
                yield from ([first, *rest] for rest in self._turns(after))
            else:
                yield [first]


class Amazons(Whole):
    """From, to and arrow are one move; the first row is below."""

    game = "amazons(board_size=6)"

    def named(self, texts: list[str]) -> str:
        squares = [map(int, re.findall(r"\d+", text)) for text in texts]
        return " ".join(f"{column}/{7 - row}" for row, column in squares)


class UltimateTicTacToe(Whole):
    """The board and the cell are one move."""

    game = "ultimate_tic_tac_toe"

    def named(self, texts: list[str]) -> str:
        board, row, column = map(int, re.findall(r"\d+", texts[-1]))
        return f"{board + 1}/{3 * row + column + 1}"


class Twixt(Whole):
    """Without `undo_action`, which leaves the mover and the pegs as they are."""

    game = "twixt(board_size=6,ansi_color_output=false)"

    def named(self, texts: list[str]) -> str:
        return texts[0][1:]

    def _turns(self, state: Any) -> Iterator[list[tuple[int, str]]]:
        return ([(action, state.action_to_string(action))] for action in state.legal_actions())
