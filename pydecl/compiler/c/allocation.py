"""Which goals take memory from the arena: those that build lists, and compounds that lie behind a pointer.

`\\+` gives back what its goals have taken. If they take nothing, as most tests do, it does not have to note
where the arena ends.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pydecl.compiler import ir
from pydecl.compiler.c.facts import facts
from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.term_inspection import TESTS
from pydecl.compiler.c.type_inference import RESULT, Instance
from pydecl.compiler.c.types import Type
from pydecl.compiler.c.values import is_ground
from pydecl.compiler.ir.visitor import parts

FRUGAL = frozenset(
    {
        *(("member", "-+"), ("memberchk", "++"), ("length", "+-"), ("length", "++")),
        *(("between", "+++"), ("between", "++-"), ("$split", "++--")),
        *((name, "+") for name in TESTS),
    }
)
"""Library predicates that give parts of what they get, or a number."""


def allocating(layout: Layout, instances: Sequence[Instance]) -> set[Instance]:
    """The instances that may take memory, by themselves or by what they call. Facts take none."""
    found: set[Instance] = set()
    tables = {
        key for key, one in {one.procedure.key: one.procedure for one in instances}.items() if facts(one)
    }
    others = [instance for instance in instances if instance.procedure.key not in tables]
    callers: dict[Instance, list[Instance]] = {}
    for instance in others:
        for other in set(instance.calls.values()):
            callers.setdefault(other, []).append(instance)
    todo = dict.fromkeys(reversed(others))
    while todo:
        instance, _ = todo.popitem()
        if instance not in found and _allocates(layout, instance, found):
            found.add(instance)
            todo |= dict.fromkeys(callers.get(instance, ()))
    return found


def _allocates(layout: Layout, instance: Instance, known: Collection[Instance]) -> bool:
    return any(
        goals_allocate(layout, instance, number, clause.goals, known)
        or any(_builds(layout, one, node) for one, node in zip(clause.results, instance.results, strict=True))
        for number, clause in enumerate(instance.procedure.clauses)
    )


def goals_allocate(
    layout: Layout, instance: Instance, clause: int, goals: Sequence[ir.Goal], known: Collection[Instance]
) -> bool:
    """Whether goals of a clause may take memory; `known` are the instances that do."""

    def place(goal: ir.Goal, index: int) -> Type:
        return instance.place(goal, index)

    def given(goal: ir.Goal, index: int, result: ir.Pattern) -> bool:
        node = place(goal, RESULT + index)
        return layout.is_boxed(node) or _fits(layout, result, node)

    def one(goal: ir.Goal) -> bool:
        match goal:
            case ir.Match(ir.Var(name), pattern):
                return _fits(layout, pattern, instance.variable(clause, name))
            case ir.Match(value, pattern):
                node = place(goal, 0)
                return _builds(layout, value, node) or _fits(layout, pattern, node)
            case ir.Compute(_, pattern):
                return given(goal, 0, pattern)
            case ir.Order(_, left, right):
                return any(_builds(layout, side, place(goal, 0)) for side in (left, right))
            case ir.Call(_, arguments, results):
                called = instance.calls.get(goal.number)
                return (
                    called is None
                    or called in known
                    or any(_builds(layout, *pair) for pair in zip(arguments, called.parameters, strict=True))
                    or any(_fits(layout, *pair) for pair in zip(results, called.results, strict=True))
                )
            case ir.Library(key, arguments, results):
                return (
                    (key.name, key.mode) not in FRUGAL
                    or any(_builds(layout, value, place(goal, i)) for i, value in enumerate(arguments))
                    or any(given(goal, i, result) for i, result in enumerate(results))
                )
            case ir.Collect() | ir.Catch():
                return True
            case _:
                return any(map(one, (inner for part in parts(goal) for inner in part)))

    return any(map(one, goals))


def _builds(layout: Layout, expression: ir.Expr, node: Type) -> bool:
    """Whether the value of an expression may take memory."""
    if isinstance(expression, ir.Var) or is_ground(expression):
        return False
    match expression:
        case ir.Make(name, args):
            fields = node.find().structs.get((name, len(args)))
            if fields is None or layout.is_boxed(node):
                return True
            return any(_builds(layout, *pair) for pair in zip(args, fields, strict=True))
        case _:
            return True


def _fits(layout: Layout, pattern: ir.Pattern, node: Type) -> bool:
    """Whether taking a value apart may take memory: something to compare with may be built."""
    match pattern:
        case ir.Equal(value):
            return _builds(layout, value, node)
        case ir.Shape(name, args):
            fields = node.find().structs.get((name, len(args)))
            return fields is None or any(_fits(layout, *pair) for pair in zip(args, fields, strict=True))
        case ir.ListShape(items, tail):
            if layout.is_boxed(node) or node.find().element is None:
                return True
            element = node.list_element()
            return any(_fits(layout, item, element) for item in items) or (
                tail is not None and _fits(layout, tail, node)
            )
        case _:
            return False
