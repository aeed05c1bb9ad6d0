"""Tests a game on a suite: `pydecl suite tictactoe -o ttt.jsonl`, then `python suite.py ttt.jsonl`."""

import json
import sys

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


class TicTacToe:
    """The program that is tested; moves have the names that the rules give them."""

    def __init__(self) -> None:
        self.board = "." * 9

    def mover(self) -> int:
        return 1 - self.board.count(".") % 2

    def moves(self) -> list[str]:
        return [str(at + 1) for at in range(9) if self.board[at] == "."]

    def play(self, move: str) -> None:
        self.board = self.board[: int(move) - 1] + "xo"[self.mover()] + self.board[int(move) :]

    def result(self) -> int | None:
        threes = ["".join(self.board[int(at)] for at in line) for line in LINES]
        return 1 if "xxx" in threes else -1 if "ooo" in threes else None if "." in self.board else 0


with open(sys.argv[1]) as file:
    lines = list(file)
for number, text in enumerate(lines, 1):
    entry, game = json.loads(text), TicTacToe()
    for move in entry["line"]:
        game.play(move)
    result = game.result()
    found = (None, [], result) if result is not None else (game.mover(), sorted(game.moves()), None)
    if found != (entry["mover"], sorted(entry["moves"]), entry["result"]):
        sys.exit(f"line {number}, after {entry['line']}: found {found}, expected {text}")
print(f"{len(lines)} positions are right")
