"""The kinds of picture, by the ends of their files' names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from pydecl.errors import InputError
from pydecl.model.proof import Certificate
from pydecl.model.term import Term
from pydecl.proving.certificate import Writer
from pydecl.tracing.events import Naming
from pydecl.workbench.drawing.positions import SolvedGraph, positions_dot, positions_text
from pydecl.workbench.drawing.positions_svg import positions_svg
from pydecl.workbench.drawing.proof import proof_tree
from pydecl.workbench.drawing.proof_svg import proof_svg
from pydecl.workbench.drawing.search_tree import SearchTree
from pydecl.workbench.drawing.table_svg import Table, table_svg
from pydecl.workbench.drawing.tree_dot import tree_dot
from pydecl.workbench.drawing.tree_svg import tree_animation, tree_svg
from pydecl.workbench.drawing.tree_tex import tree_tex
from pydecl.workbench.drawing.tree_text import tree_text

Positions = Callable[[int], str | None]

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark }}
body {{ margin: 1rem; font-family: system-ui, sans-serif }}
.picture {{ overflow: auto }}
pre {{ overflow: auto; line-height: 1.25 }}
</style>
</head>
<body>
<div class="picture" tabindex="0">
{picture}</div>
<details>
<summary>The same as text</summary>
<pre>{text}</pre>
</details>
</body>
</html>
"""


def page(picture: str, text: str, title: str) -> str:
    """A page with an SVG, and the same as text."""
    return PAGE.format(title=escape(title), picture=picture.partition("\n")[2], text=escape(text))


def tree_html(tree: SearchTree, positions: Positions, title: str, naming: Naming = Naming.TEXTBOOK) -> str:
    """A page with the picture, and the same as text."""
    return page(tree_svg(tree, positions, title, naming), tree_text(tree, positions, title, naming), title)


TREE_FORMATS: dict[str, Callable[[SearchTree, Positions, str, Naming], str]] = {
    "svg": tree_svg,
    "html": tree_html,
    "dot": tree_dot,
    "tex": tree_tex,
    "txt": tree_text,
}
"""What writes a search tree; and `png`, by way of SVG."""

FORMATS = (*TREE_FORMATS, "png")

GRAPH_FORMATS = ("svg", "html", "dot", "txt", "png")

PLAIN_FORMATS = ("svg", "html", "txt", "png")


def tree_picture(
    tree: SearchTree,
    positions: Positions,
    title: str,
    kind: str,
    naming: Naming = Naming.TEXTBOOK,
    *,
    animated: bool = False,
) -> bytes:
    """The content of a picture's file, of one of FORMATS.

    Raises InputError if PNG cannot be made here, and for an animated picture that is no SVG.
    """
    if animated:
        if kind != "svg":
            raise InputError(f"only an SVG is animated, and this is {kind}")
        return _encoded(tree_animation(tree, positions, title, naming))
    if kind == "png":
        return png(tree_svg(tree, positions, title, naming))
    return _encoded(TREE_FORMATS[kind](tree, positions, title, naming))


def proof_picture(
    writer: Writer, certificates: Sequence[Certificate[Term]], title: str, kind: str, most: int
) -> bytes:
    """The same for proofs, of one of PLAIN_FORMATS; a picture has at most so many steps of each."""
    text = writer.text(certificates) if kind in ("html", "txt") else ""
    if kind == "txt":
        return _encoded(text)
    trees = [proof_tree(writer, certificate, most) for certificate in certificates]
    return picture_file(proof_svg(trees, title), text, title, kind)


def positions_picture(graph: SolvedGraph, kind: str) -> bytes:
    """The same for solved positions, of one of GRAPH_FORMATS."""
    if kind == "dot":
        return _encoded(positions_dot(graph))
    return picture_file(positions_svg(graph), positions_text(graph), graph.title, kind)


def table_picture(table: Table, kind: str) -> bytes:
    """The same for a table, of one of PLAIN_FORMATS."""
    return picture_file(table_svg(table), table.text(), table.title, kind)


def picture_file(picture: str, text: str, title: str, kind: str) -> bytes:
    """The content of any picture's file, of one of PLAIN_FORMATS, from its SVG and its text."""
    match kind:
        case "png":
            return png(picture)
        case "html":
            return _encoded(page(picture, text, title))
        case "svg":
            return _encoded(picture)
        case _:
            return _encoded(text)


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
