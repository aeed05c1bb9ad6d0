"""Where values lie: which goals take memory from the arena, and which variables hold an address.

Goals that build lists, or compounds that lie behind a pointer, take memory. `\\+` gives back what its goals
have taken. If they take nothing, as most tests do, it does not have to note where the arena ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence

from pydecl.compiler import ir
from pydecl.compiler.c.facts import facts
from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.term_inspection import TESTS
from pydecl.compiler.c.type_inference import RESULT, Instance
from pydecl.compiler.c.types import Type
from pydecl.compiler.c.values import is_ground
from pydecl.compiler.ir.visitor import assigned, assigned_by, goals_within, parts

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


# Variables that hold the address of a value: large values that are read where they lie, and not copied. A
# parameter that is passed by a pointer stays one, and what a Match finds within a value is the place in that
# value. So is a solution of a call that has several, for what comes after the call runs within it. Values are
# never changed, and what holds them is there for as long as the variable is read: variables of the caller,
# the arena, and variables of the procedure itself, which are assigned once. Only a procedure that goes on as
# a loop gives its parameters new values, and is left as it is.


def bound_within(clause: ir.Clause, within_calls: Callable[[ir.Call], bool] = lambda _: False) -> set[str]:
    """The variables that stand for a part of another variable's value, or all of it, and are bound once.

    `within_calls` says of which calls what follows runs while they do: their solutions lie there until then.

        >>> from pydecl.compiler.compile import compile_rules
        >>> from pydecl.compiler.ir import Key
        >>> from pydecl.rules.reader import read_rules
        >>> rules = read_rules("max_to_move(at(B, G)) :- G = [H|_], B @> H, B \\\\= a.", "g.pl")
        >>> program = compile_rules(rules, [Key("max_to_move", "+")])
        >>> (clause,) = program.procedures[Key("max_to_move", "+")].clauses
        >>> sorted(bound_within(clause))
        ['B', 'G', 'H']

    The rest of a list is none of them: a slice is made of it.
    """
    times: Counter[str] = Counter()
    within: set[str] = set()
    for goal in goals_within(clause.goals):
        names = set(assigned_by(goal))
        times.update(names)
        if isinstance(goal, ir.Match) and isinstance(goal.value, ir.Var):
            within |= _places(goal.pattern)
    for call in _with_what_follows(clause.goals):
        if within_calls(call):
            within |= {name for pattern in call.results for name in _places(pattern)}
    for goal in goals_within(clause.goals):
        if isinstance(goal, ir.Catch):  # which are a function, whose own variables end with it
            within.difference_update(assigned(goal.goals))
    return {name for name in within if times[name] == 1}


def _places(pattern: ir.Pattern) -> set[str]:
    """The variables that stand for what lies in a value; the rest of a list does not, where it is a slice."""
    match pattern:
        case ir.Bind(name):
            return {name}
        case ir.Shape(_, args):
            return {name for argument in args for name in _places(argument)}
        case ir.ListShape(items, tail):
            inside = (*items, *(() if tail is None or isinstance(tail, ir.Bind) else (tail,)))
            return {name for item in inside for name in _places(item)}
        case _:
            return set()


def _with_what_follows(goals: Sequence[ir.Goal]) -> Iterator[ir.Call]:
    """The calls of which more than the first solution may count: what reads a solution runs within them."""
    for goal in goals:
        match goal:
            case ir.Call():
                yield goal
            case ir.Or(branches):
                for branch in branches:
                    yield from _with_what_follows(branch)
            case ir.IfThenElse(_, then, otherwise):
                yield from _with_what_follows(then)
                yield from _with_what_follows(otherwise)
            case ir.Collect(goals=collected):
                yield from _with_what_follows(collected)
            case _:
                pass
