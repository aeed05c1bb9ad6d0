"""The stepper as a widget of a notebook: JupyterLab, VS Code, marimo, and pages made of notebooks.

The states are computed in the browser, from the recordings: the widget also works where no Python runs.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     stepper = stepper_of([record(game, "alphabeta", engine="python")], game)
>>> stepper.at, len(stepper.recordings)
(1, 1)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from pydecl.engines.prolog.game import SessionGame
from pydecl.model.term import term_text
from pydecl.tracing.names import Names
from pydecl.tracing.naming import Naming
from pydecl.tracing.recording import Recording
from pydecl.workbench.drawing.position import board_or_text
from pydecl.workbench.notebook.joining import joined
from pydecl.workbench.site.writing import STATIC
from pydecl.workbench.stepping.goals import marks_of
from pydecl.workbench.stepping.shipped import shipped
from pydecl.workbench.stepping.track import Track

MODULE = Path(__file__).with_name("widget.js")

BOARDS = 300
"""Of so many positions at the most the boards come along."""


def _style() -> str:
    """The site's styles, for a shadow root."""
    text = (STATIC / "assets" / "style.css").read_text("utf-8")
    return re.sub(r"^(\s*)(?::root|body)(?= \{)", r"\1:host", text, flags=re.MULTILINE)


class Stepper(anywidget.AnyWidget):
    """One search, or two beside each other, one event after the other; `at` is the event's number, from 1.

    `recordings` are what `shipped` makes of one or two.
    """

    _esm = traitlets.Unicode(joined(MODULE)).tag(sync=True)
    _style = traitlets.Unicode(_style()).tag(sync=True)
    recordings: traitlets.List[dict[str, Any]] = traitlets.List().tag(sync=True)
    naming = traitlets.Unicode(Naming.TEXTBOOK.value).tag(sync=True)
    at = traitlets.Int(1, min=1).tag(sync=True)

    def __repr__(self) -> str:
        titles = [f"{one['program']['name']} on {one['title']}" for one in self.recordings]
        return f"<stepper: {', '.join(titles)}>"


def stepper_of(
    recordings: Sequence[Recording],
    game: SessionGame | None = None,
    *,
    home: SessionGame | None = None,
    places: Sequence[str] = (),
    naming: Naming = Naming.TEXTBOOK,
    at: int = 1,
) -> Stepper:
    """A stepper through one or two recordings, whose game writes the positions and draws their boards.

    Without a game positions are canonical terms. `home` is the game whose file brings the program, if that is
    another one. `places` say where each ran, such as an engine; the game, if
    they are not given.
    """
    written = term_text if game is None else game.format_position
    told: list[dict[str, Any]] = []
    for number, recording in enumerate(recordings):
        names = None if game is None else Names(recording, game)
        marks = marks_of(recording, game, home)
        track = Track(recording, written, naming=naming, marks=marks, names=names)
        where = places[number] if places else ("a game" if game is None else game.name)
        told.append(shipped(track, where, boards=_boards(recording, game)))
    return Stepper(recordings=told, naming=naming.value, at=at)


def _boards(recording: Recording, game: SessionGame | None) -> dict[int, str]:
    """The boards of the positions, as SVG or as texts."""
    if game is None or len(recording.positions) > BOARDS:
        return {}
    found = {}
    for number, position in enumerate(recording.positions):
        if position is not None:
            found[number] = board_or_text(game, position)
    return found
