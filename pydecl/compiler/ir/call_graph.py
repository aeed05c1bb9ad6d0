"""Who calls whom, and the recursions of a program."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import goals_within

Node = TypeVar("Node", bound=Hashable)


def called(procedure: ir.Procedure) -> set[ir.Key]:
    """The procedures that this one calls."""
    goals = (goal for clause in procedure.clauses for goal in goals_within(clause.goals))
    return {goal.procedure for goal in goals if isinstance(goal, ir.Call)}


def with_callers(program: ir.Program, keys: Iterable[ir.Key]) -> set[ir.Key]:
    """These procedures, and those that call them, by way of others, too."""
    callers: dict[ir.Key, list[ir.Key]] = {}
    for key, procedure in program.procedures.items():
        for other in called(procedure):
            callers.setdefault(other, []).append(key)
    found = set(keys)
    todo = list(found)
    while todo:
        more = [key for key in callers.get(todo.pop(), ()) if key not in found]
        found.update(more)
        todo += more
    return found


def calls_to(program: ir.Program, start: ir.Key, found: Callable[[ir.Procedure], bool]) -> list[ir.Key]:
    """The shortest chain of calls from a procedure to one that is wanted, without the first; or none."""
    before: dict[ir.Key, ir.Key | None] = {start: None}
    for key in (todo := [start]):
        procedure = program.procedures.get(key)
        if procedure is None:
            continue
        if found(procedure):
            chain = [key]
            while (caller := before[chain[-1]]) is not None:
                chain.append(caller)
            return chain[-2::-1]
        for one in sorted(called(procedure) - before.keys(), key=str):
            before[one] = key
            todo.append(one)
    return []


def components(program: ir.Program) -> dict[ir.Key, int]:
    """Which procedures call each other in a circle: equal numbers; callees have lower ones."""
    edges = {
        key: sorted(called(p) & program.procedures.keys(), key=str) for key, p in program.procedures.items()
    }
    found: dict[ir.Key, int] = {}
    count = 0
    for root in program.procedures:
        for circle in circles(root, edges.__getitem__, found) if root not in found else ():
            found.update(dict.fromkeys(circle, count))
            count += 1
    return found


def circles(
    root: Node, after: Callable[[Node], Sequence[Node]], done: Container[Node]
) -> Iterator[list[Node]]:
    """What can be reached and is not done, divided into those that reach each other (Tarjan).

    A circle comes behind all that it leads to.
    """
    index: dict[Node, int] = {root: 0}
    low: dict[Node, int] = {root: 0}
    stack, open_ = [root], {root}
    work = [(root, iter(after(root)))]
    while work:
        node, rest = work[-1]
        other = next(rest, None)
        if other is None:
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[node])
            if low[node] == index[node]:
                circle: list[Node] = []
                while not circle or circle[-1] is not node:
                    circle.append(stack.pop())
                open_.difference_update(circle)
                yield circle
        elif other in open_:
            low[node] = min(low[node], index[other])
        elif other not in index and other not in done:
            index[other] = low[other] = len(index)
            stack.append(other)
            open_.add(other)
            work.append((other, iter(after(other))))


def recursive(program: ir.Program, component: Mapping[ir.Key, int] | None = None) -> set[ir.Key]:
    """The procedures that can come back to themselves; `component` is what `components` says of them."""
    component = components(program) if component is None else component
    sizes: dict[int, int] = {}
    for number in component.values():
        sizes[number] = sizes.get(number, 0) + 1
    return {
        key
        for key, procedure in program.procedures.items()
        if sizes[component[key]] > 1 or key in called(procedure)
    }
