"""A recording, indexed: the visit of each event, its sentence, and its place in the program's text.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.model.program import Program
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     track = Track(record(game, Program.ALPHABETA, engine="python"), str)
>>> track.told(19)[2]
'MAX has 5 at e; MIN can hold MAX to 4 at b: the rest of e (l) cannot matter.'
>>> [track.position(track.visits[at].number) for at in track.path(19)]
['a', 'b', 'e']
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pydecl.engines.prolog.game import SessionGame
from pydecl.model.interpreter import without_collector
from pydecl.model.number import Number
from pydecl.model.program import OwnProgram
from pydecl.model.term import Term
from pydecl.tracing.captions import WIDEST_INDENT, Captions, Name, Path, Position
from pydecl.tracing.events import Bound, Event, Kind, Naming, Turn, Value
from pydecl.tracing.recording import Recording
from pydecl.workbench.stepping.marks import Marks, Source, Spot
from pydecl.workbench.stepping.own_marks import own_marks
from pydecl.workbench.stepping.replays import Replayer, replayed
from pydecl.workbench.stepping.teaching import Lesson, Seen, taught


@dataclass(slots=True)
class Visit:
    """One time that a node was entered; `enter`, `leave` and the others are numbers of events, from 1.

    `number` is the position's in the recording. `parent` and `children` are numbers of visits, -1 for none.
    """

    number: int
    parent: int
    ply: int
    mover: Turn | None
    enter: int
    leave: int | None = None
    cut: int | None = None
    leaf: int | None = None
    windows: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    successors: tuple[int, ...] = ()


class Track:
    """The events of one recording, numbered from 1 to `len(track)`, as in the stream.

    `write` makes a text of a position. Nothing here runs a search.
    """

    def __init__(
        self,
        recording: Recording,
        write: Callable[[Term], str],
        *,
        naming: Naming = Naming.TEXTBOOK,
        sources: tuple[Marks, Marks] | None = None,
        names: Name | None = None,
    ) -> None:
        """`sources` are the marks of the Prolog text and of the Python twin, from `marks_of`.

        Without `names` a node is called what `write` makes of its position.
        """
        self.recording = recording
        self.naming = naming
        self._write = write
        self.sources = sources
        self.events: list[Event] = []
        self._lines = array("i")
        self.visits: list[Visit] = []
        self._roots: list[int] = []
        self._focus = array("i")
        with without_collector():
            self._read()
        self.position = lru_cache(4096)(self._position)
        self.name: Name = names or (lambda number, _: self.position(number))

    def __len__(self) -> int:
        return len(self.events)

    # Reading

    def _read(self) -> None:
        told = self.recording.lines
        at = 0
        entered: list[int] = []
        again: list[int] = []  # told only when something comes of it

        def lines() -> Iterator[str]:
            nonlocal at
            for at, line in enumerate(told):
                if line[0] == "e":
                    entered.append(at)
                elif line[0] == "a":
                    again.append(at)
                elif line[0] == "f" and again:
                    again.pop()
                yield line

        def successors(line: int) -> tuple[int, ...]:
            """What the node entered at a line tells next, if it tells its successors."""
            for number in (line + 1, line + 2):
                if number < len(told) and told[number][0] == "s":
                    return tuple(map(int, told[number].split()[1:]))
                if number < len(told) and told[number][0] != "m":
                    break
            return ()

        path: list[int] = []
        used = 0  # a node's event comes when the line after its own is known
        for event in self.recording.events(lines()):
            self.events.append(event)
            self._lines.append(at)
            if event.kind is Kind.ENTER:
                self._lines[-1] = line = entered[used]
                used += 1
                self._enter(event, path, successors(line))
            elif event.kind is Kind.AGAIN:
                self._lines[-1] = again.pop(0) if again else at
                self._go_back(event, path)
            else:
                self._note(event, path)
            self._focus.append(path[event.ply] if event.node is not None and path else -1)

    def _enter(self, event: Event, path: list[int], successors: tuple[int, ...]) -> None:
        assert event.node is not None
        del path[event.ply :]
        parent = path[-1] if path else -1
        number = len(self.visits)
        self.visits.append(
            Visit(event.node, parent, event.ply, event.mover, event.seq, successors=successors)
        )
        (self.visits[parent].children if path else self._roots).append(number)
        path.append(number)

    def _go_back(self, event: Event, path: list[int]) -> None:
        """A node that was left is entered once more: a new visit, which goes on where the last one ended."""
        del path[event.ply :]
        siblings = self.visits[path[-1]].children if path else self._roots
        last = next(one for one in reversed(siblings) if self.visits[one].number == event.node)
        before = self.visits[last]
        self._enter(event, path, before.successors)
        self.visits[-1].children = list(before.children)

    def _note(self, event: Event, path: Sequence[int]) -> None:
        if event.node is None:
            return
        visit = self.visits[path[event.ply]]
        if event.kind is Kind.WINDOW:
            visit.windows.append(event.seq)
        elif event.kind is Kind.CUT:
            visit.cut = event.seq
        elif event.kind in (Kind.VALUE, Kind.FAIL):
            visit.leave = event.seq
        elif event.kind in (Kind.LEAF, Kind.HIT):
            visit.leaf = event.seq

    def _position(self, number: int) -> str:
        term = self.recording.positions[number]
        return "?" if term is None else self._write(term)

    def path(self, seq: int) -> list[int]:
        """The visits from the root to the node of an event; empty for an event about none."""
        at = self._focus[seq - 1]
        found: list[int] = []
        while at >= 0:
            found.append(at)
            at = self.visits[at].parent
        return found[::-1]

    def visited(self) -> Iterator[tuple[int, int]]:
        """For each event the number of the visit that it is about, and of that one's parent; -1 for none."""
        for visit in self._focus:
            yield visit, self.visits[visit].parent if visit >= 0 else -1

    def line(self, seq: int) -> str:
        """The event's line in a trace, without its indentation."""
        captions = Captions(self.naming, self.name)
        event = self.events[seq - 1]
        if event.node is None:
            return captions.line(event).strip()
        for visit in self.path(seq)[:-1]:
            captions.line(self.events[self.visits[visit].enter - 1])
        if event.kind is not Kind.ENTER:
            captions.line(self.events[self.visits[self._focus[seq - 1]].enter - 1])
        return captions.line(event).strip()

    def told(self, seq: int) -> tuple[str, str, str]:
        """For a transcript: an indentation by the ply, the event's line in a trace, and its caption."""
        caption = taught(self._lesson(seq), self.naming)
        return " " * min(2 * self.events[seq - 1].ply, WIDEST_INDENT), self.line(seq), caption

    def bounds(self, visit: int, seq: int) -> tuple[Number | None, Number | None]:
        """A visit's alpha and beta after an event, MAX's and MIN's."""
        one = self.visits[visit]
        known = bisect_right(one.windows, seq)
        event = self.events[(one.windows[known - 1] if known else one.enter) - 1]
        return event.alpha, event.beta

    # The lesson, and the source

    def _lesson(self, seq: int) -> Lesson:
        event = self.events[seq - 1]
        path = self.path(seq)
        if not path:
            return Lesson(event, "", None, None, (), False)
        visit = self.visits[path[-1]]
        parent = self.visits[path[-2]] if len(path) > 1 else None
        name = Path(self.name, (self.visits[at].number for at in path)).namer(event)
        return Lesson(
            event=event,
            position=name(visit.number),
            parent=None if parent is None else Seen(name(parent.number), parent.mover),
            by=None if event.by is None else name(event.by),
            skipped=tuple(map(name, event.skipped)),
            is_own=any(self.events[at - 1].bound is _own(visit.mover) for at in visit.windows if at <= seq),
            was_cut=visit.cut is not None and visit.cut <= seq,
            setters=self._setters(path, seq, name),
            values=self._values(visit) if event.kind is Kind.VALUE else (),
        )

    def _values(self, visit: Visit) -> tuple[tuple[str, Value], ...]:
        """The children of a node that was left, and what they are worth."""
        told: dict[int, Value] = {}
        for child in (self.visits[one] for one in visit.children):
            at = child.leave or child.leaf
            value = None if at is None else self.events[at - 1].value
            if value is not None:
                told[child.number] = value
        return tuple((self.name(number, visit.number) or "?", value) for number, value in told.items())

    def _setters(self, path: Sequence[int], seq: int, name: Position) -> tuple[str | None, str | None]:
        """The positions on the path at which alpha and beta got their values; None for what was given."""
        names: list[str | None] = []
        for side, bound in zip(self.bounds(path[-1], seq), (Bound.ALPHA, Bound.BETA), strict=True):
            setter = None
            for visit in reversed(path):
                made = [at for at in self.visits[visit].windows if at <= seq]
                last = next((at for at in reversed(made) if self.events[at - 1].bound is bound), None)
                if last is not None:
                    if self.events[last - 1].value == side:
                        setter = name(self.visits[visit].number)
                    break
            names.append(setter)
        return names[0], names[1]

    def spots(self, side: int, seq: int) -> tuple[Spot | None, list[Spot]]:
        """An event's place in the Prolog text (side 0) or the twin (1), and what was tried before."""
        if self.sources is None:
            return None, []
        marks = self.sources[side]
        event, line = self.events[seq - 1], self._lines[seq - 1]
        if event.kind is Kind.WINDOW:
            # told when the child is left, and the program looks at its value after that; of a program of the
            # file's own it is told when it is seen
            looks = line if isinstance(self.recording.program, OwnProgram) else line + 1
            numbers = _plain(event.value), event.old
            return marks.decision(looks, *numbers) or marks.at(line), marks.tried(looks)
        if event.kind is Kind.CUT:
            numbers = _plain(event.value), self._last_value(seq)
            return marks.decision(line, *numbers) or marks.at(line), marks.tried(line)
        return marks.at(line), marks.tried(line)

    def _last_value(self, seq: int) -> Number | None:
        """What the child gave back that was left last before an event."""
        left = [self.visits[child].leave for child in self.visits[self._focus[seq - 1]].children]
        last = next((one for one in reversed(left) if one is not None and one < seq), None)
        return None if last is None else _plain(self.events[last - 1].value)

    def source(self, side: int, seq: int) -> Source | None:
        """An event's clause in the Prolog text (side 0), or its function in the twin (1)."""
        spot, _ = self.spots(side, seq)
        if spot is None or self.sources is None:
            return None
        lines = self.sources[side].text(spot.file).split("\n")[spot.top - 1 : spot.bottom]
        return Source(spot, tuple(lines))


def _own(mover: Turn | None) -> Bound:
    """The bound that a player moves."""
    return Bound.ALPHA if mover is Turn.MAX else Bound.BETA


def _plain(value: Value | None) -> Number | None:
    """A value that is a number."""
    return value if isinstance(value, Number) and not isinstance(value, bool) else None


def marks_of(
    recording: Recording,
    game: SessionGame | None = None,
    home: SessionGame | None = None,
    *,
    replay: Replayer = replayed,
) -> tuple[Marks, Marks]:
    """The places in the Prolog text and in the Python twin; `replay` finds those of pydecl's own programs.

    A program of a file's own has no twin. It is run once more on the `game`; `home` is the game whose file
    brings it, if that is another one.
    """
    if isinstance(recording.program, OwnProgram):
        places = Marks(str) if game is None else own_marks(recording, game, home or game)
        return places, Marks(str, "a program of the file's own has no twin in Python")
    return replay(recording.program, recording.lines, recording.limits)
