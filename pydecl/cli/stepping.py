"""pydecl step: a search, one event after the other, in a browser or as a transcript."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from textwrap import shorten

import typer

from pydecl.cli.completing import either, suggest_any_program, suggest_full_engine
from pydecl.cli.limits import finished
from pydecl.cli.options import GAME, Loading, command, flag, option, program_name
from pydecl.cli.output import progress_bar
from pydecl.cli.terminal import echo
from pydecl.cli.tracing import Traced, ended
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.errors import Exit, InputError
from pydecl.errors.escaping import escaped
from pydecl.model.number import Number
from pydecl.tracing.recording import Recording
from pydecl.workbench.drawing.position import board_or_text
from pydecl.workbench.stepping.shipped import Steps, searches
from pydecl.workbench.stepping.track import Track

LONGEST_GOAL = 80
"""Of a goal's text, in a transcript."""

TEXT_BROWSERS = frozenset({"www-browser", "links", "elinks", "lynx", "w3m"})
"""They have no JavaScript, and would take the terminal."""


@command
def step_through(
    game: str = GAME,
    *,
    asked: Traced,
    beside: str | None = option(
        "--beside",
        "PROGRAM|ENGINE",
        "A second search beside the first: of another program, or on another engine.",
        complete=either(suggest_any_program, suggest_full_engine),
    ),
    at: int = option("--at", "N", "The event to begin at.", min=1, default=1),
    plain: bool = flag("--plain", "Print all events with their goals, one per line."),
    how: Loading,
) -> Exit | None:
    """Step through a search in a browser: board, tree, window, program text, and a caption for each event."""
    if not plain and not is_terminal():
        raise InputError("pydecl step needs a terminal; use --plain to print all events")
    question = stepping_question(asked, beside, how.seconds)
    with asked.on(game, how) as (opened, chosen, home):
        recordings, engines = question(opened, chosen)
        finished()  # what is left is to show it
        steps = Steps(recordings, engines, opened, board_or_text, home=home, naming=asked.naming)
        steps.find_places(steps.tracks)
        if plain:
            _print(steps.tracks, engines, at)
        elif all(one.lines for one in recordings):
            show_steps(steps, opened.name, at)
    return next(filter(None, map(ended, recordings)), None)  # of the first that did not come to its end


def show_steps(steps: Steps, title: str, at: int) -> None:
    """Open the stepper in a browser, at an event, and serve it until Ctrl-C."""
    from pydecl.workbench.site.stepper_server import Server  # late: a transcript needs none of it

    with Server(steps, title, at) as server:
        echo(server.address)
        if not is_opened(server.address):
            echo("No browser could be opened here: open this address in one, or use --plain.")
        echo("Press Ctrl-C to stop.")
        with suppress(KeyboardInterrupt):
            server.serve_forever()


def is_opened(address: str) -> bool:
    """Whether a browser has been asked to show a page."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    return getattr(browser, "name", "") not in TEXT_BROWSERS and browser.open(address)


def is_terminal() -> bool:
    """Whether a person sees what is printed."""
    return sys.stdout.isatty()


def stepping_question(
    asked: Traced, beside: str | None, seconds: float | None
) -> Callable[[SessionGame, AnyProgram], tuple[list[Recording], list[str]]]:
    """What records the search of a program on a game, and the one beside it; and the engines of both.

    Raises typer.BadParameter and InputError for what cannot be asked.
    """
    window = (asked.asked["alpha"], asked.asked["beta"])
    _check_beside(beside)

    def recorded(opened: SessionGame, chosen: AnyProgram) -> tuple[list[Recording], list[str]]:
        def one(what: AnyProgram, where: str, alpha: Number, beta: Number) -> Recording:
            with progress_bar(f"{what.value} on {opened.name}"):
                return asked.record(opened, what, seconds, (alpha, beta), where)

        return searches(opened, chosen, asked.engine, beside, one, window)

    return recorded


def _check_beside(beside: str | None) -> None:
    """Raises InputError for a name that is no program and no engine."""
    try:
        if beside is not None and beside not in registry.complete():
            program_name(beside)
    except typer.BadParameter:
        engines = ", ".join(registry.complete())
        raise InputError(f"--beside {beside}: neither a program nor one of the engines {engines}") from None


def _print(tracks: list[Track], engines: list[str], at: int) -> None:
    """All events from `at` on, one a line: number, event, goal."""
    for track, engine in zip(tracks, engines, strict=True):
        if len(tracks) > 1:
            echo(f"{track.recording.program.value} on {engine}", at_once=False)
        width = len(str(len(track)))
        for seq in range(min(at, len(track)), len(track) + 1):
            goal = _goal(track, seq)
            echo(f"{seq:>{width}}  {track.lines[seq - 1]}{goal and ' | '}{goal}", at_once=False)


def _goal(track: Track, seq: int) -> str:
    """The goal of an event, and where it stands; nothing if that is not known."""
    source = track.source(seq)
    if source is None:
        return ""
    goal = shorten(source.marked, LONGEST_GOAL, placeholder=" …")
    return escaped(f"{source.spot.file}:{source.spot.line}, {source.spot.within}: {goal}")
