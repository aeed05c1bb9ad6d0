"""A verdict in words, and a difference as an issue for those who maintain the system."""

from __future__ import annotations

from pathlib import Path

from pydecl.court.verdict import CourtVerdict, Difference
from pydecl.model.number import counted
from pydecl.rules.reader import read_rules

FOUND = {True: "agrees with", False: "differs from", None: "was not compared to the end with"}

SAID_BY = {
    "result": {"terminalwon", "terminallost", "staticval"},
    "mover": {"max_to_move", "min_to_move"},
}
"""The predicates of the rules that a difference is about, if not the moves."""

MOST_LINES = 24
"""So many lines of the rules are cited, of their comment and of their clauses."""


def court_text(verdict: CourtVerdict) -> str:
    """A verdict for people."""
    random = f", {counted(verdict.games, 'random game')}" if verdict.games else ""
    lines = [
        f"{verdict.system} {FOUND[verdict.agree]} {verdict.rules}: "
        f"{counted(verdict.positions, 'position')}, {counted(verdict.moves, 'move')},"
        f" {counted(verdict.plies, 'ply', 'plies')}{random}, {verdict.seconds:.1f} s"
    ]
    if verdict.laws:
        lines.append(f"its own laws that were tested: {', '.join(verdict.laws)}")
    for found in verdict.told:
        lines += ["", *_difference_lines(found)]
    for name, times in verdict.excepted.items():
        lines.append(f"allowed by {name}: {counted(times, 'difference')}")
    if verdict.unsettled:
        several = verdict.unsettled != 1
        lines.append(
            f"{verdict.unsettled} difference{'s' if several else ''} that another pairing of the moves may"
            f" explain {'are' if several else 'is'} left open"
        )
    if verdict.reason is not None:
        lines.append(f"unfinished: {verdict.reason}")
    elif verdict.agree is None and not verdict.unsettled:
        lines.append("unfinished: nothing was compared")
    return "\n".join(lines)


def _difference_lines(found: Difference) -> list[str]:
    is_law = all(rules is None for rules, _ in found.line)
    lines = [title(found)]
    if not is_law:
        lines.append(f"  the rules' line:    {' '.join(str(rules) for rules, _ in found.line)}")
    if found.line:
        lines.append(f"  the system's line:  {' '.join(system for _, system in found.line)}")
    lines += [f"  expected: {found.expected}", f"  found:    {found.found}"]
    if not is_law:
        proof = {
            "proved": "no pairing of the moves explains it, whatever they are called",
            "by names": "the moves are paired by names, which lead to the same elsewhere",
        }
        lines.append(f"  {proof[found.borne_out]}")
    for whose, board in zip(("rules", "system"), found.boards, strict=True):
        if board:
            lines += [f"  the {whose}' board:" if whose == "rules" else f"  the {whose}'s board:"]
            lines += [f"    {line}" for line in board.rstrip().splitlines()]
    if found.script:
        lines += ["  without pydecl:", *(f"    {line}" for line in found.script), "  which prints:"]
        lines += [f"    {line}" for line in found.output.rstrip().splitlines()]
    return lines


def title(found: Difference) -> str:
    """A difference in a few words: 'missing move after 3 moves'."""
    return f"{found.kind} " + (f"after {counted(len(found.line), 'move')}" if found.line else "at the start")


def issue(verdict: CourtVerdict) -> str:
    """What is told first, in Markdown: version, line, what the rules say, what was found, how to see it."""
    found = verdict.told[0]
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
