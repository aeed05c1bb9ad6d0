"""Unfolding: a procedure with several solutions in the place of its call, so that they come from a loop.

C makes a function of such a procedure that is called with a function for each solution; in place, the
solutions are a loop around what follows. A procedure is put in place if it is short, has no cut, and does
not call itself: then its goals have the same solutions in the same order there.

>>> from pydecl.compiler.explain import example
>>> print(example("unfolding", "moves(P, Ns) :- findall(N, m(P, N), Ns). m(p(L), X) :- member(X, L), X > 1."))
moves(+,-): at most one
    Ns is findall of N for
        m(+,-): in1 gives N
    gives Ns
=>
moves(+,-): at most one
    Ns is findall of N for
        in1 as p(L 1)
        member(-,+) (library): L 1 gives X 1
        X 1 > 1
        X 1 as N
    gives Ns
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.ir.call_graph import components, recursive
from pydecl.compiler.ir.visitor import expression, goals, goals_of, goals_within, parts_changed
from pydecl.compiler.passes import Options

PIPELINE = "c", 10

LARGEST = 40
"""A procedure of more goals is called."""

GROWTH = 400
"""A procedure grows to this number of goals at the most."""


def run(program: ir.Program, options: Options) -> ir.Program:
    """The program with calls replaced; those of procedures that are kept, or looked up, stay."""
    component, circular = components(program), recursive(program)
    done: dict[ir.Key, ir.Procedure] = {}
    usable: dict[ir.Key, ir.Procedure] = {}
    for key in sorted(program.procedures, key=lambda key: component[key]):
        procedure = program.procedures[key]
        made = done[key] = _Unfolding(usable).procedure(procedure)
        fixed = made.key.name in options.kept or options.looked_up(made)
        if key not in circular and _small(made) and not fixed:
            usable[key] = made
    return replace(program, procedures={key: done[key] for key in program.procedures})


def _small(procedure: ir.Procedure) -> bool:
    if procedure.determinism is not ir.Determinism.NONDET:
        return False
    goals = goals_of(procedure)
    return _size(goals_of(procedure)) <= LARGEST and not any(isinstance(one, ir.Commit) for one in goals)


def _size(goals: Iterable[ir.Goal]) -> int:
    """How many goals these are, but for those that only fail."""
    return sum(1 for goal in goals if not isinstance(goal, ir.Fail))


class _Unfolding:
    def __init__(self, usable: Mapping[ir.Key, ir.Procedure]) -> None:
        self.usable = usable
        self.count = 0
        self.size = 0

    def procedure(self, procedure: ir.Procedure) -> ir.Procedure:
        self.size = _size(goals_of(procedure))
        clauses = [replace(clause, goals=self.goals(clause.goals)) for clause in procedure.clauses]
        return replace(procedure, clauses=tuple(clauses))

    def goals(self, given: Sequence[ir.Goal]) -> tuple[ir.Goal, ...]:
        made: list[ir.Goal] = []
        for goal in given:
            called = self.usable.get(goal.procedure) if isinstance(goal, ir.Call) else None
            if called is None or self.size > GROWTH:
                made.append(parts_changed(goal, self.goals))
            else:
                assert isinstance(goal, ir.Call)
                made += self.body(goal, called)
        return tuple(made)

    def body(self, call: ir.Call, called: ir.Procedure) -> list[ir.Goal]:
        """What a call does."""
        branches = [self.clause(call, called, clause) for clause in called.clauses]
        return branches[0] if len(branches) == 1 else [ir.Or(tuple(map(tuple, branches)), call.place)]

    def clause(self, call: ir.Call, called: ir.Procedure, clause: ir.Clause) -> list[ir.Goal]:
        """What one clause does."""
        self.count += 1
        self.size += _size(goals_within(clause.goals))
        end = f" {self.count}"
        given = dict(zip(called.parameters, call.arguments, strict=True))

        def rename(name: str) -> str:
            argument = given.get(name)
            return argument.name if isinstance(argument, ir.Var) else name + end

        named: list[ir.Goal] = [
            ir.Match(argument, ir.Bind(name + end), call.place)
            for name, argument in given.items()
            if not isinstance(argument, ir.Var)
        ]
        fitted: list[ir.Goal] = [
            ir.Match(expression(result, rename), pattern, call.place)
            for result, pattern in zip(clause.results, call.results, strict=True)
        ]
        return [*named, *goals(clause.goals, rename), *fitted]
