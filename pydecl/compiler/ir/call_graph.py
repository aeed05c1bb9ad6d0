"""Who calls whom, and the recursions of a program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import goals_of
from pydecl.model.graphs import circles, reachable, turned


def called(procedure: ir.Procedure) -> set[ir.Key]:
    """The procedures that this one calls."""
    return {goal.procedure for goal in goals_of(procedure) if isinstance(goal, ir.Call)}


def with_callers(program: ir.Program, keys: Iterable[ir.Key]) -> set[ir.Key]:
    """These procedures, and those that call them, by way of others, too."""
    return reachable(keys, turned({key: called(one) for key, one in program.procedures.items()}))


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
