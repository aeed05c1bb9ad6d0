"""Fractions as quotients of whole numbers: chance/3 and staticval/2 once more, for a language without them.

>>> from pydecl.compiler.compile import compile_rules
>>> from pydecl.rules.reader import read_rules
>>> rules = "chance(die, P, face(N)) :- between(1, 6, N), P is 1 rdiv 6."
>>> program = with_quotients(compile_rules(read_rules(rules, "g.pl")))
>>> clause, = program.procedures[ODDS].clauses
>>> print(*(type(goal).__name__ for goal in clause.goals))
Match Library Compute Compute Match
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pydecl.compiler import ir

CHANCE, STATICVAL = ir.Key("chance", "+--"), ir.Key("staticval", "+-")

ODDS = ir.Key("chance, in quotients", "+--")
"""As chance/3; a probability that it states, or that it computes by rdiv/2 as a last step, is N/D."""

WORTH = ir.Key("staticval, in quotients", "+-")
"""As staticval/2, likewise; it is there only where something is a quotient."""

IN_QUOTIENTS = {CHANCE: ODDS, STATICVAL: WORTH}


def with_quotients(program: ir.Program) -> ir.Program:
    """The program with ODDS and WORTH as more entries, where they are needed."""
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
