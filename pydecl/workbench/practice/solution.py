"""What is right: read off the events of the program that an exercise is about.

>>> from pydecl.workbench.practice.making import exercise
>>> solution = solved(exercise(Level.SHALLOW, 1))
>>> [solution.entry(node, Field.VALUE) for node in ("a", "b")] is not None
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from pydecl.model.number import Number, equal, less
from pydecl.model.program import Program
from pydecl.model.result import Limits
from pydecl.model.term import Atom
from pydecl.programs.tracing import trace
from pydecl.tracing.events import Bound, Event, Kind
from pydecl.tracing.recording import Recording
from pydecl.workbench.practice.exercise import ALPHA_BETA, Exercise, Field, Level
from pydecl.workbench.practice.numerals import number_entry

MOST = 10_000
"""How many primitive events are kept: a tree on a page makes some hundred."""

MINIMAX = Program("minimax")
STRICT, NOT_STRICT = Program("alphabeta"), Program("ab_procedure")
"""The programs whose cuts need a value beyond a bound, and those for which an equal one is enough."""


@dataclass(frozen=True, slots=True)
class Change:
    """A child that made its parent's window narrower."""

    bound: Bound
    new: Number
    by: str


@dataclass(frozen=True, slots=True)
class Cut:
    """Why the rest of a node was left out; `event` is the trace's.

    `last` is the child after which that was, `by` the ancestor whose bound was met (None for the given one).
    """

    event: Event
    last: str
    by: str | None
    skipped: tuple[str, ...]


@dataclass(slots=True)
class Visit:
    """A node that was entered, with its window, which is empty for programs without one.

    `setters` are the ancestors at which bounds got their values: none for those that were given.
    """

    node: str
    window: Mapping[Bound, Number]
    setters: Mapping[Bound, str]
    value: Number | None = None
    children: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    cut: Cut | None = None

    @property
    def kind(self) -> str:
        """What the value that was given back is: `exact`, or a bound because of the window, or of a cut."""
        if not self.window or self.value is None:
            return "exact"
        if less(self.value, self.window[Bound.ALPHA]):
            return "at most"
        return "at least" if less(self.window[Bound.BETA], self.value) else "exact"


def recorded(exercise: Exercise, program: Program | None = None) -> Recording:
    """What the exercise's program does, or another one, on its tree. It needs no process of its own."""
    chosen = exercise.program if program is None else program
    limits = Limits(None, *exercise.window)
    start = Atom(exercise.root.id)
    answer, lines, positions = trace(chosen, exercise.to_game(), start, limits, MOST)
    return Recording(chosen, answer, lines, positions, MOST, limits)  # type: ignore[arg-type]  # atoms are terms


def visits_of(recording: Recording) -> dict[str, Visit]:
    """The nodes that were entered, by their ids, in their order: the stream of events, node by node."""
    found: dict[str, Visit] = {}
    path: list[Visit] = []
    names = [str(position) for position in recording.positions]
    for event in recording.events():
        assert event.node is not None
        node = names[event.node]
        if event.kind is Kind.ENTER:
            del path[event.ply :]
            bounds = {Bound.ALPHA: event.alpha, Bound.BETA: event.beta}
            setters: dict[Bound, str] = {}
            for parent in path[-1:]:
                parent.children.append(node)
                setters = {**parent.setters, **{change.bound: parent.node for change in parent.changes}}
            window = {side: number for side, number in bounds.items() if number is not None}
            visit = Visit(node, window, setters)
            path.append(visit)
            found[node] = visit
        elif event.kind is Kind.WINDOW:
            assert event.bound is not None
            assert event.by is not None
            path[-1].changes.append(Change(event.bound, event.value, names[event.by]))  # type: ignore[arg-type]
        elif event.kind is Kind.CUT:
            by = None if event.by is None else names[event.by]
            skipped = tuple(names[number] for number in event.skipped)
            path[-1].cut = Cut(event, path[-1].children[-1], by, skipped)
        elif event.kind is Kind.VALUE:
            path[event.ply].value = event.value  # type: ignore[assignment]
            del path[event.ply + 1 :]
            if event.ply:
                path.pop()
    return found


@dataclass(frozen=True)
class Solution:
    """The recorded search of an exercise, and the right entry of each blank that is to be filled in.

    `full` are the values that minimax backs up, everywhere; `rival` are the visits of the other rule for
    ties, and `ordered` those in the better order, if the level is about these.
    """

    exercise: Exercise
    recording: Recording
    visits: Mapping[str, Visit]
    full: Mapping[str, Number]
    rival: Mapping[str, Visit] = field(default_factory=dict)
    ordered: Mapping[str, Visit] = field(default_factory=dict)

    @cached_property
    def skipped(self) -> Mapping[str, Cut]:
        """The branches that are cut, by the nodes they lead to."""
        return {node: visit.cut for visit in self.visits.values() if visit.cut for node in visit.cut.skipped}

    @cached_property
    def rival_skipped(self) -> frozenset[str]:
        """Those that the other rule cuts."""
        return frozenset(node for visit in self.rival.values() if visit.cut for node in visit.cut.skipped)

    def best_children(self, node: str) -> list[str]:
        """The children of a player's node that are as good for it as any."""
        return [child for child in self.exercise[node].children if equal(self.full[child], self.full[node])]

    def leaves(self, visits: Mapping[str, Visit] | None = None) -> list[str]:
        """The leaves that were evaluated, in their order."""
        found = self.visits if visits is None else visits
        return [node for node in found if self.exercise[node].is_leaf]

    @cached_property
    def right(self) -> Mapping[str, Mapping[Field, str | bool]]:
        """The right entries by node and field; what is to stay empty is not there."""
        found = {}
        for node in self.exercise.nodes:
            here = {one: self.entry(node.id, one) for one in self.exercise.fields(node)}
            filled = {one: entry for one, entry in here.items() if entry is not None}
            if filled:
                found[node.id] = filled
        return found

    def entry(self, node: str, which: Field) -> str | bool | None:
        """The right entry of a blank, None for one that stays empty."""
        if which is Field.CUT:
            return True if node in self.skipped else None
        visit = self.visits.get(node)
        if visit is None and which is not Field.FIRST:
            return None
        if which in (Field.FIRST, Field.BEST):
            return self.best_children(node)[0]
        if which is Field.LEAVES:
            return str(len(self.leaves()))
        if which is Field.LEAVES_ORDERED:
            return str(len(self.leaves(self.ordered)))
        assert visit is not None
        return _written(visit.value if which is Field.VALUE else visit.window.get(Bound(which.value)))

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on: docs/practice.md has them in a table."""
        return {
            "entries": {
                node: {one.value: entry for one, entry in here.items()} for node, here in self.right.items()
            },
            "visits": [
                {
                    "node": visit.node,
                    **{side.value: _written(visit.window.get(side)) for side in (Bound.ALPHA, Bound.BETA)},
                    "value": _written(visit.value),
                    "kind": visit.kind,
                }
                for visit in self.visits.values()
            ],
            "cuts": [
                {
                    "node": visit.node,
                    "after": visit.cut.last,
                    "skipped": list(visit.cut.skipped),
                    "bound": visit.cut.event.bound and visit.cut.event.bound.value,
                    "by": visit.cut.by,
                    "reach": visit.cut.event.reach and visit.cut.event.reach.value,
                }
                for visit in self.visits.values()
                if visit.cut
            ],
        }


def _written(number: Number | None) -> str | None:
    return None if number is None else number_entry(number)


def solved(exercise: Exercise) -> Solution:
    """Record the search that an exercise asks about, and read the solution off it."""
    recording = recorded(exercise)
    visits = visits_of(recording)
    if exercise.level not in ALPHA_BETA:
        return Solution(exercise, recording, visits, _values(visits))
    full = _values(visits_of(recorded(exercise, MINIMAX)))
    rival: Mapping[str, Visit] = {}
    ordered: Mapping[str, Visit] = {}
    if exercise.level is Level.STRICT:
        rival = visits_of(recorded(exercise, NOT_STRICT if exercise.is_strict else STRICT))
    solution = Solution(exercise, recording, visits, full, rival)
    if exercise.level is Level.ORDERING:
        ordered = visits_of(recorded(reordered(solution)))
        solution = Solution(exercise, recording, visits, full, rival, ordered)
    return solution


def reordered(solution: Solution) -> Exercise:
    """The exercise with a best child first at each node; the others stay in their order."""
    exercise = solution.exercise
    nodes = {node.id: node for node in exercise.nodes}
    for node in exercise.nodes:
        if node.children:
            best = solution.best_children(node.id)[0]
            others = [child for child in node.children if child != best]
            nodes[node.id] = replace(node, children=(best, *others))
    return replace(exercise, nodes=tuple(nodes.values()))


def _values(visits: Mapping[str, Visit]) -> dict[str, Number]:
    return {node: visit.value for node, visit in visits.items() if visit.value is not None}
