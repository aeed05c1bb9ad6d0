"""A search tree as text, one node a line; for Graphviz, in DOT; and for LaTeX, by the package `forest`.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.workbench.drawing.search_tree import search_trees
>>> from pydecl.model.program import Program
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     recording = record(game, Program.ALPHABETA, engine="python")
>>> (tree,) = search_trees(recording.events(), recording.best)
>>> print(tree_text(tree, Words(lambda number: str(recording.positions[number])), "alphabeta"))
alphabeta
<BLANKLINE>
* a  MAX  4  [-∞, ∞]  1
├── * b  MIN  4  [-∞, ∞]  2
│   ├── * d  MAX  4  [-∞, ∞]  3
│   │   ├── i  MIN  static 1  [-∞, ∞]  4
│   │   └── * j  MIN  static 4  [1, ∞]  5
│   └── e  MAX  5  [-∞, 4]  6
│       ├── k  MIN  static 5  [-∞, 4]  7
│       └─/ skipped l: beta 4 is from b (shallow)
└── c  MIN  2  [4, ∞]  8
    ├── f  MAX  2  [4, ∞]  9
    │   ├── m  MIN  static 2  [4, ∞]  10
    │   └── n  MIN  static 1  [4, ∞]  11
    └─/ skipped g: alpha 4 is from a (shallow)
<BLANKLINE>
Each node: name, who is to move, value, window, place in the order of visits; * is the best variation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar, cast

from pydecl.tracing.events import Turn
from pydecl.workbench.drawing.search_tree import Cut, SearchTree, Visit
from pydecl.workbench.drawing.words import Words, notes

LEGEND = "name, who is to move, value, window, place in the order of visits; * is the best variation"


def tree_text(tree: SearchTree, words: Words, title: str) -> str:
    """The tree as lines."""
    said = [f"note: {note}" for note in notes(tree)]
    return "\n".join([title, *said, "", *_text_lines(tree, words), "", f"Each node: {LEGEND}."])


Node = TypeVar("Node")


def branches(root: Node, below: Callable[[Node], Sequence[Node]]) -> Iterator[tuple[str, Node]]:
    """The nodes of a tree, depth first, each with the branches that stand before it in its line."""
    todo = [(root, "", "")]
    while todo:
        node, first, rest = todo.pop()
        yield first, node
        ends = ("└── ", "    ")
        for child in reversed(below(node)):
            todo.append((child, rest + ends[0], rest + ends[1]))
            ends = ("├── ", "│   ")


def _text_lines(tree: SearchTree, words: Words) -> Iterator[str]:
    line, root = set(tree.variation()), cast(Visit | Cut, tree.root)

    def below(one: Visit | Cut) -> Sequence[Visit | Cut]:
        if isinstance(one, Cut):
            return ()
        return [*one.children, one.cut] if one.cut is not None and one.cut.skipped else one.children

    for first, one in branches(root, below):
        if isinstance(one, Cut):
            yield f"{first.removesuffix('─ ')}/ skipped {words.skipped(one)}: {words.reason(one)}"
        else:
            yield f"{first}{'* ' if one in line else ''}{_text_node(one, words)}"


def _text_node(visit: Visit, words: Words) -> str:
    value = words.value(visit)
    if visit.static is not None:
        value = f"static {value}"
    elif visit.is_hit:
        value = f"known {value}"
    hidden = f"+{visit.hidden:,} below" if visit.hidden else ""
    if visit.omitted:
        return f"{words.name(visit)}  {hidden}".rstrip()
    parts = (
        words.name(visit),
        words.mover(visit.mover),
        value,
        words.window(visit),
        f"{visit.order:,}",
        hidden,
    )
    return "  ".join(filter(None, parts))


SHAPES = {
    Turn.MAX: 'shape=box, fillcolor="#d9e8f6", color="#1f5f99"',
    Turn.MIN: 'shape=oval, fillcolor="#fde6cc", color="#a85300"',
    Turn.CHANCE: 'shape=hexagon, fillcolor="#d8f0e4", color="#1a7a52"',
    None: 'shape=box, fillcolor="#eeeeee", color="#5c5c5c"',
}


def tree_dot(tree: SearchTree, words: Words, title: str) -> str:
    """The tree as a directed graph."""
    return "\n".join(_dot_lines(tree, words, "\n".join([title, *notes(tree)]))) + "\n"


def _dot_lines(tree: SearchTree, words: Words, title: str) -> Iterator[str]:
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


STYLES = {Turn.MAX: "max node", Turn.MIN: "min node", Turn.CHANCE: "chance node", None: "nobody"}

PREAMBLE = Path(__file__).parent / "styles" / "tree.tex"
"""What stands before the nodes."""

BREAK = r"\\{}"
"""Ends a line: without the group, a bracket or a star after it would be the command's own."""

SPECIAL = {
    **{char: f"\\{char}" for char in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "∞": r"\ensuremath{\infty}",
    "…": r"\ldots{}",
    "-": "{-}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
}


def tree_tex(tree: SearchTree, words: Words, title: str) -> str:
    """The tree as a document."""
    comments = "".join(f"% {' '.join(line.split())}\n" for line in (title, *notes(tree)))
    nodes = "\n".join(_tex_lines(tree, words))
    return f"{comments}{PREAMBLE.read_text()}{nodes}\n\\end{{forest}}\n\\end{{document}}\n"


def _tex_lines(tree: SearchTree, words: Words) -> Iterator[str]:
    line = set(tree.variation())
    causes: list[str] = []
    todo: list[tuple[Visit, int] | str] = [(tree.root, 1)]
    while todo:
        one = todo.pop()
        if isinstance(one, str):
            yield one
            continue
        visit, depth = one
        indent = "  " * depth
        yield f"{indent}[{{{_tex_node(visit, words)}}}, {', '.join(_options(visit, words, line, tree.root))}"
        todo.append(f"{indent}]")
        if visit.cut is not None and visit.cut.skipped:
            said, reason = escaped(words.skipped(visit.cut)), escaped(words.reason(visit.cut))
            reason = reason.replace(" is from ", f"{BREAK}from ", 1)
            todo.append(f"{indent}  [{{{said}}}, skipped, name=s{visit.order}, reason={{{reason}}}]")
            if visit.cut.by is not None:
                to = f"(n{visit.cut.by.order}.east)"
                causes.append(
                    f"  \\draw[red!70!black, densely dotted] (s{visit.order}.north) to[out=90, in=0] {to};"
                )
        todo.extend((child, depth + 1) for child in reversed(visit.children))
    yield from causes


def _tex_node(visit: Visit, words: Words) -> str:
    value = escaped(words.value(visit))
    shown = value if visit.static is not None or visit.is_hit else f"\\textbf{{{value}}}"
    hidden = f"{BREAK}{{\\tiny +{visit.hidden} below}}" if visit.hidden else ""
    return f"{escaped(words.name(visit))}{BREAK}{shown}{hidden}"


def _options(visit: Visit, words: Words, line: set[Visit], root: Visit) -> Iterator[str]:
    yield STYLES[visit.mover]
    yield f"name=n{visit.order}"
    if visit in line:
        yield "best" if visit is root else "best, best edge"
    window = words.window(visit)
    if window and visit is not root:
        yield f"window={{{escaped(window)}}}"


def escaped(text: str) -> str:
    """A text as LaTeX sets it, in a group where it could end an option."""
    return "".join(SPECIAL.get(char, char) for char in text)
