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
from pydecl.tracing.events import Bound
from pydecl.tracing.recording import Recording
from pydecl.workbench.drawing.search_tree import Visit, search_trees
from pydecl.workbench.practice.exercise import ALPHA_BETA, Exercise, Field, Level
from pydecl.workbench.practice.numerals import number_entry

MOST = 10_000
"""How many primitive events are kept: a tree on a page makes some hundred."""

MINIMAX = Program("minimax")
STRICT, NOT_STRICT = Program("alphabeta"), Program("ab_procedure")
"""The programs whose cuts need a value beyond a bound, and those for which an equal one is enough."""


def recorded(exercise: Exercise, program: Program | None = None) -> Recording:
    """What the exercise's program does, or another one, on its tree. It needs no process of its own."""
    chosen = exercise.program if program is None else program
    limits = Limits()
    start = Atom(exercise.root.id)
    answer, lines, positions = trace(chosen, exercise.to_game(), start, limits, MOST)
    return Recording(chosen, answer, lines, positions, MOST, limits)  # type: ignore[arg-type]  # atoms are terms


def visits_of(recording: Recording) -> dict[str, Visit]:
    """The nodes that were entered, by their ids, which are their names, in their order."""
    (tree,) = search_trees(recording.events())
    names = [str(position) for position in recording.positions]
    found = {}
    for visit in tree.visits():
        visit.name = names[visit.number]
        found[visit.name] = visit
        if visit.cut is not None:
            visit.cut.names = tuple(names[number] for number in visit.cut.skipped)
    return found


def bound_of(visit: Visit, bound: Bound) -> Number:
    """A bound of the window with which a node was entered."""
    assert visit.window is not None
    return visit.window[0 if bound is Bound.ALPHA else 1]


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
    def values(self) -> Mapping[str, Number]:
        """What the nodes gave back that were entered."""
        return _values(self.visits)

    @cached_property
    def skipped(self) -> Mapping[str, Visit]:
        """The branches that are cut, by the nodes they lead to, and where."""
        return {node: visit for visit in self.visits.values() if visit.cut for node in visit.cut.names}

    @cached_property
    def rival_skipped(self) -> frozenset[str]:
        """Those that the other rule cuts."""
        return frozenset(node for visit in self.rival.values() if visit.cut for node in visit.cut.names)

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
        return _written(self.values[node] if which is Field.VALUE else bound_of(visit, Bound(which.value)))

    def _kind(self, node: str) -> str:
        """What the value that was given back is: `exact`, or a bound because of the window, or of a cut."""
        window, value = self.visits[node].window, self.values.get(node)
        if window is None or value is None:
            return "exact"
        return "at most" if less(value, window[0]) else "at least" if less(window[1], value) else "exact"

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on: docs/practice.md has them in a table."""
        return {
            "entries": {
                node: {one.value: entry for one, entry in here.items()} for node, here in self.right.items()
            },
            "visits": [
                {
                    "node": node,
                    **{
                        side.value: None if visit.window is None else number_entry(bound_of(visit, side))
                        for side in (Bound.ALPHA, Bound.BETA)
                    },
                    "value": _written(self.values.get(node)),
                    "kind": self._kind(node),
                }
                for node, visit in self.visits.items()
            ],
            "cuts": [
                {
                    "node": node,
                    "after": visit.children[-1].name,
                    "skipped": list(visit.cut.names),
                    "bound": visit.cut.bound and visit.cut.bound.value,
                    "by": visit.cut.by and visit.cut.by.name,
                    "reach": visit.cut.reach and visit.cut.reach.value,
                }
                for node, visit in self.visits.items()
                if visit.cut
            ],
        }


def _written(number: Number | None) -> str | None:
    return None if number is None else number_entry(number)


def solved(exercise: Exercise) -> Solution:
    """Record the search that an exercise asks about, and read the solution off it."""
    level, recording = exercise.level, recorded(exercise)
    visits = visits_of(recording)
    full = visits_of(recorded(exercise, MINIMAX)) if level in ALPHA_BETA else visits
    solution = Solution(exercise, recording, visits, _values(full))
    if level is Level.STRICT:
        rival = visits_of(recorded(exercise, NOT_STRICT if exercise.is_strict else STRICT))
        return replace(solution, rival=rival)
    if level is Level.ORDERING:
        return replace(solution, ordered=visits_of(recorded(reordered(solution))))
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
    return {node: visit.value for node, visit in visits.items() if visit.value is not None}  # type: ignore[misc]
