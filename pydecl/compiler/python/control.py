"""Control: goals in their order, branches, first solutions, collections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pydecl.compiler.ir import (
    Bind,
    Call,
    Catch,
    Collect,
    Collection,
    Commit,
    Compute,
    Equal,
    Fail,
    Goal,
    IfThenElse,
    Ignore,
    Library,
    Match,
    Not,
    Once,
    Or,
    Raise,
    Var,
)
from pydecl.compiler.ir.solutions import EMPTY_FAILS, dead, refutable, weight, without_results
from pydecl.compiler.ir.visitor import assigned, goals_within
from pydecl.compiler.python.calls import write_call
from pydecl.compiler.python.expressions import Kind, simple
from pydecl.compiler.python.matching import match_value
from pydecl.compiler.python.writer import Stop, Then, Writer

SHORT = 4
"""What follows is written several times where it is no longer than this, in goals."""

DEEPEST_TEXT = 40
"""How deep text may be nested before the rest becomes a function of its own; Python allows 100 levels."""

MOST_LOOPS = 10
"""How many loops may be nested; Python allows 20."""


def write_goals(w: Writer, goals: Sequence[Goal], then: Then) -> None:
    """Goals, one after another, and what follows them."""
    if then.ends_clause:
        shorter, results = without_results(goals, w.results)
        if len(shorter) < len(goals):
            kept, w.results = w.results, results
            write_goals(w, shorter, then)
            w.results = kept
            return
    if not goals:
        then.write()
        return
    if w.indent > DEEPEST_TEXT + w.nesting or w.loops > MOST_LOOPS:
        _outlined(w, goals, then)
        return
    goal, rest = goals[0], goals[1:]
    after = then
    if rest:
        after = Then(lambda: write_goals(w, rest, then), weight(rest) + then.weight)
    tests = []
    number = 0
    while number < len(goals) and not (then.ends_clause and _is_turn(w, goals[number:])):
        text = _plain_test(w, goals[number])
        if text is None:
            break
        tests.append(text)
        number += 1
    if tests:
        with w.block(f"if {' and '.join(tests)}:"):
            write_goals(w, goals[number:], then)
        return
    write_goal(w, goal, after)


def _is_turn(w: Writer, goals: Sequence[Goal]) -> bool:
    """Whether all that is left is a call of the procedure itself."""
    last = goals[0]
    return len(goals) == 1 and isinstance(last, Call) and last.procedure == w.procedure.key


def _plain_test(w: Writer, goal: Goal) -> str | None:
    """A goal that is best written as an expression: it assigns nothing."""
    if assigned((goal,)) or not w.conditions.facts.fails(goal) or w.conditions.facts.many(goal):
        return None
    if isinstance(goal, Fail | Commit | Match) and not (
        isinstance(goal, Match) and isinstance(goal.pattern, Equal)
    ):
        return None
    return w.conditions.test_of(goal, last=False)


def write_goal(w: Writer, goal: Goal, then: Then) -> None:
    """One goal, and what follows it."""
    if isinstance(goal, Match):
        match_value(w, w.values.value(goal.value), goal.pattern, w.values.kind(goal.value), then)
    elif isinstance(goal, Compute):
        _write_compute(w, goal, then)
    elif isinstance(goal, Call | Library):
        write_call(w, goal, then)
    elif isinstance(goal, IfThenElse):
        _if_then_else(w, goal, then)
    elif isinstance(goal, Or):
        _write_or(w, goal, then)
    elif isinstance(goal, Not):
        flag = _first_solution(w, goal.goals)
        with w.block(f"if not {flag}:"):
            then.write()
    elif isinstance(goal, Once):
        _write_once(w, goal, then)
    elif isinstance(goal, Commit):
        w.committed = True
        then.write()
        if w.cut is not None:
            w.line(f"{w.cut} = True")
        w.line(w.failing())
    elif isinstance(goal, Collect):
        _write_collection(w, goal, then)
    elif isinstance(goal, Catch):
        _write_catch(w, goal, then)
    elif isinstance(goal, Raise):
        w.line(f"raise thrown({w.values.value(goal.ball)})")
    elif not isinstance(goal, Fail):  # Compare and Order where all fail is not written as tests
        text = w.conditions.test_of(goal, last=False)
        with w.block(f"if {text}:"):
            then.write()


def _write_compute(w: Writer, goal: Compute, then: Then) -> None:
    text, kind = w.values.number(goal.value)
    if not refutable(goal.pattern):  # evaluated even if nobody reads it: it may be an error
        name = w.values.name(goal.pattern.name) if isinstance(goal.pattern, Bind) else w.values.temporary()
        w.line(f"{name} = {text}")
        if kind is Kind.RAW:
            w.line(f"if {name}.__class__ is not int: {name} = {w.values.full(goal.value)}")
            kind = Kind.NUMBER
        if isinstance(goal.pattern, Bind):
            w.values.know(goal.pattern.name, kind)
        then.write()
        return
    text, kind = w.values.computed(goal.value, w.values.temporary())
    match_value(w, text, goal.pattern, kind, then)


def _first_solution(w: Writer, goals: Sequence[Goal]) -> str:
    """The first solution of goals; the flag that it sets, if there is one."""
    while len(goals) == 1 and isinstance(goals[0], Once) and not goals[0].optional:
        goals = goals[0].goals
    flag = w.values.temporary()
    text = w.conditions.test(goals)
    if text is not None:
        if simple(text):
            return text
        w.line(f"{flag} = {text}")
        return flag
    w.line(f"{flag} = False")

    def found() -> None:
        w.line(f"{flag} = True")
        if w.loops > stop.loops:
            w.line("break")

    outer, stop = w.stop, Stop(flag, w.loops)
    w.stop = stop
    write_goals(w, goals, Then(found, 1))
    w.stop = outer
    return flag


def _write_once(w: Writer, goal: Once, then: Then) -> None:
    if not w.conditions.facts.any_many(goal.goals) and not goal.optional:
        write_goals(w, goal.goals, Then(then.write, then.weight))
        return
    flag = _first_solution(w, goal.goals)
    if goal.optional or not w.conditions.facts.any_fails(goal.goals):
        then.write()
        return
    with w.block(f"if {flag}:"):
        then.write()


def _if_then_else(w: Writer, goal: IfThenElse, then: Then) -> None:
    branches = (goal.then, goal.otherwise)
    short = then.weight <= SHORT or any(map(dead, branches))
    if not short and (w.conditions.facts.many(goal) or _cuts((goal,))):
        _outlined(w, (goal,), then)
        return
    if goal.soft and w.conditions.facts.any_many(goal.condition):
        _soft_if(w, goal, then)
        return
    condition = w.conditions.test(goal.condition)
    if condition is None:
        condition = _first_solution(w, goal.condition)
    if short:
        with w.block(f"if {condition}:"), w.scope():
            write_goals(w, goal.then, then)
        with w.block("else:"), w.scope():
            write_goals(w, goal.otherwise, then)
        return
    _joined_branches(w, condition, goal, then)


def _joined_branches(w: Writer, condition: str, goal: IfThenElse, then: Then) -> None:
    """Both branches, and after them, once, what follows."""
    fails = w.conditions.facts.any_fails((*goal.then, *goal.otherwise))
    flag = w.values.temporary()
    if fails:
        w.line(f"{flag} = False")
    stop, w.stop = w.stop, None
    known: list[dict[str, Kind]] = []

    def done() -> None:
        known.append(dict(w.values.kinds))
        if fails:
            w.line(f"{flag} = True")

    for header, goals in ((f"if {condition}:", goal.then), ("else:", goal.otherwise)):
        with w.block(header), w.scope():
            write_goals(w, goals, Then(done, 1))
    w.stop = stop
    w.values.kinds = {
        name: kind
        for name, kind in (known[0] if known else {}).items()
        if all(others.get(name) is kind for others in known)
    }
    if fails:
        with w.block(f"if {flag}:"):
            then.write()
    else:
        then.write()


def _soft_if(w: Writer, goal: IfThenElse, then: Then) -> None:
    flag = w.values.temporary()
    w.line(f"{flag} = False")

    def found() -> None:
        w.line(f"{flag} = True")
        write_goals(w, goal.then, then)

    with w.scope(), w.others_left(True):
        write_goals(w, goal.condition, Then(found, then.weight + weight(goal.then)))
    with w.scope(), w.block(f"if not {flag}:"):
        write_goals(w, goal.otherwise, then)


def _write_or(w: Writer, goal: Or, then: Then) -> None:
    if then.weight > SHORT and sum(not dead(branch) for branch in goal.branches) > 1:
        _outlined(w, (goal,), then)
        return
    _write_branches(w, goal.branches, then)


def _write_branches(w: Writer, branches: Sequence[tuple[Goal, ...]], then: Then) -> None:
    if not branches:
        return
    with w.scope(), w.others_left(bool(branches[1:])):
        write_goals(w, branches[0], Then(then.write, then.weight))
    if w.stop is not None and len(branches) > 1:
        with w.block(f"if not {w.stop.flag}:"):
            _write_branches(w, branches[1:], then)
    else:
        _write_branches(w, branches[1:], then)


def _outlined(w: Writer, goals: Sequence[Goal], then: Then) -> None:
    """Goals as a generator of their own inside the function, so that what follows is written once."""
    _as_generator(w, goals, lambda: write_goals(w, goals, Then(lambda: w.line("yield"), 1)), then)


def _write_catch(w: Writer, goal: Catch, then: Then) -> None:
    """The goals as a generator, in which what follows raises nothing."""

    def body() -> None:
        error, flag, ball = (w.values.temporary() for _ in range(3))
        with w.block("try:"), w.scope():
            write_goals(w, goal.goals, Then(lambda: w.line("yield"), 1))
            w.line("return")
        kind = "PrologError" if w.values.exact else "ThrownError"
        with w.block(f"except {kind} as caught:"):
            w.line(f"{error} = caught")
        w.line(f"{flag} = True")
        if not isinstance(goal.ball, Ignore):
            whole = isinstance(goal.ball, Bind) or (
                isinstance(goal.ball, Equal) and isinstance(goal.ball.value, Var)
            )
            w.line(f"{ball} = ball_of({error}, whole={whole})")

        def recover() -> None:
            w.line(f"{flag} = False")
            write_goals(w, goal.recovery, Then(lambda: w.line("yield"), 1))

        with w.scope():
            match_value(w, ball, goal.ball, None, Then(recover, weight(goal.recovery)))
        with w.block(f"if {flag}:"):
            w.line(f"raise {error}")

    _as_generator(w, (goal,), body, then)


def _as_generator(w: Writer, goals: Sequence[Goal], body: Callable[[], None], then: Then) -> None:
    """A generator inside the function, whose `body` yields for each solution of the goals."""
    name = w.values.temporary()
    names = [w.values.name(variable) for variable in assigned(goals)]
    cut = w.values.temporary() if _cuts(goals) else None
    kept = [*names, *([cut] if cut else [])]
    if kept:
        w.local.append(" " * w.nesting + f"{' = '.join(kept)} = None")
    with w.scope(), w.function(f"def {name}():"):
        if kept:
            w.local.append(" " * w.nesting + f"nonlocal {', '.join(kept)}")
        w.stop, w.loops, w.inside, w.cut = None, 0, True, cut
        body()
        w.line("return")
        w.line("yield")
    for variable in assigned(goals):
        w.values.know(variable, None)
    if cut:
        w.line(f"{cut} = False")
    with w.loop(f"for _ in {name}():"):
        then.write()
    if cut:
        with w.block(f"if {cut}:"):
            if w.cut is not None:
                w.line(f"{w.cut} = True")
            w.line(w.failing())


def _write_collection(w: Writer, goal: Collect, then: Then) -> None:
    items = w.values.temporary()
    whole = _whole_call(w, goal)
    if whole is not None:
        w.line(f"{items} = {whole}")
    else:
        w.line(f"{items} = []")
        stop, w.stop = w.stop, None

        def found() -> None:
            w.line(f"{items}.append({w.values.value(goal.template)})")

        with w.scope():
            write_goals(w, goal.goals, Then(found, 1))
        w.stop = stop
    if isinstance(goal.result, Ignore):  # made even if nobody reads it: it may be an error
        goal = replace(goal, result=Bind(f"unread {w.values.temporary()}"))
    kind = _COLLECTED_KINDS.get(goal.kind, Kind.LIST)
    text = _COLLECTED[goal.kind].format(items)
    if goal.kind in EMPTY_FAILS:
        with w.block(f"if {items}:"):
            match_value(w, text, goal.result, kind, then)
    else:
        match_value(w, text, goal.result, kind, then)


def _whole_call(w: Writer, goal: Collect) -> str | None:
    """All solutions of one call, if they are what is collected."""
    if len(goal.goals) != 1:
        return None
    (call,) = goal.goals
    if not isinstance(call, Call | Library) or not w.conditions.facts.many(call) or len(call.results) != 1:
        return None
    pattern = call.results[0]
    if isinstance(pattern, Bind) and goal.template == Var(pattern.name):
        return f"list({w.conditions.call(call)})"
    return None


_COLLECTED = {
    Collection.LIST: "tuple({})",
    Collection.BAG: "tuple({})",
    Collection.BAG_ALL: "tuple({})",
    Collection.SORTED: "sorted_set({})",
    Collection.SET_ALL: "sorted_set({})",
    Collection.COUNT: "len({})",
    Collection.SUM: "total({})",
    Collection.MAX: "largest({})",
    Collection.MIN: "smallest({})",
    Collection.MAX_WITNESS: "largest_with_witness({})",
    Collection.MIN_WITNESS: "smallest_with_witness({})",
}

_COLLECTED_KINDS: dict[Collection, Kind | None] = {
    Collection.COUNT: Kind.INTEGER,
    Collection.SUM: Kind.NUMBER,
    Collection.MAX: Kind.NUMBER,
    Collection.MIN: Kind.NUMBER,
    Collection.MAX_WITNESS: None,
    Collection.MIN_WITNESS: None,
}


def _cuts(goals: Sequence[Goal]) -> bool:
    """Whether there is a cut among goals."""
    return any(isinstance(goal, Commit) for goal in goals_within(goals))
