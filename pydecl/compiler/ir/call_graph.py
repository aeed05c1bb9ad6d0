"""Who calls whom, and the recursions of a program."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import TypeVar

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import goals_of

T = TypeVar("T")


def called(procedure: ir.Procedure) -> set[ir.Key]:
    """The procedures that this one calls."""
    return {goal.procedure for goal in goals_of(procedure) if isinstance(goal, ir.Call)}


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


def reached(
    procedures: Mapping[ir.Key, ir.Procedure], entries: Iterable[ir.Key]
) -> dict[ir.Key, ir.Procedure]:
    """The procedures that the entries call, by way of others, too; the callers first."""
    found: dict[ir.Key, ir.Procedure] = {}
    todo = list(entries)[::-1]
    while todo:
        key = todo.pop()
        if key not in found:
            found[key] = procedures[key]
            goals = goals_of(procedures[key])
            todo += reversed([goal.procedure for goal in goals if isinstance(goal, ir.Call)])
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
    """Which procedures call each other in a circle: equal numbers, and callees have lower ones."""
    edges = {
        key: sorted(called(p) & program.procedures.keys(), key=str) for key, p in program.procedures.items()
    }
    found = circles(program.procedures, edges.__getitem__)
    return {key: number for number, circle in enumerate(found) for key in circle}


def circles(
    roots: Iterable[T], successors: Callable[[T], Iterable[T]], known: Container[T] = ()
) -> Iterator[list[T]]:
    """The nodes of a graph that reach each other, together; what they reach comes before them (Tarjan).

    What is known is not entered.
    """
    low: dict[T, int] = {}
    stack: list[T] = []
    done: set[T] = set()
    for root in roots:
        if root in low or root in known:
            continue
        work = [(root, len(low), iter(successors(root)))]
        low[root] = len(low)
        stack.append(root)
        while work:
            node, number, rest = work[-1]
            child = next(rest, None)
            if child is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number:
                    circle = [stack.pop()]
                    while circle[-1] != node:
                        circle.append(stack.pop())
                    done.update(circle)
                    yield circle
            elif child in low:
                if child not in done:
                    low[node] = min(low[node], low[child])
            elif child not in known:
                work.append((child, len(low), iter(successors(child))))
                low[child] = len(low)
                stack.append(child)


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
