"""A recording, indexed: the state of the search at any event, at once, forwards and backwards.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.model.program import Program
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     track = Track(record(game, Program.ALPHABETA, engine="python"), str)
>>> state = track.state(19)
>>> state.caption
'MAX has 5 at e; MIN can hold MAX to 4 at b: the rest of e (l) cannot matter.'
>>> [call.position for call in state.path], (state.window.alpha, state.window.beta)
(['a', 'b', 'e'], (5, 4))
>>> track.next_cut(19), track.over(3), track.out(5)
(33, 12, 12)
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache

from pydecl.engines.prolog.game import SessionGame
from pydecl.model.collector import without_collector
from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number
from pydecl.model.own import OwnProgram
from pydecl.model.term import Term
from pydecl.tracing.captions import WIDEST_INDENT, Captions
from pydecl.tracing.events import Bound, Event, Kind, Turn, Value
from pydecl.tracing.naming import Naming, named, seen
from pydecl.tracing.recording import Recording
from pydecl.workbench.stepping.marks import Marks, Spot
from pydecl.workbench.stepping.own_marks import own_marks
from pydecl.workbench.stepping.picture import picture
from pydecl.workbench.stepping.replays import Replayer, replayed
from pydecl.workbench.stepping.state import Call, Row, Source, State, Status, Window
from pydecl.workbench.stepping.teaching import Lesson, Seen, taught
from pydecl.workbench.stepping.visit import Visit

SIBLINGS = 12
"""How many successors of a node are shown at the most, around the one on the path."""

WIDE_PLIES = 4
"""At how many plies above the current node all successors are shown; further up only the path."""


class Track:
    """The events of one recording, and the state at each.

    `write` makes a text of a position; `board` one of more than a line, for the current position. Events
    are numbered from 1 to `len(track)`, as in the stream. Nothing here runs a search or asks a game.
    """

    def __init__(
        self,
        recording: Recording,
        write: Callable[[Term], str],
        *,
        naming: Naming = Naming.TEXTBOOK,
        board: Callable[[Term], str] | None = None,
        sources: tuple[Marks, Marks] | None = None,
    ) -> None:
        """`sources` are the marks of the Prolog text and of the Python twin, from `marks_of`."""
        self.recording = recording
        self.naming = naming
        self._write = write
        self._board = lru_cache(256)(board or write)
        self.sources = sources
        self.events: list[Event] = []
        self._lines = array("i")
        self.visits: list[Visit] = []
        self._roots: list[int] = []
        self._focus = array("i")
        with without_collector():
            self._read()
        self._low, self._high = self._scale()
        self.position = lru_cache(4096)(self._position)
        self._of_kind = cache(self._numbers)

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
        before.again = event.seq
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

    def _scale(self) -> tuple[Number, Number]:
        """The least and the greatest finite number that a value or a bound ever has."""
        low: Number = INFINITY
        high: Number = -INFINITY
        for event in self.events:
            for one in (event.alpha, event.beta, event.value):
                if one is None or isinstance(one, bool | Outcome) or event.kind is Kind.TRUNCATED:
                    continue
                if one not in (INFINITY, -INFINITY):
                    low, high = min(low, one), max(high, one)
        return (low, high) if low <= high else (0, 0)

    def _numbers(self, kind: Kind) -> Sequence[int]:
        """The events of a kind."""
        return array("i", (one.seq for one in self.events if one.kind is kind))

    def _position(self, number: int) -> str:
        term = self.recording.positions[number]
        return "?" if term is None else self._write(term)

    # The state

    def state(self, seq: int) -> State:
        """What is known after event `seq`, or the nearest one. Raises IndexError if there is none."""
        if not self.events:
            raise IndexError("no event was recorded")
        seq = self.clamped(seq)
        event = self.events[seq - 1]
        path = self.path(seq)
        lesson = self._lesson(seq)
        current = self.visits[path[-1]] if path else None
        term = None if current is None else self.recording.positions[current.number]
        return State(
            seq=seq,
            total=len(self.events),
            event=named(event, self.naming),
            line=self.line(seq),
            caption=taught(lesson, self.naming),
            path=tuple(self._call(visit, seq) for visit in path),
            tree=tuple(self._tree(path, seq)),
            picture=picture(self, path, seq),
            window=self._window(path, seq),
            position=None if term is None else self._write(term),
            board=None if term is None else self._board(term),
            prolog=self.source(0, seq),
            python=self.source(1, seq),
            truncated_after=self.recording.most if self.events[-1].kind is Kind.TRUNCATED else None,
            naming=self.naming,
            positions=self.position,
        )

    def clamped(self, seq: int) -> int:
        """The nearest event there is."""
        return max(1, min(seq, len(self.events)))

    def path(self, seq: int) -> list[int]:
        """The visits from the root to the node of an event; empty for an event about none."""
        at = self._focus[seq - 1]
        found: list[int] = []
        while at >= 0:
            found.append(at)
            at = self.visits[at].parent
        return found[::-1]

    def choice(self, visit: Visit) -> int | None:
        """The number of the successor that the program answers, if the visit is of the last search's root."""
        return self.recording.best if visit is self.visits[self._roots[-1]] else None

    def visited(self) -> Iterator[tuple[int, int]]:
        """For each event the number of the visit that it is about, and of that one's parent; -1 for none."""
        for visit in self._focus:
            yield visit, self.visits[visit].parent if visit >= 0 else -1

    def successors(self) -> dict[int, tuple[int, ...]]:
        """The successors that a node has told, by the number of the event that entered it."""
        return {visit.enter: visit.successors for visit in self.visits if visit.successors}

    def line(self, seq: int) -> str:
        """The event's line in a trace, without its indentation."""
        captions = Captions(self.naming, self.position)
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

    def _call(self, visit: int, seq: int) -> Call:
        one = self.visits[visit]
        alpha, beta = seen(self.naming, one.mover, *self.bounds(visit, seq))
        return Call(
            self.position(one.number), one.number, one.mover, alpha, beta, one.enter, self.value(one, seq)
        )

    def value(self, visit: Visit, seq: int) -> Value | None:
        """What a node is known to be worth after an event; None if it is still searched."""
        for at in (visit.leave, visit.leaf):
            if at is not None and at <= seq:
                event = named(self.events[at - 1], self.naming)
                if event.value is not None:
                    return event.value
        return None

    def _window(self, path: Sequence[int], seq: int) -> Window:
        if not path:
            return Window(None, None, None, self._low, self._high)
        visit = self.visits[path[-1]]
        alpha, beta = seen(self.naming, visit.mover, *self.bounds(path[-1], seq))
        low, high = self._low, self._high
        if self.naming is Naming.NEGAMAX and visit.mover is Turn.MIN:
            low, high = -high, -low
        return Window(alpha, beta, self.value(visit, seq), low, high)

    # The tree around

    def _tree(self, path: Sequence[int], seq: int) -> Iterator[Row]:
        if path:
            yield self._row(path[0], seq, path)
            yield from self._below(path, 0, seq)

    def _below(self, path: Sequence[int], at: int, seq: int) -> Iterator[Row]:
        """The rows below a node on the path: its successors, and what is below the next one."""
        visit = self.visits[path[at]]
        following = path[at + 1] if at + 1 < len(path) else None
        slots = self.slots(visit, seq)
        is_wide = len(path) - 1 - at <= WIDE_PLIES
        here = 0
        if following is not None:
            here = next((place for place, slot in enumerate(slots) if slot[1] == following), 0)
        first = max(0, min(here - SIBLINGS // 2, len(slots) - SIBLINGS)) if is_wide else here
        last = min(len(slots), first + SIBLINGS) if is_wide else here + 1
        if first:
            yield Row(visit.ply + 1, f"{first} before", None, None, Status.MORE, None)
        for number, child in slots[first:last]:
            if child is None:
                status = visit.not_entered(seq)
                yield Row(visit.ply + 1, self.position(number), number, None, status, None)
                continue
            yield self._row(child, seq, path)
            if child == following:
                yield from self._below(path, at + 1, seq)
        if last < len(slots):
            yield Row(visit.ply + 1, f"{len(slots) - last} more", None, None, Status.MORE, None)

    def _row(self, visit: int, seq: int, path: Sequence[int]) -> Row:
        one = self.visits[visit]
        value = self.value(one, seq)
        if visit == path[-1]:
            status = Status.CURRENT
        elif visit in path:
            status = Status.PATH
        else:
            status = Status.VALUED
        return Row(one.ply, self.position(one.number), one.number, one.mover, status, value)

    def slots(self, visit: Visit, seq: int) -> list[tuple[int, int | None]]:
        """The successors in their order, each with the last visit that it has had so far."""
        entered = [child for child in visit.children if self.visits[child].enter <= seq]
        if not visit.successors:
            return [(self.visits[child].number, child) for child in entered]
        slots: list[tuple[int, int | None]] = [(number, None) for number in visit.successors]
        free: dict[int, list[int]] = {}
        for place, number in enumerate(visit.successors):
            free.setdefault(number, []).append(place)
        for child in entered:
            number = self.visits[child].number
            places = free.get(number)
            if places:
                slots[places[0]] = number, child
                if len(places) > 1:
                    del places[0]
        return slots

    # The lesson, and the source

    def _lesson(self, seq: int) -> Lesson:
        event = self.events[seq - 1]
        path = self.path(seq)
        if not path:
            return Lesson(event, "", None, None, (), False)
        visit = self.visits[path[-1]]
        parent = self.visits[path[-2]] if len(path) > 1 else None
        return Lesson(
            event=event,
            position=self.position(visit.number),
            parent=None if parent is None else Seen(self.position(parent.number), parent.mover),
            by=None if event.by is None else self.position(event.by),
            skipped=tuple(map(self.position, event.skipped)),
            is_own=any(self.events[at - 1].bound is _own(visit.mover) for at in visit.windows if at <= seq),
            was_cut=visit.cut is not None and visit.cut <= seq,
            setters=self._setters(path, seq),
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
        return tuple((self.position(number), value) for number, value in told.items())

    def _setters(self, path: Sequence[int], seq: int) -> tuple[str | None, str | None]:
        """The positions on the path at which alpha and beta got their values; None for what was given."""
        names: list[str | None] = []
        for side, bound in zip(self.bounds(path[-1], seq), (Bound.ALPHA, Bound.BETA), strict=True):
            setter = None
            for visit in reversed(path):
                made = [at for at in self.visits[visit].windows if at <= seq]
                last = next((at for at in reversed(made) if self.events[at - 1].bound is bound), None)
                if last is not None:
                    if self.events[last - 1].value == side:
                        setter = self.position(self.visits[visit].number)
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
        spot, tried = self.spots(side, seq)
        if spot is None or self.sources is None:
            return None
        lines = self.sources[side].text(spot.file).split("\n")[spot.top - 1 : spot.bottom]
        return Source(spot, tuple(lines), tuple(dict.fromkeys(tried)))

    # Going about: each gives the number of an event

    def next(self, seq: int) -> int:
        return self.clamped(seq + 1)

    def back(self, seq: int) -> int:
        return self.clamped(seq - 1)

    def first(self) -> int:
        return 1

    def last(self) -> int:
        return self.clamped(len(self.events))

    def over(self, seq: int) -> int:
        """The value of the event's node; the next event if that was it, or if there is none."""
        at = self._focus[seq - 1]
        leave = self.visits[at].leave if at >= 0 else None
        return leave if leave is not None and leave > seq else self.next(seq)

    def out(self, seq: int) -> int:
        """The value of the parent; without one, of the node; the last event if there is neither."""
        at = self._focus[seq - 1]
        if at < 0:
            return self.next(seq)
        parent = self.visits[at].parent
        leave = self.visits[parent if parent >= 0 else at].leave
        return leave if leave is not None and leave > seq else self.last()

    def next_of(self, seq: int, kind: Kind) -> int | None:
        """The next event of a kind."""
        found = self._of_kind(kind)
        at = bisect_right(found, seq)
        return found[at] if at < len(found) else None

    def next_leaf(self, seq: int) -> int | None:
        return self.next_of(seq, Kind.LEAF)

    def next_cut(self, seq: int) -> int | None:
        return self.next_of(seq, Kind.CUT)

    def cuts(self) -> list[int]:
        """All cuts, for a scrubber."""
        return list(self._of_kind(Kind.CUT))


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
