"""Rebuilding: a list that is put together again from what it was taken apart into is the list itself.

`merge([A|As], [B|Bs], Cs)` goes on with `merge([A|As], Bs, Cs1)`, where Prolog makes one new cell. Lists are
slices in C: one that gets an item in front may have to be copied.

>>> from pydecl.compiler.explain import example
>>> rules = "moves(P, Ns) :- m(P, Ns). m([X|Xs], Ns) :- X > 0, o([X|Xs], Ns). o(Xs, [Xs])."
>>> print(example("rebuilding", rules))
m(+,-): at most one
    in1 as [X|Xs]
    X > 0
    o(+,-): [X|Xs] gives Ns
    gives Ns
=>
m(+,-): at most one
    in1 as [X|Xs]
    X > 0
    o(+,-): in1 gives Ns
    gives Ns
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import assigned_by, expressions_changed, goals_within, parts_changed
from pydecl.compiler.passes import Options

PIPELINE = "c", 15


def run(program: ir.Program, _: Options) -> ir.Program:
    """The program that makes no list that is there."""
    procedures = {
        key: replace(procedure, clauses=tuple(map(_with_lists, procedure.clauses)))
        for key, procedure in program.procedures.items()
    }
    return replace(program, procedures=procedures)


def _with_lists(clause: ir.Clause) -> ir.Clause:
    """The clause with the lists that are there."""
    times = Counter(name for goal in goals_within(clause.goals) for name in assigned_by(goal))
    there: dict[ir.Expr, ir.Var] = {}
    for goal in goals_within(clause.goals):
        match goal:
            case ir.Match(ir.Var() as whole, ir.ListShape((ir.Bind(item),), ir.Bind(rest))) if (
                times[item] == times[rest] == 1
            ):
                there.setdefault(ir.MakeList((ir.Var(item),), ir.Var(rest)), whole)
            case _:
                pass
    if not there:
        return clause

    def change(goal: ir.Goal) -> ir.Goal:
        made = parts_changed(goal, lambda part: tuple(map(change, part)))
        return expressions_changed(made, lambda one: _with_list(one, there))

    results = tuple(_with_list(one, there) for one in clause.results)
    return replace(clause, goals=tuple(map(change, clause.goals)), results=results)


def _with_list(given: ir.Expr, there: Mapping[ir.Expr, ir.Var]) -> ir.Expr:
    match given:
        case ir.Make(name, args):
            return ir.Make(name, tuple(_with_list(one, there) for one in args))
        case ir.MakeList(items, tail):
            whole = there.get(ir.MakeList(items[-1:], tail))
            if whole is not None:
                items, tail = items[:-1], whole
            made = tuple(_with_list(one, there) for one in items)
            return ir.MakeList(made, tail) if made or tail is None else tail
        case _:
            return given
