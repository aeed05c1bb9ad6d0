"""A recording as a picture of the tree that was searched.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     drawn = recorded_picture(record(game, "alphabeta", engine="python"), game, "txt")
>>> drawn.title, drawn.nodes
('alphabeta on lecture19', 11)
"""

from __future__ import annotations

from dataclasses import dataclass

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError
from pydecl.model.number import number_text
from pydecl.tracing.naming import Naming
from pydecl.tracing.recording import Recording
from pydecl.workbench.drawing.formats import tree_picture
from pydecl.workbench.drawing.search_tree import SHOWN, SearchTree, folded, search_trees


@dataclass(frozen=True, slots=True)
class RecordedPicture:
    """The content of a picture's file, what stands above it, and how many nodes it shows."""

    content: bytes
    title: str
    nodes: int


def recorded_picture(
    recording: Recording,
    game: SessionGame,
    kind: str,
    *,
    naming: Naming = Naming.TEXTBOOK,
    nodes: int = SHOWN,
    iteration: int | None = None,
) -> RecordedPicture:
    """The picture of one search, of a `kind` in FORMATS: the last, of a program that begins again.

    `nodes` is how many are drawn at the most. Raises InputError if there is nothing to draw.
    """
    tree, title = chosen(recording, game, iteration)
    shown = folded(tree, nodes)

    def written(number: int) -> str | None:
        position = recording.positions[number]
        return None if position is None else game.format_position(position)

    content = tree_picture(shown, written, title, kind, naming)
    return RecordedPicture(content, title, sum(1 for _ in shown.visits()))


def chosen(recording: Recording, game: SessionGame, iteration: int | None) -> tuple[SearchTree, str]:
    """The tree to draw, and what stands above it. Raises InputError if there is no such iteration."""
    trees = search_trees(recording.events(), recording.best)
    if not trees:
        raise InputError(f"{recording.program.value} entered no node that could be drawn")
    number = len(trees) if iteration is None else iteration
    if number > len(trees):
        raise InputError(f"--iteration {number}: there were {len(trees)}")
    tree = trees[number - 1]
    title = f"{recording.program.value} on {game.name}"
    if len(trees) > 1:
        depth = "" if tree.depth is None else f", to depth {number_text(tree.depth)}"
        title += f", search {number} of {len(trees)}{depth}"
    return tree, title
