"""Dead-code elimination: a variable that nobody reads is not bound.

A pattern binds only what a later goal, or a result, reads; a match that then fits anything is left out.
What may fail, raise an error or go on for ever stays: `X is Y / 0` is evaluated even if nobody reads X.

It is right because a binding has no other effect than that it can be read.

>>> from pydecl.compiler.explain import example
>>> print(example("dead_code", "staticval(p(X, Y), V) :- [X] = Z, V is Y + 1."))
staticval(+,-): any number
    in1 as p(X,Y)
    V is Y + 1
    gives V
=>
staticval(+,-): any number
    in1 as p(_,Y)
    V is Y + 1
    gives V
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import leaves_changed, parts_changed, patterns_changed, read
from pydecl.compiler.library import TOTAL
from pydecl.compiler.passes import Options

PIPELINE = "frontend", 10


def run(program: ir.Program, _: Options) -> ir.Program:
    """The program, binding only what is read."""
    return replace(program, procedures={key: pruned(made) for key, made in program.procedures.items()})


def pruned(procedure: ir.Procedure) -> ir.Procedure:
    """The same procedure, binding only what is read."""
    return replace(procedure, clauses=tuple([without_dead(clause) for clause in procedure.clauses]))


def without_dead(clause: ir.Clause) -> ir.Clause:
    """The same clause, binding only what is read."""
    if all(map(_plain, clause.goals)):
        return clause
    names = read(clause)
    while True:
        clause = replace(clause, goals=_without(clause.goals, names))
        left = read(clause)
        if left == names:
            return clause
        names = left


def _plain(goal: ir.Goal) -> bool:
    """Whether a goal only compares a variable with what is written there, as in a table of facts."""
    return (
        isinstance(goal, ir.Match) and isinstance(goal.value, ir.Var) and isinstance(goal.pattern, ir.Equal)
    )


def _without(goals: Sequence[ir.Goal], names: Collection[str]) -> tuple[ir.Goal, ...]:
    """The goals, with names given only to what is read; what is then no goal any more is left out."""

    def ignoring(leaf: ir.Pattern) -> ir.Pattern:
        return ir.Ignore() if isinstance(leaf, ir.Bind) and leaf.name not in names else leaf

    def read_alone(pattern: ir.Pattern) -> ir.Pattern:
        return leaves_changed(pattern, ignoring)

    def inside(part: Sequence[ir.Goal]) -> tuple[ir.Goal, ...]:
        return _without(part, names)

    made = (parts_changed(patterns_changed(goal, read_alone), inside) for goal in goals)
    return tuple([goal for goal in made if not _is_void(goal)])


def _is_void(goal: ir.Goal) -> bool:
    """Whether a goal succeeds, once, and nothing else."""
    match goal:
        case ir.Match(_, ir.Ignore()):
            return True
        case ir.Library(key, _, results) if key in TOTAL:
            return all(isinstance(result, ir.Ignore) for result in results)
        case _:
            return False
