"""Recursions that go along lists while they count down to a number: these steps are taken at once.

    put(1, [_|Xs], Y, [Y|Xs]).
    put(N, [X|Xs], Y, [X|Ys]) :- N > 1, M is N - 1, put(M, Xs, Y, Ys).

While the counter is not yet the last number, a call takes one step and does nothing else, or fails. So as
many steps can be left out as there are items or as there is to count, whichever is less; from a number below
the last one all items are left out, and nothing is found at the end of a list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.compiler import ir
from pydecl.compiler.c.loops import Same, naming


@dataclass(frozen=True)
class Countdown:
    """The parameter that is counted down, to which number, and the parameters that lose an item each time."""

    counter: int
    last: int
    lists: tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """What a clause does besides: its counter, its lists, and the variables that must be above a number."""

    counter: str
    lists: tuple[int, ...]
    above: frozenset[tuple[str, int]]


def countdown(procedure: ir.Procedure, step: Same) -> Countdown | None:
    """How a procedure counts down, if it does; `step` says whether a call goes on as a loop."""
    found: list[Step | None] = []
    ends: set[tuple[str, int]] = set()
    for number, clause in enumerate(procedure.clauses):
        goals, end = _otherwise(clause.goals)
        if end is not None:
            ends.add(end)
        if goals is not None:
            found.append(_step(procedure, number, goals, step))
    if len(found) != 1 or found[0] is None or len(ends) != 1:
        return None
    ((counter, last),) = ends
    if found[0].counter != counter or any(x != counter or low > last for x, low in found[0].above):
        return None
    return Countdown(procedure.parameters.index(counter), last, found[0].lists)


def _equals(goal: ir.Goal) -> tuple[str, int] | None:
    """The variable and the number where a goal succeeds only if they are the same."""
    match goal:
        case (
            ir.Match(ir.Var(name), ir.Equal(ir.Const(value)))
            | ir.Compare("=:=", ir.Var(name), ir.Const(value))
            | ir.Order("==", ir.Var(name), ir.Const(value))
        ) if type(value) is int:
            return name, value
        case _:
            return None


def _otherwise(goals: Sequence[ir.Goal]) -> tuple[Sequence[ir.Goal] | None, tuple[str, int] | None]:
    """What a clause asks to be the same, variable and number, and what it does where they are not.

    That is None where the clause fails; it may take arguments apart before it asks.
    """
    for at, goal in enumerate(goals):
        match goal:
            case ir.IfThenElse((condition,), _, otherwise, soft=False) if _equals(condition):
                return (*goals[:at], *otherwise, *goals[at + 1 :]), _equals(condition)
            case _ if _equals(goal):
                return None, _equals(goal)
            case ir.Match():
                pass
            case _:
                break
    return goals, None


def _step(procedure: ir.Procedure, number: int, goals: Sequence[ir.Goal], step: Same) -> Step | None:
    """The step that these goals are, if they are no more than that."""
    rests: dict[str, str] = {}
    lower: dict[str, str] = {}
    above: set[tuple[str, int]] = set()
    for at, goal in enumerate(goals):
        match goal:
            case ir.Match(ir.Var(name), ir.ListShape((ir.Bind() | ir.Ignore(),), ir.Bind(rest))) if (
                name not in rests
            ):
                rests[name] = rest
            case ir.Compare(">" | "=\\=", ir.Var(name), ir.Const(int(low))):
                above.add((name, low))
            case ir.Compute(ir.Arith("-", (ir.Var(name), ir.Const(int(1)))), ir.Bind(less)) if not lower:
                lower[name] = less
            case ir.Call() if step(number, goal) and naming(goals[at + 1 :]):
                changed = {**rests, **lower}
                passed = tuple(ir.Var(changed.get(name, name)) for name in procedure.parameters)
                if goal.arguments != passed or not (
                    lower and rests and changed.keys() <= {*procedure.parameters}
                ):
                    return None
                lists = tuple(procedure.parameters.index(name) for name in rests)
                return Step(next(iter(lower)), lists, frozenset(above))
            case _:
                return None
    return None
