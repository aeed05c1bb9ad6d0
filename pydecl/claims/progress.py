"""'Forcing progress in winning positions': the evidence for its claims.

The position of the page is Kd6, Qa7 against Ke8; the others are about play that goes round in circles, the
scores of wins, games that end by themselves, and the hash table.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from pydecl.claims.claim import Found, by_reading, command, found, search_command, unless
from pydecl.claims.exploring import Wins, is_pass, nexts, solved
from pydecl.claims.workshop import Workshop
from pydecl.errors import InputError
from pydecl.games import bundled
from pydecl.model.game import Player
from pydecl.model.number import Number
from pydecl.model.result import Settings
from pydecl.model.term import Atom
from pydecl.tracing.events import Kind

KQK = "kqk"
START = "Kd6 Qa7 ke8 w"
LONGEST = 14
"""White is asked to mate in so many plies at the most."""


def moves(text: str) -> dict[str, str]:
    """The moves in a position by their names, and what they lead to."""
    game = bundled(KQK)
    found = game.successors(game.parse_position(text))
    return {str(move).strip("'"): game.format_position(after) for move, after in found}


def played(*names: str) -> str:
    """The position after these moves."""
    here = START
    for name in names:
        here = moves(here)[name]
    return here


def plies_to_mate(shop: Workshop, text: str) -> int | None:
    """In how many plies White mates by force, None where that takes more than LONGEST, or never happens."""
    mates = shop.once("mates", lambda: Wins(bundled(KQK), shop.left))
    return mates.within(bundled(KQK).parse_position(text), LONGEST)


# The position of the page


def _fp_qe7(shop: Workshop) -> Found:
    after = played("Qe7")
    value, left = shop.value(KQK, "minimax", after), len(moves(after))
    witness = f"{after}: {left} moves, the value is {value}"
    return found(left == 0 and value == 1, witness, command("board", KQK, position=after))


def _fp_black_queen(_: Workshop) -> Found:
    chess = bundled("chess")
    after = chess.parse_position("4k3/4Q3/3K4/8/8/8/8/8 b - - 1 1")
    men, mated = [piece for piece in after.board if piece.islower()], chess.terminal_won(after)
    witness = f"Black has {' '.join(men)} alone, the king, and it is {'mated' if mated else 'not mated'}"
    shown = command("board", "chess", position=chess.format_position(after))
    return found("q" in men and mated, witness, shown)


def _fp_only_one(shop: Workshop) -> Found:
    game, here = bundled(KQK), moves(START)
    wins: dict[int, list[str]] = {}
    drawn, undecided = list[str](), list[str]()
    for name, after in here.items():
        if (plies := plies_to_mate(shop, after)) is not None:
            wins.setdefault(plies + 1, []).append(name)
        else:
            ends = [one for one in nexts(game, game.parse_position(after)) if not game.successors(one)]
            (drawn if any(not game.terminal_won(one) for one in ends) else undecided).append(name)
    won = len(here) - len(drawn) - len(undecided)
    distances = ", ".join(f"{' '.join(wins[plies])} in {plies}" for plies in sorted(wins))
    witness = f"{won} of {len(here)} moves win, by plies: {distances}; {' '.join(drawn)} does not"
    shown = command("board", KQK, position=here[drawn[0]] if drawn else START)
    return found(len(drawn) == 1 and not undecided, witness, shown)


def _fp_d8_f8(_: Workshop) -> Found:
    after = played("Ke6")
    replies = sorted(moves(after))
    return found(replies == ["Kd8", "Kf8"], " ".join(replies), command("board", KQK, position=after))


def _fp_still_mate(shop: Workshop) -> Found:
    after = {reply: played("Ke6", reply) for reply in moves(played("Ke6"))}
    holds = all(plies_to_mate(shop, here) == 1 for here in after.values())
    witness = ", ".join(f"{reply} {shop.best(KQK, 'negamax_ply', here, 1)}" for reply, here in after.items())
    return found(holds, witness, search_command(KQK, "negamax_ply", position=after["Kd8"], depth=1))


def _fp_back_to_d6(shop: Workshop) -> Found:
    after = played("Ke6", "Kd8", "Kd6")
    plies = plies_to_mate(shop, after)
    shown = search_command(KQK, "negamax_ply", position=after, depth=plies)
    return found(plies is not None, f"{after}: mate in {plies} plies", shown)


CIRCLE = ("Ke6", "Kd8", "Kd6", "Ke8")


def _fp_where_we_started(_: Workshop) -> Found:
    after = played(*CIRCLE)
    return found(after == START, after, command("board", KQK, position=played(*CIRCLE[:3])))


def _fp_no_progress(shop: Workshop) -> Found:
    plies = [plies_to_mate(shop, played(*CIRCLE[:count])) for count in range(5)]
    holds = None not in plies and plies[4] == plies[0]
    return found(holds, f"plies to mate before, between and after: {', '.join(map(str, plies))}")


CHECKERS, TWO_KINGS, SHUFFLE = "checkers", "B:WK3:BK1,K7", ("7-2", "3-8", "2-7", "8-3")


def _fp_checkers(shop: Workshop) -> Found:
    game = bundled(CHECKERS)
    wins, here = Wins(game, shop.left), game.parse_position(TWO_KINGS)
    plies = [wins.within(here, LONGEST)]
    for name in SHUFFLE:
        here = next(after for move, after in game.successors(here) if move == Atom(name))
        plies.append(wins.within(here, LONGEST))
    holds = None not in plies and plies[-1] == plies[0] and game.format_position(here) == TWO_KINGS
    witness = f"{TWO_KINGS}, {' '.join(SHUFFLE)}: plies to the win {', '.join(map(str, plies))}"
    return found(holds, witness, command("board", CHECKERS, position=TWO_KINGS))


# Played out

MOST_PLIES, DEPTH = 40, 3


def play_out(shop: Workshop, white: str, start: str = START) -> tuple[list[str], str]:
    """The moves, and how it ended: mate, a draw, a repetition, or still playing.

    White plays by a program, Black delays by negamax_ply.
    """
    game, here, told, met = bundled(KQK), start, list[str](), {start}
    while len(told) < MOST_PLIES:
        program = white if len(told) % 2 == 0 else "negamax_ply"
        move = shop.best(KQK, program, here, DEPTH if program == white else DEPTH - 1)
        here = moves(here)[move]
        told.append(move)
        if not moves(here):
            return told, "mate" if game.terminal_won(game.parse_position(here)) else "a draw"
        if here in met:
            return told, "a repetition"
        met.add(here)
    return told, "still playing"


def _fp_will_find(shop: Workshop) -> Found:
    readings = {}
    for depth in (None, 7, 6, 3):
        value = shop.value("nim", "alphabeta", depth=depth)
        readings[f"{'no limit' if depth is None else f'{depth} plies'}, {value}"] = value == 1
    return by_reading(readings, search_command("nim", "alphabeta", depth=3))


def _fp_trap(shop: Workshop) -> Found:
    told, end = play_out(shop, "ab_procedure")
    shown = search_command(KQK, "ab_procedure", depth=DEPTH)
    return found(end == "a repetition", f"{' '.join(told)}: {end}", shown)


def _fp_adjusted(shop: Workshop) -> Found:
    starts = [START, *(played(king, reply) for king in ("Ke5", "Ke6") for reply in moves(played(king)))]
    told, late, flat = [], [], []
    for start in starts:
        line, end = play_out(shop, "negamax_ply", start)
        told.append(f"{' '.join(line)}: {end}")
        late += [start] if end != "mate" or len(line) != plies_to_mate(shop, start) else []
        flat.append(play_out(shop, "ab_procedure", start)[1])
    witness = late[0] if late else f"{len(starts)} games, such as {max(told, key=len)}"
    witness += f"; with one score for all wins {flat.count('a repetition')} of them repeat a position"
    return found(not late, witness, SCORED)


# Scores

SCORED = search_command(KQK, "negamax_ply", depth=3)


def score_of(shop: Workshop, move: str, depth: int) -> tuple[Number | None, int]:
    """The score of a move from the start, if it is searched alone, and the ply at which its game ends."""
    after = played(move)
    events, _ = shop.events(KQK, "negamax_ply", after, depth - 1)
    ended = [e.ply for e in events if e.kind is Kind.LEAF and not isinstance(e.value, int | float)]  # a mate
    value = shop.value(KQK, "negamax_ply", after, depth - 1)
    return value - 1, 1 + max(ended, default=-1)  # one ply further from the root


def _fp_999(shop: Workshop) -> Found:
    value, ply = score_of(shop, "Qe7", 1)
    return found((value, ply) == (999, 1), f"Qe7 has {value}, at ply {ply}", SCORED)


def _fp_to_e8(_: Workshop) -> Found:
    game = bundled(KQK)
    black = game.format_position(game.initial()[0]).split()[2]
    kings = [name for name in moves(START) if name.startswith("K")]
    witness = f"Black's king is there ({black}); White's goes to {', '.join(name[1:] for name in kings)}"
    return found("Ke8" in kings, witness, command("board", KQK))


def _fp_997(shop: Workshop) -> Found:
    value, ply = score_of(shop, "Ke6", 3)
    shown = search_command(KQK, "negamax_ply", position=played("Ke6"), depth=2)
    witness = f"Ke6 has {value}, at ply {ply}; from the position after it 998"
    return found((value, ply) == (997, 3), witness, shown)


def _fp_takes_mate(shop: Workshop) -> Found:
    best = {depth: shop.best(KQK, "negamax_ply", depth=depth) for depth in range(1, 5)}
    witness = ", ".join(f"{depth} {move}" for depth, move in best.items())
    return found(set(best.values()) == {"Qe7"}, f"plies and moves: {witness}", SCORED)


QUEENS, REST = 9 * 9, 2 * 5 + 2 * 3 + 2 * 3
"""Eight pawns may become queens; rooks 5, bishops and knights 3."""


def _fp_win(_: Workshop) -> Found:
    most = QUEENS + REST
    return by_reading({f"{win} pawns, the material {most}": most < win for win in (100, 1000)})


# The function alphabeta


def _fp_drawn_end(shop: Workshop) -> Found:
    game = bundled(KQK)
    stalemate = next(
        found
        for found in game.positions() or ()
        if game.player(found) is Player.MIN and not game.successors(found) and not game.terminal_won(found)
    )
    shown = game.format_position(stalemate)
    naive, right = (shop.value(KQK, name, shown) for name in ("negamax_ply_drawless", "negamax_ply"))
    witness = f"{shown}: no case for it, the loop does nothing, and alpha comes back: {naive}, not {right}"
    return found(naive == right, witness, search_command(KQK, "negamax_ply_drawless", position=shown))


# Othello, which ends by itself


def passing_game(seed: int) -> tuple[int, int]:
    """A game of Othello in which a player who can makes the other pass: its moves, and the passes."""
    game, rng = bundled("othello"), random.Random(seed)
    (position,) = game.initial()
    moves = passes = 0
    while after := nexts(game, position):
        passes += is_pass(game, position)
        moves += 1
        replies = {one: len(game.successors(one)) for one in after}
        silencing = [one for one in after if is_pass(game, one)]
        best = (min if game.player(position) is Player.MAX else max)(replies.values())
        position = rng.choice(silencing or [one for one in after if replies[one] == best])
    return moves, passes


def _fp_64(_: Workshop) -> Found:
    most, passes = max(passing_game(seed) for seed in range(20))
    game = bundled("othello", size=4)

    @cache
    def longest_play(position: Any) -> int:
        return max((1 + longest_play(after) for after in nexts(game, position)), default=0)

    all_games = longest_play(game.initial()[0])
    return by_reading(
        {
            f"a pass is none, 64 squares less 4 discs, {most - passes} moves": most - passes <= 64,
            f"a pass is one, {most} moves, {passes} of them passes": most <= 64,
            f"a pass is one, 4x4, {all_games} moves": all_games <= 16,
        }
    )


def discs(position: Any) -> int:
    """How many discs are on the board."""
    return sum(cell != "." for row in position.rows for cell in row)


def _fp_no_loop(_: Workshop) -> Found:
    game = bundled("othello", size=4)
    values = solved("othello", size=4)
    wrong = [
        game.format_position(position)
        for position in values
        for after in nexts(game, position)
        for later in nexts(game, after)
        if discs(later) <= discs(position)
    ]
    return unless(wrong, f"{len(values)} positions")


def _fp_flat_is_enough(_: Workshop) -> Found:
    game = bundled("othello", size=4)
    values, (start,) = solved("othello", size=4), game.initial()
    met, todo, ends = {start}, [start], 0
    while todo:
        position = todo.pop()
        after = nexts(game, position)
        if game.player(position) is Player.MIN:
            after = [one for one in after if values[one] < 0]
        if not after and not (game.terminal_lost(position) and not game.successors(position)):
            return found(False, game.format_position(position))
        ends += not after
        todo += [one for one in after if one not in met]
        met |= set(after)
    witness = f"{len(met)} positions, {ends} ends, all won for white"
    return found(values[start] < 0, witness, search_command("othello:size=4", "and_or"))


# The hash table

WIN, MAX_PLY = 1000, 100


def stored(score: int, ply: int, max_ply: int = MAX_PLY) -> int:
    """The page's code for storing."""
    if score > WIN - max_ply:
        return score + ply
    if score < -WIN + max_ply:
        return score - ply
    return score


def retrieved(score: int, ply: int, max_ply: int = MAX_PLY) -> int:
    """The page's code for retrieving."""
    if score > WIN - max_ply:
        return score - ply
    if score < -WIN + max_ply:
        return score + ply
    return score


def _fp_opposite(_: Workshop) -> Found:
    asked = [(score, ply) for score in range(-WIN, WIN + 1) for ply in range(MAX_PLY)]
    wrong = [f"{score} at ply {ply}" for score, ply in asked if retrieved(stored(score, ply), ply) != score]
    return unless(wrong, f"{len(asked)} times")


def _fp_max_ply(_: Workshop) -> Found:
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


TABLE = "table_plies"


def _fp_ply_differs(shop: Workshop) -> Found:
    events, names = shop.events(TABLE, "alphabeta_tt")
    entered = [event for event in events if event.kind is Kind.ENTER and event.node is not None]
    plies = [event.ply for event in entered if names[event.node or 0] == "d"]
    hits = sum(event.kind is Kind.HIT for event in events)
    witness = f"d is met at plies {' and '.join(map(str, plies))}; from the table {hits}"
    holds = len(set(plies)) > 1 and hits > 0
    return found(holds, witness, command("trace", TABLE, program="alphabeta_tt"))


def _fp_relative(shop: Workshop) -> Found:
    programs = ("alphabeta_tt", "alphabeta_tt_unadjusted", "negamax_ply")
    adjusted, naive, plain = (shop.value(TABLE, program) for program in programs)
    witness = f"{adjusted} with it, {naive} without, {plain} is right"
    return found(adjusted == plain != naive, witness, search_command(TABLE, "alphabeta_tt_unadjusted"))
