"""Games for the tests of the adapters: all bundled ones, small, and some that are in Python or in a file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from folders import rules_file
from rings import sample_size

from pydecl.loading.consulting import game_names
from pydecl.model.game import Game, Player

SMALL = {
    "atari_go": f"atari_go:size={sample_size(2, 3)}",
    "backgammon": "backgammon:men=[0,0,1,1,0],faces=2",
    "connect4": "connect4:width=4,height=4",
    "domineering": "domineering:width=3,height=3",
    "dots_and_boxes": "dots_and_boxes:width=2,height=1",
    "go": "go:rows=1,columns=3",
    "kalah": "kalah:pits=3,seeds=2",
    "othello": "othello:size=4",
}
"""What stands for a game that is large."""

LARGE = ("checkers", "chess", "kqk", "krk", "nine_mens_morris")
"""Games that are large however they are set: the tests say how many actions and bytes there are."""

UNKNOWN = {
    "deep_cutoff": "the value of g is unknown",
    "deep_cutoff_g3": "the value of x is unknown",
    "lecture19_unknown": "the value of l is unknown",
    "othello_lecture": "the value of d is unknown",
    "shallow_cutoff": "the value of c is unknown",
}
"""Trees with ends of which nobody knows how they end: they cannot be played."""

PLAYABLE = [SMALL.get(name, name) for name in game_names() if name not in UNKNOWN]


def sizes(name: str) -> dict[str, Any]:
    """How many actions and bytes are enough for a game that is large."""
    return {"actions": 256, "observation": 256} if name in LARGE else {}


class Pile(Game[tuple[str, int]]):
    """A pile from which one takes up to three; who takes the last one wins."""

    def __init__(self, size: int = 4, most: int = 3) -> None:
        self.size = size
        self.most = most

    def initial(self) -> list[tuple[str, int]]:
        return [("max", self.size)]

    def moves(self, position: tuple[str, int]) -> Iterable[tuple[str, tuple[str, int]]]:
        player, left = position
        other = "min" if player == "max" else "max"
        return [(f"take {n}", (other, left - n)) for n in range(1, min(left, self.most) + 1)]

    def player(self, position: tuple[str, int]) -> Player:
        return Player(position[0])

    def static_value(self, position: tuple[str, int]) -> int:
        player, left = position
        return 0 if left else -1 if player == "max" else 1


class Stubborn(Game[tuple[str, int]]):
    """A pile from which one takes one; who leaves an even number moves again, and who takes the last wins."""

    moves_again = True

    def initial(self) -> list[tuple[str, int]]:
        return [("max", 5)]

    def moves(self, position: tuple[str, int]) -> Iterable[tuple[str, tuple[str, int]]]:
        player, left = position
        other = "min" if player == "max" else "max"
        return [("take", (player if left % 2 else other, left - 1))] if left else []

    def player(self, position: tuple[str, int]) -> Player:
        return Player(position[0])

    def static_value(self, position: tuple[str, int]) -> int:
        player, left = position
        return 0 if left else 1 if player == "max" else -1


STUBBORN = """\
moves_again.
initial(pile(max, 5)).
move(pile(Player, Left), take, pile(Next, Fewer)) :-
    Left > 0,
    Fewer is Left - 1,
    next(Left, Player, Next).
next(Left, Player, Next) :- ( Left mod 2 =:= 1 -> Next = Player ; other(Player, Next) ).
other(max, min).
other(min, max).
max_to_move(pile(max, _)).
min_to_move(pile(min, _)).
staticval(pile(max, 0), 1).
staticval(pile(min, 0), -1).
staticval(pile(_, Left), 0) :- Left > 0.
"""
"""The rules of `Stubborn` in Prolog."""


def stubborn_file(folder: Path) -> Path:
    """A file with the rules of `Stubborn`."""
    return rules_file(folder, STUBBORN, "stubborn.pl")


class Wide(Game[int]):
    """One move of many, and then the game is over."""

    def __init__(self, moves: int) -> None:
        self.width = moves

    def initial(self) -> list[int]:
        return [-1]

    def moves(self, position: int) -> Iterable[tuple[int, int]]:
        return [(move, move) for move in range(self.width)] if position < 0 else []

    def player(self, position: int) -> Player:
        return Player.MAX if position < 0 else Player.MIN

    def static_value(self, position: int) -> int:
        return position
