r"""First solutions: where only the first solution of a call counts, a procedure of its own finds it.

A condition, `\+` and `once/1` ask for one solution. In Python a procedure with several is a generator; its
copy for the first is a function, and so are the copies for what it calls last. The goals behind the last
one that may have others must then be certain, or the call's next solution might be needed after all.

>>> from pydecl.compiler.explain import example
>>> rules = "max_to_move(p(L)) :- \\+ full(L). full([x|_]). full([_|L]) :- full(L)."
>>> print(example("first_solutions", rules))
max_to_move(+): at most one
    in1 as p(L)
    not
        full(+): L
<BLANKLINE>
full(+): any number
    in1 as [x|_]
  or
    in1 as [_|L]
    full(+): L
=>
max_to_move(+): at most one
    in1 as p(L)
    not
        full, first(+): L
<BLANKLINE>
full, first(+): at most one
    in1 as [x|_]
  or
    in1 as [_|L]
    full, first(+): L
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pydecl.compiler.ir import (
    Call,
    Collect,
    Commit,
    Compute,
    Determinism,
    Goal,
    IfThenElse,
    Key,
    Match,
    Not,
    Once,
    Or,
    Procedure,
    Program,
)
from pydecl.compiler.ir.solutions import refutable
from pydecl.compiler.ir.visitor import goals_within
from pydecl.compiler.passes.options import Options

PIPELINES = {"python": 40}

Goals = tuple[Goal, ...]


def run(program: Program, _: Options) -> Program:
    """The program with procedures for first solutions, and without those that nothing calls any more."""
    return replace(program, procedures=_Firsts(program.procedures).reached(program.entries))


class _Firsts:
    """Replaces calls whose first solution alone counts."""

    def __init__(self, procedures: Mapping[Key, Procedure]) -> None:
        self._given = procedures
        self._firsts: dict[Key, Key] = {}

    def reached(self, entries: Iterable[Key]) -> dict[Key, Procedure]:
        """The procedures that the entries need, those for first solutions among them."""
        found: dict[Key, Procedure] = {}
        todo = list(reversed(list(entries)))
        while todo:
            key = todo.pop()
            if key in found:
                continue
            found[key] = self._procedure(key)
            calls = [
                goal.procedure
                for clause in found[key].clauses
                for goal in goals_within(clause.goals)
                if isinstance(goal, Call)
            ]
            todo += reversed(calls)
        return found

    def _procedure(self, key: Key) -> Procedure:
        of_all = self._firsts.get(key)
        procedure = self._given[key if of_all is None else of_all]
        if of_all is not None:
            procedure = replace(procedure, key=key, determinism=Determinism.SEMIDET)
        several = procedure.determinism is Determinism.NONDET
        clauses = tuple(
            replace(clause, goals=self._all(clause.goals) if several else self._first(clause.goals))
            for clause in procedure.clauses
        )
        return replace(procedure, clauses=clauses)

    def _all(self, goals: Sequence[Goal]) -> Goals:
        """Goals all of whose solutions count."""
        return tuple(self._goal(goal, first=False) for goal in goals)

    def _first(self, goals: Sequence[Goal]) -> Goals:
        """Goals whose first solution alone counts."""
        at = len(goals) - 1
        while at >= 0 and _certain(goals[at]):
            at -= 1
        return tuple(self._goal(goal, first=number >= at) for number, goal in enumerate(goals))

    def _goal(self, goal: Goal, *, first: bool) -> Goal:
        last = self._first if first else self._all
        if isinstance(goal, Call):
            return self._call(goal) if first else goal
        if isinstance(goal, Not | Once):
            return replace(goal, goals=self._first(goal.goals))
        if isinstance(goal, Collect):
            return replace(goal, goals=self._all(goal.goals))
        if isinstance(goal, Or):
            return replace(goal, branches=tuple(map(last, goal.branches)))
        if isinstance(goal, IfThenElse):
            condition = self._all(goal.condition) if goal.soft else self._first(goal.condition)
            return replace(goal, condition=condition, then=last(goal.then), otherwise=last(goal.otherwise))
        return goal

    def _call(self, goal: Call) -> Call:
        key = goal.procedure
        of_all = self._firsts.get(key, key)
        if self._given[of_all].determinism is not Determinism.NONDET or any(map(refutable, goal.results)):
            return goal
        first = Key(f"{of_all.name}, first", of_all.mode)
        self._firsts[first] = of_all
        return replace(goal, procedure=first)


def _certain(goal: Goal) -> bool:
    """A goal that succeeds exactly once."""
    if isinstance(goal, Match | Compute):
        return not refutable(goal.pattern)
    return isinstance(goal, Commit)
