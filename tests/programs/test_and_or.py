"""The program and_or: its law on random games, and how it differs from won."""

from __future__ import annotations

from pathlib import Path

import pytest
from graphs import Graph, Node, depths, graphs, grow, opened, tiny
from hypothesis import given, settings
from module_fixtures import for_module_in
from rings import sample_size

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import complete
from pydecl.engines.searching import run, search
from pydecl.errors import ContractError
from pydecl.loading.consulting import consult
from pydecl.model.game import Player
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits
from pydecl.model.term import Term

laws = settings(deadline=None, max_examples=sample_size(15, 300))
engines = pytest.mark.parametrize("engine", complete())


game = for_module_in(opened)


def answers(game: SessionGame, root: int, depth: int | None) -> list[Answer[Term]]:
    return [run(game, Program.AND_OR, engine, root, Limits(depth)) for engine in complete()]


def solved(graph: Graph, position: int) -> bool:
    """MAX wins whatever MIN does, in the plainest words."""
    mover, below, value = graph.nodes[position]
    if not below:
        return value > 0
    return (any if mover is Player.MAX else all)(solved(graph, one) for one in below)


@laws
@given(graphs(tiny))
def test_and_or_is_true_where_some_move_of_max_and_all_of_min_lead_to_won_ends(
    game: SessionGame, nodes: list[Node]
) -> None:
    graph, root = grow(game, nodes)
    mover, below, _ = graph.nodes[root]
    first = next((one for one in below if solved(graph, one)), None) if mover is Player.MAX else None
    for answer in answers(game, root, None):
        assert (answer.value, answer.best, answer.horizon) == (solved(graph, root), first, False)


@laws
@given(graphs(tiny), depths)
def test_and_or_under_a_depth_limit_is_right_or_unknown(
    game: SessionGame, nodes: list[Node], depth: int | None
) -> None:
    graph, root = grow(game, nodes)
    prolog, python = answers(game, root, depth)
    assert prolog.value in (solved(graph, root), None)
    if prolog.value is None:
        assert prolog.horizon
    assert (prolog.value, prolog.best, prolog.nodes, prolog.leaves, prolog.horizon) == (
        python.value,
        python.best,
        python.nodes,
        python.leaves,
        python.horizon,
    )


MAX, MIN = Player.MAX, Player.MIN


@pytest.mark.parametrize(
    ("nodes", "depth", "value"),
    [
        ([(MIN, (), 1), (MAX, (0,), 0)], 1, True),
        ([(MIN, (), 1), (MAX, (0,), 0)], 0, None),
        ([(MIN, (), 0), (MAX, (0,), 0)], 1, False),  # an end at the depth limit is an end
        # What lies beyond the horizon is not needed: the second move wins.
        ([(MAX, (), -1), (MIN, (0,), 1), (MIN, (), 1), (MAX, (1, 2), 0)], 1, True),
        # A position at the horizon is not won, whatever its static value.
        ([(MAX, (), -1), (MIN, (0,), 1), (MAX, (1,), 0)], 1, None),
    ],
)
def test_only_real_ends_solve_and_a_solution_stands_whatever_the_limit(
    game: SessionGame, nodes: list[Node], depth: int, value: bool | None
) -> None:
    _, root = grow(game, nodes)
    assert [answer.value for answer in answers(game, root, depth)] == [value] * 2


def test_and_or_takes_no_stalemate_or_draw_of_min_for_a_win_as_won_does(game: SessionGame) -> None:
    # won/1 as printed asks nothing of a position where MIN cannot move.
    for value in (0, -1):
        _, root = grow(game, [(MIN, (), value), (MAX, (0,), 0)])
        for engine in complete():
            assert run(game, Program.WON, engine, root, Limits()).value is True
            assert run(game, Program.AND_OR, engine, root, Limits()).value is False


@engines
def test_and_or_may_be_asked_of_min_and_gives_no_move_there(engine: str) -> None:
    with consult("nim:heaps=[2,2]") as game:
        found = search(game, Program.AND_OR, engine=engine, position="2/2 min", depth=None)
        assert (found.answer.value, found.answer.best) == (True, None)


@engines
@pytest.mark.parametrize("depth", [None, 1])
def test_and_or_refuses_chance_at_the_depth_limit_too(tmp_path: Path, engine: str, depth: int | None) -> None:
    path = tmp_path / "dice.pl"
    path.write_text(
        "move(a, d). chance(d, 1r2, b). chance(d, 1r2, c).\n"
        "max_to_move(a). min_to_move(b). min_to_move(c).\nstaticval(_, 1).\n"
    )
    with consult(path) as game, pytest.raises(ContractError, match="no player is to move in d"):
        search(game, Program.AND_OR, engine=engine, position="a", depth=depth)


@engines
def test_a_win_is_an_end_also_where_the_rules_call_more_positions_won(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "early.pl"
    path.write_text(
        "moves(a, [b]). moves(b, [c]). max_to_move(a). min_to_move(b). max_to_move(c).\n"
        "terminalwon(b). terminallost(c).\n"
    )
    with consult(path) as game:
        for depth, value in ((1, None), (2, False)):
            found = search(game, Program.AND_OR, engine=engine, position="a", depth=depth)
            assert found.answer.value is value
