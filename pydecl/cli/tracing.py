"""pydecl trace: what a program does, event by event."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydecl.cli.completing import suggest_any_program
from pydecl.cli.failing import complain
from pydecl.cli.helping import LIMITS
from pydecl.cli.limits import finished
from pydecl.cli.options import (
    COMPLETE_ENGINE,
    GAME,
    JSON,
    PROGRAM,
    TREE,
    Loading,
    Question,
    command,
    flag,
    option,
    options,
    program_name,
)
from pydecl.cli.output import print_fields, print_json, progress_bar
from pydecl.cli.terminal import echo, shown_json
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.engines.result_text import STOPPED
from pydecl.engines.searching import the_program
from pydecl.errors import Exit, InputError, PydeclError
from pydecl.model.number import INFINITY, Number
from pydecl.model.program import PREFIX
from pydecl.model.result import Answer, Solution, Status
from pydecl.tracing.captions import Captions, Name, value_text
from pydecl.tracing.comparing import Comparison, compared, recorded_beside
from pydecl.tracing.events import Event, Kind, Naming, named, summarised, to_json
from pydecl.tracing.names import Names
from pydecl.tracing.recording import MOST, Recording, on_tree, record
from pydecl.workbench.drawing.formats import TREE_FORMATS, recorded_picture


@options
class Traced(Question):
    """The search that is recorded, and how it is told."""

    program: str = PROGRAM
    engine: str = COMPLETE_ENGINE
    naming: Naming = option(
        "--naming",
        None,
        "Whose names and signs to use for windows, bounds and values.",
        default=Naming.TEXTBOOK,
    )
    tree: str | None = TREE
    limit: int = option("--limit", "N", "How many events to keep at most.", group=LIMITS, default=MOST)

    def record(
        self,
        game: SessionGame,
        program: AnyProgram,
        seconds: float | None,
        window: tuple[Number, Number] | None = None,
        engine: str | None = None,
    ) -> Recording:
        """What the program does on the game, with the window and on the engine asked for, or on others."""
        asked = self.asked
        if window is not None:
            asked |= dict(zip(("alpha", "beta"), window, strict=True))
        return record(game, program, engine=engine or self.engine, seconds=seconds, most=self.limit, **asked)

    @contextmanager
    def on(self, game: str, how: Loading) -> Iterator[tuple[SessionGame, AnyProgram, SessionGame]]:
        """The game, the program, ready to run on it, and the game whose file brings it.

        The first game is the tree, if there is one. Raises InputError for what is no tree, and for a program
        that runs on its own file's game alone.
        """
        with how.opened(game) as opened:
            if self.program.startswith(PREFIX) and game.endswith((".tree", ".graph")):
                raise InputError(
                    f"{game} defines no program: give the rules file that does, and --tree {game}"
                )
            with self.planted(opened, how.seconds) as found:
                yield found

    @contextmanager
    def planted(
        self, home: SessionGame, seconds: float | None
    ) -> Iterator[tuple[SessionGame, AnyProgram, SessionGame]]:
        """The same of a game that is open."""
        if self.tree is None:
            yield home, the_program(home, self.program), home
            return
        with on_tree(home, self.program, self.tree, seconds=seconds) as planted:
            yield *planted, home


def ended(recording: Recording, rest: str = "") -> Exit:
    """The exit code of a search that was recorded; if a limit ended it, that is said, with the rest.

    Raises the error that ended it.
    """
    answer = recording.answer
    if isinstance(answer, PydeclError):
        raise answer
    if not answer.complete:
        complain(STOPPED[answer.status] + rest)
    return answer.exit_code


PATIENCE = 0.2
"""Seconds for which the events so far are printed after an interruption: who presses Ctrl-C wants the end."""


@command
def trace_game(
    game: str = GAME,
    *,
    asked: Traced,
    beside: str | None = option(
        "--beside",
        "PROGRAM",
        "Also run this program, and stop at the first event that differs.",
        complete=suggest_any_program,
        parser=program_name,
    ),
    summary: bool = flag("--summary", "Show only counts: events, nodes, leaves, cuts, the deepest ply."),
    only: str | None = option(
        "--only", "KIND,…", f"Show only these kinds of event: {', '.join(one.value for one in Kind)}."
    ),
    first: int | None = option("--from", "N", "Show the events from the N-th on."),
    last: int | None = option("--to", "M", "Show the events up to the M-th."),
    picture: str | None = option(
        "--format", "FORMAT", f"Print the tree as a picture, not the events: {', '.join(TREE_FORMATS)}."
    ),
    how: Loading,
    as_json: bool = JSON,
) -> Exit | None:
    """Show what a program does: one event a line."""
    window = asked.window
    shown = selection(only, first, last)
    if summary and (shown != Selection() or beside is not None):
        raise InputError("--summary counts all events of one program: give it alone")
    if picture is not None:
        check_picture(picture, alone=shown == Selection() and beside is None and not (summary or as_json))
    with asked.on(game, how) as (opened, chosen, _):
        other = None if beside is None else the_program(opened, beside)

        def recorded(one: AnyProgram, alpha: Number, beta: Number, part: float = 1.0) -> Recording:
            left = opened.session.most(how.seconds)
            return asked.record(opened, one, None if left is None else part * left, (alpha, beta))

        with progress_bar(f"{asked.program} on {game}"):
            part = 1.0 if other is None else 0.5  # the other one needs time, too
            recording = recorded(chosen, *window, part)
        printer = Printer(opened, recording, asked.naming, as_json)
        if other is not None:
            right = recorded_beside(recording, window, other, recorded)
            return printer.beside(right, compared(recording, right), shown)
        answer = recording.answer
        if isinstance(answer, PydeclError) or not answer.complete:
            finished()  # whatever ended the search does not end what is said of it
        told = None
        if summary:
            printer.summary()
        elif picture is not None and recording.lines:
            drawn = recorded_picture(recording, opened, picture, naming=asked.naming)
            echo(drawn.content.decode().removesuffix("\n"), at_once=False)
        else:
            told = printer.events(shown, PATIENCE if _is_interrupted(recording) else INFINITY)
    return ended(recording, "" if told is None else f"; the first {told:,} events are shown")


def check_picture(kind: str, *, alone: bool) -> None:
    """Raises InputError for what is no format of text, and beside options that choose among the events."""
    if kind not in TREE_FORMATS:
        known = ", ".join(TREE_FORMATS)
        raise InputError(f"--format {kind}: expected one of {known}; 'pydecl draw -o FILE' writes PNG, too")
    if not alone:
        raise InputError("--format shows the tree of one program, and no events: give it alone")


@dataclass(frozen=True)
class Selection:
    """Which events are shown: those of some kinds, if any are named, from one number to another."""

    kinds: frozenset[Kind] = frozenset()
    first: int = 1
    last: float = INFINITY

    def has(self, event: Event) -> bool:
        return self.first <= event.seq <= self.last and (not self.kinds or event.kind in self.kinds)


def selection(only: str | None, first: int | None, last: int | None) -> Selection:
    """What the options ask for; raises InputError."""
    known = {kind.value: kind for kind in Kind}
    words = [] if only is None else [word.strip() for word in only.split(",")]
    for word in words:
        if word not in known:
            raise InputError(f"--only {word or only}: the kinds of event are {', '.join(known)}")
    for name, number in (("--from", first), ("--to", last)):
        if number is not None and number < 1:
            raise InputError(f"{name} {number}: events are counted from 1")
    if first is not None and last is not None and last < first:
        raise InputError(f"--from {first} --to {last}: the last event must not come before the first")
    kinds = frozenset(known[word] for word in words)
    return Selection(kinds, first or 1, INFINITY if last is None else last)


def _is_interrupted(recording: Recording) -> bool:
    answer = recording.answer
    return isinstance(answer, Answer) and answer.status is Status.INTERRUPTED


class Printer:
    """Prints what one program did, as lines or as JSON.

    After an interruption nodes are called by their positions: nobody waits for what the rules call the moves.
    """

    def __init__(self, game: SessionGame, recording: Recording, naming: Naming, as_json: bool) -> None:
        self._game = game
        self._recording = recording
        self._naming = naming
        self._as_json = as_json
        self._position = cache(self._written)
        by_position: Name = lambda number, _: self._position(number)  # noqa: E731
        self._names = by_position if _is_interrupted(recording) else Names(recording, game)
        self._caption = Captions(naming, self._names).line
        """An event in words; to be asked for in the order of the events."""

    def _written(self, number: int) -> str | None:
        known = self._recording.positions[number]
        return None if known is None else self._game.format_position(known)

    def _json(self, event: Event) -> dict[str, Any]:
        return to_json(named(event, self._naming), self._position)

    def show(self, event: Event, shown: Selection) -> None:
        """Print an event, if it is to be shown; to be asked in the order of the events."""
        line = "" if self._as_json else self._caption(event)
        if shown.has(event):
            echo(shown_json(self._json(event)) if self._as_json else line, at_once=False)

    def events(self, shown: Selection, seconds: float) -> int | None:
        """Print the events; how many, if they take longer than so many seconds. Raises InputError."""
        until = clock.monotonic() + seconds
        count = 0
        for event in self._recording.events():
            if clock.monotonic() > until:
                return count
            if event.seq > shown.last:
                return None
            self.show(event, shown)
            count += 1
            if event.kind is Kind.TRUNCATED and not shown.has(event):
                complain(f"no more than {event.value:,} events are kept (--limit)")
        if count < shown.first and count:
            raise InputError(f"--from {shown.first}: there are {count:,} events")
        return None

    def summary(self) -> None:
        found = summarised(self._recording.events())
        if self._as_json:
            print_json(found.to_json())
            return
        events = ", ".join(f"{number:,} {kind.value}" for kind, number in found.events.items() if number)
        cuts = ", ".join(f"{number:,} {CUTS_SAID[name]}" for name, number in found.cuts.items() if number)
        print_fields(
            {
                "events": f"{sum(found.events.values()):,}: {events}",
                "nodes": f"{found.nodes:,}, leaves {found.leaves:,}",
                "cuts": cuts or "none",
                "from the table": f"{found.hits:,}",
                "deepest ply": f"{found.deepest:,}",
                "value": "none" if found.value is None else value_text(found.value),
            }
        )

    def beside(self, other: Recording, found: Comparison, shown: Selection) -> Exit:
        """Print what both did, up to the first event that differs."""
        for event in found.equal:
            self.show(event, shown)
        right = Printer(self._game, other, self._naming, self._as_json)
        sides = list(zip((self, right), found.different or (None, None), strict=True))
        told = [side.event_or_end(event) for side, event in sides]
        names = [one.program.value for one in (self._recording, other)]
        if self._as_json:
            mine, theirs = (
                {"program": name, "event": event and side._json(event), "said": said}
                for name, (side, event), said in zip(names, sides, told, strict=True)
            )
            agree = None if found.agree and found.truncated else found.agree
            data = {"agree": agree, "equal": len(found.equal), "program": mine, "beside": theirs}
            echo(shown_json(data), at_once=False)
        elif found.agree and found.truncated:
            echo(f"{names[1]} does the same, as far as events are kept (--limit)")
        elif found.agree:
            echo(f"{names[1]} does the same: {len(found.equal):,} events, {told[1]}")
        else:
            where = "the answers differ" if found.different is None else "the first event that differs"
            echo(f"\nafter {len(found.equal):,} equal events, {where}:")
            wide = max(map(len, names))
            for name, said in zip(names, told, strict=True):
                echo(f"  {name:{wide}}  {said}")
        return _code(found, self._recording, other)

    def event_or_end(self, event: Event | None) -> str:
        """An event in words, or how the search ended."""
        if event is not None:
            for before in self._recording.events():  # the captions must know the path
                if before.seq < event.seq:
                    self._caption(before)
            return self._caption(event).strip()
        answer = self._recording.answer
        if isinstance(answer, PydeclError):
            return f"ends: {answer}"
        if not answer.complete:
            return STOPPED[answer.status]
        best = "" if self._recording.best is None else f", best {self._names(self._recording.best, 0)}"
        told = answer.value
        said = str(told) if told is None or isinstance(told, Solution) else value_text(told)
        value = "" if told is None else f"value {said}"
        return f"ends: {(value + best).removeprefix(', ') or 'without a value'}"


CUTS_SAID = {
    "shallow": "shallow",
    "deep": "deep",
    "given": "by the given window",
    "none": "without a bound",
}


def _code(found: Comparison, one: Recording, other: Recording) -> Exit:
    if not found.agree:
        return Exit.DISAGREEMENT
    codes = [recording.answer.exit_code for recording in (one, other)]
    return max([*codes, Exit.LIMIT if found.truncated else Exit.FINE])
