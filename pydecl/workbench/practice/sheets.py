"""Sheets to be handed out: one exercise or several, with solutions or without, as files of several kinds.

In the picture MAX, MIN and chance have the shapes of every picture of a search. Above a node stand its blanks
for alpha and beta, in it the one for its value, and across the branch to it a box to be ticked if it is cut.
As text, a sheet is the tree and a form to be filled in with any editor; `entries` reads it back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import Any

from pydecl.errors import InputError
from pydecl.tracing.events import Turn
from pydecl.tracing.names import elided
from pydecl.workbench.drawing import svg
from pydecl.workbench.drawing.formats import png
from pydecl.workbench.drawing.layout import placed
from pydecl.workbench.drawing.svg import (
    GAP,
    HEIGHT,
    MARGIN,
    SIZE,
    SMALL,
    Markup,
    Sample,
    Shape,
    centred,
    element,
    legend,
    outline,
)
from pydecl.workbench.practice.exercise import Exercise, Field, Node
from pydecl.workbench.practice.numerals import number_shown, read_number
from pydecl.workbench.practice.reasons import PLAYERS, marking_key
from pydecl.workbench.practice.solution import Solution

BLANK = 34.0
"""How wide a blank is."""

BOX = 11.0
"""A box to be ticked."""

SIGNS = {Field.ALPHA: "α", Field.BETA: "β", Field.FIRST: "first"}

STYLE = """
.edge { stroke: #8a8a8a; stroke-width: 1.2; fill: none }
.max { fill: #d9e8f6; stroke: #1f5f99; stroke-width: 1.4 }
.min { fill: #fde6cc; stroke: #a85300; stroke-width: 1.4 }
.chance { fill: #d8f0e4; stroke: #1a7a52; stroke-width: 1.4 }
.blank { fill: #ffffff; stroke: #5c5c5c; stroke-width: 1 }
.answer { fill: #b3261e; font-weight: bold }
.bar { stroke: #b3261e; stroke-width: 4; stroke-linecap: round }
@media (prefers-color-scheme: dark) {
  .edge { stroke: #7d7d7d }
  .max { fill: #17324a; stroke: #7db4e6 }
  .min { fill: #4a2c0c; stroke: #f0a45a }
  .chance { fill: #123d2a; stroke: #6fd0a3 }
  .blank { fill: #16181c; stroke: #a8a8a8 }
  .answer { fill: #ff8a80 }
  .bar { stroke: #ff8a80 }
}
"""

SHAPES = {Turn.MAX: Shape.BOX, Turn.MIN: Shape.ROUND, Turn.CHANCE: Shape.SIX_SIDED}

SAMPLES: dict[Turn, Sample] = {
    Turn.MAX: (Shape.BOX, "max", "MAX"),
    Turn.MIN: (Shape.ROUND, "min", "MIN"),
    Turn.CHANCE: (Shape.SIX_SIDED, "chance", "chance"),
}

Filled = Mapping[str, Mapping[Field, str | bool]]
"""Entries by node and field: those of a solution, or none."""


def sheet_svg(exercise: Exercise, filled: Filled) -> str:
    """The picture, with these entries in its blanks."""
    return _Sheet(exercise, filled).text()


class _Sheet:
    """Where everything stands, and its parts."""

    def __init__(self, exercise: Exercise, filled: Filled) -> None:
        self.exercise, self.filled = exercise, filled
        self.boxes = {node.id: self._box(node) for node in exercise.nodes}
        slots = {node.id: max(self.boxes[node.id], self._above(node)) for node in exercise.nodes}
        x = placed(exercise.root.id, lambda node: exercise[node].children, slots.__getitem__, GAP)
        left = min(x[node] - slots[node] / 2 for node in x)
        self.x = {node: at - left + MARGIN for node, at in x.items()}
        self.depth = {exercise.root.id: 0}
        for node in exercise.nodes:
            self.depth |= dict.fromkeys(node.children, self.depth[node.id] + 1)
        windows = any(Field.ALPHA in exercise.fields(node) for node in exercise.nodes)
        self.layer = HEIGHT + (86.0 if windows else 62.0)
        self.wide = max(self.x[node] + slots[node] / 2 for node in self.x) + MARGIN
        self.wide = max(self.wide, 2 * MARGIN + 220.0)
        self.bottom = MARGIN + self.layer * max(self.depth.values()) + HEIGHT

    # Sizes

    def _name(self, node: Node) -> str:
        return f"{node.id} {elided(node.label, 14)}".strip()

    def _lines(self, node: Node) -> list[Field]:
        """The blanks in a node."""
        return [one for one in self.exercise.fields(node) if one in (Field.VALUE, Field.FIRST)]

    def _box(self, node: Node) -> float:
        inside = BLANK + (svg.width("first ", SMALL) + 12 if Field.FIRST in self._lines(node) else 0.0)
        return max(svg.width(self._name(node), SIZE - 1), inside if self._lines(node) else 0.0, 22.0) + 20.0

    def _above(self, node: Node) -> float:
        """How wide what stands above a node is."""
        if Field.ALPHA in self.exercise.fields(node):
            return 2 * (BLANK + svg.width("α ", SMALL)) + 8.0
        return svg.width(self._odds(node), SMALL)

    def _odds(self, node: Node) -> str:
        """The probability of the branch that leads to a node, if it has one."""
        parent = self.exercise.parents.get(node.id)
        if parent is None or not self.exercise[parent].probabilities:
            return ""
        above = self.exercise[parent]
        return number_shown(above.probabilities[above.children.index(node.id)])

    def _y(self, node: str) -> float:
        return MARGIN + self.layer * self.depth[node]

    # Parts

    def text(self) -> str:
        movers = [
            sample for turn, sample in SAMPLES.items() if any(n.mover is turn for n in self.exercise.nodes)
        ]
        parts = [
            element("rect", class_="page", width=self.wide, height=self.bottom + 2 * MARGIN + 6),
            *(
                part
                for node in self.exercise.nodes
                for child in node.children
                for part in self._branch(node.id, child)
            ),
            *(part for node in self.exercise.nodes for part in self._node(node)),
            *legend(movers, "", self.bottom + MARGIN),
        ]
        return svg.document(
            parts,
            "sheet",
            box=(self.wide, self.bottom + 2 * MARGIN + 6),
            title=self.exercise.title,
            summary=f"{self.exercise.question} The tree has {len(self.exercise.nodes)} nodes.",
            style=STYLE,
        )

    def _branch(self, parent: str, child: str) -> list[Markup]:
        node = self.exercise[child]
        start, end = (self.x[parent], self._y(parent) + HEIGHT), (self.x[child], self._y(child))
        turn = end[1] - self._room(node)
        path = f"M {start[0]:.1f} {start[1]:.1f} L {end[0]:.1f} {turn:.1f} V {end[1]:.1f}"
        parts = [element("path", class_="edge", d=path)]
        if Field.CUT in self.exercise.fields(node):
            middle = (start[0] + end[0]) / 2, (start[1] + turn) / 2
            is_cut = self._entry(child, Field.CUT) is True
            parts.append(_tick(*middle, is_cut))
            if is_cut:
                parts.append(_cross(*middle))
        if odds := self._odds(node):
            parts.append(element("text", odds, x=end[0] + 4, y=end[1] - 8, font_size=SMALL))
        return parts

    def _room(self, node: Node) -> float:
        """How much room the blanks above a node take."""
        return 30.0 if Field.ALPHA in self.exercise.fields(node) else 16.0

    def _node(self, node: Node) -> list[Markup]:
        x, y, wide = self.x[node.id], self._y(node.id), self.boxes[node.id]
        parts = [
            outline(SHAPES[node.mover], node.mover.value, x, y, wide),
            centred(self._name(node), x, y + 14, SIZE - 1),
        ]
        if node.value is not None:
            parts.append(centred(number_shown(node.value), x, y + 32, SIZE, class_="value"))
        for one in self._lines(node):
            lead = svg.width("first ", SMALL) if one is Field.FIRST else 0.0
            if lead:
                parts.append(element("text", "first", x=x - (BLANK + lead) / 2, y=y + 31, font_size=SMALL))
            parts += self._blank(node.id, one, x + lead / 2, y + 19)
        if Field.ALPHA in self.exercise.fields(node):
            half = self._above(node) / 4
            for side, one in ((-half, Field.ALPHA), (half, Field.BETA)):
                sign = svg.width("α ", SMALL)
                ground = x + side - BLANK / 2 - sign / 2 - 2
                parts += [
                    element("rect", class_="page", x=ground, y=y - 25, width=BLANK + sign + 4, height=20),
                    element("text", SIGNS[one], x=ground + 2, y=y - 11, font_size=SMALL),
                    *self._blank(node.id, one, x + side + sign / 2, y - 24),
                ]
        return parts

    def _blank(self, node: str, one: Field, x: float, y: float) -> list[Markup]:
        parts = [element("rect", class_="blank", x=x - BLANK / 2, y=y, width=BLANK, height=18.0)]
        entry = self._entry(node, one)
        if isinstance(entry, str):
            number = read_number(entry)
            shown = entry if number is None else number_shown(number)
            size = min(SIZE, SIZE * (BLANK - 2) / svg.width(shown, SIZE))
            parts.append(centred(shown, x, y + 13.5, size, class_="answer"))
        return parts

    def _entry(self, node: str, one: Field) -> str | bool | None:
        return self.filled.get(node, {}).get(one)


def _tick(x: float, y: float, is_ticked: bool) -> Markup:
    """A box across a branch."""
    parts = [element("rect", class_="blank", x=x - BOX / 2, y=y - BOX / 2, width=BOX, height=BOX)]
    return element("g", element("title", "cut" if is_ticked else "cut?"), *parts)


def _cross(x: float, y: float) -> Markup:
    """The tick of a cut, and its bar."""
    return element("line", class_="bar", x1=x - BOX, y1=y + BOX * 0.4, x2=x + BOX, y2=y - BOX * 0.4)


WIDTH = 96

FORM = "Write behind the colons (x for a cut), save, and have it marked: pydecl practice --mark FILE"


def sheet_text(exercise: Exercise, filled: Filled) -> str:
    """The sheet, with these entries."""
    board = "" if exercise.board is None else f"\n{exercise.board}\n"
    said = "\n".join(wrap(exercise.question, WIDTH))
    tree = "\n".join(_text_tree(exercise))
    form = "\n".join(_form(exercise, filled))
    return f"{exercise.title}\n{board}\n{said}\n\n{tree}\n\n{FORM}\n\n{form}\n"


def _text_tree(exercise: Exercise) -> Iterator[str]:
    todo = [(exercise.root.id, "", "", "")]
    while todo:
        name, first, rest, odds = todo.pop()
        node = exercise[name]
        yield f"{first}{odds}{_text_node(node)}"
        for place, child in reversed(list(enumerate(node.children))):
            is_last = place == len(node.children) - 1
            weight = f"{number_shown(node.probabilities[place])}: " if node.probabilities else ""
            branch, below = ("└── ", "    ") if is_last else ("├── ", "│   ")
            todo.append((child, rest + branch, rest + below, weight))


def _text_node(node: Node) -> str:
    said = PLAYERS[node.mover] if node.children else number_shown(node.value)
    return f"{node.id}  {said}" + (f"  ({node.label})" if node.label else "")


def _form(exercise: Exercise, filled: Filled) -> Iterator[str]:
    game = "" if exercise.game is None else f", game {exercise.game}"
    yield f"exercise: level {exercise.level.value}, seed {exercise.seed}{game}"
    for node in exercise.nodes:
        if fields := exercise.fields(node):
            here = filled.get(node.id, {})
            yield (
                f"{node.id:<3}| "
                + " | ".join(f"{one.value}: {_text_entry(here.get(one))}" for one in fields).rstrip()
            )


def _text_entry(entry: str | bool | None) -> str:
    return f"{'x' if entry is True else entry or '':<4}"


FORMATS = ("html", "svg", "txt", "json", "png")

ALONE = frozenset({"svg", "png"})
"""The kinds that hold one exercise."""

WHOLE = {
    Field.BEST: "The best move at the root leads to",
    Field.LEAVES: "Leaves that are evaluated",
    Field.LEAVES_ORDERED: "Leaves that are evaluated if the child that should come first does",
}
"""What is asked of the whole search: it stands below the tree."""

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>
:root {{ color-scheme: light dark }}
body {{ margin: 1.5rem; max-width: 75rem; font-family: system-ui, sans-serif; line-height: 1.4 }}
section {{ break-after: page }}
section:last-child {{ break-after: auto }}
.who {{ display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; justify-content: space-between }}
.who span {{ overflow-wrap: anywhere }}
pre, .picture {{ overflow: auto }}
.picture svg {{ max-width: 100%; height: auto }}
.answer {{ font-weight: bold }}
@page {{ size: landscape; margin: 12mm }}
@media print {{ body {{ margin: 0; max-width: none }} .picture svg {{ max-height: 125mm }} }}
</style>
</head>
<body>
<main>
{sections}
</main>
</body>
</html>
"""

SECTION = """<section>
<h1>{title}</h1>
{who}{board}<p>{question}</p>
<div class="picture" tabindex="0">
{picture}</div>
{whole}{reasons}</section>"""

WHO = (
    '<p class="who"><span>Name: ______________________________</span><span>Date: ______________</span></p>\n'
)


def sheet_file(solutions: Sequence[Solution], kind: str, *, solved: bool) -> bytes:
    """The content of a file of one of FORMATS, with the solutions filled in if they are to be.

    Raises InputError for several exercises in one picture, and if PNG cannot be made here.
    """
    if kind in ALONE and len(solutions) > 1:
        raise InputError(f"a .{kind} file holds one exercise: .html, .txt and .json hold several")
    if kind == "html":
        return sheet_html(solutions, solved=solved).encode()
    if kind == "json":
        return (json.dumps([_json(one, solved) for one in solutions], indent=1) + "\n").encode()
    if kind == "txt":
        return "\n".join(sheet_text(one.exercise, _filled(one, solved)) for one in solutions).encode()
    picture = sheet_svg(solutions[0].exercise, _filled(solutions[0], solved))
    return png(picture) if kind == "png" else picture.encode()


def sheet_html(solutions: Sequence[Solution], *, solved: bool) -> str:
    """A page to be printed, an exercise on each leaf; with solutions it says why, too."""
    sections = "\n".join(_section(one, solved) for one in solutions)
    return PAGE.format(title=escape(solutions[0].exercise.title), sections=sections)


def _section(solution: Solution, solved: bool) -> str:
    exercise = solution.exercise
    picture = sheet_svg(exercise, _filled(solution, solved)).partition("\n")[2]
    return SECTION.format(
        title=escape(exercise.title),
        who="" if solved else WHO,
        board="" if exercise.board is None else f"<pre>{escape(exercise.board)}</pre>\n",
        question=escape(exercise.question),
        picture=picture,
        whole=_whole(solution, solved),
        reasons=_reasons(solution) if solved else "",
    )


def _whole(solution: Solution, solved: bool) -> str:
    root = solution.exercise.root
    lines = []
    for one in solution.exercise.fields(root):
        if one in WHOLE:
            entry = solution.entry(root.id, one)
            answer = f'<span class="answer">{escape(str(entry))}</span>' if solved else "________"
            lines.append(f"<p>{WHOLE[one]}: {answer}</p>\n")
    return "".join(lines)


def _reasons(solution: Solution) -> str:
    """Why each entry is right, node by node."""
    said = [
        f"<li>{escape(node)}, {one.value}: {escape(blank.missing.text)}</li>"
        for (node, one), blank in marking_key(solution).items()
        if blank.right
    ]
    return f"<h2>Why</h2>\n<ol>\n{chr(10).join(said)}\n</ol>\n"


def _filled(solution: Solution, solved: bool) -> Filled:
    return solution.right if solved else {}


def _json(solution: Solution, solved: bool) -> dict[str, Any]:
    shown = solution.exercise.to_json() | {"entries": {}}
    return shown | solution.to_json() if solved else shown
