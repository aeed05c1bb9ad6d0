"""Positions: what the rules say of those that were looked at."""

from __future__ import annotations

from pydecl.rules.catalogue import GAME, changed
from pydecl.rules.finding import Code, note, warning

BOTH = Code(
    "P301",
    "both players are to move",
    "A search cannot know whether to back up the greatest or the smallest value.",
    "let exactly one of max_to_move/1 and min_to_move/1 hold",
    changed("min_to_move(pile(min, _))", "min_to_move(pile(_, _))"),
    GAME,
    at=(3, 1),
)

NEITHER = Code(
    "P302",
    "no player is to move",
    "A search that does not know who is to move compares values wrongly.",
    "let exactly one of max_to_move/1 and min_to_move/1 hold",
    changed("min_to_move(pile(min, _))", "min_to_move(pile(min, N)) :- N < 2"),
    GAME,
    at=(3, 1),
)

SAME_MOVER = warning(
    "P303",
    "a player moves twice",
    "The textbook's betterof/6 infers from a successor's mover who chose it, so most programs need "
    "players who alternate.",
    "change the player; or, if a player may move again, add the line 'moves_again.': then the other "
    "one passes between the two moves, and every program accepts the game",
    changed("pile(min, Left)) :- N > 0", "pile(max, Left)) :- N > 0"),
    GAME,
    at=(5, 1),
)

NO_VALUE = Code(
    "P304",
    "an end without a static value",
    "A search that reaches this end has no value to back up.",
    "let staticval/2 give a number for each end",
    changed("staticval(pile(min, 0), 1).\n", ""),
    GAME,
    at=(7, 1),
)

SEVERAL_VALUES = Code(
    "P305",
    "a position with several static values",
    "Which value counts would depend on which one a program gets first.",
    "let staticval/2 give one value; separate the cases by a cut or a condition",
    GAME + "staticval(pile(_, 0), 0).\n",
    GAME,
    at=(9, 1),
)

NO_NUMBER = Code(
    "P306",
    "a static value that is not a number",
    "Only numbers can be compared: an atom, an expression, a free variable or NaN cannot.",
    "let staticval/2 give an integer, a rational, a float, inf or -inf",
    changed("staticval(pile(max, 0), -1)", "staticval(pile(max, 0), lost)"),
    GAME,
    at=(7, 1),
)

NOT_GROUND = Code(
    "P307",
    "a position with a free variable in it, or a cyclic one",
    "A free variable matches everything, so the next question about the position would change it.",
    "bind every variable of a successor within the move",
    changed("pile(min, N), pile(max, Left)) :- N > 0, Left is N - 1", "pile(min, N), pile(max, _)) :- N > 0"),
    GAME,
    at=(5, 1),
)

DUPLICATES = note(
    "P308",
    "a successor that is given twice",
    "A search visits it twice, which takes twice the time and changes no value.",
    "give each successor once, such as by findall/3 and sort/2 in moves/2",
    changed("staticval(pile(max", "move(pile(max, 1), pile(min, 0)).\nstaticval(pile(max"),
    GAME,
    at=(5, 1),
)

DRAWN = note(
    "P309",
    "an end that is neither won nor lost",
    "won/1 knows no draws: it counts every end where MIN cannot move as won, and 'not won' may be a draw.",
    "use outcome or minimax here: they ask what each end is worth",
    changed("staticval(pile(max, 0), -1)", "staticval(pile(max, 0), 0)"),
    GAME,
    at=(7, 1),
)

NO_LIST = Code(
    "P310",
    "moves/2 gives no proper list",
    "A partial list may go on, so there may be further moves.",
    "let moves/2 give a list in brackets that ends with []",
    GAME + "moves(P, [Q|_]) :- move(P, Q).\n",
    GAME,
    at=(9, 20),
)

EXCEPTION = Code(
    "P311",
    "the rules raise an exception",
    "A search that reaches this position ends without an answer.",
    "let the predicate succeed or fail here",
    changed("staticval(pile(max, 0), -1)", "staticval(pile(max, N), Val) :- Val is 1 / N"),
    GAME,
    at=(7, 1),
)

ENDLESS = Code(
    "P312",
    "the rules do not answer in time",
    "A search that reaches this position can only be stopped from outside.",
    "make the predicate end: each call of a recursion must come nearer to its end",
    changed("staticval(pile(max, 0), -1)", "staticval(pile(max, 0), Val) :- repeat, Val = -1, Val > 0"),
    GAME,
    at=(7, 1),
)

_STARTS = "initial(pile(max, 3)).\ninitial(pile(max, 2))."

CHANCES = Code(
    "P313",
    "chance/3 is not a probability distribution",
    "The value of a chance position is a mean, so the probabilities must add up to 1.",
    "give each successor an exact probability such as 1r6, and no mover if chance moves",
    changed(_STARTS, "initial(coin).\nchance(coin, 1r3, pile(max, 2))."),
    changed(_STARTS, "initial(coin).\nchance(coin, 1, pile(max, 2))."),
    at=(2, 1),
)

DIED = Code(
    "P314",
    "SWI-Prolog ended while it was asking the rules",
    "Rules that end SWI-Prolog, as halt/0 does, end every search that reaches this position.",
    "delete halt/0",
    changed("staticval(pile(max, 0), -1)", "staticval(pile(max, 0), -1) :- halt"),
    GAME,
    at=(7, 1),
)

WON_AND_LOST = warning(
    "P315",
    "an end that is both won and lost",
    "won/1 asks for terminalwon/1 first, other programs for both: they need not agree.",
    "let at most one of terminalwon/1 and terminallost/1 hold",
    GAME + "terminalwon(pile(_, 0)).\nterminallost(pile(max, 0)).\n",
    GAME + "terminalwon(pile(min, 0)).\nterminallost(pile(max, 0)).\n",
    at=(9, 1),
)

_US_AND_THEM = "initial(a).\ntomove(a, us).\ntomove(b, them).\nmoves(a, go, b).\n"

UNLIKE = Code(
    "P316",
    "the rules break their own convention",
    "What the file says does not fit the convention under which it is read.",
    "correct what the message names; docs/conventions.md explains how each convention is read",
    _US_AND_THEM + "terminal(b, nobody).\n",
    _US_AND_THEM + "terminal(b, us).\n",
    at=(5, 1),
)

NO_END = warning(
    "P317",
    "neither an end nor a static value was found",
    "A search without a depth limit may never end, and one with a limit finds no value.",
    "make the moves end, such as by Left >= 0; or give every position a value by staticval/2",
    changed("N > 0, Left is N - 1", "Left is N - 1"),
    GAME,
    at=(5, 1),
)

NOBODYS_END = note(
    "P318",
    "an end that names no player",
    "A search that gets here gives the turn to the player who did not move last; none can begin here.",
    "to search from such ends too, let one of max_to_move/1 and min_to_move/1 hold there",
    changed("min_to_move(pile(min, _))", "min_to_move(pile(min, N)) :- N > 0"),
    GAME,
    at=(3, 1),
)

ASYMMETRIC = warning(
    "P319",
    "canonical/2 does not fold symmetries",
    "With --fold one position stands for others: mover, value, end and what follows must be the same.",
    "let canonical/2 choose one of a position, its mirror images and its rotations, such as the first "
    "in the standard order",
    GAME + "canonical(pile(P, _), pile(P, 1)).\n",
    GAME + "canonical(P, P).\n",
    at=(9, 1),
)

OVER = warning(
    "P320",
    "the game is over at the start",
    "A search of the start answers with its static value at once, and is right by accident only.",
    "make sure that the rules have a move there; often a goal in it fails, such as for a misprint",
    changed("initial(pile(max, 3))", "initial(pile(max, 0))"),
    GAME,
    at=(5, 1),
)

NOT_PLAIN = Code(
    "P321",
    "a position that is no plain term",
    "Dictionaries, streams and the like cannot be written down and read again, as every engine does "
    "with positions.",
    "use a compound term, such as state(Player, Board), made of atoms, numbers, strings and lists",
    changed("initial(pile(max, 3))", "initial(Start) :- dict_pairs(Start, pile, [max-3])"),
    GAME,
    at=(1, 1),
)
