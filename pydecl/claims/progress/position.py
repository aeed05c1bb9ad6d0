"""'Forcing progress in winning positions': the position of the page, and play that goes round in circles."""

from __future__ import annotations

from pydecl.claims.claim import Claims, Found, Lecture, by_reading, command, found, search_command
from pydecl.claims.mates import Mates
from pydecl.claims.workshop import Workshop
from pydecl.games import bundled
from pydecl.model.number import Number
from pydecl.model.term import Atom
from pydecl.tracing.events import Event, Kind

KQK = "kqk"
START = "Kd6 Qa7 ke8 w"
LONGEST = 14

position = Claims(
    Lecture.PROGRESS, "Forcing progress in Winning Positions, the position Kd6, Qa7 against Ke8"
)
scores = Claims(Lecture.PROGRESS, "Forcing progress in Winning Positions, WIN scores adjusted for ply")


def mates(shop: Workshop) -> Mates:
    """One memory of mates for all claims."""
    return shop.once("mates", lambda: Mates(bundled(KQK), shop.left))


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
    return mates(shop).within(bundled(KQK).parse_position(text), LONGEST)


@position.add(
    "fp-qe7", "White to move can win immediately by moving the queen to square e7", "the position of the page"
)
def _qe7(shop: Workshop) -> Found:
    after = played("Qe7")
    value = shop.value(KQK, "minimax", after)
    left = len(moves(after))
    witness = f"{after}: {left} moves, the value is {value}"
    return found(left == 0 and value == 1, witness, command("board", KQK, position=after))


@position.add("fp-black-queen", "checkmating the black queen", "the position of the page, after Qe7")
def _black_queen(_shop: Workshop) -> Found:
    chess = bundled("chess")
    after = chess.parse_position("4k3/4Q3/3K4/8/8/8/8/8 b - - 1 1")
    men = [piece for piece in after.board if piece.islower()]
    mated = chess.terminal_won(after)
    witness = f"Black has {' '.join(men)} alone, the king, and it is {'mated' if mated else 'not mated'}"
    shown = command("board", "chess", position=chess.format_position(after))
    return found("q" in men and mated, witness, shown)


@position.add(
    "fp-only-one",
    "in fact there is only one move white can make that does not win",
    f"the position of the page: mate by force within {LONGEST} plies, or a draw",
)
def _only_one(shop: Workshop) -> Found:
    game = bundled(KQK)
    wins: dict[int, list[str]] = {}
    undecided, drawn = list[str](), list[str]()
    for name, after in moves(START).items():
        plies = plies_to_mate(shop, after)
        if plies is not None:
            wins.setdefault(plies + 1, []).append(name)
        else:
            replies = [reply for _, reply in game.successors(game.parse_position(after))]
            ended = [
                reply for reply in replies if not game.successors(reply) and not game.terminal_won(reply)
            ]
            (drawn if ended else undecided).append(name)
    won = len(moves(START)) - len(drawn) - len(undecided)
    distances = ", ".join(f"{' '.join(wins[plies])} in {plies}" for plies in sorted(wins))
    witness = f"{won} of {len(moves(START))} moves win, by plies: {distances}; {' '.join(drawn)} does not"
    after = moves(START)[drawn[0]] if drawn else START
    return found(len(drawn) == 1 and not undecided, witness, command("board", KQK, position=after))


@position.add("fp-d8-f8", "black's only moves are d8 and f8", "the position after Ke6")
def _d8_f8(_shop: Workshop) -> Found:
    after = played("Ke6")
    found_moves = sorted(moves(after))
    return found(found_moves == ["Kd8", "Kf8"], " ".join(found_moves), command("board", KQK, position=after))


@position.add(
    "fp-still-mate",
    "after either of which white still has a checkmate possible",
    "the positions after Ke6 Kd8 and Ke6 Kf8",
)
def _still_mate(shop: Workshop) -> Found:
    shown, holds = [], True
    for reply in moves(played("Ke6")):
        after = played("Ke6", reply)
        holds = holds and plies_to_mate(shop, after) == 1
        shown.append(f"{reply} {shop.best(KQK, 'negamax_ply', after, 1)}")
    after = played("Ke6", "Kd8")
    return found(holds, ", ".join(shown), search_command(KQK, program="negamax_ply", position=after, depth=1))


@position.add(
    "fp-back-to-d6",
    "If black moves to d8, white can still win by moving back to d6",
    "the position after Ke6 Kd8 Kd6",
)
def _back_to_d6(shop: Workshop) -> Found:
    after = played("Ke6", "Kd8", "Kd6")
    plies = plies_to_mate(shop, after)
    shown = search_command(KQK, program="negamax_ply", position=after, depth=plies)
    return found(plies is not None, f"{after}: mate in {plies} plies", shown)


@position.add(
    "fp-where-we-started",
    "after the sequence of moves 1. Ke6 Kd8 2. Kd6 Ke8 we are back where we started!",
    "the position of the page",
)
def _where_we_started(_shop: Workshop) -> Found:
    after = played("Ke6", "Kd8", "Kd6", "Ke8")
    return found(after == START, after, command("board", KQK, position=played("Ke6", "Kd8", "Kd6")))


@position.add(
    "fp-no-progress",
    "White is making winning moves, but he isn't making progress to a win.",
    "the same four moves: plies to mate",
)
def _no_progress(shop: Workshop) -> Found:
    line = ["Ke6", "Kd8", "Kd6", "Ke8"]
    plies = [plies_to_mate(shop, played(*line[:count])) for count in range(5)]
    holds = None not in plies and plies[4] == plies[0]
    return found(holds, f"plies to mate before, between and after: {', '.join(map(str, plies))}")


CHECKERS, TWO_KINGS, SHUFFLE = "checkers", "B:WK3:BK1,K7", ("7-2", "3-8", "2-7", "8-3")


@position.add(
    "fp-checkers",
    "in games like checkers or chess, one can make a sequence of moves that each lead to a forced win, but"
    " that don't cause the win to get any closer",
    "checkers, two kings against one: plies to the win along four moves; chess has a claim of its own",
)
def _checkers(shop: Workshop) -> Found:
    game = bundled(CHECKERS)
    wins, here = Mates(game, shop.left), game.parse_position(TWO_KINGS)
    plies = [wins.within(here, LONGEST)]
    for name in SHUFFLE:
        here = next(after for move, after in game.successors(here) if move == Atom(name))
        plies.append(wins.within(here, LONGEST))
    holds = None not in plies and plies[-1] == plies[0] and game.format_position(here) == TWO_KINGS
    witness = f"{TWO_KINGS}, {' '.join(SHUFFLE)}: plies to the win {', '.join(map(str, plies))}"
    return found(holds, witness, command("board", CHECKERS, position=TWO_KINGS))


# Played out

MOST_PLIES, DEPTH = 40, 3


def play_out(shop: Workshop, white: str, depth: int, start: str = START) -> tuple[list[str], str]:
    """The moves, and how it ended: mate, a draw, a repetition, or still playing.

    White plays by a program, Black delays by negamax_ply.
    """
    game, here, told, met = bundled(KQK), start, list[str](), {start}
    while len(told) < MOST_PLIES:
        program = white if len(told) % 2 == 0 else "negamax_ply"
        move = shop.best(KQK, program, here, depth if program == white else depth - 1)
        here = moves(here)[move]
        told.append(move)
        if not moves(here):
            return told, "mate" if game.terminal_won(game.parse_position(here)) else "a draw"
        if here in met:
            return told, "a repetition"
        met.add(here)
    return told, "still playing"


@scores.add(
    "fp-will-find",
    "If the game reaches a point where a win can be forced, alpha-beta search will find it.",
    "nim, which MAX wins in 7 plies: how deep does the search go?",
)
def _will_find(shop: Workshop) -> Found:
    readings = {}
    for depth in (None, 7, 6, 3):
        value = shop.value("nim", "alphabeta", depth=depth)
        readings[f"{'no limit' if depth is None else f'{depth} plies'}, {value}"] = value == 1
    return by_reading(readings, search_command("nim", program="alphabeta", depth=3))


@scores.add(
    "fp-trap",
    "If an alpha-beta search gives the same evaluation to any winning position, it can easily fall into this"
    " trap.",
    "ABProcedure with 1 for a win plays White, 3 plies deep; Black delays",
)
def _trap(shop: Workshop) -> Found:
    told, end = play_out(shop, "ab_procedure", 3)
    witness = f"{' '.join(told)}: {end}"
    return found(end == "a repetition", witness, search_command(KQK, program="ab_procedure", depth=3))


@scores.add(
    "fp-adjusted",
    "so that a win in fewer moves is counted slightly better than a delayed win",
    "negamax_ply plays White, 3 plies deep, from where mate takes at most that long: it mates in time",
)
def _adjusted(shop: Workshop) -> Found:
    starts = [START, *(played("Ke5", reply) for reply in moves(played("Ke5")))]
    starts += [played("Ke6", reply) for reply in moves(played("Ke6"))]
    told, late, flat = [], [], []
    for start in starts:
        line, end = play_out(shop, "negamax_ply", DEPTH, start)
        told.append(f"{' '.join(line)}: {end}")
        late += [start] if end != "mate" or len(line) != plies_to_mate(shop, start) else []
        flat.append(play_out(shop, "ab_procedure", DEPTH, start)[1])
    witness = late[0] if late else f"{len(starts)} games, such as {max(told, key=len)}"
    witness += f"; with one score for all wins {flat.count('a repetition')} of them repeat a position"
    return found(not late, witness, search_command(KQK, program="negamax_ply", depth=DEPTH))


# Scores

SCORED = search_command(KQK, program="negamax_ply", depth=3)


def score_of(shop: Workshop, move: str, depth: int) -> tuple[Number | None, int]:
    """The score of a move from the start, if it is searched alone, and the ply at which its game ends."""
    after = played(move)
    events, _ = shop.events(KQK, "negamax_ply", after, depth - 1)
    ended = [event for event in events if event.kind is Kind.LEAF and won(event)]
    value = shop.value(KQK, "negamax_ply", after, depth - 1)
    return value - 1, 1 + max((event.ply for event in ended), default=-1)  # one ply further from the root


def won(event: Event) -> bool:
    """Whether a leaf is a mate: its value is an outcome."""
    return not isinstance(event.value, int | float)


@scores.add(
    "fp-999", "the immediate checkmate is seen at ply=1, and gets a score of 999 (WIN-1)", "negamax_ply"
)
def _nine_nine_nine(shop: Workshop) -> Found:
    value, ply = score_of(shop, "Qe7", 1)
    return found((value, ply) == (999, 1), f"Qe7 has {value}, at ply {ply}", SCORED)


@scores.add("fp-to-e8", "while moving the king to e8 forces a win at ply=3", "the position of the page")
def _to_e8(_shop: Workshop) -> Found:
    game = bundled(KQK)
    black = game.format_position(game.initial()[0]).split()[2]
    kings = [name for name in moves(START) if name.startswith("K")]
    witness = f"Black's king is there ({black}); White's goes to {', '.join(name[1:] for name in kings)}"
    return found("Ke8" in kings, witness, command("board", KQK))


@scores.add("fp-997", "forces a win at ply=3, with a score of 997", "negamax_ply; the move is read as Ke6")
def _nine_nine_seven(shop: Workshop) -> Found:
    value, ply = score_of(shop, "Ke6", 3)
    shown = search_command(KQK, program="negamax_ply", position=played("Ke6"), depth=2)
    return found(
        (value, ply) == (997, 3), f"Ke6 has {value}, at ply {ply}; from the position after it 998", shown
    )


@scores.add(
    "fp-takes-mate",
    "The program will move to the position maximizing its score, and take the immediate checkmate.",
    "negamax_ply, 1 to 4 plies deep",
)
def _takes_mate(shop: Workshop) -> Found:
    best = {depth: shop.best(KQK, "negamax_ply", depth=depth) for depth in range(1, 5)}
    witness = ", ".join(f"{depth} {move}" for depth, move in best.items())
    return found(set(best.values()) == {"Qe7"}, f"plies and moves: {witness}", SCORED)


QUEENS, REST = 9 * 9, 2 * 5 + 2 * 3 + 2 * 3
"""Eight pawns may become queens; rooks 5, bishops and knights 3."""


@scores.add(
    "fp-win",
    "the maximum score possible in a game (in chess, a typical value for WIN would be 100 or 1000 times the"
    " value of a pawn)",
    "the most material that one side can have, against a bare king",
)
def _largest_score(_shop: Workshop) -> Found:
    most = QUEENS + REST
    return by_reading({f"{win} pawns, the material {most}": most < win for win in (100, 1000)})
