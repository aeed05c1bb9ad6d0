"""A careful student, who searches an exercise by hand, apart from the programs, and fills in its blanks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf

from pydecl.model.number import Number
from pydecl.tracing.events import Turn
from pydecl.workbench.practice.exercise import ALPHA_BETA, Exercise, Field, Level
from pydecl.workbench.practice.numerals import number_entry

Entries = dict[tuple[str, Field], str | bool]


@dataclass
class Student:
    """What a student finds; `slips` are the numbers that are written down in place of the right ones."""

    exercise: Exercise
    slips: Mapping[tuple[str, Field], Number] = field(default_factory=dict)
    entries: Entries = field(default_factory=dict)
    leaves: int = 0

    def search(self, name: str, alpha: Number = -inf, beta: Number = inf) -> Number:
        """The value of a node by fail-soft alpha-beta, or by plain search where the level has no cuts."""
        node = self.exercise[name]
        if node.value is not None:
            self.leaves += 1
            return node.value
        alpha = self._written(name, Field.ALPHA, alpha)
        beta = self._written(name, Field.BETA, beta)
        if node.mover is Turn.CHANCE:
            total = sum(
                Fraction(odds) * Fraction(self.search(child))
                for odds, child in zip(node.probabilities, node.children, strict=True)
            )
            return self._written(name, Field.VALUE, total)
        sign = 1 if node.mover is Turn.MAX else -1
        best: Number | None = None
        best_child = ""
        for child in node.children:
            if best is not None and self._is_cut(sign, best, alpha, beta):
                self.entries[child, Field.CUT] = True
                continue
            value = self.search(child, *self._window(sign, best, alpha, beta))
            if best is None or sign * value > sign * best:
                best, best_child = value, child
        assert best is not None
        if name == self.exercise.root.id and self.exercise.level is Level.MINIMAX:
            self.entries[name, Field.BEST] = best_child
        return self._written(name, Field.VALUE, best)

    def _window(self, sign: int, best: Number | None, alpha: Number, beta: Number) -> tuple[Number, Number]:
        if best is None:
            return alpha, beta
        return (max(alpha, best), beta) if sign > 0 else (alpha, min(beta, best))

    def _is_cut(self, sign: int, best: Number, alpha: Number, beta: Number) -> bool:
        if self.exercise.level not in ALPHA_BETA:
            return False
        low, high = self._window(sign, best, alpha, beta)
        return low > high or (low == high and not self.exercise.is_strict)

    def _written(self, name: str, one: Field, value: Number) -> Number:
        if one not in self.exercise.fields(self.exercise[name]):
            return value
        value = self.slips.get((name, one), value)
        self.entries[name, one] = number_entry(value)
        return value


def by_hand(exercise: Exercise, slips: Mapping[tuple[str, Field], Number] | None = None) -> Entries:
    """All entries of a student with these slips, of a level but `ordering`."""
    student = Student(exercise, slips or {})
    student.search(exercise.root.id)
    return student.entries
