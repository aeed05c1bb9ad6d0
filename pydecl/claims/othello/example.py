"""The lecture whose tutorial is an Othello program: its example, its alpha-beta and its transcript."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from pydecl.claims import trees, windows
from pydecl.claims.claim import Claims, Found, Lecture, by_reading, command, found, search_command
from pydecl.claims.exploring import BRANCHING_SCOPE, about, solve
from pydecl.claims.trees import Nest
from pydecl.claims.workshop import Workshop
from pydecl.games import bundled
from pydecl.model.game import Game, Player
from pydecl.model.number import INFINITY, Number
from pydecl.model.term import Atom

TREE, PROGRAM = "othello_lecture", "white_black_alphabeta"

MOVE_1, MOVE_2 = (
    command("trace", TREE, program=PROGRAM, naming="lecture003", position=position, alpha=alpha)
    for position, alpha in (("move1", None), ("move2", 10))
)
"""What shows white's search of a move, of move 2 with what black has by move 1: a search from the start
stops at e, whose value is not known."""

searching = Claims(Lecture.OTHELLO, "4. Returning to Game tree searching")
evaluation = Claims(Lecture.OTHELLO, "3. Evaluation functions")
effect = Claims(Lecture.OTHELLO, "5. AlphaBeta algorithm")
question = Claims(Lecture.OTHELLO, "12. Question")

FILLINGS: Sequence[Number] = (-INFINITY, -20, -1, 0, 5, 10, 11, 20, INFINITY)


def filled(d: Number, e: Number, f: Number) -> Nest:
    """The example with values for the leaves that the text leaves open."""
    return ((10, INFINITY), (0, d), (e, f))


# The first tree


@searching.add(
    "ol-plus-10", "notice that black calculates the score for move 1, as +10", "the tree othello_lecture"
)
def _plus_10(shop: Workshop) -> Found:
    value, move = shop.value(TREE, "minimax", "move1"), shop.best(TREE, "minimax", "move1")
    witness = f"white answers {move}, worth {value}"
    return found(value == 10, witness, search_command(TREE, position="move1"))


@searching.add(
    "ol-d",
    "there is no point in examining move, d, since no matter what score it might deliver, white can"
    " still make move, c",
    "every value of d, e and f from " + ", ".join(map(str, FILLINGS)),
)
def _d_is_pointless(shop: Workshop) -> Found:
    without = {
        (e, f): {trees.value(filled(d, e, f), Player.MAX) for d in FILLINGS}
        for e, f in product(FILLINGS, repeat=2)
    }
    visited = shop.visited(TREE, PROGRAM)
    holds = all(len(values) == 1 for values in without.values()) and "d" not in visited
    witness = f"{len(without)} fillings of e and f: d changes the value of none; visited {' '.join(visited)}"
    return found(holds, witness, MOVE_2)


@searching.add(
    "ol-c-worse", "the score for move, c, is worse that the score for move 1", "the tree, every value of d"
)
def _c_is_worse(shop: Workshop) -> Found:
    one = shop.value(TREE, "minimax", "move1")
    two = {trees.value((0, d), Player.MIN) for d in FILLINGS}
    return found(all(value < one for value in two), f"move 2 is worth at most {max(two)}, move 1 {one}")


@evaluation.add(
    "ol-accurate",
    "yet if it were really accurate we wouldn't need to look ahead!",
    "lecture 19's tree, each position with its own V(P) for a static value",
)
def _accurate(shop: Workshop) -> Found:
    tree, deep = "lecture19_accurate", shop.ask("lecture19", "minimax")
    moves = {plies: shop.best(tree, "minimax", depth=plies) for plies in (0, 1)}
    readings = {
        "for the value, 0 plies": shop.value(tree, "minimax", depth=0) == deep.value,
        f"for a move, 0 plies: {moves[0]}": moves[0] == str(deep.best),
        f"for a move, 1 ply: {moves[1]}": moves[1] == str(deep.best),
    }
    return by_reading(readings, search_command(tree, depth=0))


@evaluation.add(
    "ol-not-as-good",
    "when we get to that position and look ahead the picture may not look as good!",
    "tic-tac-toe with lecture 20's evaluation: all positions that look good for x",
)
def _not_as_good(_shop: Workshop) -> Found:
    estimate, outcome = bundled("tictactoe", evaluation=Atom("lecture")), bundled("tictactoe")
    values: dict[Any, int] = {}
    (start,) = outcome.initial()
    solve(outcome, start, values)
    good = [p for p in values if outcome.successors(p) and estimate.static_value(p) > 0]
    bad = [p for p in good if values[p] <= 0]
    example = next((p for p in bad if values[p] < 0), start)
    shown = outcome.format_position(example)
    witness = f"{len(good)} positions, {len(bad)} of them not won; {shown} looks good and is lost"
    holds = values[example] < 0 < estimate.static_value(example)
    return found(holds, witness, search_command("tictactoe", position=shown))


@evaluation.add(
    "ol-local-maximum",
    "often called a local maximum, rather similar to hill climbing",
    "tic-tac-toe with lecture 20's evaluation: x climbs, takes the next position that looks best",
)
def _local_maximum(_shop: Workshop) -> Found:
    estimate, outcome = bundled("tictactoe", evaluation=Atom("lecture")), bundled("tictactoe")
    values: dict[Any, int] = {}
    (start,) = outcome.initial()
    solve(outcome, start, values)
    climbs = {}
    for position in values:
        nexts = [after for _, after in outcome.successors(position)]
        if nexts and outcome.player(position) is Player.MAX:
            best = max(map(estimate.static_value, nexts))
            climbs[position] = {values[after] for after in nexts if estimate.static_value(after) == best}
    misled = [position for position, reached in climbs.items() if max(reached) < values[position]]
    witness = f"{len(climbs)} positions, in {len(misled)} all that look best are worth less than another"
    if not misled:
        return found(False, witness)
    example = min(misled, key=lambda position: (max(climbs[position]) - values[position], str(position)))
    shown = outcome.format_position(example)
    came = f"{shown} is worth {values[example]}, the climb gets {max(climbs[example])}"
    asked = search_command("tictactoe:evaluation=lecture", position=shown, depth=1)
    return found(True, f"{witness}; {came}", asked)


# What alpha-beta saves

SMALL = f"{trees.SMALL}, both players"


@effect.add(
    "ol-same-results",
    "the AlphaBeta algorithm always returns the same results as the minimax algorithm",
    SMALL + "; whoever is to move has a move, if only a pass",
)
def _same_results(shop: Workshop) -> Found:
    nests, asked = trees.small(), 0
    for root in Player:
        one, other = (shop.values(nests, program, root) for program in ("white_black_minimax", PROGRAM))
        for (nest, a), (_, b) in zip(one, other, strict=True):
            asked += 1
            if a != b:
                return found(False, trees.line(nest, root))
    return found(True, f"{asked} trees", command("crosscheck", program=PROGRAM, trees=200, seed=1))


@effect.add(
    "ol-no-moves",
    "moves = getLegalMoves(colour, board)",
    "4x4 Othello: the loops as printed over the squares that can be taken, where only a pass is legal",
)
def _no_moves(_shop: Workshop) -> Found:
    game = bundled("othello", size=4)
    values: dict[Any, Any] = {}
    (start,) = game.initial()
    solve(game, start, values)
    for position in values:
        if [str(move) for move, _ in game.successors(position)] == ["pass"]:
            loop = as_printed(game, position)
            shown = game.format_position(position)
            witness = f"{shown}: a loop over no moves gives {loop}, and the value is {values[position]}"
            return found(loop == values[position], witness, search_command("othello:size=4", position=shown))
    return found(True, "nobody ever passes")


def as_printed(game: Game[Any], board: Any) -> Number:
    """Section 2's minimax; getLegalMoves gives the squares that can be taken."""
    if not game.successors(board):
        return game.static_value(board)
    moves = [after for move, after in game.successors(board) if str(move) != "pass"]
    black = game.player(board) is Player.MAX
    score: Number = -INFINITY if black else INFINITY
    for board in moves:
        score = (max if black else min)(as_printed(game, board), score)
    return score


@effect.add(
    "ol-more-efficient", "only it is more efficient", SMALL + ": it never visits more nodes, and fewer in all"
)
def _more_efficient(shop: Workshop) -> Found:
    nests, counts = trees.small(), [0, 0]
    for root in Player:
        one, other = (shop.trees(nests, program, root) for program in ("white_black_minimax", PROGRAM))
        for (nest, a), (_, b) in zip(one, other, strict=True):
            counts = [counts[0] + (a.nodes or 0), counts[1] + (b.nodes or 0)]
            if (b.nodes or 0) > (a.nodes or 0):
                return found(False, trees.line(nest, root))
    return found(counts[1] < counts[0], f"{counts[1]} nodes and not {counts[0]}")


BRANCHINGS, SHUFFLES = (2, 3, 4, 6, 8), 4


@effect.add(
    "ol-branching",
    "it is significantly more efficient than the minimax algorithm when the game has a high branching factor",
    "random trees of 4 plies with 2, 3, 4, 6 and 8 moves: the share of the leaves that is evaluated falls",
)
def _branching(shop: Workshop) -> Found:
    shares = {}
    for moves in BRANCHINGS:
        nests = [trees.shuffled(moves, 4, seed) for seed in range(SHUFFLES)]
        evaluated = sum(answer.leaves or 0 for _, answer in shop.trees(nests, PROGRAM))
        shares[moves] = evaluated / (SHUFFLES * moves**4)
    falling = list(shares.values())
    witness = ", ".join(f"{moves} moves: {share:.0%}" for moves, share in shares.items())
    return found(falling == sorted(falling, reverse=True) and falling[0] > falling[-1], witness)


@effect.add("ol-20", "for example chess has an approximate branching factor of 20", BRANCHING_SCOPE)
def _twenty(_shop: Workshop) -> Found:
    return about(20)


@effect.add(
    "ol-first-move",
    "Alphabeta also is more efficient if the first move it examines is a good move",
    "12 random trees, 3 moves and 5 plies: the best, any, or the worst move first, the others as they come",
)
def _first_move(shop: Workshop) -> Found:
    nests = [trees.shuffled(3, 5, seed) for seed in range(12)]
    orders = {
        "best": [first(nest, Player.MAX, True) for nest in nests],
        "any": nests,
        "worst": [first(nest, Player.MAX, False) for nest in nests],
    }
    leaves = {
        name: sum(answer.leaves or 0 for _, answer in shop.trees(trees_of, PROGRAM))
        for name, trees_of in orders.items()
    }
    witness = ", ".join(f"{name} {count}" for name, count in leaves.items()) + f" of {12 * 3**5} leaves"
    holds = leaves["best"] < leaves["any"] < leaves["worst"]
    return found(holds, witness, search_command("nim", program=PROGRAM, order="best"))


def first(nest: Nest, mover: Player, best: bool) -> Nest:
    """The tree with one successor of every node moved to the front: the best, or the worst."""
    if not isinstance(nest, tuple):
        return nest
    below = [first(child, mover.opponent, best) for child in nest]
    high = (mover is Player.MAX) is best
    chosen = (max if high else min)(below, key=lambda child: trees.value(child, mover.opponent))
    below.remove(chosen)
    return (chosen, *below)


# The question at the end


@question.add(
    "ol-f",
    "is it necessary for the Alphabeta search algorithm to examine the board position created by move, f?",
    "e, whose value is lost with the figure, filled in; 3 is read as the move before e and f",
)
def _is_f_examined(shop: Workshop) -> Found:
    readings = {}
    for e in (0, 10, 20):
        visited = [entry.way for entry in windows.entries(shop, filled(0, e, 0), PROGRAM)]
        readings[f"e is worth {e}"] = (2, 1) in visited
    return by_reading(readings)
