"""What every command shares: how it prints, and the options that mean the same everywhere."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pydecl.checking.ends import won_errs
from pydecl.cli.completing import suggest_convention, suggest_game
from pydecl.cli.failing import complain
from pydecl.cli.helping import LIMITS, RULES
from pydecl.cli.limits import finished, limited
from pydecl.cli.terminal import Grid, Screen, echo, shown_json, styled
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import Default
from pydecl.errors import PydeclError
from pydecl.errors.escaping import escaped
from pydecl.loading.consulting import consult
from pydecl.model.number import INFINITY, Number
from pydecl.model.ranges import LEAST_MEMORY
from pydecl.model.result import Preferred

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

WARNINGS = 2
"""So many warnings of a file are said, and how many more there are."""

UNBROKEN = 100_000
"""More characters than a line has."""

DEEPEST = 10**9
"""The greatest number of plies that can be asked for; no game is as long."""

GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        autocompletion=suggest_game,
        help="A bundled game, such as nim or nim:heaps=[1,2], or a file.",
        show_default=False,
    ),
]
PositionOption = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar="P",
        help="The position, in the game's notation or as a Prolog term; by default, the start.",
        show_default=False,
    ),
]
DepthOption = Annotated[
    str | None,
    typer.Option(
        "--depth",
        metavar="N",
        help="How many plies to search, or 'unlimited'; by default, what the rules say.",
        show_default=False,
    ),
]
ConventionOption = Annotated[
    str | None,
    typer.Option(
        "--convention",
        rich_help_panel=RULES,
        metavar="NAME",
        autocompletion=suggest_convention,
        help="The convention that the rules file follows, if pydecl cannot tell.",
        show_default=False,
    ),
]
MovesAgainOption = Annotated[
    bool,
    typer.Option(
        "--moves-again",
        rich_help_panel=RULES,
        help="Let a player move twice in a row; the other one passes in between.",
        show_default=False,
    ),
]
FoldOption = Annotated[
    bool,
    typer.Option(
        "--fold",
        rich_help_panel=RULES,
        help="Take one of symmetric positions for all, as canonical/2 of the rules says.",
        show_default=False,
    ),
]
TimeOption = Annotated[
    float,
    typer.Option(
        "--time",
        rich_help_panel=LIMITS,
        metavar="S",
        min=0,
        help="Seconds for the whole command; 0 is no limit.",
    ),
]
MemoryOption = Annotated[
    int,
    typer.Option(
        "--memory",
        rich_help_panel=LIMITS,
        metavar="MIB",
        min=LEAST_MEMORY,
        help="How much memory the rules may use, in MiB.",
    ),
]
RulesOption = Annotated[
    Preferred,
    typer.Option(
        "--rules",
        rich_help_panel=RULES,
        help="For the engine python: handwritten rules, if there are any, or the compiled file.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, also for errors.")]


def output() -> Screen:
    """Standard output, for what has been found.

    Where nobody looks at them lines are as long as they are, unless COLUMNS says how long they may be.
    """
    finished()
    screen = Screen()
    return screen if screen.is_terminal or "COLUMNS" in os.environ else Screen(width=UNBROKEN)


def complaints() -> Screen:
    """Standard error."""
    return Screen(stderr=True, soft_wrap=True)


@contextmanager
def consulted(game: str, *, seconds: float | None, **reading: Any) -> Iterator[SessionGame]:
    """A game for a command, see `consult`: its first warnings come first, what its rules printed comes last.

    `seconds` are for all that the command does.
    """
    with (
        limited(seconds) as until,
        consult(game, seconds=None, until=until, **reading) as opened,
    ):
        warnings = [one for one in opened.warnings if one.message.startswith("warning")]
        for warning in warnings[:WARNINGS]:
            complain(str(warning))
        if more := len(warnings[WARNINGS:]):
            complain(
                f"note: {more} more {'warning' if more == 1 else 'warnings'}: 'pydecl check {game}' shows all"
            )
        try:
            yield opened
        finally:
            say_what_was_printed(opened)


def say_what_was_printed(game: SessionGame) -> None:
    """What the rules printed, if they printed anything."""
    printed = game.session.printed
    if printed.text:
        more = f"\n[… and {printed.dropped:,} more bytes]" if printed.dropped else ""
        complain(f"the rules printed:\n{printed.text.rstrip()}{more}")


def where_won_errs(game: SessionGame) -> tuple[str, str] | None:
    """What is wrong with won/1 on a game, and the end that shows it, in the game's notation."""
    try:
        found = game.doubtful_end()
    except PydeclError:  # a probe beside the question that was asked
        return None
    if found is None:
        return None
    kind, end = found
    written = game.format_position(end)
    return won_errs(kind, written), written


def print_json(value: Any) -> None:
    """JSON on standard output, for what has been found."""
    finished()
    echo(shown_json(value, indent=2))


def print_fields(fields: dict[str, str]) -> None:
    """Names and values, one pair a line."""
    width = max(map(len, fields))
    for name, value in fields.items():
        output().print(styled(f"{name:<{width}}  {escaped(value)}"), soft_wrap=True)


def plain_table(*columns: str) -> Grid:
    """A table that can be pasted into a text."""
    table = Grid(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


@dataclass(frozen=True)
class Bar:
    """A bar of `progress_bars`; without a terminal it shows nothing."""

    progress: Progress | None = None
    task: TaskID | None = None

    def show(self, done: int, total: int) -> None:
        """Show how much is done, and of how much."""
        if self.progress is not None and self.task is not None:
            self.progress.update(self.task, completed=done, total=total)

    def end(self) -> None:
        """Take the bar away."""
        if self.progress is not None and self.task is not None:
            self.progress.remove_task(self.task)


@dataclass(frozen=True)
class Bars:
    """Bars on standard error, one below the other."""

    progress: Progress | None

    def add(self, what: str) -> Bar:
        """One bar more; until it is told how much there is to do, it shows only that work goes on."""
        if self.progress is None:
            return Bar()
        return Bar(self.progress, self.progress.add_task(escaped(what), total=None))


@contextmanager
def progress_bars() -> Iterator[Bars]:
    """Bars on standard error while long work goes on, on a terminal only."""
    console = complaints()
    if not console.is_terminal:
        yield Bars(None)
        return
    shown = import_module("rich.progress")  # not before: it takes long to load, and most never need it
    columns = (
        shown.TextColumn("{task.description}", markup=False),
        shown.BarColumn(),
        shown.MofNCompleteColumn(),
        shown.TimeElapsedColumn(),
        shown.TimeRemainingColumn(),
    )
    with shown.Progress(*columns, console=console, transient=True) as progress:
        yield Bars(progress)


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """One such bar; what is yielded takes how much is done, and of how much."""
    with progress_bars() as bars:
        yield bars.add(what).show


def depth_of(text: str | None) -> int | Default | None:
    """A --depth as plies, None for unlimited."""
    if text is None:
        return Default.DEPTH
    if text == "unlimited":
        return None
    try:
        plies = int(text)
    except ValueError:
        message = f"expected a number of plies or 'unlimited', found {_brief(text)}"
        raise typer.BadParameter(message, param_hint="--depth") from None
    if plies > DEEPEST:
        message = f"expected up to {DEEPEST:,} plies, or 'unlimited', found {_brief(text)}"
        raise typer.BadParameter(message, param_hint="--depth")
    return plies


def _brief(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")


def seconds_of(seconds: float) -> float | None:
    """A --time as seconds, None for unlimited."""
    return seconds or None


def number_of(option: str, text: str | None, default: Number) -> Number:
    """An --alpha or --beta as a number.

    >>> [number_of("--beta", text, 0.5) for text in ("1r3", "-inf", "2", None)]
    [Fraction(1, 3), -inf, 2, 0.5]
    """
    if text is None:
        return default
    if text.lstrip("+-") in ("inf", "infinity"):
        return -INFINITY if text.startswith("-") else INFINITY
    for kind in (int, float):
        try:
            value = kind(text)
        except ValueError:
            continue
        if value == value:
            return value
    try:
        return Fraction(text.replace("r", "/"))
    except (ValueError, ZeroDivisionError):
        message = f"expected a number, inf or -inf, found {text!r}"
        raise typer.BadParameter(message, param_hint=option) from None
