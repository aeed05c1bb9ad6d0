"""Lecture 20, 'Games': the evidence for its claims about alpha-beta and tables."""

from __future__ import annotations

import math
import random
from functools import partial
from itertools import pairwise, permutations, product
from typing import Any

from pydecl.claims import trees, windows
from pydecl.claims.claim import Found, by_reading, command, found, search_command, unless
from pydecl.claims.exploring import nexts, solve
from pydecl.claims.lecture19 import has_values
from pydecl.claims.trees import Nest, line, value
from pydecl.claims.windows import GROWN
from pydecl.claims.workshop import Workshop
from pydecl.crosschecking.cases import Shape, make_case
from pydecl.errors import ContractError
from pydecl.games import bundled
from pydecl.games.tree import TreeGame
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, equal
from pydecl.model.result import Order, Settings
from pydecl.model.term import Atom
from pydecl.model.tree import Inner
from pydecl.tracing.events import Kind, Reach

# Cut-offs

FILLINGS = (-INFINITY, 0, 4, 5, 6, 9, 10, 11, 13, 14, 15, INFINITY)


def the_cut(shop: Workshop, tree: str, expected: tuple[str, str, str, Reach], shown: str) -> Found:
    """Whether the one cut-off in a tree is at this node, with its bound from there, and leaves that out."""
    events, names = shop.events(tree, "alphabeta")
    (cut,) = (event for event in events if event.kind is Kind.CUT)
    assert cut.node is not None
    node, by = names[cut.node], "" if cut.by is None else names[cut.by]
    skipped = " ".join(names[number] for number in cut.skipped)
    witness = f"{node} leaves {skipped} out, the bound is from {by}"
    return found((node, by, skipped, cut.reach) == expected, witness, command("trace", shown))


_l20_shallow = partial(
    the_cut, tree="shallow_cutoff", expected=("b", "a", "c", Reach.SHALLOW), shown="shallow_cutoff"
)
_l20_deep = partial(
    the_cut, tree="deep_cutoff", expected=("e", "root", "x", Reach.DEEP), shown="deep_cutoff_g3"
)


def _l20_ignore_c(_: Workshop) -> Found:
    worth_of_b = [value((14, c), Player.MAX) for c in FILLINGS]
    worth_of_a = {value((10, (14, c)), Player.MIN) for c in FILLINGS}
    witness = f"B is worth {min(worth_of_b)} or more, A {', '.join(sorted(map(str, worth_of_a)))}"
    holds = min(worth_of_b) >= 14 and worth_of_a == {10}
    return found(holds, witness, search_command("shallow_cutoff", "alphabeta"))


def _l20_great_great(shop: Workshop) -> Found:
    tree = shop.tree("deep_cutoff")
    parents = {child: node.name for node in tree.nodes if isinstance(node, Inner) for child in node.children}
    line = ["x"]
    while line[-1] in parents:
        line.append(parents[line[-1]])
    kinds = ["itself", "father", "grandfather", "great-grandfather", "great-great-grandfather"]
    witness = ", ".join(f"{kind} {name}" for kind, name in zip(kinds, line, strict=False))
    return found(len(line) == 5 and line[4] == tree.root.name, witness)


def _l20_ignore_x(_: Workshop) -> Found:
    wrong = [
        f"G is {g}" for g in FILLINGS if len({value((10, (((5, x), g),)), Player.MAX) for x in FILLINGS}) > 1
    ]
    witness = f"X changes nothing, whatever the {len(FILLINGS)} values of G"
    return unless(wrong, witness, search_command("deep_cutoff_g3", "alphabeta"))


OF_TREES = f" of {GROWN} random trees"

_l20_alpha = partial(windows.best_so_far, program="ab_procedure", player=Player.MAX, said=OF_TREES)
_l20_beta = partial(windows.best_so_far, program="ab_procedure", player=Player.MIN, said=OF_TREES)


def _l20_discontinue(shop: Workshop) -> Found:
    left_out = 0
    for nest, visits in windows.traced(shop, "ab_procedure"):
        entered = {visit.way for visit in visits}
        unseen = [way for way in ways(nest) if way not in entered and way[:-1] in entered]
        left_out += len(unseen)
        for other in (-9, 0, 9):
            changed = nest
            for way in unseen:
                changed = replaced(changed, way, other)
            if value(changed, Player.MAX) != value(nest, Player.MAX):
                return found(False, f"{line(nest)} and {line(changed)}")
    return found(left_out > 0, f"{left_out} subtrees left out of {GROWN} trees, each worth -9, 0 or 9")


def ways(nest: Nest, way: windows.Way = ()) -> list[windows.Way]:
    """The ways to all nodes."""
    below = enumerate(nest) if isinstance(nest, tuple) else ()
    return [way, *(found for number, child in below for found in ways(child, (*way, number)))]


def replaced(nest: Nest, way: windows.Way, value: int) -> Nest:
    """The tree with a leaf in place of the subtree at the end of a way."""
    if not way:
        return value
    assert isinstance(nest, tuple)
    return (*nest[: way[0]], replaced(nest[way[0]], way[1:], value), *nest[way[0] + 1 :])


def _l20_procedure(shop: Workshop) -> Found:
    shown = command("crosscheck", program="ab_procedure", trees=200, seed=1)
    return has_values(shop, "ab_procedure", trees.up_to(6), shown)


# How effective alpha-beta is


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


def _l20_maximized(shop: Workshop) -> Found:
    square, cube = trees.shuffled(2, 3, 1), trees.shuffled(3, 3, 1)
    readings = {}
    for name, nest, others in (
        ("leaves left out, 2 moves and 3 plies", square, orders(square)),
        (f"leaves left out, {line(UNEQUAL)}", UNEQUAL, orders(UNEQUAL)),
        ("leaves left out, 3 moves and 3 plies", cube, shuffles(cube, 200)),
    ):
        best, all_leaves = trees.in_order(nest, Player.MAX, best_first=True), len(trees.leaves(nest))
        asked = shop.trees([best, *others], "ab_procedure")
        saved = [all_leaves - (answer.leaves or 0) for _, answer in asked]
        readings[f"{name}: {saved[0]}, at most {max(saved)}"] = saved[0] == max(saved)
    cuts = [cuts_in(shop, nest) for nest in (trees.in_order(cube, Player.MAX, True), *shuffles(cube, 60))]
    readings[f"loops ended early, 3 moves and 3 plies: {cuts[0]}, at most {max(cuts)}"] = cuts[0] == max(cuts)
    return by_reading(readings, search_command("tictactoe", "ab_procedure", order="best"))


def cuts_in(shop: Workshop, nest: Nest) -> int:
    """How many loops over the moves ab_procedure ends early."""
    events, _ = shop.tree_events(nest, "ab_procedure")
    return sum(event.kind is Kind.CUT for event in events)


def best_case(branching: int, depth: int) -> int:
    """The leaves that perfect order leaves to be evaluated (Knuth and Moore 1975)."""
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)


UNIFORM = [(branching, depth) for branching, most in ((2, 8), (3, 6), (4, 5)) for depth in range(1, most + 1)]


def ordered_leaves(shop: Workshop, program: str, branching: int, depth: int, *, best_first: bool) -> int:
    """How many leaves a program evaluates in a random tree whose moves are in order."""
    nest = trees.in_order(trees.shuffled(branching, depth, 1), Player.MAX, best_first=best_first)
    ((_, answer),) = shop.trees([nest], program)
    return answer.leaves or 0


def _l20_sqrt(shop: Workshop) -> Found:
    shown = []
    for branching, depth in UNIFORM:
        p, q = ordered_leaves(shop, "ab_procedure", branching, depth, best_first=True), branching**depth
        most = math.sqrt(branching) + 1 / math.sqrt(branching) + 1e-9
        if p != best_case(branching, depth) or not 1 <= p / math.sqrt(q) <= most:
            return found(False, f"{branching} moves, {depth} plies: P {p}, Q {q}")
        if depth in (5, 6):
            shown.append(f"{branching}^{depth}: {p} of {q}")
    return found(True, f"{len(UNIFORM)} trees as Knuth and Moore count; " + ", ".join(shown))


def _l20_two_fold(_: Workshop) -> Found:
    readings = {}
    for depth in (4, 10, 100):
        deepest = set()
        for branching in (2, 3, 5, 20, 40):
            reached = depth
            while best_case(branching, reached + 1) <= branching**depth:
                reached += 1
            deepest.add(reached)
        shown = f"minimax {depth} plies, alpha-beta {' or '.join(map(str, sorted(deepest)))}"
        readings[shown] = {round(reached / depth, 1) for reached in deepest} == {2.0}
    return by_reading(readings)


def _l20_bad_moves(shop: Workshop) -> Found:
    shown, fewer = [], False
    for branching, depth in ((2, 2), (2, 3), (2, 4), (3, 4), (2, 6), (3, 6)):
        leaves = ordered_leaves(shop, "alphabeta", branching, depth, best_first=False)
        fewer = fewer or leaves != branching**depth
        shown.append(f"{branching}^{depth} {leaves} of {branching**depth}")
    return found(not fewer, ", ".join(shown), search_command("tictactoe", "alphabeta", order="worst"))


def _l20_good_first(shop: Workshop) -> Found:
    nodes = {
        order.value: shop.ask("nim", "ab_procedure", settings=Settings(order=order)).nodes or 0
        for order in (Order.BEST, Order.GAME, Order.WORST)
    }
    witness = ", ".join(f"{order} {count} nodes" for order, count in nodes.items())
    shown = search_command("nim", "ab_procedure", order="best")
    return found(nodes["best"] < nodes["game"] < nodes["worst"], witness, shown)


ITERATED = {"connect4": 6, "othello": 5, "tictactoe": 6}


def iterations(shop: Workshop, game: str) -> list[int]:
    """The nodes of the iterations of deepening, one by one."""

    def compute() -> list[int]:
        sums = [shop.ask(game, "deepening", depth=depth).nodes or 0 for depth in range(1, ITERATED[game] + 1)]
        return [later - before for before, later in zip([0, *sums], sums, strict=False)]

    return shop.once(f"iterations of {game}", compute)


def _l20_multiple(shop: Workshop) -> Found:
    readings = {}
    for game in ITERATED:
        nodes = iterations(shop, game)
        readings[f"{game} {', '.join(map(str, nodes))}"] = all(b >= 2 * a for a, b in pairwise(nodes))
    return by_reading(readings, search_command("connect4", "deepening", depth=6))


def _l20_unaffected(shop: Workshop) -> Found:
    readings = {}
    for game, depth in ITERATED.items():
        plain = shop.ask(game, "ab_procedure", depth=depth).nodes or 0
        nodes = iterations(shop, game)
        reached = max((d for d in range(depth + 1) if sum(nodes[:d]) <= plain), default=0)
        readings[f"{game}, {depth} plies in {plain} nodes, deepening {reached}"] = reached >= depth - 1
    return by_reading(readings, search_command("connect4", "deepening", depth=6))


# Transposition tables


def _l20_few_positions(_: Workshop) -> Found:
    game = bundled("kqk")
    ways_to = dict.fromkeys(game.initial(), 1)
    for _ply in range(6):
        after: dict[Any, int] = {}
        for position, count in ways_to.items():
            for successor in nexts(game, position):
                after[successor] = after.get(successor, 0) + count
        ways_to = after
    lines, all_of_them = sum(ways_to.values()), sum(1 for _ in game.positions() or ())
    witness = f"{lines} lines of 6 plies, {all_of_them} positions in all"
    return found(lines > all_of_them, witness, command("board", "kqk"))


def _l20_pays(shop: Workshop) -> Found:
    plain, table = (shop.ask("kqk", program, depth=5) for program in ("negamax_ply", "alphabeta_tt"))
    witness = f"{table.nodes} nodes, {table.answer.hits} of them from the table, and not {plain.nodes}"
    holds = 2 * (table.nodes or 0) < (plain.nodes or 0) and table.value == plain.value
    return found(holds, witness, search_command("kqk", "alphabeta_tt", depth=5))


def _l20_memoization(shop: Workshop) -> Found:
    asked = 0
    for number in range(60):
        case = make_case(Shape.DAG, 1, number)
        game, root = TreeGame(case.tree, "dag"), Atom(case.tree.root.name)
        try:
            remembered = solve(game, root, {})
            plain = shop.tree_value(case.tree, "minimax")
        except ContractError:  # a value that nobody knows
            continue
        asked += 1
        if not equal(remembered, plain):
            return found(False, f"case {number}: {remembered} and {plain}")
    return found(asked > 0, f"{asked} games", command("crosscheck", program="minimax", trees=200, seed=1))


def _l20_check_table(shop: Workshop) -> Found:
    name = "table_bounds"
    naive, right = (shop.value(name, program) for program in ("alphabeta_tt_boundless", "alphabeta_tt"))
    plain = shop.value(name, "negamax_ply")
    witness = f"{naive}, and {plain} without a table, {right} where bounds are known as bounds"
    return found(naive == plain, witness, search_command(name, "alphabeta_tt_boundless"))


def _l20_uncompressed(_: Workshop) -> Found:
    game = bundled("othello")
    written = len(str(game.to_term(game.initial()[0])))
    needed = math.ceil((64 * math.log2(3) + 1) / 8)
    return found(written > 2 * needed, f"{written} characters, {needed} bytes")
