"""Which functions take memory from the arena, and which marks of its end have no use.

What tries one solution after another notes where the arena ends, and gives back what a solution has taken
before it tries the next; so do `\\+`, and a call of a search whose results point nowhere. Where nothing can
have been taken since, nothing is given back.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from pydecl.compiler.c import tree as c

TAKING = (
    *("alloc", "append_", "box_", "cons_", "copy_", "filled_", "finish_", "gathered_", "get_", "of_"),
    *("room_", "set_", "sorter", "unbits_", "unpack_"),
)
"""How the functions on types begin that take memory."""

BEHIND = "_"
"""What the name of a label ends with that stands behind another, where memory has been given back."""

Body = Sequence[c.Statement]


def taking(bodies: Mapping[str, Body]) -> set[str]:
    """The functions that may take memory, by themselves or by what they call or hand on."""
    callers: dict[str, list[str]] = {}
    for name, body in bodies.items():
        for other in set(_mentioned(body)):
            callers.setdefault(other, []).append(name)
    found: set[str] = set()
    todo = [name for name in callers if name.startswith(TAKING)]
    while todo:
        for caller in callers.get(todo.pop(), ()):
            if caller not in found:
                found.add(caller)
                todo.append(caller)
    return found


Taken = frozenset[str] | None
"""The marks since which memory may have been taken; None at a place that is never reached."""


def without_marks(body: Body, known: Collection[str], *, takes: bool) -> tuple[c.Statement, ...]:
    """A function without marks that are for nothing; `takes` says if its procedure takes memory.

    What follows a solution counts only then: else those give back what it takes who have asked.
    """
    flow, before = _Flow(body, known, takes), None
    while before != flow.labels:
        before, flow.loops = dict(flow.labels), 0
        made, _ = flow.through(body, frozenset())
    idle = flow.marks - {_released(one) for one in c.statements_within(made)}

    def clean(inner: Body) -> tuple[c.Statement, ...]:
        return tuple([c.with_bodies(one, clean) for one in inner if _marked(one) not in idle])

    return clean(made)


class _Flow:
    """Goes through a function, and leaves out what gives back nothing; `labels` is right when it stays so."""

    def __init__(self, body: Body, known: Collection[str], takes: bool) -> None:
        self.marks = frozenset(mark for one in c.statements_within(body) if (mark := _released(one)))
        self.known = known
        self.takes = takes
        self.labels: dict[Hashable, frozenset[str]] = {}
        self.given_back: dict[str, str] = {}
        """The marks at the labels of which memory is given back."""
        self.loops = 0

    def through(self, body: Body, taken: Taken) -> tuple[tuple[c.Statement, ...], Taken]:
        made: list[c.Statement] = []
        for before, one in pairwise((None, *body)):
            assert one is not None
            mark = _released(one)
            if mark is None or mark in (taken or ()):
                one, taken = self._after(one, taken)
                made.append(one)
            if mark is not None and isinstance(before, c.Label):
                self.given_back[before.name] = mark
                if (behind := before.name + BEHIND) in self.labels:
                    made.append(c.Label(behind))
                    taken = self._at(behind, taken)
        return tuple(made), taken

    def _after(self, one: c.Statement, taken: Taken) -> tuple[c.Statement, Taken]:
        match one:
            case c.Label(name):
                return one, self._at(name, taken)
            case c.Goto(name):
                if taken is not None and name in self.given_back and self.given_back[name] not in taken:
                    name += BEHIND
                self._at(name, taken)
                return c.Goto(name), None
            case c.Return():
                return one, None
            case c.If(test, inner):
                taken = self._done(taken, test)
                inner, end = self.through(inner, taken)
                return replace(one, then=inner), _either(taken, end)
            case c.For(start, test, step, inner):
                self.loops += 1
                loop = self.loops
                taken = self._done(self._at(loop, self._done(taken, start)), test)
                inner, end = self.through(inner, taken)
                self._at(loop, self._done(end, step))
                return replace(one, body=inner), taken
            case c.Switch(value, cases):
                taken = end = self._done(taken, value)
                made = []
                for label, inner in cases:
                    inner, last = self.through(inner, taken)
                    made.append((label, inner))
                    end = _either(end, last)
                return replace(one, cases=tuple(made)), end
            case c.Do(value):
                mark = _marked(one) or _released(one)
                return one, self._done(taken, value) if mark is None or taken is None else taken - {mark}
            case _:
                return one, None if taken is None else self.marks

    def _at(self, label: Hashable, taken: Taken) -> Taken:
        """What may have been taken at a label that is reached, also, like this."""
        taken = _either(self.labels.get(label), taken)
        if taken is not None:
            self.labels[label] = taken
        return taken

    def _done(self, taken: Taken, done: c.Expr | None) -> Taken:
        """What may have been taken after something is done."""
        if taken is None or done is None:
            return taken
        calls = (one.function for one in c.within(done) if isinstance(one, c.Call))
        pointed = self.takes and not all(isinstance(name, str) for name in calls)
        named = any(name in self.known or name.startswith(TAKING) for name in _mentioned((c.Do(done),)))
        return self.marks if pointed or named else taken


def _either(one: Taken, other: Taken) -> Taken:
    return other if one is None else one if other is None else one | other


def _marked(one: c.Statement) -> str | None:
    match one:
        case c.Do(c.Assign(c.Name(mark), c.Name("hp"))):
            return mark
        case _:
            return None


def _released(one: c.Statement) -> str | None:
    match one:
        case c.Do(c.Call("release", (c.Name(mark),))):
            return mark
        case _:
            return None


def _mentioned(body: Body) -> Iterator[str]:
    if any(isinstance(one, c.Verbatim) for one in c.statements_within(body)):
        yield "alloc"
    for one in c.expressions_within(body):
        match one:
            case c.Call(str() as name) | c.Name(name):
                yield name
            case _:
                pass
