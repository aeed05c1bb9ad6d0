"""Lecture 19: the setting, AND/OR trees, `won`, the size of chess, and the minimax principle."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

from pydecl.claims import trees
from pydecl.claims.claim import Claims, Found, Lecture, by_reading, command, found, search_command
from pydecl.claims.printed import Printed, list_text
from pydecl.claims.trees import Nest
from pydecl.claims.workshop import Workshop
from pydecl.errors import SourceError
from pydecl.games import bundled
from pydecl.model.game import Game, Player
from pydecl.model.term import Atom

SMALL = "all trees of up to 6 nodes with values -1, 0 and 1"
NODES = 6

setting = Claims(Lecture.LECTURE19, "Two-person, perfect-information games")
minimax = Claims(Lecture.LECTURE19, "The minimax principle")


# The setting


def within(game: Game[Any], plies: int) -> Iterator[list[Any]]:
    """The positions of each ply, from the start on, each once."""
    level = list(game.initial())
    for _ in range(plies + 1):
        yield level
        level = list(dict.fromkeys(after for position in level for _, after in game.successors(position)))


EXAMPLES = ("chess", "checkers", "atari_go")


@setting.add(
    "l19-alternate",
    "Two players, us and them, make moves alternatively.",
    "the lecture's examples, chess, checkers and go (capture go): all positions within 2 plies",
)
def alternate(_: Workshop) -> Found:
    met = 0
    for name in EXAMPLES:
        game = bundled(name)
        for ply, level in enumerate(within(game, 2)):
            mover = (Player.MAX, Player.MIN)[ply % 2]
            for position in level:
                met += 1
                if game.chance(position) or game.player(position) is not mover:
                    return found(False, f"{name}: {game.format_position(position)}")
    return found(True, f"{met} positions, and the mover changes with every move")


@setting.add(
    "l19-win-and-loss",
    "The rules determine outcome of the game: win and loss.",
    "king and queen against king",
)
def win_and_loss(shop: Workshop) -> Found:
    game = shop.rules("kqk")
    ends = [p for level in within(game, 2) for p in level if not game.successors(p)]
    drawn = [end for end in ends if not game.terminal_won(end) and not game.terminal_lost(end)]
    shown = game.format_position(drawn[0]) if drawn else ""
    witness = f"{len(ends)} ends within 2 plies, {len(drawn)} drawn" + (f": {shown}" if drawn else "")
    return found(not drawn, witness, command("moves", "kqk", position=shown or None))


@setting.add(
    "l19-not-win", "cf. if draw → win, not-win", SMALL + ", 0 is a draw: `and_or` asks win or not-win"
)
def not_win(shop: Workshop) -> Found:
    asked = list(shop.trees(trees.up_to(NODES), "and_or"))
    wrong = [nest for nest, answer in asked if answer.value is not (trees.value(nest, Player.MAX) > 0)]
    drawn = sum(trees.value(nest, Player.MAX) == 0 for nest, _ in asked)
    witness = trees.line(wrong[0]) if wrong else f"{len(asked)} trees, {drawn} of them drawn, and so not won"
    return found(not wrong, witness)


def solved(shop: Workshop) -> dict[tuple[Nest, Player], object]:
    """What `and_or` says of each small tree, whoever is to move at its root."""
    nests = trees.up_to(NODES)
    return {
        (nest, root): answer.value for root in Player for nest, answer in shop.trees(nests, "and_or", root)
    }


def node_kind(shop: Workshop, root: Player) -> Found:
    """Whether a node is won as an OR node is solved (`root` is MAX), or as an AND node is (MIN)."""
    known = solved(shop)
    solves = any if root is Player.MAX else all
    inner = [nest for nest, mover in known if isinstance(nest, tuple) and mover is root]
    wrong = [
        nest
        for nest in inner
        if isinstance(nest, tuple)
        and known[nest, root] is not solves(known[child, root.opponent] is True for child in nest)
    ]
    return found(not wrong, trees.line(wrong[0], root) if wrong else f"{len(inner)} nodes")


@setting.add("l19-or-node", "us-to-move position ↔ OR node", SMALL)
def or_node(shop: Workshop) -> Found:
    return node_kind(shop, Player.MAX)


@setting.add("l19-and-node", "them-to-move position ↔ AND node", SMALL)
def and_node(shop: Workshop) -> Found:
    return node_kind(shop, Player.MIN)


@setting.add(
    "l19-won",
    "A simple Prolog program to find whether an us-to-move position is won or not",
    SMALL + "; `not` is read as \\+",
)
def won(shop: Workshop) -> Found:
    asked = list(shop.trees(trees.up_to(NODES), "won"))
    wrong = [nest for nest, answer in asked if answer.value is not (trees.value(nest, Player.MAX) > 0)]
    missed = [nest for nest, answer in asked if answer.value is False and trees.value(nest, Player.MAX) > 0]
    if not wrong:
        return found(True, f"{len(asked)} trees")
    drawn = next(nest for nest in wrong if trees.value(nest, Player.MAX) == 0)
    witness = f"{trees.line(drawn)} is drawn, and 'won': wrong {len(wrong)} times in {len(asked)}"
    witness += f", a win overlooked {len(missed)} times"
    return found(False, witness, search_command("won_drawn_end", program="won"))


@setting.add("l19-won-printed", "not terminallost(Pos),", "SWI-Prolog, the program as printed")
def won_printed(shop: Workshop) -> Found:
    try:
        with Printed("won", seconds=shop.left()) as printed:
            printed.answers("won(t(max, 0, 1))")
    except SourceError as error:
        return found(False, error.diagnostics[0].message)
    return found(True, "it loads")


# How large chess is


@setting.add(
    "l19-10-120",
    "The search space of astronomical proportions of the chess game includes some 10^120 positions.",
    "Figure 22.1's 40 moves of 2 plies, and every branching factor that rounds to 30",
)
def some_10_120(_: Workshop) -> Found:
    power = {branching: 2 * 40 * math.log10(branching) for branching in range(25, 35)}
    near = min(power, key=lambda branching: abs(power[branching] - 120))
    witness = f"30^80 = 10^{power[30]:.1f}, {near}^80 = 10^{power[near]:.1f}"
    return found(power[25] <= 120 <= power[34], witness)


@setting.add(
    "l19-equal-positions",
    "equal positions in the tree of Figure 22.1 occur at different places",
    "chess, 3 plies from the start; clocks and move numbers do not count",
)
def equal_positions(_: Workshop) -> Found:
    game = bundled("chess")
    places = list(game.initial())
    for _ply in range(3):
        places = [after for position in places for _, after in game.successors(position)]
    different = {tuple(game.format_position(position).split()[:4]) for position in places}
    witness = f"{len(places)} places, {len(different)} positions"
    return found(len(different) < len(places), witness)


KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
RANDOM_GAMES, RANDOM_PLIES = 8, 80


def branching_factors() -> dict[str, float]:
    """How many legal moves chess has: in the start, in a well-known middle game, on average in random play."""
    game, rng = bundled("chess"), random.Random("chess")
    counts = []
    for _ in range(RANDOM_GAMES):
        (position,) = game.initial()
        for _ply in range(RANDOM_PLIES):
            nexts = game.successors(position)
            if not nexts:
                break
            counts.append(len(nexts))
            position = rng.choice(nexts)[1]
    return {
        "the start": len(game.successors(game.initial()[0])),
        "the middle game 'kiwipete'": len(game.successors(game.parse_position(KIWIPETE))),
        f"the mean of {RANDOM_GAMES} random games": sum(counts) / len(counts),
    }


BRANCHING_SCOPE = "the start, a middle game, and random play; 'about' is one digit"


def about(number: int) -> Found:
    """Whether chess has about so many legal moves: the same to one digit."""
    factors = branching_factors()
    return by_reading({f"{name}, {count:.3g}": round(count, -1) == number for name, count in factors.items()})


@setting.add("l19-30-moves", "there are about 30 legal moves from each chess position", BRANCHING_SCOPE)
def thirty_moves(_: Workshop) -> Found:
    return about(30)


@setting.add(
    "l19-two-plies",
    "One move is 2 plies (1 half-move by each side).",
    "king and queen against king, all lines of 2 plies",
)
def two_plies(shop: Workshop) -> Found:
    game = shop.rules("kqk")
    (start,), between, after = within(game, 2)
    holds = all(game.player(p) is game.player(start).opponent for p in between)
    holds = holds and all(game.player(p) is game.player(start) for p in after)
    witness = (
        f"after 1 ply the other side is to move ({len(between)} positions), after 2 the same ({len(after)})"
    )
    return found(holds, witness, command("moves", "kqk"))


# Minimax


@minimax.add(
    "l19-propagation", "V(P) = max_i V(P_i) if P is a MAX-to-move position", SMALL + ", both players"
)
def propagation(shop: Workshop) -> Found:
    asked = [
        (nest, root, v) for root in Player for nest, v in shop.values(trees.up_to(NODES), "minimax", root)
    ]
    wrong = [(nest, root) for nest, root, v in asked if v != trees.value(nest, root)]
    witness = trees.line(*wrong[0]) if wrong else f"{len(asked)} trees"
    return found(not wrong, witness, command("crosscheck", program="minimax", trees=200, seed=1))


@minimax.add(
    "l19-max-chooses",
    "Whenever MAX is to move, she will choose a move that maximizes the value",
    SMALL + ", both players",
)
def max_chooses(shop: Workshop) -> Found:
    wrong, asked = [], 0
    for root, best in ((Player.MAX, max), (Player.MIN, min)):
        for nest, answer in shop.trees(trees.up_to(NODES), "minimax", root):
            if isinstance(nest, tuple):
                asked += 1
                values = [trees.value(child, root.opponent) for child in nest]
                if answer.best is None or values[chosen(answer.best)] != best(values):
                    wrong.append(trees.line(nest, root))
    return found(not wrong, wrong[0] if wrong else f"{asked} choices")


def chosen(best: object) -> int:
    """The number of the move to a child of the root, from 0."""
    assert isinstance(best, Atom)
    return trees.way_of(best.name)[0]


@minimax.add(
    "l19-main-variation",
    "The main variation defines the 'minimax optimal' play for both sides.",
    SMALL + ": whoever leaves the variation alone gets no more",
)
def main_variation(shop: Workshop) -> Found:
    best = {
        (nest, root): chosen(answer.best)
        for root in Player
        for nest, answer in shop.trees(trees.up_to(NODES), "minimax", root)
        if answer.best is not None
    }
    lines = 0
    for nest, mover in [(nest, root) for nest, root in best if root is Player.MAX]:
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
def search_tree(shop: Workshop) -> Found:
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
def minimax_printed(shop: Workshop) -> Found:
    return printed_is_right(shop, "minimax", "minimax(Root, _, Val)")


def printed_is_right(shop: Workshop, program: str, goal: str) -> Found:
    """Whether a printed program has one answer, the right one, on small trees."""
    nests = trees.up_to(5)
    listed = ",".join(map(list_text, nests))
    with Printed(*dict.fromkeys(("minimax", program)), seconds=shop.left()) as printed:
        asked = f"member(Tree, [{listed}]), Root = t(max, 0, Tree), findall(Val, rules:{goal}, Vals)"
        (answer,) = printed.answers(f"findall(Vals, ({asked}), All)")
    all_values = [values.items for values in answer["All"].items]  # type: ignore[union-attr]
    wrong = [
        (nest, values)
        for nest, values in zip(nests, all_values, strict=True)
        if list(values) != [trees.value(nest, Player.MAX)]
    ]
    if not wrong:
        return found(True, f"{len(nests)} trees, one answer each")
    nest, values = wrong[0]
    answers = ", ".join(map(str, values)) or "none"
    return found(
        False, f"{trees.line(nest)} has the answer: {answers}; wrong {len(wrong)} times in {len(nests)}"
    )


@minimax.add(
    "l19-visits-all",
    "The program visits all the positions in the search tree, up to its terminal positions",
    SMALL,
)
def visits_all(shop: Workshop) -> Found:
    asked = list(shop.trees(trees.up_to(NODES), "minimax"))
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
def usually(shop: Workshop) -> Found:
    nests = [trees.shuffled(2, 3, seed) for seed in range(ORDERS)]
    evaluated = [answer.leaves or 0 for _, answer in shop.trees(nests, "alphabeta")]
    saved = sum(count < 8 for count in evaluated)
    witness = f"in {saved} of {ORDERS} orders; {sum(evaluated) / ORDERS:.2f} leaves on average"
    return found(2 * saved > ORDERS, witness, search_command("lecture19", program="alphabeta", leaves=True))
