"""Lecture 20: kinds of games, the Prisoner's Dilemma, evaluation, minimax trees, and games of chance."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from pydecl.claims import trees
from pydecl.claims.claim import Claims, Found, Lecture, by_reading, found, search_command
from pydecl.claims.lecture19 import BRANCHING_SCOPE, EXAMPLES, about, within
from pydecl.claims.othello import solve
from pydecl.claims.workshop import Workshop
from pydecl.games import bundled, kuhn
from pydecl.model.game import Game, Player
from pydecl.model.term import Atom

games = Claims(Lecture.LECTURE20, "Games")
minimax = Claims(Lecture.LECTURE20, "Minimax Trees")


# Kinds of games


@games.add(
    "l20-complete-information",
    "Games such as Chess, connect-4, etc. have one thing in common - they are complete information games.",
    "chess, connect4 and others: all positions within 2 plies; nothing is left to chance",
)
def complete_information(_: Workshop) -> Found:
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
def zero_sum(_: Workshop) -> Found:
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
    rows = [position.board[start : start + 8] for start in range(0, 64, 8)]
    mover = "b" if position.mover == "w" else "w"
    return position._replace(mover=mover, board="".join(reversed(rows)).swapcase(), castling="", passant=None)


def other_side_connect4(position: Any) -> Any:
    names = str.maketrans("xo", "ox")
    columns = tuple(column.translate(names) for column in position.columns)
    return position._replace(mover=position.mover.translate(names), columns=columns)


def other_side_bearoff(position: Any) -> Any:
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
def zero_sum_games(_: Workshop) -> Found:
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
def poor(shop: Workshop) -> Found:
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
def one_for_a_win(shop: Workshop) -> Found:
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


# Minimax trees


def printed_row(shop: Workshop, printed: dict[str, float]) -> Found:
    """Whether the nodes of the example have the values that are printed."""
    values = {node: shop.value("eight_leaves", "minimax", node) for node in printed}
    wrong = [node for node in printed if values[node] != printed[node]]
    said = ", ".join(f"{node} is worth {values[node]}" for node in (wrong or printed))
    shown = wrong[0] if wrong else "root"
    return found(not wrong, said, search_command("eight_leaves", position=shown))


@minimax.add("l20-row-2", "Min 0.6 0.9", "the second row of the tree of eight leaves")
def row_2(shop: Workshop) -> Found:
    return printed_row(shop, {"left": 0.6, "right": 0.9})


@minimax.add("l20-row-3", "Max 0.7 0.5 0.9 1.0", "the third row of the tree of eight leaves")
def row_3(shop: Workshop) -> Found:
    return printed_row(shop, {"n1": 0.7, "n2": 0.5, "n3": 0.9, "n4": 1.0})


@minimax.add("l20-root", "Max 0.9", "the root of the tree of eight leaves")
def root(shop: Workshop) -> Found:
    return printed_row(shop, {"root": 0.9})


@minimax.add(
    "l20-leafs",
    "All evaluations take place at the leafs and are then propogated up to the root.",
    "the tree lecture19_accurate, where all positions have static values",
)
def leafs(shop: Workshop) -> Found:
    evaluated = [str(leaf) for leaf in shop.ask("lecture19_accurate", "minimax", leaves=True).evaluated or ()]
    shown = search_command("lecture19_accurate", leaves=True)
    return found(evaluated == list("ijklmnop"), "evaluated: " + " ".join(evaluated), shown)


@minimax.add(
    "l20-no-risks",
    "we don't take risks by going to a node where our opponent will lose if he plays 7/8 moves but wins if he finds the 8th one",
    "the tree seven_of_eight, where another move leads to a draw",
)
def no_risks(shop: Workshop) -> Found:
    name = "seven_of_eight"
    move, risky = shop.best(name, "minimax"), shop.value(name, "minimax", "gamble")
    mean = shop.value("seven_of_eight_dice", "expectiminimax")
    witness = f"{move}, for gamble is worth {risky}; against a die it would be worth {mean}"
    return found(move == "safe" and mean > 0, witness, search_command(name))


@minimax.add(
    "l20-tictactoe",
    "In cases of a simple game like TIC-TAC-TOE, we may be able to evaluate right down to the final position",
    "ab_procedure, no depth limit",
)
def whole_tictactoe(shop: Workshop) -> Found:
    answer = shop.ask("tictactoe", "ab_procedure", depth=None)
    witness = f"the value is {answer.value}, {answer.nodes} nodes, nothing estimated"
    return found(not answer.horizon, witness, search_command("tictactoe", program="ab_procedure"))


PAWN_MOVES, CAPTURES, BOTH, LOST = 16 * 6, 30, 8, Fraction(3, 2)
"""Each pawn moves six times, all but the kings are taken, at least eight captures are a pawn's, and where the
right to begin changes hands, three times, half a move is lost."""


def longest(moves: int) -> Fraction:
    """The longest game in moves, if it ends after so many without a capture or a pawn's move.

    >>> float(longest(50)), float(longest(75))
    (5898.5, 8848.5)
    """
    return (PAWN_MOVES + CAPTURES - BOTH) * moves - LOST


@minimax.add(
    "l20-5600",
    "In chess, however, the longest possible game is about 5600 moves",
    "arithmetic: a draw after 50, or after 75 moves without a capture or a pawn's move; two digits",
)
def five_thousand_600(_: Workshop) -> Found:
    return by_reading(
        {f"{moves} moves, {float(longest(moves))}": round(longest(moves), -2) == 5600 for moves in (50, 75)}
    )


@minimax.add("l20-20-moves", "there are about 20 possible moves at every point", BRANCHING_SCOPE)
def twenty_moves(_: Workshop) -> Found:
    return about(20)


def digits(base: int, exponent: int) -> int:
    """How many decimal digits a power has.

    >>> digits(2, 10)
    4
    """
    count = math.floor(exponent * math.log10(base)) + 1
    assert 10 ** (count - 1) <= base**exponent < 10**count
    return count


@minimax.add(
    "l20-20-5600", "20^5600 is a VERY large number", "arithmetic: is it larger than lecture 19's 10^120?"
)
def very_large(_: Workshop) -> Found:
    witness = f"{digits(20, 5600)} digits; with 2 plies a move it is 20^11200, {digits(20, 11200)} digits"
    return found(20**5600 > 10**120, witness)


@minimax.add("l20-queen", "a queen is worth 9 points, a knight 4, so I am 5 points better", "chess:knight=4")
def queen(shop: Workshop) -> Found:
    position = "3nk3/8/8/8/8/8/8/3QK3 w - - 0 1"
    better = shop.value("chess:knight=4", "minimax", position, 0)
    usual = shop.value("chess", "minimax", position, 0)
    shown = search_command("chess:knight=4", position=position, depth=0)
    return found(better == 5, f"{better} points; {usual} with a knight worth 3", shown)


EXTENDIBLE = (
    "minimax is easily extendible to games of chance with concepts of position and move order,"
    " such as backgammon or poker"
)


@minimax.add("l20-backgammon", EXTENDIBLE, "bearing off: expectiminimax, and V(P) by hand")
def backgammon(shop: Workshop) -> Found:
    game = bundled("bearoff")
    known: dict[Any, Fraction] = {}

    def worth(position: Any) -> Fraction:
        if position not in known:
            chances = game.chance(position)
            below = [worth(after) for _, after in game.successors(position)]
            best = max if below and game.player(position) is Player.MAX else min
            if chances:
                known[position] = sum((odds * worth(after) for odds, after in chances), Fraction(0))
            else:
                known[position] = best(below) if below else Fraction(game.static_value(position))
        return known[position]

    expected, value = worth(game.initial()[0]), shop.value("bearoff", "expectiminimax")
    witness = f"{value} with {len(known)} positions"
    return found(value == expected, witness, search_command("bearoff", program="expectiminimax"))


@minimax.add("l20-poker", EXTENDIBLE, "Kuhn's poker, three cards: the value of the real game")
def poker(shop: Workshop) -> Found:
    value, (low, high) = shop.value("kuhn", "expectiminimax"), kuhn.hidden_bounds()
    witness = f"a search of positions finds {value}, as if the cards lay open; the game is worth {low}"
    return found(low <= value <= high, witness, search_command("kuhn", program="expectiminimax"))
