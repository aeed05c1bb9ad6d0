"""Recursions that copy a list but for the items at given numbers: what lies between is copied at once.

`with([], _, _, []).`
`with([X|Xs], N, Ns, [Y|Ys]) :- ( Ns = [N|Ms] -> Y = new ; Ms = Ns, Y = X ), M is N + 1, with(Xs, M, Ms, Ys).`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.compiler import ir
from pydecl.compiler.c.loops import Loops, naming


@dataclass(frozen=True)
class Ascent:
    """The parameters: the list, its first item's number, the numbers given; and the result that is built."""

    items: int
    number: int
    given: int
    result: int


def ascent(procedure: ir.Procedure, found: Loops) -> Ascent | None:
    """Where each step but that for a given number copies an item and counts it."""
    if len(procedure.clauses) != 2 or procedure.determinism is ir.Determinism.NONDET:
        return None
    if found.fronts or len(found.built) != 1 or len(found.steps) != 1:
        return None
    end, step = procedure.clauses
    at = next(
        (i for i, goal in enumerate(step.goals) if isinstance(goal, ir.Call) and goal.number in found.steps),
        None,
    )
    if at is None:
        return None
    match end.goals[:1], step.goals[:1], step.goals[at]:
        case (
            [ir.Match(ir.Var(stop), ir.ListShape((), None))],
            [ir.Match(ir.Var(name), ir.ListShape((ir.Bind(item),), ir.Bind(rest)))],
            ir.Call(arguments=arguments) as call,
        ) if stop == name and name in procedure.parameters:
            between = _between(step.goals[1:at])
        case _:
            return None
    if between is None or not {between.number, between.given} < set(procedure.parameters):
        return None
    (result,) = found.built
    items = found.steps[call.number].items
    passed = {name: rest, between.number: between.next_number}
    if [between.meant(one) for one in arguments] != [passed.get(one, one) for one in procedure.parameters]:
        return None
    if any(len(one) != (index == result) for index, one in enumerate(items)):
        return None
    if between.meant(items[result][0]) != item or len({name, between.number, between.given}) < 3:
        return None
    where = procedure.parameters.index
    return Ascent(where(name), where(between.number), where(between.given), result)


@dataclass(frozen=True)
class _Between:
    """What is asked, which number follows, and what names mean where the answer is no."""

    number: str
    given: str
    next_number: str
    names: dict[str, ir.Expr]

    def meant(self, expression: ir.Expr) -> str | None:
        """The variable that an expression is."""
        while isinstance(expression, ir.Var) and expression.name in self.names:
            expression = self.names[expression.name]
        return expression.name if isinstance(expression, ir.Var) else None


def _between(goals: Sequence[ir.Goal]) -> _Between | None:
    """What the goals before the last call do where the list of numbers does not begin with this one."""
    asked: tuple[str, str] | None = None
    following: tuple[str, str] | None = None
    names: list[ir.Goal] = []
    for goal in goals:
        match goal:
            case ir.IfThenElse(
                (ir.Match(ir.Var(given), ir.ListShape((ir.Equal(ir.Var(number)),))), *_), _, otherwise
            ) if asked is None and not goal.soft:
                asked = number, given
                names += otherwise
            case ir.Compute(ir.Arith("+", (ir.Var(one), ir.Const(int(1)))), ir.Bind(name)) if (
                following is None
            ):
                following = one, name
            case _:
                names.append(goal)
    if asked is None or following is None or following[0] != asked[0] or not naming(names):
        return None
    meant = {
        goal.pattern.name: goal.value
        for goal in names
        if isinstance(goal, ir.Match) and isinstance(goal.pattern, ir.Bind)
    }
    return _Between(*asked, following[1], meant)
