"""Variants of Fairy-Stockfish and python-chess as `python:benchmarks.court_variants:NAME`.

What repeats goes on, and so do draws for want of material.
"""

from __future__ import annotations

from typing import ClassVar

import chess.variant
import pyffish


class Fairy:
    """A position of a variant of Fairy-Stockfish's: the line to it, since one question takes longer than it.

    Nothing moves where the game is over.
    """

    variant: ClassVar[str]

    def __init__(self, line: tuple[str, ...] = ()) -> None:
        self._line = line
        self._moves = self.legal(line)

    def mover(self) -> int:
        return len(self._line) % 2

    def legal(self, line: tuple[str, ...]) -> list[str]:
        return list(pyffish.legal_moves(self.variant, pyffish.start_fen(self.variant), list(line)))

    def moves(self) -> list[str]:
        return [self.named(move) for move in self._moves]

    def named(self, move: str) -> str:
        return move

    def result(self) -> float | None:
        if self._moves:
            return None
        value = pyffish.game_result(self.variant, pyffish.start_fen(self.variant), list(self._line))
        return float(-value if self.mover() else value)

    def play(self, move: str) -> Fairy:
        return type(self)((*self._line, self._moves[self.moves().index(move)]))

    def __str__(self) -> str:
        return str(pyffish.get_fen(self.variant, pyffish.start_fen(self.variant), list(self._line)))


class Ataxx(Fairy):
    """Infection: pieces multiply and jump."""

    variant = "ataxx"

    def named(self, move: str) -> str:
        return move.removeprefix("P@")


class Dobutsu(Fairy):
    """Let's catch the lion; Fairy-Stockfish goes on as long as a lion that was left there is in danger."""

    variant = "dobutsu"

    def legal(self, line: tuple[str, ...]) -> list[str]:
        return [] if self._is_left(line) else super().legal(line)

    def result(self) -> float | None:
        return (-1.0 if self.mover() else 1.0) if self._is_left(self._line) else super().result()

    def _is_left(self, line: tuple[str, ...]) -> bool:
        """Whether the lion of who is to move is on the last row."""
        rows = pyffish.get_fen("dobutsu", pyffish.start_fen("dobutsu"), list(line)).split("[")[0].split("/")
        return "l" in rows[-1] if len(line) % 2 else "L" in rows[0]


class FoxAndHounds(Fairy):
    """One against four."""

    variant = "fox-and-hounds"


class Gardner(Fairy):
    """Chess on 5x5."""

    variant = "gardner"


class Isolation(Fairy):
    """A move is told by where the pawn arrives, and what is removed."""

    variant = "isolation"

    def named(self, move: str) -> str:
        return f"{move[2:4]}{move[-2:]}"


class Joust(Fairy):
    """Knights that leave nothing behind; a move is told by where the knight arrives."""

    variant = "joust"

    def named(self, move: str) -> str:
        return move[2:4]


class Minishogi(Fairy):
    """Shogi on 5x5. A pawn that is dropped to mate is no move; Fairy-Stockfish lets it lose the game."""

    variant = "minishogi"

    def legal(self, line: tuple[str, ...]) -> list[str]:
        legal = super().legal
        return [
            move
            for move in legal(line)
            if not move.startswith("P@")
            or legal((*line, move))
            or not pyffish.gives_check("minishogi", pyffish.start_fen("minishogi"), [*line, move])
        ]


class Xiangqi(Fairy):
    """Chinese chess."""

    variant = "xiangqi"


LEFT_OUT = (
    chess.Termination.INSUFFICIENT_MATERIAL,
    chess.Termination.SEVENTYFIVE_MOVES,
    chess.Termination.FIVEFOLD_REPETITION,
)
"""The ends of python-chess's that the rules leave out."""


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
        if found is None or found.termination in LEFT_OUT:
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
