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
from itertools import islice

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError
from pydecl.model.number import number_text
from pydecl.tracing.captions import Name
from pydecl.tracing.events import Naming
from pydecl.tracing.names import Names
from pydecl.tracing.recording import Recording
from pydecl.workbench.drawing.folding import fitted, folded
from pydecl.workbench.drawing.formats import tree_picture
from pydecl.workbench.drawing.search_tree import SHOWN, End, SearchTree, named, search_trees, settle
from pydecl.workbench.drawing.tree_svg import is_on_page


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
    nodes: int | None = None,
    iteration: int | None = None,
    animated: bool = False,
) -> RecordedPicture:
    """The picture of one search, of a `kind` in FORMATS: the last, of a program that begins again.

    `nodes` is how many are drawn at the most; without it as many as a page has room for. Raises InputError if
    there is nothing to draw.
    """
    tree, title = chosen(recording, game, iteration)
    names = Names(recording, game)

    def written(number: int) -> str | None:
        position = recording.positions[number]
        return None if position is None else game.format_position(position)

    shown = shown_tree(tree, names, names.end, naming, nodes)
    content = tree_picture(shown, written, title, kind, naming, animated=animated)
    return RecordedPicture(content, title, sum(not visit.omitted for visit in shown.visits()))


def shown_tree(
    tree: SearchTree, names: Name, end: End, naming: Naming = Naming.TEXTBOOK, nodes: int | None = None
) -> SearchTree:
    """A tree as it is drawn: folded to a page or to so many nodes, with its names and with what is won."""
    settle(tree, end)
    if nodes is not None:
        return named(folded(tree, nodes), names)

    def fits(one: SearchTree) -> bool:
        is_small = sum(1 for _ in islice(one.visits(), SHOWN + 1)) <= SHOWN
        return is_small and is_on_page(named(one, names), naming)

    return fitted(tree, fits)


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
