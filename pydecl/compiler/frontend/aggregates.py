"""aggregate_all/3 of several aggregates at once, such as `r(count, max(X))`, and aggregate_all/4, as goals.

The rows of values are collected by findall/3, and folded row by row, as SWI-Prolog does: so an error comes
from the same row. What it says of one row, or of none, is kept, too: a sum of one term is that term.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.compiler.frontend.instantiation import RefusedError, Scope
from pydecl.compiler.frontend.partial_lists import goal_of
from pydecl.compiler.frontend.terms import (
    arguments,
    atom,
    cell,
    compound,
    conjunction,
    empty,
    indicator,
    is_goal,
    list_of,
)
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure

_KINDS = {("count", 0), ("sum", 1), ("max", 1), ("min", 1), ("max", 2), ("min", 2), ("bag", 1), ("set", 1)}


@dataclass(frozen=True)
class _Column:
    """An aggregate of many: what is kept of each row, and how a row is added."""

    kind: tuple[str, int]
    row: tuple[Node, ...]
    """What a solution gives."""
    before: tuple[Node, ...]
    """What is evaluated in each solution."""


class Rows:
    """The goals of one call."""

    def __init__(self, scope: Scope, place: Span) -> None:
        self.scope, self.place = scope, place

    def new(self) -> Named:
        return Named(self.scope.new("a"), self.place)

    def goal(self, name: str, *args: Node) -> Node:
        return goal_of(name, *args, place=self.place)

    def column(self, what: Node) -> _Column:
        """Raises RefusedError if it is no aggregate."""
        key = indicator(self.scope.resolve(what))
        if key not in _KINDS or key is None:
            raise RefusedError(self.place, "an aggregate that is not known here")
        if key[1] == 0:
            return _Column(key, (), ())
        first, *witness = arguments(self.scope.resolve(what))
        unchanged = key in (("sum", 1), ("min", 1)) and self.scope.is_free(self.scope.alias(first))
        if key[0] in ("bag", "set") or unchanged:
            return _Column(key, (first,), ())
        number = self.new()
        return _Column(key, (number, *witness), (self.goal("is", number, first),))

    def several(self, what: Structure, inner: Node, result: Node) -> Node:
        """`aggregate_all(r(count, max(X)), Inner, Result)`."""
        columns = [self.column(part) for part in what.args]
        rows, found = self.new(), [self.new() for _ in columns]
        template = compound(
            "v", [atom("x"), *(part for column in columns for part in column.row)], self.place
        )
        source = conjunction([inner, *(goal for column in columns for goal in column.before)])
        goals = [self.goal("findall", template, source, rows)]
        folded = [i for i, column in enumerate(columns) if column.kind[0] in ("sum", "max", "min")]
        if folded:
            goals += self._fold(columns, folded, rows, found)
        for index, column in enumerate(columns):
            if column.kind[0] == "count":
                goals.append(self.goal("length", rows, found[index]))
            elif column.kind[0] in ("bag", "set"):
                goals += self._gathered(columns, index, rows, found[index])
        answer = compound(what.name, found, self.place)
        return conjunction([*goals, self.goal("=", result, answer)])

    def _pattern(self, columns: Sequence[_Column]) -> tuple[Node, list[list[Named]]]:
        """A row of new variables, and those of each column."""
        parts = [[self.new() for _ in column.row] for column in columns]
        return compound("v", [self.new(), *(part for column in parts for part in column)], self.place), parts

    def _gathered(self, columns: Sequence[_Column], index: int, rows: Node, found: Node) -> list[Node]:
        """The items of a column."""
        row, parts = self._pattern(columns)
        items = found if columns[index].kind[0] == "bag" else self.new()
        goals = [self.goal("findall", parts[index][0], self.goal("member", row, rows), items)]
        return goals if items is found else [*goals, self.goal("sort", items, found)]

    def _fold(
        self, columns: Sequence[_Column], folded: Sequence[int], rows: Node, found: list[Named]
    ) -> list[Node]:
        """The sums and extremes: `found` gets what each column gives."""
        first, start = self._pattern(columns)
        rest = self.new()
        goals: list[Node] = []
        some = any(columns[i].kind[0] != "sum" for i in folded)
        begin: list[Node] = [Constant(0, self.place)] * len(folded)
        if some:
            goals.append(self.goal("=", rows, cell(first, rest)))
            begin = [self._state(start[i]) for i in folded]
        row, parts = self._pattern(columns)
        steps: list[Node] = []
        old, new = [], []
        for i in folded:
            before, after = (
                self._state([self.new() for _ in parts[i]]),
                self._state([self.new() for _ in parts[i]]),
            )
            steps.append(self._step(columns[i].kind, parts[i], before, after))
            old.append(before)
            new.append(after)
        parameters = [row, compound("s", old, self.place), compound("s", new, self.place)]
        step = self.goal(">>", list_of(parameters, span=self.place), conjunction(steps))
        ends = [self._state([self.new() for _ in parts[i]]) for i in folded]
        goals.append(
            self.goal(
                "foldl",
                step,
                rest if some else rows,
                compound("s", begin, self.place),
                compound("s", ends, self.place),
            )
        )
        for i, end in zip(folded, ends, strict=True):
            kind = columns[i].kind
            value = compound(kind[0], arguments(end), self.place) if kind[1] == 2 else end
            goals.append(self.goal("=", found[i], value))
        return goals

    def _state(self, parts: Sequence[Node]) -> Node:
        """A number, or a number with its witness."""
        return parts[0] if len(parts) == 1 else compound("-", parts, self.place)

    def _step(self, kind: tuple[str, int], row: Sequence[Node], before: Node, after: Node) -> Node:
        if kind[1] == 2:
            return self.goal(
                "$better", atom(kind[0], self.place), *row, *arguments(before), *arguments(after)
            )
        functor = "+" if kind[0] == "sum" else kind[0]
        return self.goal("is", after, compound(functor, (before, row[0]), self.place))

    def grouped(self, what: Node, inner: Node, result: Node) -> Node:
        """aggregate/3: bagof/3 of the rows, and what each bag comes to."""
        known = self.scope.resolve(what)
        key = indicator(known)
        if key is None or key not in _KINDS:
            raise RefusedError(self.place, "an aggregate that is not known here")
        hidden: list[Node] = []
        while is_goal(inner := self.scope.resolve(inner), "^", 2):
            hidden.append(arguments(inner)[0])
            inner = arguments(inner)[1]
        bag, row = self.new(), self.new()
        first, *witness = arguments(known) or (Constant(1, self.place),)
        template: Node = first
        plain = key[0] in ("count", "bag", "set") or isinstance(self.scope.resolve(first), Named)
        if witness or not plain:
            hidden.append(first)
            inner = conjunction([inner, self.goal("is", row, first)])
            template = self._state([row, *witness])
        for term in reversed(hidden):
            inner = self.goal("^", term, inner)
        folds = {"count": "length", "sum": "sum_list", "max": "max_list", "min": "min_list"}
        folds |= {"bag": "=", "set": "sort"}
        fold = f"${key[0]}_pair" if witness else folds[key[0]]
        return conjunction([self.goal("bagof", template, inner, bag), self.goal(fold, bag, result)])

    def distinct(self, what: Node, discriminator: Node, inner: Node, result: Node) -> Node:
        """aggregate_all/4: of solutions that agree in the discriminator and the values, one counts."""
        column = self.column(what)
        pairs, sorted_pairs, values, found = (self.new() for _ in range(4))
        row = self._state(column.row) if column.row else empty(self.place)
        goals = [
            self.goal(
                "findall", self.goal("-", discriminator, row), conjunction([inner, *column.before]), pairs
            ),
            self.goal("sort", pairs, sorted_pairs),
            self.goal("pairs_values", sorted_pairs, values),
        ]
        name, arity = column.kind
        if arity == 2:
            first, rest, one, other, last = (self.new() for _ in range(5))
            x, w, z, u = (self.new() for _ in range(4))
            parameters = [self.goal("-", one, other), self.goal("-", x, w), self.goal("-", z, u)]
            step = self.goal("$better", atom(name, self.place), one, other, x, w, z, u)
            goals += [
                self.goal("=", values, cell(first, rest)),
                self.goal("foldl", self.goal(">>", list_of(parameters), step), rest, first, last),
                self.goal("=", last, self.goal("-", found, u)),
                self.goal("=", result, compound(name, (found, u), self.place)),
            ]
            return conjunction(goals)
        last_goal = {"count": "length", "sum": "sum_list", "max": "max_list", "min": "min_list"}.get(name)
        if name == "bag":
            last_goal = "="
        return conjunction([*goals, self.goal(last_goal or "sort", values, result)])
