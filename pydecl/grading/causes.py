"""What can be wrong with a program, as far as evidence shows it, and the hint that goes with it.

>>> Cause.EQUALITY.value, TITLES[Cause("bounds")]
('equality', 'bounds exchanged')
"""

from __future__ import annotations

from enum import Enum


class Cause(Enum):
    """A kind of fault; its value is its name in a rubric.

    Those from MISPRINT to PREDICATE are claimed only if a change of this kind makes the program right, and
    HORIZON only if all answers are those of a search to one depth.
    """

    MISPRINT = "misprint"
    EQUALITY = "equality"
    DIRECTION = "direction"
    MOVER = "mover"
    BOUNDS = "bounds"
    SIGN = "sign"
    NEGATION = "negation"
    CUT = "cut"
    MISSING_CLAUSE = "missing-clause"
    EXCHANGED = "exchanged"
    WINDOW = "window"
    ORDER = "order"
    VARIABLE = "variable"
    EXTRA_CLAUSE = "extra-clause"
    CLAUSE = "clause"
    PREDICATE = "predicate"
    HORIZON = "horizon"
    ENDLESS = "endless"
    FAILS = "fails"
    NAME = "name"
    ARGUMENTS = "arguments"


TITLES = {
    Cause.MISPRINT: "a variable is misprinted",
    Cause.EQUALITY: ">= for >, or the other way round",
    Cause.DIRECTION: "comparison the wrong way round",
    Cause.MOVER: "wrong player",
    Cause.BOUNDS: "bounds exchanged",
    Cause.SIGN: "wrong sign",
    Cause.NEGATION: "negation missing, or of the wrong goals",
    Cause.CUT: "cut missing or misplaced",
    Cause.MISSING_CLAUSE: "missing clause",
    Cause.EXCHANGED: "arguments exchanged",
    Cause.WINDOW: "first window too narrow or turned round",
    Cause.ORDER: "clauses or goals in the wrong order",
    Cause.VARIABLE: "another variable was meant",
    Cause.EXTRA_CLAUSE: "a clause too many",
    Cause.CLAUSE: "one clause is wrong",
    Cause.PREDICATE: "one predicate is wrong",
    Cause.HORIZON: "stops at a depth of its own",
    Cause.ENDLESS: "gives no answer within its inferences and memory",
    Cause.FAILS: "fails or raises an exception",
    Cause.NAME: "another name",
    Cause.ARGUMENTS: "arguments in another order",
}

HINTS = {
    Cause.MISPRINT: "Which variable of this clause stands only once, and which one is it meant to be?",
    Cause.EQUALITY: "What should happen when the two numbers are equal? Draw a small tree with a tie and "
    "follow this comparison.",
    Cause.DIRECTION: "Say in words which of the two values the player wants, then read the comparison aloud.",
    Cause.MOVER: "Who chooses between these positions? The player to move in a successor is not the one "
    "who chose it.",
    Cause.BOUNDS: "Alpha is what MAX is sure of, beta what MIN is sure of. Which of the two may this "
    "player improve?",
    Cause.SIGN: "From whose point of view is each value? Follow one value from its leaf to the root.",
    Cause.NEGATION: "Say in words what must not be provable here, and of which goals together.",
    Cause.CUT: "Ask for a second solution. Which clauses can still be tried here, and should they be?",
    Cause.MISSING_CLAUSE: "Make a list of the cases that can arise here: does each have its clause?",
    Cause.EXCHANGED: "Compare each argument here with the meaning of its place in the head.",
    Cause.WINDOW: "Nothing is known at the root: which window leaves every value possible?",
    Cause.ORDER: "Prolog takes clauses and goals in the order in which they stand: which must come first?",
    Cause.VARIABLE: "Trace this clause on the tree above: is each variable the one that was just computed?",
    Cause.EXTRA_CLAUSE: "When is this clause tried, and what does it answer then?",
    Cause.CLAUSE: "Read this clause alone, in words, on the tree above: what does it say?",
    Cause.PREDICATE: "Ask this predicate alone about the last two positions of the trace.",
    Cause.HORIZON: "Where does the search end, and who said that it should end there?",
    Cause.ENDLESS: "Which call gets the same arguments again? Something must become smaller each time.",
    Cause.FAILS: "Find the goal that fails: which case has no clause, or which variable is unbound?",
    Cause.NAME: "Use the name that was asked for.",
    Cause.ARGUMENTS: "Use the order of arguments that was asked for.",
}
"""What to think about; it does not say what to write."""
