"""What a search without cuts would have visited: exactly what minimax does visit, or nothing is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from graph_games import Graphs, Grown, Node, grown_in, trees
from hypothesis import given, settings
from hypothesis import strategies as st
from module_fixtures import for_module_in
from rings import sample_size

from pydecl.engines.counting import minimax_nodes
from pydecl.engines.searching import search
from pydecl.errors import LimitError
from pydecl.loading.consulting import consult
from pydecl.model.game import Outcome, Player
from pydecl.model.program import Program
from pydecl.model.result import Limits
from pydecl.programs.perft import tree_nodes
from pydecl.programs.run import run

MINIMAX = Program("minimax")


grown = for_module_in(grown_in)


@given(nodes=trees(), depth=st.one_of(st.none(), st.integers(0, 6)))
def test_the_nodes_of_a_tree_are_those_that_minimax_visits(nodes: list[Node], depth: int | None) -> None:
    graphs = Graphs(nodes)
    assert tree_nodes(graphs, 0, depth) == run(MINIMAX, graphs, 0, Limits(depth)).nodes


@settings(deadline=None, max_examples=sample_size(10, 50))
@given(nodes=trees(), depth=st.integers(0, 6))
def test_rules_in_prolog_are_counted_too(grown: Grown, nodes: list[Node], depth: int) -> None:
    start = grown.add(nodes)[0]
    result = search(grown.game, "alphabeta", position=start, depth=depth)
    assert minimax_nodes(grown.game, result, 600) == run(MINIMAX, grown.graphs, start, Limits(depth)).nodes


def test_a_game_that_may_go_on_for_ever_is_not_counted() -> None:
    circle = Graphs([Node(Player.MAX, (1,), Outcome.WON), Node(Player.MIN, (0,), Outcome.WON)])
    assert tree_nodes(circle, 0, 3) == 4
    with pytest.raises(LimitError):
        tree_nodes(circle, 0, None)


@pytest.mark.parametrize("program", ["minimax", "outcome", "deepening", "mtdf"])
def test_nothing_is_said_of_programs_that_do_not_cut_minimax_s_tree(program: str) -> None:
    with consult("nim:heaps=[1,2]") as game:
        assert minimax_nodes(game, search(game, program)) is None


def test_nothing_is_said_if_it_is_not_cheap() -> None:
    with consult("chess") as game:
        assert minimax_nodes(game, search(game, "alphabeta", depth=2), 0.0) is None


def test_rules_of_a_file_with_passes_are_counted_with_them(tmp_path: Path) -> None:
    rules = """
        initial(s(max,4)). moves_again.
        move(s(P,N), K, s(Q,M)) :- member(K, [1,2]), N >= K, M is N - K, ( K =:= 1 -> Q = P ; other(P, Q) ).
        other(max, min). other(min, max).
        max_to_move(s(max,_)). min_to_move(s(min,_)).
        staticval(s(max,_), -1). staticval(s(min,_), 1).
    """
    (tmp_path / "again.pl").write_text(rules, "utf-8")
    with consult(tmp_path / "again.pl") as game:
        expected = search(game, "minimax", depth=6).answer.nodes
        assert minimax_nodes(game, search(game, "alphabeta", depth=6), 600) == expected
