"""pydecl check and explain: what is wrong with a rules file, and what the codes mean."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import typer

from pydecl.checking.catalogue import explained, page, shortened
from pydecl.checking.check import check_file
from pydecl.checking.report import Report, Summary, worst
from pydecl.cli.completing import suggest_game, suggesting
from pydecl.cli.failing import complain, reported
from pydecl.cli.limits import limited
from pydecl.cli.output import (
    ConventionOption,
    JsonOption,
    MemoryOption,
    MovesAgainOption,
    TimeOption,
    output,
    plain_table,
    print_json,
    seconds_of,
)
from pydecl.cli.terminal import echo, shown_json
from pydecl.errors import Exit, InputError, InternalFault
from pydecl.errors.unforeseen import INTERNAL_FAULT, named
from pydecl.loading.rules_files import Reading
from pydecl.rules.catalogue.codes import CATALOGUE
from pydecl.rules.finding import Severity
from pydecl.sandbox.session import MEMORY

suggest_code = suggesting(lambda: {code.name: code.title for code in CATALOGUE.values()})


@reported
def check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE…",
            autocompletion=suggest_game,
            help="Rules files, .tree or .graph files, or bundled games.",
        ),
    ],
    strict: Annotated[
        bool, typer.Option("--strict", help="Treat warnings as failures: exit code 1.")
    ] = False,
    time: TimeOption = 10.0,
    memory: MemoryOption = MEMORY,
    convention: ConventionOption = None,
    moves_again: MovesAgainOption = False,
    as_json: JsonOption = False,
) -> Exit | None:
    """Report what is wrong with rules files, from their text and from a sample of their positions.

    The exit code is 2 if a file has an error, 3 if a position breaks the game's contract, 4 if the rules do
    not answer in time, and 1 with --strict if there are warnings; for several files, the worst of them.
    """
    codes: list[Exit] = []
    for number, file in enumerate(files):
        report = _report(file, seconds_of(time), Reading(convention, moves_again), memory)
        codes.append(report.exit(strict=strict))
        if as_json:
            lead = "," if number else "["
            echo(lead + "\n" + _indented(shown_json(report.json(strict=strict), indent=2)), end="")
        else:
            _print(report)
    if as_json:
        echo("\n]")
    return worst(codes)


@reported
def print_findings(file: str, reading: Reading, memory: int, seconds: float) -> Exit:
    """What `check` says of one file, but for what the game is; the rest is as for `check_file`."""
    return printed_report(file, reading, memory, seconds).exit(strict=False)


def printed_report(file: str, reading: Reading, memory: int, seconds: float) -> Report:
    """The report on one file, printed but for what the game is."""
    report = _report(file, seconds, reading, memory)
    _print(replace(report, game=None))
    return report


def _report(file: str, seconds: float | None, reading: Reading, memory: int) -> Report:
    """What is found in one file; an internal fault ends its check, and not that of the others."""
    try:
        with limited(seconds) as until:
            return check_file(file, None, reading, memory, until)
    except Exception as error:
        told = named(error)
        complain(f"{file}: {told}")
        return Report(file, refused=told)


def _indented(text: str) -> str:
    return textwrap.indent(text, "  ")


def _print(report: Report) -> None:
    told: set[str] = set()
    for finding in report.findings:
        lines = [finding.head(), finding.excerpt()]
        if finding.code.name not in told:
            told.add(finding.code.name)
            lines.append(f"  why: {finding.code.why}")
        lines.append(f"  remedy: {finding.remedy or finding.code.remedy}")
        echo("\n".join(line for line in lines if line) + "\n")
    if report.refused is not None and not isinstance(report.refused, InternalFault):
        place = "" if report.file in str(report.refused) else f"{report.file}: "
        echo(f"{place}{report.refused}\n")
    if report.game is not None and not report.count(Severity.ERROR):
        _print_game(report.game)
    echo(f"{report.file}: {_counts(report)}")


def _counts(report: Report) -> str:
    numbers = [(report.count(severity), severity.value) for severity in Severity]
    told = [f"{number} {name}{'s' * (number > 1)}" for number, name in numbers if number]
    if isinstance(report.refused, InternalFault):
        told.append(INTERNAL_FAULT)
    elif report.refused is not None:
        told.append("not checked" if report.game is None else "not fully checked")
    return ", ".join(told) or "no findings"


def _print_game(game: Summary) -> None:
    more = "" if game.all_counted else "more than "
    rows = {"game": game.name, "read as": game.read_as}
    rows["start"] = ", ".join(game.starts) or "none: give a position to search"
    if game.mover:
        rows["to move"] = game.mover if game.mover == "chance" else game.mover.upper()
    if game.branching is not None:
        least, mean, most = game.branching
        rows["branching"] = f"{least} to {most}, {mean:.1f} on average"
    rows["positions"] = f"{more}{game.positions} to depth 3; {game.looked_at} sampled"
    rows["can run"] = ", ".join(name for name, why in game.programs.items() if not why) or "nothing"
    width = max(map(len, rows))
    for name, value in rows.items():
        echo(f"  {name:<{width}}  {value}")
    for why in dict.fromkeys(filter(None, game.programs.values())):
        names = ", ".join(name for name, reason in game.programs.items() if reason == why)
        echo(f"  {'not':<{width}}  {names}: {why}")


@reported
def explain(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", autocompletion=suggest_code, help="A code, such as P103.")
    ] = None,
    write: Annotated[
        Path | None,
        typer.Option("--write", metavar="FILE", help="Write all codes to this file, as a page of Markdown."),
    ] = None,
    as_json: JsonOption = False,
) -> Exit | None:
    """Explain a code that 'pydecl check' reports, with an example; without a code, list them all."""
    if write is not None:
        try:
            write.write_text(page(), encoding="utf-8")
        except OSError as error:
            raise InputError(f"{write}: cannot be written: {error.strerror}") from None
        return None
    if code is None:
        _list(as_json=as_json)
        return None
    found = CATALOGUE.get(code.upper())
    if found is None:
        near = [name for name in CATALOGUE if name.startswith(code.upper())]
        near = near or sorted(get_close_matches(code.upper(), CATALOGUE, 5, 0.6))
        remedy = f"similar codes: {', '.join(near)}" if near and code else "'pydecl explain' lists the codes"
        raise InputError(f"there is no code {code}", remedy=remedy)
    if as_json:
        print_json(explained(found))
    else:
        echo("\n\n".join(_long_form(explained(found))))
    return None


def _list(*, as_json: bool) -> None:
    if as_json:
        print_json([explained(code) for code in CATALOGUE.values()])
        return
    table = plain_table("code", "severity", "meaning")
    for code in CATALOGUE.values():
        table.add_row(code.name, code.severity.value, code.title)
    output().print(table)


def _long_form(fields: dict[str, str]) -> Sequence[str]:
    parts = [f"{fields['code']} ({fields['severity']}): {fields['title']}"]
    parts += [textwrap.fill(f"Why: {fields['why']}", 100), textwrap.fill(f"Remedy: {fields['remedy']}", 100)]
    for title, text in (("wrong", fields["wrong"]), ("right", fields["right"])):
        if text:
            shown = "\n".join(map(shortened, text.splitlines()))
            parts.append(f"{title.capitalize()}:\n\n{textwrap.indent(shown, '    ')}")
    return parts
