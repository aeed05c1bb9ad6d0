"""P4: what may not happen while a rules file is loaded. `prolog/support/policy.pl` finds these."""

from __future__ import annotations

from pydecl.rules.finding import Code, Severity

GAME = """\
initial(a).
moves(a, [b,c]).
max_to_move(a).
min_to_move(b).
min_to_move(c).
staticval(b, 1).
staticval(c, 2).
"""

NOT_RUN = Code(
    "P401",
    Severity.NOTE,
    "started at load, and not run",
    "A file is read for its rules; what starts a program, a query or a tool has no part in a search.",
    "Nothing needs to be done; leave it out to be rid of this note.",
    wrong=GAME + "main :- initial(P), staticval(P, _).\n:- initialization(main).\n",
    right=GAME,
)

FORBIDDEN = Code(
    "P402",
    Severity.ERROR,
    "a directive that reaches for files, processes or Prolog itself",
    "The rules of a game compute and nothing else; whatever reaches further could harm who only reads them.",
    "Leave the directive out; declarations and goals that compute are carried out.",
    wrong=":- shell('ls').\n" + GAME,
    right=GAME,
)

HALTS = Code(
    "P403",
    Severity.ERROR,
    "a directive that ends Prolog",
    "Nothing of the file could be asked any more.",
    "Leave `halt` out of the directive.",
    wrong=":- halt.\n" + GAME,
    right=GAME,
)

OTHER_MODULE = Code(
    "P404",
    Severity.ERROR,
    "a clause or a goal for another module",
    "It would change what others are asked, the search programs among them, and so their answers.",
    "Write the predicate without a module: all of the file is one.",
    wrong=GAME + "system:helper(a).\n",
    right=GAME + "staticval(a, 0) :- helper(a).\nhelper(a).\n",
)

RESERVED_NAME = Code(
    "P405",
    Severity.ERROR,
    "a name that begins with pydecl",
    "Such names are what the search programs and their counters are called.",
    "Give it another name.",
    wrong=GAME + "staticval(a, 0) :- pydecl_value(a).\npydecl_value(a).\n",
    right=GAME + "staticval(a, 0) :- own_value(a).\nown_value(a).\n",
)

OUTSIDE = Code(
    "P406",
    Severity.ERROR,
    "a file from elsewhere",
    "Rules may be spread over several files in one folder; they cannot see what else there is.",
    "Put the file into the folder of the game, and name it by its name alone.",
    wrong=":- include('/elsewhere/board').\n" + GAME,
    right=GAME,
)

DIALOGUE = Code(
    "P407",
    Severity.NOTE,
    "a dialogue, and not run",
    "The goal asks for input, or ends Prolog: nobody is there to answer while the rules are read.",
    "Nothing needs to be done; start it by hand, or leave it out.",
    wrong=GAME + "play :- read(P), staticval(P, _).\n:- play.\n",
    right=GAME,
)

MODULE_NAME = Code(
    "P408",
    Severity.ERROR,
    "a module that is taken",
    "The rules would be mixed with those of Prolog itself.",
    "Give the module another name, such as that of the game.",
    wrong=":- module(user, []).\n" + GAME,
    right=":- module(small, [moves/2]).\n" + GAME,
)

CHANGES_PROLOG = Code(
    "P409",
    Severity.ERROR,
    "rules that change Prolog",
    "The search programs run in the same Prolog, and would answer otherwise.",
    "Leave the call out of the rules; a directive may set the flags that are about reading a file.",
    wrong=GAME + "staticval(a, 0) :- set_prolog_flag(iso, true).\n",
    right=GAME + "staticval(a, 0).\n",
)

NO_LIBRARY = Code(
    "P410",
    Severity.NOTE,
    "a library that SWI-Prolog does not have",
    "Other Prologs have libraries of what is built into SWI-Prolog, such as library(between): the directive"
    " is left out, and what is missing then is told where it is called.",
    "Nothing needs to be done; leave it out to be rid of this note.",
    wrong=":- use_module(library(between)).\n" + GAME,
    right=GAME,
)

TWO_READINGS = Code(
    "P411",
    Severity.NOTE,
    "another program than the text says",
    "Rules are compiled from the text of the file. What SWI-Prolog has loaded is something else: a directive"
    " changes how the rest is read, or adds clauses, in a way that only running it tells. SWI-Prolog alone"
    " searches what differs.",
    "Nothing needs to be done; set flags and declare operators by plain directives, and write clauses as"
    " clauses, to have all of it compiled.",
    wrong=":- forall(true, set_prolog_flag(double_quotes, codes)).\n" + GAME + 'letters("ab").\n',
    right=":- set_prolog_flag(double_quotes, codes).\n" + GAME + 'letters("ab").\n',
)

CODES = (
    NOT_RUN,
    FORBIDDEN,
    HALTS,
    OTHER_MODULE,
    RESERVED_NAME,
    OUTSIDE,
    DIALOGUE,
    MODULE_NAME,
    CHANGES_PROLOG,
    NO_LIBRARY,
    TWO_READINGS,
)
