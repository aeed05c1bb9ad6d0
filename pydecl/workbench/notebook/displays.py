"""How a notebook shows pydecl's values: as HTML, as SVG, and as a short text."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import singledispatch
from html import escape
from typing import Any

from pydecl.api.solving import SolvedGame
from pydecl.checking.report import Report
from pydecl.crosschecking.verdict import Divergence, Unfinished, Verdict
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.result_text import fields
from pydecl.errors import PydeclError
from pydecl.grading.part import State, marks, part_text
from pydecl.grading.running import Grades
from pydecl.model.number import counted
from pydecl.model.position import Position
from pydecl.model.proof import Certificate
from pydecl.model.result import Result
from pydecl.model.term import term_text
from pydecl.proving.certificate import Writer
from pydecl.rules.finding import Finding
from pydecl.tournaments.running import Tournament
from pydecl.tracing.names import elided
from pydecl.tracing.recording import Recording
from pydecl.workbench.drawing.formats import shown_tree
from pydecl.workbench.drawing.position import position_picture
from pydecl.workbench.drawing.proof import proof_svg
from pydecl.workbench.drawing.search_tree import SHOWN, search_trees
from pydecl.workbench.drawing.standings import crosstable
from pydecl.workbench.drawing.tree_svg import tree_svg
from pydecl.workbench.drawing.words import Words


@singledispatch
def html(_value: object) -> str | None:
    """A value as HTML; None if its kind has none."""
    return None


@singledispatch
def svg(_value: object) -> str | None:
    """A value as SVG; None if its kind has none."""
    return None


@singledispatch
def text(value: object) -> str:
    """A value in a few words."""
    return repr(value)


@html.register
def _(game: SessionGame) -> str:
    told = {"game": game.name, "read as": game.read_as}
    with suppress(PydeclError):  # rules may have faults, and no start
        starts = game.initial()
        told["start"] = ", ".join(map(game.format_position, starts))
        told["to move"] = game.player(starts[0]).value.upper()
        drawn = position_picture(game, starts[0])
        return table(told) + image(drawn.svg, drawn.text)
    return table(told)


@text.register
def _(result: Result) -> str:
    told = fields(result)
    best = f", best {told['best']}" if "best" in told else ""
    return f"<{result.program.value} on {told['position']}: {told['value']}{best}>"


@svg.register
def _(recording: Recording) -> str | None:
    trees = search_trees(recording.events(), recording.best)
    if not trees:
        return None
    names = [None if one is None else term_text(one) for one in recording.positions]
    words = Words(names.__getitem__)
    shown = shown_tree(trees[-1], lambda number, _: elided(names[number] or "?"), lambda _: None, words)
    return tree_svg(shown, words, recording.program.value)


@svg.register(Certificate)
def _(certificate: Certificate[Any]) -> str:
    writer = Writer()
    return proof_svg(writer, [certificate], writer.statement(certificate), SHOWN)


@svg.register(Position)
def _(position: Position[Any]) -> str | None:
    if not isinstance(position.game, SessionGame):
        return None
    return position_picture(position.game, position.state).svg


@text.register
def _(verdict: Verdict) -> str:
    told = _verdict(verdict)
    return f"<{verdict.game}: {told['verdict']}>"


def _verdict(verdict: Verdict) -> dict[str, str]:
    compared = f"{verdict.comparisons:,} answers on {verdict.positions:,} positions"
    told = {"game": verdict.game, "verdict": "the engines agree", "compared": compared}
    told["engines"] = ", ".join(verdict.engines)
    match verdict:
        case Divergence():
            told["verdict"] = f"the engines differ: {verdict.subject}"
            told |= {"position": verdict.position, **verdict.answers}
            told |= {
                name: getattr(verdict, name)
                for name in ("expected", "cause", "command")
                if getattr(verdict, name)
            }
        case Unfinished():
            told["verdict"] = f"not finished: {verdict.reason}"
    return told


@html.register
def _(report: Report) -> str:
    found = "".join(map(_finding, report.findings))
    refused = "" if report.refused is None else f"<pre>{escape(str(report.refused))}</pre>"
    return found + refused


def _finding(finding: Finding) -> str:
    remedy = finding.remedy or finding.code.remedy
    return (
        f"<p><strong>{escape(finding.head())}</strong></p><pre>{escape(finding.excerpt())}</pre>"
        f"<details><summary>{escape(finding.code.name)}: why, and what to do</summary>"
        f"<p>{escape(finding.code.why)}</p><p>{escape(remedy)}</p></details>"
    )


@text.register
def _(report: Report) -> str:
    lines = [*map(str, report.findings), *([] if report.refused is None else [str(report.refused)])]
    return "\n".join(lines) or f"{report.file}: no findings"


@html.register
def _(grades: Grades) -> str:
    rows = [("file", "part", "verdict")]
    rows += [(one.file, part.name, part.state.value) for one in grades.files for part in one.parts]
    found = [
        part_text(one.file, part).strip()
        for one in grades.files
        for part in one.parts
        if part.state is not State.AGREES or part.notes
    ]
    return grid(rows) + "".join(f"<pre>{escape(text)}</pre>" for text in found)


@text.register
def _(grades: Grades) -> str:
    given, of = map(sum, zip(*(marks(one.parts) for one in grades.files), strict=True))
    return f"<grades of {counted(len(grades.files), 'file')}: {given} of {of} parts agree>"


@html.register
def _(solved: SolvedGame) -> str:
    ends = ", ".join(f"{count:,} {outcome}" for outcome, count in solved.counts().items())
    told = {"game": solved.game, "positions": f"{len(solved):,}", "for MAX": ends}
    return table({**told, "engine": solved.engine})


@html.register
def _(found: Tournament) -> str:
    told = crosstable(found)
    missing = [] if found.reason is None else [str(found.reason)]
    notes = "".join(f"<p>{escape(note)}</p>" for note in (*told.notes, *missing))
    return f"<p>{escape(told.title)}</p>{grid([told.columns, *told.rows])}{notes}"


def image(svg: str, description: str) -> str:
    """An SVG as an image: what it says of style stays its own."""
    data = b64encode(svg.encode()).decode("ascii")
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(description)}"/>'


def grid(rows: Sequence[Sequence[str]]) -> str:
    """A table with a row of names above."""
    names, *others = rows
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in others)
    return f"<table><tr>{head}</tr>{body}</table>"


def table(told: Mapping[str, str]) -> str:
    """Names and values, one row each."""
    rows = (
        f'<tr><th scope="row" style="text-align: left">{escape(name)}</th>'
        f'<td style="text-align: left">{escape(value)}</td></tr>'
        for name, value in told.items()
    )
    return f"<table>{''.join(rows)}</table>"


# What is told in one expression

text.register(SessionGame, lambda game: f"<game {game.name}>")
html.register(Result, lambda result: table(fields(result)))
text.register(
    Recording,
    lambda recording: f"<trace of {recording.program.value}: {sum(1 for _ in recording.events()):,} events>",
)
text.register(
    Certificate,
    lambda certificate: f"<proof: {Writer().statement(certificate)}, {len(certificate.entries):,} entries>",
)
text.register(Position, lambda position: f"<{position.game.name}: {position}>")
html.register(Verdict, lambda verdict: table(_verdict(verdict)))
text.register(Tournament, lambda found: f"<tournament {crosstable(found).title}>")
