"""Games of packages on PyPI as `python:benchmarks.court_packages:NAME`; it imports its package late.

Moves are called as the rules in prolog/games and examples/rules call them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import deepcopy
from importlib import import_module
from typing import Any


def square(number: int, width: int = 8) -> str:
    """A square's name, by its number in reading order."""
    return f"{'abcdefghijklmnop'[number % width]}{number // width + 1}"


class Board(ABC):
    """A position of a package, and whose turn it is. `_start` makes the first one."""

    def __init__(self) -> None:
        self._mover = 0
        self._board = self._start()

    def mover(self) -> int:
        return self._mover

    @abstractmethod
    def _start(self) -> Any: ...

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


# Quoridor


class PythonQuoridor(Board):
    """python-quoridor."""

    def _start(self) -> Any:
        self._names: dict[str, str] = {}
        return import_module("quoridor").Quoridor()

    def mover(self) -> int:
        return len(self._board.moves) % 2

    def moves(self) -> list[str]:
        self._names = {self._named(one): one for one in sorted(self._board.get_legal_moves())}
        return list(self._names)

    def _named(self, move: str) -> str:
        column, rank = "abcdefghi".index(move[0]) + 1, int(move[1])
        return f"{column}/{10 - rank}" if len(move) == 2 else f"{column}/{9 - rank}/{move[2]}"

    def result(self) -> int | None:
        if not self._board.is_terminated:
            return None
        return 1 if self.mover() else -1

    def play(self, move: str) -> None:
        self.moves()
        self._board.make_move(self._names[move])

    def undo(self) -> None:
        self._board.undo_move()


class QuoridorSim(Board):
    """quoridor-env."""

    def _start(self) -> Any:
        return import_module("quoridor_sim.core").QuoridorGame(9, 2, 10)

    def mover(self) -> int:
        return int(self._board.turn)

    def moves(self) -> list[str]:
        return [self._named(*one) for one in self._board.legal_moves()]

    def _named(self, kind: str, x: int, y: int, *way: str) -> str:
        return f"{x + 1}/{9 - y}" if kind == "move" else f"{x + 1}/{8 - y}/{way[0]}"

    def result(self) -> int | None:
        return None if self._board.winner is None else 1 - 2 * int(self._board.winner)

    def play(self, move: str) -> None:
        self._board.step(next(one for one in self._board.legal_moves() if self._named(*one) == move))


class QuoridorRl(Board):
    """quoridor-rl."""

    def _start(self) -> Any:
        return import_module("quoridor_rl.game").Position.initial()

    def mover(self) -> int:
        return self._mover

    def moves(self) -> list[str]:
        return [self._named(one) for one in self._board.legal_actions()]

    def _named(self, action: Any) -> str:
        if hasattr(action, "target"):
            return f"{action.target.col + 1}/{action.target.row + 1}"
        return f"{action.anchor.col + 1}/{action.anchor.row + 1}/{action.orientation.value[0]}"

    def result(self) -> int | None:
        return None if self._board.winner is None else 1 if self._mover else -1

    def play(self, move: str) -> None:
        self._board = self._board.play(
            next(one for one in self._board.legal_actions() if self._named(one) == move)
        )
        self._mover = 1 - self._mover


class PyQuoridor(Board):
    """pyquoridor: what it lets a player do."""

    def _start(self) -> Any:
        self._winner: int | None = None
        return import_module("pyquoridor.board").Board()

    def mover(self) -> int:
        return int(self._board.current_player() != "white")

    def moves(self) -> list[str]:
        me = self._board.current_player()
        found = [f"{one.col + 1}/{9 - one.row}" for one in self._board.valid_pawn_moves(me)]
        grids = self._board.valid_fence_moves(me)
        for way, grid in zip("hv", grids, strict=True):
            cells = ((row, column) for row in range(8) for column in range(8))
            found += [
                f"{column + 1}/{8 - row}/{way}" for row, column in cells if grid[me][(row, column)] != -1
            ]
        return sorted(found)

    def result(self) -> int | None:
        return self._winner

    def play(self, move: str) -> None:
        column, row, *way = move.split("/")
        over = import_module("pyquoridor.exceptions").GameOver
        me = self._board.current_player()
        try:
            if way:
                self._board.place_fence(8 - int(row), int(column) - 1, way[0])
            else:
                self._board.move_pawn(me, 9 - int(row), int(column) - 1)
        except over:
            self._winner = 1 if me == "white" else -1


# easyAI


class Easy(Board):
    """A game of easyAI's; its players hold parts of the state."""

    def _players(self) -> list[Any]:
        return [type("Player", (), {})() for _ in range(2)]

    def mover(self) -> int:
        return int(self._board.current_player) - 1

    def moves(self) -> list[str]:
        return [str(move) for move in self._board.possible_moves()]

    def result(self) -> int | None:
        """Of a game in which only the player to move can have lost."""
        if not self._board.is_over():
            return None
        return 0 if not self._board.lose() else 1 if self.mover() else -1

    def play(self, move: str) -> None:
        self._board.make_move(next(one for one in self._board.possible_moves() if str(one) == move))
        self._board.switch_player()


class EasyAwele(Easy):
    """Oware."""

    def _start(self) -> Any:
        return import_module("easyAI.games.Awele").Awele(self._players())

    def result(self) -> int | None:
        if not self._board.is_over():
            return None
        first, second = (player.score for player in self._board.players)
        return int(first - second)


class EasyConnectFour(Easy):
    """Connect Four."""

    def _start(self) -> Any:
        return import_module("easyAI.games.ConnectFour").ConnectFour(self._players())


class EasyHexapawn(Easy):
    """Hexapawn on 4x4."""

    def _start(self) -> Any:
        return import_module("easyAI.games.Hexapawn").Hexapawn(self._players())


class EasyTicTacToe(Easy):
    """Tic-tac-toe."""

    def _start(self) -> Any:
        return import_module("easyAI.games.TicTacToe").TicTacToe(self._players())


class EasyNim(Easy):
    """Nim with the heaps 1, 3 and 5; whoever takes the last one loses, which `result` turns around."""

    def _start(self) -> Any:
        return import_module("easyAI.games.Nim").Nim(self._players(), piles=(1, 3, 5))

    def result(self) -> int | None:
        return (1 if self.mover() else -1) if self._board.is_over() else None


# BoardGameBench


class Bench(Board):
    """A game of BoardGameBench's: its states never change."""

    module: str
    name: str

    def _start(self) -> Any:
        return getattr(import_module(f"boardgamebench.games.{self.module}"), self.name)().initial_state()

    def mover(self) -> int:
        return int(self._board.current_player != 1)

    def moves(self) -> list[str]:
        return [move.label for move in self._board.legal_moves()]

    def result(self) -> int | None:
        return int(self._board.winner()) if self._board.is_terminal() else None

    def play(self, move: str) -> None:
        self._board = self._board.apply_move(self._board.move_by_label(move))

    def clone(self) -> Bench:
        other = type(self)()
        other._board = self._board
        return other


class BenchBreakthrough(Bench):
    """Breakthrough on 6x6."""

    module, name = "breakthrough", "Breakthrough"


class BenchConnectFour(Bench):
    """Connect Four."""

    module, name = "connect_four", "ConnectFour"


class BenchDots(Bench):
    """Dots and boxes, 3x3."""

    module, name = "dots_and_boxes", "DotsAndBoxes"


class BenchGomoku(Bench):
    """Gomoku on 19x19."""

    module, name = "gomoku", "Gomoku"


class BenchHex(Bench):
    """Hex on 7x7."""

    module, name = "hex", "Hex"


class BenchOthello(Bench):
    """Othello on 6x6; its rows count from below. The two passes that end a game come with its last move."""

    module, name = "othello", "Othello"

    def moves(self) -> list[str]:
        return [self._named(move.label) for move in self._board.legal_moves()]

    def _named(self, label: str) -> str:
        return label if label == "pass" else f"{label[0]}{7 - int(label[1])}"

    def play(self, move: str) -> None:
        super().play(self._named(move))
        passed = self._board
        for _ in range(2):
            if [one.label for one in passed.legal_moves()] != ["pass"]:
                return
            passed = passed.apply_move(passed.legal_moves()[0])
        self._board = passed


# Other packages


class Boardgame2Reversi(Board):
    """boardgame2: ReversiEnv, which skips who cannot move."""

    def _start(self) -> Any:
        env = import_module("boardgame2.reversi").ReversiEnv()
        env.reset()
        return env

    def _state(self) -> tuple[Any, int]:
        return self._board.board, self._board.player

    def mover(self) -> int:
        return int(self._board.player != 1)

    def moves(self) -> list[str]:
        valid = self._board.get_valid(self._state())
        return [square(8 * int(x) + int(y)) for x, y in zip(*valid.nonzero(), strict=True)] or ["pass"]

    def result(self) -> int | None:
        winner = self._board.get_winner(self._state())
        return None if winner is None else int(winner)

    def play(self, move: str) -> None:
        if move == "pass":
            self._board.player = -self._board.player
        else:
            number = [square(one) for one in range(64)].index(move)
            state = self._board.get_next_state(self._state(), (number // 8, number % 8))
            self._board.board, self._board.player = state


class PythonTicTacToe(Board):
    """python-tictactoe."""

    def _start(self) -> Any:
        return import_module("tictactoe").Board()

    def mover(self) -> int:
        return int(self._board.turn) - 1

    def moves(self) -> list[str]:
        return [str(3 * int(x) + int(y) + 1) for x, y in self._board.possible_moves()]

    def result(self) -> int | None:
        return {None: None, 0: 0, 1: 1, 2: -1}[self._board.result()]

    def play(self, move: str) -> None:
        self._board.push(divmod(int(move) - 1, 3))

    def clone(self) -> PythonTicTacToe:
        other = PythonTicTacToe()
        other._board = self._board.copy()
        return other


class Aima(Board):
    """A game of aima3."""

    name: str

    def _start(self) -> Any:
        self._game = getattr(import_module("aima3.games"), self.name)()
        return self._game.initial

    def mover(self) -> int:
        return int(self._game.to_move(self._board) != "X")

    def moves(self) -> list[str]:
        return [f"{x}/{y}" for x, y in self._game.actions(self._board)]

    def result(self) -> float | None:
        return float(self._game.utility(self._board, "X")) if self._game.terminal_test(self._board) else None

    def play(self, move: str) -> None:
        self._board = self._game.result(self._board, tuple(map(int, move.split("/"))))


class AimaTicTacToe(Aima):
    """Tic-tac-toe."""

    name = "TicTacToe"


class AimaConnectFour(Aima):
    """Connect Four; a move is told by its column."""

    name = "ConnectFour"

    def moves(self) -> list[str]:
        return [str(x) for x, _ in self._game.actions(self._board)]

    def play(self, move: str) -> None:
        cell = next(one for one in self._game.actions(self._board) if str(one[0]) == move)
        self._board = self._game.result(self._board, cell)


class ImparaaiCheckers(Board):
    """imparaai-checkers: all jumps of a turn are one move."""

    def _start(self) -> Any:
        return import_module("checkers.game").Game()

    def mover(self) -> int:
        return int(self._board.whose_turn()) - 1

    def moves(self) -> list[str]:
        return [self._named(turn) for turn in self._turns(self._board)]

    def _named(self, turn: list[Any]) -> str:
        return " ".join(map(str, [turn[0][0], *(to for _, to in turn)]))

    def _turns(self, game: Any) -> list[list[Any]]:
        found = []
        for move in game.get_possible_moves():
            after = deepcopy(game)
            after.move(move)
            if after.whose_turn() == game.whose_turn() and not after.is_over():
                found += [[move, *rest] for rest in self._turns(after)]
            else:
                found.append([move])
        return found

    def result(self) -> int | None:
        if self._board.get_possible_moves():
            return None
        return {1: 1, 2: -1, None: 0}[self._board.get_winner()]

    def play(self, move: str) -> None:
        for step in next(turn for turn in self._turns(self._board) if self._named(turn) == move):
            self._board.move(step)


class PyDraughts(Board):
    """py-draughts: American checkers."""

    def _start(self) -> Any:
        return import_module("draughts.boards.american").Board()

    def moves(self) -> list[str]:
        return [str(move) for move in self._board.legal_moves]

    def result(self) -> int | None:
        return None if self.moves() else 1 if self._mover else -1

    def play(self, move: str) -> None:
        self._board.push(next(one for one in self._board.legal_moves if str(one) == move))
        self._mover = 1 - self._mover

    def undo(self) -> None:
        self._board.pop()
        self._mover = 1 - self._mover


class Cchess(Board):
    """cchess: its moves that do not leave the king attacked."""

    def _start(self) -> Any:
        module = import_module("cchess")
        return module.ChessBoard(module.FULL_INIT_FEN)

    def moves(self) -> list[str]:
        named = import_module("cchess").pos2iccs
        found = []
        for one in self._board.create_moves():
            if self._board.is_valid_move_t(one) and not self._board.is_checked_move(*one):
                found.append(str(named(*one)))
        return found

    def result(self) -> int | None:
        return None if not self._board.no_moves() else 1 if self._mover else -1

    def play(self, move: str) -> None:
        self._board.move_iccs(move)
        self._board.next_turn()
        self._mover = 1 - self._mover


# Games of examples/rules


class BoaiAbalone(Board):
    """abalone-boai; who has won is told by its run_game."""

    def _start(self) -> Any:
        game = import_module("abalone.game").Game()
        type(game).__deepcopy__ = _copied  # it copies itself for each move that it tries
        return game

    def moves(self) -> list[str]:
        return list(self._named())

    def _named(self) -> dict[str, Any]:
        return {self._name(*move): move for move in self._board.generate_legal_moves()}

    def _name(self, marbles: Any, direction: Any) -> str:
        steps = ("0/1", "1/1", "1/0", "0/-1", "-1/-1", "-1/0")
        names = ("EAST", "NORTH_EAST", "NORTH_WEST", "WEST", "SOUTH_WEST", "SOUTH_EAST")
        ends = marbles if isinstance(marbles, tuple) else (marbles,)
        cells = sorted(f"{'ABCDEFGHI'.index(end.name[0]) + 1}/{end.name[1]}" for end in ends)
        return f"{'/'.join(cells)}-({steps[names.index(direction.name)]})"

    def result(self) -> int | None:
        black, white = self._board.get_score()
        return None if 8 not in (black, white) else 1 if white == 8 else -1

    def play(self, move: str) -> None:
        self._board.move(*self._named()[move])
        self._board.switch_player()
        self._mover = 1 - self._mover


def _copied(game: Any, _: Any) -> Any:
    other = object.__new__(type(game))
    other.board, other.turn = [row[:] for row in game.board], game.turn
    return other


class SantorinAI(Board):
    """SantorinAI: its legal steps and buildings; there the pawns move in turn, here any own one may."""

    def _start(self) -> Any:
        return import_module("santorinai.board").Board(2)

    def moves(self) -> list[str]:
        return list(self._named())

    def _named(self) -> dict[str, Any]:
        board, pawns = self._board, self._board.pawns[self._mover :: 2]
        if pawns[0].pos[0] is None:
            free = sorted(board.get_possible_movement_positions(pawns[0]))
            pairs = [(one, other) for one in free for other in free if one < other]
            return {f"place({_cell(one)},{_cell(other)})": (one, other) for one, other in pairs}
        found: dict[str, Any] = {}
        for pawn in pawns:
            start = _cell(pawn.pos)
            for step, built in board.get_possible_movement_and_building_positions(pawn):
                is_won = board.board[step[0]][step[1]] == 3
                name = f"{start}-{_cell(step)}" + ("" if is_won else f"/{_cell(built)}")
                found[name] = (pawn.number, step, built)
        return found

    def result(self) -> int | None:
        winner = self._board.winner_player_number
        if winner is not None:
            return 1 if winner == 1 else -1
        return None if self.moves() else 2 * self._mover - 1

    def play(self, move: str) -> None:
        chosen = self._named()[move]
        if move.startswith("place"):
            for pawn, cell in zip(self._board.pawns[self._mover :: 2], chosen, strict=True):
                pawn.pos = cell
        else:
            self._board.pawn_turn = chosen[0]
            self._board.play_move(*chosen[1:])
        self._mover = 1 - self._mover

    def clone(self) -> SantorinAI:
        other = SantorinAI()
        other._board, other._mover = self._board.copy(), self._mover
        return other


def _cell(cell: tuple[int, int]) -> str:
    return f"{cell[0] + 1}/{cell[1] + 1}"


class Fetlar(Board):
    """hnefatafl, which ends after 75 moves."""

    def _start(self) -> Any:
        board = import_module("hnefatafl").TaflBoard()
        self._is_over = False
        return board

    def moves(self) -> list[str]:
        return list(self._named())

    def _named(self) -> dict[str, Any]:
        found = {}
        for move in self._board.get_all_valid_moves():
            start, end = tuple(move["from"]), tuple(move["to"])
            found[f"{_cell(start)}-{_cell(end)}"] = (start, end)
        return found

    def result(self) -> int | None:
        return -int(self._board.game_over_cause) if self._is_over else None

    def play(self, move: str) -> None:
        self._is_over = bool(self._board.move_piece(*self._named()[move]))
        self._mover = 1 - self._mover
