"""Lecture 20: transposition tables."""

from __future__ import annotations

import math
from typing import Any

from pydecl.claims.claim import Claims, Found, Lecture, command, found, search_command
from pydecl.claims.exploring import solve
from pydecl.claims.workshop import Workshop
from pydecl.crosschecking.cases import Shape, make_case
from pydecl.errors import ContractError
from pydecl.games import bundled
from pydecl.games.tree import TreeGame
from pydecl.model.number import equal
from pydecl.model.term import Atom

tables = Claims(Lecture.LECTURE20, "Transposition Tables")


@tables.add(
    "l20-few-positions",
    "the number of possible moves is large, but the number of possible positions is small",
    "'Chess endgames': king and queen against king, 6 plies from the start",
)
def _few_positions(_shop: Workshop) -> Found:
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
        lines > positions, f"{lines} lines of 6 plies, {positions} positions in all", command("board", "kqk")
    )


@tables.add(
    "l20-pays",
    "In these cases it very much pays to use Transposition tables.",
    "king and queen against king, 5 plies: the same search with and without a table",
)
def _pays(shop: Workshop) -> Found:
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
def _memoization(shop: Workshop) -> Found:
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
    "alpha-beta takes what the table has for the value; the tree table_bounds, where a position is met twice",
)
def _check_table(shop: Workshop) -> Found:
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
def _uncompressed(_shop: Workshop) -> Found:
    game = bundled("othello")
    written = len(str(game.to_term(game.initial()[0])))
    needed = math.ceil((64 * math.log2(3) + 1) / 8)
    return found(written > 2 * needed, f"{written} characters, {needed} bytes")
