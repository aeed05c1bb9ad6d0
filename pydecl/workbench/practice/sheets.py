"""Sheets to be handed out: one exercise or several, with solutions or without, as files of several kinds.

The tree is drawn as that of a search is. Above a node stand its blanks for alpha and beta, in it the one for
its value, and across the branch to it a box to be ticked if it is cut.
As text, a sheet is the tree and a form to be filled in with any editor; `entries` reads it back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import Any

from pydecl.errors import InputError
from pydecl.tracing.names import elided
from pydecl.workbench.drawing import svg
from pydecl.workbench.drawing.formats import page, png
from pydecl.workbench.drawing.search_tree import SearchTree, Visit
from pydecl.workbench.drawing.svg import HEIGHT, SIZE, SMALL, Markup, centred, element
from pydecl.workbench.drawing.tree_formats import branches
from pydecl.workbench.drawing.tree_svg import TreePicture, pictures_svg
from pydecl.workbench.drawing.words import MOVERS, Words
from pydecl.workbench.practice.exercise import Exercise, Field
from pydecl.workbench.practice.numerals import number_shown, read_number
from pydecl.workbench.practice.reasons import marking_key
from pydecl.workbench.practice.solution import Solution

BLANK = 34.0
"""How wide a blank is."""

BOX = 11.0
"""A box to be ticked."""

SIGN = svg.width("α ", SMALL)
"""How wide the sign before a blank is."""

SIGNS = {Field.ALPHA: "α", Field.BETA: "β", Field.FIRST: "first"}

Filled = Mapping[str, Mapping[Field, str | bool]]
"""Entries by node and field: those of a solution, or none."""


def sheet_svg(exercise: Exercise, filled: Filled) -> str:
    """The picture, with these entries in its blanks."""
    return pictures_svg(
        [_Sheet(exercise, filled)], exercise.title, kind="sheet", style=svg.rules("tree") + svg.rules("sheet")
    )


def _odds(exercise: Exercise, name: str) -> str:
    """The probability of the branch that leads to a node; empty if it has none."""
    above = exercise.parents.get(name)
    if above is None or not exercise[above].probabilities:
        return ""
    return number_shown(exercise[above].probabilities[exercise[above].children.index(name)])


class _SheetWords(Words):
    """What stands at a node. A visit's `number` is the node's place."""

    legend = ""

    def __init__(self, exercise: Exercise) -> None:
        super().__init__(lambda number: exercise.nodes[number].id)
        self._exercise = exercise

    def name(self, visit: Visit) -> str:
        node = self._exercise.nodes[visit.number]
        return f"{node.id} {elided(node.label, 14)}".strip()

    def value(self, visit: Visit) -> str:
        node = self._exercise.nodes[visit.number]
        return "" if node.value is None else number_shown(node.value)

    def order(self, _: Visit) -> str:
        return ""

    def window(self, visit: Visit) -> str:
        """The probability of the branch that leads there, if it has one."""
        return _odds(self._exercise, self._exercise.nodes[visit.number].id)

    def summary(self, tree: SearchTree) -> str:
        return f"{self._exercise.question} The tree has {len(list(tree.visits()))} nodes."


class _Sheet(TreePicture):
    """The tree with its blanks."""

    def __init__(self, exercise: Exercise, filled: Filled) -> None:
        self._exercise, self._filled = exercise, filled
        visits = [Visit(place, place, 0, node.mover, None) for place, node in enumerate(exercise.nodes)]
        by_id = {node.id: visit for node, visit in zip(exercise.nodes, visits, strict=True)}
        for node, visit in zip(exercise.nodes, visits, strict=True):
            visit.children = [by_id[child] for child in node.children]
            for child in visit.children:
                child.ply = visit.ply + 1
        super().__init__(SearchTree(visits[0]), _SheetWords(exercise), "")

    def _fields(self, visit: Visit) -> tuple[Field, ...]:
        return self._exercise.fields(self._exercise.nodes[visit.number])

    def _box(self, visit: Visit) -> float:
        lead = svg.width(SIGNS[Field.FIRST] + " ", SMALL) + 12 if Field.FIRST in self._fields(visit) else 0.0
        return max(super()._box(visit), lead + BLANK + 20.0)

    def _slot(self, visit: Visit) -> float:
        windows = 2 * (BLANK + SIGN) + 8.0 if Field.ALPHA in self._fields(visit) else 0.0
        return max(super()._slot(visit), windows)

    def _edge(self, parent: Visit, child: Visit, line: set[Visit]) -> list[Markup]:
        parts = super()._edge(parent, child, line)
        if Field.CUT in self._fields(child):
            x = (self.x[parent] + self.x[child]) / 2
            y = (self._y(parent) + HEIGHT + self._y(child)) / 2
            is_cut = self._entry(child, Field.CUT) is True
            box = element("rect", class_="blank", x=x - BOX / 2, y=y - BOX / 2, width=BOX, height=BOX)
            parts.append(element("g", element("title", "cut" if is_cut else "cut?"), box))
            if is_cut:
                rise = BOX * 0.4
                parts.append(element("line", class_="bar", x1=x - BOX, y1=y + rise, x2=x + BOX, y2=y - rise))
        return parts

    def _node(self, visit: Visit, in_line: bool) -> Markup:
        x, y, fields = self.x[visit], self._y(visit), self._fields(visit)
        parts = [super()._node(visit, in_line)]
        if Field.VALUE in fields:
            parts += self._blank(visit, Field.VALUE, x, y + 19)
        if Field.FIRST in fields:
            lead = svg.width(SIGNS[Field.FIRST] + " ", SMALL)
            parts.append(
                element("text", SIGNS[Field.FIRST], x=x - (BLANK + lead) / 2, y=y + 31, font_size=SMALL)
            )
            parts += self._blank(visit, Field.FIRST, x + lead / 2, y + 19)
        if Field.ALPHA in fields:
            half = (BLANK + SIGN) / 2 + 2
            for middle, one in ((x - half, Field.ALPHA), (x + half, Field.BETA)):
                ground = middle - (BLANK + SIGN) / 2 - 2
                parts += [
                    element("rect", class_="page", x=ground, y=y - 25, width=BLANK + SIGN + 4, height=20),
                    element("text", SIGNS[one], x=ground + 2, y=y - 11, font_size=SMALL),
                    *self._blank(visit, one, middle + SIGN / 2, y - 24),
                ]
        return element("g", *parts)

    def _blank(self, visit: Visit, one: Field, x: float, y: float) -> list[Markup]:
        parts = [element("rect", class_="blank", x=x - BLANK / 2, y=y, width=BLANK, height=18.0)]
        entry = self._entry(visit, one)
        if isinstance(entry, str):
            number = read_number(entry)
            shown = entry if number is None else number_shown(number)
            size = min(SIZE, SIZE * (BLANK - 2) / svg.width(shown, SIZE))
            parts.append(centred(shown, x, y + 13.5, size, class_="answer"))
        return parts

    def _entry(self, visit: Visit, one: Field) -> str | bool | None:
        return self._filled.get(self._exercise.nodes[visit.number].id, {}).get(one)


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
    for first, name in branches(exercise.root.id, lambda name: exercise[name].children):
        node, odds = exercise[name], _odds(exercise, name)
        said = MOVERS[node.mover] if node.children else number_shown(node.value)
        label = f"  ({node.label})" if node.label else ""
        yield f"{first}{odds and f'{odds}: '}{name}  {said}{label}"


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
    return page(solutions[0].exercise.title, "\n".join(_section(one, solved) for one in solutions))


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
