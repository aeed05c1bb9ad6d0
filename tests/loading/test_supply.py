"""A game in Python supplied to SWI-Prolog as facts, and rules files that no Python rules stand beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest
from folders import rules_file

from pydecl import crosscheck
from pydecl.crosschecking.verdict import Agreement
from pydecl.engines.registry import complete
from pydecl.engines.searching import run, search
from pydecl.errors import ContractError, InputError, LimitError, PositionError
from pydecl.games.tictactoe import TicTacToe
from pydecl.games.tree import TreeGame
from pydecl.loading.consulting import consult
from pydecl.loading.supplying import SuppliedGame, supply
from pydecl.model.game import Game, Outcome, Player, Successor
from pydecl.model.number import Number
from pydecl.model.program import Kind, Program
from pydecl.model.reader import read_term
from pydecl.model.result import Limits
from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.programs.registry import DECLARED, OWN_MOVERS
from pydecl.rules.tree import read_tree

ENGINES = pytest.mark.parametrize("engine", complete())


class Left(NamedTuple):
    """A position of Countdown."""

    mover: str
    number: int

    def __str__(self) -> str:
        return f"left({self.mover},{self.number})"


@dataclass(frozen=True)
class Countdown(Game[Left]):
    """Take 1 or 2 from a number; who takes the last has won. Its moves have no names."""

    number: int = 7
    name = "countdown"
    source = "test_supply"

    def initial(self) -> Sequence[Left]:
        return [Left("max", self.number)]

    def successors(self, position: Left) -> Sequence[Successor[Left]]:
        mover, number = position
        other = "min" if mover == "max" else "max"
        return [(None, Left(other, number - taken)) for taken in (1, 2) if taken <= number]

    def player(self, position: Left) -> Player:
        return Player(position.mover)

    def static_value(self, position: Left) -> Number:
        if position.number:
            return position.number / 100
        return -1 if position.mover == "max" else 1

    def to_term(self, position: Left) -> Term:
        return Compound("left", (Atom(position.mover), position.number))

    def from_term(self, term: Term) -> Left:
        match term:
            case Compound("left", (Atom(mover), int(number))):
                return Left(mover, number)
        raise PositionError(f"no position: {term}")


@pytest.fixture(scope="module")
def tictactoe() -> Iterator[SuppliedGame]:
    game = supply(TicTacToe())
    with game:
        yield game


def test_tictactoe_supplied_has_5478_positions_of_which_958_are_ends(tictactoe: SuppliedGame) -> None:
    # https://sethcoulson.com/tic-tac-toe
    position = "( max_to_move(P) ; min_to_move(P) )"
    goal = (
        f"aggregate_all(count, {position}, All), aggregate_all(count, ( {position}, \\+ moves(P, _) ), Ends)"
    )
    (answer,) = tictactoe.session.query(goal)
    assert (answer["All"], answer["Ends"]) == (5478, 958)


@pytest.mark.parametrize(
    "error",
    [
        ContractError("answer_too_large", "33554432"),
        ContractError("malformed_reply", "an integer", "x"),
        ContractError("tampered"),
    ],
)
def test_an_error_that_is_about_no_position_stays_as_it_is(
    tictactoe: SuppliedGame, error: ContractError
) -> None:
    assert tictactoe.about_positions(error) is error


def test_a_supplied_game_is_asked_and_answers_in_its_own_notation_and_terms(tictactoe: SuppliedGame) -> None:
    result = search(tictactoe, "alphabeta", position="xx./oo./...", evaluated=True)
    assert result.answer.value == 1
    assert list(result.written.variation) == ["xxx/oo./..."]
    by_term = search(tictactoe, "alphabeta", position=result.position)
    assert by_term.answer.best == result.answer.best


@ENGINES
def test_the_best_move_of_a_supplied_game_has_the_name_that_the_game_gives_it(
    tictactoe: SuppliedGame, engine: str
) -> None:
    assert search(tictactoe, "minimax", engine=engine, position="xx./oo./...").best_move == 3


def test_a_position_that_was_not_supplied_is_an_input_error() -> None:
    message = r"^left\(max,3\) is not one of the 4 positions supplied$"
    with supply(Countdown(2)) as game, pytest.raises(InputError, match=message):
        search(game, position=read_term("left(max,3)"))


# Bounds


def test_more_positions_than_allowed_are_a_limit() -> None:
    with pytest.raises(LimitError, match=r"^tictactoe has more than 5477 positions within reach$"):
        supply(TicTacToe(), most=5477)
    game = supply(Countdown(), most=14)  # 7; 6, 5 … 0, for either
    with game:
        assert game.plies is None


def test_a_search_looks_no_deeper_than_the_plies_that_were_supplied() -> None:
    with supply(TicTacToe(), plies=3) as game:
        (start,) = game.initial()
        assert run(game, Program.MINIMAX, "prolog", start, Limits(3)).nodes == 1 + 9 + 72 + 504
        for depth in (4, None):
            with pytest.raises(InputError, match=r"3 plies were supplied, so no more than 3 can be"):
                run(game, Program.MINIMAX, "prolog", start, Limits(depth))


@ENGINES
@pytest.mark.parametrize("program", DECLARED, ids=lambda program: program.value)
@pytest.mark.sampled(8, "each case searches on every engine")
def test_where_the_supplied_plies_end_is_a_horizon_and_no_end_of_the_game(
    program: Program, engine: str
) -> None:
    with supply(Countdown(4), plies=2) as game:
        answer = run(game, program, engine, game.initial()[0], Limits(2))
    assert answer.horizon
    assert (answer.value is None) is (DECLARED[program].contract.kind in (Kind.WON, Kind.OUTCOME))


def test_a_search_from_a_later_position_looks_no_deeper_than_the_supplied_plies_either() -> None:
    with supply(Countdown(5), plies=2) as game:
        later = read_term("left(max,3)")  # two plies from the start: nothing follows it in SWI-Prolog
        with pytest.raises(InputError, match=r"2 plies were supplied, so no more than 0 can be"):
            run(game, Program.MINIMAX, "prolog", later, Limits(2))


def test_plies_that_reach_every_end_are_no_limit() -> None:
    game = supply(Countdown(), plies=7)
    with game:
        assert game.plies is None
        assert run(game, Program.WON, "prolog", game.initial()[0], Limits()).value is True


def test_the_roots_may_be_given() -> None:
    with supply(Countdown(), positions=[Left("min", 3), Left("max", 2)]) as game:
        assert list(map(str, game.initial())) == ["left(min,3)", "left(max,2)"]
        values = [run(game, Program.MINIMAX, "prolog", p, Limits()).value for p in game.initial()]
        assert values == [1, 1]


# Both engines


def check_errors(game: SuppliedGame, program: Program, error: ContractError) -> None:
    """Both engines say so."""
    for engine in complete():
        with pytest.raises(ContractError) as caught:
            run(game, program, engine, game.initial()[0], Limits())
        assert caught.value == error


@pytest.mark.parametrize("program", [Program.MINIMAX, Program.ALPHABETA])
def test_an_unknown_leaf_is_the_same_error_on_both_engines(program: Program) -> None:
    tree = TreeGame(read_tree("r max (a min (x 3  y 5)  b min (z 4  'the leaf' ?))", "f.tree"), "f.tree")
    with supply(tree) as game:
        check_errors(game, program, ContractError("unknown_value", "'the leaf'"))
        assert search(game, program, position="a").answer.value == 3


@pytest.mark.sampled(8, "each case searches on two engines")
@pytest.mark.parametrize(
    "program",
    [program for program in DECLARED if program not in OWN_MOVERS],
    ids=lambda program: program.value,
)
def test_a_wrong_mover_is_the_same_error_on_both_engines(program: Program) -> None:
    class Twice(Countdown):
        """MAX moves again."""

        def player(self, _: Left) -> Player:
            return Player.MAX

    with supply(Twice(2)) as game:
        check_errors(game, program, ContractError("same_mover", "left(min,1)", "max"))


@pytest.mark.parametrize(
    "text", ["r max 1", "r min 1", "r max (a 1)", "r max (a -1)", "r max (a 0)", "r max (a min (b -1))"]
)
def test_facts_of_which_a_supplied_game_has_none_are_missed_by_no_search(text: str) -> None:
    with supply(TreeGame(read_tree(text, "f.tree"), "f.tree")) as game:
        (root,) = game.initial()
        mover = game.twin.player(root) if game.twin else None
        for program in DECLARED:
            if DECLARED[program].inner_values:  # it evaluates inner nodes, which have no value here
                continue
            if program == Program.WON and mover is Player.MIN:
                continue
            prolog, python = (run(game, program, engine, root, Limits()) for engine in complete())
            assert (prolog.value, prolog.nodes, prolog.leaves) == (python.value, python.nodes, python.leaves)


def test_an_outcome_of_its_own_reaches_won_on_both_engines() -> None:
    class Silent(Countdown):
        """The static value knows nothing."""

        def static_value(self, _: Left) -> Number:
            return 0

        def outcome(self, position: Left) -> Outcome | None:
            if position.number:
                return None
            return Outcome.LOST if position.mover == "max" else Outcome.WON

    for start in range(1, 8):  # a multiple of 3 is lost for the mover
        with supply(Silent(start)) as game:
            values = [run(game, Program.WON, e, game.initial()[0], Limits()).value for e in complete()]
        assert (start, values) == (start, [start % 3 != 0] * 2)


# Rules files without rules in Python

MOVERS = """
initial(p(max, 4)).
max_to_move(p(max, _)).
min_to_move(p(min, _)).
staticval(p(max, N), V) :- ( N =:= 0 -> V = -1 ; V is N / 8 ).
staticval(p(min, N), V) :- ( N =:= 0 -> V = 1 ; V is N rdiv 8 ).
other(max, min).
other(min, max).
take(1, 1).     take(2, 2).     take(1, again).
"""

FORMS = {
    "move/3": "move(p(M, N), take(T), p(O, R)) :- other(M, O), take(K, T), K =< N, R is N - K.",
    "move/2": "move(p(M, N), p(O, R)) :- other(M, O), take(K, _), K =< N, R is N - K.",
    "moves/2": "moves(p(M, N), L) :- other(M, O), findall(p(O, R), (take(K, _), K =< N, R is N - K), L).",
}
"""The same game by each predicate: one successor comes twice, and moves/2 gives [] at the end."""


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    name = str(request.param)
    path = rules_file(tmp_path, MOVERS + FORMS[name], "rules.pl")
    return name, path


@pytest.mark.sampled(1, "each case is a whole cross-check")
@pytest.mark.parametrize(
    ("more", "told"), [("", "compiled"), ("max_to_move(_) :- flag(x, _, 1), fail.\n", "shared")]
)
@pytest.mark.covering(1, "each case is a whole crosscheck")
def test_each_form_of_moves_is_cross_checked(form: tuple[str, Path], more: str, told: str) -> None:
    _, path = form
    path.write_text(path.read_text("utf-8") + "\n" + more, "utf-8")
    verdict = crosscheck(path, plies=5)
    assert isinstance(verdict, Agreement)
    assert verdict.to_json()["rules"] == told
    assert verdict.positions == 8  # max 4, 2, 1, 0; min 3, 2, 1, 0


def test_each_form_of_moves_keeps_the_order_and_what_comes_twice(form: tuple[str, Path]) -> None:
    name, path = form
    with consult(path) as game:
        (start,) = game.initial()
        names = [None if move is None else str(move) for move, _ in game.successors(start)]
        assert names == (["take(1)", "take(2)", "take(again)"] if name == "move/3" else [None] * 3)
        assert [str(after) for _, after in game.successors(start)] == ["p(min,3)", "p(min,2)", "p(min,3)"]
        assert game.successors(read_term("p(max,0)")) == []
        (answer,) = game.session.query("moves(p(max,2), L), findall(N, move(p(max,2), N), K)")
        assert answer["L"] == answer["K"]
        assert isinstance(answer["L"], PrologList)
        assert list(map(str, answer["L"].items)) == ["p(min,1)", "p(min,0)", "p(min,1)"]
        assert game.session.query("moves(p(max,0), L)") == []


@ENGINES
def test_each_form_of_moves_is_searched_alike(form: tuple[str, Path], engine: str) -> None:
    name, path = form
    with consult(path) as game:
        minimax = search(game, "minimax", engine=engine)
        # 4 is 1 more than a multiple of 3: the mover wins by taking 1, and the last of two such moves is best
        assert (minimax.answer.value, str(minimax.answer.best)) == (1, "p(min,3)")
        assert str(minimax.best_move) == ("take(again)" if name == "move/3" else "None")
        # nodes(n) = 1 + 2 nodes(n - 1) + nodes(n - 2), and so the leaves without the 1
        assert (minimax.answer.nodes, minimax.answer.leaves) == (49, 29)
        assert search(game, "won", engine=engine).answer.value is True
        limited = search(game, "minimax", engine=engine, depth=1)
        # p(min,3) is 3r8 and p(min,2) 1r4
        assert (limited.answer.horizon, str(limited.answer.value)) == (True, "3/8")


def test_a_late_game_is_enumerated_when_swi_prolog_is_asked_and_a_search_in_python_does_not_ask() -> None:
    with supply(Countdown(40), most=30, late=True) as game:
        assert search(game, "alphabeta", engine="python", depth=9).answer.complete
        assert game.session.pid is None
        with pytest.raises(LimitError, match="countdown has more than 30 positions within reach"):
            search(game, "alphabeta", depth=9)
    with supply(Countdown(), late=True) as game:
        assert search(game, "minimax").answer.value == search(game, "minimax", engine="python").answer.value
        assert len(game) == 14  # of 2 * 8: nobody meets (max, 6) and (min, 7)
