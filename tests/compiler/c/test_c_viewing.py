"""Lists that goals only move together, and only ask what is in them, in C: not made, answered as before."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from c_back_end import LoadedC

from pydecl.compiler import ir
from pydecl.compiler.c.hoisting import hoisted
from pydecl.compiler.c.moving import moved
from pydecl.compiler.c.program import compile_c
from pydecl.compiler.c.viewing import viewed
from pydecl.compiler.compile import compile_rules
from pydecl.compiler.unused import used
from pydecl.errors import LimitError
from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.rules.reader import read_rules

RULES = """
lanes(Rows, Lanes) :- append(Rows, [], All), pairs(All, Lanes).
pairs([], []).
pairs([Row|Rows], Pairs) :- pairs(Rows, Pairs0), stretches(Row, Pairs0, Pairs).
stretches([A,B|Row], Pairs0, [[A,B]|Pairs]) :- stretches([B|Row], Pairs0, Pairs).
stretches([A], Pairs, [[A]|Pairs]).

owned(Lane, N0, N) :-
    (   memberchk(a, Lane)
    ->  ( memberchk(b, Lane) -> N is N0 - 7 ; N is N0 + 1 )
    ;   memberchk(b, Lane)
    ->  N is N0 - 1
    ;   N is N0 + 100
    ).

among(Rows, Lane) :- lanes(Rows, Lanes), memberchk(Lane, Lanes).
many(Rows, N) :- lanes(Rows, Lanes), length(Lanes, N).
lead(Rows, N0, N) :- lanes(Rows, Lanes), foldl(owned, Lanes, N0, N).
told(Rows, Lane, Told) :-
    lanes(Rows, Lanes),
    (   same(Lane, Lanes)
    ->  Told = there
    ;   weighed(Lanes, Told)
    ).
same(Lane, Lanes) :- memberchk(Lane, Lanes).
weighed(Lanes, N-Lead) :- length(Lanes, N), foldl(owned, Lanes, 0, Lead).
"""

AMONG, MANY = ir.Key("among", "++"), ir.Key("many", "+-")
LEAD, TOLD = ir.Key("lead", "++-"), ir.Key("told", "++-")

A, B, E, THERE = Atom("a"), Atom("b"), Atom("e"), Atom("there")


def kinds(goals: str) -> set[str]:
    """The questions that are made of `lanes(Rows, Lanes), ...`."""
    rules = read_rules(f"{RULES} p(Rows, Out) :- lanes(Rows, Lanes), {goals}.", "rules.pl")
    program, movers = moved(hoisted(used(compile_rules(rules, [ir.Key("p", "+-")]))))
    return {view.kind for view in viewed(program, movers)[1].values()}


@pytest.mark.parametrize(
    ("goals", "expected"),
    [
        ("length(Lanes, Out)", {"made", "length"}),
        ("foldl(owned, Lanes, 3, Out)", {"made", "adds"}),
        ("( memberchk([a,a], Lanes) -> Out = yes ; Out = no )", {"made", "has"}),
        ("\\+ same([a,a], Lanes), weighed(Lanes, Out)", {"made", "has", "length", "adds"}),
    ],
)
def test_lists_that_are_only_asked_are_not_made(goals: str, expected: set[str]) -> None:
    assert kinds(goals) == expected


@pytest.mark.parametrize(
    "goals",
    [
        "Out = Lanes",
        "length(Lanes, N), Out = N-Lanes",
        "weighed(Lanes, W), Lanes = [Out|_], W = _",
        "last(Lanes, Out), \\+ memberchk([a], Lanes)",
        "\\+ memberchk(Lanes, [Lanes]), length(Lanes, Out)",
        "findall(L, member(L, Lanes), Out)",
        "reverse(Lanes, Back), length(Back, Out)",
    ],
)
def test_lists_that_are_read_otherwise_are_made(goals: str) -> None:
    rules = read_rules(f"{RULES} p(Rows, Out) :- lanes(Rows, Lanes), {goals}.", "rules.pl")
    program, movers = moved(hoisted(used(compile_rules(rules, [ir.Key("p", "+-")]))))
    assert movers
    changed = viewed(program, movers)[0].procedures[ir.Key("p", "+-")]
    assert changed == program.procedures[ir.Key("p", "+-")]


def test_predicates_of_one_name_move_their_own_items() -> None:
    text = f"{RULES} lanes(Rows, _, Lanes) :- reverse(Rows, Back), pairs(Back, Lanes)."
    text += " p(Rows, O) :- lanes(Rows, L), lanes(Rows, x, K), O = L-K."
    loaded = LoadedC(read_rules(text, "rules.pl"), [ir.Key("p", "+-")])
    for _ in range(3):
        given = rows([[A, B], [E]])
        (found,) = loaded.solutions(ir.Key("p", "+-"), [given])
        assert found == (Compound("-", (rows([[A, B], [B], [E]]), rows([[E], [A, B], [B]]))),)


# Answers


def rows(lists: Sequence[Sequence[Term]]) -> PrologList:
    return PrologList(tuple(PrologList(tuple(row)) for row in lists))


def lanes(given: Sequence[Sequence[Term]]) -> list[tuple[Term, ...]]:
    """What the rules make of rows that are not empty."""
    return [lane for row in given for lane in (*pairwise(row), (row[-1],))]


def added(lane: Sequence[Term]) -> int:
    return {(True, True): -7, (True, False): 1, (False, True): -1, (False, False): 100}[A in lane, B in lane]


def boards(draw: random.Random, items: Sequence[Term]) -> Iterator[list[list[Term]]]:
    """Shapes that stay for a while, of few cells and of many."""
    shapes = [
        (3, 2),
        (1,),
        (),
        (7,) * 6,
        (8,) * 8,
        (8, 57),
        (13,) * 10,
        (16,) * 16,
        (60, 60, 60, 60, 17),
        (2, 0),
    ]
    for shape in shapes:
        for _ in range(5):
            yield [draw.choices(items, weights=(8, 2, 2), k=n) for n in shape]
    for _ in range(30):
        yield [draw.choices(items, k=n) for n in draw.choice(shapes[:4])]


def test_questions_to_lists_of_atoms_are_answered_as_if_they_were_made() -> None:
    loaded = LoadedC(read_rules(RULES, "rules.pl"), [AMONG, MANY, LEAD, TOLD])
    draw = random.Random(4)
    asked = [(A, A), (B, B), (A,), (A, B), (E, E, E), ()]
    for board in boards(draw, [E, A, B]):
        given = rows(board)
        made = lanes(board) if all(board) else None
        start = draw.choice([0, -5, (1 << 62) + 9, -(1 << 62) - 9])
        lead = None if made is None else sum(map(added, made))
        assert list(loaded.solutions(MANY, [given])) == ([] if made is None else [(len(made),)])
        assert list(loaded.solutions(LEAD, [given, start])) == ([] if lead is None else [(start + lead,)])
        for lane in asked:
            one = PrologList(lane)
            there = made is not None and lane in made
            assert list(loaded.solutions(AMONG, [given, one])) == ([()] if there else []), (board, lane)
            told: list[tuple[Term, ...]] = []
            if made is not None and lead is not None:
                told = [(THERE,)] if there else [(Compound("-", (len(made), lead)),)]
            assert list(loaded.solutions(TOLD, [given, one])) == told


@pytest.mark.parametrize("kind", ["integers", "floats", "compounds", "nested", "mixed"])
def test_lists_of_any_items_are_looked_for(kind: str) -> None:
    kinds_of_items: dict[str, Sequence[Term]] = {
        "integers": [0, -7, 1 << 62],
        "floats": [0.0, -0.0, 2.5],
        "compounds": [Compound("f", (n, Atom("x"))) for n in range(3)],
        "nested": [PrologList((n, 2)) for n in range(3)],
        "mixed": [1, 1.0, Atom("x")],
    }
    items = kinds_of_items[kind]
    loaded = LoadedC(read_rules(RULES, "rules.pl"), [AMONG])
    draw = random.Random(5)
    for board in boards(draw, items):
        made = lanes(board) if all(board) else []
        for lane in ((items[0], items[0]), (items[1], items[1]), (items[2],), (items[0], items[1])):
            there = any(list(map(repr, one)) == list(map(repr, lane)) for one in made)
            assert list(loaded.solutions(AMONG, [rows(board), PrologList(lane)])) == ([()] if there else [])


def test_sums_that_leave_64_bits_are_given_up() -> None:
    loaded = LoadedC(read_rules(RULES, "rules.pl"), [LEAD])
    board = rows([[E, E, E]])
    for _ in range(3):
        assert list(loaded.solutions(LEAD, [board, (1 << 63) - 301])) == [((1 << 63) - 1,)]
        with pytest.raises(LimitError, match="OVERFLOW"):
            list(loaded.solutions(LEAD, [board, (1 << 63) - 300]))


def test_connect4_does_not_make_its_lines() -> None:
    from pydecl.engines.python.rules import front_end
    from pydecl.loading.consulting import consult

    with consult("connect4") as game:
        text = compile_c(front_end(game)[0], game=True, only="alphabeta").text
    assert all(f"\n{macro}(p" in text for macro in ("VIEWED_MADE", "VIEWED_LENGTH", "VIEWED_HAS"))
