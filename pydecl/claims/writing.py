"""The claims as a page of Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from pydecl.claims.claim import Lecture, Verdict
from pydecl.claims.running import Report

HEAD = """# What the lectures claim

The sentences of the four lectures that can be decided, each with what came out. No verdict is written by
hand: `pydecl/claims` has a program for each, and `pydecl claims --write docs/claims.md` writes this page.

A verdict holds in the scope that is named. 'True' is what was found of all that was tried; 'false' has a
counterexample; 'underspecified' says that the sentence leaves something open on which the answer depends:
each way to read it is given, with yes or no. The quotations are as printed.
"""


def page(reports: Sequence[Report]) -> str:
    """The page; each report must have a verdict."""
    parts = [HEAD, f"{counted(reports)}.\n"]
    for lecture in Lecture:
        told = [report for report in reports if report.claim.lecture is lecture]
        if told:
            parts.append(f"## {lecture.value}\n\n{lecture.title}. {counted(told)}.\n")
            parts.append("| claim | verdict | scope and witness | shown by |\n|---|---|---|---|")
            parts.append("\n".join(map(_row, told)) + "\n")
    return "\n".join(parts)


def counted(reports: Sequence[Report]) -> str:
    """How many claims, and how many of each verdict."""
    counts = Counter(report.verdict for report in reports)
    kinds = [f"{counts[verdict.value]} {verdict.value}" for verdict in Verdict if counts[verdict.value]]
    if counts[None]:
        kinds.append(f"{counts[None]} not decided")
    return f"{len(reports)} claim{'s' * (len(reports) != 1)}: {', '.join(kinds)}"


def _row(report: Report) -> str:
    claim, found = report.claim, report.found
    assert found is not None
    said = f"`{claim.id}` '{claim.quotation}' ({claim.section})"
    cells = [
        _cell(said),
        found.verdict.value,
        _cell(f"{claim.scope} → {found.witness}"),
        f"`{_cell(report.command)}`",
    ]
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*")


def verdicts(page: str) -> Mapping[str, str]:
    """The verdicts of a page by the ids of the claims.

    >>> verdicts("| `l20-row-2` 'Min 0.6 0.9' (Minimax Trees) | false | the tree → 0.5 | `pydecl search` |")
    {'l20-row-2': 'false'}
    """
    return dict(re.findall(r"^\| `([\w-]+)` .*? \| (\w+) \| ", page, re.MULTILINE))
