"""How a command line is read, and how help is laid out: plain text for 80 columns, options by group.

The group of an option is what typer calls its `rich_help_panel`; rich itself is not needed for it.

Values of options are converted without what typer converts them with: pydantic takes longer to load than many
a search. What is plainly right is converted here. Anything else is left to typer, which converts it or says
what is wrong. A typer that does not load pydantic is left alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin

from typer.core import TyperCommand

from pydecl.cli.commands import OLD_SETTINGS
from pydecl.cli.failing import note_change

SEARCH = "Window, order and settings"
RULES = "How the rules are read"
LIMITS = "Limits"
"""The groups of options that several commands share."""

_CHOICE = re.compile(r"<([^<>]*\|[^<>]*)>")


class HelpfulCommand(TyperCommand):
    """A command whose help groups its options, and ends with its epilog as examples."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        args = _renewed(self, ctx, args)
        if ctx.resilient_parsing:
            return _parse_for_completion(self, ctx, args)
        _refuse_repetition(self, ctx, args)
        for one in self.get_params(ctx):
            convert_quickly(one)
        return list(super().parse_args(ctx, args))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        options = [self.options_metavar] if self.options_metavar else []
        return options + [_usage(one) for one in self.get_params(ctx) if one.param_type_name == "argument"]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The arguments, then the options: first those without a group, then group by group."""
        groups: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for one, written, said in records(self, ctx):
            if one.param_type_name == "argument":
                groups["Arguments"].append((_name(one), said))
            else:
                group = getattr(one, "rich_help_panel", None) or "Options"
                groups.setdefault(group, []).append((_CHOICE.sub(r"[\1]", written), said))
        for title, rows in groups.items():
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows, col_max=24)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        with formatter.section("Examples"):
            for line in (self.epilog or "").splitlines():
                formatter.write(f"{'':>{formatter.current_indent}}{line}\n")


def records(command: Any, ctx: Any) -> Iterator[tuple[Any, str, str]]:
    """The parameters that help shows, as they are written, and what is said of each.

    A `{}` in it stands for the words that complete the parameter.
    """
    for one in command.get_params(ctx):
        if (record := one.get_help_record(ctx)) is None:
            continue
        written, said = record
        if "{}" in said:
            words = (item.value.rstrip("=") for item in one.shell_complete(ctx, ""))
            said = said.replace("{}", ", ".join(words))
        yield one, written, said


def _renewed(command: Any, ctx: Any, args: list[str]) -> list[str]:
    """The arguments with --set for the options of settings that there were before, and a note about each."""
    if not any(one.name == "settings" for one in command.get_params(ctx)):
        return args
    new: list[str] = []
    rest = iter(args)
    for word in rest:
        name, _, value = word.partition("=")
        if word == "--":
            return [*new, word, *rest]
        if name not in OLD_SETTINGS:
            new.append(word)
            continue
        setting = f"{name.removeprefix('--')}={value or next(rest, '')}"
        new += ["--set", setting]
        note_change(name, f"--set {setting}")
    return new


def _refuse_repetition(command: Any, ctx: Any, args: list[str]) -> None:
    """Raise a usage error for an option that is given twice and takes one value: the first would be lost."""
    *_, given = command.make_parser(ctx).parse_args(args=list(args))
    for one in dict.fromkeys(given):
        is_single = one.param_type_name == "option" and not (one.multiple or one.is_flag or one.count)
        if is_single and given.count(one) > 1:
            ctx.fail(f"{max(one.opts, key=len)} is given more than once, but takes one value")


def _parse_for_completion(command: Any, ctx: Any, args: list[str]) -> list[str]:
    """Find which parameters have been given, for completion; what converts their values is slow to load."""
    parser = command.make_parser(ctx)
    given, rest, _ = parser.parse_args(args=list(args))
    for one in command.get_params(ctx):
        ctx.params[one.name], source = one.consume_value(ctx, given)
        ctx.set_parameter_source(one.name, source)
    ctx.args = rest
    ctx._opt_prefixes.update(parser._opt_prefixes)
    return list(rest)


def _name(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper())


def _usage(argument: Any) -> str:
    name = _name(argument)
    if argument.nargs != 1 and not name.endswith(("…", "...")):
        name += "…"
    return name if argument.required or name.startswith("[") else f"[{name}]"


# Values

_PLAIN = {int: re.compile("-?[0-9]{1,15}"), float: re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")}

_UNSURE = object()
"""Instead of a value: typer is to convert it."""


def convert_quickly(parameter: Any) -> None:
    """Let a parameter of a command take plain values as they are; None is no value."""
    if getattr(parameter, "_runtime_param", _UNSURE) is None:
        parameter._runtime_param = _Converter()


class _Converter:
    """What typer asks to convert the values of one parameter."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        described = param.type_descriptor
        kind, info = described.annotation, described.parameter_info
        several = param.multiple or param.nargs != 1
        found = _values(value, kind, info) if several else _converted(value, kind, info)
        if found is not _UNSURE:
            return found
        param._runtime_param = None  # typer makes its own
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def _values(value: Any, kinds: Any, info: Any) -> Any:
    if value is None:
        return ()
    if get_origin(kinds) is not list or not isinstance(value, list | tuple):
        return _UNSURE
    (kind,) = get_args(kinds)
    found = [_converted(one, kind, info) for one in value]
    return _UNSURE if _UNSURE in found else found


def _converted(value: Any, kind: Any, info: Any) -> Any:
    if value is None:
        return None
    if info.parser is not None:
        try:
            return info.parser(value)
        except (ValueError, AssertionError):  # which typer words
            return _UNSURE
    if not isinstance(kind, type):
        return _UNSURE
    if kind is str:
        return value if type(value) is str else _UNSURE
    if kind in _PLAIN:
        return _number(value, kind, info)
    if issubclass(kind, Enum):
        return next((one for one in kind if value is one or value == str(one.value)), _UNSURE)
    if issubclass(kind, Path):
        return _path(value, kind, info)
    return _UNSURE


def _number(value: Any, kind: Any, info: Any) -> Any:
    if type(value) is str and _PLAIN[kind].fullmatch(value):
        value = kind(value)
    if type(value) is not kind:
        return _UNSURE
    is_within = (info.min is None or info.min <= value) and (info.max is None or value <= info.max)
    return value if is_within else _UNSURE


def _path(value: Any, kind: type[Path], info: Any) -> Any:
    asks = (info.exists, info.resolve_path, info.writable, info.allow_dash, info.path_type)
    if any(asks) or not (info.file_okay and info.dir_okay and isinstance(value, str | Path)):
        return _UNSURE
    if os.path.exists(value) and not os.access(value, os.R_OK):
        return _UNSURE
    return kind(value)
