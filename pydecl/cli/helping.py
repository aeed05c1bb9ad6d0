"""How help is laid out: plain text for 80 columns, options by group, examples at the end.

The group of an option is what typer calls its `rich_help_panel`; rich itself is not needed for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from typer.core import TyperCommand

from pydecl.cli.commands import OLD_SETTINGS
from pydecl.cli.converting import convert_quickly
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
