"""Unused-argument elimination: a call that ignores a result calls a copy of the procedure without it.

A search does not ask for the names of moves: `move(Pos, _, Next)` calls a copy of move/3 that makes none.
What only that result needed is then dead code in the copy. A pattern binds only what a later goal, or a
result, reads; a match that then fits anything is left out. What may fail, raise an error or go on for ever
stays: `X is Y / 0` is evaluated even if nobody reads X. So the copy has the same solutions and errors.

>>> from pydecl.compiler.explain import example
>>> rules = "moves(P, Ns) :- findall(N, m(P, _, N), Ns). m(p(X), [go|X], Y) :- Y is X + 1."
>>> print(example("unused_arguments", rules))
moves(+,-): at most one
    Ns is findall of N for
        m(+,-,-): in1 gives _, N
    gives Ns
<BLANKLINE>
m(+,-,-): at most one
    in1 as p(X)
    Y is X + 1
    gives [go|X], Y
=>
moves(+,-): at most one
    Ns is findall of N for
        m~+--~0(+,-): in1 gives N
    gives Ns
<BLANKLINE>
m~+--~0(+,-): at most one
    in1 as p(X)
    Y is X + 1
    gives Y
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import leaves_changed, parts_changed, patterns_changed, read
from pydecl.compiler.library import TOTAL
from pydecl.compiler.passes import Dropped, Options

PIPELINE = "c", 20


def run(program: ir.Program, options: Options) -> ir.Program:
    """The program without what is not used, and with the copies that are asked for."""
    return _Unused(program, options.kept).run(options.copies)


class _Unused:
    def __init__(self, program: ir.Program, whole: Collection[str]) -> None:
        self.program = program
        self.whole = whole
        self.names: dict[tuple[ir.Key, Dropped], ir.Key] = {}
        self.todo: list[tuple[ir.Key, Dropped]] = []
        self.made: dict[ir.Key, ir.Procedure] = {}

    def run(self, copies: Sequence[tuple[ir.Key, ir.Key, Dropped]]) -> ir.Program:
        for key in self.program.entries:
            if key in self.program.procedures:
                self.ask(key, frozenset(), key)
        for name, key, dropped in copies:
            self.ask(key, dropped, name)
        while self.todo:
            self.write(*self.todo.pop())
        entries = (*self.program.entries, *(name for name, _, _ in copies))
        return ir.Program(self.made, entries, self.program.refusals)

    def ask(self, key: ir.Key, dropped: Dropped, name: ir.Key | None = None) -> ir.Key:
        """The name of a procedure without some results."""
        found = self.names.get((key, dropped))
        if found is None:
            found = name or _name(key, dropped)
            self.names[key, dropped] = found
            self.todo.append((key, dropped))
        return found

    def write(self, key: ir.Key, dropped: Dropped) -> None:
        procedure, name = self.program.procedures[key], self.names[key, dropped]
        clauses = []
        for clause in procedure.clauses:
            results = tuple(r for index, r in enumerate(clause.results) if index not in dropped)
            shorter = without_dead(replace(clause, results=results))
            clauses.append(replace(shorter, goals=_calls_changed(shorter.goals, self.copied)))
        self.made[name] = replace(procedure, key=name, clauses=tuple(clauses))

    def copied(self, call: ir.Call) -> ir.Call:
        """The call of a copy."""
        if call.procedure not in self.program.procedures:
            return call
        dropped = frozenset(i for i, r in enumerate(call.results) if isinstance(r, ir.Ignore))
        if call.procedure.name in self.whole:
            dropped = frozenset()
        kept = tuple(r for i, r in enumerate(call.results) if i not in dropped)
        return replace(call, procedure=self.ask(call.procedure, dropped), results=kept)


def _calls_changed(goals: Sequence[ir.Goal], change: Callable[[ir.Call], ir.Call]) -> tuple[ir.Goal, ...]:
    """The goals with other calls."""
    made = (parts_changed(goal, lambda part: _calls_changed(part, change)) for goal in goals)
    return tuple([change(goal) if isinstance(goal, ir.Call) else goal for goal in made])


def _name(key: ir.Key, dropped: Dropped) -> ir.Key:
    """The name of a copy; it is the procedure itself if nothing is left out."""
    if not dropped:
        return key
    results = iter(range(len(key.mode)))
    mode = "".join(one for one in key.mode if one == "+" or next(results) not in dropped)
    return ir.Key(f"{key.name}~{key.mode}~{','.join(map(str, sorted(dropped)))}", mode)


def whole(key: ir.Key) -> ir.Key:
    """The procedure that a copy is of, or the procedure itself.

    >>> print(whole(ir.Key("move~+--~0", "+-")))
    move(+,-,-)
    """
    name, _, rest = key.name.partition("~")
    mode, _, dropped = rest.partition("~")
    return ir.Key(name, mode) if dropped else key


# Dead code


def without_dead(clause: ir.Clause) -> ir.Clause:
    """The same clause, binding only what is read."""
    names = read(clause)
    while True:
        clause = replace(clause, goals=_without(clause.goals, names))
        left = read(clause)
        if left == names:
            return clause
        names = left


def _without(goals: Sequence[ir.Goal], names: Collection[str]) -> tuple[ir.Goal, ...]:
    """The goals, with names given only to what is read; what is then no goal any more is left out."""

    def read_alone(leaf: ir.Pattern) -> ir.Pattern:
        return ir.Ignore() if isinstance(leaf, ir.Bind) and leaf.name not in names else leaf

    named = (patterns_changed(goal, lambda one: leaves_changed(one, read_alone)) for goal in goals)
    made = (parts_changed(goal, lambda part: _without(part, names)) for goal in named)
    return tuple([goal for goal in made if not _is_void(goal)])


def _is_void(goal: ir.Goal) -> bool:
    """Whether a goal succeeds, once, and nothing else."""
    match goal:
        case ir.Match(_, ir.Ignore()):
            return True
        case ir.Library(key, _, results) if key in TOTAL:
            return all(isinstance(result, ir.Ignore) for result in results)
        case _:
            return False
