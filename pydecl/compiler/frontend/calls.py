"""A call of a predicate that has clauses: in a mode; unfolded; or delayed.

A call is tried as it stands. If that leaves a variable unbound which must be known, the predicate's clauses
take the place of the call (unfolding); if it is recursive, the call is made without the variable if nobody
reads it, or when it is known. At last it is compiled so that it gives up where it leaves the variable free.
"""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.frontend.call_patterns import Caller
from pydecl.compiler.frontend.instantiation import NotJoinedError, Point, RefusedError
from pydecl.compiler.frontend.mode_analysis import Analyser
from pydecl.compiler.frontend.partial_terms import with_partial_terms
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
from pydecl.compiler.frontend.unbound_results import (
    call_giving_up,
    call_without_void_results,
    late_call,
)
from pydecl.rules.syntax import Node, Structure


def call(analyser: Analyser, predicate: Predicate, goal: Node, point: Point) -> bool:
    """A call of a predicate; if that leaves variables unbound, its clauses in place of the call."""
    trial, out = point.scope.copy(), list[ir.Goal]()
    try:
        Caller(analyser, trial, out, place_of(goal)).call(predicate, arguments(goal))
    except RefusedError as refused:
        if not refused.free:
            raise
        if not can_be_unfolded(analyser, predicate):
            for reduced in (call_without_void_results, late_call, _call_filling, call_giving_up):
                if reduced(analyser, predicate, goal, point):
                    return False
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
            for reduced in (_call_filling, call_giving_up):
                if reduced(analyser, predicate, goal, point):
                    return False
            raise refused from None
        point.scope.become(inner)
        point.out += goals
        return took
    point.scope.become(trial)
    point.out += out
    return False


def _call_filling(analyser: Analyser, predicate: Predicate, goal: Node, point: Point) -> bool:
    """Call a predicate that fills compounds known in part; False if there are none, or it is refused."""
    trial = Point(point.scope.copy(), [], point.rest, point.live, point.cut)
    if not with_partial_terms(goal, trial):
        return False
    try:
        Caller(analyser, trial.scope, trial.out, place_of(goal)).call(predicate, arguments(goal))
    except RefusedError:
        return False
    point.scope.become(trial.scope)
    point.out += trial.out
    return True


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
