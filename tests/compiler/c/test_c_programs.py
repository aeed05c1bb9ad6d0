"""Search programs in C: what is known of games, fractions, limits, and games that break their contract."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from bundled_files import rules_asked
from c_back_end import ARENA, Library
from c_games import CGame, c_game, in_c_with_programs
from folders import rules_file
from rings import sample_size

from pydecl.engines.native.serialisation import End, Searched, fault, search_request
from pydecl.engines.searching import search
from pydecl.loading.consulting import consult
from pydecl.model.number import INFINITY
from pydecl.model.result import Limits, Order, Settings, Solution, Value
from pydecl.model.term import Atom, Compound, Term, term_text
from pydecl.paths import bundled_file
from pydecl.rules.reader import read_rules


def square(file: int, rank: int) -> Term:
    return Compound("/", (file, rank))


def kings(name: str, squares: tuple[int, int, int, int, int, int]) -> Term:
    """White to move: king, queen or rook, and the other king."""
    files, ranks = squares[::2], squares[1::2]
    return Compound(name, (Atom("w"), *map(square, files, ranks)))


ON_SMALL_BOARDS = ("alphabeta_tt", "outcome")


@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 4), (4, 5)])
@pytest.mark.sampled(1, "each board is compiled anew and has tens of thousands of positions")
def test_small_boards_of_connect4_are_drawn(width: int, height: int) -> None:
    # John Tromp, https://tromp.github.io/c4/c4.html
    game = c_game("connect4", *ON_SMALL_BOARDS, width=width, height=height)
    found = game.search("alphabeta_tt", game.initial())
    assert found.end is End.OK
    assert (found.value, found.horizon) == (0, False)


@pytest.mark.thorough("161,029 positions take seconds; a small endgame shows the program")
def test_connect4_of_4_columns_has_the_known_number_of_positions() -> None:
    game = c_game("connect4", *ON_SMALL_BOARDS, width=4, height=4)
    found = game.search("outcome", game.initial())
    assert (found.nodes, str(found.value)) == (161_029, "outcome(drawn,none)")  # John Tromp, likewise


@pytest.mark.parametrize(
    ("name", "squares", "positions", "value"),
    [
        ("kqk", (4, 6, 1, 7, 5, 8), 372_064, "outcome(won,1)"),  # docs/solve.md
        ("kqk", (1, 1, 2, 2, 5, 6), 372_064, "outcome(won,19)"),  # the longest: K. Kryukov
        ("krk", (4, 6, 1, 7, 5, 8), 402_676, "outcome(won,9)"),
    ],
)
@pytest.mark.thorough("each solves 400,000 positions; the endgames on 4 by 4 squares show the program")
def test_endgames_are_solved(
    name: str, squares: tuple[int, int, int, int, int, int], positions: int, value: str
) -> None:
    found = c_game(name, "outcome").search("outcome", kings(name, squares))
    assert found.end is End.OK
    assert (found.nodes, str(found.value)) == (positions, value)


def told(value: Value | None) -> str:
    """A value as the programs in C tell it."""
    if not isinstance(value, Solution):
        return str(value)
    return f"outcome({value.outcome.value},{'none' if value.plies is None else value.plies})"


@pytest.mark.parametrize("name", ["krk", "kqk"])
@pytest.mark.sampled(1, "they differ in one piece")
def test_small_endgames_are_solved_as_in_python(name: str) -> None:
    with consult(name, board=4) as session:
        there = search(session, "outcome", engine="python", depth=None)
    found = c_game(name, "outcome", board=4).search("outcome", there.position)
    assert there.answer.best is not None
    assert (found.nodes, found.leaves) == (there.answer.nodes, there.answer.leaves)
    assert str(found.value) == told(there.answer.value)
    assert term_text(there.answer.best) == str(found.best)


def test_an_outcome_within_a_depth_limit_is_unknown() -> None:
    game = c_game("tictactoe")
    found = game.search("outcome", game.initial(), 3)
    with consult("tictactoe") as session:
        there = search(session, "outcome", engine="python", depth=3).answer
    assert (found.end, found.horizon, found.value) == (End.FAILED, True, None)
    assert (there.horizon, there.value, there.nodes) == (True, None, found.nodes)


@pytest.mark.parametrize(("name", "depth"), [("pig", 6), ("bearoff", 4), ("kuhn", None)])
def test_means_are_exact(name: str, depth: int | None) -> None:
    game = c_game(name, "expectiminimax")
    found = game.search("expectiminimax", game.initial(), depth)
    with consult(name) as session:
        there = search(session, "expectiminimax", engine="python", depth=depth).answer
    assert (found.value, found.nodes, found.leaves) == (there.value, there.nodes, there.leaves)
    assert type(found.value) is type(there.value)
    assert str(found.best) == str(there.best)


COMPARED = ("minimax", "alphabeta", "deepening", "ab_procedure")


@pytest.mark.parametrize("program", COMPARED)
@pytest.mark.parametrize(("name", "depth"), [("othello", 3), ("connect4", 3), ("checkers", 3)])
@pytest.mark.sampled(2, "each case searches with every program")
def test_a_search_of_a_bundled_game_is_the_one_in_python(name: str, depth: int, program: str) -> None:
    depth = sample_size(depth - 1, depth)
    orders = (Order.GAME,) if program == "deepening" else (Order.GAME, Order.BEST, Order.RANDOM)
    for order in orders:
        settings = Settings(order=order, seed=5)
        game = c_game(name, *COMPARED)
        found = game.search(program, game.initial(), depth, settings=settings)
        with consult(name) as session:
            there = search(session, program, engine="python", depth=depth, settings=settings).answer
        assert (found.value, found.nodes, found.leaves) == (there.value, there.nodes, there.leaves)
        assert (str(found.best), found.reached) == (str(there.best), there.reached)


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


def test_one_program_alone_says_what_it_says_among_all() -> None:
    game = c_game("tictactoe")
    rules = read_rules(bundled_file("tictactoe").read_text(encoding="utf-8"), "tictactoe.pl")
    compiled = in_c_with_programs(rules_asked(rules), programs=("alphabeta",))
    alone = Library(compiled.text)
    asked = {
        name: search_request(ARENA, compiled.programs.index(name), game.initial(), Limits(depth=5))
        for name in ("alphabeta", "outcome")
    }
    found_alone = Searched(alone.call("pydecl_search", asked["alphabeta"]))
    among = game.search("alphabeta", game.initial(), 5)
    assert (found_alone.nodes, found_alone.values) == (among.nodes, among.values)
    assert Searched(alone.call("pydecl_search", asked["outcome"])).end is End.NO_ENTRY


def test_values_may_be_written_as_infinities() -> None:
    rules = """
    move(start, X) :- member(X, [a, b, c]).
    max_to_move(start). min_to_move(X) :- member(X, [a, b, c]).
    staticval(start, 0). staticval(a, -inf). staticval(b, 7). staticval(c, inf).
    """
    game = CGame(text=rules, programs=("minimax", "alphabeta", "white_black_minimax"))
    found = game.search("minimax", Atom("start"))
    assert (found.value, found.best) == (INFINITY, Atom("c"))
    window = game.search("alphabeta", Atom("start"), window=(-INFINITY, 8))
    assert (window.value, window.best) == (INFINITY, Atom("c"))
    assert game.search("white_black_minimax", Atom("a")).value == -INFINITY
