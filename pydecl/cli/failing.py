"""How a command fails: one message on standard error, the exit code, and with --json a line of JSON.

    {"error": {"code": "source", "exit_code": 2, "message": …, "remedy": …, "place": …, "diagnostics": […]}}

A place has file, line, column and within; a diagnostic has those of its place, code, message, remedy and
source_line. What is not known is null.
"""

from __future__ import annotations

import functools
import io
import sys
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from difflib import get_close_matches
from typing import Any, ParamSpec

import typer

from pydecl.cli.limits import finished
from pydecl.cli.terminal import OutputLostError, Stream, echo, is_terminal, shown_json
from pydecl.errors import Exit, StoppedError
from pydecl.errors.unforeseen import named

Arguments = ParamSpec("Arguments")

UsageError: Any = typer.BadParameter.__mro__[2]
"""What typer raises if a command is not used as its help says; it has no name that all versions share."""

_wants_json: ContextVar[bool] = ContextVar("wants_json", default=False)


def note_arguments(arguments: Sequence[str]) -> None:
    """Note whether the command line asks for JSON, before it is understood."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    _wants_json.set("--json" in options)


def reported(command: Callable[Arguments, Exit | None]) -> Callable[Arguments, None]:
    """A command whose errors become one message and the exit code that belongs to them.

    Errors in the use of a command, and standard output that cannot be written, are the command line's own:
    see `app.py`.
    """

    @functools.wraps(command)
    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
        try:
            code = command(*args, **kwargs)
        except KeyboardInterrupt:
            code = complain_of(StoppedError("interrupted"))
        except (typer.Exit, typer.Abort, UsageError, OutputLostError):
            raise
        except Exception as error:
            code = complain_of(error)
        if code:
            raise typer.Exit(int(code))

    return run


def complain_of(error: Exception) -> Exit:
    """Say what went wrong, foreseen or not; the exit code that belongs to it."""
    told = named(error)
    complain(str(told))
    _print_error({"error": told.to_json()})
    return told.exit_code


def complain_of_usage(error: Any) -> int:
    """Say how a command is used; the exit code."""
    if len(getattr(error, "possibilities", None) or ()) > 1:  # for an option that is not known
        near = get_close_matches(error.option_name, error.possibilities, 1)
        error.message, error.possibilities = f"{error.message}. Did you mean {near[0]}?", []
    shown = io.StringIO()
    error.show(file=shown)
    echo(shown.getvalue(), end="", stderr=True)
    command = f"pydecl {error.ctx.info_name}" if error.ctx and error.ctx.parent else "pydecl"
    remedy = f"'{command} --help' shows how it is used"
    code = Exit(error.exit_code)
    told = {"code": "usage", "exit_code": code.value, "message": error.format_message(), "remedy": remedy}
    _print_error({"error": told | {"place": None, "diagnostics": []}})
    return code


def complain(message: str) -> None:
    """One message on standard error."""
    said = f"pydecl: {message}"
    if not is_terminal(sys.stderr):
        echo(said, stderr=True)
        return
    from pydecl.cli.screen import print_coloured  # late: it takes long to load

    print_coloured(said, stderr=True)


def note_change(old: str, new: str) -> None:
    """Say that an old name is used, and what it is now."""
    complain(f"note: {old} is now {new}; the next release no longer knows the old name")


def _print_error(told: dict[str, Any]) -> None:
    """Print an error as JSON if JSON is asked for, and nothing has been printed that it would spoil."""
    if _wants_json.get() and isinstance(sys.stdout, Stream) and not sys.stdout.has_written:
        finished()
        echo(shown_json(told))
