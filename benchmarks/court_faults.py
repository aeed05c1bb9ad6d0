"""Faults of other programs, each with what shows it: `python benchmarks/court_faults.py [NAME or NUMBER]`.

Each program runs in a bare process, and its last line must be what was found; what is not installed is
told. Then random games of the system by itself tell how many of them meet the fault. The table of
docs/court.md is written anew. `judge` is what else says that it is one: another program, the published rules,
or the system itself, whose own law is broken. Some packages need Python 3.12.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from court_tables import keep


@dataclass(frozen=True)
class Fault:
    """A fault: what is wrong, who says so, the program, and the last line that it prints."""

    system: str
    game: str
    kind: str
    wrong: str
    judge: str
    script: str
    found: str
    line: str = ""
    """The moves that lead there; a script that prints them after `line: ` needs none."""
    meets: str = ""
    """Defines `meets(random)`: whether a random game meets it. Without a line of play each does."""


RANDOM = """
import random, time
until, met, played = time.monotonic() + SECONDS, 0, 0
while time.monotonic() < until and played < 1000:
    met += bool(meets(random.Random(played)))
    played += 1
print(f"{met} of {played}")
"""

UNDONE = """
import pyspiel
game = pyspiel.load_game("NAME")
def meets(random):
    state = game.new_initial_state()
    while not state.is_terminal():
        before, mover = state.clone(), state.current_player()
        action = random.choice(state.legal_actions())
        state.apply_action(action)
        after = state.clone()
        try:
            state.legal_actions()
            if mover >= 0:
                state.undo_action(mover, action)
                if (state.current_player(), state.legal_actions()) != (mover, before.legal_actions()):
                    return True
        except pyspiel.SpielError:
            return True
        state = after
"""


def undone(name: str, actions: list[int], wrong: str, found: str) -> Fault:
    """A game of OpenSpiel's in which undoing the last of some actions does not give back what was."""
    script = f"""
import pyspiel
state = pyspiel.load_game({name!r}).new_initial_state()
line = []
for action in {actions}:
    line.append(state.action_to_string(action))
    before, mover = state.clone(), state.current_player()
    state.apply_action(action)
print("line:", *line, flush=True)
state.legal_actions()
state.undo_action(mover, action)
moves = [[one.action_to_string(move) for move in one.legal_actions()] for one in (state, before)]
print(state.current_player() == before.current_player(), moves[0] == moves[1])
"""
    meets = UNDONE.replace("NAME", name)
    return Fault("OpenSpiel 2.0.2", name, "undo", wrong, "itself", script, found, meets=meets)


STALE = "the moves afterwards are those of the undone state"

CHECKERS = """
import textarena
env = textarena.make("Checkers-v0-raw")
env.reset(num_players=2, seed=0)
board = env.state.game_state["board"]
board[:] = [["."] * 8 for _ in range(8)]
for row, column, man in map(str.split, {}):
    board[int(row)][int(column)] = man
env.step({!r})
print(env.state.done, env._has_legal_move(1))
"""

ANTICHESS = """
from antichess.GameState import GameState
state = GameState(singlePlayer=False)
for move in {!r}.split():
    state.do_move(move)
print({})
"""

ANTICHESS_MEETS = """
import chess.variant
from antichess.GameState import GameState
def meets(random):
    state, board = GameState(singlePlayer=False), chess.variant.AntichessBoard()
    for _ in range(120):
        kind = lambda move: board.piece_at(chess.parse_square(move[:2])).symbol().upper()
        found, right = set(state.available_moves()), {{str(move) for move in board.legal_moves}}
        if {}:
            return True
        if not found & right:
            return False
        move = random.choice(sorted(found & right))
        state.do_move(move)
        board.push_uci(move)
"""

XIANGQI = """
from cotuongpi.game import Game
from cotuongpi.pieces import Color, Position
from cotuongpi.rules import Rules
game = Game()
for move in {!r}.split():
    result = game.make_move(*(Position("abcdefghi".index(move[at]), int(move[at + 1])) for at in (0, 2)))
print({})
"""

XIANGQI_MEETS = """
from cotuongpi.game import Game
from cotuongpi.pieces import Color, Position
from cotuongpi.rules import Rules
def facing(board):
    red, black = board.find_general(Color.RED), board.find_general(Color.BLACK)
    if not red or not black or red.position.col != black.position.col:
        return False
    rows = range(black.position.row + 1, red.position.row)
    return not any(board.get_piece(Position(red.position.col, row)) for row in rows)
def meets(random):
    game = Game()
    while not game.game_over and game.move_count < 300:
        mover = game.current_turn
        pieces = game.board.get_pieces(mover)
        moves = [(one.position, to) for one in pieces for to in Rules.get_valid_moves(game.board, one)]
        game.make_move(*random.choice(moves))
        if {}:
            return True
"""

WEIQI_MEETS = """
import copy
from weiqi import Board, Move, Position, Stone
def str_of(board):
    return board.state_as_string
def stones(board):
    return 25 - str_of(board).count(".")
def at_once(board, stone):
    other = Stone.WHITE if stone is Stone.BLACK else Stone.BLACK
    for place in board.figures:
        after = copy.deepcopy(board)
        try:
            after.place_figure(Move(place, other))
        except ValueError:
            continue
        yield place, str_of(after)
def meets(random):
    board, stone, old = Board.generate_empty_board(5), Stone.BLACK, ""
    for _ in range(60):
        before = copy.deepcopy(board)
        places = [place for place, there in board.figures.items() if there is None]
        random.shuffle(places)
        for place in places:
            try:
                board.place_figure(Move(place, stone))
                break
            except ValueError:
                continue{}
        stone = Stone.WHITE if stone is Stone.BLACK else Stone.BLACK
"""

FAULTS = (
    undone("antichess", [3135, 3136], STALE, "True False"),
    undone("chess", [3009, 3010], STALE, "True False"),
    undone(
        "checkers",
        [370, 172, 313, 119, 440, 230, 339, 157],
        "after the second jump of a move is undone, asking for moves fails",
        "multiple_move_list.size() = 0, 0 = 0",
    ),
    undone("crazyhouse", [3009, 3010], STALE, "True False"),
    undone("dots_and_boxes", [6, 7, 0], "a line of an earlier move is taken away, too", "True False"),
    undone("einstein_wurfelt_nicht", [394, 430, 0, 284], "the die is to be rolled again", "False False"),
    undone("shogi", [3954], STALE, "True False"),
    undone("twixt", [32], "the other player is still to move", "False False"),
    undone("ultimate_tic_tac_toe", [6], "the chosen board stays chosen", "True False"),
    Fault(
        "OpenSpiel 2.0.2",
        "antichess",
        "extra move",
        "if the only capture is en passant, other moves are legal, too",
        "python-chess",
        """
import pyspiel
state = pyspiel.load_game("antichess").new_initial_state()
line = []
for action in [4351, 704, 1312, 883, 3719, 4352, 3266, 3723, 704]:
    line.append(state.action_to_string(action))
    state.apply_action(action)
print("line:", *line)
print(len(state.legal_actions()), "moves, not 1:", state)
""",
        "24 moves, not 1: rnbqkb1r/p1ppppp1/7n/7p/1Pp5/7P/P2PPPP1/RNBQKBNR b - b3 0 5",
        meets="""
import chess.variant, pyspiel
game = pyspiel.load_game("antichess")
def meets(random):
    state = game.new_initial_state()
    while not state.is_terminal():
        right = chess.variant.AntichessBoard(str(state)).legal_moves.count()
        if len(state.legal_actions()) > right:
            return True
        state.apply_action(random.choice(state.legal_actions()))
""",
    ),
    Fault(
        "OpenSpiel 2.0.2",
        "antichess",
        "missing move",
        "beside other captures, en passant is no move",
        "python-chess",
        """
import pyspiel
fen = "4kb2/6p1/2n5/4pP2/5P2/3N4/3K4/8 w - e6 0 23"
state = pyspiel.load_game("antichess").new_initial_state(fen)
print([state.action_to_string(action) for action in state.legal_actions()])
""",
        "['Nxe5', 'fxe5']",
        line="from 4kb2/6p1/2n5/4pP2/5P2/3N4/3K4/8 w - e6",
        meets="""
import chess.variant, pyspiel
game = pyspiel.load_game("antichess")
def meets(random):
    state = game.new_initial_state()
    while not state.is_terminal():
        right = chess.variant.AntichessBoard(str(state)).legal_moves.count()
        if len(state.legal_actions()) < right:
            return True
        state.apply_action(random.choice(state.legal_actions()))
""",
    ),
    Fault(
        "simple-othello 1.2.7",
        "othello",
        "end",
        "the second pass of a player ends the game, even if somebody can move",
        "OpenSpiel",
        """
from simple_othello.config import CFG
from simple_othello.othello import Othello
game = Othello(CFG)
game.reset()
line = "c4e3f2c5f4e2c6g5d2c1g4f3h6d3e6b5a5f6g2f5f7h5d6g8d1b7b4c3b3f1b1h1c7a6"
line += "h4a4b6b2a1h3a7e7d8g6e8d7e1h7a3a2g7b8g3a8c2g1c8h2--h8--"
for move in [line[at:at + 2] for at in range(0, len(line), 2)]:
    _, _, done = game.step("abcdefgh".index(move[0]) + 8 * int(move[1]) - 8 if move != "--" else -1)
print(done, game.get_legal_actions())
""",
        "True [61]",
        line="see the reproducer, 66 plies",
        meets="""
from simple_othello.config import CFG
from simple_othello.othello import Othello
def meets(random):
    game, done = Othello(CFG), False
    game.reset()
    while not done:
        _, _, done = game.step(random.choice(list(game.get_legal_actions()) or [-1]))
    return bool(game.get_legal_actions())
""",
    ),
    Fault(
        "easyAI 2.0.12",
        "Awele",
        "missing move",
        "only moves that feed the opponent are legal, even if the opponent has seeds",
        "OpenSpiel; the rules that it cites",
        """
from easyAI.games.Awele import Awele
class Player: pass
print(Awele([Player(), Player()]).possible_moves())
""",
        "['c', 'd', 'e', 'f']",
    ),
    Fault(
        "easyAI 2.0.12",
        "Awele",
        "result",
        "twos and threes are not captured: a division by 6 is no whole number",
        "OpenSpiel; the rules that it cites",
        """
from easyAI.games.Awele import Awele
class Player: pass
game = Awele([Player(), Player()])
game.board = [0, 0, 0, 0, 0, 2, 4, 1, 4, 4, 4, 4]
game.make_move("f")
print(game.players[0].score, game.board[7])
""",
        "0 2",
        line="f, where it has 2 seeds and the second house after it has 1",
        meets="""
from easyAI.games.Awele import Awele
class Player: pass
def meets(random):
    game = Awele([Player(), Player()])
    for _ in range(200):
        if game.is_over():
            break
        move = random.choice(game.possible_moves())
        at = "abcdefghijkl".index(move)
        last = at + game.board[at]
        game.make_move(move)
        if last < 12 and (last < 6) != (at < 6) and game.board[last] in (2, 3):
            return True
        game.switch_player()
""",
    ),
    Fault(
        "easyAI 2.0.12",
        "Nim",
        "missing move",
        "with max_removals_per_turn=3 nobody may take 3",
        "its own documentation",
        """
from easyAI.games.Nim import Nim
print(Nim(max_removals_per_turn=3, piles=(5,)).possible_moves())
""",
        "['1,1', '1,2']",
    ),
    Fault(
        "easyAI 2.0.12",
        "Hexapawn",
        "extra move",
        "a pawn may step onto a pawn of its own",
        "the rules that it cites",
        """
from easyAI.games.Hexapawn import Hexapawn
class Player: pass
game = Hexapawn([Player(), Player()])
for move in "A1 B1", "D3 C3", "B1 C1", "D2 C1", "A2 B2":
    game.make_move(move)
    game.switch_player()
print("C1 B1" in game.possible_moves(), "D1 C1" in game.possible_moves())
""",
        "True True",
        line="A1 B1, D3 C3, B1 C1, D2 C1, A2 B2",
        meets="""
from easyAI.games.Hexapawn import Hexapawn
class Player: pass
def meets(random):
    game = Hexapawn([Player(), Player()])
    while not game.is_over():
        moves = game.possible_moves()
        if any(("ABCDEFGHIJ".index(move[3]), int(move[4]) - 1) in game.player.pawns for move in moves):
            return True
        game.make_move(random.choice(moves))
        game.switch_player()
""",
    ),
    Fault(
        "boardgamebench 0.1.2",
        "gomoku",
        "missing move",
        "the first stone must be in the middle, and others beside a stone",
        "its own rules()",
        """
from boardgamebench.games.gomoku import Gomoku
print([move.label for move in Gomoku().initial_state().legal_moves()])
""",
        "['10,10']",
    ),
    Fault(
        "connect-four-lib 1.3.1",
        "connect four",
        "result",
        "a win with the last disc is called a draw",
        "OpenSpiel",
        """
from connect_four_lib.connect_four_judge import ConnectFourJudge
judge = ConnectFourJudge()
for move in "416210144241363310466123232265505465550003":
    judge.add_move(move)
print(judge.is_game_over(), judge.board[3])
""",
        "DRAW [1, 1, 2, 2, 2, 2]",
        line="416210144241363310466123232265505465550003",
        meets="""
from connect_four_lib.connect_four_judge import ConnectFourJudge
def meets(random):
    judge = ConnectFourJudge()
    while judge.is_game_over().name == "CONTINUE":
        judge.add_move(str(random.choice(judge.get_valid_moves())))
    board, steps = judge.board, ((0, 1), (1, 0), (1, 1), (1, -1))
    cells = {(x, y): board[x][y] for x in range(7) for y in range(6)}
    return judge.is_game_over().name == "DRAW" and any(
        len({cells.get((x + n * i, y + n * j)) for n in range(4)}) == 1 for x, y in cells for i, j in steps
    )
""",
    ),
    Fault(
        "gym-connect4 0.8",
        "connect four",
        "clone",
        "a clone of a game with another length of rows goes back to 4",
        "itself",
        """
from gym_connect4.envs.connect4_env import Connect4Env
print(Connect4Env(connect=3).clone().connect)
""",
        "4",
    ),
    Fault(
        "python-tictactoe 0.0.7",
        "tic-tac-toe",
        "clone",
        "a copy has forgotten its moves",
        "itself",
        """
from tictactoe import Board
board = Board()
board.push((0, 0))
print(board.move_count, board.copy().move_count)
""",
        "1 0",
        line="(0, 0)",
        meets="""
from tictactoe import Board
def meets(random):
    board = Board()
    board.push(random.choice(board.possible_moves()))
    return board.copy().move_count != board.move_count
""",
    ),
    Fault(
        "python-quoridor 0.1.2",
        "quoridor",
        "undo",
        "a wall that is undone is not given back",
        "itself",
        """
from quoridor import Quoridor
game = Quoridor()
before = game.current_player.walls
game.make_move("e4h")
game.undo_move()
print(before, game.current_player.walls)
""",
        "10 9",
        line="e4h",
        meets="""
from quoridor import Quoridor
def meets(random):
    game = Quoridor()
    while not game.is_terminated:
        before = game.current_player.walls
        game.make_move(random.choice(sorted(game.get_legal_moves())))
        move = game.moves[-1]
        game.undo_move()
        if game.current_player.walls != before:
            return True
        game.make_move(move)
""",
    ),
    Fault(
        "pyquoridor 0.0.5",
        "quoridor",
        "extra move",
        "a player without fences is told fences, for those of who is to move are told",
        "its own documentation",
        """
from pyquoridor.board import Board
board = Board()
board.fences_left["black"] = 0
fences, _ = board.valid_fence_moves("black")
print(any(fences["black"][row, column] != -1 for row in range(8) for column in range(8)))
""",
        "True",
        line="until black has no fence",
    ),
    Fault(
        "quoridor-env 0.2.6",
        "quoridor",
        "extra move",
        "walls may cross",
        "OpenSpiel",
        """
from quoridor_sim.core import QuoridorGame
game = QuoridorGame(9, 2, 10)
game.step(("wall", 3, 3, "h"))
print(("wall", 3, 3, "v") in game.legal_moves())
""",
        "True",
        line="('wall', 3, 3, 'h')",
        meets="""
from quoridor_sim.core import QuoridorGame
def meets(random):
    game, built = QuoridorGame(9, 2, 10), set()
    while game.winner is None:
        moves = game.legal_moves()
        if built & set(moves):
            return True
        move = random.choice(moves)
        game.step(move)
        if move[0] == "wall":
            x, y, way = move[1:]
            built |= {("wall", x, y, "v" if way == "h" else "h")}
""",
    ),
    Fault(
        "quoridor-env 0.2.6",
        "quoridor",
        "extra move",
        "walls may lie half on each other",
        "OpenSpiel",
        """
from quoridor_sim.core import QuoridorGame
game = QuoridorGame(9, 2, 10)
game.step(("wall", 3, 3, "h"))
print(("wall", 4, 3, "h") in game.legal_moves())
""",
        "True",
        line="('wall', 3, 3, 'h')",
        meets="""
from quoridor_sim.core import QuoridorGame
def meets(random):
    game, built = QuoridorGame(9, 2, 10), set()
    while game.winner is None:
        moves = game.legal_moves()
        if built & set(moves):
            return True
        move = random.choice(moves)
        game.step(move)
        if move[0] == "wall":
            x, y, way = move[1:]
            across, along = way == "h", way == "v"
            built |= {("wall", x + across, y + along, way), ("wall", x - across, y - along, way)}
""",
    ),
    Fault(
        "chessengine 0.3.4",
        "chess",
        "extra move",
        "get_moves, for 'all valid moves', ignores check",
        "python-chess",
        """
from chessengine.bitboard import Board
board = Board("white")
for move in "c2c4 d7d6 b1c3 g8f6 d1a4".split():
    board.move(*(1 << "abcdefgh".index(move[at]) + 8 * int(move[at + 1]) - 8 for at in (0, 2)))
print(len(board.get_moves("black")), "moves, not 7")
""",
        "30 moves, not 7",
        line="c2c4 d7d6 b1c3 g8f6 d1a4",
        meets="""
import chess
from chessengine.bitboard import Board
def meets(random):
    board, right = Board("white"), chess.Board()
    for _ in range(60):
        plain = [move for move in right.legal_moves if not move.promotion and not right.is_castling(move)]
        plain = [move for move in plain if not right.is_en_passant(move)]
        if right.is_check():
            return len(board.get_moves("white" if right.turn else "black")) > right.legal_moves.count()
        if not plain:
            return False
        move = random.choice(plain)
        right.push(move)
        board.move(1 << move.from_square, 1 << move.to_square)
""",
    ),
    Fault(
        "textarena 0.7.4",
        "checkers",
        "end",
        "a player who cannot move has not lost",
        "its own comment",
        CHECKERS.format(["5 0 b", "7 0 r", "7 2 r", "4 5 r"], "[7 0 6 1]"),
        "False False",
        line="[7 0 6 1], with b on 5 0, and r on 7 0, 7 2 and 4 5",
    ),
    Fault(
        "textarena 0.7.4",
        "checkers",
        "error",
        "a move that leaves the mover none raises an exception",
        "its own comment",
        CHECKERS.format(["4 1 r", "2 1 b", "1 2 b"], "[4 1 3 0]"),
        "TypeError: TwoPlayerState.set_winners() got an unexpected keyword argument 'player_id'",
        line="[4 1 3 0], with r on 4 1, and b on 2 1 and 1 2",
    ),
    Fault(
        "textarena 0.7.4",
        "lines of action",
        "end",
        "a capture that joins the opponent's men does not end the game",
        "its own prompt; S. Sackson",
        """
import textarena
env = textarena.make("LinesOfAction-v0-raw")
env.reset(num_players=2, seed=0)
board = env.state.game_state["board"]
board[:] = [[""] * 8 for _ in range(8)]
for man, squares in (("X", "e4 e5 a1"), ("O", "a3 h8 c6")):
    for row, column in map(env.coord_to_rc, squares.split()):
        board[row][column] = man
env.step("a3a1")
print(env.state.done, env._connected("X"), env._connected("O"))
""",
        "False True False",
        line="a3a1, with X on e4, e5 and a1, and O on a3, h8 and c6",
    ),
    Fault(
        "antichess 0.1.2",
        "antichess",
        "mover",
        "a move that is not made in place leaves the same player to move",
        "its own rules",
        """
from antichess.GameState import GameState
state = GameState()
print(state.colorToMove, state.do_move("e2e4").colorToMove)
""",
        "PieceColor.WHITE PieceColor.WHITE",
    ),
    Fault(
        "antichess 0.1.2",
        "antichess",
        "missing move",
        "the king does not move diagonally",
        "its own rules; python-chess",
        ANTICHESS.format("f2f3 a7a6", '"e1f2" in state.available_moves()'),
        "False",
        line="f2f3 a7a6",
        meets=ANTICHESS_MEETS.format(
            "any(kind(move) == 'K' and move[0] != move[2] and move[1] != move[3] for move in right - found)"
        ),
    ),
    Fault(
        "antichess 0.1.2",
        "antichess",
        "extra move",
        "the first step of a pawn jumps over a piece",
        "its own rules; python-chess",
        ANTICHESS.format("g1f3 a7a6", '"f2f4" in state.available_moves()'),
        "True",
        line="g1f3 a7a6",
        meets=ANTICHESS_MEETS.format(
            "any(kind(move) == 'P' and move[0] == move[2] for move in found - right)"
        ),
    ),
    Fault(
        "antichess 0.1.2",
        "antichess",
        "missing move",
        "a pawn on its last row is not promoted",
        "its own rules; python-chess",
        ANTICHESS.format(
            "f2f4 f7f5 a2a3 e7e5 f4e5 f8a3 b2a3 a7a5 c2c4 d8h4 e5e6 h4e1 e6d7 e1f1",
            '[move for move in state.available_moves() if move.startswith("d7")]',
        ),
        "['d7c8', 'd7e8']",
        line="f2f4 f7f5 a2a3 e7e5 f4e5 f8a3 b2a3 a7a5 c2c4 d8h4 e5e6 h4e1 e6d7 e1f1",
        meets=ANTICHESS_MEETS.format("any(len(move) == 5 for move in right - found)"),
    ),
    Fault(
        "connectide 0.0.1",
        "connect four",
        "clone",
        "parse does not take over whose turn chash says it is",
        "itself",
        """
from connectide import Board
board, other = Board(), Board()
board.addPiece(0)
other.parse(board.chash())
print(board.turn, other.turn)
""",
        "2 1",
        line="0",
        meets="""
from connectide import Board
def meets(random):
    board, other = Board(), Board()
    while board.moveGen():
        board.addPiece(random.choice(board.moveGen()))
        other.parse(board.chash())
        if other.turn != board.turn:
            return True
""",
    ),
    Fault(
        "cotuongpi 1.0.0",
        "xiangqi",
        "extra move",
        "the generals may face each other on an open file",
        "its own documentation; Fairy-Stockfish",
        XIANGQI.format("e6e5 e3e4 e5e4 a3a4 e4d4", "result, Rules.is_in_check(game.board, Color.RED)"),
        "MoveResult.CHECK True",
        line="e6e5 e3e4 e5e4 a3a4 e4d4",
        meets=XIANGQI_MEETS.format("facing(game.board)"),
    ),
    Fault(
        "cotuongpi 1.0.0",
        "xiangqi",
        "undo",
        "after the capture of a general is undone, the other player is to move",
        "itself",
        XIANGQI.format(
            "e6e5 e3e4 e5e4 a3a4 h7h5 a4a5 h5e5 a5a6 e5e0",
            "result, game.current_turn, game.undo_move(), game.current_turn",
        ),
        "MoveResult.GENERAL_CAPTURED Color.RED True Color.BLACK",
        line="e6e5 e3e4 e5e4 a3a4 h7h5 a4a5 h5e5 a5a6 e5e0",
        meets=XIANGQI_MEETS.format("game.game_over and game.undo_move() and game.current_turn != mover"),
    ),
    Fault(
        "doubutsushogi 0.0.5",
        "dobutsu shogi",
        "clone",
        "from_index forgets the pieces in hand",
        "itself",
        """
from doubutsushogi.game import State
state = State.initial_state()
state = state.action_result(next(one for one in state.valid_actions if str(one) == "H2b(2c)"))
print(state.flipped.text, State.from_index(state.state_index).text)
""",
        "klz....h.ZLK0001001 klz....h.ZLK0000001",
        line="H2b(2c)",
        meets="""
from doubutsushogi.game import State
def meets(random):
    state = State.initial_state()
    for _ in range(200):
        if state.status:
            return False
        state = state.action_result(random.choice(state.valid_actions))
        if State.from_index(state.state_index).state_index != state.state_index:
            return True
""",
    ),
    Fault(
        "hnefatafl 0.1.1",
        "hnefatafl",
        "end",
        "a position that comes back is no draw: all that it keeps are the same array",
        "its own comment",
        """
from hnefatafl.tafl_board import TaflBoard
board = TaflBoard()
for _ in range(4):
    for move in ((0, 3), (1, 3)), ((3, 5), (3, 4)), ((1, 3), (0, 3)), ((3, 4), (3, 5)):
        over = board.move_piece(*move)
print(over, len(board.state_queue), board.state_queue[0] is board.state_queue[-1])
""",
        "False 4 True",
        line="(0, 3) (1, 3), (3, 5) (3, 4), (1, 3) (0, 3), (3, 4) (3, 5), four times",
        meets="""
from hnefatafl.tafl_board import TaflBoard
def meets(random):
    board, before = TaflBoard(), []
    over = False
    while not over:
        moves = board.get_all_valid_moves()
        if not moves:
            return False
        move = random.choice(moves)
        over = board.move_piece(tuple(move["from"]), move["to"])
        before.append(board.pieces.tobytes())
        if not over and before[-1] in before[:-1][-4:-3]:
            return True
""",
    ),
    Fault(
        "jungle-chess 1.0.0",
        "jungle",
        "error",
        "asking for the moves of a lion beside the river with a rat in its way never ends",
        "itself",
        """
import signal
from jungle_chess.board import Board
board = Board()
for move in "g3g4 g4f4 g1g2 g2g3 g3g4".split():
    board.move(*(("abcdefg".index(move[at]), int(move[at + 1]) - 1) for at in (0, 2)))
signal.signal(signal.SIGALRM, lambda *_: print("no answer in 5 seconds") or exit())
signal.alarm(5)
print(board.legal_moves((6, 3)))
""",
        "no answer in 5 seconds",
        line="g3g4 g4f4 g1g2 g2g3 g3g4",
        meets="""
from jungle_chess.board import Board
from jungle_chess.constants import Side
def meets(random):
    board = Board()
    for ply in range(400):
        side = list(Side)[ply % 2]
        moves = []
        for piece in sorted(board.pieces(side), key=lambda piece: piece.pos):
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                column, row = piece.pos
                while piece.can_jump and board.is_river((column + x, row + y)):
                    column, row = column + x, row + y
                    if board.at((column, row)):
                        return True
            moves += [(piece.pos, to) for to in sorted(board.legal_moves(piece.pos))]
        if not moves or board.outcome:
            return False
        board.move(*random.choice(moves))
""",
    ),
    Fault(
        "mancala 0.3.0",
        "kalah",
        "result",
        "a game that ends with as many seeds for both is won by the first player",
        "OpenSpiel",
        """
import numpy
from mancala.mancala import MancalaState
state = MancalaState(numpy.array([0, 0, 0, 0, 0, 1, 23, 0, 0, 0, 0, 0, 0, 24]))
state.proceed_action(5)
print(state.rewards[0] == state.rewards[1], state.is_terminal(), state._winner)
""",
        "True True 0",
        line="5, with a seed in it, 23 in the store, and 24 in the other",
        meets="""
from mancala.mancala import MancalaState
def meets(random):
    state = MancalaState()
    while not state.is_terminal():
        moves = state.legal_actions(state.current_player)
        state.proceed_action(random.choice(moves) if moves else None)
    rest = [sum(state.board[0:6]), sum(state.board[7:13])]
    return state.board[6] + rest[0] == state.board[13] + rest[1]
""",
    ),
    Fault(
        "mancala 0.3.0",
        "kalah",
        "clone",
        "a clone has forgotten that a player is to be skipped",
        "itself",
        """
from mancala.mancala import MancalaState
state = MancalaState().proceed_action(2)
print(state.legal_actions(1), state.clone().legal_actions(1))
""",
        "None [7, 8, 9, 10, 11, 12]",
        line="2",
        meets="""
from mancala.mancala import MancalaState
def meets(random):
    state = MancalaState()
    while not state.is_terminal():
        moves = state.legal_actions(state.current_player)
        if moves != state.clone().legal_actions(state.current_player):
            return True
        state.proceed_action(random.choice(moves) if moves else None)
""",
    ),
    Fault(
        "mnkgame 0.0.0.5",
        "m,n,k",
        "error",
        "is_valid raises a number, which is no exception",
        "itself",
        """
from mnkgame.Board import Board
try:
    print(Board(3, 3, 3).is_valid())
except TypeError as error:
    print(error)
""",
        "exceptions must derive from BaseException",
    ),
    Fault(
        "uttt-engine 0.0.8",
        "ultimate tic-tac-toe",
        "end",
        "three boards in a row that are tied end the game as won",
        "OpenSpiel",
        """
from uttt_engine import claimed_spaces, has_won, is_game_over
tied = list("XOXXOOOXX")
state = [tied] * 3 + [["-"] * 9 for _ in range(6)]
print(has_won(claimed_spaces(state)), is_game_over(state))
""",
        "True True",
        line="until the first three boards are tied",
        meets="""
from uttt_engine import change_turn, claimed_spaces, generate_moves, has_won, is_game_over, make_move
def meets(random):
    state, turn = [["-"] * 9 for _ in range(9)], "X"
    move = random.choice([f"{board}{cell}" for board in range(1, 10) for cell in range(1, 10)])
    while True:
        state = make_move(state, move, turn)
        board = int(move[0]) - 1
        if has_won(state[board]):
            state[board] = [turn] * 9
        if is_game_over(state):
            won = claimed_spaces(state)
            lines = [won[at::3] for at in range(3)] + [won[at : at + 3] for at in (0, 3, 6)]
            lines += [won[::4], won[2:7:2]]
            tied = ["Tie"] * 3 in lines and not any([who] * 3 in lines for who in "XO")
            return tied and any(cell == "-" for each in state for cell in each)
        turn = change_turn(turn)
        move = random.choice(generate_moves(state, move))
""",
    ),
    Fault(
        "weiqi 0.2.1",
        "go",
        "extra move",
        "a ko may be taken back at once",
        "Japanese rules of 1989, article 6; OpenSpiel",
        """
from weiqi import Board, Player, Position, Stone, WeiqiGame
players, seen = [Player(Stone.BLACK), Player(Stone.WHITE)], []
game = WeiqiGame(Board.generate_empty_board(5), *players)
for number, place in enumerate("1,0 2,0 0,1 3,1 1,2 2,2 4,4 1,1 2,1 1,1".split()):
    players[number % 2].make_move(game, Position(*map(int, place.split(","))))
    seen.append(game.board.state_as_string)
print(seen[-1] == seen[-3])
""",
        "True",
        line="1,0 2,0 0,1 3,1 1,2 2,2 4,4 1,1 2,1 1,1",
        meets=WEIQI_MEETS.format("""
        for other, there in (at_once(board, stone) if stones(board) == stones(before) else ()):
            if there == str_of(before):
                return True"""),
    ),
    Fault(
        "weiqi 0.2.1",
        "go",
        "result",
        "prisoners that touch the stone that takes them twice count twice",
        "Japanese rules of 1989, article 10",
        """
from weiqi import Board, Move, Position, Stone
board = Board(".WB../WWB../BB.../...../.....")
board.place_figure(Move(Position(0, 0), Stone.BLACK))
print(board.state_as_string, board.white_captured)
""",
        "B.B../..B../BB.../...../..... 6",
        line="0,0, with white stones on 1,0, 0,1 and 1,1 and black ones around them",
        meets=WEIQI_MEETS.format("""
        taken = board.white_captured + board.black_captured - before.white_captured - before.black_captured
        if taken != stones(before) + 1 - stones(board):
            return True"""),
    ),
)


SECONDS = 15
"""So long random games are played, up to 1,000."""


def printed(script: str) -> list[str]:
    """The lines that a program says, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "fault.py")
        file.write_text(script)
        run = subprocess.run(
            [sys.executable, str(file)], capture_output=True, text=True, check=False, timeout=120, cwd=folder
        )
    return ((run.stdout + (run.stderr if run.returncode else "")).strip() or "nothing").splitlines()


def main() -> None:
    """Show the faults again, and write the table."""
    wanted = sys.argv[1:]
    for number, one in enumerate(FAULTS, 1):
        if wanted and not any(one.system.startswith(name) or name == str(number) for name in wanted):
            continue
        said = printed(one.script)
        shown = "shown" if said[-1] == one.found else f"NOT SHOWN: {said[-1]}"
        line = next((text[6:] for text in said if text.startswith("line: ")), one.line)
        often = "all" if not line else "not counted"
        if one.meets and said[-1] == one.found:
            often = printed(one.meets + RANDOM.replace("SECONDS", str(SECONDS)))[-1]
        print(f"{number} {one.system}, {one.game}, {one.kind}: {shown}; random games: {often}", flush=True)
        if said[-1] == one.found:
            row = (one.system, one.game, one.kind, one.wrong, one.judge, line or "none", often, number)
            keep("court_faults", [row], 4)


if __name__ == "__main__":
    main()
