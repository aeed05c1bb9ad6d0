"""A game's graph has the positions and the moves that a search finds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from adapted_games import SMALL, Pile, Stubborn, stubborn_file

import pydecl
from pydecl.errors import InputError, LimitError, PositionError
from pydecl.loading.consulting import game_names

pytest.importorskip("networkx")

import networkx

from pydecl.adapters.networkx import graph

MOST = 300

NAMES = [SMALL.get(name, name) for name in game_names()]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.sampled(6, "a graph does not depend on which game it is of")
def test_the_graph_of_two_plies_has_the_moves_of_the_game(name: str) -> None:
    with pydecl.consult(name) as game:
        found = graph(game, plies=2)
        start = str(game.start)
        assert next(iter(found)) == found.graph["start"] == start
        assert found.graph["name"] == game.name
        for node in list(found)[:5]:
            position = game.position(node)
            if found.nodes[node]["ply"] == 2:
                continue
            after = [str(move.position) for move in position] + [str(one) for _, one in position.chances()]
            assert sorted(other for _, other in found.out_edges(node)) == sorted(after)
            if node == start:
                new = list(dict.fromkeys(one for one in after if one != start))
                assert list(found)[1 : len(new) + 1] == new
            names = sorted(edge["move"] for _, _, edge in found.out_edges(node, data=True) if "move" in edge)
            assert names == sorted(str(move) for move in position if move.name is not None)


def test_the_positions_are_those_that_are_solved_and_their_ends_are_those_of_the_graph() -> None:
    solved = pydecl.solve("hexapawn")
    found = graph("hexapawn", solved=solved)
    assert set(found) <= set(solved)
    for node, told in found.nodes(data=True):
        assert (told["outcome"], told["plies"]) == (solved[node].outcome.value, solved[node].plies)
    plain = graph("hexapawn")
    ends = {node: told["outcome"] for node, told in plain.nodes(data=True) if "outcome" in told}
    assert ends == {node: solved[node].outcome.value for node in plain if plain.out_degree(node) == 0}


def test_the_ply_of_a_node_is_its_distance() -> None:
    found = graph("nim:heaps=[2,3]")
    distances = networkx.single_source_shortest_path_length(found, found.graph["start"])
    assert {node: told["ply"] for node, told in found.nodes(data=True)} == dict(distances)
    assert list(found) == sorted(found, key=lambda node: found.nodes[node]["ply"])


def test_the_known_numbers_of_tictactoe() -> None:
    """5,478 positions; 958 ends, of which 626 are won for x, 316 for o, and 16 are drawn."""
    found = graph("tictactoe")
    ends = [told["outcome"] for _, told in found.nodes(data=True) if "outcome" in told]
    assert len(found) == 5478
    assert {outcome: ends.count(outcome) for outcome in set(ends)} == {"won": 626, "lost": 316, "drawn": 16}


def test_chance_has_probabilities_and_no_player() -> None:
    found = graph("seven_of_eight_dice")
    (node,) = [node for node, told in found.nodes(data=True) if told.get("player") == "chance"]
    edges = [edge for _, _, edge in found.out_edges(node, data=True)]
    assert [edge["probability"] for edge in edges] == [Fraction(1, 8)] * 8
    assert not any("move" in edge for edge in edges)


def test_moves_to_the_same_position_are_as_many_edges() -> None:
    class Twins(Pile):
        def moves(self, position: tuple[str, int]) -> Any:
            return [(way, ("min", 0)) for way in ("left", "right")] if position[1] else []

    found = graph(Twins())
    assert [edge["move"] for _, _, edge in found.edges(data=True)] == ["left", "right"]
    assert len(found) == 2


def test_where_a_player_moves_again_the_other_one_passes(tmp_path: Path) -> None:
    in_python, in_file = graph(Stubborn()), graph(stubborn_file(tmp_path))
    assert [told["player"] for _, told in in_python.nodes(data=True)] == [
        told["player"] for _, told in in_file.nodes(data=True)
    ]
    assert "pass" in [edge["move"] for _, _, edge in in_file.edges(data=True)]
    assert len(in_python) == len(in_file) == 9


def test_an_unknown_end_has_no_outcome_and_no_value() -> None:
    found = graph("deep_cutoff")
    assert set(found.nodes["g"]) & {"value", "outcome"} == set()


def test_a_start_may_be_given_as_text_or_as_position() -> None:
    with pydecl.consult("nim:heaps=[2,3]") as game:
        position = game.start.play("take(1,2)")
        assert set(graph(position)) == set(graph("nim:heaps=[2,3]", str(position)))


def test_too_many_positions_are_an_error_that_says_what_to_do() -> None:
    with pytest.raises(
        LimitError, match="more than 300 positions within reach: give plies, or a larger most"
    ):
        graph("tictactoe", most=MOST)


def test_bad_input() -> None:
    with pytest.raises(InputError, match="plies must be a whole number of 0 or more"):
        graph("nim", plies=-1)
    with pytest.raises(InputError, match="no bundled game"):
        graph("nosuch")
    with pytest.raises(PositionError):
        graph("nim", "nowhere")
    with pytest.raises(PositionError, match="is none of the 8 positions of nim"):
        graph("tictactoe", solved=pydecl.solve("nim:heaps=[1,2]"))
