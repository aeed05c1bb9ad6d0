"""pydecl claims: what the lectures say, with verdicts that are computed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from pydecl.claims.claim import Claim, Lecture, Verdict
from pydecl.claims.running import Report, chosen, counted, page, run
from pydecl.cli.completing import suggesting
from pydecl.cli.failing import complain
from pydecl.cli.options import COMPLETE_ENGINE, JSON, Sharing, argument, command, flag, option, time_option
from pydecl.cli.output import output, print_json, progress_bar, save, show_rows
from pydecl.cli.screen import styled
from pydecl.errors import Exit
from pydecl.errors.unforeseen import INTERNAL_FAULT

suggest_claim = suggesting(lambda: {claim.id: claim.quotation for claim in chosen()})

STYLES = {Verdict.TRUE: "green", Verdict.FALSE: "red", Verdict.UNDERSPECIFIED: "yellow"}


@command
def show_claims(
    lecture: Lecture | None = argument(None, "Only this lecture's claims; by default, all.", default=None),
    *,
    only: list[str] | None = option(
        "--only", "ID", "Only this claim; can be repeated.", complete=suggest_claim
    ),
    listed: bool = flag("--list", "List the claims without testing them."),
    engine: str = COMPLETE_ENGINE,
    time: float | None = time_option("Seconds for all of it; 0 is no limit.", default=600.0),
    write: Path | None = option("--write", "FILE", "Write the findings to this file, as a page of Markdown."),
    sharing: Sharing,
    as_json: bool = JSON,
) -> Exit | None:
    """Test what the lectures claim: each claim is true, false or underspecified, with a witness."""
    claims = chosen(lecture, only or [])
    if listed:
        _list(claims, as_json)
        return None
    reports: list[Report] = []
    with (
        sharing.running() as running,
        progress_bar("claims") as show,
        closing(run(claims, engine, time or None, jobs=sharing.jobs or 1, cluster=running)) as worked_out,
    ):
        for report in worked_out:
            reports.append(report)
            show(len(reports), len(claims))
            if not as_json and write is None:
                _print(report)
    late = [report for report in reports if report.found is None and report.fault is None]
    faults = [report.fault for report in reports if report.fault is not None]
    if as_json:
        complete = not late and not faults
        print_json({"claims": [report.to_json() for report in reports], "complete": complete})
    for report in reports:
        if report.fault is not None:
            complain(f"{report.claim.id}: {report.fault}")
    if faults:
        return Exit.INTERNAL_FAULT
    if late:
        complain(f"time is up: {len(late)} of {len(reports)} claims are undecided")
        return Exit.LIMIT
    if write is not None:
        save(write, page(reports))
    if not as_json:
        seconds = sum(report.seconds for report in reports)
        output().print(styled(f"{counted(reports)}, in {seconds:.0f} s"))
    return None


def _list(claims: list[Claim], as_json: bool) -> None:
    rows = [(claim.id, claim.lecture.value, claim.quotation) for claim in claims]
    told = [claim.to_json() for claim in claims]
    show_rows(("id", "lecture", "quotation"), rows, told, as_json=as_json)


def _print(report: Report) -> None:
    claim, found = report.claim, report.found
    verdict = styled("undecided" if report.fault is None else INTERNAL_FAULT)
    if found is not None:
        verdict = styled(found.verdict.value, STYLES[found.verdict])
    lines = [f"'{claim.quotation}'", f"({claim.lecture.value}, {claim.section})", f"scope    {claim.scope}"]
    if found is not None:
        lines += [f"witness  {found.witness}", f"command  {report.command}"]
    below = styled("".join(f"\n  {line}" for line in lines))
    output().print(styled(f"{claim.id}  "), verdict, below, sep="", soft_wrap=True)
