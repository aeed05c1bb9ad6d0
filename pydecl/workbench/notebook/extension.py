"""What `%load_ext pydecl` loads.

`%%prolog` consults the rules in a cell, `%search` asks a program, `%step` goes through its search.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, NoReturn, cast

import typer

from pydecl.checking.check import check_file, text_findings
from pydecl.checking.report import Report
from pydecl.cli.failing import UsageError
from pydecl.cli.options import Loading, command, parsed
from pydecl.cli.searching import asked_on, question, search_game
from pydecl.cli.stepping import step_through, stepping_question
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError, PydeclError, SourceError
from pydecl.loading.consulting import consult
from pydecl.model.result import Result

MOST_EVENTS = 20_000
"""How many primitive events of a search are kept: a notebook carries all of them along."""


def load(shell: Any) -> None:
    """Give a shell of IPython the commands."""
    commands = Commands(shell)
    shell.register_magic_function(commands.prolog, "cell", "prolog")
    shell.register_magic_function(commands.search, "line", "search")
    shell.register_magic_function(commands.step, "line", "step")


class Commands:
    """The commands, and the games that were consulted from cells."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._cells: dict[str, tuple[SessionGame, TemporaryDirectory[str]]] = {}

    def prolog(self, line: str, cell: str) -> SessionGame | None:
        """Consult the rules in this cell: %%prolog [NAME] [OPTIONS]. NAME is `game` by default."""
        try:
            asked = _parsed(prolog_options, "%%prolog", line)
            if not asked:
                return None
            name = asked["name"]
            if not name.isidentifier():
                raise InputError(f"%%prolog: expected a name for the game, found {name!r}")
            game = self._consulted(name, cell, asked)
        except (PydeclError, UsageError) as error:
            _fail(error)
        self._shell.user_ns[name] = game
        return game

    def _consulted(self, name: str, cell: str, asked: Mapping[str, Any]) -> SessionGame:
        folder = TemporaryDirectory(prefix="pydecl-cell-")
        file = Path(folder.name, f"{name}.pl")
        file.write_text(cell, encoding="utf-8")
        how: Loading = asked["how"]
        try:
            game = consult(file, seconds=how.seconds, memory=how.memory, **vars(how.reading))
        except SourceError:
            self._show(_named(check_file(str(file), how.seconds, how.reading, how.memory), file))
            raise InputError(f"{name}: the rules were not consulted") from None
        except PydeclError as error:
            raise InputError(str(error).replace(str(file), name)) from None
        game.name = name
        if found := text_findings(game):
            self._show(_named(Report(str(file), found), file))
        if name in self._cells:
            self._cells.pop(name)[0].close()
        self._cells[name] = game, folder
        return game

    def search(self, line: str) -> Result | None:
        """Search a position: %search GAME [OPTIONS], as `pydecl search`; GAME may be a game's variable."""
        try:
            options = _parsed(search_game, "%search", line)
            if not options:
                return None
            if options["as_json"]:
                raise InputError("%search gives a result: --json is for the command")
            how = options["how"]
            program, engine, asked = (options[one] for one in ("program", "engine", "asked"))
            ask = question(program, engine, asked, how.seconds, options["cores"], options["leaves"])
            known = self._shell.user_ns.get(options["game"])
            with (
                nullcontext(known)
                if isinstance(known, SessionGame)
                else how.opened(options["game"], rules=options["rules"]) as home,
                asked_on(home, program, options["tree"], how.seconds) as (game, chosen),
            ):
                return ask(game, chosen)
        except (PydeclError, UsageError) as error:
            _fail(error)

    def step(self, line: str) -> object:
        """Step through a search: %step GAME [OPTIONS], as `pydecl step`; GAME may be a game's variable."""
        try:
            options = _parsed(step_through, "%step", line)
            if not options:
                return None
            if options["plain"]:
                raise InputError("%step shows a stepper: --plain is for the command")
            stepper_of = _stepper()
            asked = replace(options["asked"], limit=min(options["asked"].limit, MOST_EVENTS))
            ask = stepping_question(asked, options["beside"], options["how"].seconds)
            known, how = self._shell.user_ns.get(options["game"]), options["how"]
            with (
                options["asked"].planted(known, how.seconds)
                if isinstance(known, SessionGame)
                else options["asked"].on(options["game"], how)
            ) as (game, program, home):
                recordings, engines = ask(game, program)
                for one in recordings:
                    one.check()
                shown = {"naming": asked.naming, "at": options["at"]}
                return stepper_of(recordings, game, home=home, places=engines, **shown)
        except (PydeclError, UsageError) as error:
            _fail(error)

    def _show(self, value: object) -> None:
        from IPython.display import display

        display(value)  # type: ignore[no-untyped-call]


def _stepper() -> Callable[..., object]:
    """What makes the widget. Raises InputError without the package for it."""
    if find_spec("anywidget") is None:
        raise InputError("%step needs the package anywidget: pip install 'pydecl[notebook]'")
    return cast(Callable[..., object], import_module("pydecl.workbench.notebook.widget").stepper_of)


@command
def prolog_options(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The variable that the game gets.")] = "game",
    *,
    how: Loading,
) -> None:
    """Consult the rules in this cell."""


def _parsed(command: Callable[..., None], name: str, line: str) -> dict[str, Any]:
    """What a line says for the options of a command, empty after --help; raises UsageError and InputError."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise InputError(f"{name}: {error}") from None
    found = parsed(command, name, words)
    return command.grouped(found) if found else {}  # type: ignore[attr-defined]


def _named(report: Report, file: Path) -> Report:
    """A report with the cell's name in place of the file's path."""
    findings = [replace(one, file=file.stem) if one.file == str(file) else one for one in report.findings]
    refused = report.refused
    if refused is not None:
        refused = type(refused)(str(refused).replace(str(file), file.stem))
    return replace(report, file=file.stem, findings=findings, refused=refused)


def _fail(error: Exception) -> NoReturn:
    """End the cell with the message alone."""
    from IPython.core.error import UsageError as CellError

    message = error.format_message() if isinstance(error, UsageError) else str(error)
    raise CellError(message) from None
