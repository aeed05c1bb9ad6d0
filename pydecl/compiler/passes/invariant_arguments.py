"""Invariant arguments: what a procedure takes apart and passes on to itself in one piece is not made again.

`p([X, Y], N, R) :- …, p([X, Y], M, R)` takes its first argument apart and makes the same list anew in each
step of the recursion. The call can as well get the argument itself: it is a value, and nothing can change
it. Then the variables of its parts are often not needed, and the argument is the same in all steps.

A match must tell all parts by variables or constants. A clause that changes a term in place is left alone:
it may change its own copy only.

>>> from pydecl.compiler.explain import example
>>> rules = "staticval(p(K), V) :- p([a, K], 0, V). p([_, K], N, N) :- N > K. "
>>> rules += "p([X, K], N, V) :- M is N + 1, p([X, K], M, V)."
>>> print(example("invariant_arguments", rules))
p(+,+,-): any number
    in1 as [_,K]
    in2 > K
    gives in2
  or
    in1 as [X,K]
    M is in2 + 1
    p(+,+,-): [X,K], M gives V
    gives V
=>
p(+,+,-): any number
    in1 as [_,K]
    in2 > K
    gives in2
  or
    in1 as [X,K]
    M is in2 + 1
    p(+,+,-): in1, M gives V
    gives V
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import goals_within, parts_changed
from pydecl.compiler.passes.options import Options

PIPELINES = {"python": 5, "c": 5}


def run(program: ir.Program, _: Options) -> ir.Program:
    """The program whose procedures pass arguments on to themselves as they are."""
    procedures = {key: _procedure(made) for key, made in program.procedures.items()}
    return replace(program, procedures=procedures)


def _procedure(made: ir.Procedure) -> ir.Procedure:
    clauses = tuple([_clause(made, clause) for clause in made.clauses])
    return made if clauses == made.clauses else replace(made, clauses=clauses)


def _clause(made: ir.Procedure, clause: ir.Clause) -> ir.Clause:
    within = list(goals_within(clause.goals))
    if any(isinstance(goal, ir.Library) and goal.procedure.name == "$setarg" for goal in within):
        return clause
    if not any(isinstance(goal, ir.Call) and goal.procedure == made.key for goal in within):
        return clause
    return replace(clause, goals=_goals(made, clause.goals, {}))


def _goals(
    made: ir.Procedure, given: Sequence[ir.Goal], before: Mapping[str, ir.Expr]
) -> tuple[ir.Goal, ...]:
    """The goals; `before` says what the parameters that have been taken apart are made of."""
    known = dict(before)
    found: list[ir.Goal] = []
    for goal in given:
        match goal:
            case ir.Match(ir.Var(name), pattern) if name in made.parameters and name not in known:
                whole = _whole(pattern)
                if isinstance(whole, ir.Make | ir.MakeList):
                    known[name] = whole
            case ir.Call(key, arguments) if key == made.key:
                goal = replace(goal, arguments=tuple(_passed(made, arguments, known)))
            case _:
                goal = parts_changed(goal, lambda inner: _goals(made, inner, known))
        found.append(goal)
    return tuple(found)


def _passed(
    made: ir.Procedure, arguments: Sequence[ir.Expr], known: Mapping[str, ir.Expr]
) -> Sequence[ir.Expr]:
    return [
        ir.Var(name) if known.get(name) == argument else argument
        for name, argument in zip(made.parameters, arguments, strict=True)
    ]


def _whole(pattern: ir.Pattern) -> ir.Expr | None:
    """What a value is made of that fits a pattern; None if the pattern leaves some of it open."""
    match pattern:
        case ir.Bind(name):
            return ir.Var(name)
        case ir.Equal(ir.Var() | ir.Const() as value):
            return value
        case ir.Shape(name, args):
            parts = [_whole(arg) for arg in args]
            return None if None in parts else ir.Make(name, tuple([p for p in parts if p is not None]))
        case ir.ListShape(items, tail):
            parts = [_whole(item) for item in items]
            rest = None if tail is None else _whole(tail)
            if None in parts or (tail is not None and rest is None):
                return None
            return ir.MakeList(tuple([p for p in parts if p is not None]), rest)
        case _:
            return None
