"""Goals that only move the items of lists, in C: found out once for each shape, and the same as before."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest
from c_back_end import ARENA, LoadedC

from pydecl.compiler import ir
from pydecl.compiler.c.permutation import moved
from pydecl.compiler.compile import compile_rules
from pydecl.compiler.passes import unused_arguments
from pydecl.compiler.passes.options import NO_OPTIONS
from pydecl.engines.native.cterms import Answer, End, request
from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.rules.reader import read_rules

TURNED = """
turned([], []).
turned([Row|Rows], Turned) :- turned(Rows, Turned0), fronts(Row, Turned0, Turned).
fronts([], Rest, Rest).
fronts([X|Xs], Rest, [[X]|Lists]) :- fronts(Xs, Rest, Lists).
"""

PAIRS = """
pairs([], []).
pairs([Row|Rows], Pairs) :- pairs(Rows, Pairs0), stretches(Row, Pairs0, Pairs).
stretches([A,B|Row], Pairs0, [[A,B]|Pairs]) :- stretches([B|Row], Pairs0, Pairs).
stretches([_], Pairs, Pairs).
"""


def movers(text: str, name: str, mode: str = "+-") -> set[str]:
    """The procedures that are made for goals that only move items."""
    rules = read_rules(text, "rules.pl")
    program = unused_arguments.run(compile_rules(rules, [ir.Key(name, mode)]), NO_OPTIONS)
    return {key.name for key in moved(program)[1]}


@pytest.mark.parametrize(
    ("goals", "expected"),
    [
        ("turned(Rows, Out)", {"p, moved"}),
        ("turned(Rows, Turned), reverse(Turned, Out)", {"p, moved"}),
        ("maplist(reverse, Rows, Mirrored), turned(Mirrored, Out)", {"p, moved"}),
        ("turned(Rows, Turned), msort(Turned, Out)", set()),
        ("turned(Rows, Turned), list_to_set(Turned, Out)", set()),
        ("turned(Rows, [[x]|Out])", set()),
        ("turned(Rows, [A,A|Out])", set()),
        ("turned(Rows, [[X]|Rest]), ( X == a -> Out = Rest ; Out = [[X]|Rest] )", set()),
        ("turned(Rows, Turned), Turned = [[X]|_], Out = [[X,x]]", set()),
        ("turned(Rows, Turned), Turned = [[X]|_], Y is X + 1, Out = [[Y]]", set()),
        ("turned(Rows, Turned), Turned = [[X]|_], ( atom(X) -> Out = Turned ; Out = [] )", set()),
        ("reverse(Rows, Out)", set()),  # a table would cost more
    ],
)
def test_goals_that_look_at_no_item_are_told_from_others(goals: str, expected: set[str]) -> None:
    assert movers(f"{TURNED} p(Rows, Out) :- {goals}.", "p") == expected


def test_goals_before_those_that_only_move_stay() -> None:
    text = f"{TURNED} p(Rows, Out) :- Rows = [[a|_]|_], append(Rows, [[e]], More), turned(More, Out)."
    assert movers(text, "p") == {"p, moved"}


def rows(*lengths: int, items: Sequence[Term]) -> PrologList:
    rest = iter(items)
    return PrologList(tuple(PrologList(tuple(next(rest) for _ in range(n))) for n in lengths))


SHAPES = ((3, 2), (2, 3), (1, 1, 1), (4,), (2, 0, 2), ())


@pytest.mark.parametrize("kind", ["atoms", "integers", "compounds", "nested"])
def test_lists_of_every_shape_and_kind_are_moved_as_before(kind: str) -> None:
    text = f"{PAIRS}{TURNED} p(Rows, Out) :- append(Rows, [], All), pairs(All, Out). q(R, O) :- turned(R, O)."
    kinds: dict[str, Sequence[Term]] = {
        "atoms": [Atom(name) for name in "abcde"],
        "integers": [1, -7, 1 << 62, 0, 256],
        "compounds": [Compound("f", (n, Atom("x"))) for n in range(5)],
        "nested": [PrologList((n, 2)) for n in range(5)],
    }
    items = kinds[kind]
    key, other = ir.Key("p", "+-"), ir.Key("q", "+-")
    loaded = LoadedC(read_rules(text, "rules.pl"), [key, other])
    draw = random.Random(6)
    for shape in [*SHAPES, *(shape for shape in SHAPES for _ in range(3)), *draw.choices(SHAPES, k=30)]:
        given = rows(*shape, items=draw.choices(items, k=sum(shape)))
        lists = [row.items for row in given.items if isinstance(row, PrologList)]
        found = list(loaded.solutions(key, [given]))
        pairs = [PrologList(pair) for row in lists for pair in pairwise(row)]
        assert found == ([(PrologList(tuple(pairs)),)] if all(lists) else [])
        singles = [PrologList((item,)) for row in lists for item in row]
        assert list(loaded.solutions(other, [given])) == [(PrologList(tuple(singles)),)]


def test_lists_that_are_too_long_for_a_table_are_moved_too() -> None:
    key = ir.Key("p", "+-")
    loaded = LoadedC(read_rules(f"{PAIRS} p(Rows, Out) :- pairs(Rows, Out).", "rules.pl"), [key])
    for shape in ((200, 57), (1,) * 70, (150, 106), (100, 100)):
        for _ in range(3):
            given = rows(*shape, items=range(sum(shape)))
            (found,) = loaded.solutions(key, [given])
            assert isinstance(found[0], PrologList)
            assert len(found[0].items) == sum(shape) - len(shape)
            assert found[0].items[-1:] == (
                (PrologList((sum(shape) - 2, sum(shape) - 1)),) if shape[-1] > 1 else ()
            )


def test_an_error_of_what_moves_is_told_every_time() -> None:
    text = f"{TURNED} p(Rows, Out) :- length(Rows, N), M is N - 3, length(L, M), turned(Rows, All),"
    text += " first(L, All, Out). first([], Out, Out). first([_|L], [_|All], Out) :- first(L, All, Out)."
    key = ir.Key("p", "+-")
    loaded = LoadedC(read_rules(text, "rules.pl"), [key])
    given = rows(1, 1, items=[1, 2])
    loaded.note(key, [given])
    loaded.make()
    data = request(ARENA, loaded.compiled.entries[key], 1, [given])
    for _ in range(4):
        assert Answer(loaded.library.call("pydecl_solve", data)).end in (End.ERROR, End.UNSUPPORTED)
