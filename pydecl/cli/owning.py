"""pydecl crosscheck FILE --program file:NAME: a program of the file's own, held to its contract."""

from __future__ import annotations

import time as clock
from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.cli.failing import complain
from pydecl.cli.limits import limited
from pydecl.cli.options import Question
from pydecl.cli.output import output, plain_table, print_json, progress_bar, say
from pydecl.crosschecking.own_checking import TREES, Chooser, OwnReport, check_own
from pydecl.crosschecking.own_judging import replay
from pydecl.crosschecking.positions import by_random_walks, within_plies
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import Default, check_question, the_position, usual_depth
from pydecl.errors import Exit, InputError
from pydecl.errors.unforeseen import INTERNAL_FAULT, named
from pydecl.loading.consulting import consult
from pydecl.loading.rules_files import Reading
from pydecl.model.number import INFINITY
from pydecl.model.program import PREFIX, Manner
from pydecl.model.result import Limits

SAID = {Exit.FINE: "agrees", Exit.DISAGREEMENT: "differs", Exit.BROKEN_CONTRACT: "rules broken"}

COLUMNS = ("game", "program", "runs", "verdict", "positions", "trees", "seconds")


@dataclass(frozen=True)
class OwnQuestion:
    """How own programs are cross-checked; None where it is not said."""

    plies: int | None
    positions: int | None
    asked: Question
    trees: int | None
    seconds: float | None
    reading: Reading

    def chooser(self) -> Chooser | None:
        """Which positions are asked about, if that is said."""
        if self.asked.position is not None:
            text = self.asked.position
            return lambda game, _: [the_position(game, text)]
        if self.plies is not None:
            plies = self.plies
            return lambda game, deadline: within_plies(game, plies, deadline)
        if self.positions is not None:
            count, seed = self.positions, self.asked.seed
            return lambda game, deadline: by_random_walks(game, count, seed, deadline)
        return None

    def limits(self, game: SessionGame, name: str) -> Limits | None:
        """The limits of each question, if they are said."""
        program, depth, window = registry.reference(game).own.ready(name), self.asked.plies, self.asked.window
        asked = Limits(usual_depth(game, program, depth), *window, self.seconds)
        check_question(game, program, asked)
        said = depth is not Default.DEPTH or window != (-INFINITY, INFINITY)
        return asked if said or (self.chooser() and program.manner is not Manner.BARE) else None


def check_own_programs(
    games: Sequence[str], programs: Sequence[str], asked: OwnQuestion, as_json: bool
) -> Exit:
    """Cross-check these programs of each file; prints what was found."""
    if any(not name.startswith(PREFIX) for name in programs):
        raise InputError("cross-check the file's own programs and pydecl's in separate runs")
    rows: list[tuple[str, OwnReport | None, float]] = []
    codes, found = [Exit.FINE], []
    for game in games:
        try:
            reading = vars(asked.reading)
            with (
                limited(asked.seconds) as until,
                consult(game, seconds=None, until=until, **reading) as opened,
            ):
                for name in programs:
                    started = clock.monotonic()
                    with progress_bar(f"crosscheck {game} {name}"):
                        report = _check(opened, name, asked)
                    rows.append((game, report, clock.monotonic() - started))
                    found.append({"game": game, **report.to_json()})
                    codes.append(report.exit_code)
        except Exception as error:
            told = named(error)
            complain(str(told))
            if told.exit_code is Exit.INTERNAL_FAULT:
                rows.append((game, None, 0.0))
            codes.append(told.exit_code)
            found.append({"game": game, "agree": None, "error": str(told)})
        if codes[-1] is Exit.INTERRUPTED:
            break
    if as_json:
        print_json(found[0] if len(found) == 1 else found)
    else:
        _print(rows, asked)
    return max(codes)


def _check(game: SessionGame, name: str, asked: OwnQuestion) -> OwnReport:
    return check_own(
        game,
        registry.reference(game).own.ready(name),
        limits=asked.limits(game, name),
        chosen=asked.chooser(),
        trees=TREES if asked.trees is None else asked.trees,
        seed=asked.asked.seed,
        seconds=asked.seconds,
    )


def _print(rows: Sequence[tuple[str, OwnReport | None, float]], asked: OwnQuestion) -> None:
    table = plain_table(*COLUMNS)
    for game, report, seconds in rows:
        if report is None:
            table.add_row(game, "-", "-", INTERNAL_FAULT, "-", "-", "-")
            continue
        numbers = map(str, report.asked)
        program = f"{report.program.value} ({report.program.indicator})"
        said = SAID.get(report.exit_code, "unfinished")
        table.add_row(game, program, report.program.manner.value, said, *numbers, f"{seconds:.1f}")
    if rows:
        output().print(table)
    for game, report, _ in rows:
        if report is None:
            continue
        for finding in report.findings:
            text = finding.text(f"{game}: {report.program.value}")
            again = replay(
                game,
                report.program,
                finding.fault.law,
                position=finding.position,
                tree=finding.tree,
                options=[*finding.options, *asked.reading.words],
            )
            say(text if again is None else f"{text}\n  replay   {again}")
        for position, why in report.left_out.items():
            say(f"\n{game}: {report.program.value}: not compared at {position}: {why}")
        if report.reason is not None:
            complain(f"{game}: {report.program.value}: {report.reason}")
