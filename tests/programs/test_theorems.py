"""What is proved about the search programs in print, on random trees."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from rings import sample_size

from pydecl.crosschecking.cases import Shape, make_case
from pydecl.crosschecking.laws import Law, has_leaves_law, leaves_fault
from pydecl.crosschecking.reference import extremes
from pydecl.games.tree import TreeGame
from pydecl.model.number import INFINITY, equal, less
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Order, Settings
from pydecl.model.tree import Leaf
from pydecl.programs import sss_star
from pydecl.programs.run import run
from pydecl.programs.tracing import rewired
from pydecl.rules.tree import read_tree

TREES = range(sample_size(80, 300))


@cache
def games(shape: Shape = Shape.TREE) -> list[TreeGame]:
    """Random games, all leaves of which have finite values."""
    found = [TreeGame(make_case(shape, 15, number).tree, "tree") for number in TREES]
    return [game for game in found if all(is_finite(node) for node in game.tree.nodes)]


def is_finite(node: Any) -> bool:
    value = getattr(node, "value", 0)
    return value is not None and abs(value) < INFINITY


def asked(game: TreeGame, program: Program, settings: Settings | None = None) -> Answer[Any]:
    (root,) = game.initial()
    return run(program, game, root, Limits(settings=settings or Settings()), record_leaves=True)


def leaves(answer: Answer[Any]) -> list[Any]:
    assert answer.evaluated is not None
    return list(answer.evaluated)


def test_mtdf_finds_the_same_from_any_guess() -> None:
    for game in games():
        right = asked(game, Program.MINIMAX).value
        for guess in (-1000, -1, 0, 3, 1000):
            settings = Settings().having({"guess": guess})
            assert equal(asked(game, Program.MTDF, settings).value, right)  # type: ignore[arg-type]


def test_mtdf_from_above_all_values_evaluates_the_leaves_of_sss_star_in_the_same_order() -> None:
    # Plaat and others 1996: SSS* is MT-SSS*, MTD(+inf)
    above = Settings().having({"guess": 1000})
    for game in games():
        assert leaves(asked(game, Program.MTDF, above)) == leaves(asked(game, Program.SSS_STAR))


def test_sss_star_evaluates_no_leaf_that_alphabeta_does_not_and_now_and_then_fewer() -> None:
    fewer = 0
    for shape in (Shape.TREE, Shape.DAG):
        for game in games(shape):
            (root,) = game.initial()
            assert leaves_fault(game, Program.SSS_STAR, root, Limits()) is None
            fewer += asked(game, Program.SSS_STAR).leaves < asked(game, Program.AB_PROCEDURE).leaves  # type: ignore[operator]
    assert fewer > len(TREES) // 30


def rightmost(one: Any, other: Any) -> bool:
    return less(other.merit, one.merit) or (
        not less(one.merit, other.merit) and one.node.path > other.node.path
    )


@pytest.mark.parametrize(
    "mutant",
    [
        rewired(sss_star.sss_star, {sss_star.before.__code__}, lambda _: rightmost),
        rewired(sss_star.sss_star, {sss_star.before.__code__}, lambda _: lambda _, __: True),
    ],
    ids=["ties to the right", "first come, first served"],
)
def test_a_mutant_that_breaks_stockmans_theorem_is_caught(mutant: Callable[..., Any]) -> None:
    faults = []
    for game in games():
        (root,) = game.initial()
        faults.append(leaves_fault(game, Program.SSS_STAR, root, Limits(), twin=mutant))
    caught = [fault for fault in faults if fault is not None]
    assert caught
    assert {fault.law for fault in caught} == {Law.LEAVES}


def test_a_random_order_of_moves_is_another_one_for_each_program() -> None:
    assert has_leaves_law(Program.SSS_STAR, Limits(settings=Settings(Order.WORST)))
    assert not has_leaves_law(Program.SSS_STAR, Limits(settings=Settings(Order.RANDOM)))
    assert not has_leaves_law(Program.ALPHABETA, Limits())


def test_where_a_value_is_infinite_alphabeta_cuts_at_its_first_bound_and_nothing_is_compared() -> None:
    game = TreeGame(read_tree("a min (b -inf  c 0)", "f.tree"), "f.tree")
    (root,) = game.initial()
    assert leaves_fault(game, Program.SSS_STAR, root, Limits()) is None
    assert len(leaves(asked(game, Program.SSS_STAR))) == 2
    assert len(leaves(asked(game, Program.AB_PROCEDURE))) == 1


def test_a_proof_develops_no_more_positions_than_there_are() -> None:
    rng = random.Random(3)
    for game in rng.sample(games(), 50):
        nodes = asked(game, Program.PROOF_NUMBER).nodes
        assert nodes is not None
        assert nodes <= len(game.tree.nodes)


def test_uct_tends_to_the_value_and_to_a_best_move() -> None:
    # Kocsis and Szepesvari 2006, theorem 6: the estimate is consistent
    tried = [game for game in games() if not isinstance(game.tree.root, Leaf)][: sample_size(12, 40)]
    errors: dict[int, float] = {}
    best = 0
    for playouts in (10, 5000):
        settings = Settings(seed=7).having({"playouts": playouts})
        errors[playouts] = 0.0
        for game in tried:
            (root,) = game.initial()
            right, found = asked(game, Program.MINIMAX), asked(game, Program.UCT, settings)
            low, high = extremes(game, root, None, INFINITY)
            spread = float(high - low) or 1.0
            error = abs(float(found.value) - float(right.value)) / spread  # type: ignore[arg-type]
            errors[playouts] += error / len(tried)
            if playouts > 10:
                assert error < 0.1
                assert found.best is not None
                after: Answer[Any] = run(Program.MINIMAX, game, found.best, Limits())
                best += equal(after.value, right.value)  # type: ignore[arg-type]
    assert errors[5000] < 0.02 < errors[10]
    assert best >= len(tried) - 1


def test_the_same_seed_plays_the_same_games_and_another_one_does_not() -> None:
    game = next(game for game in games() if len(game.tree.nodes) >= 20)
    by_seed = [asked(game, Program.UCT, Settings(seed=seed).having({"playouts": 20})) for seed in (1, 1, 2)]
    one, again, other = [(answer.value, answer.nodes, leaves(answer)) for answer in by_seed]
    assert one == again
    assert one != other
