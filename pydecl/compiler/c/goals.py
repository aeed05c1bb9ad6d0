"""Goals in C but for calls: what is taken apart, computed and compared, and what controls other goals.

Code runs on where a goal succeeds; failing is one statement. `GOALS` says what writes each kind of goal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.allocation import goals_allocate
from pydecl.compiler.c.arithmetic import comparison, number
from pydecl.compiler.c.balls import match_ball
from pydecl.compiler.c.blocks import any_many, branching, first, join, sequence, solved
from pydecl.compiler.c.boxing import wrapped
from pydecl.compiler.c.calls import write_call
from pydecl.compiler.c.collecting import collect
from pydecl.compiler.c.emitter import Emitter, GoalEmitter, Goals, Rest
from pydecl.compiler.c.library import EMITTERS
from pydecl.compiler.c.loops import naming
from pydecl.compiler.c.type_inference import RESULT
from pydecl.compiler.c.values import equality, fit, match, value


def _match(e: Emitter, goal: ir.Match) -> None:
    if isinstance(goal.value, ir.Var):
        match(e, e.variable(goal.value.name), e.type_of(goal.value.name), goal.pattern)
        return
    node = e.instance.place(goal, 0)
    fit(e, value(e, goal.value, node), node, goal.pattern)


def _compute(e: Emitter, goal: ir.Compute) -> None:
    kind, made = number(e, goal.value)
    node = e.instance.place(goal, RESULT)
    fit(e, wrapped(e.layout, kind, made, node), node, goal.pattern)


def _compare(e: Emitter, goal: ir.Compare) -> None:
    e.require(comparison(e, goal.op, goal.left, goal.right))


def _order(e: Emitter, goal: ir.Order) -> None:
    node, left, right = e.instance.place(goal, 0), goal.left, goal.right
    if goal.op in ("==", "\\=="):
        if isinstance(left, ir.Const):
            left, right = right, left
        same = equality(e, e.named(value(e, left, node), node), node, right)
        e.require(same if goal.op == "==" else c.Unary("!", same))
        return
    sign = {"@<": "<", "@>": ">", "@=<": "<=", "@>=": ">="}[goal.op]
    order = c.call(e.layout.need("order", node), value(e, left, node), value(e, right, node))
    e.require(c.Binary(sign, order, c.ZERO))


def _not(e: Emitter, goal: ir.Not) -> None:
    none, outer = e.new("L"), e.fail
    if not goals_allocate(e.layout, e.instance, e.clause, goal.goals, e.module.allocating):
        first(e, goal.goals, c.Goto(none))
        e.write(outer, c.Label(none))
        return
    mark = e.local("char *", "m")
    e.write(c.assign(mark, c.Name("hp")))
    first(e, goal.goals, c.Goto(none))
    e.do("release", mark)
    e.write(outer, c.Label(none))
    e.do("release", mark)


def _once(e: Emitter, goal: ir.Once) -> None:
    if goal.optional:
        end = e.new("L")
        first(e, goal.goals, c.Goto(end))
        e.write(c.Label(end))
    else:
        first(e, goal.goals, e.fail)


def _fail(e: Emitter, _: ir.Fail) -> None:
    e.write(e.fail)


def _raise(e: Emitter, goal: ir.Raise) -> None:
    node = e.instance.place(goal, 0)
    e.write(c.assign(c.Name("error_start"), c.Name("out_size")))
    e.do(e.layout.need("put", node), value(e, goal.ball, node))
    e.do("trap", c.Name("THROWN"), c.Text("thrown"))


# Branches


def _if(e: Emitter, goal: ir.IfThenElse, after: Goals, rest: Rest) -> None:
    if goal.soft:
        _soft(e, goal, after, rest)
        return
    other = e.new("L")
    _either(
        e,
        (lambda: first(e, goal.condition, c.Goto(other)), goal.then),
        (lambda: e.write(c.Label(other)), goal.otherwise),
        after,
        rest,
    )


Branch = tuple[Callable[[], None], Goals]
"""What comes before the goals of a branch, and the goals."""


def _either(e: Emitter, one: Branch, other: Branch, after: Goals, rest: Rest) -> None:
    """Two branches, what comes after either, and the rest. What comes before one may jump to the other."""
    end, outer = e.new("L"), e.fail
    (before, then), (between, otherwise) = one, other
    short = naming(after) and rest.small
    if short or branching(e, then) or branching(e, otherwise):
        joined = rest if short else join(e, after, rest, (then, otherwise))
        names = tuple(after) if short else ()
        before()
        sequence(e, (*then, *names), joined)
        e.fail = outer
        between()
        sequence(e, (*otherwise, *names), joined)
        e.fail = outer
        if not short:
            joined.close()
        return
    before()
    sequence(e, then, Rest(lambda: e.write(c.Goto(end))))
    between()
    sequence(e, otherwise, Rest(lambda: None))
    e.write(c.Label(end))
    sequence(e, after, rest)


def _catch(e: Emitter, goal: ir.Catch, after: Goals, rest: Rest) -> None:
    """The goals are a function, which is left where they throw; what comes after them is not in it."""
    if any_many(e, goal.goals):
        _catch_each(e, goal, after, rest)
        return
    outcome, caught = e.fresh("outcome", "int"), e.new("L")

    def try_goals() -> None:
        body = e.function("try", lambda: sequence(e, goal.goals, solved(e)), ())
        e.write(c.assign(outcome, c.call("try_goals", c.Name(body), c.FRAME)))
        e.write(c.If(c.Binary("==", outcome, c.Name("CAUGHT")), (c.Goto(caught),)))
        e.require(outcome)

    def catch() -> None:
        e.write(c.Label(caught))
        match_ball(e, goal)

    _either(e, (try_goals, ()), (catch, goal.recovery), after, rest)


def _soft(e: Emitter, goal: ir.IfThenElse, after: Goals, rest: Rest) -> None:
    joined, outer = join(e, after, rest, None), e.fail
    found, end = e.fresh("found", "bool"), e.new("L")
    e.write(c.assign(found, c.FALSE))

    def then() -> None:
        e.write(c.assign(found, c.TRUE))
        sequence(e, goal.then, joined)

    e.fail = c.Goto(end)
    sequence(e, goal.condition, Rest(then))
    e.write(c.Label(end), c.If(found, (outer,)))
    e.fail = outer
    sequence(e, goal.otherwise, joined)


def _catch_each(e: Emitter, goal: ir.Catch, after: Goals, rest: Rest) -> None:
    """The same of goals with several solutions: what comes after them runs in them, and is not caught."""
    joined, outer = join(e, after, rest, None), e.fail
    outcome, handler, caught = (
        e.fresh("outcome", "int"),
        e.fresh("handler", "struct handler *"),
        e.new("L"),
    )

    def then() -> None:
        retry, back = e.fail, e.new("L")
        e.do("leave_goals", handler)
        e.fail = c.Goto(back)
        joined.write()
        e.write(c.Label(back))
        e.do("enter_goals", handler)
        e.write(retry)
        e.fail = retry

    def body() -> None:
        e.write(c.assign(handler, c.Name("handlers")))
        sequence(e, goal.goals, Rest(then))

    tried = c.call("try_goals", c.Name(e.function("try", body, ())), c.FRAME)
    e.write(c.assign(outcome, tried))
    e.write(c.If(c.Binary("==", outcome, c.Name("CAUGHT")), (c.Goto(caught),)))
    e.write(c.If(outcome, (e.stop,)), outer, c.Label(caught))
    match_ball(e, goal)
    sequence(e, goal.recovery, joined)
    e.fail = outer


def _branches(e: Emitter, goal: ir.Or, after: Goals, rest: Rest) -> None:
    branches: Sequence[Goals] = goal.branches
    joined, outer = join(e, after, rest, branches), e.fail
    given_back = e.giving_back()
    for branch in branches[:-1]:
        following = e.new("L")
        e.fail = c.Goto(following)
        sequence(e, branch, joined)
        e.write(c.Label(following), *given_back)
    e.fail = outer
    sequence(e, branches[-1], joined)
    e.fail = outer
    joined.close()


def _commit(e: Emitter, _: ir.Commit, after: Goals, rest: Rest) -> None:
    e.fail = c.Cut()
    sequence(e, after, rest)


def _library(e: Emitter, goal: ir.Library, after: Goals, rest: Rest) -> None:
    EMITTERS[goal.procedure.name, goal.procedure.mode](e, goal, lambda: sequence(e, after, rest))


def _simple(write: Callable[[Emitter, Any], None]) -> GoalEmitter:
    """What writes a goal of at most one solution, and then what follows."""

    def both(e: Emitter, goal: ir.Goal, after: Goals, rest: Rest) -> None:
        write(e, goal)
        sequence(e, after, rest)

    return both


_SIMPLE: Mapping[type[ir.Goal], Callable[[Emitter, Any], None]] = {
    ir.Match: _match,
    ir.Compute: _compute,
    ir.Compare: _compare,
    ir.Order: _order,
    ir.Not: _not,
    ir.Once: _once,
    ir.Fail: _fail,
    ir.Raise: _raise,
    ir.Collect: collect,
}

GOALS: Mapping[type[ir.Goal], GoalEmitter] = {
    **{kind: _simple(write) for kind, write in _SIMPLE.items()},
    ir.Or: _branches,
    ir.IfThenElse: _if,
    ir.Call: write_call,
    ir.Library: _library,
    ir.Commit: _commit,
    ir.Catch: _catch,
}
"""What writes each kind of goal: each value takes goals of its key's kind."""
