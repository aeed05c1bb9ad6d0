"""Control: goals in their order, branches, first solutions, collections."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from pydecl.compiler.ir import (
    Bind,
    Call,
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
from pydecl.compiler.python.expressions import Kind, simple
from pydecl.compiler.python.matching import Matching
from pydecl.compiler.python.writing import Stop, Then

SHORT = 4
"""What follows is written several times where it is no longer than this, in goals."""

DEEPEST_TEXT = 40
"""How deep text may be nested before the rest becomes a function of its own; Python allows 100 levels."""

MOST_LOOPS = 10
"""How many loops may be nested; Python allows 20."""


class Control(Matching):
    """Writes goals, and what follows them."""

    def goals(self, goals: Sequence[Goal], then: Then) -> None:
        """Goals, one after another, and what follows them."""
        if then.ends_clause:
            shorter, results = without_results(goals, self._results)
            if len(shorter) < len(goals):
                kept, self._results = self._results, results
                self.goals(shorter, then)
                self._results = kept
                return
        if not goals:
            then.write()
            return
        if self._indent > DEEPEST_TEXT + self._nesting or self._loops > MOST_LOOPS:
            self._outlined(goals, then)
            return
        goal, rest = goals[0], goals[1:]
        after = then
        if rest:
            after = Then(lambda: self.goals(rest, then), weight(rest) + then.weight)
        tests = []
        number = 0
        while number < len(goals) and not (then.ends_clause and self._is_turn(goals[number:])):
            text = self._plain_test(goals[number])
            if text is None:
                break
            tests.append(text)
            number += 1
        if tests:
            with self.block(f"if {' and '.join(tests)}:"):
                self.goals(goals[number:], then)
            return
        self._goal(goal, after)

    def _is_turn(self, goals: Sequence[Goal]) -> bool:
        """Whether all that is left is a call of the procedure itself."""
        last = goals[0]
        return len(goals) == 1 and isinstance(last, Call) and last.procedure == self.procedure.key

    def _plain_test(self, goal: Goal) -> str | None:
        """A goal that is best written as an expression: it assigns nothing."""
        if assigned((goal,)) or not self.facts.fails(goal) or self.facts.many(goal):
            return None
        if isinstance(goal, Fail | Commit | Match) and not (
            isinstance(goal, Match) and isinstance(goal.pattern, Equal)
        ):
            return None
        return self.test_of(goal, last=False)

    def _goal(self, goal: Goal, then: Then) -> None:
        if isinstance(goal, Match):
            self._match(self.value(goal.value), goal.pattern, self.kind(goal.value), then)
        elif isinstance(goal, Compute):
            self._compute(goal, then)
        elif isinstance(goal, Call | Library):
            self._call(goal, then)
        elif isinstance(goal, IfThenElse):
            self._if_then_else(goal, then)
        elif isinstance(goal, Or):
            self._or(goal, then)
        elif isinstance(goal, Not):
            flag = self._first(goal.goals)
            with self.block(f"if not {flag}:"):
                then.write()
        elif isinstance(goal, Once):
            self._once(goal, then)
        elif isinstance(goal, Commit):
            self._committed = True
            then.write()
            if self._cut is not None:
                self.line(f"{self._cut} = True")
            self.line(self._failing())
        elif isinstance(goal, Collect):
            self._collect(goal, then)
        elif isinstance(goal, Raise):
            self.line(f"raise thrown({self.value(goal.ball)})")
        elif not isinstance(goal, Fail):  # Compare and Order where all fail is not written as tests
            text = self.test_of(goal, last=False)
            with self.block(f"if {text}:"):
                then.write()

    def _compute(self, goal: Compute, then: Then) -> None:
        text, kind = self.number(goal.value)
        if not refutable(goal.pattern):  # evaluated even where nobody reads it: it may be an error
            name = self.name(goal.pattern.name) if isinstance(goal.pattern, Bind) else self.temporary()
            self.line(f"{name} = {text}")
            if kind is Kind.RAW:
                self.line(f"if {name}.__class__ is not int: {name} = {self.full(goal.value)}")
                kind = Kind.NUMBER
            if isinstance(goal.pattern, Bind):
                self.know(goal.pattern.name, kind)
            then.write()
            return
        text, kind = self.computed(goal.value, self.temporary())
        self._match(text, goal.pattern, kind, then)

    @abstractmethod
    def _call(self, goal: Call | Library, then: Then) -> None: ...

    # Control

    def _first(self, goals: Sequence[Goal]) -> str:
        """The first solution of goals; the flag that it sets, where there is one."""
        while len(goals) == 1 and isinstance(goals[0], Once) and not goals[0].optional:
            goals = goals[0].goals
        flag = self.temporary()
        text = self.test(goals)
        if text is not None:
            if simple(text):
                return text
            self.line(f"{flag} = {text}")
            return flag
        self.line(f"{flag} = False")

        def found() -> None:
            self.line(f"{flag} = True")
            if self._loops > stop.loops:
                self.line("break")

        outer, stop = self._stop, Stop(flag, self._loops)
        self._stop = stop
        self.goals(goals, Then(found, 1))
        self._stop = outer
        return flag

    def _once(self, goal: Once, then: Then) -> None:
        if not self.facts.any_many(goal.goals) and not goal.optional:
            self.goals(goal.goals, Then(then.write, then.weight))
            return
        flag = self._first(goal.goals)
        if goal.optional or not self.facts.any_fails(goal.goals):
            then.write()
            return
        with self.block(f"if {flag}:"):
            then.write()

    def _if_then_else(self, goal: IfThenElse, then: Then) -> None:
        branches = (goal.then, goal.otherwise)
        short = then.weight <= SHORT or any(map(dead, branches))
        if not short and (self.facts.many(goal) or cuts((goal,))):
            self._outlined((goal,), then)
            return
        if goal.soft and self.facts.any_many(goal.condition):
            self._soft(goal, then)
            return
        condition = self.test(goal.condition)
        if condition is None:
            condition = self._first(goal.condition)
        if short:
            with self.block(f"if {condition}:"), self.scope():
                self.goals(goal.then, then)
            with self.block("else:"), self.scope():
                self.goals(goal.otherwise, then)
            return
        self._joined_branches(condition, goal, then)

    def _joined_branches(self, condition: str, goal: IfThenElse, then: Then) -> None:
        """Both branches, and after them, once, what follows."""
        fails = self.facts.any_fails((*goal.then, *goal.otherwise))
        flag = self.temporary()
        if fails:
            self.line(f"{flag} = False")
        stop, self._stop = self._stop, None
        known: list[dict[str, Kind]] = []

        def done() -> None:
            known.append(dict(self.kinds))
            if fails:
                self.line(f"{flag} = True")

        for header, goals in ((f"if {condition}:", goal.then), ("else:", goal.otherwise)):
            with self.block(header), self.scope():
                self.goals(goals, Then(done, 1))
        self._stop = stop
        self.kinds = {
            name: kind
            for name, kind in (known[0] if known else {}).items()
            if all(others.get(name) is kind for others in known)
        }
        if fails:
            with self.block(f"if {flag}:"):
                then.write()
        else:
            then.write()

    def _soft(self, goal: IfThenElse, then: Then) -> None:
        flag = self.temporary()
        self.line(f"{flag} = False")

        def found() -> None:
            self.line(f"{flag} = True")
            self.goals(goal.then, then)

        with self.scope(), self.others_left(True):
            self.goals(goal.condition, Then(found, then.weight + weight(goal.then)))
        with self.scope(), self.block(f"if not {flag}:"):
            self.goals(goal.otherwise, then)

    def _or(self, goal: Or, then: Then) -> None:
        if then.weight > SHORT and sum(not dead(branch) for branch in goal.branches) > 1:
            self._outlined((goal,), then)
            return
        self._branches(goal.branches, then)

    def _branches(self, branches: Sequence[tuple[Goal, ...]], then: Then) -> None:
        if not branches:
            return
        with self.scope(), self.others_left(bool(branches[1:])):
            self.goals(branches[0], Then(then.write, then.weight))
        if self._stop is not None and len(branches) > 1:
            with self.block(f"if not {self._stop.flag}:"):
                self._branches(branches[1:], then)
        else:
            self._branches(branches[1:], then)

    def _outlined(self, goals: Sequence[Goal], then: Then) -> None:
        """Goals as a generator of their own inside the function, so that what follows is written once."""
        name = self.temporary()
        names = [self.name(variable) for variable in assigned(goals)]
        cut = self.temporary() if cuts(goals) else None
        kept = [*names, *([cut] if cut else [])]
        if kept:
            self._local.append(" " * self._nesting + f"{' = '.join(kept)} = None")
        with self.scope(), self._function(f"def {name}():"):
            if kept:
                self._local.append(" " * self._nesting + f"nonlocal {', '.join(kept)}")
            self._stop, self._loops, self._inside, self._cut = None, 0, True, cut
            self.goals(goals, Then(lambda: self.line("yield"), 1))
            self.line("return")
            self.line("yield")
        for variable in assigned(goals):
            self.know(variable, None)
        if cut:
            self.line(f"{cut} = False")
        with self.loop(f"for _ in {name}():"):
            then.write()
        if cut:
            with self.block(f"if {cut}:"):
                if self._cut is not None:
                    self.line(f"{self._cut} = True")
                self.line(self._failing())

    # Collections

    def _collect(self, goal: Collect, then: Then) -> None:
        items = self.temporary()
        whole = self._whole_call(goal)
        if whole is not None:
            self.line(f"{items} = {whole}")
        else:
            self.line(f"{items} = []")
            stop, self._stop = self._stop, None

            def found() -> None:
                self.line(f"{items}.append({self.value(goal.template)})")

            with self.scope():
                self.goals(goal.goals, Then(found, 1))
            self._stop = stop
        if isinstance(goal.result, Ignore):  # made even where nobody reads it: it may be an error
            goal = replace(goal, result=Bind(self.temporary()))
        kind = _COLLECTED_KINDS.get(goal.kind, Kind.LIST)
        text = _COLLECTED[goal.kind].format(items)
        if goal.kind in EMPTY_FAILS:
            with self.block(f"if {items}:"):
                self._match(text, goal.result, kind, then)
        else:
            self._match(text, goal.result, kind, then)

    def _whole_call(self, goal: Collect) -> str | None:
        """All solutions of one call, where they are what is collected."""
        if len(goal.goals) != 1:
            return None
        (call,) = goal.goals
        if not isinstance(call, Call | Library) or not self.facts.many(call) or len(call.results) != 1:
            return None
        pattern = call.results[0]
        if isinstance(pattern, Bind) and goal.template == Var(pattern.name):
            return f"list({self.call(call)})"
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


def cuts(goals: Sequence[Goal]) -> bool:
    """Whether there is a cut among goals."""
    return any(isinstance(goal, Commit) for goal in goals_within(goals))
