"""Lecture 19: the alpha-beta algorithm."""

from __future__ import annotations

from itertools import product

from pydecl.claims import trees, windows
from pydecl.claims.claim import Claims, Found, Lecture, by_reading, command, found, search_command
from pydecl.claims.printed import printed_is_right
from pydecl.claims.trees import Nest
from pydecl.claims.workshop import Workshop
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number
from pydecl.model.result import Limits
from pydecl.model.tree import Inner, Leaf

alphabeta = Claims(Lecture.LECTURE19, "The alpha-beta algorithm")

BOUNDS = (-INFINITY, -1, -0.5, 0, 0.5, 1, INFINITY)
WINDOWS = [Limits(alpha=alpha, beta=beta) for alpha in BOUNDS for beta in BOUNDS if alpha <= beta]


def nest_of(shop: Workshop, name: str, **values: Number) -> Nest:
    """A bundled tree, some of its leaves with other values."""
    tree = shop.tree(name)

    def below(node: str) -> Nest:
        found = tree[node]
        if isinstance(found, Inner):
            return tuple(map(below, found.children))
        assert isinstance(found, Leaf)
        value = values.get(node, found.value)
        assert value is not None
        return value

    return below(tree.root.name)


FILLINGS = (-9, 0, 1, 2, 3, 4, 5, 9)


@alphabeta.add(
    "l19-not-exactly",
    "it is not necessary to know exactly how much inferior it is for making the correct decision",
    f"the tree lecture19 with every value from {FILLINGS} at l, o and p, which alphabeta leaves out",
)
def _not_exactly(shop: Workshop) -> Found:
    fillings = [dict(zip("lop", values, strict=True)) for values in product(FILLINGS, repeat=3)]
    nests = [nest_of(shop, "lecture19", **filling) for filling in fillings]
    wrong = [
        filling for filling, nest in zip(fillings, nests, strict=True) if trees.value(nest, Player.MAX) != 4
    ]
    value = shop.value("lecture19_unknown", "alphabeta")
    holds = not wrong and value == 4
    witness = (
        f"{len(nests)} fillings, the value is {value} with all of them, and alphabeta finds it without them"
    )
    command = search_command("lecture19_unknown", program="alphabeta", leaves=True)
    return found(holds, witness if holds else str(wrong[0]), command)


@alphabeta.add(
    "l19-order", "a → b → d → e → c → f", "the tree of the lecture's textbook, Figure 22.2; leaves left out"
)
def _order(shop: Workshop) -> Found:
    inner = {node.name for node in shop.tree("lecture19").nodes if isinstance(node, Inner)}
    kept, all_of_it = (
        [name for name in shop.visited("lecture19", program) if name in inner]
        for program in ("alphabeta", "minimax")
    )
    witness = f"alphabeta {' '.join(kept)}, minimax {' '.join(all_of_it)}"
    return found(kept == list("abdecf"), witness, command("trace", "lecture19"))


@alphabeta.add(
    "l19-efficient", "an efficient implementation of minimax", trees.SMALL + "; the program is completed"
)
def _efficient(shop: Workshop) -> Found:
    nests = trees.small()
    one, other = (list(shop.trees(nests, program)) for program in ("minimax", "alphabeta"))
    pairs = list(zip(one, other, strict=True))
    wrong = [nest for (nest, a), (_, b) in pairs if (a.value, a.best) != (b.value, b.best)]
    counts = [sum(answer.nodes or 0 for _, answer in answers) for answers in (one, other)]
    more = [nest for (nest, a), (_, b) in pairs if (b.nodes or 0) > (a.nodes or 0)]
    witness = f"the same value and move on {len(nests)} trees, {counts[1]} nodes and not {counts[0]}"
    return found(
        not wrong and not more and counts[1] < counts[0],
        trees.line((wrong + more)[0]) if wrong + more else witness,
        command("crosscheck", program="alphabeta", trees=200, seed=1),
    )


@alphabeta.add(
    "l19-alphabeta-printed",
    "The alpha-beta algorithm (Figure 22.5)",
    "all trees of up to 5 nodes with values -1, 0 and 1; the program as printed",
)
def _alphabeta_printed(shop: Workshop) -> Found:
    return printed_is_right(shop, "alphabeta", "alphabeta(Root, -9, 9, _, Val)")


@alphabeta.add(
    "l19-good-enough",
    "The key idea is to find a 'good enough' move, not necessarily the best",
    "all trees of up to 4 nodes with values -1, 0 and 1, windows around the values: GoodPos is not the best",
)
def _good_enough(shop: Workshop) -> Found:
    inside = [limits for limits in WINDOWS if -INFINITY < limits.alpha < limits.beta < INFINITY]
    for limits, nest, answer in shop.trees_within(trees.up_to(4), "alphabeta", Player.MAX, inside):
        if answer.best is not None and isinstance(nest, tuple):
            good = trees.value(nest[trees.chosen(answer.best)], Player.MIN)
            if good != trees.value(nest, Player.MAX):
                window = f"Alpha {limits.alpha} and Beta {limits.beta}"
                return found(True, f"{trees.line(nest)} with {window}: the move worth {good}")
    return found(False, "always the best")


# What alpha and beta are

GROWN = 40

TRACED = f"{GROWN} random trees and all of 6 nodes where MAX moves twice, their values 0 and 1"


def traced(shop: Workshop) -> list[tuple[Nest, windows.Steps]]:
    """What alphabeta does on them, the smallest trees first."""

    def compute() -> list[tuple[Nest, windows.Steps]]:
        nests = [nest for nest in trees.of_size(6, (0, 1)) if trees.height(nest) > 2]
        nests += [trees.grown(seed, 4, (0, 1, 2, 3, 4, 5)) for seed in range(GROWN)]
        return [(nest, list(windows.steps(shop, nest, "alphabeta"))) for nest in nests]

    return shop.once("traced", compute)


def bound_is(shop: Workshop, side: int) -> Found:
    """Whether alpha (side 0) is what MAX has, or beta (side 1) what MAX can hope for at most."""
    name = ("Alpha", "Beta")[side]
    at_root = at_setter = True
    met, shown = 0, ""
    for nest, steps in traced(shop):
        for entry in steps:
            setter = None
            if isinstance(entry, windows.Entry):
                bound, setter = (entry.alpha, entry.beta)[side], (entry.alpha_by, entry.beta_by)[side]
            if setter is None:
                continue
            met += 1
            mover = windows.mover_at(setter)
            root, here = trees.value(nest, Player.MAX), trees.value(trees.at(nest, setter), mover)
            at_setter = at_setter and (here >= bound if side == 0 else here <= bound)
            if at_root and (root < bound if side == 0 else root > bound):
                at_root, shown = False, f", {trees.line(nest)} is worth {root}, and {name} becomes {bound}"
    readings = {f"from the root on{shown}": at_root}
    readings[f"from the node on where {name} was set ({met} windows)"] = at_setter
    return by_reading(readings)


@alphabeta.add(
    "l19-alpha",
    "Alpha is the minimal value that MAX is already guaranteed to achieve.",
    f"{TRACED}; guaranteed from where on?",
)
def _alpha_is(shop: Workshop) -> Found:
    return bound_is(shop, 0)


@alphabeta.add(
    "l19-beta",
    "Beta is the maximal value that MAX can hope to achieve.",
    f"{TRACED}; hope from where on?",
)
def _beta_is(shop: Workshop) -> Found:
    return bound_is(shop, 1)


@alphabeta.add(
    "l19-beta-for-min",
    "From MIN's point of view, Beta is the worst value for MIN that MIN is guaranteed to achieve.",
    f"{TRACED}; guaranteed from where on?",
)
def _beta_is_for_min(shop: Workshop) -> Found:
    return bound_is(shop, 1)


@alphabeta.add(
    "l19-outside",
    "this is sufficient to know that this position is not in the main variation",
    f"{TRACED}: every position whose value came back from outside of its window",
)
def _outside(shop: Workshop) -> Found:
    met = 0
    for nest, steps in traced(shop):
        worth = trees.value(nest, Player.MAX)
        given = {}
        for step in steps:
            if isinstance(step, windows.Entry):
                given[step.way] = step.alpha, step.beta
                continue
            alpha, beta = given[step.way]
            if alpha <= step.value <= beta:
                continue
            met += 1
            path = [step.way[:length] for length in range(len(step.way) + 1)]
            if all(trees.value(trees.at(nest, way), windows.mover_at(way)) == worth for way in path):
                return found(False, trees.line(nest))
    return found(True, f"{met} such positions, and none is on a line of best play")


# The definition of V(P, Alpha, Beta)


def line_of_definition(shop: Workshop, which: int) -> Found:
    """One line: V(P) is below Alpha (0), in the window (1), above Beta (2)."""

    def compute() -> list[tuple[Nest, Player, Limits, Number]]:
        nests = trees.up_to(5)
        return [
            (nest, root, limits, answer.value)  # type: ignore[misc]
            for root in Player
            for limits, nest, answer in shop.trees_within(nests, "alphabeta", root, WINDOWS)
        ]

    met = 0
    for nest, root, limits, value in shop.once("in windows", compute):
        true = trees.value(nest, root)
        if (0 if true < limits.alpha else 2 if true > limits.beta else 1) == which:
            met += 1
            if not (value < limits.alpha, value == true, value > limits.beta)[which]:
                window = f"Alpha {limits.alpha} and Beta {limits.beta}"
                return found(False, f"{trees.line(nest, root)} with {window}: {value}")
    return found(True, f"{met} times so")


IN_WINDOWS = "all trees of up to 5 nodes with values -1, 0 and 1, both players, all windows around the values"


@alphabeta.add("l19-below", "V(P, Alpha, Beta) < Alpha if V(P) < Alpha", IN_WINDOWS)
def _below(shop: Workshop) -> Found:
    return line_of_definition(shop, 0)


@alphabeta.add("l19-inside", "V(P, Alpha, Beta) = V(P) if Alpha ≤ V(P) ≤ Beta", IN_WINDOWS)
def _inside(shop: Workshop) -> Found:
    return line_of_definition(shop, 1)


@alphabeta.add("l19-above", "V(P, Alpha, Beta) > Beta if V(P) > Beta", IN_WINDOWS)
def _above(shop: Workshop) -> Found:
    return line_of_definition(shop, 2)


@alphabeta.add(
    "l19-root",
    "If P is the root, V(P, -infinity, +infinity) = V(P).",
    "all trees of up to 5 nodes with values -infinity, 0 and infinity, both players",
)
def _whole_window(shop: Workshop) -> Found:
    nests = trees.up_to(5, (-INFINITY, 0, INFINITY))
    asked = [(nest, root, value) for root in Player for nest, value in shop.values(nests, "alphabeta", root)]
    wrong = [(nest, root) for nest, root, value in asked if value != trees.value(nest, root)]
    return found(not wrong, trees.line(*wrong[0]) if wrong else f"{len(asked)} trees")
