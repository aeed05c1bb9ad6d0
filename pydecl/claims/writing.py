"""The claims as a page of Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from pydecl.claims.claim import Lecture, Verdict
from pydecl.claims.running import Report

HEAD = """# What the lectures claim

This page judges the sentences of the four lectures that can be decided. No verdict is written by hand:
`pydecl claims --only ID` works one out again and names a command that shows it, and `pydecl claims --write
docs/claims.md` works all of them out and writes this page.

A verdict holds in the scope that stands before the arrow; behind it stands what was found. 'True' holds of
all that was tried; 'false' has a counterexample; 'underspecified' depends on something that the sentence
leaves open: each way to read it is given, with yes or no. The quotations are as printed. 'All trees' of so
many nodes have the values -1, 0 and 1, unless others are named.
"""

VALUES = " with values -1, 0 and 1"
"""What the head says of all trees, so that no scope repeats it."""


def page(reports: Sequence[Report]) -> str:
    """The page; each report must have a verdict."""
    parts = [HEAD, f"{counted(reports)}.\n"]
    for lecture in Lecture:
        told = [report for report in reports if report.claim.lecture is lecture]
        if told:
            parts.append(f"## {lecture.value}\n\n{lecture.title}. {counted(told)}.\n")
            for section, judged in groupby(told, lambda report: report.claim.section):
                parts += [f"- **{section}**", *map(_item, judged)]
            parts.append("")
    return "\n".join(parts)


def counted(reports: Sequence[Report]) -> str:
    """How many claims, and how many of each verdict."""
    counts = Counter(report.verdict for report in reports)
    kinds = [f"{counts[verdict.value]} {verdict.value}" for verdict in Verdict if counts[verdict.value]]
    if counts[None]:
        kinds.append(f"{counts[None]} not decided")
    return f"{len(reports)} claim{'s' * (len(reports) != 1)}: {', '.join(kinds)}"


def _item(report: Report) -> str:
    claim, found = report.claim, report.found
    assert found is not None
    scope = claim.scope.replace(VALUES, "")
    said = f"'{claim.quotation}': {scope} → {found.witness}".replace("*", "\\*")
    return f"  - *{found.verdict.value}* `{claim.id}` {said}"


def verdicts(page: str) -> Mapping[str, str]:
    """The verdicts of a page by the ids of the claims.

    >>> verdicts("  - *false* `l20-row-2` 'Min 0.6 0.9': the tree → 0.5")
    {'l20-row-2': 'false'}
    """
    return {name: verdict for verdict, name in re.findall(r"^  - \*(\w+)\* `([\w-]+)` ", page, re.MULTILINE)}
