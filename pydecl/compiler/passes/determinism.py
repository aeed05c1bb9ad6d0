"""Determinism analysis: how many solutions each procedure can have, and whether its clauses exclude each
other.

Two least fixpoints over the calls: that a procedure may succeed more than once, and that it may fail. What
is said is an upper bound: a procedure with at most one solution may be called 'any number', never the other
way round. That clauses exclude each other is told by `pydecl.compiler.ir.switch_detection`.

>>> from pydecl.compiler.explain import example
>>> print(example("determinism", "max_to_move(p(x, N)) :- N > 0. max_to_move(p(o, N)) :- N =< 0."))
max_to_move(+): any number
    in1 as p(x,N)
    N > 0
  or
    in1 as p(o,N)
    N =< 0
=>
max_to_move(+): at most one, clauses exclude each other
    in1 as p(x,N)
    N > 0
  or
    in1 as p(o,N)
    N =< 0
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.ir import Collection, Determinism
from pydecl.compiler.ir.switch_detection import (
    Facts,
    excludes,
    facts_of,
    leading,
    quiet_procedures,
    until_last_call,
)
from pydecl.compiler.ir.visitor import commits
from pydecl.compiler.library import SOLUTIONS
from pydecl.compiler.passes import Options

PIPELINE = "frontend", 20


def run(program: ir.Program, _: Options) -> ir.Program:
    """The program with `determinism` and `exclusive` as they are."""
    return replace(program, procedures=determined(program.procedures))


_ALWAYS = (Collection.LIST, Collection.COUNT, Collection.SUM, Collection.SET_ALL)


def determined(procedures: Mapping[ir.Key, ir.Procedure]) -> dict[ir.Key, ir.Procedure]:
    """The same procedures with `determinism` and `exclusive` as they are."""
    quiet = quiet_procedures(procedures)
    exclusive = {key: _exclusive(procedure, quiet, calls=False) for key, procedure in procedures.items()}
    single = {
        key: exclusive[key] or _exclusive(procedure, quiet, calls=True)
        for key, procedure in procedures.items()
    }
    many: set[ir.Key] = set()
    failing: set[ir.Key] = set()

    def repeats(procedure: ir.Procedure) -> bool:
        if not single[procedure.key]:
            return True
        return any(_several(clause.goals, many) for clause in procedure.clauses)

    _grow(procedures, many, repeats)
    _grow(procedures, failing, lambda procedure: _procedure_fails(procedure, failing))
    made = {}
    for key, procedure in procedures.items():
        kind = Determinism.SEMIDET if key in failing else Determinism.DET
        if key in many:
            kind = Determinism.NONDET
        made[key] = replace(procedure, determinism=kind, exclusive=exclusive[key])
    return made


def _grow(
    procedures: Mapping[ir.Key, ir.Procedure], found: set[ir.Key], holds: Callable[[ir.Procedure], bool]
) -> None:
    """The least set of procedures of which something holds."""
    grown = True
    while grown:
        grown = False
        for key, procedure in procedures.items():
            if key not in found and holds(procedure):
                found.add(key)
                grown = True


def _exclusive(procedure: ir.Procedure, quiet: set[ir.Key], *, calls: bool) -> bool:
    """Whether at most one clause can have solutions, whatever the arguments; the others end without an error.

    Without `calls`, what the last call of a clause says is not used: so that clause decides, even if the call
    fails.
    """
    clauses, parameters = procedure.clauses, procedure.parameters
    if len(clauses) < 2:
        return True
    begun = [facts_of(tuple(leading(clause.goals, parameters, quiet)), parameters) for clause in clauses]
    if _table(begun):
        return True
    if len(clauses) > MOST_COMPARED:
        return False
    for i, first in enumerate(clauses):
        if _surely_commits(first.goals):
            continue
        known = facts_of(first.goals if calls else until_last_call(first.goals), parameters)
        if any(not excludes(known, other.goals, parameters, quiet) for other in clauses[i + 1 :]):
            return False
    return True


MOST_COMPARED = 64
"""How many clauses are compared with one another."""


def _table(known: Sequence[Facts]) -> bool:
    """Whether no two clauses have the same constants in all the places where all clauses have some."""
    places = set(known[0].shapes)
    for facts in known:
        places &= facts.shapes.keys()
    rows = {tuple([facts.shapes[place] for place in places]) for facts in known}
    return len(rows) == len(known)


def _several(goals: Sequence[ir.Goal], many: set[ir.Key]) -> bool:
    """Whether goals may have several solutions."""
    last = max((i for i, goal in enumerate(goals) if _surely_commits([goal])), default=0)
    return any(_goal_several(goal, many) for goal in goals[last:])


def _goal_several(goal: ir.Goal, many: set[ir.Key]) -> bool:
    if isinstance(goal, ir.Call):
        return goal.procedure in many
    if isinstance(goal, ir.Library):
        return SOLUTIONS[goal.procedure] is Determinism.NONDET
    if isinstance(goal, ir.IfThenElse):
        if goal.soft and _several(goal.condition, many):
            return True
        return _several(goal.then, many) or _several(goal.otherwise, many)
    if isinstance(goal, ir.Catch):
        return _several(goal.goals, many) or _several(goal.recovery, many)
    if isinstance(goal, ir.Or):
        if not all(map(_surely_commits, goal.branches[:-1])):
            return True
        return any(_several(branch, many) for branch in goal.branches)
    return False


def _surely_commits(goals: Sequence[ir.Goal]) -> bool:
    """Whether goals have passed a cut whenever they succeed."""
    for goal in goals:
        if isinstance(goal, ir.Commit):
            return True
        if isinstance(goal, ir.Or) and all(map(_surely_commits, goal.branches)):
            return True
        if isinstance(goal, ir.IfThenElse) and all(map(_surely_commits, (goal.then, goal.otherwise))):
            return True
    return False


def _procedure_fails(procedure: ir.Procedure, failing: set[ir.Key]) -> bool:
    """Whether a procedure may have no solution."""
    for clause in procedure.clauses:
        if not _fails(clause.goals, failing):
            return False
        if _fails_committed(clause.goals, failing):
            return True
    return True


def _fails_committed(goals: Sequence[ir.Goal], failing: set[ir.Key]) -> bool:
    """Whether goals may fail after a cut."""
    for i, goal in enumerate(goals):
        if isinstance(goal, ir.Commit):
            return _fails(goals[i + 1 :], failing)
        branches: Sequence[Sequence[ir.Goal]] = ()
        if isinstance(goal, ir.Or):
            branches = goal.branches
        elif isinstance(goal, ir.IfThenElse):
            branches = (goal.then, goal.otherwise)
        for branch in branches:
            if commits(branch) and (_fails_committed(branch, failing) or _fails(goals[i + 1 :], failing)):
                return True
    return False


def _fails(goals: Sequence[ir.Goal], failing: set[ir.Key]) -> bool:
    return any(_goal_fails(goal, failing) for goal in goals)


def _goal_fails(goal: ir.Goal, failing: set[ir.Key]) -> bool:
    """Whether a goal may have no solution; an error is none of that."""
    if isinstance(goal, ir.Match | ir.Compute):
        return _refutable(goal.pattern)
    if isinstance(goal, ir.Call):
        return goal.procedure in failing or any(_refutable(result) for result in goal.results)
    if isinstance(goal, ir.Library):
        kind = SOLUTIONS[goal.procedure]
        return kind is not Determinism.DET or any(_refutable(result) for result in goal.results)
    if isinstance(goal, ir.IfThenElse):
        return _fails(goal.then, failing) or _fails(goal.otherwise, failing)
    if isinstance(goal, ir.Or):
        return all(_fails(branch, failing) for branch in goal.branches) or any(
            _fails_committed(branch, failing) for branch in goal.branches
        )
    if isinstance(goal, ir.Catch):
        return _fails(goal.goals, failing) or _fails(goal.recovery, failing)
    if isinstance(goal, ir.Once):
        return _fails(goal.goals, failing)
    if isinstance(goal, ir.Collect):
        return goal.kind not in _ALWAYS or _refutable(goal.result)
    return not isinstance(goal, ir.Commit | ir.Raise)


def _refutable(pattern: ir.Pattern) -> bool:
    return not isinstance(pattern, ir.Bind | ir.Ignore)
