"""The essay 'Why was this branch cut?': its two trees, and what its page asks.

>>> boards, lecture = trees().values()
>>> written(boards["root"])
'a max (b min (d max (h 3 i 2) e max (j 4 k 4)) c min (f max (l 2 m 0) g max (n 1 o 1)))'
>>> boards["boards"]["a"], boards["boards"]["o"]
('......o.x', 'x.ox..o.x')
"""

from __future__ import annotations

import json
from functools import cache
from itertools import repeat
from string import ascii_lowercase
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.games.tictactoe import Position, TicTacToe
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_trees, plant
from pydecl.model.tree import Inner, Leaf, Tree
from pydecl.paths import bundled_file
from pydecl.rules.source import read_source
from pydecl.rules.tree import read_tree
from pydecl.tracing.recording import record
from pydecl.workbench.drawing.formats import recorded_picture
from pydecl.workbench.stepping.marks import marks_of
from pydecl.workbench.stepping.shipped import shipped
from pydecl.workbench.stepping.track import Track

START = Position("x", "......o.x")
"""The board at the root: with two moves of each player here, alphabeta looks at five of eight leaves."""

PLIES, MOVES = 3, 2
"""How deep the tree of boards is, and how many moves of each board are in it: those that
look best by the static value and end no game."""

LECTURE = "lecture19"

PROGRAMS = ("minimax", "alphabeta", "alphabeta_nonstrict", "scout", "mtdf")
"""What the page may ask for."""


def told(*, is_searched: bool) -> str:
    """What the page is told, as JSON: the trees, and what is seen first if that is to be searched here."""
    values: dict[str, Any] = {"trees": trees()}
    if is_searched:
        values["first"] = _first()
    return json.dumps(values, separators=(",", ":"))


@cache
def trees() -> dict[str, dict[str, Any]]:
    """The trees by their names: the `root` with all below it, and the cells of `boards` by their nodes."""
    path = bundled_file(LECTURE)
    lecture = read_tree(read_source(path), str(path))
    return {"boards": _boards(), "lecture": {"root": _node(lecture, lecture.root.name), "boards": {}}}


@cache
def _first() -> dict[str, Any]:
    with consult_trees() as game:
        return searched(game, written(trees()["boards"]["root"]), "alphabeta", has_places=True)


@cache
def moving() -> bytes:
    """alphabeta on the lecture's tree as a picture in motion, an SVG."""
    with consult(LECTURE) as game:
        return recorded_picture(
            record(game, "alphabeta", engine="python"), game, "svg", animated=True
        ).content


def searched(game: SessionGame, tree: str, program: str, *, has_places: bool) -> dict[str, Any]:
    """A program on a tree, as the stepper takes it, with the places in the Prolog text.

    `game` is one of `consult_trees`.
    """
    plant(game, read_tree(tree, "tree"))
    track = Track(record(game, program, depth=None), game.format_position)
    if has_places:
        track.marks = marks_of(track.recording)
    return shipped(track, "the tree")


def written(node: dict[str, Any]) -> str:
    """A node as a .tree file has it."""
    if "value" in node:
        return f"{node['name']} {node['value']}"
    return f"{node['name']} {node['mover']} ({' '.join(map(written, node['children']))})"


def _boards() -> dict[str, Any]:
    """The tree of boards; its names go level by level, as the lecture's do."""
    game = TicTacToe(evaluation="lecture")
    letters = iter(ascii_lowercase)
    root: dict[str, Any] = {"name": next(letters)}
    boards = {}
    todo = [(root, START, 0)]
    for node, position, ply in todo:  # which grows
        boards[node["name"]] = position.cells
        node["mover"] = game.player(position).value
        if ply == PLIES:
            node["value"] = game.static_value(position)
            continue
        quiet = [after for _, after in game.successors(position) if game.successors(after)]
        best = sorted(quiet, key=game.static_value, reverse=position.mover == "x")[:MOVES]
        node["children"] = [{"name": next(letters)} for _ in best]
        todo += zip(node["children"], best, repeat(ply + 1))
    return {"root": root, "boards": boards}


def _node(tree: Tree, name: str) -> dict[str, Any]:
    node = tree[name]
    assert isinstance(node, Inner | Leaf)
    told = {"name": name, "mover": node.mover.value}
    if isinstance(node, Leaf):
        return {**told, "value": node.value}
    return {**told, "children": [_node(tree, child) for child in node.children]}
