"""Branches of a clause, and how what they leave is joined.

If all branches leave a variable bound, it is bound behind them; if none touches it, it is free.
Otherwise the goals behind are compiled into each branch: `( A ; B ), C` is `( A, C ; B, C )`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pydecl.compiler import ir
from pydecl.compiler.frontend.instantiation import (
    Changing,
    Filled,
    NotJoinedError,
    Point,
    RefusedError,
    Scope,
    forget,
    shown,
    value,
)
from pydecl.compiler.frontend.mode_analysis import Analyser
from pydecl.compiler.frontend.terms import (
    conjunction,
    conjuncts,
    cuts,
    indicator,
    is_cell,
    is_goal,
    place_of,
    variables,
)
from pydecl.rules.syntax import Named, Node, Span, Structure


@dataclass(slots=True)
class Arm:
    """A branch: what is known at its end, the goals made, and, before that, the goals to compile."""

    scope: Scope
    out: list[ir.Goal]
    goals: Sequence[Node]


def branch(
    analyser: Analyser,
    start: Callable[[], list[Arm]],
    made: Callable[[Sequence[Arm]], Sequence[ir.Goal]],
    goal: Node,
    point: Point,
) -> bool:
    """Compile branches and join them; whether the goals behind have been compiled into each."""
    reached = len(analyser.ends[-1].reached) if analyser.ends else 0
    try:
        arms = start()
        _compile(analyser, arms, point, ())
        joined = join(point.scope, arms, point.needed(), place_of(goal))
    except NotJoinedError:
        if analyser.ends:
            del analyser.ends[-1].reached[reached:]
        if not point.rest:
            raise
        arms = start()
        _compile(analyser, arms, point, point.rest)
        _joined(point, arms, join(point.scope, arms, point.live, place_of(goal)), made)
        return True
    _joined(point, arms, joined, made)
    return False


def _joined(
    point: Point,
    arms: Sequence[Arm],
    names: Sequence[str],
    made: Callable[[Sequence[Arm]], Sequence[ir.Goal]],
) -> None:
    """Go on behind the branches, which have given these variables their values."""
    if len(arms) == 1:
        point.scope.become(arms[0].scope)
    else:
        forget(point.scope, names)
    point.out += made(arms)


def _compile(analyser: Analyser, arms: Sequence[Arm], point: Point, rest: Sequence[Node]) -> None:
    live = point.live if rest else point.needed()
    for arm in arms:
        if not arm.scope.dead:
            analyser.conjunction(Point(arm.scope, arm.out, [*arm.goals, *rest], live, point.cut))


def join(scope: Scope, arms: Sequence[Arm], needed: frozenset[str], place: Span) -> list[str]:
    """The variables that all branches bind, which get their values in each; raises NotJoinedError.

    `scope` is what was known before the branches; it is dead behind them if all of them are.
    """
    if len(arms) == 1:
        return []
    alive = [arm for arm in arms if not arm.scope.dead]
    if not alive:
        scope.dead = True
        return []
    read = [Named(name, place) for name in sorted(needed)]
    candidates = scope.free(*read)
    bound = []
    for name, node in candidates.items():
        states = [arm.scope.is_ground(node) for arm in alive]
        if all(states):
            bound.append(name)
        elif any(states) or any(_touched(name, arm.scope, scope) for arm in alive):
            raise NotJoinedError(place, shown(node))
    for arm in alive:
        for name in bound:
            assign(name, arm.scope, arm.out, place)
    if scope.changing:
        _join_versions(scope.known(*read), scope, alive, place)
    return bound


def _join_versions(read: Mapping[str, Named], scope: Scope, alive: Sequence[Arm], place: Span) -> None:
    """Compounds that branches fill, or change, are one value behind them; raises NotJoinedError."""
    joined: dict[str, list[Changing]] = {}
    for name in sorted(read.keys() & scope.changing.keys()):
        left = [arm.scope.changing[name] for arm in alive if name in arm.scope.changing]
        if len(left) < len(alive):
            raise NotJoinedError(place, shown(read[name]))
        if any(one != scope.changing[name] for one in left):
            joined[name] = left
    for name, left in joined.items():
        version = scope.new("d")
        for arm, one in zip(alive, left, strict=True):
            arm.out.append(ir.Match(ir.Var(one.version), ir.Bind(version), place))
        scope.bound.add(version)
        filled = Filled.ALL if all(one.filled is Filled.ALL for one in left) else Filled.SOME
        scope.changing[name] = Changing(version, filled, any(one.shared for one in left))


def _touched(name: str, after: Scope, before: Scope) -> bool:
    """Whether a variable that is free is not as free as it was."""
    return name in after.names or name in after.changing or after.spines.get(name) != before.spines.get(name)


def assign(name: str, scope: Scope, out: list[ir.Goal], place: Span) -> None:
    """Give a variable its value, where it is only a name for it so far."""
    if name in scope.bound:
        return
    made = value(Named(name, place), scope, out)
    if name not in scope.bound:
        out.append(ir.Match(made, ir.Bind(name), place))
        scope.bound.add(name)


CONTROLS = {(",", 2), (";", 2), ("|", 2), ("->", 2), ("*->", 2), ("\\+", 1)}
"""What call/1 looks into: name and arity."""


def harmless(goals: Sequence[ir.Goal]) -> bool:
    """Whether goals do nothing but fail or succeed: no error, no endless search."""
    return all(
        isinstance(goal, ir.Match | ir.Order | ir.Fail)
        or (isinstance(goal, ir.Not | ir.Once) and harmless(goal.goals))
        for goal in goals
    )


def _shared(body: Node, scope: Scope, live: frozenset[str]) -> list[Named]:
    """The variables of a body about which something is known before it, or that are read behind it."""
    read = scope.known(*[Named(name, body.span) for name in live])
    return [node for name, node in variables(body).items() if name in read or not scope.is_free(node)]


def as_called(body: Node, scope: Scope) -> Node:
    """A body as call/1 gets it: with the goals that its variables stand for, whose cuts are then its own.

    In `G = (p, !), call((G ; q))` the cut leaves q out, too; in `G = (p, !), (G ; q)` it does not.
    Raises RefusedError if it has a part that is no goal: an error before it runs.
    """

    def replaced(node: Node) -> Node:
        scope.steps.take(100)
        known = scope.resolve(node)
        if isinstance(known, Structure) and (known.name, len(known.args)) in CONTROLS:
            return Structure(known.name, tuple(map(replaced, known.args)), known.span, known.functor)
        is_called = isinstance(known, Named) or indicator(known) is not None or is_cell(known)
        if node is not body and not is_called:
            raise RefusedError(body.span, "a body that is called, with a part that is no goal")
        return known

    return replaced(body)


def opaque(analyser: Analyser, body: Node, scope: Scope, live: frozenset[str]) -> list[Node]:
    """The goals of a body in which a cut is local; `live` are the variables that are read behind it.

    What is before a cut is done once. A body with a cut in a branch becomes a predicate of its own.
    """
    goals = conjuncts(body)
    if any(cut is not goal for goal in goals for cut in cuts(goal)):
        return [analyser.own_predicate(body, _shared(body, scope, live))]
    last = max((i for i, goal in enumerate(goals) if is_goal(goal, "!", 0)), default=None)
    if last is None:
        return goals
    before = conjunction([goal for goal in goals[:last] if not is_goal(goal, "!", 0)])
    if any(is_goal(goal, "!", 0) for goal in goals[:last]):
        before = conjunction(opaque(analyser, conjunction(goals[:last]), scope, live))
    return [Structure("once", (before,), body.span, place_of(goals[last])), *goals[last + 1 :]]
