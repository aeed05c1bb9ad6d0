"""Success in C: one scheme for all goals, as Mercury's ml_code_gen.m has it.

`write(e, goals, success)` writes goals and what follows them.

- After a goal that succeeds once, code falls through to what follows.
- To fail is one statement, `e.fail`: a jump, or the return from a function.
- What follows a goal with several solutions is written within it: in its loop, or in a function, a
  continuation, that it calls with each. `e.fail` there goes on to the next solution.

What can be reached from the ends of several branches is written once, by `join`, if it is not small.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Flag, auto
from functools import partial

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.arithmetic import may_trap
from pydecl.compiler.c.emitter import FOUND, NONDET, Emitter, Goals, Success
from pydecl.compiler.c.loops import at_end, is_test_of_list, naming
from pydecl.compiler.c.tables import table_of
from pydecl.compiler.ir.visitor import expressions, expressions_changed, substituted, variables
from pydecl.compiler.library import SOLUTIONS

LIGHT = 3
"""So many goals of LIGHT_GOALS are written more than once."""

LIGHT_GOALS = (ir.Match, ir.Compute, ir.Compare, ir.Order, ir.Fail)

NOTHING = Success(lambda: None)
"""Code falls through."""


def write(e: Emitter, goals: Goals, success: Success) -> None:
    """The goals from left to right, then what follows."""
    goals = _with_comparison_first(e, (*goals, *success.goals))
    if success.last and naming(goals):
        kept, results = at_end(e.procedure.clauses[e.clause].results, goals)
        for goal in kept:
            e.goals[type(goal)](e, goal, NOTHING)
        e.found(results)
    elif goals:
        e.goals[type(goals[0])](e, goals[0], replace(success, goals=goals[1:]))
    else:
        success.end()


def _with_comparison_first(e: Emitter, goals: Goals) -> Goals:
    """The goals, but a comparison of integers before tests that cost more, and before terms that are built.

    What is passed over, or moved, ends without an error of Prolog: so nobody sees which goal fails first.
    """
    names: dict[str, ir.Expr] = {}
    built: set[str] = set()

    def known(value: ir.Expr) -> ir.Expr:
        return substituted(value, lambda name: names.get(name, ir.Var(name)))

    for i, goal in enumerate(goals):
        match goal:
            case ir.Match(ir.Var() as value, ir.Bind(name)):
                names[name] = known(value)
            case ir.Match(_, ir.Bind(name)):
                built.add(name)
            case ir.Compare():
                if may_trap(e.block(partial(e.goals[ir.Compare], e, goal, NOTHING))):
                    break
                moved = expressions_changed(goal, known)
                if built.isdisjoint(name for one in expressions(moved) for name in variables(one)):
                    return moved, *goals[:i], *goals[i + 1 :]
            case ir.Call(key) if is_test_of_list(e.module.typed.program.procedures[key]):
                pass
            case ir.Order():
                pass
            case _:
                break
    return goals


class Form(Flag):
    """How what follows goals is written."""

    BEHIND = 0
    MANY = auto()
    """There may be several solutions."""
    WITHIN = auto()
    """What follows is written within them, or fails otherwise than they do."""
    APART = auto()
    """What follows is in another function."""


def form(e: Emitter, goals: Goals) -> Form:
    """How what follows the goals is written."""
    found = Form.BEHIND
    for goal in goals:
        match goal:
            case ir.Commit():
                found |= Form.WITHIN
            case ir.Call(key):
                called = e.instance.calls.get(goal.number)
                table = None if called is None else table_of(e.module, called)
                if e.module.typed.program.procedures[key].determinism is NONDET:
                    found |= Form.MANY | (Form.APART if table is None else Form.BEHIND)
                if table is not None and not table.single:
                    found |= Form.WITHIN
            case ir.Library(key):
                found |= Form.MANY | Form.WITHIN if SOLUTIONS[key] is NONDET else Form.BEHIND
            case ir.Or(branches):
                found |= Form.MANY | Form.WITHIN
                for branch in branches:
                    found |= form(e, branch)
            case ir.IfThenElse(condition, then, otherwise):
                found |= form(e, then) | form(e, otherwise)
                if goal.soft:
                    found |= Form.APART | form(e, condition) & Form.MANY
            case ir.Catch(tried, _, recovery):
                found |= form(e, recovery)
                if Form.MANY in form(e, tried):
                    found |= Form.MANY | Form.APART
            case _:
                pass
    return found


def first(e: Emitter, goals: Goals, otherwise: c.Statement) -> None:
    """Code runs on with the first solution; without one, the statement `otherwise` is executed."""
    _block(e, goals, e.write, otherwise)


def every(e: Emitter, goals: Goals, each: Callable[[], None]) -> None:
    """`each` with every solution; then code runs on."""
    end = e.new("L")

    def step(_: c.Statement) -> None:
        each()
        e.write(e.fail)

    _block(e, goals, step, c.Goto(end))
    e.write(c.Label(end))


def _block(e: Emitter, goals: Goals, each: Callable[[c.Statement], None], otherwise: c.Statement) -> None:
    """Goals whose failures do not leave the block; `each` is given the statement that leaves it."""
    if Form.APART in form(e, goals):
        block = e.function("block", lambda: write(e, goals, Success(lambda: each(FOUND), small=True)))
        e.write(c.If(c.Unary("!", c.call(block, c.FRAME)), (otherwise,)))
        return
    behind, outer = e.new("L"), e.fail
    e.fail = otherwise
    write(e, goals, Success(lambda: each(c.Goto(behind)), small=True))
    e.fail = outer
    e.write(c.Label(behind))


def join(e: Emitter, goal: ir.Goal, success: Success) -> Success:
    """What follows the branches of a goal, to be written at the end of each; then it is closed."""
    inside = form(e, (goal,)) & (Form.WITHIN | Form.APART)
    light = len(success.goals) <= LIGHT and all(isinstance(one, LIGHT_GOALS) for one in success.goals)
    if success.small and (naming(success.goals) or (inside and light)):
        return replace(success, close=NOTHING.close)
    if Form.APART in inside:
        return _function(e, success)
    return _place(e, success) if inside else _behind(e, success)


def _behind(e: Emitter, success: Success) -> Success:
    """Behind branches that are left for good."""
    here = e.new("L")

    def close() -> None:
        e.write(c.Label(here))
        write(e, (), success)

    return Success(lambda: e.write(c.Goto(here)), close=close)


def _place(e: Emitter, success: Success) -> Success:
    """At one place of the function; a failure goes back to where it came from."""
    here, back, came = e.new("L"), e.new("L"), e.local("int", "from")
    resumed: list[c.Statement] = []

    def end() -> None:
        if e.fail not in resumed:
            resumed.append(e.fail)
        e.write(c.assign(came, c.number(resumed.index(e.fail))), c.Goto(here))

    def close() -> None:
        outer, e.fail = e.fail, c.Goto(back)
        e.write(c.Label(here))
        write(e, (), success)
        cases = [(c.number(number), (one,)) for number, one in enumerate(resumed[:-1])]
        e.write(c.Label(back), c.Switch(came, (*cases, *((None, (one,)) for one in resumed[-1:]))))
        e.fail = outer

    return Success(end, small=True, close=close)


def _function(e: Emitter, success: Success) -> Success:
    """In a function of its own; a failure there returns."""
    made: list[str] = []

    def end() -> None:
        if not made:
            made.append("")
            made[0] = e.function("rest", lambda: write(e, (), success))
        e.write(c.If(c.call(made[0], c.FRAME), (e.stop,)), e.fail)

    return Success(end, small=True)
