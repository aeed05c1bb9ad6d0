"""Solution trees for LaTeX: a document of its own, a page a proof, drawn by the package `forest`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.model.proof import Kind
from pydecl.workbench.drawing.proof import ProofTree, Step
from pydecl.workbench.drawing.tree_tex import BREAK, HEAD, escaped

PREAMBLE = (
    HEAD.replace("border=6pt", "border=6pt, multi=forest")
    + r"""\usetikzlibrary{calc}
\begin{document}
\forestset{
  or node/.style={rectangle, draw=blue!60!black, fill=blue!10},
  and node/.style={rectangle, rounded corners=8pt, draw=orange!70!black, fill=orange!20},
  leaf node/.style={rectangle, rounded corners=2pt, draw=green!50!black, fill=green!10},
  again/.style={dashed, draw=gray, fill=gray!10},
  move/.style={edge label={node[midway, fill=white, inner sep=1pt, font=\ttfamily\tiny]{#1}}},
}
"""
)


def proof_tex(trees: Sequence[ProofTree], title: str) -> str:
    """The proofs as a document."""
    pages = "".join("\n".join(_lines(tree)) + "\n" for tree in trees)
    return f"% {' '.join(title.split())}\n{PREAMBLE}{pages}\\end{{document}}\n"


def _lines(tree: ProofTree) -> Iterator[str]:
    for line in (tree.statement, *tree.notes):
        yield f"% {' '.join(line.split())}"
    yield "\\begin{forest}"
    yield "  for tree={font=\\ttfamily\\small, align=center, s sep=4mm, l sep=12mm,"
    yield "    parent anchor=south, child anchor=north}"
    names = {step: f"s{number}" for number, step in enumerate(tree.steps())}
    arcs: list[str] = []
    todo: list[tuple[Step, int] | str] = [(tree.root, 1)]
    while todo:
        one = todo.pop()
        if isinstance(one, str):
            yield one
            continue
        step, depth = one
        indent = "  " * depth
        yield f"{indent}[{{{_text(step)}}}, {', '.join(_options(step, names[step]))}"
        todo.append(f"{indent}]")
        if step.kind is Kind.AND and len(step.children) > 1:
            start = f"{names[step]}.south"
            first, last = (
                f"($({start})!6mm!({names[child]}.north)$)" for child in (step.children[0], step.children[-1])
            )
            arcs.append(f"  \\draw[orange!70!black, thick] {first} to[bend right=25] {last};")
        todo.extend((child, depth + 1) for child in reversed(step.children))
    yield from arcs
    yield "\\end{forest}"


def _text(step: Step) -> str:
    more = f"{BREAK}{{\\tiny more below}}" if step.cut else ""
    return f"{escaped(step.name)}{BREAK}{escaped(f'[{step.entry.number}] {step.note}')}{more}"


def _options(step: Step, name: str) -> Iterator[str]:
    yield f"{step.kind.value} node"
    yield f"name={name}"
    if step.again:
        yield "again"
    if step.move:
        yield f"move={{{escaped(step.move)}}}"
