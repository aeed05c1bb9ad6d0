"""Search programs in C: each as its twin in Python on random games; limits and broken contracts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from c_forests import Forest, c_says, python_says
from c_games import CGame, c_game
from folders import rules_file
from rings import sample_size

from pydecl.crosschecking.cases import Shape
from pydecl.engines.native.serialisation import End, fault
from pydecl.engines.searching import search
from pydecl.errors import ContractError
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Solution, Value
from pydecl.model.term import Atom, term_text
from pydecl.programs.registry import PROGRAMS as REGISTERED


def told(value: Value | None) -> str:
    """A value as the programs in C tell it."""
    if not isinstance(value, Solution):
        return str(value)
    return f"outcome({value.outcome.value},{'none' if value.plies is None else value.plies})"


@pytest.mark.parametrize(("name", "depth"), [("pig", 6), ("bearoff", 4), ("kuhn", None)])
def test_means_are_exact(name: str, depth: int | None) -> None:
    game = c_game(name, "expectiminimax")
    found = game.search("expectiminimax", game.initial(), depth)
    with consult(name) as session:
        there = search(session, "expectiminimax", engine="python", depth=depth).answer
    assert (found.value, found.nodes, found.leaves) == (there.value, there.nodes, there.leaves)
    assert type(found.value) is type(there.value)
    assert str(found.best) == str(there.best)


# A row of cells, of which one may be left out in each turn, as long as one remains.
ROWS = """
initial(q(max, Row)) :- cells(Cells), Row =.. [row|Cells].
cells([a, b, a, c, 5]).
other(max, min).
other(min, max).
max_to_move(q(max, _)).
min_to_move(q(min, _)).
move(q(Mover0, Row0), Cell, q(Mover, Row)) :-
    other(Mover0, Mover),
    Row0 =.. [row|Cells0],
    select(Cell, Cells0, Cells),
    Cells \\== [],
    Row =.. [row|Cells].
staticval(q(_, Row), Val) :- arg(1, Row, Cell), value(Cell, Val).
value(a, 1).
value(b, -1).
value(c, 0).
value(5, 0.5).
"""


@pytest.mark.parametrize("program", ["alphabeta_tt", "deepening", "outcome"])
def test_compounds_of_any_number_of_arguments_are_keys_of_the_table(program: str, tmp_path: Path) -> None:
    file = rules_file(tmp_path, ROWS, "rows.pl")
    with consult(str(file)) as session:
        there = search(session, program, engine="prolog", depth=None)
    found = rows().search(program, there.position)
    answer = there.answer
    assert (found.nodes, found.leaves, found.hits) == (answer.nodes, answer.leaves, answer.hits)
    assert str(found.value) == told(answer.value)
    assert str(found.best) == str(answer.best)


@cache
def rows() -> CGame:
    return CGame(text=ROWS, programs=("alphabeta_tt", "deepening", "outcome"))


def test_positions_with_the_same_hash_are_not_the_same() -> None:
    count = 1 << 18  # so many hashes of 32 bits are not all different
    rules = f"""
    move(0, N) :- between(1, {count}, N).
    max_to_move(0). min_to_move(N) :- N > 0.
    staticval(_, 0).
    """
    found = CGame(text=rules, programs=("alphabeta_tt",)).search("alphabeta_tt", 0)
    assert (found.nodes, found.hits, found.value) == (count + 1, 0, 0)


def test_deepening_that_is_stopped_tells_of_the_last_iteration_that_was_finished() -> None:
    game = c_game("tictactoe")
    stopped = game.search("deepening", game.initial(), stop=True)  # seen at the 256th node
    assert (stopped.end, stopped.nodes, stopped.horizon) == (End.TIME, 256, True)
    assert stopped.reached is not None
    whole = game.search("deepening", game.initial(), stopped.reached)
    assert whole.nodes < 256
    assert game.search("deepening", game.initial(), stopped.reached + 1).nodes > 256
    assert (stopped.value, stopped.best, whole.reached) == (whole.value, whole.best, stopped.reached)


@pytest.mark.parametrize("program", ["minimax", "alphabeta_tt", "outcome", "expectiminimax"])
def test_other_programs_that_are_stopped_tell_nothing(program: str) -> None:
    found = c_game("tictactoe").search(program, c_game("tictactoe").initial(), stop=True)
    assert (found.end, found.nodes, found.values, found.reached) == (End.TIME, 256, (), None)


# Contracts. A position is a name; to(From, To) are the moves.

BROKEN = """
move(From, To) :- to(From, To).
to(start, both).    to(low, neither).   to(neither, low).   to(first, start).   to(high, over).
to(least, end).
to(deep, deeper).   to(deeper, deep).   to(tossed, end).    to(start_v, valueless).
max_to_move(Name) :- max(Name).
max(start). max(both). max(first). max(high). max(end). max(deep). max(tossed). max(start_v).
min_to_move(Name) :- min(Name).
min(both). min(low). min(over). min(least). min(deeper). min(valueless). min(odd).
staticval(Name, Val) :- val(Name, Val).
val(over, 1). val(end, 1). val(start, 0). val(deep, 0). val(deeper, 0). val(tossed, 0). val(odd, 0).
val(first, 0). val(high, 950).
chance(tossed, 1, end).
chance(odd, 1/2, end).
"""


@pytest.fixture(scope="module")
def broken() -> CGame:
    return CGame(text=BROKEN)


FAULTS = [
    ("start", "minimax", ["both_to_move", "both"]),
    ("both", "minimax", ["both_to_move", "both"]),
    ("low", "alphabeta", ["neither_to_move", "neither"]),
    ("first", "negamax_ply", ["same_mover", "start", "max"]),
    ("least", "won", ["won_asked_of_min", "least"]),
    ("high", "negamax_ply", ["value_beyond_win", "high", "950", "900"]),
    ("high", "alphabeta_tt", ["value_beyond_win", "high", "950", "900"]),
    ("deep", "negamax_ply", ["ply_beyond_max", "deep", "100"]),
    ("start_v", "deepening", ["no_value", "valueless"]),
    ("start_v", "outcome", ["no_value", "valueless"]),
    ("tossed", "expectiminimax", ["chance_and_player", "tossed", "max"]),
    ("neither", "expectiminimax", ["neither_to_move", "neither"]),
]


@pytest.mark.sampled(5, "each case compiles a game")
@pytest.mark.parametrize(("name", "program", "told"), FAULTS)
def test_a_game_that_breaks_its_contract_is_told_of(
    name: str, program: str, told: list[str], broken: CGame
) -> None:
    answer = broken.search(program, Atom(name), 0 if name == "high" else None)
    assert answer.end is End.CONTRACT
    assert [term_text(term) for term in fault(answer)] == told


@pytest.mark.parametrize(("name", "program"), [("odd", "expectiminimax"), ("tossed", "outcome")])
def test_what_the_programs_in_c_do_not_tell_is_asked_elsewhere(
    name: str, program: str, broken: CGame
) -> None:
    assert broken.search(program, Atom(name)).end is not End.OK


def test_a_program_that_lacks_a_predicate_is_refused_and_no_other() -> None:
    refused = CGame(text=f"{BROKEN}\nstaticval(Name, Val) :- nb_getval(Name, Val).\n")
    assert "minimax" not in refused.compiled.programs
    answer = refused.search("expectiminimax", Atom("deep"), 1)
    assert (answer.end, answer.reason) == (End.UNSUPPORTED, "staticval/2, which is not compiled")
    assert refused.search("perft", Atom("deep"), 5).nodes == 1


def test_moves_that_are_not_compiled_leave_no_search_though_others_are() -> None:
    text = f"{BROKEN}\nmoves(Name, []) :- nb_getval(Name, _).\n"
    assert "_search)" not in CGame(text=text).compiled.text


def test_values_are_compared_in_fractions() -> None:
    rules = """
    move(start, X) :- member(X, [a, b, c]).
    max_to_move(start). min_to_move(X) :- worth(X, _, _).
    worth(a, 1, 3). worth(b, 2, 5). worth(c, 3, -8).
    staticval(X, Val) :- worth(X, N, D), Val is N rdiv D.
    """
    game = CGame(text=rules)
    found = game.search("expectiminimax", Atom("start"))
    assert (found.value, found.best) == (Fraction(2, 5), Atom("b"))
    assert "alphabeta" not in game.compiled.programs  # its text compares numbers: others have it


COUNTS = {
    **dict.fromkeys((Shape.TREE, Shape.LONG, Shape.DAG, Shape.GRAPH), sample_size(12, 60)),
    **dict.fromkeys((Shape.PURSUIT, Shape.CHANCE), sample_size(24, 150)),
}
"""How many games of each shape."""


@cache
def forest(shape: Shape) -> Forest:
    return Forest(shape, 6, COUNTS[shape])


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.sampled(1, "each case searches a forest")
def test_each_search_in_c_is_the_one_in_python(shape: Shape) -> None:
    compared: Counter[Program] = Counter()
    for case, question in forest(shape).questions():
        here, there = forest(shape).in_c(case, question), forest(shape).in_python(case, question)
        if here.end is End.THROWN:  # as tree.pl has it: another engine is asked
            assert isinstance(there, ContractError)
            assert there.fault == "unknown_value"
            continue
        assert c_says(here) == python_says(there), f"{question} of {case.tree.root.name}"
        compared[question.program] += 1
    assert all(count >= COUNTS[shape] // 3 for count in compared.values())
    if shape in (Shape.TREE, Shape.LONG, Shape.DAG, Shape.GRAPH):
        assert {one for one in REGISTERED if one.value in forest(shape).compiled.programs} == set(compared)
