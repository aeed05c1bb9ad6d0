"""Games that break their contract in ways that need another process, or an odd one."""

from hostile.case import GAME, MOVERS, VALUES, Case
from pydecl.errors import Exit

BROKEN = (Exit.BROKEN_CONTRACT,)

FAULTY = {
    "not_a_function": Case(
        "initial(a). :- dynamic seen/1. seen([b,c]).\n"
        + GAME.replace("moves(a, [b,c])", "moves(a, L) :- retract(seen(L)), assertz(seen([b]))"),
        BROKEN,
        "the rules are no function of the position: asked again, a gives other moves",
    ),
    "won_asked_of_min": Case(
        GAME.replace("max", "mxx").replace("min", "max").replace("mxx", "min"),
        BROKEN,
        "won can be asked only if MAX is to move",
        program="won",
    ),
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
}
"""By the key of FAULTS; those that `errors/broken_contracts.tsv` has, and others, are tested there."""

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
