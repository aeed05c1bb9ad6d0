"""The record of a match as text: what was agreed, then one move a line, with who moved.

>>> from pydecl.model.game import Player
>>> from pydecl.model.term import Atom
>>> from pydecl.playing.match import Turn
>>> match = Match(Atom("a"), "a").played(Turn(Player.MAX, Atom("b"), "west")).commented("a good move")
>>> print(record_text(Agreement("fork.tree", People.MAX, Thinking(depth=2)), match), end="")
game     fork.tree
start    a
as       max
program  alphabeta
engine   prolog
depth    2
time     60
seed     0
<BLANKLINE>
1 max west
% a good move
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydecl.errors import InputError, unwritable
from pydecl.errors.escaping import escaped
from pydecl.model.result import DEFAULTS
from pydecl.playing.match import Match, People
from pydecl.playing.programs import Thinking

UNLIMITED = "unlimited"

CHANCE = "chance"


@dataclass(frozen=True)
class Agreement:
    """The game as `consult` takes it, who plays, and how the program plays; chance is drawn by its seed."""

    game: str
    people: People = People.MAX
    thinking: Thinking = Thinking()  # noqa: RUF009  frozen


def record_text(agreed: Agreement, match: Match) -> str:
    """The record; `read_record` reads it back."""
    fields = {"game": escaped(agreed.game), "start": match.written, "as": agreed.people.value}
    fields |= dict(_told(agreed.thinking))
    width = max(map(len, fields))
    lines = [f"{key:<{width}}  {value}" for key, value in fields.items()]
    lines += ["", *map(_comment, match.comments)]
    for number, turn in enumerate(match.turns, 1):
        lines.append(f"{number} {CHANCE if turn.mover is None else turn.mover.value} {turn.move}")
        lines += map(_comment, turn.comments)
    return "\n".join(lines) + "\n"


def _told(thinking: Thinking) -> Iterator[tuple[str, str]]:
    settings = thinking.settings
    yield "program", escaped(thinking.program.value)
    yield "engine", thinking.engine
    yield "depth", UNLIMITED if thinking.depth is None else str(thinking.depth)
    yield "time", f"{thinking.seconds or 0:g}"
    if settings.order is not DEFAULTS.order:
        yield "order", settings.order.value
    yield "seed", str(settings.seed)
    for key, value in settings.numbers.items():
        if key != "seed" and value != DEFAULTS.numbers.get(key):
            yield key, str(value)


def _comment(text: str) -> str:
    return f"% {escaped(text)}".rstrip()


class RecordFile:
    """The file of a record, written as a whole each time, so that it is never half a record.

    A file that is there already is not replaced, unless it `may_replace` it, or has written it.
    """

    def __init__(self, path: Path, *, may_replace: bool = False) -> None:
        self.path = path
        self._own = may_replace

    def write(self, text: str) -> None:
        """Replace the file by this text. Raises InputError where that cannot be."""
        path = self.path
        try:
            if path.exists() and not path.is_file() and not path.is_dir():  # a pipe, a device
                path.write_text(text, encoding="utf-8")
                return
            if not self._own:
                path.open("x").close()
                self._own = True
            _replace(path.resolve(), text)
        except FileExistsError:
            raise InputError(f"{path} already exists: give another name, or remove it") from None
        except OSError as error:
            raise unwritable(path, error) from None


def _replace(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, path.stat().st_mode & 0o777)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)  # an interruption may come when it is in its place
        raise
