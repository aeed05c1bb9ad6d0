"""The tree that is drawn at an event is the tree that the events up to it make; a large one is folded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from rings import sample, sample_size
from stepper_modules import Modules, path, text
from stepper_modules import modules as modules

from pydecl.crosschecking.cases import Shape, make_case
from pydecl.loading.consulting import consult, what_is_missing
from pydecl.loading.trees_and_graphs import consult_trees, plant
from pydecl.model.program import Program
from pydecl.model.term import Atom, term_text
from pydecl.paths import told_names
from pydecl.programs.registry import TRACED
from pydecl.tracing.events import Kind, Naming, Turn
from pydecl.tracing.names import Names
from pydecl.tracing.recording import record
from pydecl.workbench.drawing.search_tree import Visit, search_trees
from pydecl.workbench.site.writing import STATIC
from pydecl.workbench.stepping.shipped import shipped
from pydecl.workbench.stepping.track import Track

ROOM, ABREAST, LONG = (
    int(number)
    for number in re.findall(
        r"^const (?:ROOM|ABREAST|LONG) = (\d+);$", (STATIC / "assets/picture.js").read_text("utf-8"), re.M
    )
)
"""How many nodes, children of a node, and plies of the path are drawn."""


def tracked(game: str, program: Program, naming: Naming = Naming.TEXTBOOK, depth: int | None = None) -> Track:
    with consult(game) as opened:
        recording = record(opened, program, engine="python", depth=depth)
    return Track(recording, term_text, naming=naming)


def tracks() -> Iterator[Track]:
    """Bundled trees and some random ones, small enough to be drawn whole."""
    for name in sample(told_names(".tree"), 2):
        with consult(name) as game:
            for program in TRACED:
                if what_is_missing(game, program) is None:
                    yield Track(record(game, program, engine="python", most=120), term_text)
    with consult_trees() as game:
        for seed in range(sample_size(4, 60)):
            tree = make_case(Shape.TREE, 6, seed).tree
            plant(game, tree)
            for program in (Program.MINIMAX, Program.ALPHABETA, Program.AB_PROCEDURE):
                position = Atom(tree.root.name)
                recording = record(game, program, engine="python", position=position, depth=None, most=120)
                yield Track(recording, term_text)


def known(track: Track, seq: int) -> Visit | None:
    """The tree that `pydecl draw` makes of the events up to one; None if it may be too large."""
    trees = search_trees(track.events[:seq])
    tree = trees[-1]
    if tree.root.left and len(trees) == len(
        search_trees(track.events)
    ):  # the last search, whose answer it is
        tree = search_trees(track.events[:seq], track.recording.best)[-1]
    visits = list(tree.visits())
    is_whole = 2 * len(visits) <= ROOM and max(visit.ply for visit in visits) < 4
    return tree.root if is_whole and all(len(visit.children) <= ABREAST for visit in visits) else None


def check(node: Any, visit: Visit, picture: list[Any], track: Track, nodes: dict[int, Any]) -> None:
    """A drawn node is the visit, and so are all below it."""
    place = picture.index(node)
    assert node["visit"] == visit.order - 1
    assert node["mover"] == (visit.mover and visit.mover.value)
    assert node["position"] == track.position(visit.number)
    window = None if node["alpha"] is None else (node["alpha"], node["beta"])
    assert window == (visit.window and tuple(map(text, visit.window)))
    if node["origin"] != "so far":
        assert node["value"] == text(visit.static if visit.value is None else visit.value)
    below = [one for one in picture if one["parent"] == place]
    children = [one for one in below if one["visit"] is not None]
    assert [one["visit"] for one in children] == [one.order - 1 for one in visit.children]
    assert [one["best"] for one in children] == [one is visit.best for one in visit.children]
    cuts = [one for one in below if one["status"] == "cut"]
    assert len(cuts) == (visit.cut is not None)
    if visit.cut is not None:
        assert cuts[0]["count"] == len(visit.cut.skipped)
        by = cuts[0]["reason"]["by"]
        assert {**cuts[0]["reason"], "by": None if by is None else picture[by]["visit"]} == {
            "bound": visit.cut.bound and visit.cut.bound.value,
            "value": text(visit.cut.value),
            "reach": visit.cut.reach and visit.cut.reach.value,
            "by": None if visit.cut.by is None else visit.cut.by.order - 1,
        }
        sign = ">=" if visit.mover is Turn.MAX else "<="
        assert node["sign"] == (None if node["value"] is None else sign)
    nodes[visit.order] = node
    for child, one in zip(children, visit.children, strict=True):
        check(child, one, picture, track, nodes)


def test_a_small_tree_is_drawn_as_its_events_make_it(modules: Modules) -> None:
    count = cuts = 0
    for track in tracks():
        for seq, state in enumerate(modules.states(track), 1):
            root = known(track, seq) if state["path"] else None
            if root is None:
                continue
            nodes: dict[int, Any] = {}
            picture = state["picture"]
            check(picture[0], root, picture, track, nodes)
            assert len(nodes) == sum(one["visit"] is not None for one in picture)
            shown = [one["visit"] for one in picture if one["status"] in ("path", "current")]
            assert shown == path(track, seq)
            count += 1
            cuts += sum(one["status"] == "cut" for one in picture)
    assert count > sample_size(400, 3000)
    assert cuts > sample_size(20, 300)


def test_lecture_19s_cut_is_drawn_with_its_cause(modules: Modules) -> None:
    picture = modules.states(tracked("lecture19", Program.ALPHABETA))[18]["picture"]
    by_name = {node["position"]: node for node in picture if node["position"]}
    assert {name: (node["sign"], node["value"]) for name, node in by_name.items()} == {
        "a": (None, None),
        "b": ("<=", "4"),
        "d": ("=", "4"),
        "i": ("=", "1"),
        "j": ("=", "4"),
        "e": (">=", "5"),
        "k": ("=", "5"),
    }
    assert by_name["d"]["origin"] == "backed up"
    assert by_name["i"]["origin"] == "static"
    (cut,) = (node for node in picture if node["status"] == "cut")
    b = picture.index(by_name["b"])
    assert cut["names"] == ["l"]
    assert cut["reason"] == {"bound": "beta", "value": "4", "reach": "shallow", "by": b}
    unvisited = [node for node in picture if node["status"] == "unvisited"]
    assert [(node["count"], node["names"]) for node in unvisited] == [(1, ["c"])]


def test_a_deep_cut_leads_to_the_root(modules: Modules) -> None:
    states = modules.states(tracked("deep_cutoff_g3", Program.ALPHABETA))
    picture = states[states[0]["cut"] - 1]["picture"]
    (cut,) = (node for node in picture if node["status"] == "cut")
    assert cut["reason"] == {"bound": "alpha", "value": "10", "reach": "deep", "by": 0}
    assert picture[cut["parent"]]["position"] == "e"


def test_a_negamax_node_has_its_own_players_signs(modules: Modules) -> None:
    picture = modules.states(tracked("lecture19", Program.ALPHABETA, Naming.NEGAMAX))[18]["picture"]
    by_name = {node["position"]: (node["sign"], node["value"]) for node in picture if node["position"]}
    assert by_name["b"] == (">=", "-4")
    assert by_name["e"] == (">=", "5")


@pytest.mark.parametrize(("game", "depth"), [("tictactoe", sample_size(4, 6)), ("nim:heaps=[1,2,3]", None)])
def test_a_large_tree_is_folded_and_the_path_stays(modules: Modules, game: str, depth: int | None) -> None:
    track = tracked(game, Program.ALPHABETA, depth=depth)
    at = list(range(1, len(track), max(1, len(track) // sample_size(30, 300))))
    for seq, one in zip(at, modules.ask("folds", recording=shipped(track, game), at=at), strict=True):
        picture = one["picture"]
        assert len(picture) <= ROOM + LONG * 3
        visits = path(track, seq)
        shown = [node["visit"] for node in picture if node["status"] in ("path", "current")]
        assert shown == (visits if len(visits) <= LONG + 1 else [visits[0], None, *visits[-LONG:]])
        for place, node in enumerate(picture):
            assert node["parent"] is None if place == 0 else node["parent"] < place
        (current,) = (node for node in picture if node["status"] == "current")
        assert current["position"] == track.position(track.visits[visits[-1]].number)
        assert all(node["count"] for node in picture if node["visit"] is None)


def test_what_is_counted_is_what_was_entered(modules: Modules) -> None:
    track = tracked("tictactoe", Program.ALPHABETA, depth=sample_size(3, 4))
    at = list(range(1, len(track), sample_size(53, 97)))
    for seq, one in zip(at, modules.ask("folds", recording=shipped(track, "a test"), at=at), strict=True):
        entered = [event for event in track.events[:seq] if event.kind is Kind.ENTER]
        picture = one["picture"]
        assert picture[0]["count"] == len(entered) - 1
        for node in picture:
            if node["entered"] is not None and node["status"] == "valued":
                leave = track.visits[node["visit"]].left[-1]
                below = [event for event in entered if node["entered"] < event.seq < leave]
                assert node["count"] == len(below)


def test_who_wins_and_when_is_told_in_words(modules: Modules) -> None:
    with consult("nim:heaps=[1,2]") as game:
        recording = record(game, "minimax", engine="python")
        track = Track(recording, game.format_position, names=Names(recording, game))
        *_, last = modules.states(track)
    assert last["picture"][0]["win"] == "MAX wins in 3"
    assert "(MAX wins in 3)" in last["caption"]
    assert all(one["win"] for one in last["picture"] if one["status"] == "valued")
