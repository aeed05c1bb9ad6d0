"""Lecture 20: minimax trees, how large chess is, and games of chance."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from pydecl.claims.claim import Claims, Found, Lecture, by_reading, found, search_command
from pydecl.claims.exploring import BRANCHING_SCOPE, about
from pydecl.claims.workshop import Workshop
from pydecl.games import bundled, kuhn
from pydecl.model.game import Player
from pydecl.model.number import Number

minimax = Claims(Lecture.LECTURE20, "Minimax Trees")


def printed_row(shop: Workshop, printed: dict[str, float]) -> Found:
    """Whether the nodes of the example have the values that are printed."""
    values = {node: shop.value("eight_leaves", "minimax", node) for node in printed}
    wrong = [node for node in printed if values[node] != printed[node]]
    said = ", ".join(f"{node} is worth {values[node]}" for node in (wrong or printed))
    shown = wrong[0] if wrong else "root"
    return found(not wrong, said, search_command("eight_leaves", position=shown))


@minimax.add("l20-row-2", "Min 0.6 0.9", "the second row of the tree of eight leaves")
def _row_2(shop: Workshop) -> Found:
    return printed_row(shop, {"left": 0.6, "right": 0.9})


@minimax.add("l20-row-3", "Max 0.7 0.5 0.9 1.0", "the third row of the tree of eight leaves")
def _row_3(shop: Workshop) -> Found:
    return printed_row(shop, {"n1": 0.7, "n2": 0.5, "n3": 0.9, "n4": 1.0})


@minimax.add("l20-root", "Max 0.9", "the root of the tree of eight leaves")
def _root(shop: Workshop) -> Found:
    return printed_row(shop, {"root": 0.9})


@minimax.add(
    "l20-leafs",
    "All evaluations take place at the leafs and are then propogated up to the root.",
    "the tree lecture19_accurate, where all positions have static values",
)
def _leafs(shop: Workshop) -> Found:
    evaluated = [str(leaf) for leaf in shop.ask("lecture19_accurate", "minimax", leaves=True).evaluated or ()]
    shown = search_command("lecture19_accurate", leaves=True)
    return found(evaluated == list("ijklmnop"), "evaluated: " + " ".join(evaluated), shown)


@minimax.add(
    "l20-no-risks",
    "we don't take risks by going to a node where our opponent will lose if he plays 7/8 moves but wins if he"
    " finds the 8th one",
    "the tree seven_of_eight, where another move leads to a draw",
)
def _no_risks(shop: Workshop) -> Found:
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
def _whole_tictactoe(shop: Workshop) -> Found:
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
def _five_thousand_600(_shop: Workshop) -> Found:
    return by_reading(
        {f"{moves} moves, {float(longest(moves))}": round(longest(moves), -2) == 5600 for moves in (50, 75)}
    )


@minimax.add("l20-20-moves", "there are about 20 possible moves at every point", BRANCHING_SCOPE)
def _twenty_moves(_shop: Workshop) -> Found:
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
def _very_large(_shop: Workshop) -> Found:
    witness = f"{digits(20, 5600)} digits; with 2 plies a move it is 20^11200, {digits(20, 11200)} digits"
    return found(20**5600 > 10**120, witness)


@minimax.add("l20-queen", "a queen is worth 9 points, a knight 4, so I am 5 points better", "chess:knight=4")
def _queen(shop: Workshop) -> Found:
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
def _backgammon(shop: Workshop) -> Found:
    game = bundled("bearoff")
    known: dict[Any, Number] = {}

    def worth(position: Any) -> Number:
        if position not in known:
            chances = game.chance(position)
            below = [worth(after) for _, after in game.successors(position)]
            best = max if below and game.player(position) is Player.MAX else min
            if chances:
                known[position] = sum((odds * worth(after) for odds, after in chances), Fraction(0))
            else:
                known[position] = best(below) if below else game.static_value(position)
        return known[position]

    expected, value = worth(game.initial()[0]), shop.value("bearoff", "expectiminimax")
    witness = f"{value} with {len(known)} positions"
    return found(value == expected, witness, search_command("bearoff", program="expectiminimax"))


@minimax.add("l20-poker", EXTENDIBLE, "Kuhn's poker, three cards: the value of the real game")
def _poker(shop: Workshop) -> Found:
    value, (low, high) = shop.value("kuhn", "expectiminimax"), kuhn.hidden_bounds()
    witness = f"a search of positions finds {value}, as if the cards lay open; the game is worth {low}"
    return found(low <= value <= high, witness, search_command("kuhn", program="expectiminimax"))
