"""P4: what may not happen while a rules file is loaded. `prolog/support/policy.pl` finds these."""

from __future__ import annotations

from pydecl.rules.catalogue import FACTS as GAME
from pydecl.rules.finding import Code, note

NOT_RUN = note(
    "P401",
    "a goal to run at load time, which is not run",
    "A file is read for its rules; what starts a program, a query or a tool plays no part in a search.",
    "You need not do anything; delete it to get rid of this note.",
    wrong=GAME + "main :- initial(P), staticval(P, _).\n:- initialization(main).\n",
    right=GAME,
    at=(9, 1),
)

FORBIDDEN = Code(
    "P402",
    "a directive that reaches for files, processes or Prolog itself",
    "The rules of a game only compute; what reaches further could harm whoever reads them.",
    "Delete the directive; declarations and goals that only compute may stay.",
    wrong=":- shell('ls').\n" + GAME,
    right=GAME,
    at=(1, 1),
)

HALTS = Code(
    "P403",
    "a directive that ends Prolog",
    "After that, the file could not be asked anything.",
    "Delete `halt` from the directive.",
    wrong=":- halt.\n" + GAME,
    right=GAME,
    at=(1, 1),
)

OTHER_MODULE = Code(
    "P404",
    "a clause or a goal for another module",
    "It would change other modules, the search programs among them, and so their answers.",
    "Write the predicate without a module: the whole file is one module.",
    wrong=GAME + "system:helper(a).\n",
    right=GAME + "staticval(a, 0) :- helper(a).\nhelper(a).\n",
    at=(8, 1),
)

RESERVED_NAME = Code(
    "P405",
    "a name that begins with pydecl",
    "The search programs and their counters have such names.",
    "Give it another name.",
    wrong=GAME + "staticval(a, 0) :- pydecl_value(a).\npydecl_value(a).\n",
    right=GAME + "staticval(a, 0) :- own_value(a).\nown_value(a).\n",
    at=(8, 1),
)

OUTSIDE = Code(
    "P406",
    "a file from elsewhere",
    "Rules may be spread over the files of one folder; they cannot see anything else.",
    "Put the file into the game's folder, and refer to it by its bare name.",
    wrong=":- include('/elsewhere/board').\n" + GAME,
    right=GAME,
    at=(1, 1),
)

DIALOGUE = note(
    "P407",
    "a dialogue, which is not run",
    "The goal asks for input or ends Prolog, but nobody is there to answer while the rules are read.",
    "You need not do anything; start it by hand, or delete it.",
    wrong=GAME + "play :- read(P), staticval(P, _).\n:- play.\n",
    right=GAME,
    at=(9, 1),
)

MODULE_NAME = Code(
    "P408",
    "a module name that is taken",
    "The rules would be mixed with Prolog's own predicates.",
    "Give the module another name, such as the game's.",
    wrong=":- module(user, []).\n" + GAME,
    right=":- module(small, [moves/2]).\n" + GAME,
    at=(1, 1),
)

CHANGES_PROLOG = Code(
    "P409",
    "rules that change Prolog",
    "The search programs run in the same Prolog, and their answers would change.",
    "Delete the call from the rules; a directive may set the flags that affect how a file is read.",
    wrong=GAME + "staticval(a, 0) :- set_prolog_flag(iso, true).\n",
    right=GAME + "staticval(a, 0).\n",
    at=(8, 1),
)

NO_LIBRARY = note(
    "P410",
    "a library that SWI-Prolog does not have",
    "Other Prologs have libraries for what is built into SWI-Prolog: the directive is ignored, and "
    "what is then missing is reported where it is called.",
    "You need not do anything; delete it to get rid of this note.",
    wrong=":- use_module(library(between)).\n" + GAME,
    right=GAME,
    at=(1, 1),
)

TWO_READINGS = note(
    "P411",
    "a program that differs from its text",
    "A directive changes a flag, or SWI-Prolog has clauses that stand nowhere in the text. SWI-Prolog alone "
    "searches such rules.",
    "Nothing needs to be done; write clauses as clauses to have all of it compiled.",
    wrong=":- use_module(library(lists), [last/2 as final]).\n" + GAME,
    right=":- use_module(library(lists), [last/2]).\n" + GAME,
    at=(1, 1),
)

NOT_PLAIN = note(
    "P412",
    "a file that is not plain UTF-8",
    "A byte-order mark or a directive says how the file is read; bytes that are not UTF-8 are read as "
    "Windows-1252. Another program may read the file differently.",
    "You need not do anything; save the file as UTF-8, without mark or directive, to get rid of this note.",
    wrong=":- encoding(iso_latin_1).\n" + GAME,
    right=GAME,
    at=(1, 1),
)

UNDECODABLE = Code(
    "P413",
    "bytes that are no text",
    "The file names an encoding that nobody knows, or its bytes are no text in it.",
    "Save the file as UTF-8.",
    wrong=":- encoding(morse).\n" + GAME,
    right=GAME,
    at=(1, 1),
)

UNFILLED = Code(
    "P414",
    "a line that is to be filled in",
    "'pydecl adapt' has found no predicate for this part of the game; until a person fills it in, "
    "there is no game.",
    "Write a goal in the place of fill_in, mostly one call of a predicate that the comment above names.",
    wrong=GAME + "first(Pos) :- fill_in.\n",
    right=GAME + "first(a).\n",
    at=(8, 1),
)
