"""The commands, put together; the module of each is imported when it is asked for."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pydecl import __version__
from pydecl.cli.limits import count_the_start
from pydecl.cli.output import UsageError, complain, complain_of
from pydecl.cli.terminal import OutputLostError, echo, standard_streams
from pydecl.errors import Exit

COMMANDS = {
    "games": "consulting.games",
    "new": "creating.new_game",
    "consult": "consulting.consult_file",
    "check": "checking.check",
    "explain": "checking.explain",
    "compile": "compiling.compile_game",
    "moves": "consulting.moves",
    "perft": "counting.count_plays",
    "search": "searching.search_game",
    "trace": "tracing.trace_game",
    "draw": "drawing.draw_search",
    "board": "boards.draw_board",
    "step": "stepping.step_through",
    "practice": "practising.practice",
    "crosscheck": "crosschecking.crosscheck_games",
    "grade": "grading.grade_files",
    "claims": "claims.show_claims",
    "play": "playing.play_game",
    "prove": "proving.prove_claim",
    "solve": "solving.solve_game",
    "tournament": "tournaments.run",
    "bench": "benchmarking.bench",
    "site": "site.make_site",
    "web": "web.serve",
    "top": "toplevel.top",
    "doctor": "doctoring.doctor",
}
"""Each command's module and function in `pydecl.cli`."""


def _typer(**options: Any) -> typer.Typer:
    return typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None, **options)


class _Commands(TyperGroup):
    """The commands by name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands = dict.fromkeys(COMMANDS)  # type: ignore[assignment]  # names for "did you mean"

    def main(self, *args: Any, **options: Any) -> Any:
        """Run a command; ends with SystemExit and its exit code, whatever happens."""
        options["standalone_mode"] = False
        with standard_streams():
            sys.exit(_exit_code(lambda: super(_Commands, self).main(*args, **options)))

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, function = COMMANDS[cmd_name].split(".")
        alone = _typer()
        alone.command(cmd_name)(getattr(import_module(f"pydecl.cli.{module}"), function))
        return typer.main.get_command(alone)


def _exit_code(run: Callable[[], Any]) -> int:
    """The exit code of a command that typer runs; what typer itself has to say is said here."""
    try:
        try:
            code = int(run() or 0)
        except UsageError as error:
            shown = io.StringIO()
            error.show(file=shown)
            echo(shown.getvalue(), end="", stderr=True)
            code = int(error.exit_code)
        except typer.Abort:
            code = Exit.INTERRUPTED
        except OutputLostError:
            raise
        except Exception as error:
            code = complain_of(error)
        sys.stdout.flush()
    except OutputLostError as lost:
        if isinstance(lost.reason, BrokenPipeError):  # the reader has gone, as `head` does
            return Exit.BROKEN_PIPE
        complain(f"the output cannot be written: {lost}")
        return Exit.BAD_INPUT
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    return code


app = _typer(name="pydecl", cls=_Commands, no_args_is_help=True)


def _show_version(wanted: bool) -> None:
    if wanted:
        echo(f"pydecl {__version__}")
        raise typer.Exit()


@app.callback()
def pydecl(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Textbook searches on rules in plain Prolog: in SWI-Prolog, Python and machine code, and compared."""


def main() -> None:
    """Run the command line; ends the process with the exit code."""
    count_the_start()
    app()
