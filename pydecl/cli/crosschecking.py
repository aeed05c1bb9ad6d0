"""pydecl crosscheck: do the engines agree, and keep the programs their contracts?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydecl.cli.completing import suggest_game
from pydecl.cli.court import Court, check_in_court
from pydecl.cli.crosschecked import Checked, GamesQuestion, check_games
from pydecl.cli.failing import complain
from pydecl.cli.matrices import Trees, check_matrix
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
from pydecl.cli.output import output, plain_table, print_json, say
from pydecl.cli.owning import OwnQuestion, check_own_programs
from pydecl.crosschecking import Divergence, Unfinished
from pydecl.errors import Exit, InputError
from pydecl.errors.unforeseen import INTERNAL_FAULT
from pydecl.loading.consulting import game_names
from pydecl.loading.turns import UNFIT, Turns
from pydecl.model.program import PREFIX, Program
from pydecl.model.result import Order, Preferred, Settings
from pydecl.programs.registry import NAIVE, PROGRAMS
from pydecl.sandbox.cores import core_count
from pydecl.solving.looking_up import named_program

JOBS = core_count() + 1
"""As many games at a time keep all cores busy: each waits for one of its engines now and then."""

COLUMNS = ("game", "verdict", "positions", "comparisons", "rules", "seconds")


@dataclass(frozen=True)
class CrosscheckLoading(Folding):
    """How the rules are read, and the time for each game."""

    time: Annotated[float | None, time_option("Seconds for each game (60), or with --trees for all (0).")] = (
        None
    )


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
        file = None if random.folder == Path() else random.folder
        return check_in_court(
            games, court, asked, how, positions=positions, seconds=seconds, file=file, as_json=as_json
        )
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
                chosen, random, asked.seed, how.seconds, jobs=sharing.jobs, cluster=running, as_json=as_json
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


def _row(one: Checked) -> Sequence[str]:
    seconds = f"{one.seconds:.1f}"
    if (found := one.verdict) is None:
        return one.game, INTERNAL_FAULT, "-", "-", "-", seconds
    said = {True: "agrees", False: "differs", None: "unfinished"}[found.agree]
    return one.game, said, str(found.positions), str(found.comparisons), found.rules.value, seconds


def _print(found: Sequence[Checked]) -> None:
    rows = [_row(one) for one in found if one.verdict is not None or one.exit_code is Exit.INTERNAL_FAULT]
    if rows:
        output().print(plain_table(*COLUMNS, rows=rows))
    for one in found:
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
            say(one.verdict.text(one.game))
        elif isinstance(one.verdict, Unfinished):
            complain(f"{one.game}: {one.verdict.reason}")
