"""Lecture 19: the refinements of programs."""

from __future__ import annotations

from pydecl.claims.claim import Claims, Found, Lecture, by_reading, found, search_command
from pydecl.claims.workshop import Workshop

refined = Claims(Lecture.LECTURE19, "Minimax-based programs")


@refined.add(
    "l19-static-quiet",
    "We should use the static evaluation only in quiescent positions.",
    "two bundled trees, 2 plies deep: does quiescence find the best move?",
)
def _static_quiet(shop: Workshop) -> Found:
    readings = {}
    for name in ("horizon_effect", "quiescence_errs"):
        move, best = shop.best(name, "quiescence", depth=2), shop.best(name, "minimax", depth=None)
        readings[f"{name}, {move} for {best}"] = move == best
    return by_reading(readings, search_command("quiescence_errs", program="quiescence", depth=2))


@refined.add(
    "l19-extend",
    "extend the search in turbulent positions beyond the depth limit until a quiescent position is reached",
    "the tree horizon_effect, 2 plies: the move becomes right",
)
def _extend(shop: Workshop) -> Found:
    plain, extended = (
        shop.best("horizon_effect", program, depth=2) for program in ("alphabeta", "quiescence")
    )
    true = shop.best("horizon_effect", "minimax", depth=None)
    witness = f"alphabeta {plain}, quiescence {extended}, and {true} is best"
    return found(
        plain != true == extended, witness, search_command("horizon_effect", program="quiescence", depth=2)
    )


@refined.add(
    "l19-prune-more",
    "Prune branches in addition to those that are pruned by the alpha-beta technique itself.",
    "the tree forward_pruning_helps",
)
def _prune_more(shop: Workshop) -> Found:
    name = "forward_pruning_helps"
    plain, pruned = (shop.ask(name, program) for program in ("alphabeta", "forward_pruning"))
    assert plain.nodes is not None
    assert pruned.nodes is not None
    witness = f"{pruned.nodes} nodes and not {plain.nodes}, the value is {pruned.value} and {plain.value}"
    holds = pruned.nodes < plain.nodes and pruned.value == plain.value
    return found(holds, witness, search_command(name, program="forward_pruning"))


@refined.add(
    "l19-prune-risk",
    "the risk of overlooking some good continuation and incorrectly computing the minimax value",
    "the tree forward_pruning_errs",
)
def _prune_risk(shop: Workshop) -> Found:
    name = "forward_pruning_errs"
    plain, pruned = (shop.value(name, program) for program in ("alphabeta", "forward_pruning"))
    missed, taken = shop.best(name, "alphabeta"), shop.best(name, "forward_pruning")
    witness = f"{taken}, worth {pruned}, and {missed} is worth {plain}"
    return found(
        pruned != plain and missed != taken, witness, search_command(name, program="forward_pruning")
    )


SECONDS = 0.5
"""What each search is given."""

COMMAND_SECONDS = 3
"""What the command is given: its time counts from the start of its process on, a search's does not."""


@refined.add(
    "l19-time-control",
    "Enables the time control.",
    f"connect4 without a depth limit, {SECONDS} seconds: is there an answer?",
)
def _time_control(shop: Workshop) -> Found:
    answers = {program: shop.stopped("connect4", program, SECONDS) for program in ("deepening", "alphabeta")}
    witness = "; ".join(f"{name}: {'an answer' if a.complete else 'none'}" for name, a in answers.items())
    holds = answers["deepening"].complete and not answers["alphabeta"].complete
    return found(
        holds,
        witness,
        search_command("connect4", program="deepening", depth="unlimited", time=COMMAND_SECONDS),
    )


@refined.add(
    "l19-deepest",
    "The best move according to the deepest search is then played.",
    "connect4, 1 to 5 plies: deepening has the value of alphabeta to that depth, and a move that keeps it",
)
def _deepest(shop: Workshop) -> Found:
    values = []
    for depth in range(1, 6):
        answer = shop.ask("connect4", "deepening", depth=depth)
        plain = shop.value("connect4", "alphabeta", depth=depth)
        kept = shop.value("connect4", "alphabeta", answer.best, depth=depth - 1)
        if not answer.value == plain == kept:
            return found(False, f"{depth} plies: {answer.value}, {plain}, {kept}")
        values.append(plain)
    return found(True, f"{len(values)} depths", search_command("connect4", program="deepening", depth=5))


@refined.add(
    "l19-preliminary-order",
    "helping the alpha-beta algorithm to search strong moves first",
    "the last iteration of deepening looks at fewer nodes than alpha-beta in the game's order",
)
def _preliminary_order(shop: Workshop) -> Found:
    readings = {}
    for name, depth in (("connect4", 6), ("othello", 5), ("tictactoe", 9)):
        before, whole = (shop.ask(name, "deepening", depth=d).nodes or 0 for d in (depth - 1, depth))
        plain = shop.ask(name, "ab_procedure", depth=depth).nodes or 0
        readings[f"{name}, {depth} plies, {whole - before} and {plain} nodes"] = whole - before < plain
    return by_reading(readings, search_command("connect4", program="deepening", depth=6))


@refined.add(
    "l19-horizon",
    "the program will then prefer this variation to the quick death of the knight",
    "the tree horizon_effect, 2 plies",
)
def _horizon(shop: Workshop) -> Found:
    name = "horizon_effect"
    move = shop.best(name, "alphabeta", depth=2)
    seen, true = shop.value(name, "alphabeta", depth=2), shop.value(name, "minimax", move, depth=None)
    best = shop.value(name, "minimax", depth=None)
    witness = f"{move}, seen as {seen}, loses pawn and knight, {true}; {best} could be had"
    return found(true < best, witness, search_command(name, program="alphabeta", depth=2))
