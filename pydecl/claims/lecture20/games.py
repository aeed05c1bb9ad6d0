"""Lecture 20: kinds of games, and evaluation."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from pydecl.claims import trees
from pydecl.claims.claim import Claims, Found, Lecture, found, search_command
from pydecl.claims.exploring import solve, within
from pydecl.claims.lecture19.setting import EXAMPLES
from pydecl.claims.workshop import Workshop
from pydecl.games import bundled, kuhn
from pydecl.model.game import Game, Player
from pydecl.model.term import Atom

games = Claims(Lecture.LECTURE20, "Games")


# Kinds of games


@games.add(
    "l20-complete-information",
    "Games such as Chess, connect-4, etc. have one thing in common - they are complete information games.",
    "chess, connect4 and others: all positions within 2 plies; nothing is left to chance",
)
def _complete_information(_shop: Workshop) -> Found:
    met = 0
    for name in (*EXAMPLES, "connect4", "othello", "tictactoe"):
        game = bundled(name)
        for level in within(game, 2):
            for position in level:
                met += 1
                if game.chance(position):
                    return found(False, f"{name}: {game.format_position(position)}")
    (deal,) = (backgammon := bundled("bearoff")).initial()
    return found(bool(backgammon.chance(deal)), f"{met} positions without chance; bearing off has dice")


TABLE = {"a win": (1, -1), "a draw": (0, 0), "a loss": (-1, 1)}
HALVES = {
    "a win": (Fraction(1), Fraction(0)),
    "a draw": (Fraction(1, 2),) * 2,
    "a loss": (Fraction(0), Fraction(1)),
}


@games.add(
    "l20-zero-sum",
    "A game which has the outcomes +1 for a win, 0 for a draw, and -1 for a loss is zero sum.",
    "the sums of both players' outcomes",
)
def _zero_sum(_shop: Workshop) -> Found:
    sums = {name: sum(pair) for name, pair in TABLE.items()}
    halves = {sum(pair) for pair in HALVES.values()}
    witness = (
        f"the sums are {sorted(set(sums.values()))}; with 1, .5 and 0 they are {sorted(map(str, halves))}"
    )
    return found(set(sums.values()) == {0}, witness)


def random_end(game: Game[Any], rng: random.Random, plies: int) -> Any:
    """An end, or where play stands after so many plies."""
    (position,) = game.initial()
    for _ in range(plies):
        nexts = [after for _, after in game.chance(position)] or [p for _, p in game.successors(position)]
        if not nexts:
            break
        position = rng.choice(nexts)
    return position


def other_side_chess(position: Any) -> Any:
    """The board turned round, and the colours changed; without castling."""
    rows = [position.board[start : start + 8] for start in range(0, 64, 8)]
    mover = "b" if position.mover == "w" else "w"
    return position._replace(mover=mover, board="".join(reversed(rows)).swapcase(), castling="", passant=None)


def other_side_connect4(position: Any) -> Any:
    """The colours changed."""
    names = str.maketrans("xo", "ox")
    columns = tuple(column.translate(names) for column in position.columns)
    return position._replace(mover=position.mover.translate(names), columns=columns)


def other_side_bearoff(position: Any) -> Any:
    """The homes changed."""
    mover = "min" if position.mover == "max" else "max"
    return position._replace(mover=mover, ours=position.theirs, theirs=position.ours)


SIDES: dict[str, tuple[Callable[[Any], Any], int]] = {
    "chess": (other_side_chess, 400),
    "connect4": (other_side_connect4, 42),
    "bearoff": (other_side_bearoff, 400),
}
"""What a player sees from the other side of the board, and how many plies are played."""


def chips(cards: str, said: tuple[str, ...]) -> tuple[int, int]:
    """What both have won in Kuhn's poker, chip by chip: the antes, the bets, and the pot."""
    paid = [1, 1]
    for number, word in enumerate(said):
        paid[number % 2] += word == kuhn.BET
    if said[-2:] == (kuhn.BET, kuhn.PASS):
        winner = len(said) % 2
    else:
        winner = 0 if kuhn.CARDS.index(cards[0]) > kuhn.CARDS.index(cards[1]) else 1
    pot = sum(paid)
    return (pot - paid[0], -paid[1]) if winner == 0 else (-paid[0], pot - paid[1])


@games.add(
    "l20-zero-sum-games",
    "chess, connect-4, poker, and backgammon are all zero sum",
    "20 random games each, the last position seen from both sides; all ends of Kuhn's poker, chip by chip",
)
def _zero_sum_games(_shop: Workshop) -> Found:
    told = []
    for name, (turned, plies) in SIDES.items():
        game, rng = bundled(name), random.Random(name)
        lasts = [random_end(game, rng, plies) for _ in range(20)]
        for last in lasts:
            if game.static_value(last) + game.static_value(turned(last)) != 0:
                return found(False, f"{name}: {game.format_position(last)}")
        told.append(f"{name} {len(lasts)}")
    ends = list(poker_ends(bundled("kuhn")))
    wrong = [end for end in ends if sum(chips(*end)) != 0 or chips(*end)[0] != kuhn.gain(*end)]
    told.append(f"poker {len(ends)}")
    return found(not wrong, "sums of 0: " + ", ".join(told))


def poker_ends(game: Game[Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The cards, and what was said, at all ends."""
    todo = [after for start in game.initial() for _, after in game.chance(start)]
    while todo:
        position = todo.pop()
        nexts = [after for _, after in game.successors(position)]
        todo += nexts
        if not nexts:
            yield position.cards, position.said


# Evaluation


@games.add(
    "l20-poor",
    "An example of an evaluation function for TIC-TAC-TOE (albeit a poor one)",
    "tic-tac-toe, 1 ply: it prefers moves that all lose, and another does not",
)
def _poor(shop: Workshop) -> Found:
    estimate, outcome = bundled("tictactoe", evaluation=Atom("lecture")), bundled("tictactoe")
    values: dict[Any, int] = {}
    solve(outcome, outcome.initial()[0], values)
    misled = []
    for position in values:
        nexts = [after for _, after in outcome.successors(position)]
        if nexts:
            sign = 1 if outcome.player(position) is Player.MAX else -1
            liked = max(sign * estimate.static_value(after) for after in nexts)
            preferred = [
                sign * values[after] for after in nexts if sign * estimate.static_value(after) == liked
            ]
            if max(preferred) < 0 <= sign * values[position]:
                misled.append(position)
    if not misled:
        return found(False, "it never loses")
    shown = outcome.format_position(misled[0])
    lecture = "tictactoe:evaluation=lecture"
    taken, right = shop.best(lecture, "minimax", shown, 1), shop.best("tictactoe", "minimax", shown)
    witness = f"{len(misled)} positions; in {shown} it takes {taken} and loses, {right} does not"
    return found(True, witness, search_command(lecture, position=shown, depth=1))


@games.add(
    "l20-one-for-a-win",
    "your eval function will return a 1 in case of a win, a 0 in case of a loss",
    "all trees of up to 5 nodes: 1, 1/2 and 0 lead to the same moves as 1, 0 and -1",
)
def _one_for_a_win(shop: Workshop) -> Found:
    signs, units = trees.up_to(5), trees.up_to(5, (Fraction(0), Fraction(1, 2), Fraction(1)))
    wrong = []
    for root in Player:
        one, other = (shop.trees(nests, "minimax", root) for nests in (signs, units))
        for (nest, a), (_, b) in zip(one, other, strict=True):
            assert isinstance(a.value, int | Fraction)
            if (a.best, Fraction(a.value + 1) / 2) != (b.best, b.value):
                wrong.append(trees.line(nest, root))
    witness = wrong[0] if wrong else f"{2 * len(signs)} trees; but the sum is 1, not zero"
    return found(not wrong, witness, search_command("connect4:evaluation=unit", depth=3))
