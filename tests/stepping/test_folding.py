"""A picture that is folded keeps the path and counts what it leaves out; no two boxes of a row overlap."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from rings import sample, sample_size
from stepper_modules import Modules
from stepper_modules import modules as modules

from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.term import term_text
from pydecl.tracing.recording import record
from pydecl.workbench.stepping.shipped import shipped
from pydecl.workbench.stepping.track import Track

GAMES = sample(
    [("lecture19", None), ("tictactoe", 4), ("connect4", sample_size(3, 4)), ("nim:heaps=[1,2,3]", None)], 2
)


@pytest.fixture(scope="module")
def found(modules: Modules) -> list[Any]:
    told: list[Any] = []
    at = [*range(1, 60, sample_size(6, 3)), *range(60, 6000, sample_size(1113, 371))]
    for name, depth in GAMES:
        with consult(name) as game:
            for program in (Program.ALPHABETA, Program.MINIMAX):
                recording = record(game, program, engine="python", depth=depth, most=6000)
                told += modules.ask("folds", recording=shipped(Track(recording, term_text), name), at=at)
    return told


def on_path(nodes: list[Any]) -> list[Any]:
    return [node["visit"] for node in nodes if node["status"] in ("path", "current")]


def siblings(nodes: list[Any], place: int) -> int:
    """How many visits a node has below it, drawn or counted."""
    below = [node for node in nodes if node["parent"] == place]
    return sum(node["count"] if node["status"] == "more" else 1 for node in below if is_visited(node))


def has_children(nodes: list[Any], place: int) -> bool:
    return any(node["parent"] == place for node in nodes)


def is_visited(node: Any) -> bool:
    return node["status"] in ("valued", "path", "current", "more")


def test_every_fold_keeps_the_path_and_counts_the_rest(found: list[Any]) -> None:
    smaller = 0
    for one in found:
        picture = one["picture"]
        by_visit = {node["visit"]: place for place, node in enumerate(picture) if node["visit"] is not None}
        for nodes in one["folds"]:
            assert on_path(nodes) == on_path(picture)
            smaller += len(nodes) < len(picture)
            for place, node in enumerate(nodes):
                assert node["parent"] is None if place == 0 else node["parent"] < place
                if node["visit"] not in by_visit:  # there was no room for it
                    continue
                there = by_visit[node["visit"]]
                assert {**node, "parent": picture[there]["parent"]} == picture[there]
                if has_children(nodes, place) and has_children(picture, there):
                    assert siblings(nodes, place) == siblings(picture, there)
    assert smaller > sample_size(20, 100)


def test_no_fold_loses_the_cause_of_a_cut(found: list[Any]) -> None:
    cuts = 0
    for one in found:
        causes = {cause(one["picture"], node) for node in one["picture"] if node["reason"]}
        for nodes in one["folds"]:
            kept = {cause(nodes, node) for node in nodes if node["reason"]}
            assert kept <= causes
            cuts += len(kept)
    assert cuts > sample_size(10, 100)


def cause(nodes: list[Any], node: Any) -> tuple[int, int | None]:
    """The visits at which there was a cut, and whose bound was met."""
    by = node["reason"]["by"]
    return nodes[node["parent"]]["visit"], None if by is None else nodes[by]["visit"]


def test_boxes_of_a_row_do_not_overlap(found: list[Any]) -> None:
    for one in found:
        for boxes in one["boxes"]:
            rows: dict[int, list[tuple[float, float]]] = {}
            for x, y, slot in boxes:
                rows.setdefault(round(y / 98), []).append((x - slot / 2, x + slot / 2))
            for row in rows.values():
                assert all(left[1] <= right[0] + 1e-6 for left, right in pairwise(sorted(row)))
