r"""A search tree for LaTeX: a document of its own, drawn by the package `forest`.

>>> print(escaped("a_b 50% {x} \\ ∞"))
a\_b 50\% \{x\} \textbackslash{} \ensuremath{\infty}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pydecl.tracing.events import Naming, Turn
from pydecl.workbench.drawing.search_tree import SearchTree, Visit
from pydecl.workbench.drawing.words import Words, notes

STYLES = {Turn.MAX: "max node", Turn.MIN: "min node", Turn.CHANCE: "chance node", None: "nobody"}

HEAD = r"""\documentclass[border=6pt]{standalone}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{lmodern}
\usepackage{forest}
"""
"""What every document needs."""

PREAMBLE = (
    HEAD
    + r"""\usetikzlibrary{shapes.geometric}
\begin{document}
\forestset{
  max node/.style={rectangle, draw=blue!60!black, fill=blue!10},
  min node/.style={rectangle, rounded corners=7pt, draw=orange!70!black, fill=orange!20},
  chance node/.style={regular polygon, regular polygon sides=6, draw=green!50!black, fill=green!10},
  nobody/.style={rectangle, draw=gray, fill=gray!10},
  best/.style={line width=1.6pt},
  best edge/.style={edge={line width=1.6pt}},
  skipped/.style={rectangle, dashed, draw=gray, text=gray, edge={dashed, gray}},
  window/.style={edge label={node[midway, fill=white, inner sep=1pt, font=\ttfamily\tiny]{#1}}},
  reason/.style={edge label={node[midway, sloped, text=red!70!black, font=\bfseries]{/}
    }, label={[align=center, text=red!70!black, font=\ttfamily\tiny]below:{#1}}},
}
\begin{forest}
  for tree={font=\ttfamily\small, align=center, minimum width=11mm, s sep=9mm, l sep=14mm,
    parent anchor=south, child anchor=north}
"""
)

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


def tree_tex(
    tree: SearchTree,
    positions: Callable[[int], str | None],
    title: str,
    naming: Naming = Naming.TEXTBOOK,
) -> str:
    """The tree as a document; `positions` writes a position by its number."""
    words = Words(positions, naming)
    comments = "".join(f"% {' '.join(line.split())}\n" for line in (title, *notes(tree)))
    return comments + PREAMBLE + "\n".join(_lines(tree, words)) + "\n\\end{forest}\n\\end{document}\n"


def _lines(tree: SearchTree, words: Words) -> Iterator[str]:
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
        yield f"{indent}[{{{_node(visit, words)}}}, {', '.join(_options(visit, words, line, tree.root))}"
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


def _node(visit: Visit, words: Words) -> str:
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
