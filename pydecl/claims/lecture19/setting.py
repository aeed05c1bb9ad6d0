"""Lecture 19: the setting, AND/OR trees, `won`, and how large chess is."""

from __future__ import annotations

import math

from pydecl.claims import trees
from pydecl.claims.claim import Claims, Found, Lecture, by_reading, command, found, search_command
from pydecl.claims.exploring import BRANCHING_SCOPE, about, within
from pydecl.claims.printed import Printed
from pydecl.claims.trees import Nest
from pydecl.claims.workshop import Workshop
from pydecl.errors import SourceError
from pydecl.games import bundled
from pydecl.model.game import Player

setting = Claims(Lecture.LECTURE19, "Two-person, perfect-information games")


# The setting


EXAMPLES = ("chess", "checkers", "go")


@setting.add(
    "l19-alternate",
    "Two players, us and them, make moves alternatively.",
    "the lecture's examples, chess, checkers and go: all positions within 2 plies",
)
def _alternate(_shop: Workshop) -> Found:
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
def _win_and_loss(shop: Workshop) -> Found:
    game = shop.rules("kqk")
    ends = [p for level in within(game, 2) for p in level if not game.successors(p)]
    drawn = [end for end in ends if not game.terminal_won(end) and not game.terminal_lost(end)]
    shown = game.format_position(drawn[0]) if drawn else ""
    witness = f"{len(ends)} ends within 2 plies, {len(drawn)} drawn" + (f": {shown}" if drawn else "")
    return found(not drawn, witness, command("board", "kqk", position=shown or None))


@setting.add(
    "l19-not-win", "cf. if draw → win, not-win", trees.SMALL + ", 0 is a draw: `and_or` asks win or not-win"
)
def _not_win(shop: Workshop) -> Found:
    asked = list(shop.trees(trees.small(), "and_or"))
    wrong = [nest for nest, answer in asked if answer.value is not (trees.value(nest, Player.MAX) > 0)]
    drawn = sum(trees.value(nest, Player.MAX) == 0 for nest, _ in asked)
    witness = trees.line(wrong[0]) if wrong else f"{len(asked)} trees, {drawn} of them drawn, and so not won"
    return found(not wrong, witness)


def solved(shop: Workshop) -> dict[tuple[Nest, Player], object]:
    """What `and_or` says of each small tree, whoever is to move at its root."""
    nests = trees.small()
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


@setting.add("l19-or-node", "us-to-move position ↔ OR node", trees.SMALL)
def _or_node(shop: Workshop) -> Found:
    return node_kind(shop, Player.MAX)


@setting.add("l19-and-node", "them-to-move position ↔ AND node", trees.SMALL)
def _and_node(shop: Workshop) -> Found:
    return node_kind(shop, Player.MIN)


@setting.add(
    "l19-won",
    "A simple Prolog program to find whether an us-to-move position is won or not",
    trees.SMALL + "; `not` is read as `\\+`",
)
def _won(shop: Workshop) -> Found:
    asked = list(shop.trees(trees.small(), "won"))
    wrong = [nest for nest, answer in asked if answer.value is not (trees.value(nest, Player.MAX) > 0)]
    missed = [nest for nest, answer in asked if answer.value is False and trees.value(nest, Player.MAX) > 0]
    if not wrong:
        return found(True, f"{len(asked)} trees")
    drawn = next(nest for nest in wrong if trees.value(nest, Player.MAX) == 0)
    witness = f"{trees.line(drawn)} is drawn, and 'won': wrong {len(wrong)} times in {len(asked)}"
    witness += f", a win overlooked {len(missed)} times"
    return found(False, witness, search_command("won_drawn_end", program="won"))


@setting.add("l19-won-printed", "not terminallost(Pos),", "SWI-Prolog, the program as printed")
def _won_printed(shop: Workshop) -> Found:
    try:
        with Printed("won", seconds=shop.left()) as printed:
            printed.answers("won(t(max, 0, 1))")
    except SourceError as error:
        return found(False, error.diagnostics[0].message)
    return found(True, "it loads")


# How large chess is

PLIES = 2 * 40
"""Of a game of chess, by Figure 22.1."""

A_SECOND = 10**9
"""How many nodes a computer may visit in a second, with room to spare."""

YEAR = 365 * 24 * 3600
"""Seconds."""

CHESS_POSITIONS = 4.82e44
"""Legal positions of chess, as J. Tromp estimates them (github.com/tromp/ChessPositionRanking)."""

STORED = 175e21
"""Bytes that IDC expected to be created and copied worldwide in 2025 ('The Digitization of the World')."""


@setting.add(
    "l19-infeasible",
    "The combinatorial complexity makes the naive search algorithm completely infeasible.",
    "Figure 22.1's 30 moves for 80 plies, 10^9 nodes a second, and minimax on nim; of which game?",
)
def _infeasible(shop: Workshop) -> Found:
    power = PLIES * math.log10(30) - math.log10(A_SECOND * YEAR)
    nodes = shop.ask("nim", "minimax", depth=None).nodes or 0
    readings = {f"chess, 10^{power:.1f} years": power > 2, f"nim, {nodes} nodes": nodes > A_SECOND * YEAR}
    return by_reading(readings, search_command("nim", program="minimax"))


@setting.add(
    "l19-unmanageable",
    "the number of different positions is far beyond anything manageable by foreseeable computers",
    "chess; a position takes a bit, and 175 x 10^21 bytes were expected to be stored worldwide in 2025 (IDC)",
)
def _unmanageable(_shop: Workshop) -> Found:
    share = CHESS_POSITIONS / 8 / STORED
    witness = (
        f"{CHESS_POSITIONS:.2g} legal positions (Tromp's estimate), 10^{math.log10(share):.1f} times that"
    )
    return found(share > 10**6, witness)


@setting.add(
    "l19-10-120",
    "The search space of astronomical proportions of the chess game includes some 10^120 positions.",
    "Figure 22.1's 40 moves of 2 plies, and every branching factor that rounds to 30",
)
def _some_10_120(_shop: Workshop) -> Found:
    power = {branching: PLIES * math.log10(branching) for branching in range(25, 35)}
    near = min(power, key=lambda branching: abs(power[branching] - 120))
    witness = f"30^80 = 10^{power[30]:.1f}, {near}^80 = 10^{power[near]:.1f}"
    return found(power[25] <= 120 <= power[34], witness)


@setting.add(
    "l19-equal-positions",
    "equal positions in the tree of Figure 22.1 occur at different places",
    "chess, 3 plies from the start; clocks and move numbers do not count",
)
def _equal_positions(_shop: Workshop) -> Found:
    game = bundled("chess")
    places = list(game.initial())
    for _ply in range(3):
        places = [after for position in places for _, after in game.successors(position)]
    different = {tuple(game.format_position(position).split()[:4]) for position in places}
    witness = f"{len(places)} places, {len(different)} positions"
    return found(len(different) < len(places), witness)


@setting.add("l19-30-moves", "there are about 30 legal moves from each chess position", BRANCHING_SCOPE)
def _thirty_moves(_shop: Workshop) -> Found:
    return about(30)


@setting.add(
    "l19-two-plies",
    "One move is 2 plies (1 half-move by each side).",
    "king and queen against king, all lines of 2 plies",
)
def _two_plies(shop: Workshop) -> Found:
    game = shop.rules("kqk")
    (start,), between, after = within(game, 2)
    holds = all(game.player(p) is game.player(start).opponent for p in between)
    holds = holds and all(game.player(p) is game.player(start) for p in after)
    witness = (
        f"after 1 ply the other side is to move ({len(between)} positions), after 2 the same ({len(after)})"
    )
    return found(holds, witness, command("board", "kqk"))
