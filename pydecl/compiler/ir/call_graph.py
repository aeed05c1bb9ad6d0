"""Who calls whom, and the recursions of a program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import goals_within


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
    """Which procedures call each other in a circle: equal numbers (Tarjan, callees have lower ones)."""
    edges = {
        key: sorted(called(p) & program.procedures.keys(), key=str) for key, p in program.procedures.items()
    }
    index: dict[ir.Key, int] = {}
    low: dict[ir.Key, int] = {}
    found: dict[ir.Key, int] = {}
    stack: list[ir.Key] = []
    count = 0
    for root in program.procedures:
        if root in index:
            continue
        work = [(root, iter(edges[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            key, rest = work[-1]
            child = next(rest, None)
            if child is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[key])
                if low[key] == index[key]:
                    while True:
                        member = stack.pop()
                        found[member] = count
                        if member == key:
                            break
                    count += 1
            elif child not in index:
                index[child] = low[child] = len(index)
                stack.append(child)
                work.append((child, iter(edges[child])))
            elif child not in found:
                low[key] = min(low[key], index[child])
    return found


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
