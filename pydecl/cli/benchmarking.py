"""pydecl bench: the same searches by different means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import count
from statistics import median
from typing import Annotated, Any

from pydecl.benchmarking.contender import Contender, Task
from pydecl.benchmarking.contenders import contenders
from pydecl.benchmarking.measuring import TASKS, Table, geometric_means, measure
from pydecl.benchmarking.report import significant, spread
from pydecl.cli.completing import suggesting
from pydecl.cli.failing import complain
from pydecl.cli.options import JsonOption, argument, command, known_program, option
from pydecl.cli.output import output, plain_table, print_json, progress_bar
from pydecl.engines.fitting import depth_within
from pydecl.engines.searching import Default, the_depth
from pydecl.errors import Exit, InputError, InternalFault
from pydecl.errors.unforeseen import named
from pydecl.games import BUNDLED
from pydecl.loading.consulting import consult
from pydecl.loading.turns import obstacles
from pydecl.model.program import Program
from pydecl.programs.registry import names

COMPARED = (Program.ALPHABETA, Program.MINIMAX, Program.EXPECTIMINIMAX)

SECOND = 1.0
"""How long SWI-Prolog may take for a search, where nobody says how deep it is."""


@command
def bench(
    games: Annotated[
        list[str] | None,
        argument("GAME...", "Bundled games, or files; by default, a selection.", suggesting(lambda: BUNDLED)),
    ] = None,
    program: Annotated[
        Any,  # a Program: typer takes what its parser gives
        option(
            "--program",
            "PROGRAM",
            f"Measure only this program: {names(COMPARED)}.",
            complete=suggesting(lambda: [one.value for one in COMPARED]),
            parser=known_program,
        ),
    ] = None,
    depth: Annotated[
        int | None, option("--depth", "N", "How many plies; else as the rules say, or fit a second.", min=0)
    ] = None,
    rounds: Annotated[int, option("--rounds", "K", "How many times to measure each search.", min=1)] = 3,
    as_json: JsonOption = False,
) -> Exit | None:
    """Measure the same searches in SWI-Prolog, in Python, in machine code, in easyAI and OpenSpiel."""
    if program is not None and program not in COMPARED:
        raise InputError(f"bench measures only {names(COMPARED)}, not {program.value}")
    found = contenders()
    tables = []
    code: Exit | None = None
    for task in chosen(games or [], program, depth):
        try:
            table = measured(task, found, rounds)
        except Exception as error:
            told = named(error)
            if not isinstance(told, InternalFault):
                raise
            complain(f"{task}: {told}")
            code = Exit.INTERNAL_FAULT
            continue
        tables.append(table)
        if not as_json:
            show(table)
    if as_json:
        print_json([as_data(table) for table in tables])
    if as_json or len(tables) < 2:
        return code
    means = geometric_means(tables)
    first = next(iter(means))
    output().print(f"geometric means, relative to {first}:", highlight=False)
    for name, (mean, tasks) in means.items():
        of = "1 task" if tasks == 1 else f"{tasks} tasks"
        output().print(f"  {name}: {significant(mean)} ({of})", highlight=False)
    return code


def measured(task: Task, contenders: Sequence[Contender], rounds: int) -> Table:
    """What is measured at a task, with a bar meanwhile."""
    done, steps = count(1), (1 + rounds) * sum(one.fits(task) for one in contenders)
    with progress_bar(str(task)) as bar:
        return measure(task, contenders, rounds, lambda *_: bar(next(done), steps))


def chosen(games: list[str], program: Program | None, depth: int | None) -> list[Task]:
    """The tasks meant: those that are always measured, or one for each game.

    A game's program is the first that can run on it; its depth is that of its usual task, or what its rules
    declare, or what SWI-Prolog searches in a SECOND. Raises InputError if the program cannot run.
    """
    tasks: list[Task] = []
    for game in games or list(dict.fromkeys(task.game for task in TASKS)):
        usual = [task for task in TASKS if task.game == game]
        if program is not None or not usual:
            usual = [_task(game, program, usual[-1].depth if usual else depth or Default.DEPTH)]
        tasks += [task if depth is None else Task(game, task.program, depth) for task in usual]
    return list(dict.fromkeys(tasks))


def _task(game: str, program: Program | None, depth: int | Default | None) -> Task:
    with consult(game) as rules:
        why = obstacles(rules)
        asked = program or next((one for one in COMPARED if why[one] is None), COMPARED[0])
        if (obstacle := why[asked]) is not None:
            raise InputError(f"{game}: {asked.value} cannot search it: {obstacle}")
        plies = the_depth(rules, depth)
        if plies is None and depth is Default.DEPTH:
            plies = depth_within(rules, asked, SECOND)
        return Task(game, asked.value, plies)


def show(table: Table) -> None:
    """Print what was measured at one task."""
    first, *_ = table.lines
    grid = plain_table("contender")
    for column in ("nodes", "nodes a second", f"times {first.contender}"):
        grid.add_column(column, justify="right")
    for line in table.lines:
        ratios = "1" if line is first else spread(line.ratios(first))
        grid.add_row(line.contender, f"{line.nodes:,}", significant(line.rate), ratios)
    output().print(f"{table.task}: {table.nodes:,} nodes are searched", highlight=False)
    output().print(grid)
    for name, reason in table.unfit:
        output().print(f"  without {name}: {reason}", highlight=False, soft_wrap=True)
    output().print()


def as_data(table: Table) -> dict[str, object]:
    """What was measured at one task, for JSON."""
    return {
        "task": asdict(table.task),
        "nodes": table.nodes,
        "contenders": [
            {
                "name": line.contender,
                "nodes": line.nodes,
                "value": line.value,
                "nodes_per_second": round(line.rate),
                "ratio": median(line.ratios(table.lines[0])),
                "seconds": list(line.seconds),
            }
            for line in table.lines
        ],
        "without": dict(table.unfit),
    }
