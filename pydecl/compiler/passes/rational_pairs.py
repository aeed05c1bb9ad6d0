"""Rational pairs: fractions as pairs of integers, for a back end that holds no rationals.

A program gets copies of chance/3 and staticval/2 with `N/D` in the place of a fraction that a clause states,
or that it computes by rdiv/2 as its last step, or that a procedure which it calls gives it so: this one gets
a copy, too. Of staticval/2 there is one only if its own clauses have fractions. It is right if nobody but a
search asks the copies: it takes `N/D` for the quotient, and gives up if D is zero. The predicates themselves
stay as they are. The pass runs only if `Options.rational_pairs` asks for it.

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

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeGuard

from pydecl.compiler import ir
from pydecl.compiler.passes import Options

PIPELINE = "c", 3

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
    made: dict[ir.Key, ir.Procedure] = {}
    for key in IN_QUOTIENTS:
        if key in program.entries:
            copies = _Copies(program.procedures)
            copies.copy(key, 0)
            if key == CHANCE or key in copies.stating:  # fewer programs are compiled with quotients
                made |= copies.made
    more = [key for key in IN_QUOTIENTS.values() if key in made]
    return replace(program, procedures={**program.procedures, **made}, entries=(*program.entries, *more))


class _Copies:
    """Copies of procedures that give quotients as one of their results, by its number."""

    def __init__(self, procedures: Mapping[ir.Key, ir.Procedure]) -> None:
        self._procedures = procedures
        self.made: dict[ir.Key, ir.Procedure] = {}
        self.stating: set[ir.Key] = set()
        """Those whose own clauses state fractions."""
        self._key: list[ir.Key] = []

    def copy(self, key: ir.Key, at: int) -> ir.Key:
        """What a copy is called; it is made if there is none yet."""
        name = f"{key.name}, in quotients" + (f", {at + 1}" if at else "")
        other = replace(key, name=name)
        if other not in self.made:
            procedure = self._procedures[key]
            self.made[other] = replace(procedure, key=other)  # it may call itself
            self._key.append(key)
            clauses = tuple(self._in_quotients(clause, at) for clause in procedure.clauses)
            self._key.pop()
            self.made[other] = replace(procedure, key=other, clauses=clauses)
        return other

    def _in_quotients(self, clause: ir.Clause, at: int) -> ir.Clause:
        number = clause.results[at]
        if isinstance(number, ir.Const) and isinstance(number.value, Fraction):
            self.stating.add(self._key[-1])
            return replace(
                clause, results=(*clause.results[:at], _stated(number.value), *clause.results[at + 1 :])
            )
        if (name := _variable(clause, at)) is not None:
            return replace(clause, goals=self._goals(clause.goals, name))
        return clause

    def _goals(self, goals: Sequence[ir.Goal], name: str) -> tuple[ir.Goal, ...]:
        """The goals, which leave a quotient in the variable where they left a fraction."""
        found: list[ir.Goal] = []
        for goal in goals:
            if isinstance(goal, ir.IfThenElse):
                then, otherwise = self._goals(goal.then, name), self._goals(goal.otherwise, name)
                found.append(replace(goal, then=then, otherwise=otherwise))
            elif isinstance(goal, ir.Or):
                branches = tuple(self._goals(branch, name) for branch in goal.branches)
                found.append(replace(goal, branches=branches))
            elif _leaves_fraction(goal, name):
                self.stating.add(self._key[-1])
                found += _computed(goal, name)
            elif isinstance(goal, ir.Call) and (giver := self._giver(goal, name)):
                found.append(replace(goal, procedure=self.copy(*giver)))
            else:
                found.append(goal)
        return tuple(found)

    def _giver(self, goal: ir.Call, name: str) -> tuple[ir.Key, int] | None:
        procedure = self._procedures.get(goal.procedure)
        if procedure is None or procedure.tabled or ir.Bind(name) not in goal.results:
            return None
        return goal.procedure, goal.results.index(ir.Bind(name))


def _variable(clause: ir.Clause, at: int) -> str | None:
    """The variable that is a result, if nobody else reads it."""
    number = clause.results[at]
    return number.name if isinstance(number, ir.Var) and _times(clause, number.name) == 1 else None


def _times(clause: ir.Clause, name: str) -> int:
    """How often the variable is read."""
    return repr((clause.goals, clause.results)).count(repr(ir.Var(name)))


def _leaves_fraction(goal: ir.Goal, name: str) -> TypeGuard[ir.Match | ir.Compute]:
    """Whether a goal leaves a fraction in the variable that it states, or computes by rdiv/2."""
    if not isinstance(goal, ir.Match | ir.Compute) or goal.pattern != ir.Bind(name):
        return False
    return _is_fraction(goal.value) or (isinstance(goal.value, ir.Arith) and goal.value.name == "rdiv")


def _is_fraction(value: ir.Expr) -> bool:
    return isinstance(value, ir.Const) and isinstance(value.value, Fraction)


def _stated(fraction: Fraction) -> ir.Make:
    return _quotient(ir.Const(fraction.numerator), ir.Const(fraction.denominator))


def _quotient(top: ir.Expr, bottom: ir.Expr) -> ir.Make:
    return ir.Make("/", (top, bottom))


def _computed(goal: ir.Match | ir.Compute, name: str) -> list[ir.Goal]:
    """What leaves the quotient there."""
    if isinstance(goal.value, ir.Const) and isinstance(goal.value.value, Fraction):
        return [ir.Match(_stated(goal.value.value), goal.pattern, goal.place)]
    assert isinstance(goal.value, ir.Arith)
    parts = [f"{name} {part}" for part in ("top", "bottom")]
    computed = [
        ir.Compute(value, ir.Bind(part), goal.place)
        for part, value in zip(parts, goal.value.args, strict=True)
    ]
    made = _quotient(*map(ir.Var, parts))
    return [*computed, ir.Match(made, goal.pattern, goal.place)]
