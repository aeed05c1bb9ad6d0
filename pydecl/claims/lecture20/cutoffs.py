"""Lecture 20: shallow and deep cut-offs, alpha and beta."""

from __future__ import annotations

from pydecl.claims import trees, windows
from pydecl.claims.claim import Claims, Found, Lecture, command, found, search_command
from pydecl.claims.trees import Nest
from pydecl.claims.workshop import Workshop
from pydecl.model.game import Player
from pydecl.model.number import INFINITY
from pydecl.model.tree import Inner
from pydecl.tracing.events import Event, Kind, Reach

cutoffs = Claims(Lecture.LECTURE20, "AlphaBeta Pruning")

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
def _shallow(shop: Workshop) -> Found:
    cut, node, by, skipped = cut_of(shop, "shallow_cutoff")
    holds = (node, by, skipped, cut.reach) == ("b", "a", ["c"], Reach.SHALLOW)
    return found(
        holds, f"{node} leaves {' '.join(skipped)} out, the bound is from {by}", trace("shallow_cutoff")
    )


def trace(tree: str) -> str:
    """The command that shows a search of a tree."""
    return command("trace", tree)


@cutoffs.add(
    "l20-ignore-c",
    "we can ignore the value of the subtree beginning with Node C",
    "the tree shallow_cutoff with every value of C from " + ", ".join(map(str, FILLINGS)),
)
def _ignore_c(_shop: Workshop) -> Found:
    values = {c: (trees.value((14, c), Player.MAX), trees.value((10, (14, c)), Player.MIN)) for c in FILLINGS}
    holds = all(b >= 14 and a == 10 for b, a in values.values())
    worth = ", ".join(sorted({str(a) for _, a in values.values()}))
    witness = f"B is worth {min(b for b, _ in values.values())} or more, A {worth}"
    return found(holds, witness, search_command("shallow_cutoff", program="alphabeta"))


@cutoffs.add(
    "l20-deep",
    "In a deep cutoff you have to go farther to find the reason we can ignore some node.",
    "the tree deep_cutoff",
)
def _deep(shop: Workshop) -> Found:
    cut, node, by, skipped = cut_of(shop, "deep_cutoff")
    holds = (node, by, skipped, cut.reach) == ("e", "root", ["x"], Reach.DEEP)
    return found(
        holds, f"{node} leaves {' '.join(skipped)} out, the bound is from {by}", trace("deep_cutoff_g3")
    )


@cutoffs.add(
    "l20-great-great",
    "The root of the tree below is actually the great-great-grandfather of X",
    "the tree deep_cutoff",
)
def _great_great(shop: Workshop) -> Found:
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
def _ignore_x(_shop: Workshop) -> Found:
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
    """Whether a bound is the best value seen so far, at every node."""
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
def _alpha(shop: Workshop) -> Found:
    return seen_so_far(shop, Player.MAX)


@cutoffs.add(
    "l20-beta",
    "Beta - The smallest value seen so far by any Min Node in the ancestry of the current node",
    "ab_procedure on random trees",
)
def _beta(shop: Workshop) -> Found:
    return seen_so_far(shop, Player.MIN)


@cutoffs.add(
    "l20-discontinue",
    "the value of alpha rises to be higher then beta we can discontinue the calculation",
    "random trees: what ab_procedure leaves out is given other values, and the root keeps its own",
)
def _discontinue(shop: Workshop) -> Found:
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
def _procedure(shop: Workshop) -> Found:
    asked = [(n, root, v) for root in Player for n, v in shop.values(trees.up_to(6), "ab_procedure", root)]
    wrong = [(nest, root) for nest, root, value in asked if value != trees.value(nest, root)]
    shown = command("crosscheck", program="ab_procedure", trees=200, seed=1)
    return found(not wrong, trees.line(*wrong[0]) if wrong else f"{len(asked)} trees", shown)
