"""The claims as a page of Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from pydecl.claims.claim import Lecture, Verdict
from pydecl.claims.running import Report

HEAD = """# What the lectures claim

Look up here which sentences of the four lectures are true, among those that can be decided. A line has the
verdict and the sentence as printed. *True* means true of all that was tried. If a sentence is *false*, the
line says what was tried and, after the arrow, what contradicts it. *Underspecified* means that the answer
depends on something that the sentence leaves open; after the arrow stands each way to read it, with yes or
no. 'All trees' of so many nodes have the values -1, 0 and 1, unless others are named.

`pydecl claims --only ID` works a verdict out again, and prints what it tried and found, and a command that
shows it. `pydecl claims --write docs/claims.md` works all of them out and writes this page.
"""

VALUES = " with values -1, 0 and 1"
"""What the head says of all trees, so that no scope repeats it."""


def page(reports: Sequence[Report]) -> str:
    """The page; each report must have a verdict. Of a true claim it has no more than that."""
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
    details = "" if found.verdict is Verdict.TRUE else f": {scope} → {found.witness}"
    said = f"'{claim.quotation}'{details}".replace("*", "\\*")
    return f"  - *{found.verdict.value}* `{claim.id}` {said}"


def verdicts(page: str) -> Mapping[str, str]:
    """The verdicts of a page by the ids of the claims.

    >>> verdicts("  - *false* `l20-row-2` 'Min 0.6 0.9': the tree → 0.5")
    {'l20-row-2': 'false'}
    """
    return {name: verdict for verdict, name in re.findall(r"^  - \*(\w+)\* `([\w-]+)` ", page, re.MULTILINE)}
