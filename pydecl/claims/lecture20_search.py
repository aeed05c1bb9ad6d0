"""Lecture 20: cut-offs, how effective alpha-beta is, and transposition tables."""

from __future__ import annotations

import math
import random
from itertools import permutations, product
from typing import Any

from pydecl.claims import trees, windows
from pydecl.claims.claim import Claims, Found, Lecture, by_reading, command, found, search_command
from pydecl.claims.othello import solve
from pydecl.claims.trees import Nest
from pydecl.claims.workshop import Workshop
from pydecl.crosschecking.cases import Shape, make_case
from pydecl.errors import ContractError
from pydecl.games import bundled
from pydecl.games.tree import TreeGame
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, equal
from pydecl.model.result import Limits, Order, Settings
from pydecl.model.term import Atom
from pydecl.model.tree import Inner
from pydecl.tracing.events import Event, Kind, Reach

cutoffs = Claims(Lecture.LECTURE20, "AlphaBeta Pruning")
effective = Claims(Lecture.LECTURE20, "How effective is alpha beta?")
tables = Claims(Lecture.LECTURE20, "Transposition Tables")

FILLINGS = (-INFINITY, 0, 4, 5, 6, 9, 10, 11, 13, 14, 15, INFINITY)


# Cut-offs


def cut_of(shop: Workshop, tree: str) -> tuple[Event, str, str | None, list[str]]:
    """The one cut-off in a tree: the event, its node, who set the bound, and what is left out."""
    events, names = shop.events(tree, "alphabeta")
    (cut,) = (event for event in events if event.kind is Kind.CUT)
    assert cut.node is not None
    by = None if cut.by is None else names[cut.by]
    return cut, names[cut.node], by, [names[number] for number in cut.skipped]


@cutoffs.add(
    "l20-shallow",
    "A shallow cutoff is when the information to achieve a cutoff comes from the nodes parent.",
    "the tree shallow_cutoff",
)
def shallow(shop: Workshop) -> Found:
    cut, node, by, skipped = cut_of(shop, "shallow_cutoff")
    holds = (node, by, skipped, cut.reach) == ("b", "a", ["c"], Reach.SHALLOW)
    return found(
        holds, f"{node} leaves {' '.join(skipped)} out, the bound is from {by}", trace("shallow_cutoff")
    )


def trace(tree: str) -> str:
    return command("trace", tree)


@cutoffs.add(
    "l20-ignore-c",
    "we can ignore the value of the subtree beginning with Node C",
    "the tree shallow_cutoff with every value of C from " + ", ".join(map(str, FILLINGS)),
)
def ignore_c(_: Workshop) -> Found:
    values = {c: (trees.value((14, c), Player.MAX), trees.value((10, (14, c)), Player.MIN)) for c in FILLINGS}
    holds = all(b >= 14 and a == 10 for b, a in values.values())
    witness = f"B is worth {min(b for b, _ in values.values())} or more, A {', '.join({str(a) for _, a in values.values()})}"
    return found(holds, witness, search_command("shallow_cutoff", program="alphabeta"))


@cutoffs.add(
    "l20-deep",
    "In a deep cutoff you have to go farther to find the reason we can ignore some node.",
    "the tree deep_cutoff",
)
def deep(shop: Workshop) -> Found:
    cut, node, by, skipped = cut_of(shop, "deep_cutoff")
    holds = (node, by, skipped, cut.reach) == ("e", "root", ["x"], Reach.DEEP)
    return found(
        holds, f"{node} leaves {' '.join(skipped)} out, the bound is from {by}", trace("deep_cutoff")
    )


@cutoffs.add(
    "l20-great-great",
    "The root of the tree below is actually the great-great-grandfather of X",
    "the tree deep_cutoff",
)
def great_great(shop: Workshop) -> Found:
    tree = shop.tree("deep_cutoff")
    parents = {child: node.name for node in tree.nodes if isinstance(node, Inner) for child in node.children}
    line = ["x"]
    while line[-1] in parents:
        line.append(parents[line[-1]])
    kinds = ["itself", "father", "grandfather", "great-grandfather", "great-great-grandfather"]
    named = dict(zip(kinds, line, strict=False))
    witness = ", ".join(f"{kind} {name}" for kind, name in named.items())
    return found(len(line) == 5 and line[4] == tree.root.name, witness)


@cutoffs.add(
    "l20-ignore-x",
    "Here we see that we can ignore the value of X",
    "the tree deep_cutoff with every value of X and G",
)
def ignore_x(_: Workshop) -> Found:
    roots = {g: {trees.value((10, (((5, x), g),)), Player.MAX) for x in FILLINGS} for g in FILLINGS}
    wrong = [g for g, values in roots.items() if len(values) > 1]
    witness = f"X changes nothing, whatever the {len(roots)} values of G"
    shown = search_command("deep_cutoff_g3", program="alphabeta")
    return found(not wrong, f"G is {wrong[0]}" if wrong else witness, shown)


GROWN = 40


def traced(shop: Workshop) -> list[tuple[Nest, windows.Steps]]:
    """What ab_procedure does on random trees."""

    def compute() -> list[tuple[Nest, windows.Steps]]:
        nests = [trees.grown(seed, 4, (0, 1, 2, 3, 4, 5)) for seed in range(GROWN)]
        return [(nest, list(windows.steps(shop, nest, "ab_procedure"))) for nest in nests]

    return shop.once("ab_procedure", compute)


def seen_so_far(shop: Workshop, player: Player) -> Found:
    met = 0
    for nest, steps in traced(shop):
        met += sum(isinstance(step, windows.Entry) for step in steps)
        if windows.misses_best(nest, steps, player):
            return found(False, trees.line(nest))
    return found(True, f"{met} nodes of {GROWN} random trees")


@cutoffs.add(
    "l20-alpha",
    "Alpha - is the largest value seen so far in any Max Node in the ancestry of the current node",
    "ab_procedure on random trees",
)
def alpha(shop: Workshop) -> Found:
    return seen_so_far(shop, Player.MAX)


@cutoffs.add(
    "l20-beta",
    "Beta - The smallest value seen so far by any Min Node in the ancestry of the current node",
    "ab_procedure on random trees",
)
def beta(shop: Workshop) -> Found:
    return seen_so_far(shop, Player.MIN)


@cutoffs.add(
    "l20-discontinue",
    "the value of alpha rises to be higher then beta we can discontinue the calculation",
    "random trees: what ab_procedure leaves out is given other values, and the root keeps its own",
)
def discontinue(shop: Workshop) -> Found:
    left_out = 0
    for nest, steps in traced(shop):
        entered = {step.way for step in steps}
        unseen = [way for way in ways(nest) if way not in entered and way[:-1] in entered]
        left_out += len(unseen)
        for other in (-9, 0, 9):
            changed = nest
            for way in unseen:
                changed = replaced(changed, way, other)
            if trees.value(changed, Player.MAX) != trees.value(nest, Player.MAX):
                return found(False, f"{trees.line(nest)} and {trees.line(changed)}")
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


@cutoffs.add(
    "l20-procedure",
    "If alpha >= beta return beta",
    "all trees of up to 6 nodes with values -1, 0 and 1, both players: ABProcedure has V of the root",
)
def procedure(shop: Workshop) -> Found:
    asked = [(n, root, v) for root in Player for n, v in shop.values(trees.up_to(6), "ab_procedure", root)]
    wrong = [(nest, root) for nest, root, value in asked if value != trees.value(nest, root)]
    shown = command("crosscheck", program="ab_procedure", trees=200, seed=1)
    return found(not wrong, trees.line(*wrong[0]) if wrong else f"{len(asked)} trees", shown)


# How effective


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
    "ab_procedure in all orders (of 27 leaves 200): what is a cutoff, and have all moves as much below them?",
)
def maximized(shop: Workshop) -> Found:
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
    return branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1


UNIFORM = [(2, depth) for depth in range(1, 9)] + [(3, depth) for depth in range(1, 7)]
UNIFORM += [(4, depth) for depth in range(1, 6)]


@effective.add(
    "l20-sqrt",
    "P ~= sgrt(Q)",
    "trees with 2, 3 or 4 moves, 1 to 8 plies, best moves first: P to a factor of √b + 1/√b, b the moves",
)
def square_root(shop: Workshop) -> Found:
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
def two_fold(_: Workshop) -> Found:
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
def bad_moves(shop: Workshop) -> Found:
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
def good_first(shop: Workshop) -> Found:
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
def multiple(shop: Workshop) -> Found:
    readings = {}
    for game in ITERATED:
        nodes = iterations(shop, game)
        shown = ", ".join(map(str, nodes))
        readings[f"{game} {shown}"] = all(b >= 2 * a for a, b in zip(nodes, nodes[1:], strict=False))
    return by_reading(readings, search_command("connect4", program="deepening", depth=6))


@effective.add(
    "l20-unaffected",
    "the final depth of your search will be almost unaffected",
    "deepening, all iterations: as deep, or one ply less, with the nodes of alpha-beta in the game's order",
)
def unaffected(shop: Workshop) -> Found:
    readings = {}
    for game, depth in ITERATED.items():
        plain = shop.ask(game, "ab_procedure", depth=depth).nodes or 0
        nodes = iterations(shop, game)
        reached = max((d for d in range(depth + 1) if sum(nodes[:d]) <= plain), default=0)
        readings[f"{game}, {depth} plies in {plain} nodes, deepening {reached}"] = reached >= depth - 1
    return by_reading(readings, search_command("connect4", program="deepening", depth=6))


# Tables


@tables.add(
    "l20-few-positions",
    "the number of possible moves is large, but the number of possible positions is small",
    "'Chess endgames': king and queen against king, 6 plies from the start",
)
def few_positions(_: Workshop) -> Found:
    game = bundled("kqk")
    ways_to = dict.fromkeys(game.initial(), 1)
    for _ply in range(6):
        after: dict[Any, int] = {}
        for position, count in ways_to.items():
            for _, successor in game.successors(position):
                after[successor] = after.get(successor, 0) + count
        ways_to = after
    lines, positions = sum(ways_to.values()), sum(1 for _ in game.positions() or ())
    return found(
        lines > positions, f"{lines} lines of 6 plies, {positions} positions in all", command("moves", "kqk")
    )


@tables.add(
    "l20-pays",
    "In these cases it very much pays to use Transposition tables.",
    "king and queen against king, 5 plies: the same search with and without a table",
)
def pays(shop: Workshop) -> Found:
    plain, table = (shop.ask("kqk", program, depth=5) for program in ("negamax_ply", "alphabeta_tt"))
    assert plain.nodes is not None
    assert table.nodes is not None
    witness = f"{table.nodes} nodes, {table.hits} of them from the table, and not {plain.nodes}"
    holds = 2 * table.nodes < plain.nodes and table.value == plain.value
    return found(holds, witness, search_command("kqk", program="alphabeta_tt", depth=5))


@tables.add(
    "l20-memoization",
    "The implementation comes straight out of 61a -- memoization.",
    "minimax with a table of values, on 60 random games in which positions are met again",
)
def memoization(shop: Workshop) -> Found:
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


@tables.add(
    "l20-check-table",
    "before we evaluate any node we check whether it is already in our hashtable",
    "alpha-beta that takes what the table has for the value; the tree table_bounds, where a position is met twice",
)
def check_table(shop: Workshop) -> Found:
    name = "table_bounds"
    naive, right = (shop.value(name, program) for program in ("alphabeta_tt_boundless", "alphabeta_tt"))
    plain = shop.value(name, "negamax_ply")
    witness = f"{naive}, and {plain} without a table, {right} where bounds are known as bounds"
    return found(naive == plain, witness, search_command(name, program="alphabeta_tt_boundless"))


@tables.add(
    "l20-uncompressed",
    "the whole board takes up some memory and storing it in an uncompressed format is expensive",
    "othello's start as a term, and the bytes that 64 squares of three kinds and a mover need",
)
def uncompressed(_: Workshop) -> Found:
    game = bundled("othello")
    written = len(str(game.to_term(game.initial()[0])))
    needed = math.ceil((64 * math.log2(3) + 1) / 8)
    return found(written > 2 * needed, f"{written} characters, {needed} bytes")
