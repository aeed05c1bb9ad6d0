"""Meaning: rules that can be read, and do not say what is meant."""

from __future__ import annotations

from pydecl.rules.catalogue import FACTS, GAME, changed
from pydecl.rules.finding import note, warning

_WON = """\
terminalwon(pile(min, 0)).
terminallost(pile(max, 0)).
won(Pos) :-
    terminalwon(Pos).
won(Pos) :-
    \\+ terminallost(Pos),
    move(Pos, Pos1),
    \\+ ( move(Pos1, Pos2),
         \\+ won(Pos2) ).
"""

MISSING_CLAUSE = warning(
    "P201",
    "a textbook program that lacks one of its clauses",
    "If the clause is needed, the program fails or differs from the textbook's.",
    "write the missing clause",
    GAME + _WON.replace("won(Pos) :-\n    terminalwon(Pos).\n", "", 1),
    GAME + _WON,
    at=(11, 1),
)

EMPTY_MOVES = note(
    "P202",
    "moves/2 gives an empty list",
    "The textbook's programs see the end of a game when moves/2 fails; pydecl accepts [] too, but "
    "other Prolog programs do not.",
    "delete the clause, so that moves/2 fails at the end",
    FACTS.replace("[b,c]).", "[b,c]).\nmoves(b, [])."),
    FACTS,
    at=(3, 10),
)

NO_MOVER = warning(
    "P203",
    "a position with a value but without a player to move",
    "Unless the game is over there, a search cannot continue without knowing who chooses.",
    "let max_to_move/1 or min_to_move/1 say who is to move",
    changed("min_to_move(pile(min, _)).", "min_to_move(pile(min, 2))."),
    GAME,
    at=(8, 11),
)

NO_PROGRESS = warning(
    "P204",
    "a recursion without progress",
    "The clause calls itself with the arguments it was called with, so a search that gets here never ends.",
    "make one step first, then call the predicate itself; or declare it with :- table",
    GAME + "moves(P, Ps) :- moves(P, Qs), append(Qs, [], Ps).\n",
    GAME + "moves(P, Ps) :- findall(Q, move(P, Q), Qs), Qs = [_|_], append(Qs, [], Ps).\n",
    at=(9, 17),
)

CHANGES_STATE = warning(
    "P205",
    "rules that change state",
    "A search asks about a position more than once, in an order of its own: an answer may depend on "
    "what was asked before.",
    "put what the rules must remember into the position",
    changed("max, N), pile(min, Left)) :- N > 0", "max, N), pile(min, Left)) :- N > 0, assertz(seen(N))"),
    GAME,
    at=(5, 47),
)

PRINTS = note(
    "P206",
    "rules that print",
    "A search asks about millions of positions: printing takes time, and what is printed is thrown away.",
    "delete it; position_text//1 shows a position",
    changed("max, N), pile(min, Left)) :- N > 0", "max, N), pile(min, Left)) :- write(N), N > 0"),
    GAME,
    at=(5, 40),
)

READS = warning(
    "P207",
    "rules that read input",
    "A search cannot answer: reading finds the end of a file.",
    "let move/2 give all moves; which one a player chooses is not part of the rules",
    changed("max, N), pile(min, Left)) :- N > 0", "max, N), pile(min, Left)) :- N > 0, read(1)"),
    GAME,
    at=(5, 47),
)

ARBITRARY = warning(
    "P208",
    "rules that depend on chance or the clock",
    "The same position gets a different answer each time, so the value of a search means nothing.",
    "use chance/3 for chance: it gives everything that can follow, with probabilities",
    changed("max, N), pile(min, Left)) :- N > 0", "max, N), pile(min, Left)) :- random_between(1, N, _)"),
    GAME,
    at=(5, 40),
)

UNREACHABLE = warning(
    "P209",
    "a clause that is never reached",
    "An earlier clause takes every call and cuts, so the moves or values of this one are lost.",
    "put the special clause before the general one, or delete the cut",
    changed(
        "staticval(pile(max, 0), -1).\n", "staticval(_, Val) :- !, Val = 0.\nstaticval(pile(max, 0), -1).\n"
    ),
    GAME,
    at=(8, 1),
)

NOT_COMPUTED = warning(
    "P210",
    "an expression where a number is meant",
    "In Prolog = computes nothing: 2 + 1 stays a term, which never equals 3.",
    "write is instead of =",
    changed("staticval(pile(max, 0), -1)", "staticval(pile(max, 0), Val) :- Val = 1 - 2"),
    changed("staticval(pile(max, 0), -1)", "staticval(pile(max, 0), Val) :- Val is 1 - 2"),
    at=(7, 37),
)

UNBOUND = warning(
    "P211",
    "arithmetic with a variable that has no value",
    "Arithmetic needs numbers: a search that comes here ends with an exception.",
    "bind the variable before it is computed with",
    changed(
        "min, N), pile(max, Left)) :- N > 0, Left is N - 1",
        "min, N), pile(max, Left)) :- Left is N - Taken, Taken = 1",
    ),
    changed(
        "min, N), pile(max, Left)) :- N > 0, Left is N - 1",
        "min, N), pile(max, Left)) :- N > 0, Taken = 1, Left is N - Taken",
    ),
    at=(6, 52),
)

REASSIGNED = warning(
    "P212",
    "a variable that is given a second value",
    "A variable in Prolog keeps its value, so N is N - 1 always fails, and with it the move or the value.",
    "use a new variable for the new value",
    changed("pile(min, Left)) :- N > 0, Left is N - 1", "pile(min, N)) :- N > 0, N is N - 1"),
    GAME,
    at=(5, 44),
)

REACHES_OUT = warning(
    "P213",
    "rules that reach for files, processes or the network",
    "The rules of a game only compute. Anything else is prevented here, but perhaps not by another program.",
    "delete the call, and ask whoever wrote the file what it is for",
    changed("max, N), pile(min, Left)) :- N > 0", "max, N), pile(min, Left)) :- shell('ls'), N > 0"),
    GAME,
    at=(5, 40),
)
