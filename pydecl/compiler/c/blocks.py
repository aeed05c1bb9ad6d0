"""Blocks of goals in C: those whose first solution counts, or every one; what follows several branches.

Code runs on where a goal succeeds; failing is one statement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.emitter import FOUND, NONDET, Emitter, Goals, Rest
from pydecl.compiler.c.loops import at_end, naming
from pydecl.compiler.c.tables import table_of
from pydecl.compiler.library import SOLUTIONS

LIGHT = 3
"""So many goals of LIGHT_GOALS are written more than once."""

LIGHT_GOALS = (ir.Match, ir.Compute, ir.Compare, ir.Order, ir.Fail)


def sequence(e: Emitter, goals: Goals, rest: Rest) -> None:
    """The goals from left to right, then the rest."""
    if rest is e.final and naming(goals):
        kept, results = at_end(e.procedure.clauses[e.clause].results, goals)
        nothing = Rest(lambda: None)
        for goal in kept:
            e.goals[type(goal)](e, goal, (), nothing)
        e.found(results)
    elif goals:
        e.goals[type(goals[0])](e, goals[0], goals[1:], rest)
    else:
        rest.write()


def cuts(goals: Goals) -> bool:
    """Whether a cut of the clause stands among the goals."""
    for goal in goals:
        match goal:
            case ir.Commit():
                return True
            case ir.Or(branches):
                if any(map(cuts, branches)):
                    return True
            case ir.IfThenElse(_, then, otherwise):
                if cuts(then) or cuts(otherwise):
                    return True
            case _:
                pass
    return False


def any_many(e: Emitter, goals: Goals) -> bool:
    """Whether goals may have several solutions."""
    return any(_many(e, goal) for goal in goals)


def _many(e: Emitter, goal: ir.Goal) -> bool:
    match goal:
        case ir.Call(key):
            return e.module.procedure(key).determinism is NONDET
        case ir.Library(key):
            return SOLUTIONS[key] is NONDET
        case ir.IfThenElse(condition, then, otherwise):
            return any_many(e, (*then, *otherwise, *(condition if goal.soft else ())))
        case ir.Catch(tried, _, recovery):
            return any_many(e, (*tried, *recovery))
        case _:
            return isinstance(goal, ir.Or)


def splits(e: Emitter, goals: Goals) -> bool:
    """Whether writing the goals may begin another function."""
    for goal in goals:
        match goal:
            case ir.Call(key):
                if e.module.procedure(key).determinism is NONDET and not _tabled(e, goal):
                    return True
            case ir.Or(branches):
                if any(splits(e, branch) for branch in branches):
                    return True
            case ir.IfThenElse(soft=True):
                return True
            case ir.Catch(tried, _, recovery):
                if any_many(e, tried) or splits(e, recovery):
                    return True
            case ir.IfThenElse(_, then, otherwise):
                if splits(e, then) or splits(e, otherwise):
                    return True
            case _:
                pass
    return False


def branching(e: Emitter, goals: Goals) -> bool:
    """Whether what follows the goals cannot simply be written after them."""
    for goal in goals:
        match goal:
            case ir.Or():
                return True
            case ir.Catch(_, _, recovery):
                if branching(e, recovery):
                    return True
            case ir.IfThenElse(_, then, otherwise):
                if branching(e, then) or branching(e, otherwise):
                    return True
            case _:
                pass
    return splits(e, goals) or cuts(goals) or any(_loops(e, goal) for goal in goals)


def first(e: Emitter, goals: Goals, otherwise: c.Statement) -> None:
    """Code runs on with the first solution; without one, the statement `otherwise` is executed."""
    if splits(e, goals):
        block = e.function("block", lambda: sequence(e, goals, solved(e)))
        e.write(c.If(c.Unary("!", c.call(block, c.FRAME)), (otherwise,)))
        return
    found, saved = e.new("L"), e.fail
    e.fail = otherwise
    sequence(e, goals, Rest(lambda: e.write(c.Goto(found)), small=True))
    e.fail = saved
    e.write(c.Label(found))


def solved(e: Emitter) -> Rest:
    """The end of a block whose first solution counts."""
    return Rest(lambda: e.write(FOUND), small=True)


def every(e: Emitter, goals: Goals, each: Callable[[], None]) -> None:
    """`each` with every solution; then code runs on."""

    def step() -> None:
        each()
        e.write(e.fail)

    if splits(e, goals):
        block = e.function("block", lambda: sequence(e, goals, Rest(step, small=True)))
        e.write(c.Do(c.Cast("void", c.call(block, c.FRAME))))
        return
    end, saved = e.new("L"), e.fail
    e.fail = c.Goto(end)
    sequence(e, goals, Rest(step))
    e.fail = saved
    e.write(c.Label(end))


def join(e: Emitter, goals: Goals, rest: Rest, branches: Sequence[Goals] | None) -> Rest:
    """The goals and the rest, so that they can be reached from the ends of the branches."""
    if rest.small and len(goals) <= LIGHT and all(isinstance(goal, LIGHT_GOALS) for goal in goals):
        return Rest(lambda: sequence(e, goals, rest), small=True)
    if branches is not None and not any(splits(e, branch) for branch in branches):
        return _place(e, goals, rest)
    made: list[str] = []

    def write() -> None:
        if not made:
            made.append("")
            made[0] = e.function("rest", lambda: sequence(e, goals, rest))
        e.write(c.If(c.call(made[0], c.FRAME), (e.stop,)), e.fail)

    return Rest(write, small=True)


def _place(e: Emitter, goals: Goals, rest: Rest) -> Rest:
    """The goals and the rest at one place of the function; a failure goes back to where it came from."""
    here, back, came = e.new("L"), e.new("L"), e.local("int", "from")
    resumed: list[c.Statement] = []

    def write() -> None:
        if e.fail not in resumed:
            resumed.append(e.fail)
        e.write(c.assign(came, c.number(resumed.index(e.fail))), c.Goto(here))

    def close() -> None:
        saved = e.fail
        e.fail = c.Goto(back)
        e.write(c.Label(here))
        sequence(e, goals, rest)
        cases = [(c.number(number), (one,)) for number, one in enumerate(resumed[:-1])]
        e.write(c.Label(back), c.Switch(came, (*cases, *((None, (one,)) for one in resumed[-1:]))))
        e.fail = saved

    return Rest(write, small=True, close=close)


def _tabled(e: Emitter, goal: ir.Call) -> bool:
    called = e.instance.calls.get(goal.number)
    return called is not None and table_of(e.module, called) is not None


def _loops(e: Emitter, goal: ir.Goal) -> bool:
    """Whether the goal is written as a loop around what follows."""
    if isinstance(goal, ir.Call):
        called = e.instance.calls.get(goal.number)
        table = None if called is None else table_of(e.module, called)
        return table is not None and not table.single
    return isinstance(goal, ir.Library) and SOLUTIONS[goal.procedure] is NONDET
