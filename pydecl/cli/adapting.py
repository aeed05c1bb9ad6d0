"""pydecl adapt: somebody's program as a game, by a glue file on top of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pydecl.cli.checking import print_findings
from pydecl.cli.failing import reported
from pydecl.cli.files import create
from pydecl.cli.output import JsonOption, MemoryOption, TimeOption, print_json, seconds_of
from pydecl.cli.terminal import echo
from pydecl.errors import Exit, InputError
from pydecl.loading.glue.adapting import Adapted, adapt
from pydecl.loading.rules_files import AS_IT_SAYS
from pydecl.sandbox.session import MEMORY

CHECK_SECONDS = 20.0
"""How long the check of the glue may take."""


@reported
def adapt_program(
    program: Annotated[
        str, typer.Argument(metavar="FILE|FOLDER", help="A program in Prolog, or the folder that it is in.")
    ],
    to: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write the glue to this file, and replace it if it is there. By default it is glue.pl beside"
            " the program.",
        ),
    ] = None,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
    as_json: JsonOption = False,
) -> Exit | None:
    """Find the game in a program, write rules on top of it, and check them.

    The program's predicates are called on samples, in a confined process: what gives a first board, what
    makes another board of one, what holds in the end. The glue includes the program and names the evidence
    for each guess; what was not found is an open question in it, with candidates.
    """
    path = Path(program)
    file = to if to is not None else (path if path.is_dir() else path.parent) / "glue.pl"
    _check_place(path, file)
    adapted = adapt(path, file, seconds_of(time), memory)
    if adapted.text is None:
        raise InputError(f"{program}: no game was found: {adapted.why}")
    create(file, adapted.text, force=to is not None)
    if as_json:
        print_json(_json(file, adapted))
        return None
    asked = len(adapted.questions)
    open_ones = f", {asked} open question{'s' * (asked > 1)} in it" if asked else ""
    echo(f"{file}: glue for {', '.join(adapted.files)}{open_ones}")
    return print_findings(str(file), AS_IT_SAYS, memory, CHECK_SECONDS)


def _check_place(path: Path, file: Path) -> None:
    """Raises InputError if the glue could not name the program's files from where it is to lie."""
    folder = path if path.is_dir() else path.parent
    if not folder.resolve().is_relative_to(file.resolve().parent):
        remedy = f"write it to a file in {folder}"
        raise InputError(f"{file}: glue lies in the folder of the program, or above it", remedy=remedy)


def _json(file: Path, adapted: Adapted) -> dict[str, object]:
    return {
        "glue": str(file),
        "files": list(adapted.files),
        "questions": list(adapted.questions),
        "text": adapted.text,
    }
