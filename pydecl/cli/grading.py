"""pydecl grade: homework against a reference, rules and programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pydecl.cli.failing import complain, reported
from pydecl.cli.output import JsonOption, MemoryOption, output, plain_table, print_json, progress_bar
from pydecl.cli.questions import SeedOption
from pydecl.cli.stores import store_file
from pydecl.cli.terminal import styled
from pydecl.crosschecking.own_checking import TREES
from pydecl.crosschecking.own_replaying import named, replay
from pydecl.errors import Exit
from pydecl.grading.part import RULES, Part, State, marks
from pydecl.grading.running import POSITIONS, Asked, Grades, grade, twice
from pydecl.grading.store import Store, default_store
from pydecl.loading.consulting import consult
from pydecl.model.term import Atom
from pydecl.sandbox.session import MEMORY

ERRORS = (State.REFUSED, State.LIMIT, State.DIED, State.FAULT, State.SYSTEM_LIMIT)
"""States of which all is said in the message."""


@reported
def grade_files(
    reference: Annotated[str, typer.Argument(metavar="REFERENCE", help="The rules file that is right.")],
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="The files to grade.")],
    time: Annotated[
        float, typer.Option("--time", metavar="S", min=0, help="Seconds for each file; 0 is no limit.")
    ] = 60.0,
    positions: Annotated[
        int,
        typer.Option("--positions", metavar="N", min=1, help="On how many positions the rules are compared."),
    ] = POSITIONS,
    trees: Annotated[
        int,
        typer.Option("--trees", metavar="N", min=0, help="On how many random trees each program is tried."),
    ] = TREES,
    seed: SeedOption = 0,
    memory: MemoryOption = MEMORY,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on where an earlier run stopped: keep what it graded.")
    ] = False,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="FILE",
            help="Where grades are kept; by default in your cache folder.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> Exit | None:
    """Grade homework: its rules against a reference's, and its programs against the textbook's."""
    asked = Asked(time or None, positions, trees, seed, memory)
    with (
        Store(store_file(store, default_store()), twice(_prolog_version)) as kept,
        progress_bar("grade") as show,
    ):
        found = grade(reference, files, asked, store=kept, resume=resume, progress=show)
    if as_json:
        print_json(found.to_json())
    else:
        _print(found)
    if found.interrupted:
        complain("interrupted: --resume goes on from here")
    return found.exit_code


def _prolog_version() -> str:
    with consult("nim") as game:
        return str(game.session.ask(Atom("version")))


def _print(found: Grades) -> None:
    names = list(dict.fromkeys(part.name for one in found.files for part in one.parts))
    programs = sorted(name for name in names if name != RULES)
    table = plain_table("file", RULES, *programs, "marks")
    for one in found.files:
        by_name = {part.name: part for part in one.parts}
        cells = [by_name[name].state.value if name in by_name else "-" for name in (RULES, *programs)]
        right, of = marks(one.parts)
        table.add_row(one.file, *cells, f"{right}/{of}")
    if found.files:
        output().print(table)
    for one in found.files:
        for part in one.parts:
            if part.state is not State.AGREES or part.notes:
                output().print(styled(part_text(one.file, part)), soft_wrap=True)


def part_text(file: str, part: Part) -> str:
    """How a part did, and where to see it."""
    lines = [f"\n{file}: {part.name}: {part.state.value}"]
    if part.state in ERRORS:
        return "\n".join([*lines, *(f"  {line}" for line in part.message.splitlines())])
    if part.position is not None:
        lines[0] += f" at {part.position}"
    elif part.tree is not None:
        lines[0] += f" on a tree of {part.size}"
    if part.state is not State.AGREES:
        lines += [f"  expected {part.expected}", f"  found    {part.found}"]
    if len(part.line) > 1:
        lines.append(f"  reached  {', '.join(part.line)}")
    lines += [f"  asked    {' '.join(part.options)}"] if part.options else []
    tree = (part.tree or "").splitlines()
    lines += [f"  {'' if at else 'tree':8} {text}" for at, text in enumerate(tree)]
    lines += [f"  replay   {again}"] if (again := _replay(file, part)) else []
    lines.append(f"  looked   {part.message}")
    return "\n".join([*lines, *(f"  note     {note}" for note in part.notes)])


def _replay(file: str, part: Part) -> str | None:
    """The command that shows what a program does, beside the textbook's."""
    if (law := part.law) is None:
        return None
    where = {"position": part.position, "tree": part.tree}
    return replay(file, named(part.name), law, **where, options=part.options)
