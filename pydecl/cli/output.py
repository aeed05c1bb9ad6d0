"""How commands show what they found: fields, tables, JSON, files, and bars while long work goes on.

What rich lays out is imported late: it takes long to load.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

from pydecl.cli.failing import complain
from pydecl.cli.limits import finished, limited
from pydecl.cli.terminal import echo, is_terminal, shown_json
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError, unwritable
from pydecl.errors.escaping import escaped
from pydecl.kept import IN_MEMORY, answers_file, why_unusable
from pydecl.loading.consulting import consult
from pydecl.model.number import counted
from pydecl.sandbox.work import nobody

if TYPE_CHECKING:
    from pydecl.cli.screen import Screen

WARNINGS = 2
"""So many warnings of a file are said, and how many more there are."""

UNBROKEN = 100_000
"""More characters than a line has."""


def output() -> Screen:
    """Standard output, for what has been found.

    Where nobody looks at them lines are as long as they are, unless COLUMNS says how long they may be.
    """
    finished()
    from pydecl.cli.screen import Screen

    screen = Screen()
    return screen if screen.is_terminal or "COLUMNS" in os.environ else Screen(width=UNBROKEN)


@contextmanager
def consulted(
    game: str, *, seconds: float | None, has_all: bool = False, **reading: Any
) -> Iterator[SessionGame]:
    """A game for a command, see `consult`: its first warnings come first, what its rules printed comes last.

    `seconds` are for all that the command does; `has_all` says that all is told, and not the first warnings.
    """
    with (
        limited(seconds) as until,
        consult(game, seconds=None, until=until, **reading) as opened,
    ):
        warnings = [one for one in opened.warnings if one.message.startswith("warning")]
        for warning in opened.warnings if has_all else warnings[:WARNINGS]:
            complain(str(warning))
        if (more := len(warnings[WARNINGS:])) and not has_all:
            complain(f"note: {counted(more, 'more warning')}: 'pydecl check {game}' shows all")
        try:
            yield opened
        finally:
            printed = opened.session.printed
            if printed.text:
                dropped = f"\n[… and {printed.dropped:,} more bytes]" if printed.dropped else ""
                complain(f"the rules printed:\n{printed.text.rstrip()}{dropped}")


def print_json(value: Any) -> None:
    """JSON on standard output, for what has been found."""
    finished()
    echo(shown_json(value, indent=2))


def print_fields(fields: dict[str, str]) -> None:
    """Names and values, one pair a line; on a terminal a long value goes on below its beginning."""
    width = max(map(len, fields))
    lines = [f"{name:<{width}}  {escaped(value)}" for name, value in fields.items()]
    if is_terminal(sys.stdout):
        room, indent = shutil.get_terminal_size().columns, " " * (width + 2)
        wrap = partial(textwrap.fill, width=max(room, width + 20), subsequent_indent=indent)
        lines = [line if len(line) <= room else wrap(line) for line in lines]
    say("\n".join(lines))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], right: Collection[str] = ()) -> None:
    """A table that can be pasted into a text; the columns of these names are aligned to the `right`."""
    finished()
    from pydecl.cli.screen import Grid  # this takes longer than what is left when time is up

    table = Grid(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold", justify="right" if column in right else "left")
    for row in rows:
        table.add_row(*row)
    output().print(table)


def show_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]], data: Any, *, as_json: bool) -> None:
    """Show a result: as JSON, or as a table."""
    if as_json:
        print_json(data)
    else:
        print_table(columns, rows)


def deliver(content: bytes, file: Path | None, *said: str) -> None:
    """Print a picture or a text, or write it to the file that is given, and say what it holds."""
    if file is None:
        echo(content.decode().removesuffix("\n"))
        return
    save(file, content)
    for one in said:
        echo(f"{file}: {one}")


VERDICTS = re.compile(r"\b(errors?|warnings?|agrees?|differs?|broken)\b")
"""What is coloured on a terminal."""


def say(text: str) -> None:
    """A text of several lines, on standard output."""
    finished()
    if is_terminal(sys.stdout) and VERDICTS.search(text):
        from pydecl.cli.screen import print_coloured

        print_coloured(text)
    else:
        echo(text)


# Files


def format_of(file: Path, formats: Collection[str]) -> str:
    """The kind of picture that a file's name asks for; raises InputError if it is none of these."""
    kind = file.suffix.removeprefix(".").lower()
    if kind not in formats:
        raise InputError(f"{file}: the name must end in one of .{', .'.join(formats)}")
    return kind


def save(file: Path, content: bytes | str, mode: str = "wb") -> None:
    """Write a file; raises InputError if that cannot be done."""
    try:
        with file.open(mode) as opened:
            opened.write(content if isinstance(content, bytes) else content.encode("utf-8"))
    except FileExistsError:
        raise _existing(file) from None
    except OSError as error:
        raise unwritable(file, error) from None


def refuse_unwritable(file: Path) -> None:
    """Raise InputError if a file cannot be written: before what takes long. Nothing is changed by it."""
    if not file.exists():
        save(file, "", "xb")
        file.unlink()
    elif file.is_file():
        save(file, "", "ab")


def refuse_existing(file: Path, *, force: bool) -> None:
    """Raise InputError if a file is there that must not be overwritten: before what takes long."""
    if file.exists() and not force:
        raise _existing(file)


def create(file: Path, text: str, *, force: bool) -> None:
    """Write a new file, or, with `force`, over an old one; raises InputError if that cannot be done."""
    save(file, text, "wb" if force else "xb")


def _existing(file: Path) -> InputError:
    return InputError(f"{file} already exists", remedy="use --force to overwrite it")


def store_file(given: Path | None) -> Path:
    """The store that was asked for, or the usual one; a note says so if that can keep nothing.

    A home that cannot be written, or is not there, does not stand in the way of what needs no store.
    """
    if given is not None:
        return given
    usual = answers_file()
    why = why_unusable(usual)
    if not why:
        return usual
    text = f"note: the results of this run are not kept, for {usual} cannot be used ({why}); try --store FILE"
    echo(escaped(text), stderr=True)
    return IN_MEMORY


# Bars

SOON = 0.5
"""Seconds of work that need no bar."""


@dataclass(frozen=True)
class Bar:
    """A bar of `progress_bars`: it is told how much is done, and of how much, until it is taken away."""

    show: Callable[[int, int], None] = nobody
    end: Callable[[], None] = nobody


@contextmanager
def progress_bars() -> Iterator[Callable[[str], Bar]]:
    """Bars on standard error while long work goes on, on a terminal only; what is yielded adds one.

    They are shown once the work has taken SOON. Until a bar is told how much there is to do, it shows only
    that work goes on.
    """
    if not is_terminal(sys.stderr):
        yield lambda _: Bar()
        return
    from pydecl.cli.screen import Screen

    console = Screen(stderr=True, soft_wrap=True)
    shown = import_module("rich.progress")
    columns = (
        shown.TextColumn("{task.description}", markup=False),
        shown.BarColumn(),
        shown.MofNCompleteColumn(),
        shown.TimeElapsedColumn(),
        shown.TimeRemainingColumn(),
    )
    progress = shown.Progress(*columns, console=console, transient=True)
    showing = Timer(SOON, progress.start)
    showing.daemon = True
    showing.start()

    def added(what: str) -> Bar:
        task = progress.add_task(escaped(what), total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return Bar(show, partial(progress.remove_task, task))

    try:
        yield added
    finally:
        showing.cancel()
        showing.join()
        if progress.live.is_started:
            progress.stop()


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """One such bar; what is yielded takes how much is done, and of how much."""
    with progress_bars() as add:
        yield add(what).show
