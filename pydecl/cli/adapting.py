"""pydecl adapt: somebody's program, or a sheet of general game playing, as a game."""

from __future__ import annotations

from pathlib import Path

from pydecl.cli.checking import printed_report
from pydecl.cli.limits import limited
from pydecl.cli.options import FORCE, JSON, MEMORY_LIMIT, TIME, argument, command, option
from pydecl.cli.output import create, print_json, refuse_existing
from pydecl.cli.terminal import echo
from pydecl.engines.prolog.session import Session
from pydecl.errors import Exit, InputError, LimitError
from pydecl.loading.glue.adapting import adapt
from pydecl.loading.rules_files import AS_IT_SAYS, SHEET
from pydecl.loading.sheets import sheet_in_prolog
from pydecl.model.number import counted

CHECK_SECONDS = 20.0
"""How long the check of the glue may take."""

MADE = "Write to this file; by default glue.pl beside a program, and a sheet's rules are printed."


@command
def adapt_program(
    program: str = argument("FILE|FOLDER", f"A program in Prolog or its folder, or a sheet in KIF, {SHEET}."),
    to: Path | None = option("-o/--output", "FILE", MADE),
    force: bool = FORCE,
    time: float | None = TIME,
    memory: int = MEMORY_LIMIT,
    as_json: bool = JSON,
) -> Exit | None:
    """Find the game in a program, write rules on top of it, and check them.

    The program's predicates are called on samples, in a confined process: what gives a first board, what
    makes another board of one, what holds in the end. The glue includes the program and names the evidence
    for each guess; what was not found is an open question in it, or a line to be filled in, with candidates.

    The glue is then played at random and held against the program: its moves, what the program tests before
    a move, and what it asks to see whether the game is over. What nothing confirms is a question, too.

    A sheet in KIF becomes rules in Prolog, with the sheet's own names and comments.

    The exit code is 0 if the glue is a game as it is, 3 if lines of it are to be filled in or questions are
    open, 2 if there is no program or no game, and otherwise that of 'check'.
    """
    path = Path(program)
    if path.suffix == SHEET:
        _rewrite_sheet(path, to, force, time or None, memory, as_json)
        return None
    folder = path if path.is_dir() else path.parent
    file = folder / "glue.pl" if to is None else to
    if not folder.resolve().is_relative_to(file.resolve().parent):  # it could not name the program's files
        remedy = f"write it to a file in {folder}"
        raise InputError(f"{file}: glue lies in the folder of the program, or above it", remedy=remedy)
    refuse_existing(file, force=force)
    with limited(None):  # so that the check has all of its time, however long this takes
        adapted = adapt(path, file, time or None, memory)
    if adapted.text is None:
        raise InputError(f"{program}: no game was found: {adapted.why}")
    create(file, adapted.text, force=force)
    if as_json:
        fields = {"glue": str(file), "files": list(adapted.files), "questions": list(adapted.questions)}
        print_json({**fields, "to_fill_in": adapted.slots, "text": adapted.text})
        return None if adapted.is_sure else Exit.BROKEN_CONTRACT
    asked = len(adapted.questions)
    open_ones = f", {counted(asked, 'open question')} in it" if asked else ""
    echo(f"{file}: glue for {', '.join(adapted.files)}{open_ones}")
    if adapted.slots:
        echo(f"{file}: {counted(adapted.slots, 'line')} to fill in, each in the place of fill_in")
        return Exit.BROKEN_CONTRACT
    for question in adapted.questions:
        echo(f"? {question}")
    report = printed_report(str(file), AS_IT_SAYS, memory, CHECK_SECONDS)
    if isinstance(report.refused, LimitError):
        echo(f"{file}: the check takes more than {CHECK_SECONDS:.0f} s: try 'pydecl check {file} --time 0'")
        return Exit.BROKEN_CONTRACT if asked else None
    return report.exit(strict=False) or (Exit.BROKEN_CONTRACT if asked else None)


def _rewrite_sheet(
    sheet: Path, to: Path | None, force: bool, seconds: float | None, memory: int, as_json: bool
) -> None:
    """Write the rules of a sheet, or print them."""
    if to is not None and to.suffix != ".pl":
        raise InputError(f"{to}: the name must end in .pl")
    with limited(seconds) as until, Session(seconds=None, memory=memory, until=until) as session:
        text = sheet_in_prolog(session, sheet)
    if to is not None:
        create(to, text, force=force)
    if as_json:
        print_json({"rules": None if to is None else str(to), "files": [str(sheet)], "text": text})
    elif to is None:
        echo(text.removesuffix("\n"))
    else:
        echo(f"{to}: {sheet} in Prolog; 'pydecl check {to}' says what can run on it")
