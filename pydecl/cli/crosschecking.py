"""pydecl crosscheck: do the engines agree, and keep the programs their contracts?

Of games, of a file's own programs, of random trees, and of other programs' games.
"""

from __future__ import annotations

import time as clock
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydecl.api.court import against
from pydecl.cli.completing import suggest_game
from pydecl.cli.court import Court, lines_of, show_verdict
from pydecl.cli.failing import complain
from pydecl.cli.limits import limited
from pydecl.cli.options import (
    JSON,
    PREFERRED,
    Folding,
    Question,
    Sharing,
    argument,
    command,
    flag,
    option,
    options,
    program_option,
    time_option,
)
from pydecl.cli.output import (
    Bar,
    print_json,
    print_table,
    progress_bar,
    progress_bars,
    refuse_unwritable,
    save,
    say,
    store_file,
)
from pydecl.cli.screen import styled
from pydecl.crosschecking import Divergence, Unfinished, Verdict, crosscheck
from pydecl.crosschecking.counterexamples import Counterexample
from pydecl.crosschecking.laws import Law
from pydecl.crosschecking.own_checking import TREES as OWN_TREES
from pydecl.crosschecking.own_checking import OwnReport, check_own
from pydecl.crosschecking.own_judging import replay
from pydecl.crosschecking.positions import Places
from pydecl.crosschecking.running import Matrix, answers, run_matrix
from pydecl.engines import registry
from pydecl.engines.searching import Default, check_question, usual_depth
from pydecl.errors import Exit, InputError, PydeclError, unwritable
from pydecl.errors.unforeseen import INTERNAL_FAULT, named
from pydecl.loading.consulting import consult, game_files, game_names
from pydecl.loading.turns import UNFIT, Turns
from pydecl.model.deadline import Deadline
from pydecl.model.number import INFINITY
from pydecl.model.program import PREFIX, Manner, Program
from pydecl.model.result import Limits, Order, Preferred, Settings
from pydecl.programs.registry import NAIVE, PROGRAMS
from pydecl.sandbox.cores import core_count
from pydecl.sandbox.executing import Here, executor, finished
from pydecl.sandbox.fork_server import FEW, expect_many
from pydecl.sandbox.work import PieceExecutor, Progress, Task, Work
from pydecl.solving.looking_up import named_program

JOBS = core_count() + 1
"""As many games at a time keep all cores busy: each waits for one of its engines now and then."""

MANY = 2_000
"""From so many trees on, all cores search; fewer are done before the processes have begun."""

USUAL = 60.0
"""Seconds for each game."""

TREES = "Random games, with --trees"
"""The group of the options about random games."""


@options
class CrosscheckLoading(Folding):
    """How the rules are read, and the time for each game."""

    time: float | None = time_option("Seconds for each game (60), or with --trees for all (0).")


@options
class Trees:
    """The options about random games."""

    trees: int | None = option(
        "--trees", "N", "Search N random games, and check that programs keep all laws.", group=TREES, min=1
    )
    naive: bool = flag("--naive", "Check the naive variants.", group=TREES)
    store: Path | None = option(
        "--store", "FILE", "Where to keep results; else in your cache folder.", group=TREES
    )
    fresh: bool = flag("--fresh", "Search everything again.", group=TREES)
    folder: Path = option(
        "-o/--output",
        "DIR",
        "Where to write counterexamples; with --against, a page FILE.html.",
        group=TREES,
        default=Path(),
    )

    @property
    def any_but_trees(self) -> bool:
        """Whether anything is said that only random games need."""
        return self.naive or self.fresh or self.store is not None


@options
class Chosen(Question):
    """What programs are asked, and at which positions."""

    plies: int | None = option("--plies", "D", "Search all positions within D plies of the start.", min=0)
    positions: int | None = option("--positions", "N", "Search N positions from random play.", min=1)

    @property
    def places(self) -> Places:
        return Places(self.position, self.plies, self.positions, self.seed)


@command
def crosscheck_games(
    games: list[str] | None = argument(
        "GAME…", "Bundled games, options included, or files.", suggest_game, default=None
    ),
    *,
    every: bool = flag("--all", "All bundled games; with --trees, all programs."),
    program: list[str] | None = program_option(
        "Only this program, file:NAME or database:DIR; can be repeated."
    ),
    court: Court,
    asked: Chosen,
    random: Trees,
    how: CrosscheckLoading,
    rules: Preferred = PREFERRED,
    sharing: Sharing,
    as_json: bool = JSON,
) -> Exit | None:
    """Search the same positions on all engines, and compare; or hold another program's game against rules."""
    if every and games:
        raise InputError("give games or --all, not both")
    settings = asked.asked["settings"]  # the depth and the window are checked with them
    if court.what is not None:
        unfit = (every, program, asked.plies, asked.position, asked.alpha, asked.beta, how.fold)
        others = random != Trees(folder=random.folder) or sharing != Sharing(sharing.jobs)
        if any(unfit) or others or settings != Settings(seed=asked.seed):
            raise InputError(
                "--against takes --positions, --depth, --seed, --time, --jobs and how the rules are read, "
                "--names, --except, --lines, --issue and --output"
            )
        file = None if random.folder == Path() else random.folder
        if file is not None and file.suffix != ".html":
            raise InputError(f"{file}: the report of --against is a page: name a file that ends with .html")
        if not games or len(games) != 1:
            raise InputError("--against holds a system against one game: give its name or its rules file")
        if file is not None:
            refuse_unwritable(file)
        verdict = against(
            games[0],
            court.what,
            positions=asked.positions,
            depth=asked.plies_ahead if isinstance(asked.plies_ahead, int) else None,
            seed=asked.seed,
            seconds=how.at_most(USUAL),
            memory=how.memory,
            names=court.names,
            excepted=court.excepted or (),
            lines=() if court.lines is None else lines_of(court.lines),
            jobs=sharing.jobs,
            convention=how.convention,
            moves_again=how.moves_again,
        )
        return show_verdict(verdict, court, file, as_json=as_json)
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
    if sum(choice is not None for choice in (asked.plies, asked.positions, asked.position)) > 1:
        raise InputError("choose one of --plies, --positions and --position")
    arguments: dict[str, Any] = vars(how.reading)
    if own:
        if own != program:
            raise InputError("cross-check the file's own programs and pydecl's in separate runs")
    else:
        chosen = {"plies": asked.plies, "positions": asked.positions, "seed": asked.seed, **asked.asked}
        arguments = arguments | chosen | {"programs": programs or None, "memory": how.memory, "rules": rules}
    trees = OWN_TREES if random.trees is None else random.trees
    question = GamesQuestion(how.at_most(USUAL), arguments, asked, own, trees)
    with sharing.running() as running:
        found, interrupted = check_games(names, question, 1 if own else sharing.jobs or JOBS, running)
    if as_json:
        told = [one.to_json() for one in found]
        print_json(told[0] if len(names) == len(told) == 1 else told)
    else:
        _print(found, OWN_COLUMNS if own else COLUMNS, how.reading.words)
    return max([*(one.exit_code for one in found), Exit.INTERRUPTED if interrupted else Exit.FINE])


# Games, and a file's own programs


@dataclass(frozen=True)
class Checked:
    """How a cross-check ended: with what was found, or with an error."""

    game: str
    found: Verdict | OwnReport | PydeclError
    seconds: float = 0.0

    @property
    def exit_code(self) -> Exit:
        return self.found.exit_code

    def to_json(self) -> dict[str, Any]:
        if isinstance(self.found, PydeclError):
            return {"game": self.game, "agree": None, "error": str(self.found)}
        return {"game": self.game} | self.found.to_json()


@dataclass(frozen=True)
class GamesQuestion:
    """What is asked of each game, in so many seconds, by the arguments of `crosscheck`.

    Of a rules file's `own` programs, what was `asked` is, on so many random `trees`, too; the arguments are
    those of `consult` then. `many` says that one process is asked about many games.
    """

    seconds: float | None
    arguments: Mapping[str, Any]
    asked: Chosen
    own: Sequence[str] = ()
    trees: int = 0
    many: bool = False


def check_games(
    games: Sequence[str], question: GamesQuestion, jobs: int, cluster: PieceExecutor | None = None
) -> tuple[list[Checked], bool]:
    """The cross-checks of games, so many at a time, and whether an interruption has ended them.

    Then those that are there are given. An error is said at once.
    """
    found: dict[int, list[Checked]] = {}
    interrupted = False
    question = replace(question, many=len(games) > FEW * jobs)
    work = Work("pydecl.cli.crosschecking:checking", question, files=game_files)
    with progress_bars() as bar, executor(jobs, len(games), cluster) as running:
        all_games = bar("crosscheck") if len(games) > 1 else Bar()
        all_games.show(0, len(games))
        shown: dict[int, Bar] = {}

        def tell(place: int, done: int, total: int) -> None:
            if place not in shown:
                shown[place] = bar(f"  {games[place]}")
            shown[place].show(done, total)

        try:
            for place, future in finished(running, work, games, tell):
                shown.pop(place, Bar()).end()
                error = future.exception()
                assert error is None or isinstance(error, PydeclError)
                found[place] = future.result() if error is None else [Checked(games[place], error)]
                for one in found[place]:
                    if isinstance(one.found, PydeclError):
                        complain(str(one.found))
                interrupted = interrupted or found[place][-1].exit_code is Exit.INTERRUPTED
                all_games.show(len(found), len(games))
                if interrupted and isinstance(running, Here):
                    break
        except KeyboardInterrupt:
            if not interrupted:
                complain("interrupted")
            interrupted = True
    return [one for place in sorted(found) for one in found[place]], interrupted


@contextmanager
def checking(question: GamesQuestion) -> Iterator[Task]:
    """What a process checks games with: see `pydecl/sandbox/work.py`."""
    if question.many:
        expect_many()
    yield lambda game, progress: _checked(game, question, progress)


def _checked(game: str, question: GamesQuestion, progress: Progress) -> list[Checked]:
    """One verdict, or a report of each of its own programs; what goes wrong, foreseen or not, is the last."""
    found: list[Checked] = []
    began = clock.monotonic()
    try:
        with limited(question.seconds) as until:
            for one in _verdicts(game, question, until, progress):
                found.append(Checked(game, one, clock.monotonic() - began))
                began = clock.monotonic()
    except Exception as error:
        found.append(Checked(game, named(error), clock.monotonic() - began))
    return found


def _verdicts(
    game: str, question: GamesQuestion, until: Deadline, progress: Progress
) -> Iterator[Verdict | OwnReport]:
    if not question.own:
        yield crosscheck(game, seconds=None, until=until, progress=progress, **question.arguments)
        return
    asked, seconds, trees = question.asked, question.seconds, question.trees
    depth, window = asked.plies_ahead, asked.window
    are_said = depth is not Default.DEPTH or window != (-INFINITY, INFINITY)
    with consult(game, seconds=None, until=until, **question.arguments) as opened:
        for name in question.own:
            program = registry.reference(opened).own.ready(name)
            limits = Limits(usual_depth(opened, program, depth), *window, seconds)
            check_question(opened, program, limits)
            has_limits = are_said or (asked.places.are_chosen and program.manner is not Manner.BARE)
            asking = limits if has_limits else None
            yield check_own(opened, program, limits=asking, places=asked.places, trees=trees, seconds=seconds)


COLUMNS = ("game", "verdict", "positions", "comparisons", "rules", "seconds")

OWN_COLUMNS = ("game", "program", "runs", "verdict", "positions", "trees", "seconds")

SAID = {Exit.FINE: "agrees", Exit.DISAGREEMENT: "differs", Exit.BROKEN_CONTRACT: "rules broken"}


def _print(found: Sequence[Checked], columns: Sequence[str], words: Sequence[str]) -> None:
    """A row for each verdict and each internal fault, and then what there is to say of the verdicts."""
    rows = []
    for one in found:
        if not isinstance(one.found, PydeclError):
            rows.append((one.game, *_cells(one.found), f"{one.seconds:.1f}"))
        elif one.exit_code is Exit.INTERNAL_FAULT:
            cells = {"game": one.game, "verdict": INTERNAL_FAULT, "seconds": f"{one.seconds:.1f}"}
            rows.append(tuple(cells.get(column, "-") for column in columns))
    if rows:
        print_table(columns, rows)
    for one in found:
        if isinstance(one.found, Verdict):
            _print_notes(one.game, one.found)
        elif isinstance(one.found, OwnReport):
            _print_findings(one.game, one.found, words)


def _cells(found: Verdict | OwnReport) -> Sequence[str]:
    """What a row says between the game and the seconds."""
    if isinstance(found, Verdict):
        said = {True: "agrees", False: "differs", None: "unfinished"}[found.agree]
        return said, str(found.positions), str(found.comparisons), found.rules.value
    own, said = found.program, SAID.get(found.exit_code, "unfinished")
    return f"{own.value} ({own.indicator})", own.manner.value, said, *map(str, found.asked)


def _print_notes(game: str, verdict: Verdict) -> None:
    for engine, why in verdict.left_out.items():
        complain(f"note: {game}: the engine {engine} is left out: {why}")
    if verdict.gave_up:
        names, why = ", ".join(verdict.gave_up), "; ".join(dict.fromkeys(verdict.gave_up.values()))
        complain(f"note: {game}: the compiled rules ({names}) ask SWI-Prolog for moves: {why}")
    if verdict.limited:
        complain(f"note: {game}: the whole tree takes too long: {verdict.limited}")
    twice = [program for program, why in verdict.skipped.items() if why == UNFIT[Turns.TWICE]]
    if twice:
        complain(f"note: {game}: not compared, {UNFIT[Turns.TWICE]}: {', '.join(twice)}")
    if isinstance(verdict, Divergence):
        say(verdict.text(game))
    elif isinstance(verdict, Unfinished):
        complain(f"{game}: {verdict.reason}")


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

    def cell(program: Program, law: Law) -> Any:
        if (program, law) in broken:
            return styled("broken", style="red")
        count = matrix.tally.counts[program, law]
        return styled(f"{count:,}" if count else "", style="green")

    rows = [(program.value, *(cell(program, law) for law in laws)) for program in matrix.programs]
    print_table(("program", *(law.value for law in laws)), rows)
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
