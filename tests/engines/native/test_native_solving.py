"""All positions solved in machine code: what Python finds, position by position, and published counts."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.keyed import KeyedPositions
from pydecl.model.reader import read_term
from pydecl.model.solved import Solved
from pydecl.model.term import Compound, Term
from pydecl.solving.solver import position_of, solve

pytestmark = pytest.mark.usefixtures("own_folder")  # what is compiled is kept for the next run

GAMES = [
    *("tictactoe", "hexapawn:width=3,height=4", "nim", "win_move_drawn", "dots_and_boxes:width=2,height=1"),
    *("domineering:width=3,height=3", "atari_go:size=2", "go:rows=1,columns=3"),
]
"""Boards, heaps, a graph with cycles, a player who moves again, positions of several kinds."""


def solved_twice(game: SessionGame) -> tuple[Solved[Any], Solved[Any], list[Term]]:
    """In machine code and in Python, and the positions as Python has them; both must have the same."""
    native, python = (solve(game, engine=engine) for engine in ("native", "python"))
    positions = [position_of(game, "python", position) for position in python.positions]
    assert list(native.positions) == positions
    assert list(native.solutions) == list(python.solutions)
    return native, python, positions


@pytest.mark.sampled(3, "each case solves a game twice")
@pytest.mark.parametrize("name", GAMES)
def test_machine_code_finds_what_python_finds(name: str) -> None:
    with consult(name) as game:
        native, python, positions = solved_twice(game)
        assert list(native.players) == list(python.players)
        assert (native.roots, native.nodes, native.leaves) == (python.roots, python.nodes, python.leaves)
        for number in (0, len(positions) // 2, len(positions) - 1):
            assert native.positions[number] == positions[number]
            assert native.positions.index(positions[number]) == number


ODD = """
initial(s(0, [])).
max_to_move(s(N, _)) :- 0 is N mod 2.
min_to_move(s(N, _)) :- 1 is N mod 2.
move(s(N, L), s(M, [X|L])) :-
    N < 5, M is N + 1, member(X, [-1, 7, 1000000007, 2.5, f(N), "text", '', [], [a, N]]), N > 2, X \\== 7.
move(s(N, L), s(M, L)) :- N < 3, M is N + 1.
staticval(s(_, L), V) :- length(L, V).
"""
"""Numbers of both kinds, strings, compounds and lists in one list."""


ENUMERATED = {
    "a loop": "position(at(max, M)) :- between(1, 5000, K), same(K, M).",
    "two loops": """
position(at(max, M)) :- between(1, 5, I), between(1, 1000, J), N is I * 1000 + J, same(N, M).
""",
    "facts": """
position(at(max, M)) :- f(A), f(B), f(C), f(D), N is ((A * 9 + B) * 9 + C) * 9 + D, same(N, M).
"""
    + "".join(f"f({n}).\n" for n in range(9)),
    "branches": """
position(at(max, M)) :- digits(13, 0, M).
digits(0, M, M) :- !.
digits(N, M0, M) :- N1 is N - 1, ( D = 0 ; D = 1 ), M2 is 2 * M0 + D, same(M2, M1), digits(N1, M1, M).
""",
    "clauses": """
position(at(max, M)) :- from(0, M).
from(M0, M) :- same(M0, M).
from(M0, M) :- M0 < 5000, M1 is M0 + 1, from(M1, M).
""",
    "a list": "position(at(max, M)) :- numlist(1, 5000, Ks), member(K, Ks), same(K, M).",
}
"""Ways to enumerate thousands of positions, each of which takes 16 kB beforehand."""

MANY = """
same(N, M) :- numlist(1, 2000, Ns), last(Ns, L), M is N + L - 2000.
initial(at(max, 0)).
max_to_move(at(max, _)).
min_to_move(at(min, _)).
move(at(max, 0), at(min, 0)).
staticval(_, 0).
"""


@pytest.mark.parametrize("way", ENUMERATED)
def test_an_enumeration_gives_back_what_each_solution_took(way: str) -> None:
    """64 MiB, of which terms may take a quarter, are less than what all of them take together."""
    file = Path("many.pl")
    file.write_text(ENUMERATED[way] + MANY, "utf-8")
    with consult(file, memory=64) as game:
        solved = solve(game, engine="native")
        assert solved.complete
        assert solved.roots > 4_000


def test_values_of_all_kinds_have_keys() -> None:
    Path("odd.pl").write_text(ODD, "utf-8")
    with consult(Path("odd.pl")) as game:
        native, _, positions = solved_twice(game)
        assert isinstance(native.positions, KeyedPositions)
        assert native.positions[1:3] == positions[1:3]
        assert native.positions[-1] == positions[-1]


LATE = """
initial(at(0, [], up)).
max_to_move(at(N, _, _)) :- 0 is N mod 2.
min_to_move(at(N, _, _)) :- 1 is N mod 2.
move(at(N, L, W), at(M, K, V)) :- N < 1500, M is N + 1, later(M, L, K), turned(M, W, V).
later(M, L, [M|L]) :- 0 is M mod 500, !.
later(_, L, L).
turned(1400, _, strange) :- !.
turned(1450, _, far(-40000000000)) :- !.
turned(_, W, W).
staticval(at(_, L, _), V) :- length(L, V).
"""
"""Numbers, sizes, atoms and constructors that come late: other codes have been made before."""


def test_values_that_come_late_have_keys() -> None:
    Path("late.pl").write_text(LATE, "utf-8")
    with consult(Path("late.pl")) as game:
        native, _, positions = solved_twice(game)
        assert isinstance(native.positions, KeyedPositions)
        assert [native.positions.index(positions[number]) for number in (0, 1499, 1500)] == [0, 1499, 1500]
        with pytest.raises(ValueError, match="not among"):
            native.positions.index(read_term("at(4000, [], strange)"))


@pytest.mark.parametrize("name", ["tictactoe", "kqk:board=5", "connect4:width=5,height=3", "kqk"])
@pytest.mark.sampled(1, "each game is solved, some with a million positions")
def test_positions_of_a_board_take_eight_bytes(name: str) -> None:
    with consult(name) as game:
        solved = solve(game, engine="native")
        assert isinstance(solved.positions, KeyedPositions)
        assert solved.positions.coding.words == 1


def test_keys_that_nobody_wrote_are_refused() -> None:
    """As a damaged file has them: they are positions, or there is an error; nothing dies."""
    random = Random(3)
    with consult("tictactoe") as game:
        solved = solve(game, engine="native")
        assert isinstance(solved.positions, KeyedPositions)
        runner = registry.keeper(game)
        for _ in range(200):
            with suppress(PydeclError):
                (term,) = runner.positions(solved.positions.coding, random.randbytes(8))
                assert isinstance(term, Compound)


MADE = """
initial(p('')).
max_to_move(p(A)) :- atom_length(A, N), 0 is N mod 2.
min_to_move(p(A)) :- atom_length(A, N), 1 is N mod 2.
move(p(A), p(B)) :- atom_length(A, N), N < 3, member(C, [x, yy]), atom_concat(A, C, B).
staticval(p(xxx), 1).
staticval(p(A), 0) :- A \\== xxx.
"""


def test_atoms_that_are_made_on_the_way_are_told_by_any_process() -> None:
    Path("made.pl").write_text(MADE, "utf-8")
    with consult(Path("made.pl")) as game:
        native, _, positions = solved_twice(game)
        assert native.positions.index(positions[-1]) == len(positions) - 1


def test_rules_that_break_their_contract_are_refused() -> None:
    Path("both.pl").write_text(
        "initial(a).\nmax_to_move(_).\nmin_to_move(b).\nmove(a, b).\nstaticval(_, 0).\n", "utf-8"
    )
    with consult(Path("both.pl")) as game, pytest.raises(ContractError, match="b"):
        solve(game, engine="native")
