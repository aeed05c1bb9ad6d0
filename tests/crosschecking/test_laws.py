"""The judge: what each contract promises, and what breaks it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pydecl.crosschecking.laws import Judge, Law, inside, kept, twin_difference
from pydecl.crosschecking.reference import BackedUp, Solved
from pydecl.errors import ContractError, LimitError
from pydecl.games import bundled
from pydecl.games.tree import TreeGame
from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number
from pydecl.model.program import Kind, Program, Searched
from pydecl.model.result import Answer, Limits, Order, Settings, Solution, Status, Value
from pydecl.model.term import Atom, PrologList
from pydecl.programs.registry import DECLARED
from pydecl.rules.tree import read_tree

OF_KIND = {
    Kind.EXACT: Program.MINIMAX,
    Kind.GOOD_ENOUGH: Program.ALPHABETA,
    Kind.FAIL_SOFT: Program.WHITE_BLACK_ALPHABETA,
    Kind.CLAMPED: Program.AB_PROCEDURE,
    Kind.EXPECTATION: Program.EXPECTIMINIMAX,
}


def game(text: str) -> TreeGame:
    return TreeGame(read_tree(text, "f.tree"), "f.tree")


def answer(value: Value | None, best: str | None = None, *, horizon: bool = False) -> Answer[Atom]:
    return Answer(Status.COMPLETE, value, Atom(best) if best else None, 1, 1, horizon, 0.0)


# V(P) = 5 and the window is 2 to 8, or above, or below

WITHIN, ABOVE, BELOW = Limits(alpha=2, beta=8), Limits(alpha=6, beta=8), Limits(alpha=2, beta=4)
AT_ALPHA, AT_BETA, EMPTY = Limits(alpha=5, beta=8), Limits(alpha=2, beta=5), Limits(alpha=5, beta=5)


@pytest.mark.parametrize(
    ("kind", "limits", "promised"),
    [
        (Kind.EXACT, ABOVE, {5}),
        (Kind.GOOD_ENOUGH, WITHIN, {5}),
        (Kind.GOOD_ENOUGH, ABOVE, {5, Fraction(11, 2)}),
        (Kind.GOOD_ENOUGH, BELOW, {5, Fraction(9, 2)}),
        (Kind.GOOD_ENOUGH, AT_ALPHA, {5}),
        (Kind.GOOD_ENOUGH, AT_BETA, {5}),
        (Kind.GOOD_ENOUGH, EMPTY, {5}),
        (Kind.FAIL_SOFT, WITHIN, {5}),
        (Kind.FAIL_SOFT, ABOVE, {5, Fraction(11, 2), 6}),
        (Kind.FAIL_SOFT, BELOW, {4, Fraction(9, 2), 5}),
        (Kind.FAIL_SOFT, AT_ALPHA, {5}),
        (Kind.FAIL_SOFT, AT_BETA, {5}),
        (Kind.CLAMPED, WITHIN, {5}),
        (Kind.CLAMPED, ABOVE, {6}),
        (Kind.CLAMPED, BELOW, {4}),
        (Kind.CLAMPED, AT_ALPHA, {5}),
        (Kind.EXPECTATION, WITHIN, {5}),
    ],
)
def test_a_contract_promises_just_these_values(kind: Kind, limits: Limits, promised: set[Number]) -> None:
    tried: list[Number] = [1, 2, 3, 4, Fraction(9, 2), 5, Fraction(11, 2), 6, 7, 8, 9, -INFINITY, INFINITY]
    contract = DECLARED[OF_KIND[kind]].contract
    assert {value for value in tried if kept(contract, value, 5, limits, evaluated=False)} == promised


def test_a_root_that_is_evaluated_itself_is_not_clamped() -> None:
    contract = DECLARED[Program.AB_PROCEDURE].contract
    assert kept(contract, 5, 5, ABOVE, evaluated=True)
    assert not kept(contract, 5, 5, ABOVE, evaluated=False)


def test_the_edge_of_the_window_is_inside_for_the_good_enough_value_alone() -> None:
    at_the_edge = {kind: inside(DECLARED[OF_KIND[kind]].contract, 5, AT_ALPHA) for kind in OF_KIND}
    assert [kind for kind, is_inside in at_the_edge.items() if not is_inside] == [
        Kind.FAIL_SOFT,
        Kind.CLAMPED,
    ]
    whole = Limits()
    assert all(inside(DECLARED[program].contract, -INFINITY, whole) for program in OF_KIND.values())


@pytest.mark.parametrize(
    ("program", "value", "best", "law"),
    [
        (Program.MINIMAX, 2, "d", None),
        (Program.MINIMAX, 2, "b", Law.MOVE),  # the first of equal moves
        (Program.MINIMAX, 2, "c", Law.MOVE),
        (Program.MINIMAX, 1, "d", Law.VALUE),
        (Program.WHITE_BLACK_MINIMAX, 2, "b", None),
        (Program.WHITE_BLACK_MINIMAX, 2, "d", Law.MOVE),
        (Program.DEEPENING, 2, "b", None),
        (Program.DEEPENING, 2, "d", None),
        (Program.DEEPENING, 2, "c", Law.MOVE),
        (Program.NEGAMAX_PLY, 999, "b", None),
        (Program.NEGAMAX_PLY, 2, "b", Law.VALUE),  # not a won position's
        (Program.UCT, 1, "c", None),  # a mean of leaves
        (Program.UCT, 2, "b", None),
        (Program.UCT, 0, "c", Law.VALUE),
        (Program.UCT, 3, "b", Law.VALUE),
        (Program.MINIMAX, None, None, Law.VALUE),
    ],
)
def test_value_and_tie_rule_are_judged(
    program: Program, value: Value | None, best: str | None, law: Law | None
) -> None:
    judge = Judge(game("a max (b 2  c 1  d 2)"))
    fault = judge.fault(program, Atom("a"), Limits(), answer(value, best))
    assert (fault and fault.law) == law


def test_in_another_order_any_of_the_best_moves_is_right() -> None:
    judge = Judge(game("a max (b 2  c 1  d 2)"))
    limits = Limits(settings=Settings(Order.RANDOM, 1))
    assert judge.fault(Program.ALPHABETA, Atom("a"), limits, answer(2, "b")) is None
    wrong = judge.fault(Program.ALPHABETA, Atom("a"), limits, answer(1, "c"))
    assert wrong is not None
    assert wrong.law is Law.ORDER


def test_a_value_must_be_right_whatever_the_unknown_leaves_are() -> None:
    judge = Judge(game("a max (b 4  c min (d 1  e ?))"))
    assert judge.fault(Program.ALPHABETA, Atom("a"), Limits(), answer(4, "b")) is None
    assert judge.fault(Program.ALPHABETA, Atom("c"), Limits(), answer(1, "d")) is not None


def test_the_variation_must_end_where_the_value_comes_from() -> None:
    judge = Judge(game("a max (b min (d 1  e 3)  c 0)"))
    assert judge.end_fault(Program.MINIMAX, Limits(), answer(1, "b"), [Atom("b"), Atom("d")]) is None
    fault = judge.end_fault(Program.MINIMAX, Limits(), answer(1, "b"), [Atom("b"), Atom("e")])
    assert fault is not None
    assert str(fault) == "variation: expected 1, found 3 at e"


@pytest.mark.parametrize(
    ("program", "value", "broken"),
    [
        (Program.WON, True, False),
        (Program.WON, False, True),
        (Program.AND_OR, True, False),
        (Program.AND_OR, None, True),
        (Program.OUTCOME, Solution(Outcome.WON, 1), False),
        (Program.OUTCOME, Solution(Outcome.WON, 3), True),
        (Program.OUTCOME, Solution(Outcome.DRAWN), True),
    ],
)
def test_who_wins_is_judged(program: Program, value: Value | None, broken: bool) -> None:
    judge = Judge(game("a max (b 1  c min (d -1))"))
    assert (judge.fault(program, Atom("a"), Limits(), answer(value, "b")) is not None) is broken


def test_twins_must_give_the_same_type_of_number() -> None:
    assert twin_difference(answer(1), answer(1)) is None
    assert twin_difference(answer(1), answer(1.0)) == ("value", "1", "1.0")
    fault = ContractError("no_value", "a")
    assert twin_difference(fault, ContractError("no_value", "a")) is None
    assert twin_difference(fault, answer(1)) == ("fault", str(fault), "no fault")


# The references


def test_the_references_agree_with_what_is_written_by_hand() -> None:
    tree = game("a max 7 (b min 8 turbulent (d 1 won  e 3)  c min 0 plausible (f 2  g 5))")
    root = Atom("a")

    def value(searched: Searched, limits: Limits) -> Number:
        return BackedUp(tree, searched, limits).value(root)

    assert value(Searched.TREE, Limits()) == 2
    assert value(Searched.TREE, Limits(1)) == 8
    assert value(Searched.PLAUSIBLE, Limits()) == 2
    assert value(Searched.QUIET, Limits(1)) == 1
    assert value(Searched.QUIET, Limits(1, settings=Settings(extension=0))) == 8
    assert value(Searched.PLY, Limits()) == 998
    assert BackedUp(tree, Searched.TREE, Limits()).best(root) == [Atom("c")]


def test_solving_round_by_round_counts_the_plies() -> None:
    graph = game("a max (b min (^a  c max (d min 1))  e min (f max 0))")
    solved = Solved(graph, Atom("a"))
    assert {str(node): str(solved[node]) for node in solved.successors} == {
        "a": "drawn",
        "b": "drawn",
        "c": "won in 1",
        "d": "won in 0",
        "e": "drawn",
        "f": "drawn",
    }
    assert not solved.won_is_right
    nim = bundled("nim", heaps=PrologList((1, 2)))
    assert Solved(nim, nim.initial()[0]).who_cannot_move_has_lost


def test_what_follows_a_position_is_asked_once_by_all_who_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    nim = bundled("nim")
    (start,) = nim.initial()
    met: dict[Any, Any] = {}
    whole = Solved(nim, start, met)
    parts = {below: Solved(nim, below) for _, below in nim.successors(start)}
    monkeypatch.setattr(type(nim), "successors", None)
    for below, alone in parts.items():
        again = Solved(nim, below, met)
        assert {position: again[position] for position in again.successors} == {
            position: alone[position] for position in alone.successors
        }
        assert again[below] == whole[below]


def test_from_where_too_much_is_reached_from_there_too_much_is_reached() -> None:
    nim = bundled("nim")
    (start,) = nim.initial()
    below = nim.successors(start)[-1][1]
    with pytest.raises(LimitError):
        Solved(nim, start, beyond={below})
    Solved(nim, below, beyond={start})
