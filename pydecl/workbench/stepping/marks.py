"""Which place of a program's text belongs to an event: the program runs once more, with marks in it.

For pydecl's own programs `prolog/support/marking.pl` runs in a process of its own, on answers from the
recording: no rules are loaded there, and the process gets numbers and the names of programs only. A program
of a file's own runs on the game. What comes back then was told by a stranger's text: it is believed as far
as it tells the same events as the recording does, and goals that lie in the files that were read.

A replay tells for each primitive line of a recording (`prolog/support/tracing.pl`) the goals that were tried
since the line before, and the goal that brought it about: rows, as `prolog/support/notes.pl` writes them.
Goals are numbered in a table, and equal rows are kept once.

>>> told_row("3 1,3 1:1:4:-inf;3:0:5:x", 9)
(3, (1, 3), (Tested(spot=1, held=True, operands=(4, -inf)), Tested(spot=3, held=False, operands=(5, None))))
>>> told_row("-1 - -", 9), told_row("9 - -", 9), told_row("0 1,x -", 9)
((-1, (), ()), None, None)
"""

from __future__ import annotations

import subprocess
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.installation import find_swipl
from pydecl.errors import InputError, PydeclError
from pydecl.model.number import Number, equal, number_text
from pydecl.model.program import OwnProgram, Program
from pydecl.model.replay import Goal, Told
from pydecl.model.result import Limits
from pydecl.paths import prolog_file
from pydecl.programs.registry import OWN_MOVERS
from pydecl.rules.source import read_source
from pydecl.rules.syntax import line_starts
from pydecl.tracing.deriving import number_of
from pydecl.tracing.recording import Recording

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Spot:
    """A goal of a clause.

    `file` is relative to the distribution, such as `prolog/textbook/alphabeta.pl`; a file of the user's has
    its own name. Lines count from 1, columns from 0, `end_column` is exclusive; `top` and `bottom` are the
    first and the last line of the clause. `calls` says what is tried there, such as `staticval/2`; `within`
    in which clause, such as `clause 3 of goodenough/7`.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    top: int
    bottom: int
    calls: str
    within: str

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "file": self.file,
            "from": [self.line, self.column],
            "to": [self.end_line, self.end_column],
            "calls": self.calls,
            "within": self.within,
        }


@dataclass(frozen=True, slots=True)
class Source:
    """A clause, `lines` from `spot.top` on, and the place of the event."""

    spot: Spot
    lines: tuple[str, ...]

    @property
    def marked(self) -> str:
        """What stands at the place."""
        first, last = self.spot.line - self.spot.top, self.spot.end_line - self.spot.top
        lines = [*self.lines[first:last], self.lines[last][: self.spot.end_column]]
        return "\n".join(lines)[self.spot.column :]


@dataclass(frozen=True, slots=True)
class Tested:
    """A comparison that was made, whether it held, and what was compared, if that is known."""

    spot: int
    held: bool
    operands: tuple[Number | None, Number | None] = (None, None)

    def compares(self, one: Number | None, other: Number | None) -> bool:
        """Whether it compares these two numbers, in any order."""
        a, b = self.operands
        if one is None or other is None or a is None or b is None:
            return False
        return (equal(a, one) and equal(b, other)) or (equal(a, other) and equal(b, one))


Row = tuple[int, tuple[int, ...], tuple[Tested, ...]]
"""The place that brought a line about, those that were tried, and the comparisons."""

NOTHING: Row = NOWHERE, (), ()


@dataclass
class Marks:
    """The places of a replay: for each primitive line the one that brought it about, and those tried before.

    A replay may end early; then what is beyond has no place. `text` gives the whole text of a file.
    """

    text: Callable[[str], str]
    spots: list[Spot] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    def _row(self, line: int) -> Row:
        return self.rows[line] if 0 <= line < len(self.rows) else NOTHING

    def at(self, line: int) -> Spot | None:
        """The place that brought a primitive line about."""
        place = self._row(line)[0]
        return None if place == NOWHERE else self.spots[place]

    def decision(self, line: int, one: Number | None = None, other: Number | None = None) -> Spot | None:
        """The comparison that decided what was done before a primitive line: of these two numbers, if it can.

        Else it is the first that held, or the last that was made. So the place is found at which a window
        changed or a cut was decided, in whatever order a program compares.
        """
        tests = self._row(line)[2]
        of_these = [test for test in tests if test.compares(one, other)]
        for some in (of_these, tests):
            if held := next((test for test in some if test.held), None):
                return self.spots[held.spot]
            if some:
                return self.spots[some[0 if some is of_these else -1].spot]
        return None

    def tried(self, line: int) -> list[Spot]:
        """The places between the line before and this one, in order."""
        return [self.spots[number] for number in self._row(line)[1]]


def told_row(text: str, count: int) -> Row | None:
    """A row about `count` goals; None for a text that is none."""
    try:
        main, tried, tests = text.split(" ")
        row = (
            int(main),
            tuple(map(int, _parts(tried, ","))),
            tuple(_test(part.split(":")) for part in _parts(tests, ";")),
        )
    except (ValueError, PydeclError):
        return None
    numbers = [*row[1], *(test.spot for test in row[2])]
    return row if NOWHERE <= row[0] < count and all(0 <= one < count for one in numbers) else None


def _parts(text: str, between: str) -> Sequence[str]:
    return () if text == "-" else text.split(between)


def _test(fields: Sequence[str]) -> Tested:
    number, held, one, other = fields
    return Tested(int(number), held == "1", (_operand(one), _operand(other)))


@lru_cache(4096)
def _operand(text: str) -> Number | None:
    found = None if text == "x" else number_of(text)
    return found if isinstance(found, Number) and found == found else None


def places(goals: Sequence[Goal], texts: Mapping[str, tuple[str, str]]) -> list[Spot] | None:
    """Where the goals stand; `texts` are the names and texts of the files. None if one lies in none of them.

    Clauses of a predicate are counted in the order in which they stand in a file.

    >>> texts = {"/rules/a.pl": ("a.pl", "p(1).\\np(X) :- q,\\n    r(X).\\n")}
    >>> [spot] = places([Goal("/rules/a.pl", (21, 25, 6, 25), "p/1", "r/1")], texts) or []
    >>> (spot.line, spot.column), (spot.end_line, spot.end_column), spot.top, spot.bottom, spot.within
    ((3, 4), (3, 8), 2, 3, 'clause 1 of p/1')
    """
    lines = {file: line_starts(text) for file, (_, text) in texts.items()}
    tops = {(goal.file, goal.head): set[int]() for goal in goals}
    for goal in goals:
        tops[goal.file, goal.head].add(goal.offsets[2])
    clauses = {key: {top: at for at, top in enumerate(sorted(found), 1)} for key, found in tops.items()}
    spots = []
    for goal in goals:
        start, end, top, bottom = goal.offsets
        if goal.file not in texts or not 0 <= top <= start < end <= bottom <= len(texts[goal.file][1]):
            return None
        starts = lines[goal.file]
        clause = clauses[goal.file, goal.head][top]
        spots.append(
            Spot(
                texts[goal.file][0],
                *_place(starts, start),
                *_place(starts, end),
                _place(starts, top)[0],
                _place(starts, bottom)[0],
                goal.calls,
                f"clause {clause} of {goal.head}",
            )
        )
    return spots


def _place(starts: Sequence[int], offset: int) -> tuple[int, int]:
    """The line, from 1, and the column, from 0."""
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1]


# The program runs once more, with marks in it

SECONDS = 60.0
"""For a replay, which takes about as long as the search itself."""


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
    return _marked(goals, {file: (name, source(name)) for file, name in files.items()}, rows[len(goals) :])


def _marked(goals: Sequence[Goal], texts: Mapping[str, tuple[str, str]], rows: Iterable[str]) -> Marks:
    """What the rows tell of the goals, nothing for an empty one; up to the first that is none about them."""
    spots = places(goals, texts)
    if spots is None:
        return Marks(str)
    by_name = {name: text.replace("\r\n", "\n") for name, text in texts.values()}
    marks, told = Marks(by_name.__getitem__, spots), cache(told_row)
    for row in rows:
        found = told(row, len(spots)) if row else NOTHING
        if found is None:
            break
        marks.rows.append(found)
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
    question = Told(program, root, recording.limits, recording.most, lines, len(recording.positions))
    try:
        replay = registry.reference(game).own.replay(home, plain, question)
    except PydeclError:  # it could not run once more
        return Marks(str)
    told = zip(recording.lines, replay.lines, replay.rows, strict=False)
    alike = takewhile(lambda one: one[0] == one[1], told)
    return _marked(replay.goals, texts, (row for _, _, row in alike))


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
