"""pydecl check: what is wrong with rules files, what a game is, and what the codes of findings mean."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pydecl.checking.catalogue import explained, page, shortened
from pydecl.checking.check import check_file, text_findings
from pydecl.checking.positions import where_won_errs
from pydecl.checking.report import Report, Summary, worst
from pydecl.cli.completing import suggest_game, suggesting
from pydecl.cli.failing import complain
from pydecl.cli.limits import limited
from pydecl.cli.options import JSON, Loading, argument, command, flag, option, options, refuse, time_option
from pydecl.cli.output import print_fields, print_json, save, say, show_rows
from pydecl.cli.terminal import echo, shown_json
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import Exit, InputError, InternalFault, LimitError, NotCompiledError, PydeclError
from pydecl.errors.unforeseen import INTERNAL_FAULT, named
from pydecl.loading.rules_files import Reading
from pydecl.loading.turns import UNFIT, Turns, obstacles
from pydecl.model.number import counted
from pydecl.rules.catalogue.codes import CATALOGUE
from pydecl.rules.finding import Code, Finding, Severity
from pydecl.rules.summary import file_summary
from pydecl.texts.explaining import refused

suggest_code = suggesting(lambda: {code.name: code.title for code in CATALOGUE.values()})

FILES = "Rules files, .tree or .graph files, or bundled games; with --explain, codes such as P103."


def suggest_file_or_code(incomplete: str) -> list[tuple[str, str]]:
    """What may be checked or explained."""
    return suggest_game(incomplete) or suggest_code(incomplete)


@options
class CheckLoading(Loading):
    """How the rules are read, and the time for each file."""

    time: float | None = time_option("Seconds for each file (10; with --about 60).")


@command
def check(
    files: list[str] | None = argument("FILE…", FILES, suggest_file_or_code, default=None),
    *,
    about: bool = flag("--about", "Say what the game is, and which programs and engines can run on it."),
    explaining: bool = flag("--explain", "Explain codes, with examples; without any, list them."),
    strict: bool = flag("--strict", "Treat warnings as failures: exit code 1."),
    watched: bool = flag("--watch", "Say what the game is and check it, again whenever it is saved."),
    searches: list[str] | None = option(
        "--search", "OPTIONS", "With --watch: also search so ('pydecl search'); can be repeated."
    ),
    write: Path | None = option("--write", "FILE", "With --explain: write all codes as a page of Markdown."),
    how: CheckLoading,
    as_json: bool = JSON,
) -> Exit | None:
    """Report what is wrong with rules files, from their text and from a sample of their positions.

    The exit code is 2 if a file has an error, 3 if a position breaks the game's contract, 4 if the rules do
    not answer in time, and 1 with --strict if there are warnings; for several files, the worst of them.
    """
    asked = files or []
    if explaining:
        _explain(asked, write, as_json)
        return None
    refuse({"--write": write}, "needs --explain")
    if not asked:
        raise InputError("give a FILE to check, or --explain")
    if not watched:
        refuse({"--search": searches or None}, "needs --watch")
    if about or watched:
        if len(asked) > 1:
            raise InputError("--about and --watch are about one file")
        how = replace(how, time=60.0 if how.time is None else how.time)  # it compiles the rules
        return _watch(asked[0], searches or (), how, as_json) if watched else describe(asked[0], how, as_json)
    codes: list[Exit] = []
    seconds = how.at_most(10.0)
    for number, file in enumerate(asked):
        report = _report(file, seconds, how.reading, how.memory)
        codes.append(report.exit(strict=strict))
        if as_json:
            lead = "," if number else "["
            echo(f"{lead}\n{textwrap.indent(shown_json(report.json(strict=strict), indent=2), '  ')}", end="")
        else:
            _print(report)
    if as_json:
        echo("\n]")
    return worst(codes)


def _watch(file: str, searches: Sequence[str], how: Loading, as_json: bool) -> Exit:
    from pydecl.cli.watching import search_of, watch  # late: a check without it needs no search

    if as_json:
        raise InputError("--json cannot be combined with --watch")
    loaded = partial(describe, file, how, as_json)
    checked = partial(print_findings, file, how.reading, how.memory)
    return watch(file, loaded, checked, how.seconds, [search_of(file, one, how.reading) for one in searches])


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


def _print(report: Report) -> None:
    told: set[str] = set()
    for finding in report.findings:
        lines = [finding.head(), finding.excerpt()]
        if finding.code.name not in told:
            told.add(finding.code.name)
            lines.append(f"  why: {finding.code.why}")
        lines.append(f"  remedy: {finding.remedy or finding.code.remedy}")
        say("\n".join(line for line in lines if line) + "\n")
    if report.refused is not None and not isinstance(report.refused, InternalFault):
        place = "" if report.file in str(report.refused) else f"{report.file}: "
        echo(f"{place}{report.refused}\n")
    if report.game is not None and not report.count(Severity.ERROR):
        _print_game(report.game)
    say(f"{report.file}: {_counts(report)}")


def _counts(report: Report) -> str:
    numbers = [(report.count(severity), severity.value) for severity in Severity]
    told = [counted(number, name) for number, name in numbers if number]
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


def _explain(codes: Sequence[str], write: Path | None, as_json: bool) -> None:
    """What these codes of findings mean, with examples; without any, a list of all."""
    if write is not None:
        save(write, page())
        return
    if not codes:
        every = CATALOGUE.values()
        rows = ((code.name, code.severity.value, code.title) for code in every)
        show_rows(("code", "severity", "meaning"), rows, list(map(explained, every)), as_json=as_json)
        return
    found = [explained(code_of(code)) for code in codes]
    if as_json:
        print_json(found[0] if len(found) == 1 else found)
    else:
        echo("\n\n\n".join("\n\n".join(_long_form(one)) for one in found))


def code_of(text: str) -> Code:
    """The code of a finding by its name. Raises InputError if there is none, and names similar ones."""
    found = CATALOGUE.get(text.upper())
    if found is None:
        near = [name for name in CATALOGUE if name.startswith(text.upper())]
        near = near or sorted(get_close_matches(text.upper(), CATALOGUE, 5, 0.6))
        listing = "'pydecl check --explain' lists the codes"
        remedy = f"similar codes: {', '.join(near)}" if near and text else listing
        raise InputError(f"there is no code {text}", remedy=remedy)
    return found


def _long_form(fields: dict[str, str]) -> Sequence[str]:
    parts = [f"{fields['code']} ({fields['severity']}): {fields['title']}"]
    parts += [textwrap.fill(f"Why: {fields['why']}", 100), textwrap.fill(f"Remedy: {fields['remedy']}", 100)]
    for title, text in ((f"Wrong, at {fields['at']}", fields["wrong"]), ("Right", fields["right"])):
        if text:
            shown = "\n".join(map(shortened, text.splitlines()))
            parts.append(f"{title}:\n\n{textwrap.indent(shown, '    ')}")
    return parts


# What a game is: check --about


T = TypeVar("T")


def describe(file: str, how: Loading, as_json: bool) -> Exit | None:
    """Load a rules file strictly, and say what it is and which programs can run on it.

    What takes most of the time comes last, and is left out if there is none.
    """
    late: list[LimitError] = []

    def unless_late(ask: Callable[[], T], otherwise: T) -> T:
        try:
            return ask()
        except LimitError as error:
            late.append(error)
            return otherwise

    with how.opened(file, has_all=True) as game:
        initial, unfit = game.initial(), {program.value: why for program, why in obstacles(game).items()}
        if UNFIT[Turns.TWICE] in unfit.values():
            complain(
                "warning: a player moves twice in a row; if that is intended, add the line 'moves_again.' to"
                " the rules, so that the other programs can run, too"
            )
        nobodys = _note_nobodys_end(game)
        doubtful = where_won_errs(game) if unfit["won"] is None else None
        starts = list(map(game.format_position, initial))
        moves = len(game.following(initial[0])) if initial else None
        with game.session.with_half():
            findings: list[Finding] = unless_late(lambda: text_findings(game), [])
        counts = Counter(finding.severity for finding in findings)
        engines = {
            name: unless_late(partial(_asked_for_moves, game, name), "unknown: time is up")
            for name in registry.names()
        }
        refused_in_c: list[str] = unless_late(lambda: not_compiled(game), [])
        told = {
            "game": game.name,
            "source": game.source,
            "about": file_summary(Path(game.source)),
            "convention": game.convention,
            "protections": list(game.session.protections),
            "defines": sorted(game.defined),
            "initial": starts,
            "programs": {name: why is None for name, why in unfit.items()},
            "missing": {name: why.removeprefix("without ") for name, why in unfit.items() if why},
            "doubtful_end": None if doubtful is None else doubtful[1],
            "nobodys_end": nobodys,
            "not_compiled": refused_in_c,
            "engines": engines,
            "warnings": [str(warning) for warning in game.warnings],
            "findings": {severity.value: counts[severity] for severity in Severity},
        }
        if as_json:
            print_json(told)
        else:
            print_fields(_fields(game, file, told, unfit, moves, "" if doubtful is None else doubtful[0]))
    if not late:
        return None
    complain(f"{file} was not fully examined: {late[0]}")
    return late[0].exit_code


def _fields(
    game: SessionGame,
    file: str,
    told: dict[str, Any],
    unfit: Mapping[str, str | None],
    moves: int | None,
    doubtful: str,
) -> dict[str, str]:
    shown = {"game": game.name}
    if told["about"]:
        shown["about"] = told["about"]
    shown |= {"source": game.source, "read as": game.read_as, "defines": " ".join(told["defines"])}
    shown["can run"] = ", ".join(name for name, why in unfit.items() if why is None)
    for reason in dict.fromkeys(filter(None, unfit.values())):
        names = ", ".join(name for name, why in unfit.items() if why == reason)
        shown[reason.partition(":")[0].partition(", which")[0]] = f"cannot run: {names}"
    if doubtful:
        shown["but"] = doubtful
    shown |= {f"on {engine}": what for engine, what in told["engines"].items()}
    if told["not_compiled"]:
        names = ", ".join(told["not_compiled"])
        shown["not compiled"] = f"{names}: see 'pydecl compile {game.name} --explain'"
    shown["initial"] = ", ".join(told["initial"]) or "none: give a position to search"
    if moves is not None:
        shown["moves"] = str(moves) if moves else "none: the game is over at the start"
    if counts := [counted(number, name) for name, number in told["findings"].items() if number]:
        shown["findings"] = f"{', '.join(counts)}: 'pydecl check {file}' shows them"
    shown["confined"] = ", ".join(told["protections"])
    return shown


def _note_nobodys_end(game: SessionGame) -> str | None:
    """Say so if an end names no player; the end, in the game's notation."""
    try:
        end = game.met_nobodys_end()
    except PydeclError:  # a probe beside the question that was asked
        return None
    if end is None:
        return None
    written = game.format_position(end)
    complain(
        f"note: neither player is to move in {written}, where the game is over:"
        " a search assumes that it is the turn of whoever would be next"
    )
    return written


def not_compiled(game: SessionGame) -> list[str]:
    """The predicates that a search asks and that cannot be compiled."""
    if not game.compilable:
        return []
    try:
        return list(refused(game))
    except NotCompiledError:
        return []


def _asked_for_moves(game: SessionGame, engine: str) -> str:
    """What an engine's searches ask for the moves."""
    return registry.runner(game, engine).asked_for_moves
