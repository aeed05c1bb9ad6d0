"""The lecture whose tutorial is an Othello program: the evidence for its claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

from pydecl.claims import trees, windows
from pydecl.claims.claim import Found, by_reading, command, found, search_command, unless
from pydecl.claims.exploring import about, is_pass, nexts, solved
from pydecl.claims.trees import Nest, line, value
from pydecl.claims.workshop import Workshop
from pydecl.games import bundled
from pydecl.model.game import Game, Player
from pydecl.model.number import INFINITY, Number
from pydecl.model.result import Answer
from pydecl.model.term import Atom
from pydecl.tracing.events import Event, Kind

TREE, PROGRAM = "othello_lecture", "white_black_alphabeta"

MOVE_1, MOVE_2 = (
    command("trace", TREE, program=PROGRAM, naming="lecture003", position=position, alpha=alpha)
    for position, alpha in (("move1", None), ("move2", 10))
)
"""What shows white's search of a move, of move 2 with what black has by move 1: a search from the start
stops at e, whose value is not known."""

FILLINGS: Sequence[Number] = (-INFINITY, -20, -1, 0, 5, 10, 11, 20, INFINITY)


def filled(d: Number, e: Number, f: Number) -> Nest:
    """The example with values for the leaves that the text leaves open."""
    return ((10, INFINITY), (0, d), (e, f))


def entered_ways(shop: Workshop, nest: Nest) -> list[windows.Way]:
    """The ways to the nodes that the program enters."""
    return [visit.way for visit in windows.visits(shop, nest, PROGRAM)]


# Evaluation functions


def _ol_accurate(shop: Workshop) -> Found:
    tree, deep = "lecture19_accurate", shop.ask("lecture19", "minimax")
    moves = {plies: shop.best(tree, "minimax", depth=plies) for plies in (0, 1)}
    readings = {
        "for the value, 0 plies": shop.value(tree, "minimax", depth=0) == deep.value,
        f"for a move, 0 plies: {moves[0]}": moves[0] == str(deep.best),
        f"for a move, 1 ply: {moves[1]}": moves[1] == str(deep.best),
    }
    return by_reading(readings, search_command(tree, depth=0))


def tictactoe() -> tuple[Game[Any], Game[Any], Mapping[Any, int]]:
    """The game with lecture 20's evaluation, the game itself, and V of all its positions."""
    outcome = bundled("tictactoe")
    return bundled("tictactoe", evaluation=Atom("lecture")), outcome, solved("tictactoe")


def _ol_not_as_good(_: Workshop) -> Found:
    estimate, outcome, values = tictactoe()
    good = [p for p in values if outcome.successors(p) and estimate.static_value(p) > 0]
    bad = [p for p in good if values[p] <= 0]
    example = next((p for p in bad if values[p] < 0), outcome.initial()[0])
    shown = outcome.format_position(example)
    witness = f"{len(good)} positions, {len(bad)} of them not won; {shown} looks good and is lost"
    holds = values[example] < 0 < estimate.static_value(example)
    return found(holds, witness, search_command("tictactoe", position=shown))


def _ol_local_maximum(_: Workshop) -> Found:
    estimate, outcome, values = tictactoe()
    climbs = {}
    for position in values:
        after = nexts(outcome, position)
        if after and outcome.player(position) is Player.MAX:
            best = max(map(estimate.static_value, after))
            climbs[position] = max(values[one] for one in after if estimate.static_value(one) == best)
    misled = [position for position, reached in climbs.items() if reached < values[position]]
    witness = f"{len(climbs)} positions, in {len(misled)} all that look best are worth less than another"
    if not misled:
        return found(False, witness)
    example = min(misled, key=lambda position: (climbs[position] - values[position], str(position)))
    shown = outcome.format_position(example)
    came = f"{shown} is worth {values[example]}, the climb gets {climbs[example]}"
    asked = search_command("tictactoe:evaluation=lecture", position=shown, depth=1)
    return found(True, f"{witness}; {came}", asked)


# The first tree


def _ol_plus_10(shop: Workshop) -> Found:
    worth, move = shop.value(TREE, "minimax", "move1"), shop.best(TREE, "minimax", "move1")
    return found(worth == 10, f"white answers {move}, worth {worth}", search_command(TREE, position="move1"))


def _ol_d(shop: Workshop) -> Found:
    without = [{value(filled(d, e, f), Player.MAX) for d in FILLINGS} for e, f in product(FILLINGS, repeat=2)]
    visited = shop.visited(TREE, PROGRAM)
    holds = all(len(values) == 1 for values in without) and "d" not in visited
    witness = f"{len(without)} fillings of e and f: d changes the value of none; visited {' '.join(visited)}"
    return found(holds, witness, MOVE_2)


def _ol_c_worse(shop: Workshop) -> Found:
    one = shop.value(TREE, "minimax", "move1")
    two = max(value((0, d), Player.MIN) for d in FILLINGS)
    return found(two < one, f"move 2 is worth at most {two}, move 1 {one}")


# What alpha-beta saves


def beside(shop: Workshop) -> list[tuple[Nest, Player, Answer[Any], Answer[Any]]]:
    """All trees of up to 6 nodes, and what minimax and alpha-beta answer."""
    plain, pruned = (shop.both(trees.up_to(6), name) for name in ("white_black_minimax", PROGRAM))
    return [(*one, other[2]) for one, other in zip(plain, pruned, strict=True)]


def _ol_same_results(shop: Workshop) -> Found:
    pairs = beside(shop)
    wrong = [line(nest, root) for nest, root, one, other in pairs if one.value != other.value]
    return unless(wrong, f"{len(pairs)} trees", command("crosscheck", program=PROGRAM, trees=200, seed=1))


def _ol_more_efficient(shop: Workshop) -> Found:
    pairs = beside(shop)
    nodes = [(one.nodes or 0, other.nodes or 0) for _, _, one, other in pairs]
    wrong = [line(*pair[:2]) for pair, (one, other) in zip(pairs, nodes, strict=True) if other > one]
    plain, pruned = map(sum, zip(*nodes, strict=True))
    return found(not wrong and pruned < plain, wrong[0] if wrong else f"{pruned} nodes and not {plain}")


def _ol_no_moves(_: Workshop) -> Found:
    game = bundled("othello", size=4)
    for position, worth in solved("othello", size=4).items():
        if is_pass(game, position):
            loop, shown = as_printed(game, position), game.format_position(position)
            witness = f"{shown}: a loop over no moves gives {loop}, and the value is {worth}"
            return found(loop == worth, witness, search_command("othello:size=4", position=shown))
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


def _ol_branching(shop: Workshop) -> Found:
    shares = {}
    for moves in (2, 3, 4, 6, 8):
        nests = [trees.shuffled(moves, 4, seed) for seed in range(4)]
        evaluated = sum(answer.leaves or 0 for _, answer in shop.trees(nests, PROGRAM))
        shares[moves] = evaluated / (len(nests) * moves**4)
    falling = list(shares.values())
    witness = ", ".join(f"{moves} moves: {share:.0%}" for moves, share in shares.items())
    return found(falling == sorted(falling, reverse=True) and falling[0] > falling[-1], witness)


_ol_20 = partial(about, number=20)


def _ol_first_move(shop: Workshop) -> Found:
    nests = [trees.shuffled(3, 5, seed) for seed in range(12)]
    orders = {
        "best": [trees.in_order(nest, Player.MAX, True, whole=False) for nest in nests],
        "any": nests,
        "worst": [trees.in_order(nest, Player.MAX, False, whole=False) for nest in nests],
    }
    leaves = {
        name: sum(answer.leaves or 0 for _, answer in shop.trees(ordered, PROGRAM))
        for name, ordered in orders.items()
    }
    witness = ", ".join(f"{name} {count}" for name, count in leaves.items()) + f" of {12 * 3**5} leaves"
    holds = leaves["best"] < leaves["any"] < leaves["worst"]
    return found(holds, witness, search_command("nim", PROGRAM, order="best"))


# What alpha and beta are: white's alpha is the beta of an event, which has MAX's, black's

MINIMAX_SAYS = ", all scores worked out by minimax"

_ol_alpha = partial(windows.best_so_far, program=PROGRAM, player=Player.MIN, said=MINIMAX_SAYS)
_ol_beta = partial(windows.best_so_far, program=PROGRAM, player=Player.MAX, said=MINIMAX_SAYS)


def returns_bound(shop: Workshop, player: Player) -> Found:
    """Whether a player's loop returns that player's bound."""
    loops = [
        (nest, visit.value, visit.window[player is Player.MIN])
        for nest, visits in windows.traced(shop, PROGRAM)
        for visit in visits
        if isinstance(trees.at(nest, visit.way), tuple) and windows.mover_at(visit.way) is player
    ]
    return unless([line(nest) for nest, got, bound in loops if got != bound], f"{len(loops)} loops")


_ol_returns_beta = partial(returns_bound, player=Player.MAX)
_ol_returns_alpha = partial(returns_bound, player=Player.MIN)


def _ol_cousin(shop: Workshop) -> Found:
    nests = [nest for nest in trees.up_to(5, (0, 1)) if trees.height(nest) > 2]
    for nest in nests:
        for visit in sorted(windows.visits(shop, nest, PROGRAM), key=lambda visit: visit.left):
            below = trees.leaves(trees.at(nest, visit.way))
            if visit.value not in below:
                witness = f"{line(nest)}: the node over {below} returns {visit.value}"
                shown = command("trace", "cousin_value", program=PROGRAM, naming="lecture003")
                return found(False, witness, shown)
    return found(True, f"{len(nests)} trees")


def _ol_ignore(shop: Workshop) -> Found:
    nests = [filled(0, e, f) for e in FILLINGS for f in FILLINGS]
    wrong = [line(nest) for nest in nests if not {(0,), (1,), (2,)} <= {*entered_ways(shop, nest)}]
    return unless(wrong, f"{len(nests)} fillings", MOVE_1)


# The transcript, sections 8 to 11


def about_node(shop: Workshop, name: str, kind: Kind) -> list[Event]:
    """The events of a kind at one node of the lecture's example."""
    events, names = shop.events(TREE, PROGRAM)
    return [
        event
        for event in events
        if event.node is not None and names[event.node] == name and event.kind is kind
    ]


def entered(shop: Workshop, name: str) -> tuple[Number | None, Number | None]:
    """White's alpha and black's beta where a node is entered."""
    (entry,) = about_node(shop, name, Kind.ENTER)
    return entry.beta, entry.alpha


def worth(shop: Workshop, name: str, kind: Kind = Kind.LEAF) -> object:
    """The static value of a leaf, or what a node returns."""
    (event,) = about_node(shop, name, kind)
    return event.value


def step(shop: Workshop, node: str, expected: tuple[Number, Number], shown: str) -> Found:
    """Whether a node is entered with white's alpha and black's beta as the transcript has them."""
    alpha, beta = entered(shop, node)
    return found((alpha, beta) == expected, f"alpha {alpha}, beta {beta}", shown)


_ol_step_8 = partial(step, node="move1", expected=(INFINITY, -INFINITY), shown=MOVE_1)
_ol_step_10_call = partial(step, node="move2", expected=(INFINITY, 10), shown=MOVE_2)


def _ol_step_9(shop: Workshop) -> Found:
    (alpha, beta), attempt = entered(shop, "b"), worth(shop, "a")
    holds = (attempt, alpha, beta) == (10, 10, -INFINITY)
    return found(holds, f"try {attempt}; before b: alpha {alpha}, beta {beta}", MOVE_1)


def _ol_step_10(shop: Workshop) -> Found:
    attempt, returned = worth(shop, "b"), worth(shop, "move1", Kind.VALUE)
    better = len(about_node(shop, "move1", Kind.WINDOW))
    witness = f"try {attempt}, alpha changes {better} time in all, {returned} is returned"
    return found((attempt, better, returned) == (INFINITY, 1, 10), witness, MOVE_1)


def _ol_step_11(shop: Workshop) -> Found:
    cuts = about_node(shop, "move2", Kind.CUT)
    attempt, returned = worth(shop, "c"), worth(shop, "move2", Kind.VALUE)
    holds = (attempt, returned, [len(cut.skipped) for cut in cuts]) == (0, 0, [1])
    return found(holds, f"try {attempt}, {len(cuts)} cut-off leaves d out, {returned} is returned", MOVE_2)


# The question at the end


def _ol_f(shop: Workshop) -> Found:
    return by_reading({f"e is worth {e}": (2, 1) in entered_ways(shop, filled(0, e, 0)) for e in (0, 10, 20)})
