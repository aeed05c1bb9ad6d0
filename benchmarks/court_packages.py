"""Games of packages on PyPI as `python:benchmarks.court_packages:NAME`; it imports its package late.

Moves are called as the rules in prolog/games and examples/rules call them.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def square(number: int, width: int = 8) -> str:
    """A square's name, by its number in reading order."""
    return f"{'abcdefghijklmnop'[number % width]}{number // width + 1}"


class Board:
    """A position of a package, and whose turn it is. `_start` makes the first one."""

    def __init__(self) -> None:
        self._mover = 0
        self._board = self._start()

    def mover(self) -> int:
        return self._mover

    def _start(self) -> Any:
        raise NotImplementedError

    def __str__(self) -> str:
        return str(self._board)


# Othello


class RustReversi(Board):
    """rust-reversi."""

    def _start(self) -> Any:
        return import_module("rust_reversi").Board()

    def mover(self) -> int:
        return int(self._board.get_turn() != import_module("rust_reversi").Turn.BLACK)

    def moves(self) -> list[str]:
        return [square(one) for one in self._board.get_legal_moves_vec()] or ["pass"]

    def result(self) -> int | None:
        if not self._board.is_game_over():
            return None
        return int(self._board.is_black_win()) - int(self._board.is_white_win())

    def play(self, move: str) -> None:
        if move == "pass":
            self._board.do_pass()
        else:
            self._board.do_move([square(one) for one in range(64)].index(move))

    def clone(self) -> RustReversi:
        other = RustReversi()
        other._board = self._board.clone()
        return other


class Creversi(Board):
    """creversi-python."""

    def _start(self) -> Any:
        return import_module("creversi").Board()

    def mover(self) -> int:
        return int(not self._board.turn)

    def moves(self) -> list[str]:
        named = import_module("creversi").move_to_str
        return [str(named(one)) for one in self._board.legal_moves]

    def result(self) -> int | None:
        if not self._board.is_game_over():
            return None
        return int(self._board.diff_num()) * (1 if self._board.turn else -1)

    def play(self, move: str) -> None:
        if move == "pass":
            self._board.move_pass()
        else:
            self._board.move_from_str(move)

    def clone(self) -> Creversi:
        other = Creversi()
        other._board = self._board.copy()
        return other


class ReversiBoard(Board):
    """reversi-board: its board, and the order of play of its ReversiGame, which skips who cannot move."""

    def _start(self) -> Any:
        return import_module("reversi_board.board").ReversiBoard()

    def moves(self) -> list[str]:
        return [square(one) for one in self._board.placable_positions(1 + self._mover)] or ["pass"]

    def result(self) -> int | None:
        if self._board.placable_positions(1) or self._board.placable_positions(2):
            return None
        return int((self._board.board == 1).sum()) - int((self._board.board == 2).sum())

    def play(self, move: str) -> None:
        if move != "pass":
            self._board.put_piece([square(one) for one in range(64)].index(move), 1 + self._mover)
        self._mover = 1 - self._mover


class SimpleOthello(Board):
    """simple-othello."""

    def _start(self) -> Any:
        board = import_module("simple_othello.othello").Othello(import_module("simple_othello.config").CFG)
        board.reset()
        self._result: int | None = None
        return board

    def mover(self) -> int:
        return int(self._board.player != -1)

    def moves(self) -> list[str]:
        return [square(one) for one in self._board.get_legal_actions()] or ["pass"]

    def result(self) -> int | None:
        return self._result

    def play(self, move: str) -> None:
        sign = -self._board.player
        action = -1 if move == "pass" else [square(one) for one in range(64)].index(move)
        _, reward, done = self._board.step(action)
        if done:
            self._result = sign * reward


# Connect Four


class ConnectFourLib(Board):
    """connect-four-lib: its judge."""

    def _start(self) -> Any:
        return import_module("connect_four_lib.connect_four_judge").ConnectFourJudge()

    def moves(self) -> list[str]:
        return [str(move + 1) for move in self._board.get_valid_moves()]

    def result(self) -> int | None:
        state = self._board.is_game_over().name
        if state == "CONTINUE":
            return None
        return 0 if state == "DRAW" else 1 if self._mover else -1

    def play(self, move: str) -> None:
        self._board.add_move(str(int(move) - 1))
        self._mover = 1 - self._mover

    def undo(self) -> None:
        self._board.remove_last_move()
        self._mover = 1 - self._mover


class GymConnect4(Board):
    """gym-connect4."""

    def _start(self) -> Any:
        return import_module("gym_connect4.envs.connect4_env").Connect4Env()

    def mover(self) -> int:
        return int(self._board.current_player)

    def moves(self) -> list[str]:
        return [str(move + 1) for move in self._board.get_moves()]

    def result(self) -> int | None:
        return None if self._board.winner is None else {-1: 0, 0: 1, 1: -1}[self._board.winner]

    def play(self, move: str) -> None:
        self._board.step(int(move) - 1)

    def clone(self) -> GymConnect4:
        other = GymConnect4()
        other._board = self._board.clone()
        return other


class GymnasiumConnectFour(Board):
    """gymnasium-connect-four."""

    def _start(self) -> Any:
        board = import_module("connect_four_gymnasium.ConnectFourEnv").ConnectFourEnv(first_player=1)
        board.reset()
        self._result: int | None = None
        return board

    def mover(self) -> int:
        return int(self._board.next_player_to_play != 1)

    def moves(self) -> list[str]:
        return [str(move + 1) for move in self._board.get_valid_actions()]

    def result(self) -> int | None:
        return self._result

    def play(self, move: str) -> None:
        sign = 1 if self.mover() == 0 else -1
        _, reward, is_over, _, _ = self._board.step(int(move) - 1)
        if is_over:
            self._result = sign * int(reward)

    def clone(self) -> GymnasiumConnectFour:
        other = GymnasiumConnectFour()
        other._board, other._result = self._board.clone(), self._result
        return other


class Puissance4(Board):
    """puissance4: its grid."""

    def _start(self) -> Any:
        return import_module("puissance4.env.grille").Grille()

    def moves(self) -> list[str]:
        return [str(move + 1) for move in self._board.look_for_allowed_steps()]

    def result(self) -> int | None:
        if self._board.check_victory():
            return 1 if self._mover else -1
        return None if self._board.look_for_allowed_steps() else 0

    def play(self, move: str) -> None:
        self._board.drop("XO"[self._mover], int(move) - 1)
        self._mover = 1 - self._mover


class PingV4(Board):
    """pingv4."""

    def _start(self) -> Any:
        return import_module("pingv4").ConnectFourBoard()

    def mover(self) -> int:
        return self._mover

    def moves(self) -> list[str]:
        return [str(move + 1) for move in self._board.get_valid_moves()]

    def result(self) -> int | None:
        if self._board.is_in_progress:
            return None
        return 0 if self._board.is_draw else 1 if self._mover else -1

    def play(self, move: str) -> None:
        self._board = self._board.make_move(int(move) - 1)
        self._mover = 1 - self._mover

    def clone(self) -> PingV4:
        other = PingV4()
        other._board, other._mover = self._board, self._mover
        return other


class BitBully(Board):
    """bitbully."""

    def _start(self) -> Any:
        return import_module("bitbully").Board()

    def moves(self) -> list[str]:
        return [str(move + 1) for move in self._board.legal_moves()]

    def result(self) -> int | None:
        if self._board.has_win():
            return 1 if self._mover else -1
        return 0 if self._board.is_full() else None

    def play(self, move: str) -> None:
        self._board.play(int(move) - 1)
        self._mover = 1 - self._mover

    def clone(self) -> BitBully:
        other = BitBully()
        other._board, other._mover = self._board.copy(), self._mover
        return other


class SpookyConnect4(Board):
    """spooky-connect4."""

    def _start(self) -> Any:
        return import_module("spooky_connect4").Game(7, 6)

    def mover(self) -> int:
        return int(self._board.turn() != import_module("spooky_connect4").RED)

    def moves(self) -> list[str]:
        return [str(move.col() + 1) for move in self._board.legal_moves()]

    def result(self) -> float | None:
        return self._board.reward_absolute() if self._board.is_over() else None

    def play(self, move: str) -> None:
        self._board.make_move(next(one for one in self._board.legal_moves() if one.col() == int(move) - 1))

    def clone(self) -> SpookyConnect4:
        other = SpookyConnect4()
        other._board = self._board.clone()
        return other
