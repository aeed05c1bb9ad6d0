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
    if isinstance(goal, ir.Match):
        _fit(goal.pattern, _place(goal.value, places), places, found)
    elif isinstance(goal, ir.Compute):
        place = _place(goal.value, places)
        _note_evaluated(goal.value, places, found)
        place = ("is", (object(),) if place is None else place)
        _fit(goal.pattern, place, places, found)
    elif isinstance(goal, ir.Compare | ir.Order):
        left, right = _place(goal.left, places), _place(goal.right, places)
        if isinstance(goal, ir.Compare):
            _note_evaluated(goal.left, places, found)
            _note_evaluated(goal.right, places, found)
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


def _note_evaluated(expr: ir.Expr, places: Mapping[str, Place], found: Facts) -> None:
    place = _place(expr, places)
    if place is not None:
        found.evaluated.add(place)
    if isinstance(expr, ir.Arith):
        for arg in expr.args:
            _note_evaluated(arg, places, found)


def _test(goal: ir.Goal, places: Mapping[str, Place]) -> Place | None:
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


_FLIPPED = {"<": ">", ">": "<", "=<": ">=", ">=": "=<", "=:=": "=:=", "=\\=": "=\\="}
_FLIPPED |= {"@<": "@>", "@>": "@<", "@=<": "@>=", "@>=": "@=<", "==": "==", "\\==": "\\=="}

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


def excludes(
    first: Facts, goals: Sequence[ir.Goal], parameters: Sequence[str], quiet: Collection[ir.Key]
) -> bool:
    """Whether a clause that begins with `goals` fails, and without an error, wherever `first` holds.

    `quiet` are the procedures that end without an error.
    """
    found, places = Facts(), _parameters(parameters)
    for goal in goals:
        test = _test(goal, places)
        _learn(goal, places, found)
        if _exclude(first, found):
            return True
        if test in first.present:
            continue
        if not _is_quiet(goal, places, first.evaluated, quiet):
            return False
    return False


def quiet_procedures(procedures: Mapping[ir.Key, ir.Procedure]) -> set[ir.Key]:
    """The procedures that certainly end, and without an error, whatever their arguments are."""
    found: set[ir.Key] = set()
    grown = True
    while grown:
        grown = False
        for key, procedure in procedures.items():
            goals = (goal for clause in procedure.clauses for goal in clause.goals)
            if key not in found and all(_is_quiet(goal, {}, (), found) for goal in goals):
                found.add(key)
                grown = True
    return found


def leading(
    goals: Sequence[ir.Goal], parameters: Sequence[str], quiet: Collection[ir.Key]
) -> Iterator[ir.Goal]:
    """The goals that a clause begins with and that end without an error."""
    places = _parameters(parameters)
    found = Facts()
    for goal in goals:
        _learn(goal, places, found)
        if not _is_quiet(goal, places, (), quiet):
            return
        yield goal


_QUIET = frozenset(
    (
        *("atom", "atomic", "callable", "compound", "float", "integer", "is_list", "number", "rational"),
        *("string", "compare", "member", "select"),
    )
)
"""Library predicates that end without an error, whatever their arguments are."""


def _is_quiet(
    goal: ir.Goal, places: Mapping[str, Place], evaluated: Collection[Place], quiet: Collection[ir.Key]
) -> bool:
    """Whether a goal ends without an error; so does the evaluation of what is `evaluated`."""
    if isinstance(goal, ir.Match | ir.Order | ir.Fail | ir.Commit):
        return True
    if isinstance(goal, ir.Compute):
        return _evaluates(goal.value, places, evaluated)
    if isinstance(goal, ir.Compare):
        return _evaluates(goal.left, places, evaluated) and _evaluates(goal.right, places, evaluated)
    if isinstance(goal, ir.Call):
        return goal.procedure in quiet
    if isinstance(goal, ir.Library):
        return goal.procedure.name in _QUIET
    if isinstance(goal, ir.IfThenElse | ir.Or | ir.Not | ir.Once):
        return all(_is_quiet(inner, places, evaluated, quiet) for part in parts(goal) for inner in part)
    if isinstance(goal, ir.Collect):
        plain = goal.kind in (
            ir.Collection.LIST,
            ir.Collection.SORTED,
            ir.Collection.BAG,
            ir.Collection.COUNT,
        )
        return plain and all(_is_quiet(inner, places, evaluated, quiet) for inner in goal.goals)
    return False


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
        return number if abs(number) <= EXACT else None
    return None


EXACT = 2**53
"""Integers up to this one are floats, too, with which others are compared."""

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
    if op == "=:=" and other in _HOLDS and other != "\\==":  # 1.0 =:= 1, and 1.0 \== 1
        return not _HOLDS[other](bound, number)
    return False
