"""Games that break their contract: each fault of `pydecl.errors.FAULTS` by a game as small as can be."""

from hostile.case import GAME, MOVERS, VALUES, Case
from pydecl.errors import Exit

BROKEN = (Exit.BROKEN_CONTRACT,)
STEP = MOVERS + "moves(a, [b,c]). staticval(c, 0). terminalwon(_) :- fail. terminallost(_) :- fail.\n"
DIE = "max_to_move(b). max_to_move(c). min_to_move(none). moves(none, []).\n"


def chances(one: str, other: str, more: str = "staticval(_, 1).\n") -> Case:
    text = f"{DIE}chance(die, {one}, b). chance(die, {other}, c). {more}"
    return Case(text, BROKEN, position="die", program="expectiminimax")


def own(clauses: str, says: str) -> Case:
    """A file with a program of its own, which SWI-Prolog alone can run."""
    return Case(GAME + clauses + "\n", BROKEN, says, program="file:minimax", engines=("prolog",))


FAULTY = {
    "both_to_move": Case(GAME + "max_to_move(b).", BROKEN, "both players are to move in b"),
    "neither_to_move": Case(
        GAME.replace("min_to_move(c)", "moves(c, [a]). x(c)"), BROKEN, "no player is to move in c"
    ),
    "same_mover": Case(GAME.replace("min_to_move(c)", "max_to_move(c)"), BROKEN, "max is to move in c"),
    "position_not_ground": Case(GAME.replace("[b", "[b(_)"), BROKEN, r"b\(_\) is not a position"),
    "not_a_function": Case(
        "initial(a). :- dynamic seen/1. seen([b,c]).\n"
        + GAME.replace("moves(a, [b,c])", "moves(a, L) :- retract(seen(L)), assertz(seen([b]))"),
        BROKEN,
        "the rules are no function of the position: asked again, a gives other moves",
    ),
    "no_list_of_moves": Case(GAME.replace("[b,c]", "[b|c]"), BROKEN, "no proper list of successors in a"),
    "no_value": Case(GAME.replace("staticval(c, 2)", "x"), BROKEN, "no value for c"),
    "several_values": Case(GAME + "staticval(c, 3).", BROKEN, "two values for c: 2 and 3"),
    "value_is_no_number": Case(GAME.replace("c, 2", "c, two"), BROKEN, "value of c is two, which"),
    "won_asked_of_min": Case(
        GAME.replace("max", "mxx").replace("min", "max").replace("mxx", "min"),
        BROKEN,
        "won can be asked only if MAX is to move",
        program="won",
    ),
    "value_beyond_win": Case(STEP + "staticval(b, 900).", BROKEN, "must lie between", program="negamax_ply"),
    "ply_beyond_max": Case(
        "moves(N, [M]) :- M is N + 1. staticval(_, 0).\n"
        "max_to_move(N) :- N mod 2 =:= 0. min_to_move(N) :- N mod 2 =:= 1.\n",
        BROKEN,
        "100 is met at ply 100",
        position="0",
        program="negamax_ply",
    ),
    "chance_and_player": chances("1r2", "1r2", "staticval(_, 1). max_to_move(die).\n"),
    "no_probability": chances("0.5", "0.5"),
    "probabilities": chances("1r3", "1/2"),
    "no_expectation": chances("1r2", "1r2", "staticval(b, inf). staticval(c, -inf).\n"),
    "own_free": own(
        "minimax(P, B, V) :- moves(P, [B|_]), minimax(_, _, V).",
        "minimax/3 of the file, asked for a, asks about a variable",
    ),
    "own_failed": own("minimax(_, _, _) :- fail.", "minimax/3 of the file fails for a"),
    "own_no_value": own("minimax(_, b, _).", "leaves the value of a unbound"),
    "own_value": own("minimax(_, b, two).", "gives two as the value of a"),
    "own_no_best": own("minimax(_, _, 2).", "leaves the best successor of a unbound"),
    "own_no_successor": own("minimax(_, z, 2).", "gives z as the best successor of a"),
    "own_exception": own("minimax(_, _, _) :- throw(ball).", "raises an exception for a: .*ball"),
    "own_again": own("minimax(_, c, 2).\nminimax(_, b, 1).", "answers twice for a"),
    "exception": Case(GAME.replace("[b,c]).", "_) :- throw(ball)."), BROKEN, "an exception: ball"),
    "convention": Case(
        "initialize(chess, P, W) :- atom(P), atom(W), fail.\nmove(P, m) :- atom(P).\nmove(m, P, P).\n"
        "game_over(_, _, _) :- fail.\nvalue(_, 1).\nnext_player(x, o). next_player(o, x).\n"
        "display_game(_, _).\nannounce(_).\n",
        BROKEN,
        "initialize/3 gives no first position",
        position=None,
        options=("--convention", "sterling-shapiro"),
    ),
    "halts": Case(":- halt.\n" + GAME, BROKEN, ":1:1: a directive calls halt/0"),
    "cyclic": Case(GAME + "initial(X) :- X = f(X).\n", BROKEN, "cyclic", position=None),
    "unreadable": Case(
        GAME + "initial(S) :- current_output(S).\n",
        BROKEN,
        "no plain term, such as a dictionary or a stream",
        position=None,
        alike=False,
    ),
    "position_too_large": Case(
        "moves(a, [T]) :- length(L, 600000), maplist(=(x), L), T = t(L). staticval(_, 1).\n"
        "max_to_move(a). min_to_move(t(_)).\n",
        BROKEN,
        "too large to print",
        time=20,
    ),
    "answer_too_large": Case(
        GAME + "initial(P) :- between(1, 500000, N), format(atom(P), '~`xt~d~300|', [N]).\n",
        BROKEN,
        "too large to print",
        position=None,
        time=40,
    ),
    "tampered": Case(
        "moves(a, [b,c]) :- atom_concat(py, decl_attached, M), abolish(M:in_time/0).\n" + MOVERS + VALUES,
        BROKEN,
        "changed the programs that search them",
        engines=("prolog",),
    ),
    "died": Case(GAME.replace("[b,c]).", "_) :- halt."), BROKEN, "do the rules call halt/0"),
}
"""By the key of FAULTS; what is left out has a test of its own, where it says so."""

PICTURES = {
    "no_part": Case(
        GAME + "position_picture(a) --> [cell(1,1), piece(1,1,pink)].\n",
        BROKEN,
        r"draws a with piece\(1,1,pink\)",
    ),
    "no_picture": Case(
        GAME + "position_picture(a, [cell(1,1)|more], _).\n", BROKEN, "gives no list of parts for a"
    ),
}
"""The same for `pydecl board`."""
