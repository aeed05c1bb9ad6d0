"""Names: predicates and variables that are misspelled, missing, alone or in the wrong place."""

from __future__ import annotations

from pydecl.rules.catalogue import GAME, changed
from pydecl.rules.finding import Code, note, warning

MISSPELLED_REQUIRED = Code(
    "P101",
    "a predicate that every search needs is misspelled",
    "A search asks for the predicate by its exact name; without it nothing can run.",
    "give the predicate the expected name",
    changed("max_to_move", "max_tomove"),
    GAME,
    at=(3, 1),
)

WRONG_ARITY = Code(
    "P102",
    "a predicate that every search needs has the wrong number of arguments",
    "p/2 and p/3 are different predicates: a search that asks for one does not see the other.",
    "give the predicate the expected arguments",
    changed("max, 0), -1)", "max, 0), -1, max)", "min, 0), 1)", "min, 0), 1, min)"),
    GAME,
    at=(7, 1),
)

MISSPELLED_OPTIONAL = warning(
    "P103",
    "a predicate that a search may ask for is misspelled",
    "The searches behave as if the predicate did not exist.",
    "give the predicate the expected name",
    changed("initial(", "intial("),
    GAME,
    at=(1, 1),
)

WRONG_ARITY_OPTIONAL = warning(
    "P104",
    "a predicate that a search may ask for has the wrong number of arguments",
    "p/1 and p/2 are different predicates: the searches behave as if this one did not exist.",
    "give the predicate the expected arguments",
    GAME + "terminalwon(pile(min, 0), us).\n",
    GAME + "terminalwon(pile(min, 0)).\nterminallost(pile(max, 0)).\n",
    at=(9, 1),
)

MISSPELLED_CALL = warning(
    "P105",
    "a call whose name is close to that of a predicate",
    "A search that gets here ends with an exception, and without an answer.",
    "call the predicate that exists",
    changed("N > 0, Left is N - 1", "less(N, Left)") + "lses(N, Left) :- N > 0, Left is N - 1.\n",
    changed("N > 0, Left is N - 1", "less(N, Left)") + "less(N, Left) :- N > 0, Left is N - 1.\n",
    at=(5, 40),
)

UNDEFINED = warning(
    "P106",
    "a call of a predicate that is not defined",
    "A search that gets here ends with an exception, and without an answer.",
    "define the predicate, or declare it dynamic if it may have no clauses",
    changed("min, N), pile(max, Left)) :- N > 0", "min, N), pile(max, Left)) :- allowed(N)"),
    changed("min, N), pile(max, Left)) :- N > 0", "min, N), pile(max, Left)) :- allowed(N)")
    + "allowed(N) :- N > 0.\n",
    at=(6, 40),
)

SINGLETON = warning(
    "P107",
    "a variable that occurs only once in its clause",
    "It is not needed, or misspelled: then the clause holds for positions that it is not meant for.",
    "put _ before its name, or correct the name",
    changed("max_to_move(pile(max, _))", "max_to_move(pile(max, N))"),
    changed("max_to_move(pile(max, _))", "max_to_move(pile(max, _N))"),
    at=(3, 23),
)

MISSPELLED_VARIABLE = warning(
    "P108",
    "a variable whose name is close to another in its clause",
    "Two names are two variables, and a term with a free variable is no position.",
    "write the same name in both places",
    changed("pile(max, Left)) :-", "pile(max, Letf)) :-"),
    GAME,
    at=(6, 47),
)

MARKED_TWICE = note(
    "P109",
    "a variable that is marked as occurring once, but does not",
    "The mark _ tells the reader that the value does not matter, but here it does.",
    "delete the _",
    changed(
        "pile(min, N), pile(max, Left)) :- N > 0, Left is N",
        "pile(min, _N), pile(max, Left)) :- _N > 0, Left is _N",
    ),
    GAME,
    at=(6, 41),
)

APART = warning(
    "P110",
    "the clauses of a predicate are not together",
    "The order of the clauses is the order of the moves; a clause out of place is often a slip, such "
    "as a misspelled name in between.",
    "put the clauses of the predicate together, or declare it with :- discontiguous",
    GAME + "max_to_move(start).\n",
    changed("(pile(max, _)).\n", "(pile(max, _)).\nmax_to_move(start).\n"),
    at=(9, 1),
)

OWN_PROGRAM = note(
    "P111",
    "the file brings a program of its own",
    "A search runs the textbook's program of this name unless you ask for the file's.",
    "'pydecl crosscheck FILE --program file:NAME' compares the two",
    GAME
    + "won(Pos) :- terminalwon(Pos).\nwon(Pos) :- \\+ terminallost(Pos), move(Pos, Pos1),\n"
    + "    \\+ ( move(Pos1, Pos2), \\+ won(Pos2) ).\n"
    + "terminalwon(pile(min, 0)).\nterminallost(pile(max, 0)).\n",
    GAME + "terminalwon(pile(min, 0)).\nterminallost(pile(max, 0)).\n",
    at=(9, 1),
)

HIDES_LIBRARY = note(
    "P112",
    "a predicate has the name of one in SWI-Prolog's library",
    "The file's own predicate is called, in this file only; a reader may take it for the library's.",
    "delete it if it is the same as the library's, or else rename it",
    changed("Left is N - 1", "plus(Left, 1, N), last([N], N)")
    + "last([X], X).\nlast([_|Xs], X) :- last(Xs, X).\n",
    changed("Left is N - 1", "plus(Left, 1, N), last([N], N)"),
    at=(9, 1),
)

UNUSED = note(
    "P113",
    "a predicate that nothing calls",
    "It is left over, or the call that is meant for it uses another name.",
    "delete it, or call it",
    GAME + "other(max, min).\n",
    GAME,
    at=(9, 1),
)

WARNED = warning(
    "P114",
    "a warning of SWI-Prolog's while it loads the file",
    "SWI-Prolog warns of what is allowed but seldom intended.",
    "change what the warning names",
    changed(
        "pile(min, Left)) :- N > 0, Left is N - 1",
        "pile(min, Left)) :- ( N > 0, Left is N - 1 ; N > 9, Left = 0, Odd = 1 ; N > 8, Left = 0, Odd = 2 )",
    ),
    GAME,
    at=(5, 1),
)

REFUSED = Code(
    "P115",
    "SWI-Prolog refuses the file",
    "A file that lost a part would be another game, so a single error refuses it all.",
    "correct what the message names",
    GAME + "X is Y :- X = Y.\n",
    GAME,
    at=(9, 1),
)
