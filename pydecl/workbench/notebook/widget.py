"""The stepper as a widget of a notebook: JupyterLab, VS Code, marimo, and pages made of notebooks.

The states are computed in the browser, from the recordings: the widget also works where no Python runs. The
stepper's modules are joined into the one module that a widget is.

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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from pydecl.engines.prolog.game import SessionGame
from pydecl.tracing.events import Naming
from pydecl.tracing.recording import Recording
from pydecl.workbench.drawing.position import board_or_text
from pydecl.workbench.site.writing import IMPORT, STATIC
from pydecl.workbench.stepping.shipped import Steps

_DECLARED = re.compile(r"^export ((?:async )?(?:function\*?|class|const|let) (\w+))", re.MULTILINE)
_LISTED = re.compile(r"\bexport\s*\{([^}]*)\};?\s*$")


@dataclass
class _Joining:
    numbers: dict[Path, int] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)

    def add(self, file: Path) -> tuple[int, list[str]]:
        """A module after all that it imports: its number, and the names that it exports."""
        text = file.read_text("utf-8")
        for _, path in IMPORT.findall(text):
            if (other := (file.parent / path).resolve()) not in self.numbers:
                self.add(other)
        exported = {name: name for _, name in _DECLARED.findall(text)}
        if listed := _LISTED.search(text):
            exported |= {outside: inside for inside, outside in _pairs(listed[1])}
        body = _LISTED.sub("", _DECLARED.sub(r"\1", IMPORT.sub(lambda found: self._taken(file, found), text)))
        told = ", ".join(name if name == inside else f"{name}: {inside}" for name, inside in exported.items())
        number = self.numbers[file.resolve()] = len(self.numbers) + 1
        self.texts.append(f"const module{number} = (() => {{\n{body.strip()}\nreturn {{ {told} }};\n}})();")
        return number, list(exported)

    def _taken(self, file: Path, found: re.Match[str]) -> str:
        number = self.numbers[(file.parent / found[2]).resolve()]
        names = ", ".join(a if a == b else f"{a}: {b}" for a, b in _pairs(found[1]))
        return f"const {{ {names} }} = module{number};"


def _pairs(names: str) -> list[tuple[str, str]]:
    """The names of a list, before and after `as`."""
    words = [one.split() for one in names.split(",") if one.strip()]
    return [(one[0], one[-1]) for one in words]


def joined(file: Path) -> str:
    """One module that exports what this one does; it holds all that this one imports.

    It knows what the stepper's modules say: `import { a, b as c } from "./file.js"` and `export` before a
    function, a class or a constant at the beginnings of lines, and `export { a, b as c }`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     one, two = Path(folder, "one.js"), Path(folder, "two.js")
    ...     _ = one.write_text("export const x = 1;\\n")
    ...     _ = two.write_text('import { x as y } from "./one.js";\\nexport const z = y + 1;\\n')
    ...     print(joined(two))
    const module1 = (() => {
    const x = 1;
    return { x };
    })();
    const module2 = (() => {
    const { x: y } = module1;
    const z = y + 1;
    return { z };
    })();
    export const { z } = module2;
    """
    joining = _Joining()
    number, names = joining.add(file)
    return "\n".join([*joining.texts, f"export const {{ {', '.join(names)} }} = module{number};"])


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
    game: SessionGame,
    *,
    home: SessionGame | None = None,
    places: Sequence[str] = (),
    naming: Naming = Naming.TEXTBOOK,
    at: int = 1,
) -> Stepper:
    """A stepper through one or two recordings, whose game writes the positions and draws their boards.

    `home` is the game whose file brings the program, if that is another one. `places` say where each ran,
    such as an engine; the game, if they are not given.
    """
    titles = places or [game.name] * len(recordings)
    steps = Steps(recordings, titles, game, board_or_text, home=home, naming=naming)
    steps.find_places(steps.tracks)
    told = steps.told()["recordings"]
    for side, recording in enumerate(recordings):
        if len(recording.positions) <= BOARDS:
            numbers = range(len(recording.positions))
            told[side]["boards"] = {str(one): board for one in numbers if (board := steps.board(side, one))}
    return Stepper(recordings=told, naming=naming.value, at=at)
