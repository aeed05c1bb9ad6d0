"""A variant of python-chess's, such as `antichess`, or `atomic@FEN` from a position of its own."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

import chess
import chess.variant

State = chess.Board


class System:
    """The variant's rules, without the draws by repetition and by many moves."""

    def __init__(self, spec: str) -> None:
        self._variant, _, fen = spec.partition("@")
        self._board = chess.variant.find_variant(self._variant)
        self._fen = fen or self._board.starting_fen
        self.name = f"python-chess {version('chess')}, {spec}"

    def new(self) -> State:
        return self._board(self._fen)

    def look(self, state: State) -> tuple[int | None, list[str], list[float] | None]:
        found = state.outcome()
        if found is None:
            moves = [move.uci() for move in state.legal_moves]
            return int(state.turn != self.new().turn), moves, None
        first = self.new().turn
        sign = 0.0 if found.winner is None else 1.0 if found.winner == first else -1.0
        return None, [], [sign, -sign]

    def play(self, state: State, number: int) -> State:
        after = state.copy()
        after.push(list(state.legal_moves)[number])
        return after

    def undo(self, state: State) -> State:
        before = state.copy()
        before.pop()
        return before

    def clone(self, state: State) -> State:
        return state.copy()

    def show(self, state: State) -> str:
        return f"{state}\n{state.fen()}"

    def script(self, numbers: Sequence[int], law: str | None) -> list[str]:  # noqa: ARG002
        state = self.new()
        for number in numbers:
            state = self.play(state, number)
        return [
            "import chess.variant",
            f"board = chess.variant.find_variant({self._variant!r})({self._fen!r})",
            f"for move in {[move.uci() for move in state.move_stack]}:",
            "    board.push_uci(move)",
            "print(board, board.fen(), sorted(move.uci() for move in board.legal_moves), board.outcome())",
        ]
