"""Recursions that begin at the end of a list: `p([], S, S). p([X|Xs], S0, S) :- p(Xs, S0, S1), q(X, S1, S).`

What is done after the call of itself is done for the last item first, so that a loop does it, from the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pydecl.compiler import ir
from pydecl.compiler.c.loops import Same, naming
from pydecl.compiler.ir.visitor import bound, goals_within, read


@dataclass(frozen=True)
class Fold:
    """The list that is gone through, what an item is called, the results of the call, and what follows it."""

    parameter: int
    item: ir.Pattern
    names: tuple[str, ...]
    goals: tuple[ir.Goal, ...]


def fold(procedure: ir.Procedure, same: Same, plain_list: Callable[[int], bool]) -> Fold | None:
    """How a procedure goes through a list from its end; `same` and `plain_list` as for `loops`."""
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
            and same(call)
        ):
            passed = [ir.Var(rest if one == name else one) for one in procedure.parameters]
            given = tuple(result.name for result in results if isinstance(result, ir.Bind))
            new = bound(step.goals)
            rest_read = read(ir.Clause(tuple(goals), step.results, step.place))
            if (
                tuple(passed) == call.arguments
                and len(set(given)) == len(results)
                and rest not in rest_read
                and not new & set(procedure.parameters)
                and plain_list(-1 - procedure.parameters.index(name))
                and not any(_again(goal, same) for goal in goals_within(goals))
            ):
                return Fold(procedure.parameters.index(name), item, given, tuple(goals))
        case _:
            pass
    return None


def _again(goal: ir.Goal, same: Same) -> bool:
    """Whether a goal is a cut, or a call of the procedure itself."""
    return isinstance(goal, ir.Commit) or (isinstance(goal, ir.Call) and same(goal))
