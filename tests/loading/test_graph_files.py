"""Graphs by name and from files: what is read, every message, and what is known of the bundled ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Done, Run
from folders import rules_file
from hypothesis import given
from hypothesis import strategies as st
from known_results import known_results

from pydecl.engines.registry import complete
from pydecl.engines.searching import run, the_position
from pydecl.errors import Exit, InputError, SourceError
from pydecl.games import BUNDLED
from pydecl.loading.consulting import consult, game_names
from pydecl.model.program import Program
from pydecl.model.result import Limits, value_text
from pydecl.model.term import Atom, atom_text
from pydecl.paths import bundled_file, told_names
from pydecl.rules.graph import WrittenGraph, read_graph

Nodes = tuple[int | str, ...]


def edges(text: str) -> list[Nodes]:
    """The edges of a text, atoms as Python's texts."""
    graph = read_graph(text, "f")
    return [tuple(node.name if isinstance(node, Atom) else node for node in edge) for edge in graph.edges]


# Reading


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a -> b", [("a", "b")]),
        ("a->b\nb->a", [("a", "b"), ("b", "a")]),
        ("1 -> 1 2 -3", [(1, 1), (1, 2), (1, -3)]),
        ("-1 -> 007", [(-1, 7)]),
        ("% a graph\n\n\ta -> b % and c\n% c -> d\r\n b -> c\r\n", [("a", "b"), ("b", "c")]),
        ("b -> c\nc -> d\nb -> d", [("b", "c"), ("c", "d"), ("b", "d")]),
        ("'a' -> 'b c' 'it''s' 'a->b' '%' '\\x41\\'", [("a", n) for n in ("b c", "it's", "a->b", "%", "A")]),
        ("'->' -> 'A'->", None),
        ("\ufeffmax -> min", [("max", "min")]),
        (f"a -> {10**30}", [("a", 10**30)]),
    ],
)
def test_a_line_tells_the_edges_of_a_node_in_order(text: str, expected: list[Nodes] | None) -> None:
    if expected is None:
        with pytest.raises(SourceError, match="a line can have only one arrow"):
            read_graph(text, "f")
    else:
        assert edges(text) == expected


def test_the_game_starts_at_the_first_node_of_the_file() -> None:
    assert read_graph("% one\n\nb -> a\na -> b", "f").start == Atom("b")


names = st.one_of(
    st.integers(),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=6).map(Atom),
    st.sampled_from(["a", "b", "max", "a b", "->", "'", "\\", "%", "1", "A"]).map(Atom),
)


@given(st.lists(st.tuples(names, names), min_size=1, max_size=12, unique_by=str))
def test_any_edges_can_be_written_and_are_read_back(pairs: list[tuple[int | Atom, int | Atom]]) -> None:
    def written(node: int | Atom) -> str:
        return atom_text(node.name) if isinstance(node, Atom) else str(node)

    shown = [node for pair in pairs for node in pair if isinstance(node, Atom)]
    if any(not text.startswith("'") and not text[0].islower() for text in map(written, shown)):
        return  # an atom of signs, which this format has in quotes
    text = "\n".join(f"{written(source)} -> {written(target)}" for source, target in pairs)
    assert read_graph(text, "f") == WrittenGraph(tuple(pairs), pairs[0][0])


# Messages

BLANKS = ": only blanks separate nodes"


def test_all_lines_with_a_fault_are_named_at_once() -> None:
    with pytest.raises(SourceError) as caught:
        read_graph("a -> b,\nb -> c\n-> d\nb -> c", "f")
    assert [fault.line for fault in caught.value.diagnostics] == [1, 3, 4]


# Games


def test_the_bundled_graphs_are_games_beside_the_trees_and_no_name_is_used_twice() -> None:
    graphs = told_names(".graph")
    assert graphs == ["tabling_error", "win_move", "win_move_drawn"]
    assert game_names() == [*BUNDLED, *told_names(".tree"), *graphs]
    assert len(set(game_names())) == len(game_names())
    assert all(bundled_file(name).is_file() for name in game_names())


BY_EDGES = {
    "tabling_error": "graph",
    "win_move": "graph:edges=[a-b,b-c,c-d,b-d],start=a",
    "win_move_drawn": "graph:edges=[a-a,a-b,b-c],start=a",
}
KNOWN = known_results()


@pytest.mark.parametrize(("name", "same"), BY_EDGES.items())
def test_a_bundled_graph_has_the_edges_and_the_outcomes_that_are_known(name: str, same: str) -> None:
    asked = [
        question
        for question, facts in KNOWN.items()
        if question.game == same and question.program == "outcome" and "value" in facts
    ]
    assert len(asked) >= 6  # each node, for MAX and for MIN
    with consult(name) as game, consult(same) as other:
        assert game.name == name
        assert game.source.endswith(f"{name}.graph")
        query = "edges(Edges), start(Start)"
        assert game.session.query(query) == other.session.query(query)
        for question in asked:
            position = the_position(game, question.position or None)
            for engine in complete():
                answer = run(game, Program.OUTCOME, engine, position, Limits())
                assert value_text(answer.value) == KNOWN[question]["value"]


def test_a_graph_is_searched_by_its_file(tmp_path: Path, pydecl: Run) -> None:
    path = rules_file(tmp_path, "x -> y\ny -> x z\n", "small.graph")
    done: Done = pydecl("search", path, "--program", "outcome", "--json")
    assert done.code == 0
    found = done.json()
    assert (found["game"], found["position"], found["value"]) == (str(path), "x max", "lost")
    done = pydecl("search", f"{path}:start=z", "--program", "outcome", "--json")
    assert done.json()["position"] == "z max"


def test_a_graph_with_a_fault_is_refused_with_its_place(tmp_path: Path, pydecl: Run) -> None:
    path = rules_file(tmp_path, "x -> y\ny -> x, z\n", "small.graph")
    done = pydecl("search", path)
    assert done.code == Exit.BAD_INPUT
    assert f"{path}:2:7: expected a node or the end of the line; found ,{BLANKS}" in done.err
    assert done.err.endswith("\n  y -> x, z\n        ^\n")


def test_the_games_are_listed_with_their_files(pydecl: Run) -> None:
    sources = {row["game"]: row["source"] for row in pydecl("games", "--json").json()}
    assert all(sources[name].endswith(f"graphs/{name}.graph") for name in BY_EDGES)
    assert sources["lecture19"].endswith("trees/lecture19.tree")
    assert sources["graph"].endswith("games/graph.pl")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("win_move:edges=[a-b]", "win_move:edges=[a-b]: a graph has no option but start"),
        ("win_move:start=e", "graph: start must be a node of one of the edges, such as a, not e"),
        ("nosuch.graph", "nosuch.graph: no such file"),
    ],
)
def test_what_a_graph_does_not_know_is_refused(name: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        consult(name)
    assert str(caught.value) == message
