"""Moves that are drawn from a recursive tabled predicate: SWI-Prolog promises no order of its answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Run
from folders import rules_file

from pydecl.crosschecking import Agreement, crosscheck
from pydecl.errors import Exit
from pydecl.model.program import Program
from pydecl.model.result import Rules

ROADS = """
:- table reach/2.
initial(at(max, a)).
max_to_move(at(max, _)).
min_to_move(at(min, _)).
other(max, min).
other(min, max).
reach(X, Y) :- road(X, Y).
reach(X, Y) :- reach(X, Z), road(Z, Y).
road(a, b). road(a, c). road(b, d). road(c, d). road(d, e). road(c, e). road(e, f). road(b, g).
staticval(at(_, X), V) :- worth(X, V).
worth(a, 0). worth(b, 3). worth(c, -2). worth(d, 1). worth(e, 4). worth(f, 2). worth(g, 2).
"""
AS_THEY_COME = "move(at(P, X), at(Q, Y)) :- other(P, Q), reach(X, Y).\n"
SORTED = "moves(at(P, X), L) :- other(P, Q), findall(at(Q, Y), reach(X, Y), F), sort(F, L), L = [_|_].\n"
ALONE = "move(at(P, X), at(Q, Y)) :- other(P, Q), town(Y), reach(X, Y).\ntown(X) :- worth(X, _).\n"

pytestmark = pytest.mark.usefixtures("own_folder", "quick_c")


def test_an_order_that_is_seen_is_left_to_prolog_and_told(tmp_path: Path, pydecl: Run) -> None:
    file = rules_file(tmp_path, ROADS + AS_THEY_COME, "roads.pl")
    verdict = crosscheck(file, programs=[Program.ALPHABETA], plies=3, seconds=None)
    assert isinstance(verdict, Agreement)
    assert verdict.gave_up.keys() == {"python", "native"}
    assert all("whose order is not promised" in why for why in verdict.gave_up.values())
    shown = pydecl("crosscheck", file, "--program", "alphabeta")
    assert shown.code == Exit.FINE
    notes = [line for line in shown.err.splitlines() if "ask SWI-Prolog for moves" in line]
    assert len(notes) == 1
    assert notes[0].endswith("several answers of a tabled predicate, whose order is not promised")


@pytest.mark.parametrize("moves", [SORTED, ALONE], ids=["sorted", "one answer each"])
def test_an_order_that_is_not_seen_is_compiled(tmp_path: Path, moves: str) -> None:
    file = rules_file(tmp_path, ROADS + moves, "roads.pl")
    verdict = crosscheck(file, programs=[Program.ALPHABETA], plies=3, seconds=None)
    assert isinstance(verdict, Agreement)
    assert (verdict.rules, verdict.gave_up) == (Rules.COMPILED, {})
