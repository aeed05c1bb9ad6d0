"""pydecl crosscheck: do the engines agree, and keep the programs their contracts?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydecl.cli.completing import suggest_asked, suggest_game
from pydecl.cli.court import CourtQuestion, check_in_court
from pydecl.cli.crosschecked import Checked, GamesQuestion, check_games
from pydecl.cli.failing import complain
from pydecl.cli.helping import LIMITS
from pydecl.cli.matrices import check_matrix
from pydecl.cli.options import (
    Folding,
    JsonOption,
    Question,
    RulesOption,
    Sharing,
    argument,
    command,
    option,
    program_name,
)
from pydecl.cli.output import output, plain_table, print_json, say
from pydecl.cli.owning import OwnQuestion, check_own_programs
from pydecl.crosschecking import Agreement, Divergence, Unfinished, Verdict
from pydecl.errors import Exit, InputError
from pydecl.errors.unforeseen import INTERNAL_FAULT
from pydecl.loading.consulting import game_names
from pydecl.loading.turns import UNFIT, Turns
from pydecl.model.own import PREFIX
from pydecl.model.program import Program
from pydecl.model.result import Order, Preferred, Settings
from pydecl.programs.registry import NAIVE, PROGRAMS
from pydecl.sandbox.cores import core_count
from pydecl.solving.looking_up import named_program

JOBS = core_count() + 1
"""As many games at a time keep all cores busy: each waits for one of its engines now and then."""

COURT = "Another program's game, with --against"
"""The group of the options about other programs' games."""

TREES = "Random games, with --trees"
"""The group of the options about random games."""

COLUMNS = ("game", "verdict", "positions", "comparisons", "rules", "seconds")


@dataclass(frozen=True)
class CrosscheckLoading(Folding):
    """How the rules are read, and the time for each game."""

    time: Annotated[
        float | None,
        option(
            "--time", "S", "Seconds for each game (60), or with --trees for all (0).", group=LIMITS, min=0
        ),
    ] = None


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


@dataclass(frozen=True)
class Court:
    """The options about another program's game."""

    what: Annotated[
        str | None,
        option(
            "--against",
            "SYSTEM",
            "Hold another program's game against the rules: open_spiel:NAME, python:MODULE:CLASS, "
            "pettingzoo:NAME, rules:FILE, command:WORDS.",
            group=COURT,
        ),
    ] = None
    names: Annotated[
        Path | None,
        option(
            "--names",
            "FILE",
            "What the system calls moves: called(Move, Name) in Prolog, or called(move) in Python.",
            group=COURT,
        ),
    ] = None
    excepted: Annotated[
        list[str] | None,
        option(
            "--except",
            "WHAT",
            "Allow differences: draws_by_repetition, 'length > 200', or a FILE.pl with clauses "
            "allow(Position, Kind); can be repeated.",
            group=COURT,
        ),
    ] = None
    lines: Annotated[
        Path | None,
        option(
            "--lines",
            "FILE",
            "Compare these lines of the rules' moves, and play on from their ends.",
            group=COURT,
        ),
    ] = None
    as_issue: Annotated[
        bool, option("--issue", None, "Write a difference as a maintainer needs it.", group=COURT)
    ] = False


@command
def crosscheck_games(
    games: Annotated[
        list[str] | None, argument("GAME…", "Bundled games, options included, or files.", suggest_game)
    ] = None,
    *,
    every: Annotated[bool, option("--all", None, "All bundled games; with --trees, all programs.")] = False,
    program: Annotated[
        list[str] | None,
        option(
            "--program",
            "PROGRAM",
            "Only this program, file:NAME or database:DIR; can be repeated.",
            complete=suggest_asked,
            parser=program_name,
        ),
    ] = None,
    court: Court,
    plies: Annotated[
        int | None, option("--plies", "D", "Search all positions within D plies of the start.", min=0)
    ] = None,
    positions: Annotated[
        int | None, option("--positions", "N", "Search N positions from random play.", min=1)
    ] = None,
    asked: Question,
    random: Trees,
    how: CrosscheckLoading,
    rules: RulesOption = Preferred.HAND,
    sharing: Sharing,
    as_json: JsonOption = False,
) -> Exit | None:
    """Search the same positions on all engines, and compare; or hold another program's game against rules."""
    if every and games:
        raise InputError("give games or --all, not both")
    seconds = 60.0 if how.time is None else how.seconds
    settings = asked.settled
    if court.what is not None:
        unfit = (every, program, plies, asked.position, asked.alpha, asked.beta, how.fold)
        others = random != Trees(folder=random.folder) or sharing != Sharing()
        if any(unfit) or others or settings != Settings(seed=asked.seed):
            raise InputError(
                "--against takes --positions, --depth, --seed, --time and how the rules are read, "
                "--names, --except, --lines, --issue and --output"
            )
        most = asked.plies if isinstance(asked.plies, int) else None
        question = CourtQuestion(
            court.what,
            positions,
            most,
            asked.seed,
            seconds,
            how.memory,
            how.reading,
            court.names,
            court.excepted or (),
            court.lines,
        )
        page = None if random.folder == Path() else random.folder
        return check_in_court(games, question, page, as_json=as_json, as_issue=court.as_issue)
    if court != Court():
        raise InputError("--names, --except, --lines and --issue need --against SYSTEM")
    names = game_names() if every else games
    own = [name for name in program or () if name.startswith(PREFIX)]
    if own and names:
        if random.naive or random.fresh or random.store is not None or asked.order is not Order.GAME:
            raise InputError(f"{own[0]}: leave out --naive, --fresh, --store and --order")
        if sharing != Sharing():
            raise InputError(f"{own[0]}: it is one piece of work: leave out --jobs and --cluster")
        _one_of_these(plies, positions, asked.position)
        own_asked = OwnQuestion(plies, positions, asked, random.trees, seconds, how.reading)
        return check_own_programs(names, program or (), own_asked, as_json)
    if own:
        raise InputError(f"{own[0]}: give the rules file that defines it")
    programs = [named_program(name) for name in program or ()]
    if random.trees is not None:
        if games or not (every or programs or random.naive):
            raise InputError(
                "--trees asks about random trees: leave out the game; give --all, --naive or --program"
            )
        chosen = [one for one in programs if isinstance(one, Program)]
        if chosen != programs:
            raise InputError("--trees asks about random trees, which no database has")
        chosen = chosen or [*(PROGRAMS if every else ()), *(NAIVE if random.naive else ())]
        said = (plies, positions, asked != Question(seed=asked.seed) or None, how.reading.words or None)
        if any(choice is not None for choice in said):
            raise InputError("--trees chooses windows, orders and depths itself: leave those options out")
        with sharing.running() as running:
            return check_matrix(
                random.trees,
                asked.seed,
                chosen,
                random.store,
                random.fresh,
                random.folder,
                how.seconds,
                as_json,
                sharing.jobs,
                running,
            )
    if random.naive or random.fresh or random.store is not None:
        raise InputError("--naive, --store and --fresh need --trees")
    if not names:
        raise InputError("give one or more games, or --all")
    _one_of_these(plies, positions, asked.position)
    arguments = {
        **asked.asked,
        **vars(how.reading),
        "programs": programs or None,
        "plies": plies,
        "positions": positions,
        "seed": asked.seed,
        "memory": how.memory,
        "rules": rules,
    }
    with sharing.running() as running:
        found = check_games(names, GamesQuestion(seconds, arguments), sharing.jobs or JOBS, running)
    fields = [checked.to_json() for checked in found.in_order]
    if as_json:
        print_json(fields[0] if len(names) == 1 and fields else fields)
    else:
        _print(found.in_order)
    return found.exit_code


def _one_of_these(plies: int | None, positions: int | None, position: str | None) -> None:
    if sum(choice is not None for choice in (plies, positions, position)) > 1:
        raise InputError("choose one of --plies, --positions and --position")


def _print(found: Sequence[Checked]) -> None:
    told = [one for one in found if one.verdict is not None or one.exit_code is Exit.INTERNAL_FAULT]
    table = plain_table(*COLUMNS)
    for one in told:
        seconds = f"{one.seconds:.1f}"
        if one.verdict is None:
            table.add_row(one.game, INTERNAL_FAULT, "-", "-", "-", seconds)
            continue
        numbers = (str(one.verdict.positions), str(one.verdict.comparisons))
        table.add_row(one.game, _said(one.verdict), *numbers, one.verdict.rules.value, seconds)
    if told:
        output().print(table)
    for one in told:
        if one.verdict is None:
            continue
        for engine, why in one.verdict.left_out.items():
            complain(f"note: {one.game}: the engine {engine} is left out: {why}")
        if one.verdict.gave_up:
            names = ", ".join(one.verdict.gave_up)
            why = "; ".join(dict.fromkeys(one.verdict.gave_up.values()))
            complain(f"note: {one.game}: the compiled rules ({names}) ask SWI-Prolog for moves: {why}")
        twice = [program for program, why in one.verdict.skipped.items() if why == UNFIT[Turns.TWICE]]
        if twice:
            complain(f"note: {one.game}: not compared, {UNFIT[Turns.TWICE]}: {', '.join(twice)}")
        if isinstance(one.verdict, Divergence):
            say(divergence_text(one.game, one.verdict))
        elif isinstance(one.verdict, Unfinished):
            complain(f"{one.game}: {one.verdict.reason}")


def divergence_text(name: str, found: Divergence) -> str:
    """Where the engines differ, and how to see it again."""
    how = "differs" if found.expected is None else "is wrong"
    lines = [f"\n{name}: {found.subject} {how} at {found.position}"]
    width = max(7, *map(len, found.answers))
    if found.expected is not None:
        lines.append(f"  promised {found.expected}")
    if found.cause:
        lines.append(f"  {'cause':<{width}} {found.cause}")
    lines += [f"  {engine.capitalize():<{width}} {answer}" for engine, answer in found.answers.items()]
    lines.append(f"  {'again':<{width}} {found.command}")
    return "\n".join(lines)


def _said(verdict: Verdict) -> str:
    if isinstance(verdict, Agreement):
        return "agrees"
    return "differs" if isinstance(verdict, Divergence) else "unfinished"
