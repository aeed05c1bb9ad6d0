"""A recording, indexed: the visit of each event, its line in a trace, and its place in the program's text.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.model.program import Program
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     track = Track(record(game, Program.ALPHABETA, engine="python"), str)
>>> track.lines[18]
'    cut  e  skipped l: beta 4 is from b (shallow)'
>>> track.position(track.focus[18].number)
'e'
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache

from pydecl.model.interpreter import without_collector
from pydecl.model.number import Number, is_number
from pydecl.model.program import OwnProgram
from pydecl.model.term import Term
from pydecl.tracing.captions import Captions, Name
from pydecl.tracing.events import Event, Kind, Naming, Value
from pydecl.tracing.names import Names
from pydecl.tracing.recording import Recording
from pydecl.workbench.drawing.search_tree import TreeReader, Visit
from pydecl.workbench.stepping.marks import Marks, Source, Spot


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
        marks: Marks | None = None,
        names: Names | None = None,
    ) -> None:
        """`marks` are those of the program's text, from `marks.marks_of`.

        Without `names` a node is called what `write` makes of its position, and nobody knows who has won.
        """
        self.recording = recording
        self.naming = naming
        self._write = write
        self.marks = marks
        self.events: list[Event] = []
        self._told_at = array("i")
        self.focus: list[Visit | None] = []
        """Of each event the visit that it is about."""
        self.visits: Sequence[Visit] = ()
        self.successors: dict[Visit, tuple[int, ...]] = {}
        """What a visit has told of its successors, by the numbers of their positions."""
        with without_collector():
            self._read()
        self.position = lru_cache(4096)(self._position)
        self.name: Name = names or (lambda number, _: self.position(number))
        self.end = None if names is None else names.end

    def __len__(self) -> int:
        return len(self.events)

    # Reading

    def _read(self) -> None:
        told, stream, reader = self.recording.lines, self.recording.stream(), TreeReader()
        entered = -1  # the last line that enters a node; its event comes when the line after it is known
        again: list[int] = []  # told only when something comes of it
        for at, line in enumerate([*told, ""]):
            if line[:1] == "a":
                again.append(at)
            elif line[:1] == "f" and again:
                again.pop()
            for event in stream.told(line.split()) if line else stream.pending():
                source = at
                if event.kind is Kind.ENTER:
                    source = entered
                elif event.kind is Kind.AGAIN and again:
                    source = again.pop(0)
                self._told_at.append(source)
                self.events.append(event)
                self.focus.append(reader.take(event))
            if line[:1] == "e":
                entered = at
            elif line[:1] == "s" and all(one[0] == "m" for one in told[entered + 1 : at]):
                visit = self.focus[-1]
                assert visit is not None, "successors are those of the node that was entered"
                self.successors[visit] = tuple(map(int, line.split()[1:]))
        self.visits = reader.visits

    def _position(self, number: int) -> str:
        term = self.recording.positions[number]
        return "?" if term is None else self._write(term)

    @cached_property
    def lines(self) -> list[str]:
        """Each event as a trace has it, indented by its ply."""
        captions = Captions(self.naming, self.name)
        return [captions.line(event) for event in self.events]

    # The places in the text

    def spots(self, seq: int) -> tuple[Spot | None, list[Spot]]:
        """An event's place in the program's text, and what was tried before."""
        marks = self.marks
        if marks is None:
            return None, []
        event, line = self.events[seq - 1], self._told_at[seq - 1]
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
        visit = self.focus[seq - 1]
        left = [at for child in visit.children for at in child.left if at < seq] if visit else []
        return _plain(self.events[max(left) - 1].value) if left else None

    def source(self, seq: int) -> Source | None:
        """The clause of an event."""
        spot, _ = self.spots(seq)
        if spot is None or self.marks is None:
            return None
        lines = self.marks.text(spot.file).split("\n")[spot.top - 1 : spot.bottom]
        return Source(spot, tuple(lines))


def _plain(value: Value | None) -> Number | None:
    """A value that is a number."""
    return value if is_number(value) else None
