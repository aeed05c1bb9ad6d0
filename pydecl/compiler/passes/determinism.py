"""Determinism analysis: how many solutions each procedure can have, and whether its clauses exclude each
other.

It is a least fixpoint over the calls that a procedure may succeed more than once. What is said is an upper
bound: a procedure with at most one solution may be called 'any number', never the other way round. That
clauses exclude each other is told by `pydecl.compiler.ir.switch_detection`.

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

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import dropwhile

from pydecl.compiler import ir
from pydecl.compiler.ir import Determinism
from pydecl.compiler.ir.switch_detection import Facts, excludes, facts_of, leading, until_last_call
from pydecl.compiler.ir.visitor import succeeds
from pydecl.compiler.library import SOLUTIONS
from pydecl.compiler.passes import Options

PIPELINE = "frontend", 20


def run(program: ir.Program, _: Options) -> ir.Program:
    """The program with `determinism` and `exclusive` as they are."""
    procedures = program.procedures
    exclusive = {key: _exclusive(one, calls=False) for key, one in procedures.items()}
    single = {key: exclusive[key] or _exclusive(one, calls=True) for key, one in procedures.items()}
    many = {key for key in procedures if not single[key]}
    grown = True
    while grown:
        grown = False
        for key, procedure in procedures.items():
            if key not in many and any(several(clause.goals, many) for clause in procedure.clauses):
                many.add(key)
                grown = True
    kinds = {key: Determinism.NONDET if key in many else Determinism.SEMIDET for key in procedures}
    made = {
        key: replace(one, determinism=kinds[key], exclusive=exclusive[key]) for key, one in procedures.items()
    }
    return replace(program, procedures=made)


def _exclusive(procedure: ir.Procedure, *, calls: bool) -> bool:
    """Whether at most one clause can have solutions, whatever the arguments; the others end without an error.

    Without `calls`, what the last call of a clause says is not used: so that clause decides, even if the call
    fails.
    """
    clauses, parameters = procedure.clauses, procedure.parameters
    if len(clauses) < 2:
        return True
    begun = [facts_of(tuple(leading(clause.goals, parameters)), parameters) for clause in clauses]
    if _table(begun):
        return True
    if len(clauses) > MOST_COMPARED:
        return False
    for i, first in enumerate(clauses):
        if _surely_commits(first.goals):
            continue
        known = facts_of(first.goals if calls else until_last_call(first.goals), parameters)
        if any(not excludes(known, other.goals, parameters) for other in clauses[i + 1 :]):
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


def several(goals: Sequence[ir.Goal], many: Collection[ir.Key]) -> bool:
    """Whether goals may have several solutions."""
    last = max((i for i, goal in enumerate(goals) if _surely_commits([goal])), default=0)
    return any(_goal_several(goal, many) for goal in goals[last:])


def _goal_several(goal: ir.Goal, many: Collection[ir.Key]) -> bool:
    if isinstance(goal, ir.Call):
        return goal.procedure in many
    if isinstance(goal, ir.Library):
        return SOLUTIONS[goal.procedure] is Determinism.NONDET
    if isinstance(goal, ir.IfThenElse):
        if goal.soft and several(goal.condition, many):
            return True
        return several(goal.then, many) or several(goal.otherwise, many)
    if isinstance(goal, ir.Catch):
        return several(goal.goals, many) or several(goal.recovery, many)
    if isinstance(goal, ir.Or):
        branches = list(dropwhile(lambda branch: not succeeds(branch), goal.branches))
        if not all(map(_surely_commits, branches[:-1])):
            return True
        return any(several(branch, many) for branch in branches)
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
