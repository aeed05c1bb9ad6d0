"""Sheets to be handed out: one exercise or several, with solutions or without, as files of several kinds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import Any

from pydecl.errors import InputError
from pydecl.workbench.drawing.formats import png
from pydecl.workbench.practice.exercise import Field
from pydecl.workbench.practice.reasons import marking_key
from pydecl.workbench.practice.sheet_svg import Filled, sheet_svg
from pydecl.workbench.practice.sheet_text import sheet_text
from pydecl.workbench.practice.solution import Solution

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
