"""pydecl bench: the same searches by different means."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from pydecl.benchmarking.contenders import COMPARED, Contender, Task, chosen, contenders
from pydecl.benchmarking.measuring import Table, geometric_means, measure, significant, spread
from pydecl.cli.completing import suggesting
from pydecl.cli.failing import complain
from pydecl.cli.options import JSON, argument, command, known_program, option, program_option
from pydecl.cli.output import output, print_json, print_table, progress_bar
from pydecl.errors import Exit, InputError, InternalFault
from pydecl.errors.unforeseen import named
from pydecl.games import BUNDLED
from pydecl.programs.registry import names


@command
def bench(
    games: list[str] | None = argument(
        "GAME...",
        "Bundled games, or files; by default, a selection.",
        suggesting(lambda: BUNDLED),
        default=None,
    ),
    program: Any = program_option(  # a Program: typer takes what its parser gives
        f"Measure only this program: {names(COMPARED)}.",
        suggesting(lambda: [one.value for one in COMPARED]),
        known_program,
    ),
    depth: int | None = option(
        "--depth", "N", "How many plies; else as the rules say, or fit a second.", min=0
    ),
    rounds: int = option("--rounds", "K", "How many times to measure each search.", min=1, default=3),
    as_json: bool = JSON,
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
        print_json([table.to_json() for table in tables])
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


def show(table: Table) -> None:
    """Print what was measured at one task."""
    first, *_ = table.lines
    numbers = ("nodes", "nodes a second", f"times {first.contender}")
    rows = []
    for line in table.lines:
        ratios = "1" if line is first else spread(line.ratios(first))
        rows.append((line.contender, f"{line.nodes:,}", significant(line.rate), ratios))
    output().print(f"{table.task}: {table.nodes:,} nodes are searched", highlight=False)
    print_table(("contender", *numbers), rows, right=numbers)
    for name, reason in table.unfit:
        output().print(f"  without {name}: {reason}", highlight=False, soft_wrap=True)
    output().print()
