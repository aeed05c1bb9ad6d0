"""pydecl claims: what the lectures say, with verdicts that are computed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from pydecl.claims.catalogue import chosen
from pydecl.claims.claim import Claim, Lecture, Verdict
from pydecl.claims.running import Report, run
from pydecl.claims.writing import counted, page
from pydecl.cli.completing import suggest_full_engine, suggesting
from pydecl.cli.executing import ClusterOption, cluster_of, jobs_option
from pydecl.cli.failing import complain, reported
from pydecl.cli.output import (
    JsonOption,
    TimeOption,
    output,
    plain_table,
    print_json,
    progress_bar,
    seconds_of,
)
from pydecl.cli.questions import COMPLETE, complete_engine
from pydecl.cli.terminal import assembled, styled
from pydecl.engines.registry import REFERENCE
from pydecl.errors import Exit, InputError
from pydecl.errors.unforeseen import INTERNAL_FAULT

suggest_claim = suggesting(lambda: {claim.id: claim.quotation for claim in chosen()})

STYLES = {Verdict.TRUE: "green", Verdict.FALSE: "red", Verdict.UNDERSPECIFIED: "yellow"}


@reported
def show_claims(
    lecture: Annotated[
        Lecture | None,
        typer.Argument(help="Only this lecture's claims; by default, all.", show_default=False),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="ID",
            autocompletion=suggest_claim,
            help="Only this claim; can be repeated.",
        ),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the claims without testing them.")] = False,
    engine: Annotated[
        str,
        typer.Option(
            "--engine",
            parser=complete_engine,
            metavar=COMPLETE,
            autocompletion=suggest_full_engine,
            help="The engine that runs the programs.",
        ),
    ] = REFERENCE,
    time: TimeOption = 600.0,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write",
            metavar="FILE",
            help="Write the findings to this file, as a page of Markdown.",
            show_default=False,
        ),
    ] = None,
    jobs: Annotated[int | None, jobs_option("claims to work out")] = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> Exit | None:
    """Test what the lectures claim: each claim is true, false or underspecified, with a witness."""
    claims = chosen(lecture, only or [])
    if listed:
        _list(claims, as_json)
        return None
    reports: list[Report] = []
    with (
        cluster_of(cluster, jobs) as running,
        progress_bar("claims") as show,
        closing(run(claims, engine, seconds_of(time), jobs=jobs or 1, cluster=running)) as worked_out,
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
        _write(write, page(reports))
    if not as_json:
        seconds = sum(report.seconds for report in reports)
        output().print(styled(f"{counted(reports)}, in {seconds:.0f} s"))
    return None


def _list(claims: list[Claim], as_json: bool) -> None:
    if as_json:
        fields = ("id", "section", "quotation", "scope")
        print_json(
            [
                {"lecture": claim.lecture.value} | {name: getattr(claim, name) for name in fields}
                for claim in claims
            ]
        )
        return
    table = plain_table("id", "lecture", "quotation")
    for claim in claims:
        table.add_row(claim.id, claim.lecture.value, claim.quotation)
    output().print(table)


def _print(report: Report) -> None:
    claim, found = report.claim, report.found
    verdict = styled("undecided" if report.fault is None else INTERNAL_FAULT)
    if found is not None:
        verdict = styled(found.verdict.value, STYLES[found.verdict])
    lines = [f"'{claim.quotation}'", f"({claim.lecture.value}, {claim.section})", f"scope    {claim.scope}"]
    if found is not None:
        lines += [f"witness  {found.witness}", f"command  {report.command}"]
    text = assembled(styled(f"{claim.id}  "), verdict, styled("".join(f"\n  {line}" for line in lines)))
    output().print(text, soft_wrap=True)


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{file}: cannot be written: {error.strerror}") from None
