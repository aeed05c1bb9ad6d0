"""pydecl crosscheck: do the engines agree, and keep the programs their contracts?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from pydecl.cli.completing import suggest_asked, suggest_game
from pydecl.cli.court import CourtQuestion, check_in_court
from pydecl.cli.crosschecked import Checked, Question, check_games
from pydecl.cli.executing import ClusterOption, cluster_of, jobs_option
from pydecl.cli.failing import complain, reported
from pydecl.cli.helping import LIMITS
from pydecl.cli.matrices import check_matrix
from pydecl.cli.output import (
    ConventionOption,
    DepthOption,
    FoldOption,
    JsonOption,
    MemoryOption,
    MovesAgainOption,
    PositionOption,
    RulesOption,
    depth_of,
    number_of,
    output,
    plain_table,
    print_json,
    seconds_of,
)
from pydecl.cli.owning import OwnQuestion, check_own_programs
from pydecl.cli.questions import (
    EXTENSION,
    MAX_PLY,
    WIN,
    AlphaOption,
    BetaOption,
    ExtensionOption,
    MaxPlyOption,
    OrderOption,
    SeedOption,
    WinOption,
    program_name,
    with_settings,
)
from pydecl.cli.terminal import styled
from pydecl.crosschecking import Agreement, Divergence, Unfinished, Verdict
from pydecl.errors import Exit, InputError
from pydecl.errors.unforeseen import INTERNAL_FAULT
from pydecl.loading.consulting import game_names
from pydecl.loading.rules_files import Reading
from pydecl.loading.turns import UNFIT, Turns
from pydecl.model.number import INFINITY
from pydecl.model.own import PREFIX
from pydecl.model.program import Program
from pydecl.model.result import Order, Preferred, Settings
from pydecl.programs.registry import NAIVE, PROGRAMS
from pydecl.sandbox.cores import core_count
from pydecl.sandbox.session import MEMORY
from pydecl.solving.looking_up import named_program

JOBS = core_count() + 1
"""As many games at a time keep all cores busy: each waits for one of its engines now and then."""

TREES = "Random games, with --trees"
"""The group of the options about random games."""

COURT = "Another program's game, with --against"
"""The group of the options about that."""

COLUMNS = ("game", "verdict", "positions", "comparisons", "rules", "seconds")


@reported
@with_settings
def crosscheck_games(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME…",
            autocompletion=suggest_game,
            help="Bundled games, options included, or files.",
            show_default=False,
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="All bundled games; with --trees, all programs.")
    ] = False,
    program: Annotated[
        list[str] | None,
        typer.Option(
            "--program",
            metavar="PROGRAM",
            autocompletion=suggest_asked,
            parser=program_name,
            help="Only this program; can be repeated. file:NAME is a program in the rules file itself, "
            "database:DIR what 'solve --to' has kept.",
        ),
    ] = None,
    what: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="SYSTEM",
            help="Hold another program's game against the rules: open_spiel:NAME, python:MODULE:CLASS, "
            "pettingzoo:NAME, rules:FILE, command:WORDS.",
            show_default=False,
        ),
    ] = None,
    given: Annotated[
        Path | None,
        typer.Option(
            "--names",
            rich_help_panel=COURT,
            metavar="FILE",
            help="What the system calls moves: called(Move, Name) in Prolog, or called(move) in Python.",
            show_default=False,
        ),
    ] = None,
    excepted: Annotated[
        list[str] | None,
        typer.Option(
            "--except",
            rich_help_panel=COURT,
            metavar="WHAT",
            help="Allow differences: draws_by_repetition, 'length > 200', or a FILE.pl with clauses "
            "allow(Position, Kind); can be repeated.",
            show_default=False,
        ),
    ] = None,
    lines: Annotated[
        Path | None,
        typer.Option(
            "--lines",
            rich_help_panel=COURT,
            metavar="FILE",
            help="Compare these lines of the rules' moves, and play on from their ends.",
            show_default=False,
        ),
    ] = None,
    as_issue: Annotated[
        bool,
        typer.Option("--issue", rich_help_panel=COURT, help="Write a difference as a maintainer needs it."),
    ] = False,
    trees: Annotated[
        int | None,
        typer.Option(
            "--trees",
            rich_help_panel=TREES,
            metavar="N",
            min=1,
            help="Search N random games, and check that the programs keep all laws.",
            show_default=False,
        ),
    ] = None,
    naive: Annotated[
        bool,
        typer.Option("--naive", rich_help_panel=TREES, help="Check the naive variants, to see them caught."),
    ] = False,
    plies: Annotated[
        int | None,
        typer.Option(
            "--plies",
            metavar="D",
            min=0,
            help="Search all positions within D plies of the start.",
            show_default=False,
        ),
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option(
            "--positions", metavar="N", min=1, help="Search N positions from random play.", show_default=False
        ),
    ] = None,
    position: PositionOption = None,
    seed: SeedOption = 0,
    depth: DepthOption = None,
    alpha: AlphaOption = None,
    beta: BetaOption = None,
    order: OrderOption = Order.GAME,
    win: WinOption = WIN,
    max_ply: MaxPlyOption = MAX_PLY,
    extension: ExtensionOption = EXTENSION,
    convention: ConventionOption = None,
    moves_again: MovesAgainOption = False,
    fold: FoldOption = False,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            rich_help_panel=TREES,
            metavar="FILE",
            help="Where to keep results; by default, in your cache folder.",
            show_default=False,
        ),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", rich_help_panel=TREES, help="Search everything again.")
    ] = False,
    folder: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            help="Where --trees writes counterexamples; with --against, a page FILE.html for what was found.",
        ),
    ] = Path(),
    time: Annotated[
        float | None,
        typer.Option(
            "--time",
            rich_help_panel=LIMITS,
            metavar="S",
            min=0,
            help="Seconds for each game (60), or with --trees for all of it (no limit); 0 is no limit.",
            show_default=False,
        ),
    ] = None,
    memory: MemoryOption = MEMORY,
    rules: RulesOption = Preferred.HAND,
    jobs: Annotated[
        int | None, jobs_option("games, or parts of --trees,", "as many as keep all cores busy")
    ] = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
    *,
    declared: Mapping[str, int],
) -> Exit | None:
    """Search the same positions on all engines, and compare; or hold another program's game against rules."""
    if every and games:
        raise InputError("give games or --all, not both")
    if what is not None:
        unfit = (
            every,
            program,
            trees,
            naive,
            plies,
            position,
            alpha,
            beta,
            store,
            fresh,
            jobs,
            cluster,
            fold,
        )
        if (
            any(unfit)
            or (order, win, max_ply, extension) != (Order.GAME, WIN, MAX_PLY, EXTENSION)
            or declared
        ):
            raise InputError(
                "--against takes --positions, --depth, --seed, --time and how the rules are read, "
                "--names, --except, --lines, --issue and --output"
            )
        told = Reading(convention, moves_again)
        limit = seconds_of(60.0 if time is None else time)
        most = depth_of(depth)
        asked_of = CourtQuestion(
            what,
            positions,
            most if isinstance(most, int) else None,
            seed,
            limit,
            memory,
            told,
            given,
            excepted or (),
            lines,
        )
        page = None if folder == Path() else folder
        return check_in_court(games, asked_of, page, as_json=as_json, as_issue=as_issue)
    if given or excepted or lines or as_issue:
        raise InputError("--names, --except, --lines and --issue need --against SYSTEM")
    names = game_names() if every else games
    own = [name for name in program or () if name.startswith(PREFIX)]
    if own and names:
        if naive or fresh or store is not None or order is not Order.GAME:
            raise InputError(f"{own[0]}: leave out --naive, --fresh, --store and --order")
        if jobs is not None or cluster is not None:
            raise InputError(f"{own[0]}: it is one piece of work: leave out --jobs and --cluster")
        _one_of_these(plies, positions, position)
        window = (number_of("--alpha", alpha, -INFINITY), number_of("--beta", beta, INFINITY))
        seconds = seconds_of(60.0 if time is None else time)
        told = Reading(convention, moves_again, fold)
        asked = OwnQuestion(plies, positions, position, seed, depth_of(depth), *window, trees, seconds, told)
        return check_own_programs(names, program or (), asked, as_json)
    if own:
        raise InputError(f"{own[0]}: give the rules file that defines it")
    programs = [named_program(name) for name in program or ()]
    settings = Settings(order, seed, win, max_ply, extension).having(declared)
    if trees is not None:
        if games or not (every or programs or naive):
            raise InputError(
                "--trees asks about random trees: leave out the game; give --all, --naive or --program"
            )
        chosen = [one for one in programs if isinstance(one, Program)]
        if chosen != programs:
            raise InputError("--trees asks about random trees, which no database has")
        chosen = chosen or [*(PROGRAMS if every else ()), *(NAIVE if naive else ())]
        said = (plies, positions, position, depth, alpha, beta, convention, moves_again or None, fold or None)
        if any(choice is not None for choice in said) or settings != Settings(seed=seed):
            raise InputError("--trees chooses windows, orders and depths itself: leave those options out")
        with cluster_of(cluster, jobs) as running:
            limit = seconds_of(time or 0)
            return check_matrix(trees, seed, chosen, store, fresh, folder, limit, as_json, jobs, running)
    if naive or fresh or store is not None:
        raise InputError("--naive, --store and --fresh need --trees")
    if not names:
        raise InputError("give one or more games, or --all")
    _one_of_these(plies, positions, position)
    plies_deep = depth_of(depth)
    window = (number_of("--alpha", alpha, -INFINITY), number_of("--beta", beta, INFINITY))
    seconds = seconds_of(60.0 if time is None else time)
    arguments = {
        "programs": programs or None,
        "plies": plies,
        "positions": positions,
        "position": position,
        "seed": seed,
        "depth": plies_deep,
        "alpha": window[0],
        "beta": window[1],
        "memory": memory,
        "settings": settings,
        "convention": convention,
        "moves_again": moves_again,
        "fold": fold,
        "rules": rules,
    }
    with cluster_of(cluster, jobs) as running:
        found = check_games(names, Question(seconds, arguments), jobs or JOBS, running)
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
            output().print(styled(divergence_text(one.game, one.verdict)), soft_wrap=True)
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
