"""Lecture 20: how effective alpha-beta is."""

from __future__ import annotations

import math
import random
from itertools import pairwise, permutations, product

from pydecl.claims import trees
from pydecl.claims.claim import Claims, Found, Lecture, by_reading, found, search_command
from pydecl.claims.trees import Nest
from pydecl.claims.workshop import Workshop
from pydecl.model.game import Player
from pydecl.model.result import Limits, Order, Settings
from pydecl.tracing.events import Kind

effective = Claims(Lecture.LECTURE20, "How effective is alpha beta?")


def orders(nest: Nest) -> list[Nest]:
    """A tree with the successors of every node in all orders."""
    if not isinstance(nest, tuple):
        return [nest]
    below = product(*(orders(child) for child in nest))
    return [order for children in below for order in permutations(children)]


def shuffles(nest: Nest, count: int) -> list[Nest]:
    """A tree in so many random orders."""
    rng = random.Random("orders")

    def shuffled(nest: Nest) -> Nest:
        below = [shuffled(child) for child in nest] if isinstance(nest, tuple) else []
        rng.shuffle(below)
        return tuple(below) if isinstance(nest, tuple) else nest

    return [shuffled(nest) for _ in range(count)]


UNEQUAL: Nest = (47, (45, (7, 1)))


@effective.add(
    "l20-maximized",
    "If you always examine the moves from the best to the worst, the number of cutoffs will be maximized",
    "ab_procedure in all orders (of 27 leaves 60 or 200): what is a cutoff, and is as much below every move?",
)
def _maximized(shop: Workshop) -> Found:
    cube = trees.shuffled(3, 3, 1)
    readings = {}
    for name, nest, others in (
        ("leaves left out, 2 moves and 3 plies", trees.shuffled(2, 3, 1), orders(trees.shuffled(2, 3, 1))),
        (f"leaves left out, {trees.line(UNEQUAL)}", UNEQUAL, orders(UNEQUAL)),
        ("leaves left out, 3 moves and 3 plies", cube, shuffles(cube, 200)),
    ):
        best = trees.in_order(nest, Player.MAX, best_first=True)
        all_leaves = len(trees.leaves(nest))
        saved = [
            all_leaves - (answer.leaves or 0) for _, answer in shop.trees([best, *others], "ab_procedure")
        ]
        readings[f"{name}: {saved[0]}, at most {max(saved)}"] = saved[0] == max(saved)
    cuts = [cuts_in(shop, nest) for nest in (trees.in_order(cube, Player.MAX, True), *shuffles(cube, 60))]
    readings[f"loops ended early, 3 moves and 3 plies: {cuts[0]}, at most {max(cuts)}"] = cuts[0] == max(cuts)
    return by_reading(readings, search_command("tictactoe", program="ab_procedure", order="best"))


def cuts_in(shop: Workshop, nest: Nest) -> int:
    """How many loops over the moves ab_procedure ends early."""
    events, _ = shop.tree_events(nest, "ab_procedure")
    return sum(event.kind is Kind.CUT for event in events)


def best_case(branching: int, depth: int) -> int:
    """The leaves that perfect order leaves to be evaluated (Knuth and Moore 1975)."""
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)


UNIFORM = [(2, depth) for depth in range(1, 9)] + [(3, depth) for depth in range(1, 7)]
UNIFORM += [(4, depth) for depth in range(1, 6)]


@effective.add(
    "l20-sqrt",
    "P ~= sgrt(Q)",
    "trees with 2, 3 or 4 moves, 1 to 8 plies, best moves first: P to a factor of √b + 1/√b, b the moves",
)
def _square_root(shop: Workshop) -> Found:
    shown = []
    for branching, depth in UNIFORM:
        nest = trees.in_order(trees.shuffled(branching, depth, 1), Player.MAX, best_first=True)
        ((_, answer),) = shop.trees([nest], "ab_procedure")
        p, q = answer.leaves or 0, branching**depth
        factor = p / math.sqrt(q)
        exact = p == best_case(branching, depth)
        if not exact or not 1 <= factor <= math.sqrt(branching) + 1 / math.sqrt(branching) + 1e-9:
            return found(False, f"{branching} moves, {depth} plies: P {p}, Q {q}")
        if depth in (5, 6):
            shown.append(f"{branching}^{depth}: {p} of {q}")
    return found(True, f"{len(UNIFORM)} trees as Knuth and Moore count; " + ", ".join(shown))


@effective.add(
    "l20-two-fold",
    "a two-fold increase in depth!",
    "2 to 40 moves: how deep perfectly ordered alpha-beta comes with minimax's leaves; two digits",
)
def _two_fold(_shop: Workshop) -> Found:
    readings = {}
    for depth in (4, 10, 100):
        deepest = set()
        for branching in (2, 3, 5, 20, 40):
            reached = depth
            while best_case(branching, reached + 1) <= branching**depth:
                reached += 1
            deepest.add(reached)
        shown = " or ".join(map(str, sorted(deepest)))
        readings[f"minimax {depth} plies, alpha-beta {shown}"] = {round(d / depth, 1) for d in deepest} == {
            2.0
        }
    return by_reading(readings)


@effective.add(
    "l20-bad-moves",
    "If you always start by looking at bad moves, AlphaBeta will run at the same rate as minimax.",
    "random trees with 2 or 3 moves, 2 to 6 plies, the worst moves first: all leaves are evaluated",
)
def _bad_moves(shop: Workshop) -> Found:
    shown, fewer = [], False
    for branching, depth in ((2, 2), (2, 3), (2, 4), (3, 4), (2, 6), (3, 6)):
        nest = trees.in_order(trees.shuffled(branching, depth, 1), Player.MAX, best_first=False)
        ((_, answer),) = shop.trees([nest], "alphabeta")
        fewer = fewer or answer.leaves != branching**depth
        shown.append(f"{branching}^{depth} {answer.leaves} of {branching**depth}")
    return found(not fewer, ", ".join(shown), search_command("tictactoe", program="alphabeta", order="worst"))


@effective.add(
    "l20-good-first",
    "AlphaBeta runs better when you consider good moves first",
    "nim, ab_procedure with the best, the game's, and the worst moves first",
)
def _good_first(shop: Workshop) -> Found:
    nodes = {
        order.value: shop.ask("nim", "ab_procedure", limits=Limits(settings=Settings(order=order))).nodes or 0
        for order in (Order.BEST, Order.GAME, Order.WORST)
    }
    witness = ", ".join(f"{order} {count} nodes" for order, count in nodes.items())
    shown = search_command("nim", program="ab_procedure", order="best")
    return found(nodes["best"] < nodes["game"] < nodes["worst"], witness, shown)


ITERATED = {"connect4": 6, "othello": 5, "tictactoe": 6}


def iterations(shop: Workshop, game: str) -> list[int]:
    """The nodes of the iterations of deepening, one by one."""

    def compute() -> list[int]:
        sums = [shop.ask(game, "deepening", depth=depth).nodes or 0 for depth in range(1, ITERATED[game] + 1)]
        return [later - before for before, later in zip([0, *sums], sums, strict=False)]

    return shop.once(f"iterations of {game}", compute)


@effective.add(
    "l20-multiple",
    "Each next level requires a multiple longer time then the previous one",
    "deepening: the nodes of each iteration are twice those of the one before, or more",
)
def _multiple(shop: Workshop) -> Found:
    readings = {}
    for game in ITERATED:
        nodes = iterations(shop, game)
        shown = ", ".join(map(str, nodes))
        readings[f"{game} {shown}"] = all(b >= 2 * a for a, b in pairwise(nodes))
    return by_reading(readings, search_command("connect4", program="deepening", depth=6))


@effective.add(
    "l20-unaffected",
    "the final depth of your search will be almost unaffected",
    "deepening, all iterations: as deep, or one ply less, with the nodes of alpha-beta in the game's order",
)
def _unaffected(shop: Workshop) -> Found:
    readings = {}
    for game, depth in ITERATED.items():
        plain = shop.ask(game, "ab_procedure", depth=depth).nodes or 0
        nodes = iterations(shop, game)
        reached = max((d for d in range(depth + 1) if sum(nodes[:d]) <= plain), default=0)
        readings[f"{game}, {depth} plies in {plain} nodes, deepening {reached}"] = reached >= depth - 1
    return by_reading(readings, search_command("connect4", program="deepening", depth=6))
