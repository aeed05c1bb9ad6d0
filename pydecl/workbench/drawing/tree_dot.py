"""A search tree for Graphviz, in its language DOT."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pydecl.tracing.events import Naming, Turn
from pydecl.workbench.drawing.search_tree import SearchTree, Visit
from pydecl.workbench.drawing.words import Words, notes

SHAPES = {
    Turn.MAX: 'shape=box, fillcolor="#d9e8f6", color="#1f5f99"',
    Turn.MIN: 'shape=oval, fillcolor="#fde6cc", color="#a85300"',
    Turn.CHANCE: 'shape=hexagon, fillcolor="#d8f0e4", color="#1a7a52"',
    None: 'shape=box, fillcolor="#eeeeee", color="#5c5c5c"',
}


def tree_dot(
    tree: SearchTree,
    positions: Callable[[int], str | None],
    title: str,
    naming: Naming = Naming.TEXTBOOK,
) -> str:
    """The tree as a directed graph; `positions` writes a position by its number."""
    return "\n".join(_lines(tree, Words(positions, naming), "\n".join([title, *notes(tree)]))) + "\n"


def _lines(tree: SearchTree, words: Words, title: str) -> Iterator[str]:
    line = set(tree.variation())
    yield "digraph search {"
    yield f"  graph [label={quoted(title)}, labelloc=t, ordering=out, fontname=monospace]"
    yield '  node [style=filled, fontname=monospace, margin="0.08,0.04"]'
    yield "  edge [fontname=monospace, fontsize=9, arrowhead=none]"
    for visit in tree.visits():
        hidden = f"\n+{visit.hidden:,} below" if visit.hidden else ""
        label = quoted(f"{words.name(visit)}\n{words.value(visit)}{hidden}")
        wide = ", penwidth=3" if visit in line else ""
        beside = quoted(str(visit.order))
        yield f"  n{visit.order} [label={label}, xlabel={beside}, {SHAPES[visit.mover]}{wide}]"
        for child in visit.children:
            wide = ", penwidth=3" if visit in line and child in line else ""
            yield f"  n{visit.order} -> n{child.order} [label={quoted(words.window(child))}{wide}]"
        if visit.cut is not None and visit.cut.skipped:
            yield from _cut(visit, words)
    yield "}"


def _cut(visit: Visit, words: Words) -> Iterator[str]:
    assert visit.cut is not None
    stub = f"s{visit.order}"
    said = quoted(words.skipped(visit.cut))
    reason = quoted(f"/ {words.reason(visit.cut)}")
    yield f'  {stub} [label={said}, shape=box, style=dashed, color="#8a8a8a", fontcolor="#5c5c5c"]'
    yield f'  n{visit.order} -> {stub} [label={reason}, style=dashed, color="#b3261e", fontcolor="#b3261e"]'
    if visit.cut.by is not None:
        cause = 'style=dotted, color="#b3261e", constraint=false'
        yield f"  {stub} -> n{visit.cut.by.order} [{cause}]"


def quoted(text: str) -> str:
    r"""A text as DOT writes it.

    >>> print(quoted('a "b" \\ c'))
    "a \"b\" \\ c"
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
