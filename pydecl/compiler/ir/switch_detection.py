"""Whether two clauses of a procedure can both have solutions for the same arguments.

What must hold for a clause is told by places in its arguments, such as the first argument of the second
parameter, and by what is computed from them: so the clauses of one procedure can be compared.

A later clause is left out only if nobody can tell: what it does before the test that excludes it must end
without an error. In

    p(X, a) :- X =:= 1.
    p(X, b) :- 1 / 0 > X, X =\\= 1.

`p(1, R)` has one solution, and then an error.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import parts
from pydecl.compiler.library import COMPARISONS

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
    evaluated: set[Place] = field(default_factory=set)
    """What has been evaluated, without an error."""


def facts_of(goals: Sequence[ir.Goal], parameters: Sequence[str]) -> Facts:
    """What holds wherever these goals, with which a clause begins, have a solution."""
    found, places = Facts(), _parameters(parameters)
    for goal in goals:
        _learn(goal, places, found)
    return found


def until_last_call(goals: Sequence[ir.Goal]) -> Sequence[ir.Goal]:
    """The goals of a clause before the call that it ends with: what holds where that is made."""
    end = len(goals)
    while end and isinstance(goals[end - 1], ir.Match):
        end -= 1
    return goals[: end - 1] if end and isinstance(goals[end - 1], ir.Call) else goals


def _parameters(parameters: Sequence[str]) -> dict[str, Place]:
    return {name: ("in", i) for i, name in enumerate(parameters)}


def _learn(goal: ir.Goal, places: dict[str, Place], found: Facts) -> None:
    match goal:
        case ir.Match(value, pattern):
            _fit(pattern, _place(value, places), places, found)
        case ir.Compute(value, pattern):
            place = _place(value, places)
            _note_evaluated(value, places, found)
            _fit(pattern, ("is", (object(),) if place is None else place), places, found)
        case ir.Compare(op, left, right) | ir.Order(op, left, right):
            if isinstance(goal, ir.Compare):
                _note_evaluated(left, places, found)
                _note_evaluated(right, places, found)
            _note_test(op, _place(left, places), _place(right, places), found)
        case ir.IfThenElse((ir.Match(subject, ir.Equal(value)),), (ir.Fail(),), ()):  # values are ground
            _note_test("\\==", _place(subject, places), _place(value, places), found)
        case _:
            pass


def _note_test(op: str, left: Place | None, right: Place | None, found: Facts) -> None:
    if left is not None and right is not None:
        found.tests.add((op, left, right))
        found.tests.add((_flipped(op), right, left))


def _note_evaluated(expr: ir.Expr, places: Mapping[str, Place], found: Facts) -> None:
    place = _place(expr, places)
    if place is not None:
        found.evaluated.add(place)
    if isinstance(expr, ir.Arith):
        for arg in expr.args:
            _note_evaluated(arg, places, found)


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
        else:
            _note_test("==", place, value, found)
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


def _place(expr: ir.Expr, places: Mapping[str, Place]) -> Place | None:
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


_BELOW, _SAME, _ABOVE = -1, 0, 1
_HOLDS: Mapping[str, Collection[int]] = {
    **dict.fromkeys(("<", "@<"), (_BELOW,)),
    **dict.fromkeys(("=<", "@=<"), (_BELOW, _SAME)),
    **dict.fromkeys(("=:=", "=="), (_SAME,)),
    **dict.fromkeys(("=\\=", "\\=="), (_BELOW, _ABOVE)),
    **dict.fromkeys((">=", "@>="), (_SAME, _ABOVE)),
    **dict.fromkeys((">", "@>"), (_ABOVE,)),
}
"""How the left side of a comparison may stand to the right one, as numbers or as terms."""


def _flipped(op: str) -> str:
    """The comparison with its sides exchanged."""
    turned = tuple(sorted(-sign for sign in _HOLDS[op]))
    return next(other for other in _HOLDS if _alike(op, other) and _HOLDS[other] == turned)


def _alike(op: str, other: str) -> bool:
    """Whether both compare numbers, or both terms."""
    return (op in COMPARISONS) == (other in COMPARISONS)


def excludes(first: Facts, goals: Sequence[ir.Goal], parameters: Sequence[str]) -> bool:
    """Whether a clause that begins with `goals` fails, and without an error, wherever `first` holds."""
    found, places = Facts(), _parameters(parameters)
    for goal in goals:
        _learn(goal, places, found)
        if _exclude(first, found):
            return True
        if not is_quiet(goal, places, first.evaluated):
            return False
    return False


def leading(goals: Sequence[ir.Goal], parameters: Sequence[str]) -> Iterator[ir.Goal]:
    """The goals that a clause begins with and that end without an error."""
    places = _parameters(parameters)
    found = Facts()
    for goal in goals:
        _learn(goal, places, found)
        if not is_quiet(goal, places, ()):
            return
        yield goal


def is_quiet(goal: ir.Goal, places: Mapping[str, Place], evaluated: Collection[Place]) -> bool:
    """Whether a goal ends, and without an error; so does the evaluation of what is `evaluated`."""
    if isinstance(goal, ir.Compute):
        return _evaluates(goal.value, places, evaluated)
    if isinstance(goal, ir.Compare):
        return _evaluates(goal.left, places, evaluated) and _evaluates(goal.right, places, evaluated)
    if isinstance(goal, ir.IfThenElse | ir.Or):
        return all(is_quiet(inner, places, evaluated) for part in parts(goal) for inner in part)
    return isinstance(goal, ir.Match | ir.Order | ir.Fail | ir.Commit)


def _evaluates(expr: ir.Expr, places: Mapping[str, Place], evaluated: Collection[Place]) -> bool:
    """Whether an expression is evaluated without an error."""
    if isinstance(expr, ir.Const):
        return isinstance(expr.value, int | float)
    place = _place(expr, places)
    if place is not None and (place[0] == "is" or place in evaluated):
        return True
    if not isinstance(expr, ir.Arith) or (expr.name, len(expr.args)) not in _TOTAL:
        return False
    near = len(expr.args) == 1 or any(
        isinstance(arg, ir.Const) and isinstance(arg.value, int) and abs(arg.value) <= EXACT
        for arg in expr.args
    )
    return near and all(_evaluates(arg, places, evaluated) for arg in expr.args)


_TOTAL = frozenset((("+", 2), ("-", 2), ("-", 1), ("+", 1), ("abs", 1)))
"""Functions of numbers that are no error where, of two, one is a small integer."""


def _exclude(first: Facts, second: Facts) -> bool:
    """Whether no arguments fit both."""
    for place, shape in first.shapes.items():
        other = second.shapes.get(place)
        if other is not None and other != shape:
            return True
    for op, *sides in first.tests:
        for other, *places in second.tests:
            if sides == places and _alike(op, other) and not {*_HOLDS[op]} & {*_HOLDS[other]}:
                return True
    return _contradicts(first, second) or _contradicts(second, first)


def _contradicts(first: Facts, second: Facts) -> bool:
    """Whether a constant of the first fails a test of the second."""
    for op, left, right in second.tests:
        known, bound = _integer(first.shapes.get(left)), _integer(right)
        if known is not None and bound is not None and (known > bound) - (known < bound) not in _HOLDS[op]:
            return True
    return False


def _integer(place: object) -> int | None:
    if isinstance(place, tuple) and len(place) == 3 and place[:2] == ("constant", "int"):
        number = place[2]
        assert isinstance(number, int)
        return number if abs(number) <= EXACT else None
    return None


EXACT = 2**53
"""Integers up to this one are floats, too, with which others are compared."""
