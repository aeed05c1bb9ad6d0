"""Variants of Fairy-Stockfish and python-chess as `python:benchmarks.court_variants:NAME`.

What repeats goes on.
"""

from __future__ import annotations

from typing import ClassVar

import chess.variant
import pyffish


class Fairy:
    """A game of a variant of Fairy-Stockfish's: the moves that were made."""

    variant: ClassVar[str]

    def __init__(self, line: tuple[str, ...] = ()) -> None:
        self._line = line
        self._game = (self.variant, pyffish.start_fen(self.variant), list(line))

    def mover(self) -> int:
        return len(self._line) % 2

    def moves(self) -> list[str]:
        return list(pyffish.legal_moves(*self._game))

    def result(self) -> float | None:
        is_over, value = pyffish.is_immediate_game_end(*self._game)
        if not is_over:
            if self.moves():
                return None
            value = pyffish.game_result(*self._game)
        return float(-value if self.mover() else value)

    def play(self, move: str) -> Fairy:
        return type(self)((*self._line, move))

    def clone(self) -> Fairy:
        return type(self)(self._line)

    def __str__(self) -> str:
        return str(pyffish.get_fen(*self._game))


class Ataxx(Fairy):
    """Infection: pieces multiply and jump."""

    variant = "ataxx"

    def moves(self) -> list[str]:
        return [move.removeprefix("P@") for move in super().moves()]

    def play(self, move: str) -> Fairy:
        return super().play(super().moves()[self.moves().index(move)])


class Dobutsu(Fairy):
    """Let's catch the lion."""

    variant = "dobutsu"


class FoxAndHounds(Fairy):
    """One against four."""

    variant = "fox-and-hounds"


class Gardner(Fairy):
    """Chess on 5x5."""

    variant = "gardner"


class Isolation(Fairy):
    """A move is told by where the pawn arrives, and what is removed."""

    variant = "isolation"

    def moves(self) -> list[str]:
        return [f"{move[2:4]}{move[-2:]}" for move in super().moves()]

    def play(self, move: str) -> Fairy:
        return super().play(super().moves()[self.moves().index(move)])


class Minishogi(Fairy):
    """Shogi on 5x5."""

    variant = "minishogi"


class Xiangqi(Fairy):
    """Chinese chess."""

    variant = "xiangqi"


class Chess:
    """A board of a variant of python-chess's."""

    variant: ClassVar[str]

    def __init__(self, board: chess.Board | None = None) -> None:
        self._board = chess.variant.find_variant(self.variant)() if board is None else board

    def mover(self) -> int:
        return int(self._board.turn != chess.WHITE)

    def moves(self) -> list[str]:
        return [move.uci() for move in self._board.legal_moves]

    def result(self) -> float | None:
        found = self._board.outcome()
        if found is None:
            return None
        return 0.0 if found.winner is None else 1.0 if found.winner == chess.WHITE else -1.0

    def play(self, move: str) -> None:
        self._board.push_uci(move)

    def undo(self) -> None:
        self._board.pop()

    def clone(self) -> Chess:
        return type(self)(self._board.copy())

    def __str__(self) -> str:
        return str(self._board)


class Antichess(Chess):
    """Losing chess, as on lichess."""

    variant = "antichess"


class RacingKings(Chess):
    """A race to the last row."""

    variant = "racingkings"
