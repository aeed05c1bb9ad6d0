"""Pattern forwarding: a value that is only taken apart is taken apart where it is made.

    findall(X, p(X), L), L = [Y]        becomes     findall(X, p(X), [Y])

so that what makes the value can see what is wanted of it. It is right if nothing stands between the two
goals, and nobody else reads the variable: then the pattern is fitted to the same value at the same time.

>>> from pydecl.compiler.explain import example
>>> print(example("pattern_forwarding", "staticval(N, V) :- findall(X, X is N + 1, L), L = [V]."))
staticval(+,-): at most one
    L is findall of X for
        X is in1 + 1
    L as [V]
    gives V
=>
staticval(+,-): at most one
    [V] is findall of X for
        X is in1 + 1
    gives V
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import expressions, goals_within, parts_changed, variables
from pydecl.compiler.passes import Options

PIPELINES = {"c": 25}


def run(program: ir.Program, _: Options) -> ir.Program:
    """The program in which collections are fitted to the patterns of the goals behind them."""
    procedures = {
        key: replace(procedure, clauses=tuple(map(_clause, procedure.clauses)))
        for key, procedure in program.procedures.items()
    }
    return replace(program, procedures=procedures)


def _clause(clause: ir.Clause) -> ir.Clause:
    if not any(isinstance(goal, ir.Collect) for goal in goals_within(clause.goals)):
        return clause
    reads = Counter(
        name
        for values in (clause.results, *map(expressions, goals_within(clause.goals)))
        for value in values
        for name in variables(value)
    )
    return replace(clause, goals=_goals(clause.goals, reads))


def _goals(goals: Sequence[ir.Goal], reads: Counter[str]) -> tuple[ir.Goal, ...]:
    made: list[ir.Goal] = []
    for goal in goals:
        match made[-1:], goal:
            case [ir.Collect(result=ir.Bind(name)) as collect], ir.Match(ir.Var(value), pattern) if (
                value == name and reads[name] == 1
            ):
                made[-1] = replace(collect, result=pattern)
            case _:
                made.append(parts_changed(goal, lambda part: _goals(part, reads)))
    return tuple(made)
