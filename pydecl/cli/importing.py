"""pydecl import: a sheet of the Game Description Language as a rules file to be read and changed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pydecl.cli.failing import reported
from pydecl.cli.files import create
from pydecl.cli.limits import limited
from pydecl.cli.output import MemoryOption, TimeOption, seconds_of
from pydecl.cli.terminal import echo
from pydecl.engines.prolog.session import Session
from pydecl.errors import InputError
from pydecl.loading.rules_files import SHEET
from pydecl.loading.sheets import sheet_in_prolog
from pydecl.sandbox.session import MEMORY


@reported
def import_sheet(
    sheet: Annotated[Path, typer.Argument(metavar="FILE", help=f"A sheet of general game playing, {SHEET}.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write the rules to this file, .pl. By default they are printed.",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
) -> None:
    """Turn a KIF sheet into a rules file in Prolog, with the sheet's own names and comments."""
    if sheet.suffix != SHEET:
        raise InputError(f"{sheet}: expected a sheet in KIF, whose name ends in {SHEET}")
    if output is not None and output.suffix != ".pl":
        raise InputError(f"{output}: the name must end in .pl")
    with limited(seconds_of(time)) as until, Session(seconds=None, memory=memory, until=until) as session:
        text = sheet_in_prolog(session, sheet)
    if output is None:
        echo(text.removesuffix("\n"))
        return
    create(output, text, force=force)
    echo(f"{output}: {sheet} in Prolog; 'pydecl consult {output}' says what can run on it")
