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
        match clause.results[at]:
            case ir.Const(Fraction() as stated):
                self.stating.add(self._key[-1])
                results = (*clause.results[:at], _stated(stated), *clause.results[at + 1 :])
                return replace(clause, results=results)
            case ir.Var(name) if repr((clause.goals, clause.results)).count(repr(ir.Var(name))) == 1:
                return replace(clause, goals=self._goals(clause.goals, name))  # nobody else reads it
            case _:
                return clause

    def _goals(self, goals: Sequence[ir.Goal], name: str) -> tuple[ir.Goal, ...]:
        """The goals, which leave a quotient in the variable where they left a fraction."""
        left, found = ir.Bind(name), list[ir.Goal]()
        for goal in goals:
            match goal:
                case ir.IfThenElse(_, then, otherwise):
                    made, other = self._goals(then, name), self._goals(otherwise, name)
                    found.append(replace(goal, then=made, otherwise=other))
                case ir.Or(branches):
                    found.append(replace(goal, branches=tuple(self._goals(one, name) for one in branches)))
                case ir.Match(ir.Const(Fraction() as stated), pattern, place) | ir.Compute(
                    ir.Const(Fraction() as stated), pattern, place
                ) if pattern == left:
                    self.stating.add(self._key[-1])
                    found.append(ir.Match(_stated(stated), pattern, place))
                case ir.Compute(ir.Arith("rdiv", values), pattern, place) if pattern == left:
                    self.stating.add(self._key[-1])
                    names = f"{name} top", f"{name} bottom"
                    pairs = zip(values, names, strict=True)
                    found += [ir.Compute(value, ir.Bind(one), place) for value, one in pairs]
                    found.append(ir.Match(ir.Make("/", tuple(map(ir.Var, names))), pattern, place))
                case ir.Call(key, _, results) if left in results and self._is_copied(key):
                    found.append(replace(goal, procedure=self.copy(key, results.index(left))))
                case _:
                    found.append(goal)
        return tuple(found)

    def _is_copied(self, key: ir.Key) -> bool:
        return key in self._procedures and not self._procedures[key].tabled


def _stated(fraction: Fraction) -> ir.Make:
    return ir.Make("/", (ir.Const(fraction.numerator), ir.Const(fraction.denominator)))
