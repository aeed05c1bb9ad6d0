"""pydecl crosscheck --trees: the matrix of programs and laws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydecl.cli.failing import complain
from pydecl.cli.options import option
from pydecl.cli.output import output, plain_table, print_json, progress_bar, save, say, store_file
from pydecl.cli.terminal import styled
from pydecl.crosschecking.counterexamples import Counterexample
from pydecl.crosschecking.laws import Law
from pydecl.crosschecking.running import Matrix, answers, run_matrix
from pydecl.errors import Exit, unwritable
from pydecl.model.program import Program
from pydecl.sandbox.cores import core_count
from pydecl.sandbox.work import PieceExecutor

MANY = 2_000
"""From so many trees on, all cores search; fewer are done before the processes have begun."""


TREES = "Random games, with --trees"
"""The group of the options about random games."""


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


def check_matrix(
    programs: Sequence[Program],
    asked: Trees,
    seed: int,
    seconds: float | None,
    *,
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
        _print(matrix, files)
    if matrix.reason is not None:
        complain(f"{matrix.cases} of {matrix.of} games were searched: {matrix.reason}")
    return matrix.exit_code


def _print(matrix: Matrix, files: Sequence[Path]) -> None:
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
