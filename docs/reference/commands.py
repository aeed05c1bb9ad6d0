"""The commands with all their options, as the command line itself knows them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any

import typer

from pydecl.cli.app import app
from pydecl.cli.commands import COMMANDS, GROUPS, MORE, Command
from pydecl.cli.helping import records
from reference.markdown import blocks, code, escaped, fence, table

OPTION = re.compile(r"(?<![\w`-])--[a-z][\w-]*(?![\w`])")

TYPE = re.compile(r" <(?:str|int|float|Path|list\[\w+\])>$")
"""What typer says of an argument besides its name."""


def reference() -> str:
    """A section for each command, after a table of them all, group by group."""
    return blocks(
        (
            *(_table(group, commands) for group, commands in (GROUPS | MORE).items()),
            *(_section(name, command(name)) for name in COMMANDS),
        )
    )


def _table(group: str, commands: Mapping[str, Command]) -> str:
    rows = ((f"[`{name}`](#{name})", _prose(one.summary)) for name, one in commands.items())
    return table((group, "what it does"), rows)


def command(name: str) -> Any:
    """A command as the command line runs it."""
    group: Any = typer.main.get_command(app)
    return group.get_command(None, name)


def _paragraphs(text: str | None) -> list[str]:
    return [part for part in re.split(r"\n\s*\n", inspect.cleandoc(text or "")) if part.strip()]


def _said(text: str | None) -> Iterator[str]:
    """What a command says: paragraphs, and, after the mark that `--help` reads, lines as they are."""
    for part in _paragraphs(text):
        if part.lstrip().startswith("\b"):
            yield fence(inspect.cleandoc(part.lstrip().removeprefix("\b").strip("\n")))
        else:
            yield _prose(part)


def _prose(text: str) -> str:
    """A text in which options are code."""
    return escaped(OPTION.sub(r"`\g<0>`", " ".join(text.split())))


def _section(name: str, command: Any) -> str:
    context = command.make_context(name, [], resilient_parsing=True)
    context.info_name = f"pydecl {name}"
    usage = command.get_usage(context).partition(" ")[2]
    shown = [(one.param_type_name, written, said) for one, written, said in records(command, context)]
    return blocks(
        (
            f"## {name}",
            fence(" ".join(usage.split())),
            *_said(command.help),
            _records("argument", shown),
            _records("option", shown),
            *_said(command.epilog),
        )
    )


def _records(kind: str, records: list[tuple[str, str, str]]) -> str:
    rows = [(code(TYPE.sub("", written)), _prose(said)) for one, written, said in records if one == kind]
    return table((kind, "meaning"), rows) if rows else ""
