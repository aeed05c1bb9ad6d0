"""A variant of Fairy-Stockfish's, such as `minishogi`, or `amazons@FEN` from a position of its own."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

import pyffish

State = tuple[str, ...]
"""The moves that were made."""


class System:
    """The variant's rules; a game is over if there are no moves, or the variant says so. What repeats goes on."""

    def __init__(self, spec: str) -> None:
        self._variant, _, fen = spec.partition("@")
        if self._variant not in pyffish.variants():
            raise SystemExit(f"Fairy-Stockfish has no variant {self._variant!r}")
        self._fen = fen or pyffish.start_fen(self._variant)
        self._first = self._fen.split()[1] == "b"
        self.name = f"Fairy-Stockfish (pyffish {version('pyffish')}), {spec}"

    def new(self) -> State:
        return ()

    def look(self, state: State) -> tuple[int | None, list[str], list[float] | None]:
        moves = pyffish.legal_moves(self._variant, self._fen, list(state))
        is_over, value = pyffish.is_immediate_game_end(self._variant, self._fen, list(state))
        mover = len(state) % 2
        if moves and not is_over:
            return mover, moves, None
        if not is_over:
            value = pyffish.game_result(self._variant, self._fen, list(state))
        sign = float((value > 0) - (value < 0)) * (-1 if mover else 1)
        return None, [], [sign, -sign]

    def play(self, state: State, number: int) -> State:
        return (*state, pyffish.legal_moves(self._variant, self._fen, list(state))[number])

    def show(self, state: State) -> str:
        return pyffish.get_fen(self._variant, self._fen, list(state))

    def script(self, numbers: Sequence[int], law: str | None) -> list[str]:  # noqa: ARG002
        state = self.new()
        for number in numbers:
            state = self.play(state, number)
        game = f"{self._variant!r}, {self._fen!r}, {list(state)}"
        return [
            "import pyffish",
            f"game = {game}",
            "print(pyffish.get_fen(*game), sorted(pyffish.legal_moves(*game)))",
            "print(pyffish.is_immediate_game_end(*game), pyffish.game_result(*game))",
        ]
