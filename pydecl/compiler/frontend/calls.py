"""A call of a predicate that has clauses: in a mode, or unfolded.

A call is tried as it stands. If that leaves a variable unbound which must be known, the predicate's clauses
take the place of the call, unless it is recursive.
"""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.frontend.call_patterns import Caller
from pydecl.compiler.frontend.instantiation import NotJoinedError, Point, RefusedError
from pydecl.compiler.frontend.mode_analysis import Analyser
from pydecl.compiler.frontend.predicates import Predicate
from pydecl.compiler.frontend.terms import (
    arguments,
    atom,
    compound,
    conjunction,
    conjuncts,
    cuts,
    is_goal,
    place_of,
    renamed,
)
from pydecl.rules.syntax import Node, Structure


def call(analyser: Analyser, predicate: Predicate, goal: Node, point: Point) -> bool:
    """A call of a predicate; if that leaves variables unbound, its clauses in place of the call."""
    trial, out = point.scope.copy(), list[ir.Goal]()
    try:
        Caller(analyser, trial, out, place_of(goal)).call(predicate, arguments(goal))
    except RefusedError as refused:
        if not refused.free or not can_be_unfolded(analyser, predicate):
            raise
        inner, goals = point.scope.copy(), list[ir.Goal]()
        made = Point(inner, goals, point.rest, point.live, point.cut)
        ends = len(analyser.ends[-1].reached) if analyser.ends else 0
        try:
            took = analyser.goal(unfolded(analyser, predicate, goal), made)
        except NotJoinedError:
            raise
        except RefusedError:
            if analyser.ends:
                del analyser.ends[-1].reached[ends:]
            raise refused from None
        point.scope.become(inner)
        point.out += goals
        return took
    point.scope.become(trial)
    point.out += out
    return False


def can_be_unfolded(analyser: Analyser, predicate: Predicate) -> bool:
    """Whether the clauses of a predicate can stand in the place of a call."""
    if (
        predicate.barred is not None
        or len(predicate.rules) > 32
        or analyser.recursion.is_recursive((predicate.name, predicate.arity))
    ):
        return False
    return all(
        sum(1 for _ in cuts(rule.body)) == sum(is_goal(goal, "!", 0) for goal in conjuncts(rule.body))
        for rule in predicate.rules
    )


def unfolded(analyser: Analyser, predicate: Predicate, goal: Node) -> Node:
    """The clauses of a predicate as one goal, with the arguments of a call."""
    place = place_of(goal)
    where = place if predicate.library else None
    made: Node = atom("fail", place)
    for rule in reversed(predicate.rules):
        analyser.inlined += 1
        prefix = f"i{analyser.inlined}_"
        goals: list[Node] = [
            Structure("=", (arg, renamed(head, prefix, where)), arg.span, place)
            for arg, head in zip(arguments(goal), rule.args, strict=True)
        ]
        goals += [renamed(body, prefix, where) for body in conjuncts(rule.body)]
        last = max((i for i, g in enumerate(goals) if is_goal(g, "!", 0)), default=None)
        if last is None:
            branch = conjunction(goals)
        else:
            condition = conjunction(goals[:last])
            branch = compound("->", (condition, conjunction(goals[last + 1 :])), place)
        made = (
            branch if rule is predicate.rules[-1] and last is None else compound(";", (branch, made), place)
        )
    return made
