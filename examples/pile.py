"""A game in Python: take 1, 2 or 3 from a pile; who takes the last one wins."""

import pydecl
from pydecl import Player
from pydecl.testing import check_game

Pile = tuple[str, int]


class TakeAway(pydecl.Game[Pile]):
    """A position is the player to move and what is left."""

    def initial(self) -> list[Pile]:
        return [("max", 10)]

    def moves(self, position: Pile) -> list[tuple[str, Pile]]:
        player, left = position
        other = "min" if player == "max" else "max"
        return [(f"take {n}", (other, left - n)) for n in (1, 2, 3) if n <= left]

    def player(self, position: Pile) -> Player:
        return Player(position[0])

    def static_value(self, position: Pile) -> int:
        player, left = position
        return 0 if left else -1 if player == "max" else 1


def main() -> None:
    """Check the game, search it, play it, and compare the engines on it."""
    game = TakeAway()
    print(check_game(game))
    start = game.start
    print([str(move) for move in start], start.value(), start.best_move())
    position = start
    while not position.is_over:
        move = position.best_move()
        assert move is not None
        position = move.position
        print(move, "leaves", position)
    print(position.outcome)
    print(pydecl.crosscheck(game).agree)


if __name__ == "__main__":
    main()
