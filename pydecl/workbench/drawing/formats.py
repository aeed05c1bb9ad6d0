"""Pictures as files, by the ends of their names; and a recording as a picture of the tree that was searched.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     drawn = recorded_picture(record(game, "alphabeta", engine="python"), game, "txt")
>>> drawn.title, drawn.nodes
('alphabeta on lecture19', 11)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import islice
from pathlib import Path
from string import Template

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError
from pydecl.model.number import number_text
from pydecl.model.proof import Certificate
from pydecl.model.term import Term
from pydecl.proving.certificate import Writer
from pydecl.tracing.captions import Name
from pydecl.tracing.events import Naming
from pydecl.tracing.names import Names
from pydecl.tracing.recording import Recording
from pydecl.workbench.drawing.positions import SolvedGraph, positions_dot, positions_svg, positions_text
from pydecl.workbench.drawing.proof import proof_svg
from pydecl.workbench.drawing.search_tree import (
    SHOWN,
    End,
    SearchTree,
    fitted,
    folded,
    named,
    search_trees,
    settle,
)
from pydecl.workbench.drawing.table_svg import Table, table_svg
from pydecl.workbench.drawing.tree_formats import tree_dot, tree_tex, tree_text
from pydecl.workbench.drawing.tree_svg import is_on_page, tree_animation, tree_svg
from pydecl.workbench.drawing.words import Words

PAGE = Template((Path(__file__).parent / "styles" / "page.html").read_text("utf-8"))


def page(title: str, content: str) -> str:
    """A page that stands alone; its `content` is HTML."""
    return PAGE.substitute(title=escape(title), content=content)


TREE_FORMATS = ("svg", "html", "dot", "tex", "txt")
"""What a search tree is written as; and `png`, by way of SVG."""

FORMATS = (*TREE_FORMATS, "png")

GRAPH_FORMATS = ("svg", "html", "dot", "txt", "png")

PLAIN_FORMATS = ("svg", "html", "txt", "png")


def tree_picture(tree: SearchTree, words: Words, title: str, kind: str, *, animated: bool = False) -> bytes:
    """The content of a picture's file, of one of FORMATS.

    Raises InputError if PNG cannot be made here, and for an animated picture that is no SVG.
    """
    if animated and kind != "svg":
        raise InputError(f"only an SVG is animated, and this is {kind}")
    told = tree, words, title
    if kind in ("dot", "tex"):
        return _encoded(tree_dot(*told) if kind == "dot" else tree_tex(*told))
    drawn = partial(tree_animation if animated else tree_svg, *told)
    return picture_file(kind, title, drawn, partial(tree_text, *told))


def proof_picture(
    writer: Writer, certificates: Sequence[Certificate[Term]], title: str, kind: str, most: int
) -> bytes:
    """The same for proofs, of one of PLAIN_FORMATS; a picture has at most so many entries of each."""
    drawn = partial(proof_svg, writer, certificates, title, most)
    return picture_file(kind, title, drawn, partial(writer.text, certificates))


def positions_picture(graph: SolvedGraph, kind: str) -> bytes:
    """The same for solved positions, of one of GRAPH_FORMATS."""
    if kind == "dot":
        return _encoded(positions_dot(graph))
    return picture_file(kind, graph.title, partial(positions_svg, graph), partial(positions_text, graph))


def table_picture(table: Table, kind: str) -> bytes:
    """The same for a table, of one of PLAIN_FORMATS."""
    return picture_file(kind, table.title, partial(table_svg, table), table.text)


def picture_file(kind: str, title: str, drawn: Callable[[], str], written: Callable[[], str]) -> bytes:
    """The content of any picture's file, of one of PLAIN_FORMATS, by what makes its SVG and its text."""
    if kind == "txt":
        return _encoded(written())
    picture = drawn()
    if kind == "png":
        return png(picture)
    if kind == "html":
        _, _, inside = picture.partition("\n")
        text = f"<details>\n<summary>The same as text</summary>\n<pre>{escape(written())}</pre>\n</details>"
        return _encoded(page(title, f'<div class="picture" tabindex="0">\n{inside}</div>\n{text}'))
    return _encoded(picture)


def _encoded(text: str) -> bytes:
    return (text if text.endswith("\n") else text + "\n").encode("utf-8", "replace")


MOST_PIXELS = 8_000
"""How wide or high a picture of pixels may be."""


def png(picture: str) -> bytes:
    """An SVG as pixels, by the package resvg-py, which is an extra. Raises InputError."""
    try:
        import resvg_py  # an extra
    except ImportError:
        raise InputError("PNG needs the package resvg-py: pip install 'pydecl[png]'") from None
    start = picture[: picture.index(">", picture.index("<svg"))]
    size = max(float(start.partition(f'{name}="')[2].partition('"')[0]) for name in (" width", " height"))
    if size > MOST_PIXELS:
        raise InputError(
            f"the picture has {size:,.0f} pixels on a side: more than {MOST_PIXELS:,} are not drawn as PNG"
        )
    return bytes(resvg_py.svg_to_bytes(svg_string=picture))


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

    words = Words(written, naming)
    shown = shown_tree(tree, names, names.end, words, nodes)
    content = tree_picture(shown, words, title, kind, animated=animated)
    return RecordedPicture(content, title, sum(not visit.omitted for visit in shown.visits()))


def shown_tree(tree: SearchTree, names: Name, end: End, words: Words, nodes: int | None = None) -> SearchTree:
    """A tree as it is drawn: folded to a page or to so many nodes, with its names and with what is won."""
    settle(tree, end)
    if nodes is not None:
        return named(folded(tree, nodes), names)

    def fits(one: SearchTree) -> bool:
        is_small = sum(1 for _ in islice(one.visits(), SHOWN + 1)) <= SHOWN
        return is_small and is_on_page(named(one, names), words)

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
