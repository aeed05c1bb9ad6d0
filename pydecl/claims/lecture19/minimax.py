"""Lecture 19: the minimax principle."""

from __future__ import annotations

from pydecl.claims import trees
from pydecl.claims.claim import Claims, Found, Lecture, command, found, search_command
from pydecl.claims.printed import printed_is_right
from pydecl.claims.workshop import Workshop
from pydecl.model.game import Player

minimax = Claims(Lecture.LECTURE19, "The minimax principle")


@minimax.add(
    "l19-propagation", "V(P) = max_i V(P_i) if P is a MAX-to-move position", trees.SMALL + ", both players"
)
def _propagation(shop: Workshop) -> Found:
    asked = [(nest, root, v) for root in Player for nest, v in shop.values(trees.small(), "minimax", root)]
    wrong = [(nest, root) for nest, root, v in asked if v != trees.value(nest, root)]
    witness = trees.line(*wrong[0]) if wrong else f"{len(asked)} trees"
    return found(not wrong, witness, command("crosscheck", program="minimax", trees=200, seed=1))


@minimax.add(
    "l19-max-chooses",
    "Whenever MAX is to move, she will choose a move that maximizes the value",
    trees.SMALL + ", both players",
)
def _max_chooses(shop: Workshop) -> Found:
    wrong, asked = [], 0
    for root, best in ((Player.MAX, max), (Player.MIN, min)):
        for nest, answer in shop.trees(trees.small(), "minimax", root):
            if isinstance(nest, tuple):
                asked += 1
                values = [trees.value(child, root.opponent) for child in nest]
                if answer.best is None or values[trees.chosen(answer.best)] != best(values):
                    wrong.append(trees.line(nest, root))
    return found(not wrong, wrong[0] if wrong else f"{asked} choices")


@minimax.add(
    "l19-main-variation",
    "The main variation defines the 'minimax optimal' play for both sides.",
    trees.SMALL + ": whoever leaves the variation alone gets no more",
)
def _main_variation(shop: Workshop) -> Found:
    best = {
        (nest, root): trees.chosen(answer.best)
        for root in Player
        for nest, answer in shop.trees(trees.small(), "minimax", root)
        if answer.best is not None
    }
    lines = 0
    for nest in [nest for nest, root in best if root is Player.MAX]:
        mover: Player = Player.MAX
        worth, here, lines = trees.value(nest, mover), nest, lines + 1
        while isinstance(here, tuple):
            others = [trees.value(child, mover.opponent) for child in here]
            gains = max(others) > worth if mover is Player.MAX else min(others) < worth
            here, mover = here[best[here, mover]], mover.opponent
            if gains or trees.value(here, mover) != worth:
                return found(False, trees.line(nest))
    return found(True, f"{lines} variations", search_command("lecture19"))


@minimax.add(
    "l19-search-tree",
    "terminal search positions do not have to be terminal positions of the game",
    "tic-tac-toe, 1 ply",
)
def _search_tree(shop: Workshop) -> Found:
    answer = shop.ask("tictactoe", "minimax", depth=1, leaves=True)
    rules = shop.rules("tictactoe")
    on = sum(bool(rules.successors(rules.from_term(leaf))) for leaf in answer.evaluated or ())
    witness = f"{answer.leaves} leaves, in {on} of them the game goes on"
    return found(on > 0, witness, search_command("tictactoe", depth=1, leaves=True))


@minimax.add(
    "l19-minimax-printed",
    "minimax(Pos, BestSucc, Val)",
    "all trees of up to 5 nodes with values -1, 0 and 1; the program as printed",
)
def _minimax_printed(shop: Workshop) -> Found:
    return printed_is_right(shop, "minimax", "minimax(Root, _, Val)")


@minimax.add(
    "l19-visits-all",
    "The program visits all the positions in the search tree, up to its terminal positions",
    trees.SMALL,
)
def _visits_all(shop: Workshop) -> Found:
    asked = list(shop.trees(trees.small(), "minimax"))
    wrong = [nest for nest, answer in asked if answer.nodes != trees.size(nest)]
    total = sum(answer.nodes or 0 for _, answer in asked)
    witness = trees.line(wrong[0]) if wrong else f"{total} nodes of {len(asked)} trees"
    return found(not wrong, witness, search_command("lecture19", leaves=True))


ORDERS = 2000


@minimax.add(
    "l19-usually",
    "Usually not all this work is necessary in order to correctly compute the minimax value",
    f"the shape of the lecture's tree, 8 leaves in {ORDERS} random orders: `alphabeta` leaves out a leaf",
)
def _usually(shop: Workshop) -> Found:
    nests = [trees.shuffled(2, 3, seed) for seed in range(ORDERS)]
    evaluated = [answer.leaves or 0 for _, answer in shop.trees(nests, "alphabeta")]
    saved = sum(count < 8 for count in evaluated)
    witness = f"in {saved} of {ORDERS} orders; {sum(evaluated) / ORDERS:.2f} leaves on average"
    return found(2 * saved > ORDERS, witness, search_command("lecture19", program="alphabeta", leaves=True))
