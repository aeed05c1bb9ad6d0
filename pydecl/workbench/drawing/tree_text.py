"""A search tree as text: one node a line, with what was not entered and why.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.workbench.drawing.search_tree import search_trees
>>> from pydecl.model.program import Program
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     recording = record(game, Program.ALPHABETA, engine="python")
>>> (tree,) = search_trees(recording.events(), recording.best)
>>> print(tree_text(tree, lambda number: str(recording.positions[number]), "alphabeta"))
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

from collections.abc import Callable, Iterator

from pydecl.tracing.events import Naming
from pydecl.workbench.drawing.search_tree import SearchTree, Visit
from pydecl.workbench.drawing.words import Words, notes

LEGEND = "name, who is to move, value, window, place in the order of visits; * is the best variation"


def tree_text(
    tree: SearchTree,
    positions: Callable[[int], str | None],
    title: str,
    naming: Naming = Naming.TEXTBOOK,
) -> str:
    """The tree as lines; `positions` writes a position by its number."""
    words = Words(positions, naming)
    said = [f"note: {note}" for note in notes(tree)]
    return "\n".join([title, *said, "", *_lines(tree, words), "", f"Each node: {LEGEND}."])


def _lines(tree: SearchTree, words: Words) -> Iterator[str]:
    line = set(tree.variation())
    todo: list[tuple[Visit | str, str, str]] = [(tree.root, "", "")]
    while todo:
        one, first, rest = todo.pop()
        if isinstance(one, str):
            yield first + one
            continue
        yield f"{first}{'* ' if one in line else ''}{_node(one, words)}"
        below: list[Visit | str] = list(one.children)
        if one.cut is not None and one.cut.skipped:
            below.append(f"skipped {words.skipped(one.cut)}: {words.reason(one.cut)}")
        for place, child in reversed(list(enumerate(below, 1))):
            is_last = place == len(below)
            branch = (
                ("└─/ " if is_last else "├─/ ") if isinstance(child, str) else "└── " if is_last else "├── "
            )
            todo.append((child, rest + branch, rest + ("    " if is_last else "│   ")))


def _node(visit: Visit, words: Words) -> str:
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
