"""Goals in C but for calls: what is taken apart, computed, compared or collected, and what controls others.

Code runs on where a goal succeeds; failing is one statement. `GOALS` says what writes each kind of goal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.arithmetic import comparison, either, number
from pydecl.compiler.c.blocks import Form, every, first, form, join, write
from pydecl.compiler.c.boxing import wrapped
from pydecl.compiler.c.calls import write_call
from pydecl.compiler.c.emitter import FAILED, FOUND, Emitter, GoalEmitter, Goals, Success
from pydecl.compiler.c.library import EMITTERS, SEVERAL
from pydecl.compiler.c.module import NotCoveredError
from pydecl.compiler.c.type_inference import RESULT
from pydecl.compiler.c.types import Type
from pydecl.compiler.c.values import equality, fit, match, value
from pydecl.model.term import Atom


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


def _not(e: Emitter, goals: Goals) -> None:
    none, outer, given_back = e.new("L"), e.fail, e.giving_back()
    first(e, goals, c.Goto(none))
    e.write(*given_back, outer, c.Label(none), *given_back)


def _raise(e: Emitter, goal: ir.Raise) -> None:
    node = e.instance.place(goal, 0)
    e.write(c.assign(c.Name("error_start"), c.Name("out_size")))
    e.do(e.layout.need("put", node), value(e, goal.ball, node))
    e.do("trap", c.Name("THROWN"), c.Text("thrown"))


# Branches


def _if(e: Emitter, goal: ir.IfThenElse, success: Success) -> None:
    match goal:
        case ir.IfThenElse(soft=True):
            _soft(e, goal, success)
        case ir.IfThenElse(condition, (), (ir.Fail(),)):
            first(e, condition, e.fail)
            write(e, (), success)
        case ir.IfThenElse(condition, (ir.Fail(),), ()):
            _not(e, condition)
            write(e, (), success)
        case ir.IfThenElse(condition, then, otherwise):
            other = e.new("L")
            tested = lambda: first(e, condition, c.Goto(other)), then
            _either(e, goal, success, tested, (lambda: e.write(c.Label(other)), otherwise))


def _either(e: Emitter, goal: ir.Goal, success: Success, *branches: tuple[Callable[[], None], Goals]) -> None:
    """Two branches, and what follows either. What comes before the goals of one may jump to the other."""
    joined, outer = join(e, goal, success), e.fail
    for before, goals in branches:
        before()
        write(e, goals, joined)
        e.fail = outer
    joined.close()


def _soft(e: Emitter, goal: ir.IfThenElse, success: Success) -> None:
    joined, outer = join(e, goal, success), e.fail
    found, end = e.fresh("found", "bool"), e.new("L")
    e.write(c.assign(found, c.FALSE))

    def then() -> None:
        e.write(c.assign(found, c.TRUE))
        write(e, goal.then, joined)

    e.fail = c.Goto(end)
    write(e, goal.condition, Success(then))
    e.write(c.Label(end), c.If(found, (outer,)))
    e.fail = outer
    write(e, goal.otherwise, joined)


def _branches(e: Emitter, goal: ir.Or, success: Success) -> None:
    joined, outer = join(e, goal, success), e.fail
    given_back = e.giving_back()
    for branch in goal.branches[:-1]:
        following = e.new("L")
        e.fail = c.Goto(following)
        write(e, branch, joined)
        e.write(c.Label(following), *given_back)
    e.fail = outer
    write(e, goal.branches[-1], joined)
    e.fail = outer
    joined.close()


def _commit(e: Emitter, _: ir.Commit, success: Success) -> None:
    e.fail = FAILED if e.fn.main else FOUND
    write(e, (), success)


def _library(e: Emitter, goal: ir.Library, success: Success) -> None:
    where = goal.procedure.name, goal.procedure.mode
    if where in SEVERAL:
        SEVERAL[where](e, goal, lambda: write(e, (), success))
    else:
        EMITTERS[where](e, goal)
        write(e, (), success)


# Collections


FLOOR, HP, UP = c.Name("hp_floor"), c.Name("hp"), c.Name("up")
COLLECTING = c.Name("collecting")


def _collect(e: Emitter, goal: ir.Collect) -> None:
    """One value of all solutions."""
    kind, node = goal.kind, e.instance.place(goal, RESULT)
    if kind is ir.Collection.COUNT:
        count = e.fresh("count", "I")
        e.write(c.assign(count, c.ZERO))
        every(e, goal.goals, lambda: e.write(c.increment(count)))
        fit(e, wrapped(e.layout, "I", count, node), node, goal.result)
    elif kind is ir.Collection.SUM:
        whole = isinstance(goal.template, ir.Var) and e.layout.c(e.type_of(goal.template.name)) == "I"
        held = "I" if whole else "N"  # whole: what is added up can be nothing but integers
        total = e.fresh("sum", held)
        e.write(c.assign(total, c.ZERO if held == "I" else c.call("n_I", c.ZERO)))
        every(e, goal.goals, lambda: _add(e, total, held, goal.template))
        fit(e, wrapped(e.layout, held, total, node), node, goal.result)
    else:
        _gather(e, goal, node)


def _add(e: Emitter, total: c.Expr, held: str, template: ir.Expr) -> None:
    kind, added = number(e, template)
    if held == "I":
        e.write(c.assign(total, c.call("i_add", total, added)))
    else:
        e.write(c.assign(total, c.call("n_add", total, either(kind, added))))


def _gather(e: Emitter, goal: ir.Collect, node: Type) -> None:
    element, part = node.list_element(), e.layout.list_part(node)
    match goal:  # findall(X, Goal, [Y]) of a goal that has one solution at the most: there is no list
        case ir.Collect(_, template, goals, ir.ListShape((only,), None)) if not form(e, goals) & (
            Form.WITHIN | Form.APART
        ):
            first(e, goals, e.fail)
            fit(e, value(e, template, element), element, only)
            return
        case _:
            pass
    kind = e.layout.c(element)
    base, floor = e.fresh("base", "char *"), e.fresh("floor", "char *")
    start, top = e.fresh("start", "char *"), e.fresh("top", "char *")
    outer = e.fresh("outer", "bool")
    e.write(c.assign(start, UP), c.assign(base, c.call("up_align")))
    e.write(c.assign(floor, FLOOR), c.assign(top, HP))
    e.write(c.assign(outer, COLLECTING), c.assign(COLLECTING, c.TRUE))
    plain = element.find().is_plain  # what the goals made is needed no longer

    def keep() -> None:
        made, place = value(e, goal.template, element), e.local(f"{kind} *", "t")
        e.write(c.assign(place, c.cast(f"{kind} *", c.call("up_push", c.call("sizeof", c.Name(kind))))))
        e.put(c.Unary("*", place), made, element)
        if not plain:
            e.write(c.assign(FLOOR, HP))

    every(e, goal.goals, keep)
    found = e.local(e.layout.c(part), "t")
    lowest = c.call("floor_of_facts", floor) if e.module.holds_facts else floor
    e.write(c.assign(COLLECTING, outer), c.assign(FLOOR, lowest))
    if plain:
        e.do("release", top)
    e.write(c.assign(found, c.call(e.layout.need("gathered", part), base, start)))
    fit(e, wrapped(e.layout, "L", found, node), node, goal.result)


# What is caught


def _catch(e: Emitter, goal: ir.Catch, success: Success) -> None:
    """The goals are a function, which is left where they throw; what comes after them is not in it."""
    if Form.MANY in form(e, goal.goals):
        _catch_each(e, goal, success)
        return
    outcome, caught = e.fresh("outcome", "int"), e.new("L")

    def try_goals() -> None:
        _try(e, outcome, caught, lambda: write(e, goal.goals, Success(lambda: e.write(FOUND), small=True)))
        e.require(outcome)

    def catch() -> None:
        e.write(c.Label(caught))
        match_ball(e, goal)

    _either(e, goal, success, (try_goals, ()), (catch, goal.recovery))


def _try(e: Emitter, outcome: c.Expr, caught: str, body: Callable[[], None]) -> None:
    """The outcome of a function in which goals are tried; where they throw, there is a jump."""
    e.write(c.assign(outcome, c.call("try_goals", c.Name(e.function("try", body, ())), c.FRAME)))
    e.write(c.If(c.equals(outcome, c.Name("CAUGHT")), (c.Goto(caught),)))


def _catch_each(e: Emitter, goal: ir.Catch, success: Success) -> None:
    """The same of goals with several solutions: what comes after them runs in them, and is not caught."""
    joined, outer = join(e, goal, success), e.fail
    outcome, handler = e.fresh("outcome", "int"), e.fresh("handler", "struct handler *")
    caught = e.new("L")

    def then() -> None:
        retry, back = e.fail, e.new("L")
        e.do("leave_goals", handler)
        e.fail = c.Goto(back)
        write(e, (), joined)
        e.write(c.Label(back))
        e.do("enter_goals", handler)
        e.write(retry)
        e.fail = retry

    def body() -> None:
        e.write(c.assign(handler, c.Name("handlers")))
        write(e, goal.goals, Success(then))

    _try(e, outcome, caught, body)
    e.write(c.If(outcome, (e.stop,)), outer, c.Label(caught))
    match_ball(e, goal)
    write(e, goal.recovery, joined)
    e.fail = outer


# Balls: what was thrown lies in the output, written as bytes. Of an error of Prolog's own only the formal
# term is there, of a thrown term all. A pattern reads the bytes from the front; what it binds is read as the
# type of the variable.


ERROR = ("error", 2)


def match_ball(e: Emitter, goal: ir.Catch) -> None:
    """Code runs on where the ball fits, and is thrown again where it does not."""
    outer, e.fail = e.fail, c.Do(c.call("throw_again"))
    e.do("read_ball")
    match goal.ball:
        case ir.Ignore():
            pass
        case ir.Shape(name, (formal, ir.Ignore())) if (name, 2) == ERROR:
            e.require(c.call("ball_is_error"))
            _match_bytes(e, formal, goal)
        case ir.Bind() | ir.Equal(ir.Var()):
            e.do("ball_is_whole")
            _match_bytes(e, goal.ball, goal)
        case pattern:
            e.require(c.call("ball_is_thrown"))
            _match_bytes(e, pattern, goal)
    e.do("drop_ball")
    e.fail = outer


def _match_bytes(e: Emitter, pattern: ir.Pattern, goal: ir.Catch) -> None:
    match pattern:
        case ir.Ignore():
            e.do("skip_term")
        case ir.Bind(name):
            node = e.type_of(name)
            e.write(c.assign(e.variable(name), c.call(e.layout.need("get", node))))
        case ir.Equal(ir.Const(Atom(name))):
            e.require(c.call("next_is_atom", c.Text(name)))
        case ir.Equal(ir.Const(int() as value)):
            e.require(c.call("next_is_int", c.number(value)))
        case ir.Equal(ir.Var(name)):
            node = e.type_of(name)
            found = e.named(c.call(e.layout.need("get", node)), node)
            e.require(equality(e, found, node, ir.Var(name)))
        case ir.Shape(name, args):
            e.require(c.call("next_is_compound", c.Text(name), c.number(len(args))))
            for arg in args:
                _match_bytes(e, arg, goal)
        case ir.ListShape(items, None):
            e.require(c.call("next_is_list", c.number(len(items))))
            for item in items:
                _match_bytes(e, item, goal)
        case _:
            raise NotCoveredError("such a pattern of what is caught", goal)


def _simple(one: Callable[[Emitter, Any], None]) -> GoalEmitter:
    """What writes a goal of at most one solution, and then what follows."""

    def both(e: Emitter, goal: ir.Goal, success: Success) -> None:
        one(e, goal)
        write(e, (), success)

    return both


_SIMPLE: Mapping[type[ir.Goal], Callable[[Emitter, Any], None]] = {
    ir.Match: _match,
    ir.Compute: _compute,
    ir.Compare: lambda e, goal: e.require(comparison(e, goal.op, goal.left, goal.right)),
    ir.Order: _order,
    ir.Fail: lambda e, _: e.write(e.fail),
    ir.Raise: _raise,
    ir.Collect: _collect,
}

GOALS: Mapping[type[ir.Goal], GoalEmitter] = {
    **{kind: _simple(one) for kind, one in _SIMPLE.items()},
    ir.Or: _branches,
    ir.IfThenElse: _if,
    ir.Call: write_call,
    ir.Library: _library,
    ir.Commit: _commit,
    ir.Catch: _catch,
}
"""What writes each kind of goal: each value takes goals of its key's kind."""
