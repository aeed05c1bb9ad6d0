"""Rational pairs: fractions as pairs of integers, for a back end that holds no rationals.

A program gets copies of chance/3 and staticval/2 with `N/D` in the place of a fraction that a clause states,
or that it computes by rdiv/2 as its last step. It is right if nobody but a search asks the copies: it takes
`N/D` for the quotient, and gives up if D is zero. The predicates themselves stay as they are. The pass runs
only if `Options.rational_pairs` asks for it.

>>> from pydecl.compiler.explain import example
>>> rules = "chance(die, P, face(N)) :- between(1, 6, N), P is 1 rdiv 6."
>>> print(example("rational_pairs", rules, Options(rational_pairs=True)))
=>
chance, in quotients(+,-,-): any number
    in1 as die
    between(+,+,-) (library): 1, 6 gives N
    P top is 1
    P bottom is 6
    /(P top,P bottom) as P
    gives P, face(N)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pydecl.compiler import ir
from pydecl.compiler.passes.options import Options

PIPELINES = {"c": 3}

CHANCE, STATICVAL = ir.Key("chance", "+--"), ir.Key("staticval", "+-")

ODDS = ir.Key("chance, in quotients", "+--")
"""As chance/3; a probability that it states, or that it computes by rdiv/2 as a last step, is N/D."""

WORTH = ir.Key("staticval, in quotients", "+-")
"""As staticval/2, likewise; it is there only where something is a quotient."""

IN_QUOTIENTS = {CHANCE: ODDS, STATICVAL: WORTH}


def run(program: ir.Program, options: Options) -> ir.Program:
    """The program with ODDS and WORTH as more entries, if they are needed."""
    if not options.rational_pairs:
        return program
    found = dict(program.procedures)
    for key, other in IN_QUOTIENTS.items():
        if key in program.entries:
            procedure = program.procedures[key]
            clauses = tuple(map(_in_quotients, procedure.clauses))
            if clauses != procedure.clauses or key == CHANCE:
                found[other] = replace(procedure, key=other, clauses=clauses)
    more = [key for key in IN_QUOTIENTS.values() if key in found]
    return replace(program, procedures=found, entries=(*program.entries, *more))


def _in_quotients(clause: ir.Clause) -> ir.Clause:
    number, *rest = clause.results
    if isinstance(number, ir.Const) and isinstance(number.value, Fraction):
        top, bottom = number.value.numerator, number.value.denominator
        return replace(clause, results=(_quotient(ir.Const(top), ir.Const(bottom)), *rest))
    if isinstance(number, ir.Var) and _times(clause, number.name) == 1:
        return replace(clause, goals=_goals(clause.goals, number.name))
    return clause


def _quotient(top: ir.Expr, bottom: ir.Expr) -> ir.Make:
    return ir.Make("/", (top, bottom))


def _times(clause: ir.Clause, name: str) -> int:
    """How often the variable is read."""
    return repr((clause.goals, clause.results)).count(repr(ir.Var(name)))


def _goals(goals: Sequence[ir.Goal], name: str) -> tuple[ir.Goal, ...]:
    """The goals, which leave a quotient in the variable where they left what rdiv/2 makes of it."""
    found: list[ir.Goal] = []
    for goal in goals:
        if isinstance(goal, ir.IfThenElse):
            then, otherwise = _goals(goal.then, name), _goals(goal.otherwise, name)
            found.append(replace(goal, then=then, otherwise=otherwise))
        elif isinstance(goal, ir.Or):
            found.append(replace(goal, branches=tuple(_goals(branch, name) for branch in goal.branches)))
        elif isinstance(goal, ir.Compute) and goal.pattern == ir.Bind(name) and _divides(goal.value):
            found += _computed(goal, name)
        else:
            found.append(goal)
    return tuple(found)


def _divides(value: ir.Expr) -> bool:
    return isinstance(value, ir.Arith) and value.name == "rdiv"


def _computed(goal: ir.Compute, name: str) -> list[ir.Goal]:
    assert isinstance(goal.value, ir.Arith)
    parts = [f"{name} {part}" for part in ("top", "bottom")]
    computed = [
        ir.Compute(value, ir.Bind(part), goal.place)
        for part, value in zip(parts, goal.value.args, strict=True)
    ]
    made = _quotient(*map(ir.Var, parts))
    return [*computed, ir.Match(made, goal.pattern, goal.place)]
