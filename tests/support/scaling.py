"""Families of rules files that grow with a number, which a compiler may walk for ever; and counted steps."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


class TooManyError(Exception):
    """The work has taken more calls than it may."""


def calls(work: Callable[[], object], most: int) -> int:
    """How many calls of functions the work takes, Python's own among them. Raises TooManyError."""
    count = 0

    def count_one(frame: FrameType, event: str, arg: object) -> None:  # noqa: ARG001
        nonlocal count
        if event in ("call", "c_call"):
            count += 1
            if count > most:
                raise TooManyError

    before = sys.getprofile()
    sys.setprofile(count_one)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


GAME = "initial(a).\nmoves(a, [b]).\nmax_to_move(a).\nmin_to_move(b).\n"


def valued(goals: str, clauses: str = "") -> str:
    """A game with one position whose value these goals compute."""
    return f"{GAME}staticval(b, V) :- {goals}.\n{clauses}"


def _each(count: int, text: str, between: str = ", ") -> str:
    """`text` with the numbers from 1 on for `{i}`, and those before them for `{h}`."""
    return between.join(text.format(i=i, h=i - 1) for i in range(1, count + 1))


def _chain(count: int, clauses: str, last: str) -> str:
    """Predicates p0, p1, … each of which calls the next."""
    return "".join(clauses.format(i=i, j=i + 1) for i in range(count)) + last.format(i=count)


SHARED: dict[str, Callable[[int], str]] = {
    "lists": lambda n: valued(f"L0 = [1], {_each(n, 'L{i} = [L{h}, L{h}]')}, length(L{n}, V)"),
    "results": lambda n: valued(
        "mk(T), T = f(_, _), V = 1", f"mk(T{n}) :- T0 = 1, {_each(n, 'T{i} = f(T{h}, T{h})')}.\n"
    ),
    "partial terms": lambda n: valued(
        f"T0 = g(X, Y), {_each(n, 'T{i} = f(T{h}, T{h})')}, X = 1, Y = 2, T{n} = f(_, _), V = X"
    ),
    "equal terms": lambda n: valued(
        f"T0 = 1, S0 = 1, {_each(n, 'T{i} = f(T{h}, T{h}), S{i} = f(S{h}, S{h})')}, T{n} = S{n}, V = 1"
    ),
    "compared terms": lambda n: valued(
        f"T0 = X, S0 = Y, {_each(n, 'T{i} = f(T{h}, T{h}), S{i} = f(S{h}, S{h})')}, T{n} \\== S{n}, X = 1, "
        "Y = 2, V = X"
    ),
    "unified terms": lambda n: valued(
        f"T0 = X, S0 = Y, {_each(n, 'T{i} = f(T{h}, T{h}), S{i} = f(S{h}, S{h})')}, T{n} = S{n}, X = 1, V = Y"
    ),
    "arguments": lambda n: valued(
        "p0(1, X), X = _, V = 1", _chain(n, "p{i}(X, Y) :- p{j}(f(X, X), Y).\n", "p{i}(X, X).\n")
    ),
    "heads": lambda n: valued(
        "p0(1, X), X = _, V = 1", _chain(n, "p{i}(X, f(Y, Y)) :- p{j}(X, Y).\n", "p{i}(X, X).\n")
    ),
    "calls": lambda n: valued(
        f"T0 = 1, {_each(n, 'p(T{h}, T{i})')}, T{n} = f(_, _), V = 1", "p(X, f(X, X)).\n"
    ),
    "templates": lambda n: valued(
        f"L0 = 1, {_each(n, 'findall(f(L{h}, L{h}), member(_, [a]), [L{i}])')}, L{n} = f(_, _), V = 1"
    ),
    "chains of names": lambda n: valued(f"X0 = 1, {_each(n, 'X{i} = X{h}')}, V = X{n}"),
    "long bodies": lambda n: valued(f"{_each(n, 'q({i}, _)')}, V = 1", "q(X, Y) :- Y is X + 1.\n"),
    "calls one after the other": lambda n: valued(
        "p0(1, V)", _chain(n, "p{i}(X, Y) :- p{j}(X, Y).\n", "p{i}(X, X).\n")
    ),
    "facts": lambda n: valued("q(3, V)", _each(n, "q({i}, {i}).\n", "")),
}
"""Compiled in steps that grow as the text does."""

EXPLOSIVE: dict[str, Callable[[int], str]] = {
    "patterns of calls": lambda n: valued(
        "p0(f(a), _), V = 1",
        _chain(n, "p{i}(X, Y) :- p{j}(f(X), Y).\np{i}(X, Y) :- p{j}(g(X), Y).\n", "p{i}(_, 1).\n"),
    ),
    "partial patterns of calls": lambda n: valued(
        "p0(f(Z), _), Z = 1, V = 1",
        _chain(n, "p{i}(X, Y) :- p{j}(f(X), Y).\np{i}(X, Y) :- p{j}(g(X), Y).\n", "p{i}(_, 1).\n"),
    ),
    "partial lists": lambda n: valued(
        "p0([], _), V = 1",
        _chain(
            n,
            "".join(f"p{{i}}(X, Y) :- p{{j}}([{item}|X], Y).\n" for item in ("_", "f(_)", "a")),
            "p{i}(_, 1).\n",
        ),
    ),
    "circles": lambda n: valued(
        "p0(f(Z, 1), _), V = 1",
        "".join(f"p{i}(X, Y) :- p{(i + 1) % n}(f(X, {i}), Y).\np{i}(X, X) :- X = 1.\n" for i in range(n)),
    ),
    "branches that bind": lambda n: valued(f"{_each(n, '(A{i} = 1 ; true)')}, {_each(n, 'A{i} = 1')}, V = 1"),
    "conditions that bind": lambda n: valued(
        f"{_each(n, '(member(_, [a]) -> A{i} = f(_) ; A{i} = g(_))')}, {_each(n, 'A{i} = _')}, V = 1"
    ),
    "goals": lambda n: valued(f"G0 = true, {_each(n, 'G{i} = (G{h} ; G{h})')}, call(G{n}), V = 1"),
    "lambdas": lambda n: valued(
        f"C0 = [X]>>(X = 1), {_each(n, 'C{i} = [X]>>(call(C{h}, X), call(C{h}, X))')}, call(C{n}, V)"
    ),
    "expressions": lambda n: valued(f"E0 = 1, {_each(n, 'E{i} = E{h} + E{h}')}, V is E{n}"),
    "predicates in the place of calls": lambda n: valued(
        "p0(X, Y), X = 1, Y = V", _chain(n, "p{i}(X, Z) :- p{j}(X, Y), p{j}(Y, Z).\n", "p{i}(X, X).\n")
    ),
    "deep calls": lambda n: valued(
        "p0(1, V)", _chain(50 * n, "p{i}(X, Y) :- p{j}(X, Y).\n", "p{i}(X, X).\n")
    ),
}
"""What they mean grows with 2^n: compiled, or refused with a reason, after a bounded number of steps."""

TEXTS: dict[str, Callable[[int], str]] = {
    "variables": lambda n: GAME + f"t({_each(n, 'Var{i}')}).\n",
    "variables with letters": lambda n: (
        GAME + f"t({', '.join('V' + 'ab'[i % 2] * i for i in range(60))}).\n" * n
    ),
    "predicates": lambda n: GAME + _each(n, "pred{i}(a).\n", ""),
    "clauses": lambda n: GAME + "a.\n" * n,
    "lists": lambda n: GAME + f"k([{'a, ' * n}a]).\n",
    "bad escapes": lambda n: GAME + "t('\\q').\n" * n,
    "unclosed quotes": lambda n: GAME + "t('a).\n" * n,
    "unclosed brackets": lambda n: GAME + "t((a.\n" * n,
    "sums": lambda n: valued(f"E0 = 1, {_each(n, 'E{i} = E{h} + E{h}')}, V is E{n}"),
    "comparisons": lambda n: valued(f"V = 1, {_each(n, 'X{i} > V')}"),
    "nested lists": lambda n: GAME + f"k({'[' * n}{']' * n}).\n",
    "operators": lambda n: GAME + f"k({'a:' * n}a).\n",
}
"""Read and checked in steps that grow as the text does."""
