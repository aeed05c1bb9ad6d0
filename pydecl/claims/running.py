"""All claims, in the order of the pages; what is found of them, as a page of Markdown, too.

Their sentences are in `sentences.txt`, their evidence in modules.

>>> chosen(lecture=Lecture.PROGRESS)[0].quotation
'White to move can win immediately by moving the queen to square e7'
>>> for report in run(chosen(ids=["l20-queen"])):
...     print(report.claim.id, report.verdict)
...     print(report.command)
l20-queen true
pydecl search chess:knight=4 --position '3nk3/8/8/8/8/8/8/3QK3 w - - 0 1' --depth 0 --program minimax
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from pydecl.claims import lecture19, lecture20, othello, progress
from pydecl.claims.claim import Claim, Compute, Found, Lecture, Verdict
from pydecl.claims.workshop import Workshop
from pydecl.engines.registry import REFERENCE
from pydecl.errors import InputError, InternalFault, LimitError
from pydecl.errors.unforeseen import named
from pydecl.sandbox.executing import executor, finished
from pydecl.sandbox.work import PieceExecutor, Task, Work

EVIDENCE: dict[str, Compute] = {
    name: evidence
    for module in (lecture19, othello, lecture20, progress)
    for name, evidence in vars(module).items()
    if re.match("_(l19|ol|l20|fp)_", name)
}
"""What decides the claim l19-or-node is called _l19_or_node."""


def _claims() -> Iterator[Claim]:
    """Each sentence stands behind the name of its claim, and its scope on the line below."""
    lecture, section = Lecture.LECTURE19, ""
    lines = iter(Path(__file__).with_name("sentences.txt").read_text("utf-8").splitlines())
    for line in filter(None, lines):
        name, _, said = line.partition(" ")
        if name == "#":
            lecture = Lecture(said)
        elif name == "##":
            section = said
        else:
            name = name.removesuffix(":")
            compute = EVIDENCE[f"_{name.replace('-', '_')}"]
            yield Claim(name, lecture, section, said, next(lines).strip(), compute)


CLAIMS: Sequence[Claim] = tuple(_claims())


def chosen(lecture: Lecture | None = None, ids: Sequence[str] = ()) -> list[Claim]:
    """The claims of a lecture, or of all; of those, where ids are given, the ones with these.

    Raises InputError where there is no such claim.
    """
    among = [claim for claim in CLAIMS if lecture in (None, claim.lecture)]
    known = {claim.id for claim in among}
    for name in ids:
        if name not in known:
            where = "" if lecture is None else f" of {lecture.value}"
            raise InputError(f"{name}: no claim{where}; 'pydecl claims --list' lists them")
    return [claim for claim in among if not ids or claim.id in ids]


# Working them out


@dataclass(frozen=True)
class Report:
    """A claim and what was found: None where the time was over, or a `fault` ended it."""

    claim: Claim
    found: Found | None
    seconds: float
    """Wall time."""
    fault: InternalFault | None = None

    @property
    def verdict(self) -> str | None:
        return None if self.found is None else self.found.verdict.value

    @property
    def command(self) -> str:
        """What shows the witness."""
        shown = None if self.found is None else self.found.command
        return shown or f"pydecl claims --only {self.claim.id}"

    def to_json(self) -> dict[str, Any]:
        return self.claim.to_json() | {
            "verdict": self.verdict,
            "witness": None if self.found is None else self.found.witness,
            "command": self.command,
            "fault": None if self.fault is None else str(self.fault),
            "seconds": round(self.seconds, 3),
        }


def run(
    claims: Sequence[Claim],
    engine: str = REFERENCE,
    seconds: float | None = None,
    *,
    jobs: int = 1,
    cluster: str | PieceExecutor | None = None,
) -> Generator[Report, None, None]:
    """A report of each claim, in order; `seconds` is the time for all of them, None for no limit.

    So many `jobs` work at a time, or a `cluster` works: see `pydecl/sandbox/executing.py`.
    """
    work = Work("pydecl.claims.running:working", (engine, seconds))
    found: dict[int, Report] = {}
    told = 0
    with executor(jobs, len(claims), cluster) as running:
        for place, future in finished(running, work, claims):
            found[place] = future.result()
            while told in found:
                yield found.pop(told)
                told += 1


@contextmanager
def working(setup: tuple[str, float | None]) -> Iterator[Task]:
    """What a process works out claims with, on an engine, in a time: see `pydecl/sandbox/work.py`."""
    with Workshop(*setup) as shop:
        yield lambda claim, _: _reported(shop, claim)


def _reported(shop: Workshop, claim: Claim) -> Report:
    """Raises what was foreseen, but for a LimitError."""
    started = time.monotonic()
    found: Found | None = None
    fault: InternalFault | None = None
    try:
        shop.left()
        found = claim.compute(shop)
    except LimitError:
        shop.close()
    except Exception as error:
        shop.close()
        told = named(error)
        if not isinstance(told, InternalFault):
            raise told from None
        fault = told
    return Report(claim, found, time.monotonic() - started, fault)


# The page

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
