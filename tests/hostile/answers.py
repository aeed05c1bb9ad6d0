"""Positions and values that are hard to tell: each is told exactly or refused, alike on both engines."""

from hostile.case import GAME, MOVERS, VALUES, Case
from pydecl.errors import Exit

BROKEN = (Exit.BROKEN_CONTRACT,)

DEEP = (Exit.FINE, Exit.BROKEN_CONTRACT, Exit.LIMIT)
"""Whether SWI-Prolog can write a term depends on the system's stack; none may be told wrongly."""


def leads_to(goal: str, *codes: Exit, says: str = "", **given: object) -> Case:
    """From a to X, of which the goal says what it is, with the value 5."""
    text = f"moves(a, [X]) :- {goal}.\nstaticval(X, 5) :- X \\== a.\nmax_to_move(a).\n"
    return Case(
        text + "min_to_move(X) :- X \\== a.\n",
        codes or (Exit.FINE,),
        says,
        given.pop("value", 5),
        **given,  # type: ignore[arg-type]
    )


def valued(goal: str, value: object, **given: object) -> Case:
    """The game, where the goal says what the value V of c is."""
    return Case(GAME.replace("c, 2)", f"c, V) :- {goal}"), value=value, **given)  # type: ignore[arg-type]


POSITIONS = {
    **{
        f"the atom {name}": leads_to(f"X = {atom}")
        for name, atom in {
            "[]": "'[]'",
            "{}": "'{}'",
            "of a quote": "'it''s'",
            "of nothing": "''",
            "of a full stop": "'.'",
            "with a new line": r"'b\nc'",
            "with a tab": r"'b\tc'",
            "with a NUL": r"'b\x0\c'",
            "with an invisible mark": r"'b\x202e\c'",
            "with a byte order mark": r"'\xfeff\b'",
            "with an escape sequence": r"'\e[31mred'",
            "that looks like a variable": "'X'",
            "that looks like a number": "'42'",
        }.items()
    },
    "a nil": leads_to("X = []"),
    "braces": leads_to("X = {b, c}"),
    "a string": leads_to('X = "b"'),
    "a string with a NUL": leads_to("string_codes(X, [98, 0, 99])"),
    "a string with a tab and a new line": leads_to("string_codes(X, [98, 9, 10, 34, 92])"),
    "an infinity": leads_to("X is inf"),
    "not a number": leads_to("X is nan"),
    "a rational": leads_to("X is 1 rdiv 3"),
    "minus zero": leads_to("X is -0.0"),
    "a huge integer": leads_to("X is 7 ** 20000"),
    "a numbered variable": leads_to("X = '$VAR'(1)"),
    "a term of operators": leads_to("X = (a :- b, \\+ c ; - (1) - -1 = [d|e])"),
    "a prefix minus": leads_to("X = -(1) + -(-(1)) + -a"),
    "a dict's term without names": leads_to(
        "dict_pairs(X, b, [x-1, y-2])", Exit.FINE, Exit.BROKEN_CONTRACT, alike=False
    ),
    "a term without arguments": leads_to(
        "compound_name_arguments(X, b, [])", Exit.FINE, Exit.BROKEN_CONTRACT, alike=False
    ),
    "a list with a compound of the old dot": leads_to("X = '.'(b, c)", Exit.FINE, Exit.BROKEN_CONTRACT),
    "a list that ends in an atom": leads_to("X = [b, c|d]"),
    "a variable": leads_to("true", *BROKEN, says="free variable"),
    "a constrained variable": leads_to("put_attr(X, rules, 1)", *BROKEN, says="free variable"),
    "a frozen variable": leads_to("freeze(X, true)", *BROKEN, says="free variable"),
    "a variable deep inside": leads_to("X = b(c, [d(_)])", *BROKEN, says="free variable"),
    "a cycle": leads_to("X = b(X)", *BROKEN, says="cyclic"),
    "a cycle of two": leads_to("X = b(Y), Y = c(X)", *BROKEN, says="cyclic"),
    "a cycle in a list": leads_to("X = [b|X]", *BROKEN, says="cyclic"),
    "a cycle and a variable": leads_to("X = b(X, _)", *BROKEN, says="cyclic"),
    "a cycle in the start": Case(GAME + "initial(X) :- X = b(X).\n", BROKEN, "cyclic", position=None),
    "a stream": leads_to(
        "current_output(X)", *BROKEN, says="no plain term, such as a dictionary or a stream", alike=False
    ),
    "a clause": leads_to("nth_clause(moves(_, _), 1, X)", *BROKEN, says="no plain term", alike=False),
    "a term of many shares": leads_to(
        "length(L, 60), foldl([_, T, t(T, T)]>>true, L, b, X)", *BROKEN, says="too large to print"
    ),
    "a term of a million characters": leads_to(
        "length(X, 600000), maplist(=(b), X)", *BROKEN, says="too large to print"
    ),
    "an atom of a million letters": leads_to(
        "format(atom(X), '~*c', [1000001, 0'b])", *BROKEN, says="too large to print"
    ),
    "a term 1,000 deep": leads_to("numlist(1, 1000, L), foldl([_, T, t(T)]>>true, L, b, X)"),
    "a term 50,000 deep": leads_to(
        "numlist(1, 50000, L), foldl([_, T, t(T)]>>true, L, b, X)", *DEEP, alike=False
    ),
    "a list 50,000 deep": leads_to(
        "numlist(1, 50000, L), foldl([_, T, [T]]>>true, L, [], X)", *DEEP, alike=False
    ),
    "a long list": leads_to("numlist(1, 20000, X)"),
    "many arguments": leads_to("functor(X, b, 50000), X =.. [_|As], maplist(=(c), As)"),
}

MANY = {
    "20,000 successors": Case(
        "moves(a, L) :- numlist(1, 20000, L).\nstaticval(N, N).\nmax_to_move(a).\n"
        "min_to_move(N) :- integer(N).\n",
        value=20000,
        time=30,
    ),
    "one successor 100,000 times": Case(
        "moves(a, L) :- length(L, 100000), maplist(=(c), L).\n" + MOVERS + VALUES, time=30
    ),
    "300,000 successors by backtracking": Case(
        "move(a, N) :- between(1, 300000, N).\nstaticval(N, N).\nmax_to_move(a).\n"
        "min_to_move(N) :- integer(N).\n",
        (Exit.FINE, Exit.LIMIT),
        value=300000,
        time=3,
        alike=False,
        memory=200.0,  # however many of them are seen in time
    ),
}

VALUES_TOLD = {
    "an infinite value": valued("V is inf", "inf"),
    "the atom inf": valued("V = inf", "inf"),
    "a value of minus infinity": valued("V = -inf", 1),
    "a huge value": valued("V is 7 ** 3000", 7**3000),
    "a value of 20,000 digits": valued("V is 10 ** 20000", 10**20000),
    "a rational value": valued("V is 22 rdiv 7", "22r7"),
    "a rational with a huge denominator": valued("V is 2 + 1 rdiv (10 ** 50)", f"{2 * 10**50 + 1}r{10**50}"),
    "a float": valued("V = 2.5", 2.5),
    "the smallest float": valued("V is 1 + 5.0e-324", 1.0),
    "the largest float": valued("V = 1.7976931348623157e308", 1.7976931348623157e308),
    "a value that SWI-Prolog compares otherwise": valued("V is 2 ** 53 + 1", 2**53 + 1),
    "a value told twice, the same": Case(GAME + "staticval(b, 1).\n"),
}

CASES = POSITIONS | MANY | VALUES_TOLD
