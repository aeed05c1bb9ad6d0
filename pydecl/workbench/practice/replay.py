"""What follows from a student's own entries: a mistake further down or to the left is held against them once.

A replay walks the tree as the program does, and takes what the student has written for what it would
compute: so an entry that is right given the others is told from one that is not. A branch is left out if
the student has cut it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pydecl.model.number import INFINITY, Number, equal, exact, less
from pydecl.tracing.events import Turn
from pydecl.workbench.practice.exercise import ALPHA_BETA, Exercise, Field, Level, Node
from pydecl.workbench.practice.numerals import number_entry, read_number

Entries = Mapping[tuple[str, Field], str | bool]
"""What a student has filled in, by node and field: True for a cut, a child's id, or the text of a number."""


@dataclass
class _Replay:
    exercise: Exercise
    entries: Entries
    found: dict[tuple[str, Field], str | bool] = field(default_factory=dict)
    leaves: int = 0

    def value(self, node: Node, alpha: Number, beta: Number) -> Number:
        """What a node gives back by the entries below it."""
        if node.value is not None:
            self.leaves += 1
            return node.value
        alpha, beta = self._taken(node, Field.ALPHA, alpha), self._taken(node, Field.BETA, beta)
        if node.mover is Turn.CHANCE:
            values = [self.value(self.exercise[child], alpha, beta) for child in node.children]
            pairs = zip(node.probabilities, values, strict=True)
            return self._taken(node, Field.VALUE, _mean(list(pairs)))
        best = self._best(node, alpha, beta)
        return self._taken(node, Field.VALUE, best)

    def _best(self, node: Node, alpha: Number, beta: Number) -> Number:
        is_max, has_cuts = node.mover is Turn.MAX, self.exercise.level in ALPHA_BETA
        best: Number = -INFINITY if is_max else INFINITY
        best_child = node.children[0]
        is_met = False
        for child in node.children:
            if has_cuts and is_met:
                self.found[child, Field.CUT] = True
            if self.entries.get((child, Field.CUT)) is True:
                continue
            value = self.value(self.exercise[child], alpha, beta)
            if less(best, value) if is_max else less(value, best):
                best, best_child = value, child
            if is_max and less(alpha, best):
                alpha = best
            if not is_max and less(best, beta):
                beta = best
            is_met = less(beta, alpha) or (not self.exercise.is_strict and equal(alpha, beta))
        if node is self.exercise.root:
            self.found[node.id, Field.BEST] = best_child
        return best

    def _taken(self, node: Node, one: Field, computed: Number) -> Number:
        """The student's number if there is one, or else the computed one, which is noted."""
        if one not in self.exercise.fields(node):
            return computed
        self.found[node.id, one] = number_entry(computed)
        entry = self.entries.get((node.id, one))
        own = read_number(entry) if isinstance(entry, str) else None
        return computed if own is None else own


def _mean(pairs: list[tuple[Number, Number]]) -> Number:
    """The mean by probabilities; the first infinite value makes it infinite."""
    for _, value in pairs:
        if isinstance(value, float):
            return value
    return exact(sum((Fraction(odds) * Fraction(value) for odds, value in pairs), Fraction(0)))


def following(exercise: Exercise, entries: Entries) -> Mapping[tuple[str, Field], str | bool]:
    """The entry of each blank that follows from the others; what is not there stays empty.

    On the level `ordering` no entry but the number of leaves follows from another one.
    """
    replay = _Replay(exercise, entries)
    replay.value(exercise.root, *exercise.window)
    if exercise.level is Level.ORDERING:
        replay.found[exercise.root.id, Field.LEAVES] = str(replay.leaves)
    return replay.found
