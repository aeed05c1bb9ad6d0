"""Constant propagation: a predicate that only names a constant, such as the size of a board, is not called.

A procedure without arguments to take, with one clause and no goals, always has the one solution that is
written there: a call of it is a match with that value.

>>> from pydecl.compiler.explain import example
>>> print(example("constant_propagation", "max_to_move(p(N)) :- size(S), N < S. size(8)."))
max_to_move(+): at most one
    in1 as p(N)
    size(-):  gives S
    N < S
=>
max_to_move(+): at most one
    in1 as p(N)
    8 as S
    N < S
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import parts_changed
from pydecl.compiler.passes.options import Options

PIPELINES = {"python": 20}


def run(program: ir.Program, _: Options) -> ir.Program:
    """The program with constants in the place of the calls that give them."""
    constants = {
        key: made.clauses[0].results[0]
        for key, made in program.procedures.items()
        if key.mode == "-" and len(made.clauses) == 1 and not made.clauses[0].goals
    }

    def goals(given: Sequence[ir.Goal]) -> tuple[ir.Goal, ...]:
        return tuple([_goal(goal) for goal in given])

    def _goal(goal: ir.Goal) -> ir.Goal:
        if isinstance(goal, ir.Call) and goal.procedure in constants:
            return ir.Match(constants[goal.procedure], goal.results[0], goal.place)
        return parts_changed(goal, goals)

    procedures = {
        key: replace(made, clauses=tuple([replace(one, goals=goals(one.goals)) for one in made.clauses]))
        for key, made in program.procedures.items()
    }
    return replace(program, procedures=procedures)
