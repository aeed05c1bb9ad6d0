"""Recursions that build lists, as loops: `p([X|Xs], [Y|Ys]) :- q(X, Y), p(Xs, Ys).` fills an array.

The call of itself is the last that a clause does, but for putting items in front of a result. There is room
for all items beforehand, as some list among the arguments gets shorter each time.

And those that begin at the end of a list: `p([], S, S). p([X|Xs], S0, S) :- p(Xs, S0, S1), q(X, S1, S).`
What is done after the call of itself is done for the last item first, so that a loop does it, from the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from pydecl.compiler import ir
from pydecl.compiler.ir.switch_detection import is_quiet
from pydecl.compiler.ir.visitor import (
    assigned_by,
    bound,
    goals_within,
    read,
    substituted,
    variables,
    within,
)


@dataclass(frozen=True)
class Step:
    """What a recursive last call puts in front of each of the results that it gives."""

    items: tuple[tuple[ir.Expr, ...], ...]
    heads: Mapping[int, str]
    """The first item of each parameter whose rest is passed on in its place."""


@dataclass(frozen=True)
class Loops:
    """The last calls that go on as a loop, by number; the results that are built, and how much room.

    Result -> (parameters, m, e): at most m items for each element of the lists that are parameters, and e.
    """

    steps: Mapping[int, Step]
    built: Mapping[int, tuple[Collection[int], int, int]]
    fronts: Mapping[int, int]
    """Results that begin as a parameter does, an item for each step: which parameter."""


NONE = Loops({}, {}, {})

MOST_WRITTEN = 1_000
"""How many parts a result may have that is written in the place of names."""

Lists = Sequence[str | None]
"""How C holds the parameters, or the results, that are lists; None for the others."""


def written_out(results: Sequence[ir.Expr], goals: Sequence[ir.Goal]) -> tuple[ir.Expr, ...] | None:
    """The results in terms of what is known before the goals, where these only give names to values.

    None where that would be long: a name that is used twice stands for what would be written twice.
    """
    known: dict[str, ir.Expr] = {}

    def named(name: str) -> ir.Expr:
        return known.get(name, ir.Var(name))

    for goal in goals:
        if not (isinstance(goal, ir.Match) and isinstance(goal.pattern, ir.Bind)):
            return None
        made = known[goal.pattern.name] = substituted(goal.value, named)
        if _is_long([made]):
            return None
    found = tuple([substituted(one, named) for one in results])
    return None if _is_long(found) else found


def _is_long(written: Sequence[ir.Expr]) -> bool:
    return sum(1 for one in written for _ in within(one)) > MOST_WRITTEN


def at_end(
    results: Sequence[ir.Expr], goals: Sequence[ir.Goal]
) -> tuple[Sequence[ir.Goal], Sequence[ir.Expr]]:
    """The goals without the names that they end with, and the results without these names.

    A value that is used twice keeps its name.
    """
    at = _before_names(goals)
    found = written_out(results, goals[at:])
    names = [name for result in found or () for name in variables(result)]
    before = [name for result in results for name in variables(result)]
    if found is None or len(set(before)) < len(before) or len(names) > 4 + len(before):
        return goals, results
    return goals[:at], found


def loops(procedure: ir.Procedure, again: Collection[int], parameters: Lists, results: Lists) -> Loops:
    """The loops of a procedure; `again` are the numbers of the calls of the very function they stand in."""
    steps: dict[int, Step] = {}
    shorter: list[tuple[Step, set[int], set[int]]] = []
    most = dict.fromkeys(range(len(procedure.key.mode)), 0)
    for clause in procedure.clauses:
        rests = _rests(procedure, clause)
        for goals, at in _ends(clause.goals):
            call = goals[at] if at is not None else None
            if isinstance(call, ir.Call) and at is not None and call.number in again:
                finals = written_out(clause.results, goals[at + 1 :])
                items = None if finals is None else _items(call, finals, results)
                step = None if items is None else Step(items, _heads(procedure, clause, call))
                if step is not None:
                    steps[call.number] = step
                    less, equal = _shrinking(procedure, call, rests, parameters)
                    shorter.append((step, less, equal))
                    continue
            for index, one in enumerate(at_end(clause.results, goals)[1]):
                if isinstance(one, ir.MakeList):
                    most[index] = max(most[index], len(one.items))
    if not any(items for step in steps.values() for items in step.items):
        return Loops(steps, {}, {})
    measure = _measure(shorter)
    if not measure:
        return NONE
    built, fronts = {}, {}
    for index in range(procedure.key.mode.count("-")):
        count = max(len(step.items[index]) for step, _, _ in shorter)
        parameter = _front(procedure, index, [step for step, _, _ in shorter])
        if parameter is not None and results[index] and results[index] == parameters[parameter]:
            fronts[index] = parameter
        elif count:
            built[index] = (measure, count, most[index])
    return Loops(steps, built, fronts)


def _front(procedure: ir.Procedure, index: int, steps: Sequence[Step]) -> int | None:
    """The parameter whose first items, in order, a result begins with."""
    for number in range(len(procedure.parameters)):
        if all(step.heads.get(number) is not None for step in steps) and all(
            step.items[index] == (ir.Var(step.heads[number]),) for step in steps
        ):
            return number
    return None


def _measure(shorter: Sequence[tuple[Step, set[int], set[int]]]) -> Collection[int]:
    """A parameter that gets shorter with each step that builds, and never longer; or several, of which none
    gets longer, and one shorter. None if there are none.
    """
    adding = [less for step, less, _ in shorter if any(step.items)]
    never_longer = set.intersection(*(less | equal for _, less, equal in shorter))
    alone = never_longer.intersection(*adding)
    if alone:
        return [min(alone)]
    return sorted(never_longer) if all(less & never_longer for less in adding) else ()


def is_test_of_list(procedure: ir.Procedure) -> bool:
    """Whether a test goes down a list, which gets shorter with each call, and ends without an error."""
    shorter = [
        _shrinking(procedure, goal, _rests(procedure, clause), procedure.parameters)[0]
        if isinstance(goal, ir.Call) and goal.procedure == procedure.key
        else set[int]()
        for clause in procedure.clauses
        for goal in clause.goals
        if not is_quiet(goal, {}, ())
    ]
    return "-" not in procedure.key.mode and bool(shorter and set.intersection(*shorter))


def naming(goals: Sequence[ir.Goal]) -> bool:
    """Whether goals only give names to values."""
    return all(isinstance(goal, ir.Match) and isinstance(goal.pattern, ir.Bind) for goal in goals)


def _before_names(goals: Sequence[ir.Goal]) -> int:
    """How many goals there are without the names that they end with."""
    return len(goals) - sum(1 for _ in takewhile(lambda goal: naming((goal,)), reversed(goals)))


def _ends(goals: Sequence[ir.Goal]) -> Iterator[tuple[Sequence[ir.Goal], int | None]]:
    """The sequences that end a clause, each with where its last call stands, if nothing but names follow."""
    at = _before_names(goals)
    last = goals[at - 1] if at else None
    if isinstance(last, ir.IfThenElse) and not last.soft:
        for branch in (last.then, last.otherwise):
            yield from _ends((*branch, *goals[at:]))
    elif isinstance(last, ir.Call):
        yield goals, at - 1
    else:
        yield goals, None


def _taken_apart(
    procedure: ir.Procedure, goals: Iterable[ir.Goal]
) -> Iterator[tuple[int, Sequence[ir.Pattern], str]]:
    """The parameters that goals take apart as lists: which, the first items, what the rest is called."""
    for goal in goals:
        match goal:
            case ir.Match(ir.Var(name), ir.ListShape(items, ir.Bind(rest))) if name in procedure.parameters:
                yield procedure.parameters.index(name), items, rest
            case _:
                pass


def _heads(procedure: ir.Procedure, clause: ir.Clause, call: ir.Call) -> dict[int, str]:
    return {
        index: items[0].name
        for index, items, rest in _taken_apart(procedure, clause.goals)
        if len(items) == 1 and isinstance(items[0], ir.Bind) and call.arguments[index] == ir.Var(rest)
    }


def replacing(procedure: ir.Procedure, clause: ir.Clause, parameter: int, result: ir.Expr) -> ir.Expr | None:
    """What a result has in place of the first item of a parameter, if that is all that differs."""
    match result:
        case ir.MakeList((item,), ir.Var(rest)):
            found = (
                (index, len(items), name) for index, items, name in _taken_apart(procedure, clause.goals)
            )
            return item if (parameter, 1, rest) in found else None
        case _:
            return None


def _items(call: ir.Call, finals: Sequence[ir.Expr], lists: Lists) -> tuple[tuple[ir.Expr, ...], ...] | None:
    """What is put in front of each result; None where that is not all that is done."""
    names = [pattern.name for pattern in call.results if isinstance(pattern, ir.Bind)]
    if len(names) != len(call.results) or len(set(names)) != len(names) or len(finals) != len(names):
        return None
    items: list[tuple[ir.Expr, ...]] = []
    for index, (name, final) in enumerate(zip(names, finals, strict=True)):
        if final == ir.Var(name):
            items.append(())
        elif isinstance(final, ir.MakeList) and final.tail == ir.Var(name) and lists[index]:
            if any(name in names for item in final.items for name in variables(item)):
                return None
            items.append(final.items)
        else:
            return None
    return tuple(items)


def _rests(procedure: ir.Procedure, clause: ir.Clause) -> dict[str, int]:
    """The variables that are the rest of a list that is a parameter, which has at least one item."""
    times = Counter(name for goal in goals_within(clause.goals) for name in assigned_by(goal))
    return {
        rest: index
        for index, items, rest in _taken_apart(procedure, goals_within(clause.goals))
        if items and rest not in procedure.parameters and times[rest] == 1
    }


def _shrinking(
    procedure: ir.Procedure, call: ir.Call, rests: Mapping[str, int], lists: Lists
) -> tuple[set[int], set[int]]:
    """The parameters whose lists get shorter with a call, and those that stay."""
    less, equal = set(), set()
    for index, argument in enumerate(call.arguments):
        if lists[index] is None or not isinstance(argument, ir.Var):
            continue
        if rests.get(argument.name) == index:
            less.add(index)
        elif argument.name == procedure.parameters[index]:
            equal.add(index)
    return less, equal


# From the end


@dataclass(frozen=True)
class Fold:
    """The list that is gone through, what an item is called, the results of the call, and what follows it."""

    parameter: int
    item: ir.Pattern
    names: tuple[str, ...]
    goals: tuple[ir.Goal, ...]


def fold(procedure: ir.Procedure, again: Collection[int], parameters: Lists) -> Fold | None:
    """How a procedure goes through a list from its end; `again` and `parameters` as for `loops`."""
    if len(procedure.clauses) != 2 or procedure.determinism is ir.Determinism.NONDET:
        return None
    end, step = procedure.clauses
    match end.goals, step.goals:
        case (
            [ir.Match(ir.Var(stop), ir.ListShape((), None)), *names],
            [
                ir.Match(ir.Var(name), ir.ListShape((ir.Bind() | ir.Ignore() as item,), ir.Bind(rest))),
                ir.Call(results=results) as call,
                *goals,
            ],
        ) if (
            stop == name
            and name in procedure.parameters
            and naming(names)
            and not naming(goals)
            and call.number in again
        ):
            passed = [ir.Var(rest if one == name else one) for one in procedure.parameters]
            given = tuple(result.name for result in results if isinstance(result, ir.Bind))
            new = bound(step.goals)
            rest_read = read(ir.Clause(tuple(goals), step.results, step.place))
            if (
                tuple(passed) == call.arguments
                and len(set(given)) == len(results)
                and not {rest, name} & rest_read
                and not new & set(procedure.parameters)
                and parameters[procedure.parameters.index(name)]
                and not any(isinstance(g, ir.Commit) or g.number in again for g in goals_within(goals))
            ):
                return Fold(procedure.parameters.index(name), item, given, tuple(goals))
        case _:
            pass
    return None
