"""What was found of another program's game, as an issue for those who maintain it, and as a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydecl.court.telling import title
from pydecl.court.verdict import CourtVerdict, Difference
from pydecl.grading.pages.page import page
from pydecl.rules.reader import read_rules
from pydecl.workbench.drawing.svg import Markup, element

SAID_BY = {
    "result": {"terminalwon", "terminallost", "staticval"},
    "mover": {"max_to_move", "min_to_move"},
}
"""The predicates of the rules that a difference is about, if not the moves."""

MOST_LINES = 24
"""So many lines of the rules are cited, of their comment and of their clauses."""


def issue(verdict: CourtVerdict) -> str:
    """The first difference, in Markdown: version, line, what the rules say, what was found, how to see it."""
    found = verdict.differences[0]
    is_law = all(rules is None for rules, _ in found.line)
    paragraphs = [f"# {title(found)}", f"Version: {verdict.system}"]
    paragraphs.append(f"Line: {' '.join(system for _, system in found.line) or 'none, at the start'}")
    paragraphs.append(f"Expected: {found.expected}")
    if not is_law:
        comment, clauses = cited(verdict.rules, found.kind)
        paragraphs += [_block(found.boards[0])] if found.boards[0] else []
        paragraphs += ["The rules:", _block(comment)] if comment else []
        paragraphs += ["In Prolog:", _block(clauses, "prolog")] if clauses else []
    paragraphs.append(f"Found: {found.found}")
    paragraphs += [_block(found.boards[1])] if found.boards[1] else []
    if found.script:
        script = _block("\n".join(found.script), "python")
        paragraphs += ["To reproduce:", script, "It prints:", _block(found.output)]
    return "\n\n".join(paragraphs)


def cited(rules: str, kind: str) -> tuple[str, str]:
    """The comment with which a rules file begins, and its clauses about a kind of difference."""
    try:
        text = Path(rules).read_text("utf-8")
    except (OSError, ValueError):
        return "", ""
    clauses = read_rules(text).clauses
    start = min((one.term.span.start for one in clauses), default=0)
    names = SAID_BY.get(kind, {"move", "moves"})
    said = [
        f"{text[one.term.span.start : one.term.span.end]}."
        for one in clauses
        if one.indicator and one.indicator[0] in names
    ]
    return _shortened(text[:start]), _shortened("\n".join(said))


def _shortened(text: str) -> str:
    lines = text.strip().splitlines()
    return "\n".join(lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES], "…"])


def _block(text: str, language: str = "") -> str:
    return f"```{language}\n{text.rstrip()}\n```"


def court_page(verdict: CourtVerdict, summary: str) -> str:
    """All that was found, with both boards side by side where they differ; `summary` is the verdict."""
    said = [element("p", line) for line in summary.split("\n\n")[0].splitlines()]
    found = [part for one in verdict.differences for part in _shown(one, verdict)]
    return page(verdict.system, element("h1", verdict.system), *said, *found)


def _shown(found: Difference, verdict: CourtVerdict) -> Iterator[Markup]:
    yield element("h2", title(found))
    names = " ".join(name if rules in (name, None) else f"{rules}={name}" for rules, name in found.line)
    if names:
        yield element("p", element("code", names))
    sides = (
        ("The rules", found.expected, found.boards[0]),
        (verdict.system, found.found, found.boards[1]),
    )
    yield element(
        "div",
        *(
            element(
                "section",
                element("h3", whose),
                element("p", said),
                element("pre", board) if board else "",
            )
            for whose, said, board in sides
        ),
        class_="pictures",
    )
    if found.script:
        yield element("h3", "Without pydecl")
        yield element("pre", "\n".join(found.script))
        yield element("p", "It prints:")
        yield element("pre", found.output)
    comment, clauses = cited(verdict.rules, found.kind)
    if all(rules is not None for rules, _ in found.line):
        yield element("h3", "What the rules say")
        yield element("pre", f"{comment}\n\n{clauses}".strip())
