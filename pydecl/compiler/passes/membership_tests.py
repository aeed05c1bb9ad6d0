"""Membership tests: member/2 of a known value and a list of different constants has at most one solution.

`member(X, [1, 2, 3])` gives values if X is free. If X is known it is a test, which may still
succeed more than once, so that all that calls it may have several solutions. If no two elements are the same,
it succeeds once or fails, as memberchk/2 does, and determinism analysis, which comes next, finds more
predicates of at most one solution. Neither raises an error, whatever X is.

>>> from pydecl.compiler.explain import example
>>> print(example("membership_tests", "max_to_move(p(X, _)) :- member(X, [a, b, c])."))
max_to_move(+): any number
    in1 as p(X,_)
    member(-,+) (library): [a,b,c] gives =X
=>
max_to_move(+): any number
    in1 as p(X,_)
    memberchk(+,+) (library): X, [a,b,c]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import parts_changed
from pydecl.compiler.passes.options import Options

PIPELINES = {"frontend": 15}

MEMBER, MEMBERCHK = ir.Key("member", "-+"), ir.Key("memberchk", "++")


def run(program: ir.Program, _: Options) -> ir.Program:
    """The program with memberchk/2 in the place of such calls."""
    return replace(program, procedures={key: _procedure(one) for key, one in program.procedures.items()})


def _procedure(procedure: ir.Procedure) -> ir.Procedure:
    clauses = tuple([replace(clause, goals=_goals(clause.goals)) for clause in procedure.clauses])
    return procedure if clauses == procedure.clauses else replace(procedure, clauses=clauses)


def _goals(goals: Sequence[ir.Goal]) -> tuple[ir.Goal, ...]:
    return tuple([_goal(goal) for goal in goals])


def _goal(goal: ir.Goal) -> ir.Goal:
    match goal:
        case ir.Library(key, (ir.MakeList(items, None) as whole,), (ir.Equal(value),), place) if (
            key == MEMBER and _are_different(items)
        ):
            return ir.Library(MEMBERCHK, (value, whole), (), place, number=goal.number)
        case _:
            return parts_changed(goal, _goals)


def _are_different(items: Sequence[ir.Expr]) -> bool:
    """Whether these are constants, no two of them the same."""
    return all(isinstance(item, ir.Const) for item in items) and len(set(items)) == len(items)
