"""Whether two clauses of a procedure can both have solutions for the same arguments.

What must hold for a clause is told by places in its arguments, such as the first argument of the second
parameter, and by what is computed from them: so the clauses of one procedure can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pydecl.compiler import ir

Place: TypeAlias = tuple[object, ...]
"""What a value is: where it stands in the arguments, a constant, or how it is computed of such."""

_CELL = (".", 2)
_EMPTY = ("[]", 0)


@dataclass(slots=True)
class Facts:
    """What holds wherever a clause has a solution."""

    shapes: dict[Place, object] = field(default_factory=dict)
    """The functor, or the constant, at a place."""
    tests: set[tuple[str, Place, Place]] = field(default_factory=set)
    absent: set[Place] = field(default_factory=set)
    """Tests that have no solution."""
    present: set[Place] = field(default_factory=set)
    """Tests that have one."""


def facts_of(clause: ir.Clause, parameters: Sequence[str]) -> Facts:
    """What holds wherever a clause has a solution."""
    found = Facts()
    places: dict[str, Place] = {name: ("in", i) for i, name in enumerate(parameters)}
    for goal in clause.goals:
        _learn(goal, places, found)
    return found


def _learn(goal: ir.Goal, places: dict[str, Place], found: Facts) -> None:
    if isinstance(goal, ir.Match):
        _fit(goal.pattern, _place(goal.value, places), places, found)
    elif isinstance(goal, ir.Compute):
        place = _place(goal.value, places)
        if place is not None:
            place = ("is", place)
        _fit(goal.pattern, place, places, found)
    elif isinstance(goal, ir.Compare | ir.Order):
        left, right = _place(goal.left, places), _place(goal.right, places)
        if left is not None and right is not None:
            found.tests.add((goal.op, left, right))
            found.tests.add((_FLIPPED[goal.op], right, left))
    elif isinstance(goal, ir.Not) and len(goal.goals) == 1:
        test = _test(goal.goals[0], places)
        if test is not None:
            found.absent.add(test)
    else:
        test = _test(goal, places)
        if test is not None:
            found.present.add(test)


def _test(goal: ir.Goal, places: dict[str, Place]) -> Place | None:
    """A call that only tests values that are known."""
    if not isinstance(goal, ir.Call | ir.Library):
        return None
    inputs = [_place(arg, places) for arg in goal.arguments]
    if None in inputs:
        return None
    results: list[Place] = []
    for result in goal.results:
        if isinstance(result, ir.Bind | ir.Ignore):
            results.append(("any",))
        elif isinstance(result, ir.Equal) and (place := _place(result.value, places)) is not None:
            results.append(place)
        else:
            return None
    return (str(goal.procedure), tuple(inputs), tuple(results))


def _fit(pattern: ir.Pattern, place: Place | None, places: dict[str, Place], found: Facts) -> None:
    if isinstance(pattern, ir.Bind):
        if place is not None:
            places[pattern.name] = place
        return
    if isinstance(pattern, ir.Ignore) or place is None:
        return
    if isinstance(pattern, ir.Equal):
        value = _place(pattern.value, places)
        if value is not None and value[0] == "constant":
            found.shapes.setdefault(place, value)
        elif value is not None:
            found.tests |= {("==", place, value), ("==", value, place)}
    elif isinstance(pattern, ir.Shape):
        found.shapes.setdefault(place, (pattern.name, len(pattern.args)))
        for i, part in enumerate(pattern.args):
            _fit(part, (*place, i), places, found)
    else:
        for item in pattern.items:
            found.shapes.setdefault(place, _CELL)
            _fit(item, (*place, 0), places, found)
            place = (*place, 1)
        if pattern.tail is None:
            found.shapes.setdefault(place, _EMPTY)
        else:
            _fit(pattern.tail, place, places, found)


def _place(expr: ir.Expr, places: dict[str, Place]) -> Place | None:
    if isinstance(expr, ir.Var):
        return places.get(expr.name)
    if isinstance(expr, ir.Const):
        return ("constant", type(expr.value).__name__, expr.value if type(expr.value) is int else expr)
    if isinstance(expr, ir.MakeList):
        return None if expr.items or expr.tail else ("constant", "list", ())
    if isinstance(expr, ir.Arith):
        parts = [_place(arg, places) for arg in expr.args]
        return None if None in parts else (expr.name, *parts)
    return None


_FLIPPED = {
    "<": ">",
    ">": "<",
    "=<": ">=",
    ">=": "=<",
    "=:=": "=:=",
    "=\\=": "=\\=",
    "@<": "@>",
    "@>": "@<",
    "@=<": "@>=",
    "@>=": "@=<",
    "==": "==",
    "\\==": "\\==",
}

_AGAINST = {
    "<": (">=", ">", "=:="),
    ">": ("=<", "<", "=:="),
    "=<": (">",),
    ">=": ("<",),
    "=:=": ("=\\=", "<", ">"),
    "=\\=": ("=:=",),
    "@<": ("@>=", "@>", "=="),
    "@>": ("@=<", "@<", "=="),
    "@=<": ("@>",),
    "@>=": ("@<",),
    "==": ("\\==", "@<", "@>"),
    "\\==": ("==",),
}


def exclude(first: Facts, second: Facts) -> bool:
    """Whether no arguments fit both."""
    for place, shape in first.shapes.items():
        other = second.shapes.get(place)
        if other is not None and other != shape:
            return True
    if first.absent & second.present or first.present & second.absent:
        return True
    for op, left, right in first.tests:
        if any((against, left, right) in second.tests for against in _AGAINST[op]):
            return True
    return _contradicts(first, second) or _contradicts(second, first)


def _contradicts(first: Facts, second: Facts) -> bool:
    """Whether a constant of the first fails a test of the second, or no number fits a test of each."""
    for op, left, right in second.tests:
        bound = _integer(right)
        if bound is None:
            continue
        known = _integer(first.shapes.get(left))
        if known is not None and op in _HOLDS and not _HOLDS[op](known, bound):
            return True
        for other, where, limit in first.tests:
            number = _integer(limit)
            if where == left and number is not None and _apart(op, bound, other, number):
                return True
    return False


def _integer(place: object) -> int | None:
    if isinstance(place, tuple) and len(place) == 3 and place[:2] == ("constant", "int"):
        number = place[2]
        assert isinstance(number, int)
        return number
    return None


_HOLDS = {
    "<": int.__lt__,
    ">": int.__gt__,
    "=<": int.__le__,
    ">=": int.__ge__,
    "=:=": int.__eq__,
    "=\\=": int.__ne__,
    "==": int.__eq__,
    "\\==": int.__ne__,
}


def _apart(op: str, bound: int, other: str, number: int) -> bool:
    """Whether no number x fits `x op bound` and `x other number`."""
    if op in ("<", "=<") and other in (">", ">="):
        return bound < number or (bound == number and (op, other) != ("=<", ">="))
    if op == "=:=" and other in _HOLDS:
        return not _HOLDS[other](bound, number)
    return False
