"""The goals of a file's own program that belong to a recording: it runs once more, with marks in its text.

What comes back was told by a stranger's text. It is believed as far as it tells the same events as the
recording does, and goals that lie in the files that were read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError, PydeclError
from pydecl.model.program import OwnProgram
from pydecl.model.replay import Replay, Told
from pydecl.paths import prolog_file
from pydecl.rules.source import read_source
from pydecl.tracing.recording import Recording
from pydecl.workbench.stepping.marks import Marks
from pydecl.workbench.stepping.rows import add_rows, places

OTHERWISE = (
    "when the program ran once more, it did something else here: its places are not known from here on"
)
UNREADABLE = "what the program told of its places is none"


def own_marks(recording: Recording, game: SessionGame, home: SessionGame) -> Marks:
    """The goals for each primitive line; `home` is the game whose file brings the program.

    The program, and the rules that it asks, run confined and as long as the recorded search was allowed to.
    """
    program = recording.program
    assert isinstance(program, OwnProgram)
    if not recording.positions or (root := recording.positions[0]) is None:
        return Marks(str)
    texts = dict(_texts(home))
    plain = {file: text for file, (_, text) in texts.items()}
    lines = sum(line != "t" for line in recording.lines)
    told = Told(program, root, recording.limits, recording.most, lines, len(recording.positions))
    try:
        replay = registry.reference(game).own.replay(home, plain, told)
    except PydeclError as error:
        return Marks(str, f"the program could not run once more: {error}")
    return _believed(recording, replay, texts)


def _texts(home: SessionGame) -> Iterator[tuple[str, tuple[str, str]]]:
    """The files in which the program may be, by their paths: what they are called, and their texts."""
    if home.rules_text is not None:
        file = Path(home.rules_file)
        yield str(file.resolve()), (file.name, home.rules_text)
        for other in home.included:
            with suppress(InputError):
                yield str(other.resolve()), (other.name, read_source(other))
    textbook = prolog_file("textbook", "alphabeta.pl")
    yield str(textbook), ("prolog/textbook/alphabeta.pl", textbook.read_text("utf-8"))


def _believed(recording: Recording, replay: Replay, texts: Mapping[str, tuple[str, str]]) -> Marks:
    by_name = {name: text.replace("\r\n", "\n") for name, text in texts.values()}
    spots = places(replay.goals, texts)
    if spots is None:
        return Marks(str, UNREADABLE)
    marks = Marks(by_name.__getitem__, spots=spots)
    told = zip(recording.lines, replay.lines, replay.rows, strict=False)
    if not add_rows(marks, (row for _, _, row in takewhile(lambda one: one[0] == one[1], told))):
        marks.ended = UNREADABLE
    elif len(marks.rows) < sum(line != "t" for line in recording.lines):
        marks.ended = OTHERWISE
    return marks
