"""The lecture whose tutorial is an Othello program: what alpha and beta are, and its transcript."""

from __future__ import annotations

from pydecl.claims import trees, windows
from pydecl.claims.claim import Claims, Found, Lecture, command, found
from pydecl.claims.othello.example import FILLINGS, MOVE_1, MOVE_2, PROGRAM, TREE, filled
from pydecl.claims.trees import Nest
from pydecl.claims.workshop import Workshop
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number
from pydecl.tracing.events import Event, Kind

bounds = Claims(Lecture.OTHELLO, "6. AlphaBeta")
stepping = Claims(Lecture.OTHELLO, "7. Single stepping the alpha beta algorithm")
transcript = Claims(Lecture.OTHELLO, "8. to 11.")

GROWN = 40
RANDOM = f"{GROWN} random trees, black at the root"


def traced(shop: Workshop) -> list[tuple[Nest, windows.Steps]]:
    """What the program does on random trees."""

    def compute() -> list[tuple[Nest, windows.Steps]]:
        nests = [trees.grown(seed, 4, (0, 1, 2, 3, 4, 5)) for seed in range(GROWN)]
        return [(nest, list(windows.steps(shop, nest, PROGRAM))) for nest in nests]

    return shop.once("white and black", compute)


def best_known(shop: Workshop, player: Player) -> Found:
    """Whether a bound is the best score of the player's moves so far, on the path to each node."""
    met = 0
    for nest, steps in traced(shop):
        met += sum(isinstance(step, windows.Entry) for step in steps)
        if windows.misses_best(nest, steps, player):
            return found(False, trees.line(nest))
    return found(True, f"{met} nodes, all scores worked out by minimax")


@bounds.add("ol-alpha", "notice that alpha will contain the best known score for white", RANDOM)
def _alpha(shop: Workshop) -> Found:
    return best_known(shop, Player.MIN)


@bounds.add("ol-beta", "notice that beta will contain the best known score for black", RANDOM)
def _beta(shop: Workshop) -> Found:
    return best_known(shop, Player.MAX)


def returned(shop: Workshop, player: Player) -> Found:
    """Whether a player's loop returns that player's bound."""
    met = 0
    for nest, steps in traced(shop):
        for step in steps:
            inner = isinstance(trees.at(nest, step.way), tuple)
            if isinstance(step, windows.Return) and inner and windows.mover_at(step.way) is player:
                met += 1
                if step.value != (step.alpha if player is Player.MAX else step.beta):
                    return found(False, trees.line(nest))
    return found(True, f"{met} loops")


@bounds.add("ol-returns-beta", "also notice that the loop for black will always return beta", RANDOM)
def _returns_beta(shop: Workshop) -> Found:
    return returned(shop, Player.MAX)


@bounds.add("ol-returns-alpha", "also notice that the loop for white will always return alpha", RANDOM)
def _returns_alpha(shop: Workshop) -> Found:
    return returned(shop, Player.MIN)


@bounds.add(
    "ol-cousin",
    "it must not return a cousin value",
    "all trees of up to 5 nodes with values 0 and 1, its own alphaBeta",
)
def _cousin(shop: Workshop) -> Found:
    nests = [nest for nest in trees.up_to(5, (0, 1)) if trees.height(nest) > 2]
    for nest in nests:
        for left in windows.returns(shop, nest, PROGRAM):
            below = trees.leaves(trees.at(nest, left.way))
            if left.value not in below:
                witness = f"{trees.line(nest)}: the node over {below} returns {left.value}"
                shown = command("trace", "cousin_value", program=PROGRAM, naming="lecture003")
                return found(False, witness, shown)
    return found(True, f"{len(nests)} trees")


@stepping.add(
    "ol-ignore",
    "notice since alpha is +∞ we can ignore at present",
    "the example with every value of e and f: after move 1, and after move 2, black's loop goes on",
)
def _ignore(shop: Workshop) -> Found:
    nests = [filled(0, e, f) for e in FILLINGS for f in FILLINGS]
    for nest in nests:
        if not {(0,), (1,), (2,)} <= {entry.way for entry in windows.entries(shop, nest, PROGRAM)}:
            return found(False, trees.line(nest))
    return found(True, f"{len(nests)} fillings", MOVE_1)


# The transcript


def about_node(shop: Workshop, name: str) -> list[Event]:
    """The events of the lecture's example at one node."""
    events, names = shop.events(TREE, PROGRAM)
    return [event for event in events if event.node is not None and names[event.node] == name]


def entered(shop: Workshop, name: str) -> tuple[Number | None, Number | None]:
    """White's alpha and black's beta where a node is entered."""
    (entry,) = (event for event in about_node(shop, name) if event.kind is Kind.ENTER)
    return entry.beta, entry.alpha  # an event has MAX's


def leaf(shop: Workshop, name: str) -> object:
    """The static value of a leaf."""
    (event,) = (event for event in about_node(shop, name) if event.kind is Kind.LEAF)
    return event.value


@transcript.add(
    "ol-step-8",
    "# alpha = +∞ # beta = -∞",
    "section 8: white is asked about move 1; the tree othello_lecture",
)
def _step_8(shop: Workshop) -> Found:
    alpha, beta = entered(shop, "move1")
    return found((alpha, beta) == (INFINITY, -INFINITY), f"alpha {alpha}, beta {beta}", MOVE_1)


@transcript.add("ol-step-9", "alpha = try # alpha = +10", "section 9: white's response a")
def _step_9(shop: Workshop) -> Found:
    alpha, beta = entered(shop, "b")
    attempt = leaf(shop, "a")
    holds = (attempt, alpha, beta) == (10, 10, -INFINITY)
    return found(holds, f"try {attempt}; before b: alpha {alpha}, beta {beta}", MOVE_1)


@transcript.add(
    "ol-step-10", "return alpha # the best score for WHITE scores +10", "section 10: white's response b"
)
def _step_10(shop: Workshop) -> Found:
    attempt = leaf(shop, "b")
    at_move = about_node(shop, "move1")
    better = [event.by for event in at_move if event.kind is Kind.WINDOW]
    value = at_move[-1].value
    holds = (attempt, len(better), value) == (INFINITY, 1, 10)
    return found(
        holds, f"try {attempt}, alpha changes {len(better)} time in all, {value} is returned", MOVE_1
    )


@transcript.add(
    "ol-step-10-call",
    "try = alphaBeta(white, makeMove(board, i), alpha, +10)",
    "section 10: the call for move 2",
)
def _step_10_call(shop: Workshop) -> Found:
    alpha, beta = entered(shop, "move2")
    return found((alpha, beta) == (INFINITY, 10), f"alpha {alpha}, beta {beta}", MOVE_2)


@transcript.add(
    "ol-step-11", "return 0 (notice we do not return +10)", "section 11: white's response c to move 2"
)
def _step_11(shop: Workshop) -> Found:
    at_move = about_node(shop, "move2")
    cuts = [event for event in at_move if event.kind is Kind.CUT]
    attempt, value = leaf(shop, "c"), at_move[-1].value
    holds = (attempt, value, [len(cut.skipped) for cut in cuts]) == (0, 0, [1])
    return found(holds, f"try {attempt}, {len(cuts)} cut-off leaves d out, {value} is returned", MOVE_2)
