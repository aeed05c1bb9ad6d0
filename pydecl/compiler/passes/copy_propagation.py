"""Copy propagation: a variable that is only another name of a variable is replaced by that.

Inlining and the front end leave goals such as `Y 1 as Y`. If that is the only goal of the clause that binds
Y, each goal that reads Y comes behind it, on a path on which `Y 1` has the same value: a variable is
assigned once on every path. So the goals can read `Y 1` itself, and the copy is left out.

>>> from pydecl.compiler.explain import example
>>> print(example("copy_propagation", "staticval(p(X), V) :- next(X, Y), V = Y. next(X, Y) :- Y is X + 1."))
staticval(+,-): at most one
    in1 as p(X)
    Y 1 is X + 1
    Y 1 as Y
    gives Y
=>
staticval(+,-): at most one
    in1 as p(X)
    Y 1 is X + 1
    gives Y 1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import assigned_by, expression, goals, goals_within, parts_changed
from pydecl.compiler.passes.options import Options

PIPELINES = {"python": 35}


def run(program: ir.Program, _: Options) -> ir.Program:
    """The program without copies of variables."""
    procedures = {
        key: replace(made, clauses=tuple([_clause(clause) for clause in made.clauses]))
        for key, made in program.procedures.items()
    }
    return replace(program, procedures=procedures)


def _clause(clause: ir.Clause) -> ir.Clause:
    within = list(goals_within(clause.goals))
    times = Counter(name for goal in within for name in assigned_by(goal))
    copies = {copy: name for goal in within for name, copy in _copies(goal) if times[copy] == 1}
    if not copies:
        return clause

    def original(name: str) -> str:
        while name in copies:
            name = copies[name]
        return name

    def dropped(goal: ir.Goal) -> bool:
        return any(copy in copies for _, copy in _copies(goal))

    def without(given: Sequence[ir.Goal]) -> tuple[ir.Goal, ...]:
        return tuple([parts_changed(goal, without) for goal in given if not dropped(goal)])

    results = tuple([expression(result, original) for result in clause.results])
    return replace(clause, goals=goals(without(clause.goals), original), results=results)


def _copies(goal: ir.Goal) -> Iterator[tuple[str, str]]:
    """The variable that a goal copies, and the copy."""
    match goal:
        case ir.Match(ir.Var(name), ir.Bind(copy)):
            yield name, copy
        case _:
            pass
