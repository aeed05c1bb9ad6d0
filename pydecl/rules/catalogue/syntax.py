"""The findings of the reader: what is wrong with the syntax of a rules file."""

from __future__ import annotations

from pydecl.rules.finding import Code, warning

NESTING = 10_000
"""How deep brackets may be nested."""

MISSING_STOP = Code(
    "P001",
    "a full stop is missing",
    "Without its full stop, this clause and the next are read as one, and both are lost.",
    "end the clause with a full stop, and a blank or a new line after it",
    "moves(a, [b])\nmoves(b, [c]).\n",
    "moves(a, [b]).\nmoves(b, [c]).\n",
    at=(1, 14),
)
UNCLOSED_QUOTE = Code(
    "P002",
    "a quote is not closed",
    "Everything up to the next quote becomes one atom or string, and is lost.",
    "close the quote on its line; double a quote within quotes, as in 'it''s'",
    "name('a).\nmax_to_move(a).\n",
    "name('a').\nmax_to_move(a).\n",
    at=(1, 6),
)
UNCLOSED_COMMENT = Code(
    "P003",
    "a comment is not closed",
    "Everything up to the end of the file is comment: no clause after it is read.",
    "close the comment with */",
    "moves(a, [b]).\n/* the values\nstaticval(b, 1).\n",
    "moves(a, [b]).\n/* the values */\nstaticval(b, 1).\n",
    at=(2, 1),
)
UNCLOSED_BRACKET = Code(
    "P004",
    "a bracket is not closed",
    "The clause is not read: moves or values are missing.",
    "close each bracket with one of its kind before the clause ends",
    "moves(a, [b, c).\n",
    "moves(a, [b, c]).\n",
    at=(1, 10),
)
STRAY_BRACKET = Code(
    "P005",
    "a bracket that closes nothing",
    "The clause is not read: moves or values are missing.",
    "delete the bracket, or open it where it belongs",
    "moves(a, [b])).\n",
    "moves(a, [b]).\n",
    at=(1, 14),
)
STOP_WITHOUT_SPACE = Code(
    "P006",
    "a full stop without a blank after it",
    "Only a dot before a blank, a new line or a comment ends a clause; SWI-Prolog takes any other for "
    "access to a dictionary.",
    "put a blank or a new line after the full stop",
    "moves(a, [b]).moves(b, [c]).\n",
    "moves(a, [b]). moves(b, [c]).\n",
    at=(1, 14),
)
NOT_WITHOUT_OPERATOR = Code(
    "P007",
    "`not` before a goal without parentheses",
    "not is not an operator in SWI-Prolog: the clause is not read.",
    "write \\+ Goal, or not(Goal); or put :- op(900, fy, not). at the top of the file",
    "won(X) :- not lost(X).\nlost(a).\n",
    "won(X) :- \\+ lost(X).\nlost(a).\n",
    at=(1, 11),
)
NO_OPERATOR = Code(
    "P008",
    "what stands between two terms is not an operator",
    "Two terms need an operator between them: the clause is not read.",
    "use one of Prolog's operators, or declare this one with :- op(Priority, Type, Name)",
    "won(X) <- lost(X).\n",
    "won(X) :- lost(X).\nlost(a).\n",
    at=(1, 8),
)
MISSING_COMMA = Code(
    "P009",
    "two terms with nothing between them",
    "The clause is not read: moves or values are missing.",
    "put a comma between goals, arguments or members of a list",
    "moves(X, Ys) :- findall(Y, move(X, Y), Ys) Ys \\== [].\nmove(a, b).\n",
    "moves(X, Ys) :- findall(Y, move(X, Y), Ys), Ys \\== [].\nmove(a, b).\n",
    at=(1, 44),
)
MISSING_TERM = Code(
    "P010",
    "a goal, an argument or an operand is missing",
    "The clause is not read: moves or values are missing.",
    "write the missing term, or delete the comma or the operator before it",
    "moves(a, [b, c, ]).\n",
    "moves(a, [b, c]).\n",
    at=(1, 17),
)
SPACE_BEFORE_ARGUMENTS = Code(
    "P011",
    "a blank between a name and its arguments",
    "Prolog sees arguments only if the parenthesis follows the name immediately.",
    "delete the blank",
    "moves (a, [b]).\n",
    "moves(a, [b]).\n",
    at=(1, 1),
)
CAPITAL_FUNCTOR = Code(
    "P012",
    "a name with arguments begins with a capital letter",
    "Names that begin with a capital letter or _ are variables, which have no arguments.",
    "begin the name with a small letter, or put it in quotes",
    "Moves(a, [b]).\n",
    "moves(a, [b]).\n",
    at=(1, 1),
)
CLASH = Code(
    "P013",
    "operators whose priorities conflict",
    "Prolog cannot tell which operator is whose operand: the clause is not read.",
    "put parentheses around the operand that belongs together",
    "won(X) :- Y = \\+ X, call(Y).\n",
    "won(X) :- Y = (\\+ X), call(Y).\n",
    at=(1, 13),
)
ILLEGAL_CHARACTER = Code(
    "P014",
    "a character that Prolog does not know",
    "No term has this character outside quotes: the clause is not read.",
    "delete the character, or put it in quotes",
    "moves(a, [b\x01]).\n",
    "moves(a, [b]).\n",
    at=(1, 12),
)
INVISIBLE_CHARACTER = warning(
    "P015",
    "an invisible character",
    "Two names that look the same differ, or text is shown in another order than Prolog reads it.",
    "delete the character, or write it as an escape, as in '\\x200b\\'",
    "moves('a\u200b', [b]).\n",
    "moves('a\\x200b\\', [b]).\n",
    at=(1, 9),
)
BAD_ESCAPE = Code(
    "P016",
    "an escape that Prolog does not know",
    "The clause is not read: moves or values are missing.",
    "double the backslash, as in '\\\\d'",
    "name('\\d').\n",
    "name('\\\\d').\n",
    at=(1, 7),
)
BAD_NUMBER = Code(
    "P017",
    "a number that Prolog does not know",
    "The clause is not read: moves or values are missing.",
    "write the number as Prolog has it: 12, -1.5, 1.0e10, 1r3, 0xff, 0'a",
    "staticval(a, 0xg).\n",
    "staticval(a, 0xf).\n",
    at=(1, 14),
)
BAD_HEAD = Code(
    "P018",
    "the head of a clause is not a predicate",
    "Only an atom or a term with arguments can be a head: SWI-Prolog does not load this clause.",
    "write the name of the predicate before its arguments",
    "moves(a, [b]).\n12.\n",
    "moves(a, [b]).\nvalue(12).\n",
    at=(2, 1),
)
TOO_DEEP = Code(
    "P019",
    "a term is nested too deep",
    f"Brackets may be nested {NESTING:,} deep: anything deeper is not a game, and would exhaust the memory.",
    "make the term flatter, such as a list",
    f"moves(a, {'(' * (NESTING + 1)}b{')' * (NESTING + 1)}).\n",
    "moves(a, ((((b))))).\n",
    at=(1, 10 + NESTING - 1),
)
DICTIONARY = Code(
    "P020",
    "a dictionary",
    "Dictionaries are not standard Prolog, and the programs in Python do not have them.",
    "put a blank before the brace if you do not mean a dictionary; else use a term with arguments",
    "moves(X, Y) :- Y = X.next.\n",
    "moves(X, Y) :- X = [Y].\n",
    at=(1, 21),
)
BAD_OPERATOR = Code(
    "P021",
    "an operator that cannot be declared",
    "SWI-Prolog refuses the declaration, and cannot read the clauses that use the operator.",
    "give a priority from 0 to 1200, a type such as xfx, and a name that may be an operator: see op/3",
    ":- op(1300, xfx, beats).\n",
    ":- op(700, xfx, beats).\n",
    at=(1, 4),
)
CONTROL_HEAD = Code(
    "P022",
    "goals that belong to no clause",
    "The goals after the full stop become a clause of their own, which SWI-Prolog refuses; the clause "
    "before lacks them.",
    "put a comma where the previous clause ends too early",
    "won(X) :- end(X).\n    \\+ lost(X), good(X).\nend(a).\nlost(b).\ngood(a).\n",
    "won(X) :- end(X),\n    \\+ lost(X), good(X).\nend(a).\nlost(b).\ngood(a).\n",
    at=(2, 5),
)
SPLIT_NUMBER = warning(
    "P023",
    "a number with a blank in it",
    "SWI-Prolog reads 1 2 as twelve: if you mean two numbers, a position or a value is wrong.",
    "put a comma between two numbers; write 1_000 for a thousand",
    "board([1 2, 3]).\n",
    "board([1, 2, 3]).\n",
    at=(1, 8),
)
ASSIGNED_HEAD = warning(
    "P024",
    "a clause whose neck is :=",
    "With := this is a fact of a predicate named :=, which nothing calls.",
    "write :- instead of :=",
    "won(X) := lost(X).\n",
    "won(X) :- lost(X).\nlost(a).\n",
    at=(1, 8),
)
