"""What `%load_ext pydecl` loads.

`%%prolog` consults the rules in a cell, `%search` asks a program, `%step` goes through its search.
"""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
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
from pydecl.cli.output import (
    ConventionOption,
    MemoryOption,
    MovesAgainOption,
    TimeOption,
    consulted,
    seconds_of,
)
from pydecl.cli.searching import question, search_game
from pydecl.cli.stepping import step_through, stepping_question
from pydecl.cli.traced import asked_on, traced
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.engines.searching import the_program
from pydecl.errors import InputError, PydeclError, SourceError
from pydecl.loading.consulting import consult
from pydecl.loading.rules_files import Reading
from pydecl.model.result import Result, Settings
from pydecl.programs.registry import SETTINGS
from pydecl.sandbox.session import MEMORY
from pydecl.tracing.on_trees import on_tree

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
        reading = Reading(asked["convention"], asked["moves_again"])
        limits = {"seconds": seconds_of(asked["time"]), "memory": asked["memory"]}
        try:
            game = consult(file, **limits, **vars(reading))
        except SourceError:
            self._show(_named(check_file(str(file), limits["seconds"], reading, limits["memory"]), file))
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
            declared = {name: options[name] for name in SETTINGS if options[name] is not None}
            settings = Settings(*(options[name] for name in ("order", "seed", "win", "max_ply", "extension")))
            names = ("program", "engine", "position", "depth", "alpha", "beta", "time", "cores", "leaves")
            ask = question(settings=settings.having(declared), **{name: options[name] for name in names})
            known = self._shell.user_ns.get(options["game"])
            seconds = seconds_of(options["time"])
            reading = {name: options[name] for name in ("convention", "moves_again", "memory", "rules")}
            with (
                nullcontext(known)
                if isinstance(known, SessionGame)
                else consulted(options["game"], seconds=seconds, **reading) as home,
                asked_on(home, options["program"], options["tree"], seconds) as (game, program),
            ):
                return ask(game, program)
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
            declared = {name: options[name] for name in SETTINGS if options[name] is not None}
            settings = Settings(order=options["order"], seed=options["seed"]).having(declared)
            names = ("program", "engine", "position", "depth", "alpha", "beta", "beside", "time")
            limit = min(options["limit"], MOST_EVENTS)
            asked = {name: options[name] for name in names}
            ask = stepping_question(settings=settings, limit=limit, **asked)
            with self._traced(options) as (game, program, home):
                recordings, engines = ask(game, program)
                for one in recordings:
                    if isinstance(one.answer, PydeclError) and not one.lines:
                        raise one.answer
                shown = {"naming": options["naming"], "at": options["at"]}
                return stepper_of(recordings, game, home=home, places=engines, **shown)
        except (PydeclError, UsageError) as error:
            _fail(error)

    @contextmanager
    def _traced(self, options: Mapping[str, Any]) -> Iterator[tuple[SessionGame, AnyProgram, SessionGame]]:
        """The game and the program of `%step`, and the program's home: of a variable, or of a name."""
        known = self._shell.user_ns.get(options["game"])
        seconds = seconds_of(options["time"])
        if not isinstance(known, SessionGame):
            reading = {name: options[name] for name in ("convention", "moves_again", "memory")}
            with traced(
                *(options[name] for name in ("game", "program", "tree")), seconds=seconds, **reading
            ) as found:
                yield found
        elif options["tree"] is None:
            yield known, the_program(known, options["program"]), known
        else:
            with on_tree(known, options["program"], options["tree"], seconds=seconds) as planted:
                yield *planted, known

    def _show(self, value: object) -> None:
        from IPython.display import display

        display(value)  # type: ignore[no-untyped-call]


def _stepper() -> Callable[..., object]:
    """What makes the widget. Raises InputError without the package for it."""
    if find_spec("anywidget") is None:
        raise InputError("%step needs the package anywidget: pip install 'pydecl[notebook]'")
    return cast(Callable[..., object], import_module("pydecl.workbench.notebook.widget").stepper_of)


def prolog_options(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The variable that the game gets.")] = "game",
    convention: ConventionOption = None,
    moves_again: MovesAgainOption = False,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
) -> None:
    """Consult the rules in this cell."""


def _parsed(command: Callable[..., None], name: str, line: str) -> dict[str, Any]:
    """What a line says for the options of a command, empty after --help; raises UsageError and InputError."""
    found: dict[str, Any] = {}

    @functools.wraps(command)
    def taken(**options: Any) -> None:
        found.update(options)

    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name)(taken)
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise InputError(f"{name}: {error}") from None
    with suppress(typer.Exit):
        typer.main.get_command(app).main(words, prog_name=name, standalone_mode=False)
    return found


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
