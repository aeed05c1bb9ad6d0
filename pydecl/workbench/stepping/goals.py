"""The goals of a program's text that belong to a recording: the program runs once more, with marks in it.

For pydecl's own programs `prolog/support/marking.pl` runs in a process of its own, on answers from the
recording: no rules are loaded there, and the process gets numbers and the names of programs only. A program
of a file's own runs on the game. What comes back then was told by a stranger's text: it is believed as far
as it tells the same events as the recording does, and goals that lie in the files that were read.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import takewhile
from pathlib import Path

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.installation import find_swipl
from pydecl.errors import InputError, PydeclError
from pydecl.model.number import number_text
from pydecl.model.program import OwnProgram, Program
from pydecl.model.replay import Goal, Replay, Told
from pydecl.model.result import Limits
from pydecl.paths import prolog_file
from pydecl.programs.registry import OWN_MOVERS
from pydecl.rules.source import read_source
from pydecl.tracing.recording import Recording
from pydecl.workbench.stepping.marks import Marks, add_rows, places

SECONDS = 60.0
"""For a replay, which takes about as long as the search itself."""

OTHERWISE = (
    "when the program ran once more, it did something else here: its places are not known from here on"
)
UNREADABLE = "what the program told of its places is none"


def marks_of(recording: Recording, game: SessionGame | None = None, home: SessionGame | None = None) -> Marks:
    """The places in the Prolog text.

    A program of a file's own is run once more on the `game`; `home` is the game whose file brings it, if that
    is another one.
    """
    if not isinstance(recording.program, OwnProgram):
        return prolog_marks(recording.program, recording.lines, recording.limits)
    return Marks(str) if game is None else own_marks(recording, game, home or game)


def prolog_marks(program: Program, lines: Sequence[str], limits: Limits) -> Marks:
    """The goals for each primitive line, as far as the replay goes; none without the program `swipl`."""
    first = next((line.split() for line in lines if line[0] == "e"), None)
    swipl = find_swipl()
    if swipl is None or first is None or not _is_sound(first):
        return Marks(source)
    mover = "any(any)" if program in OWN_MOVERS else first[3]
    settings = ", ".join(f"=({name}, {value})" for name, value in limits.settings.numbers.items())
    window = f"{number_text(limits.alpha)}, {number_text(limits.beta)}"
    question = f"question({program}, {limits.plies}, {mover}, {first[1]}, {window}, [{settings}])."
    try:
        done = subprocess.run(
            [swipl, "-q", "-f", "none", str(prolog_file("support", "marking.pl"))],
            input="\n".join([question, *lines, ""]),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired):
        return Marks(source)
    return _read(done.stdout)


def _is_sound(entered: list[str]) -> bool:
    """Whether a line says what it must: a process that ran somebody's rules has written it."""
    return entered[1].isdecimal() and entered[3] in ("max", "min", "any")


def _read(text: str) -> Marks:
    rows = text.splitlines()
    goals = [_goal(row.split(" ")) for row in rows if row.startswith("g ")]
    files = {goal.file: f"prolog/{'/'.join(Path(goal.file).parts[-2:])}" for goal in goals}
    spots = places(goals, {file: (name, source(name)) for file, name in files.items()})
    assert spots is not None
    marks = Marks(source, spots=spots)
    is_told = add_rows(marks, rows[len(goals) :])
    assert is_told
    return marks


def _goal(fields: Sequence[str]) -> Goal:
    _, _, file, start, end, top, bottom, head, calls = fields
    return Goal(file, (int(start), int(end), int(top), int(bottom)), head, calls)


@cache
def source(file: str) -> str:
    """The text of a Prolog file, by its name, such as `prolog/textbook/alphabeta.pl`."""
    return prolog_file(*Path(file).parts[1:]).read_text("utf-8")


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
