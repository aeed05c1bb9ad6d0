"""Faults of other programs, each with what shows it: `python benchmarks/court_faults.py [SYSTEM ...]`.

Each program runs in a bare process, and its last line must be what was found; what is not installed is told.
The table of docs/court.md is written anew. `pydecl crosscheck` met ten of the 28, in benchmarks/court.py and
benchmarks/court_packages.py; short scripts and reading met the others. `judge` is what else says so: another
program, the published rules, or the system itself, whose own law is broken.
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


def undone(name: str, actions: list[int], wrong: str, found: str) -> Fault:
    """A game of OpenSpiel's in which undoing the last of some actions does not give back what was."""
    script = f"""
import pyspiel
state = pyspiel.load_game({name!r}).new_initial_state()
for action in {actions}:
    before, mover = state.clone(), state.current_player()
    state.apply_action(action)
state.legal_actions()
state.undo_action(mover, action)
moves = [[one.action_to_string(move) for move in one.legal_actions()] for one in (state, before)]
print(state.current_player() == before.current_player(), moves[0] == moves[1])
"""
    return Fault("OpenSpiel 2.0.2", name, "undo", wrong, "itself", script, found)


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
for action in [4351, 704, 1312, 883, 3719, 4352, 3266, 3723, 704]:
    state.apply_action(action)
print(len(state.legal_actions()), "moves, not 1:", state)
""",
        "24 moves, not 1: rnbqkb1r/p1ppppp1/7n/7p/1Pp5/7P/P2PPPP1/RNBQKBNR b - b3 0 5",
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
    ),
    Fault(
        "textarena 0.7.4",
        "checkers",
        "end",
        "a player who cannot move has not lost",
        "its own comment",
        CHECKERS.format(["5 0 b", "7 0 r", "7 2 r", "4 5 r"], "[7 0 6 1]"),
        "False False",
    ),
    Fault(
        "textarena 0.7.4",
        "checkers",
        "error",
        "a move that leaves the mover none raises an exception",
        "its own comment",
        CHECKERS.format(["4 1 r", "2 1 b", "1 2 b"], "[4 1 3 0]"),
        "TypeError: TwoPlayerState.set_winners() got an unexpected keyword argument 'player_id'",
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
    ),
)


def last_line(script: str) -> str:
    """What a program says last, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "fault.py")
        file.write_text(script)
        run = subprocess.run(
            [sys.executable, str(file)], capture_output=True, text=True, check=False, timeout=120, cwd=folder
        )
    return (run.stdout.strip() or run.stderr.strip() or "nothing").splitlines()[-1]


def main() -> None:
    """Show the faults again, and write the table."""
    wanted = sys.argv[1:]
    for one in FAULTS:
        if not wanted or any(one.system.startswith(name) for name in wanted):
            said = last_line(one.script)
            shown = "shown" if said == one.found else f"NOT SHOWN: {said}"
            print(f"{one.system}, {one.game}, {one.kind}: {shown}", flush=True)
    keep("court_faults", [(one.system, one.game, one.kind, one.wrong, one.judge) for one in FAULTS], 4)


if __name__ == "__main__":
    main()
