"""pydecl bench: the same searches by different means."""

from __future__ import annotations

from dataclasses import asdict
from statistics import median
from typing import Annotated

import typer

from pydecl.benchmarking.contender import Task
from pydecl.benchmarking.contenders import contenders
from pydecl.benchmarking.measuring import TASKS, Table, geometric_means, measure
from pydecl.benchmarking.report import significant, spread
from pydecl.cli.completing import suggesting
from pydecl.cli.failing import complain, reported
from pydecl.cli.output import JsonOption, output, print_json
from pydecl.cli.questions import known_program
from pydecl.cli.terminal import Grid
from pydecl.engines.searching import Default, the_depth
from pydecl.errors import Exit, InputError, InternalFault
from pydecl.errors.unforeseen import named
from pydecl.games import BUNDLED
from pydecl.loading.consulting import consult
from pydecl.model.program import Program

COMPARED = (Program.MINIMAX, Program.ALPHABETA)


@reported
def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME...",
            autocompletion=suggesting(lambda: BUNDLED),
            help="Bundled games; by default, a selection.",
        ),
    ] = None,
    program: Annotated[
        Program | None,
        typer.Option(
            "--program",
            parser=known_program,
            metavar="PROGRAM",
            autocompletion=suggesting(lambda: [one.value for one in COMPARED]),
            help="Measure only this program: minimax or alphabeta.",
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option("--depth", metavar="N", min=0, help="How many plies to search.")
    ] = None,
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds",
            metavar="K",
            min=1,
            help="How many times to measure each search, in turn with the others.",
        ),
    ] = 3,
    as_json: JsonOption = False,
) -> Exit | None:
    """Measure the same searches in SWI-Prolog, in Python, in C by hand, in easyAI and OpenSpiel."""
    if program is not None and program not in COMPARED:
        raise InputError(f"bench measures only minimax and alphabeta, not {program.value}")
    found = contenders()
    tables = []
    code: Exit | None = None
    for task in chosen(games or [], program, depth):
        try:
            table = measure(task, found, rounds)
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
    if as_json or not tables:
        return code
    means = geometric_means(tables)
    first = next(iter(means))
    output().print(f"geometric means, relative to {first}:", highlight=False)
    for name, (mean, count) in means.items():
        of = "1 task" if count == 1 else f"{count} tasks"
        output().print(f"  {name}: {significant(mean)} ({of})", highlight=False)
    return code


def chosen(games: list[str], program: Program | None, depth: int | None) -> list[Task]:
    """The tasks meant: those that are always measured, or one for each game.

    A game's depth is that of its usual task, or what its rules declare.
    """
    tasks: list[Task] = []
    for game in games or list(dict.fromkeys(task.game for task in TASKS)):
        usual = [task for task in TASKS if task.game == game] or [Task(game, "alphabeta", _declared(game))]
        if program is not None:
            usual = [Task(game, program.value, usual[-1].depth)]
        tasks += [task if depth is None else Task(game, task.program, depth) for task in usual]
    return list(dict.fromkeys(tasks))


def _declared(game: str) -> int | None:
    with consult(game) as rules:
        return the_depth(rules, Default.DEPTH)


def show(table: Table) -> None:
    """Print what was measured at one task."""
    grid = Grid(title=f"{table.task}: {table.nodes:,} nodes", title_justify="left", box=None)
    grid.add_column("contender")
    for column in ("nodes", "nodes a second", f"times {table.lines[0].contender}"):
        grid.add_column(column, justify="right")
    for line in table.lines:
        ratios = spread(line.ratios(table.lines[0]))
        grid.add_row(line.contender, f"{line.nodes:,}", significant(line.rate), ratios)
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
