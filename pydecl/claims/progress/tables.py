"""'Forcing progress in winning positions': games that end by themselves, and the hash table."""

from __future__ import annotations

import random
from typing import Any

from pydecl.claims.claim import Claims, Found, Lecture, by_reading, command, found, search_command
from pydecl.claims.exploring import solve
from pydecl.claims.workshop import Workshop
from pydecl.errors import InputError
from pydecl.games import bundled
from pydecl.model.game import Game, Player
from pydecl.model.result import Settings
from pydecl.tracing.events import Kind

finite = Claims(Lecture.PROGRESS, "Forcing progress in Winning Positions, Othello")
hashing = Claims(Lecture.PROGRESS, "Forcing progress in Winning Positions, the hash table")
code = Claims(Lecture.PROGRESS, "Forcing progress in Winning Positions, the function alphabeta")

SMALL = "othello:size=4"


# A game that ends by itself


def is_pass(game: Game[Any], position: Any) -> bool:
    """Whether only a pass is legal."""
    return [str(move) for move, _ in game.successors(position)] == ["pass"]


def passing_game(seed: int) -> tuple[int, int]:
    """A game of Othello in which a player who can makes the other pass: its moves, and the passes."""
    game, rng = bundled("othello"), random.Random(seed)
    (position,) = game.initial()
    moves = passes = 0
    while nexts := [after for _, after in game.successors(position)]:
        passes += is_pass(game, position)
        moves += 1
        replies = {after: len(game.successors(after)) for after in nexts}
        silencing = [after for after in nexts if is_pass(game, after)]
        best = (min if game.player(position) is Player.MAX else max)(replies.values())
        position = rng.choice(silencing or [after for after in nexts if replies[after] == best])
    return moves, passes


SEEDS = 20


@finite.add(
    "fp-64",
    "each move adds a piece to the board, so there can be at most 64 moves before the game finishes",
    "Othello: is a pass a move? The longest of a few games, 8x8, and of all games, 4x4",
)
def _sixty_four(_shop: Workshop) -> Found:
    longest, passes = max(passing_game(seed) for seed in range(SEEDS))
    game = bundled("othello", size=4)
    all_games = longest_play(game, game.initial()[0], {})
    return by_reading(
        {
            f"a pass is none, 64 squares less 4 discs, {longest - passes} moves": longest - passes <= 64,
            f"a pass is one, {longest} moves, {passes} of them passes": longest <= 64,
            f"a pass is one, 4x4, {all_games} moves": all_games <= 16,
        }
    )


def longest_play(game: Game[Any], position: Any, known: dict[Any, int]) -> int:
    """The moves of the longest game from a position."""
    if position not in known:
        nexts = [after for _, after in game.successors(position)]
        known[position] = max((1 + longest_play(game, after, known) for after in nexts), default=0)
    return known[position]


@finite.add(
    "fp-no-loop",
    "there is no way to get into the same sort of infinite loop",
    "4x4 Othello, all positions: two plies later there is another disc, or the game is over",
)
def _no_loop(_shop: Workshop) -> Found:
    game = bundled("othello", size=4)
    values: dict[Any, Any] = {}
    solve(game, game.initial()[0], values)
    for position in values:
        for _, after in game.successors(position):
            for _, later in game.successors(after):
                if discs(later) <= discs(position):
                    return found(False, game.format_position(position))
    return found(True, f"{len(values)} positions")


def discs(position: Any) -> int:
    """How many discs are on the board."""
    return sum(cell != "." for row in position.rows for cell in row)


@finite.add(
    "fp-flat-is-enough",
    "we can just use a score of WIN or -WIN without worrying about the ply adjustment",
    "4x4 Othello, which white wins: white takes any won move, whatever black does",
)
def _flat_is_enough(_shop: Workshop) -> Found:
    game = bundled("othello", size=4)
    values: dict[Any, Any] = {}
    (start,) = game.initial()
    solve(game, start, values)
    met, todo, ends = {start}, [start], 0
    while todo:
        position = todo.pop()
        nexts = [after for _, after in game.successors(position)]
        if game.player(position) is Player.MIN:
            nexts = [after for after in nexts if values[after] < 0]
        if not nexts and not (game.terminal_lost(position) and not game.successors(position)):
            return found(False, game.format_position(position))
        ends += not nexts
        todo += [after for after in nexts if after not in met]
        met |= set(nexts)
    witness = f"{len(met)} positions, {ends} ends, all won for white"
    return found(values[start] < 0, witness, search_command(SMALL, program="and_or"))


# The code


@code.add(
    "fp-drawn-end",
    "else if (depth <= 0) return eval();",
    "a stalemate of king and queen against king, at the root of the function as printed",
)
def _drawn_end(shop: Workshop) -> Found:
    game = bundled("kqk")
    stalemate = next(
        found
        for found in game.positions() or ()
        if game.player(found) is Player.MIN and not game.successors(found) and not game.terminal_won(found)
    )
    shown = game.format_position(stalemate)
    naive, right = (shop.value("kqk", name, shown) for name in ("negamax_ply_drawless", "negamax_ply"))
    witness = f"{shown}: no case for it, the loop does nothing, and alpha comes back: {naive}, not {right}"
    return found(
        naive == right, witness, search_command("kqk", program="negamax_ply_drawless", position=shown)
    )


# The hash table

WIN, MAX_PLY = 1000, 100


def stored(score: int, ply: int, win: int = WIN, max_ply: int = MAX_PLY) -> int:
    """The page's code for storing."""
    if score > win - max_ply:
        return score + ply
    if score < -win + max_ply:
        return score - ply
    return score


def retrieved(score: int, ply: int, win: int = WIN, max_ply: int = MAX_PLY) -> int:
    """The page's code for retrieving."""
    if score > win - max_ply:
        return score - ply
    if score < -win + max_ply:
        return score + ply
    return score


@hashing.add(
    "fp-opposite",
    "When retrieving a position from the hash table, the opposite adjustment needs to be made",
    "the code of the page, all scores from -1000 to 1000 at all plies below 100: what is stored comes back",
)
def _opposite(_shop: Workshop) -> Found:
    asked = 0
    for score in range(-WIN, WIN + 1):
        for ply in range(MAX_PLY):
            asked += 1
            if retrieved(stored(score, ply), ply) != score:
                return found(False, f"{score} at ply {ply}")
    return found(True, f"{asked} times")


@hashing.add(
    "fp-max-ply",
    "MAX_PLY is a constant defined to be greater than the maximum depth possible in a search",
    "all wins, stored at one ply and retrieved at another; MAX_PLY is 20, and plies are up to 20",
)
def _greater_than_depth(_shop: Workshop) -> Found:
    wrong = {True: "", False: ""}
    for first in range(21):
        for second in range(21):
            for distance in range(21 - max(first, second)):
                allowed = distance + max(first, second) < 20
                back = retrieved(stored(WIN - distance - first, first, max_ply=20), second, max_ply=20)
                if back != WIN - distance - second:
                    wrong[allowed] = f"a win at ply {distance + first}, met again at {second}: {back}"
    try:
        Settings(win=100, max_ply=100)
        refused = False
    except InputError:
        refused = True
    witness = f"right below MAX_PLY; at it: {wrong[False]}"
    return found(not wrong[True] and bool(wrong[False]) and refused, wrong[True] or witness)


@hashing.add(
    "fp-ply-differs",
    "the ply may differ between the time we store a move in the hash table, and the time we retrieve it",
    "the tree table_plies",
)
def _ply_differs(shop: Workshop) -> Found:
    events, names = shop.events("table_plies", "alphabeta_tt")
    plies = [
        event.ply
        for event in events
        if event.kind is Kind.ENTER and event.node is not None and names[event.node] == "d"
    ]
    hits = sum(event.kind is Kind.HIT for event in events)
    witness = f"d is met at plies {' and '.join(map(str, plies))}; from the table {hits}"
    return found(
        len(set(plies)) > 1 and hits > 0, witness, command("trace", "table_plies", program="alphabeta_tt")
    )


@hashing.add(
    "fp-relative",
    "we should store scores in the hash table adjusted relative to the current position",
    "the tree table_plies, with and without the adjustment",
)
def _relative(shop: Workshop) -> Found:
    name = "table_plies"
    programs = ("alphabeta_tt", "alphabeta_tt_unadjusted", "negamax_ply")
    adjusted, naive, plain = (shop.value(name, program) for program in programs)
    witness = f"{adjusted} with it, {naive} without, {plain} is right"
    return found(adjusted == plain != naive, witness, search_command(name, program="alphabeta_tt_unadjusted"))
