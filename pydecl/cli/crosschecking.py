"""pydecl crosscheck: do the engines agree, and keep the programs their contracts?

Of games, of a file's own programs, of random trees, and of other programs' games.
"""

from __future__ import annotations

import time as clock
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydecl.cli.completing import suggest_game
from pydecl.cli.court import Court, check_in_court
from pydecl.cli.crosschecked import Checked, check_games
from pydecl.cli.failing import complain
from pydecl.cli.limits import limited
from pydecl.cli.options import (
    Folding,
    JsonOption,
    Question,
    RulesOption,
    Sharing,
    argument,
    command,
    option,
    program_option,
    time_option,
)
from pydecl.cli.output import output, plain_table, print_json, progress_bar, save, say, store_file
from pydecl.cli.terminal import styled
from pydecl.crosschecking import Divergence, Unfinished, Verdict
from pydecl.crosschecking.counterexamples import Counterexample
from pydecl.crosschecking.laws import Law
from pydecl.crosschecking.own_checking import TREES as OWN_TREES
from pydecl.crosschecking.own_checking import Chooser, OwnReport, check_own
from pydecl.crosschecking.own_judging import replay
from pydecl.crosschecking.positions import by_random_walks, within_plies
from pydecl.crosschecking.running import Matrix, answers, run_matrix
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import Default, check_question, the_position, usual_depth
from pydecl.errors import Exit, InputError, unwritable
from pydecl.errors.unforeseen import INTERNAL_FAULT
from pydecl.loading.consulting import consult, game_names
from pydecl.loading.turns import UNFIT, Turns
from pydecl.model.number import INFINITY
from pydecl.model.program import PREFIX, Manner, Program
from pydecl.model.result import Limits, Order, Preferred, Settings
from pydecl.programs.registry import NAIVE, PROGRAMS
from pydecl.sandbox.cores import core_count
from pydecl.sandbox.work import PieceExecutor
from pydecl.solving.looking_up import named_program

JOBS = core_count() + 1
"""As many games at a time keep all cores busy: each waits for one of its engines now and then."""

MANY = 2_000
"""From so many trees on, all cores search; fewer are done before the processes have begun."""

TREES = "Random games, with --trees"
"""The group of the options about random games."""


@dataclass(frozen=True)
class CrosscheckLoading(Folding):
    """How the rules are read, and the time for each game."""

    time: Annotated[float | None, time_option("Seconds for each game (60), or with --trees for all (0).")] = (
        None
    )

    @property
    def each(self) -> float | None:
        """The seconds for each game; None is no limit."""
        return 60.0 if self.time is None else self.seconds


@dataclass(frozen=True)
class Trees:
    """The options about random games."""

    trees: Annotated[
        int | None,
        option(
            "--trees",
            "N",
            "Search N random games, and check that programs keep all laws.",
            group=TREES,
            min=1,
        ),
    ] = None
    naive: Annotated[bool, option("--naive", None, "Check the naive variants.", group=TREES)] = False
    store: Annotated[
        Path | None,
        option("--store", "FILE", "Where to keep results; else in your cache folder.", group=TREES),
    ] = None
    fresh: Annotated[bool, option("--fresh", None, "Search everything again.", group=TREES)] = False
    folder: Annotated[
        Path,
        option(
            "-o/--output",
            "DIR",
            "Where to write counterexamples; with --against, a page FILE.html.",
            group=TREES,
        ),
    ] = Path()

    @property
    def any_but_trees(self) -> bool:
        """Whether anything is said that only random games need."""
        return self.naive or self.fresh or self.store is not None


@dataclass(frozen=True)
class Chosen(Question):
    """What programs are asked, and at which positions."""

    plies: Annotated[
        int | None, option("--plies", "D", "Search all positions within D plies of the start.", min=0)
    ] = None
    positions: Annotated[
        int | None, option("--positions", "N", "Search N positions from random play.", min=1)
    ] = None

    def check(self) -> None:
        """Raises InputError if positions are chosen in two ways."""
        if sum(choice is not None for choice in (self.plies, self.positions, self.position)) > 1:
            raise InputError("choose one of --plies, --positions and --position")


@command
def crosscheck_games(
    games: Annotated[
        list[str] | None, argument("GAME…", "Bundled games, options included, or files.", suggest_game)
    ] = None,
    *,
    every: Annotated[bool, option("--all", None, "All bundled games; with --trees, all programs.")] = False,
    program: Annotated[
        list[str] | None,
        program_option("Only this program, file:NAME or database:DIR; can be repeated."),
    ] = None,
    court: Court,
    asked: Chosen,
    random: Trees,
    how: CrosscheckLoading,
    rules: RulesOption = Preferred.HAND,
    sharing: Sharing,
    as_json: JsonOption = False,
) -> Exit | None:
    """Search the same positions on all engines, and compare; or hold another program's game against rules."""
    if every and games:
        raise InputError("give games or --all, not both")
    settings = asked.settled
    if court.what is not None:
        unfit = (every, program, asked.plies, asked.position, asked.alpha, asked.beta, how.fold)
        others = random != Trees(folder=random.folder) or sharing != Sharing(sharing.jobs)
        if any(unfit) or others or settings != Settings(seed=asked.seed):
            raise InputError(
                "--against takes --positions, --depth, --seed, --time, --jobs and how the rules are read, "
                "--names, --except, --lines, --issue and --output"
            )
        file = None if random.folder == Path() else random.folder
        return check_in_court(
            games,
            court,
            asked,
            how,
            positions=asked.positions,
            seconds=how.each,
            jobs=sharing.jobs,
            file=file,
            as_json=as_json,
        )
    if court != Court():
        raise InputError("--names, --except, --lines and --issue need --against SYSTEM")
    names = game_names() if every else games
    own = [name for name in program or () if name.startswith(PREFIX)]
    if own and not names:
        raise InputError(f"{own[0]}: give the rules file that defines it")
    programs = [] if own else [named_program(name) for name in program or ()]
    if random.trees is not None and not own:
        if games or not (every or programs or random.naive):
            raise InputError(
                "--trees asks about random trees: leave out the game; give --all, --naive or --program"
            )
        searching = [one for one in programs if isinstance(one, Program)]
        if searching != programs:
            raise InputError("--trees asks about random trees, which no database has")
        if asked != Chosen(seed=asked.seed) or how.reading.words:
            raise InputError("--trees chooses windows, orders and depths itself: leave those options out")
        searching = searching or [*(PROGRAMS if every else ()), *(NAIVE if random.naive else ())]
        with sharing.running() as running:
            return _check_matrix(searching, random, asked.seed, how.seconds, sharing.jobs, running, as_json)
    if own and (random.any_but_trees or asked.order is not Order.GAME):
        raise InputError(f"{own[0]}: leave out --naive, --fresh, --store and --order")
    if own and sharing != Sharing():
        raise InputError(f"{own[0]}: it is one piece of work: leave out --jobs and --cluster")
    if random.any_but_trees:
        raise InputError("--naive, --store and --fresh need --trees")
    if not names:
        raise InputError("give one or more games, or --all")
    asked.check()
    if own:
        found = _check_own_programs(names, program or (), asked, random.trees, how)
        interrupted = False
    else:
        arguments = {
            **asked.asked,
            **vars(how.reading),
            "programs": programs or None,
            "plies": asked.plies,
            "positions": asked.positions,
            "seed": asked.seed,
            "memory": how.memory,
            "rules": rules,
        }
        with sharing.running() as running:
            jobs = sharing.jobs or JOBS
            found, interrupted = check_games(names, how.each, arguments, jobs, running)
    if as_json:
        told = [one.to_json() for one in found]
        print_json(told[0] if len(names) == len(told) == 1 else told)
    elif own:
        _print_own(found, how.reading.words)
    else:
        _print(found)
    codes = [one.exit_code for one in found]
    return max([*codes, Exit.INTERRUPTED if interrupted else Exit.FINE])


# Games

COLUMNS = ("game", "verdict", "positions", "comparisons", "rules", "seconds")


def _print(found: Sequence[Checked]) -> None:
    rows = []
    for one in found:
        verdict = one.found
        if isinstance(verdict, Verdict):
            said = {True: "agrees", False: "differs", None: "unfinished"}[verdict.agree]
            counts = str(verdict.positions), str(verdict.comparisons), verdict.rules.value
            rows.append((one.game, said, *counts, f"{one.seconds:.1f}"))
        elif one.exit_code is Exit.INTERNAL_FAULT:
            rows.append((one.game, INTERNAL_FAULT, "-", "-", "-", f"{one.seconds:.1f}"))
    if rows:
        output().print(plain_table(*COLUMNS, rows=rows))
    for one in found:
        if isinstance(one.found, Verdict):
            _print_notes(one.game, one.found)


def _print_notes(game: str, verdict: Verdict) -> None:
    for engine, why in verdict.left_out.items():
        complain(f"note: {game}: the engine {engine} is left out: {why}")
    if verdict.gave_up:
        names, why = ", ".join(verdict.gave_up), "; ".join(dict.fromkeys(verdict.gave_up.values()))
        complain(f"note: {game}: the compiled rules ({names}) ask SWI-Prolog for moves: {why}")
    twice = [program for program, why in verdict.skipped.items() if why == UNFIT[Turns.TWICE]]
    if twice:
        complain(f"note: {game}: not compared, {UNFIT[Turns.TWICE]}: {', '.join(twice)}")
    if isinstance(verdict, Divergence):
        say(verdict.text(game))
    elif isinstance(verdict, Unfinished):
        complain(f"{game}: {verdict.reason}")


# A file's own programs

OWN_COLUMNS = ("game", "program", "runs", "verdict", "positions", "trees", "seconds")

SAID = {Exit.FINE: "agrees", Exit.DISAGREEMENT: "differs", Exit.BROKEN_CONTRACT: "rules broken"}


def _check_own_programs(
    games: Sequence[str], programs: Sequence[str], asked: Chosen, trees: int | None, how: CrosscheckLoading
) -> list[Checked]:
    if any(not name.startswith(PREFIX) for name in programs):
        raise InputError("cross-check the file's own programs and pydecl's in separate runs")
    found: list[Checked] = []
    for game in games:
        try:
            with (
                limited(how.each) as until,
                consult(game, seconds=None, until=until, **vars(how.reading)) as opened,
            ):
                for name in programs:
                    started = clock.monotonic()
                    with progress_bar(f"crosscheck {game} {name}"):
                        report = check_own(
                            opened,
                            registry.reference(opened).own.ready(name),
                            limits=_limits(opened, name, asked, how.each),
                            chosen=_chooser(asked),
                            trees=OWN_TREES if trees is None else trees,
                            seed=asked.seed,
                            seconds=how.each,
                        )
                    seconds = clock.monotonic() - started
                    found.append(Checked(game, report, seconds, exit_code=report.exit_code))
        except Exception as error:
            found.append(Checked.failed(game, error))
            complain(found[-1].error)
        if found[-1].exit_code is Exit.INTERRUPTED:
            break
    return found


def _chooser(asked: Chosen) -> Chooser | None:
    """Which positions are asked about, if that is said."""
    text, plies, count, seed = asked.position, asked.plies, asked.positions, asked.seed
    if text is not None:
        return lambda game, _: [the_position(game, text)]
    if plies is not None:
        return lambda game, deadline: within_plies(game, plies, deadline)
    if count is not None:
        return lambda game, deadline: by_random_walks(game, count, seed, deadline)
    return None


def _limits(game: SessionGame, name: str, asked: Chosen, seconds: float | None) -> Limits | None:
    """The limits of each question, if they are said."""
    program, depth, window = registry.reference(game).own.ready(name), asked.plies_ahead, asked.window
    limits = Limits(usual_depth(game, program, depth), *window, seconds)
    check_question(game, program, limits)
    said = depth is not Default.DEPTH or window != (-INFINITY, INFINITY)
    return limits if said or (_chooser(asked) and program.manner is not Manner.BARE) else None


def _print_own(found: Sequence[Checked], words: Sequence[str]) -> None:
    rows = []
    for one in found:
        report = one.found
        if isinstance(report, OwnReport):
            program = f"{report.program.value} ({report.program.indicator})"
            said = SAID.get(report.exit_code, "unfinished")
            numbers = *map(str, report.asked), f"{one.seconds:.1f}"
            rows.append((one.game, program, report.program.manner.value, said, *numbers))
        elif one.exit_code is Exit.INTERNAL_FAULT:
            rows.append((one.game, "-", "-", INTERNAL_FAULT, "-", "-", "-"))
    if rows:
        output().print(plain_table(*OWN_COLUMNS, rows=rows))
    for one in found:
        if isinstance(one.found, OwnReport):
            _print_findings(one.game, one.found, words)


def _print_findings(game: str, report: OwnReport, words: Sequence[str]) -> None:
    who = f"{game}: {report.program.value}"
    for finding in report.findings:
        place: dict[str, Any] = {"position": finding.position, "tree": finding.tree}
        again = replay(game, report.program, finding.fault.law, options=[*finding.options, *words], **place)
        text = finding.text(who)
        say(text if again is None else f"{text}\n  replay   {again}")
    for position, why in report.left_out.items():
        say(f"\n{who}: not compared at {position}: {why}")
    if report.reason is not None:
        complain(f"{who}: {report.reason}")


# Random trees: the matrix of programs and laws


def _check_matrix(
    programs: Sequence[Program],
    asked: Trees,
    seed: int,
    seconds: float | None,
    jobs: int | None,
    cluster: PieceExecutor | None,
    as_json: bool,
) -> Exit:
    """Run the matrix, print it, and write each counterexample as a tree."""
    trees = asked.trees or 0
    with (
        answers(store_file(asked.store), fresh=asked.fresh) as kept,
        progress_bar("crosscheck") as show,
    ):
        matrix = run_matrix(
            trees,
            seed,
            programs,
            store=kept,
            seconds=seconds,
            jobs=jobs or (1 if trees < MANY else core_count()),
            cluster=cluster,
            progress=show,
        )
    if matrix.resumed:
        complain(f"{matrix.resumed} of {matrix.of} games were searched before; --fresh searches all again")
    files = _written(matrix.counterexamples, asked.folder)
    if as_json:
        print_json(matrix.to_json() | {"files": [str(file) for file in files]})
    else:
        _print_matrix(matrix, files)
    if matrix.reason is not None:
        complain(f"{matrix.cases} of {matrix.of} games were searched: {matrix.reason}")
    return matrix.exit_code


def _print_matrix(matrix: Matrix, files: Sequence[Path]) -> None:
    broken = {(found.program, found.fault.law) for found in matrix.tally.faults}
    tested = {law for _, law in matrix.tally.counts} | {law for _, law in broken}
    laws = [law for law in Law if law in tested]
    table = plain_table("program", *(law.value for law in laws))
    for program in matrix.programs:
        cells = []
        for law in laws:
            count = matrix.tally.counts[program, law]
            if (program, law) in broken:
                cells.append(styled("broken", style="red"))
            else:
                cells.append(styled(f"{count:,}" if count else "", style="green"))
        table.add_row(program.value, *cells)
    output().print(table)
    for found, file in zip(matrix.counterexamples, files, strict=True):
        lines = [f"\n{found.tree.rstrip()}", f"  again   {found.command(file)}"]
        lines += [f"  replay  {again}"] if (again := found.replay(file)) else []
        say("\n".join(lines))


def _written(found: Sequence[Counterexample], folder: Path) -> list[Path]:
    """The files in which the counterexamples stand now."""
    files: list[Path] = []
    for counterexample in found:
        name = f"{counterexample.program.value}-{counterexample.fault.law.value}"
        file = folder / f"{name}.tree"
        if file in files:
            file = folder / f"{name}-{len(files)}.tree"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unwritable(file, error) from None
        save(file, counterexample.tree)
        files.append(file)
    return files
