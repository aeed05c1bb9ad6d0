"""The commands, put together; the module of each is imported when it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from pydecl import __version__
from pydecl.cli.commands import COMMANDS, OPTIONS, overview, renewed
from pydecl.cli.failing import (
    UsageError,
    complain,
    complain_of,
    complain_of_usage,
    note_arguments,
    note_change,
)
from pydecl.cli.helping import HelpfulCommand
from pydecl.cli.limits import count_the_start
from pydecl.cli.terminal import OutputLostError, echo, standard_streams
from pydecl.errors import Exit, nearest


def _typer(**options: Any) -> typer.Typer:
    return typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None, **options)


ALL = "pydecl.all"
"""Whether help is to show all commands."""


class _Commands(TyperGroup):
    """The commands by name."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run a command; ends with SystemExit and its exit code, whatever happens."""
        options["standalone_mode"] = False
        with standard_streams():
            note_arguments(args[0] if args else options.get("args") or sys.argv[1:])
            sys.exit(_exit_code(lambda: super(_Commands, self).main(*args, **options)))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.meta[ALL] = "--all" in args
        for option in self.get_params(ctx):
            if option.default is None:  # typer's own flags: to convert a value that is no bool takes long
                option.default = False
        return list(super().parse_args(ctx, args))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if (found := renewed(args)) is not None:
            old, new, args = found
            if not ctx.resilient_parsing:
                note_change(f"'pydecl {' '.join(old)}'", f"'pydecl {' '.join(new)}'")
        near = nearest(args[0], COMMANDS) if args else None
        self.commands = dict.fromkeys([near] if near else [])  # type: ignore[assignment]  # what is suggested
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        return _click_command(cmd_name) if cmd_name in COMMANDS else None

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write("\n".join(overview(ctx.meta.get(ALL, False))) + "\n")

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """The commands that begin so, of which none is imported for it, and the options."""
        listed = TyperGroup(
            name=self.name,
            commands=[TyperCommand(name, short_help=one.summary) for name, one in COMMANDS.items()],
            params=self.params,
        )
        return listed.shell_complete(type(ctx)(listed, info_name=ctx.info_name), incomplete)


def _exit_code(run: Callable[[], Any]) -> int:
    """The exit code of a command that typer runs; what typer itself has to say is said here."""
    try:
        try:
            code = int(run() or 0)
        except UsageError as error:
            code = complain_of_usage(error)
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


@cache
def _click_command(name: str) -> Any:
    """The command of this name, with the options that its function declares."""
    command = COMMANDS[name]
    module, function = command.place.split(".")
    alone = _typer(add_completion=False)
    epilog = "\n".join(command.examples)
    define = alone.command(name, cls=HelpfulCommand, short_help=command.summary, epilog=epilog)
    define(getattr(import_module(f"pydecl.cli.{module}"), function))
    return typer.main.get_command(alone)


app = _typer(name="pydecl", cls=_Commands, no_args_is_help=True)


def _show_version(wanted: bool) -> None:
    if wanted:
        echo(f"pydecl {__version__}")
        raise typer.Exit()


@app.callback()
def pydecl(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help=OPTIONS["--version"]),
    ] = False,
    _everything: Annotated[bool, typer.Option("--all", help=OPTIONS["--all"])] = False,
) -> None:
    """Textbook searches on rules in plain Prolog: in SWI-Prolog, Python and machine code, and compared."""


def main() -> None:
    """Run the command line; ends the process with the exit code."""
    count_the_start()
    app()
