"""Solution trees as SVG: AND/OR trees, in which an arc joins the moves that count together.

An OR node, where one answer is enough, is a rectangle and blue. An AND node, where all replies count, is
round at its sides and orange, and an arc lies across its branches. A leaf has soft corners and is green, and
says what it is worth. What was told before is dashed, and says where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from pydecl.model.proof import Kind
from pydecl.workbench.drawing import svg
from pydecl.workbench.drawing.layout import placed
from pydecl.workbench.drawing.nodes import (
    ABOVE,
    GAP,
    HEIGHT,
    MARGIN,
    SIZE,
    SMALL,
    Sample,
    Shape,
    behind,
    centred,
    heading,
    heading_width,
    legend,
    legend_width,
    outline,
    two_lines,
    width_of,
)
from pydecl.workbench.drawing.proof import ProofTree, Step
from pydecl.workbench.drawing.svg import Markup, element

LAYER, RADIUS = 92.0, 24.0
"""From one row to the next, and an arc's radius."""

MORE = "more below"

STYLE = """
.edge { stroke: #8a8a8a; stroke-width: 1.2 }
.arc { stroke: #a85300; stroke-width: 2; fill: none }
.or { fill: #d9e8f6; stroke: #1f5f99; stroke-width: 1.4 }
.and { fill: #fde6cc; stroke: #a85300; stroke-width: 1.4 }
.leaf { fill: #d8f0e4; stroke: #1a7a52; stroke-width: 1.4 }
.again { fill: #f2f2f2; stroke: #8a8a8a; stroke-dasharray: 3 3 }
@media (prefers-color-scheme: dark) {
  .edge { stroke: #7d7d7d }
  .arc { stroke: #f0a45a }
  .or { fill: #17324a; stroke: #7db4e6 }
  .and { fill: #4a2c0c; stroke: #f0a45a }
  .leaf { fill: #123d2a; stroke: #6fd0a3 }
  .again { fill: #24262b; stroke: #8a8a8a }
}
"""

SHAPES = {Kind.OR: Shape.BOX, Kind.AND: Shape.ROUND, Kind.LEAF: Shape.SOFT}

SAMPLES: list[Sample] = [
    (Shape.BOX, "or", "OR: one answer is enough"),
    (Shape.ROUND, "and", "AND: all replies count"),
    (Shape.SOFT, "leaf", "the end, or the depth limit"),
]

LEGEND = "[number of the entry] move above · all that is shown is proved"


def proof_svg(trees: Sequence[ProofTree], title: str) -> str:
    """The proofs below each other."""
    parts: list[Markup] = []
    top, wide = MARGIN + SIZE, legend_width(SAMPLES, LEGEND)
    for tree in trees:
        found, right, bottom = _tree(tree, top)
        parts += found
        wide, top = max(wide, right), bottom + 2 * MARGIN
    parts += legend(SAMPLES, LEGEND, top - MARGIN)
    box = wide, top + MARGIN
    page = element("rect", class_="page", width=box[0], height=box[1])
    summary = " ".join(f"Proved: {tree.statement}, {sum(1 for _ in tree.steps()):,} steps." for tree in trees)
    return svg.document([page, *parts], "proof", box=box, title=title, summary=summary, style=STYLE)


def _tree(tree: ProofTree, top: float) -> tuple[list[Markup], float, float]:
    """One proof whose heading stands at `top`: its parts, its width, and where it ends."""
    boxes = {step: width_of(step.name, step.note) for step in tree.steps()}
    slots = {step: max(wide, svg.width(_above(step), SMALL)) for step, wide in boxes.items()}
    x = placed(tree.root, lambda step: step.children, slots.__getitem__, GAP)
    left = min(x[step] - slots[step] / 2 for step in x)
    x = {step: at - left + MARGIN for step, at in x.items()}
    y = {tree.root: top + SMALL * 1.8 * len(tree.notes) + 2.4 * SIZE}
    for step in boxes:
        y |= dict.fromkeys(step.children, y[step] + LAYER)
    parts = [
        *heading(tree.statement, tree.notes, top),
        *(part for step in boxes for part in _branches(step, x, y)),
        *(_node(step, x[step], y[step], wide) for step, wide in boxes.items()),
    ]
    right = max(x[step] + slots[step] / 2 + MARGIN for step in boxes)
    return parts, max(right, heading_width(tree.statement, tree.notes)), max(y.values()) + HEIGHT + 2 * SMALL


def _above(step: Step) -> str:
    return f"[{step.entry.number}] {step.move}".strip()


def _branches(step: Step, x: dict[Step, float], y: dict[Step, float]) -> Iterator[Markup]:
    start = x[step], y[step] + HEIGHT
    for child in step.children:
        yield element("line", class_="edge", x1=start[0], y1=start[1], x2=x[child], y2=y[child])
    if step.kind is Kind.AND and len(step.children) > 1:
        ends = [_towards(start, (x[child], y[child])) for child in (step.children[0], step.children[-1])]
        (from_x, from_y), (to_x, to_y) = ends
        path = f"M {from_x:.1f} {from_y:.1f} A {RADIUS:g} {RADIUS:g} 0 0 0 {to_x:.1f} {to_y:.1f}"
        yield element("path", class_="arc", d=path)


def _towards(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    """The place on a branch where an arc crosses it."""
    across, down = end[0] - start[0], end[1] - start[1]
    share = RADIUS / hypot(across, down)
    return start[0] + share * across, start[1] + share * down


def _node(step: Step, x: float, y: float, wide: float) -> Markup:
    class_ = "again" if step.again else step.kind.value
    words = _above(step)
    parts = [
        element("title", f"[{step.entry.number}] {step.name}: {step.note}"),
        outline(SHAPES[step.kind], class_, x, y, wide),
        *two_lines(step.name, step.note, x, y, "value" if step.kind is Kind.LEAF else None),
        behind(words, x, y - ABOVE),
        centred(words, x, y - ABOVE, SMALL, "quiet"),
    ]
    if step.cut:
        parts.append(centred(MORE, x, y + HEIGHT + SMALL * 1.3, SMALL, "quiet"))
    return element("g", *parts)
