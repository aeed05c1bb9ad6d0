"""Dead-argument elimination: an argument that a procedure does not read is not handed over.

An argument that is only passed on, to a procedure that does not read it either, is dead as well. What it was
made of may then be unused in the caller, so that unused results are looked for again. A search that wants the
value alone of the best of several positions carries no positions along.

It is right because an argument has no other effect than that it can be read. Entries keep theirs.

>>> from pydecl.compiler.explain import example
>>> rules = "staticval(p(X, Y), V) :- m(X, Y, V). m(0, _, 0). m(N, Y, V) :- N > 0, M is N - 1, m(M, Y, V)."
>>> print(example("dead_arguments", rules))
staticval(+,-): at most one
    in1 as p(X,Y)
    m(+,+,-): X, Y gives V
    gives V
<BLANKLINE>
m(+,+,-): at most one, clauses exclude each other
    in1 as 0
    gives 0
  or
    in1 > 0
    M is in1 - 1
    m(+,+,-): M, in2 gives V
    gives V
=>
staticval(+,-): at most one
    in1 as p(X,_)
    m~++-~+1(+,-): X gives V
    gives V
<BLANKLINE>
m~++-~+1(+,-): at most one, clauses exclude each other
    in1 as 0
    gives 0
  or
    in1 > 0
    M is in1 - 1
    m~++-~+1(+,-): M gives V
    gives V
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass, replace

from pydecl.compiler import ir
from pydecl.compiler.ir.call_graph import called
from pydecl.compiler.ir.visitor import expressions, goals_within, parts_changed, variables
from pydecl.compiler.passes import unused_arguments
from pydecl.compiler.passes.options import Options

PIPELINES = {"c": 22}

Dead = Mapping[ir.Key, frozenset[int]]
"""Which arguments of mode `+` procedures do not read, counted from 0."""

ROUNDS = 4
"""So often, at the most, unused results leave further arguments dead; what is left then stays."""


def run(program: ir.Program, options: Options) -> ir.Program:
    """The program that hands over what is read."""
    for _ in range(ROUNDS):
        dead = _dead(program, options.kept)
        if not dead:
            break
        program = unused_arguments.run(_without(program, dead), replace(options, copies=()))
    return program


def _dead(program: ir.Program, kept: Collection[str]) -> Dead:
    free = [key for key in program.procedures if key not in program.entries and key.name not in kept]
    dead = {key: frozenset(range(len(program.procedures[key].parameters))) for key in free}
    callers: dict[ir.Key, set[ir.Key]] = {key: set() for key in free}
    for key in free:
        for other in called(program.procedures[key]) & callers.keys():
            callers[other].add(key)
    uses = {key: _uses(program.procedures[key], dead) for key in free}
    todo = dict.fromkeys(free)
    while todo:
        key, _ = todo.popitem()
        procedure = program.procedures[key]
        names = set(uses[key].read)
        for (other, at), passed in uses[key].passed.items():
            if at not in dead[other]:
                names |= passed
        unread = frozenset(i for i, name in enumerate(procedure.parameters) if name not in names)
        if not dead[key] <= unread:
            dead[key] &= unread
            todo |= dict.fromkeys(callers[key])
    return {key: dropped for key, dropped in dead.items() if dropped}


@dataclass(frozen=True)
class _Uses:
    """What a procedure does with variables: reads them, or passes them on, by procedure and argument."""

    read: Set[str]
    passed: Mapping[tuple[ir.Key, int], Set[str]]


def _uses(procedure: ir.Procedure, free: Collection[ir.Key]) -> _Uses:
    names: set[str] = set()
    passed: dict[tuple[ir.Key, int], set[str]] = {}
    for clause in procedure.clauses:
        for result in clause.results:
            names.update(variables(result))
        for goal in goals_within(clause.goals):
            values = expressions(goal)
            if isinstance(goal, ir.Call) and goal.procedure in free:
                for at, _ in enumerate(goal.arguments):  # which come first
                    passed.setdefault((goal.procedure, at), set()).update(variables(next(values)))
            for value in values:
                names.update(variables(value))
    return _Uses(names, passed)


def _without(program: ir.Program, dead: Dead) -> ir.Program:
    procedures = {}
    for key, procedure in program.procedures.items():
        dropped = dead.get(key, frozenset())
        left = tuple(name for i, name in enumerate(procedure.parameters) if i not in dropped)
        clauses = tuple(_lessened(clause, dead) for clause in procedure.clauses)
        less = _name(key, dropped)
        procedures[less] = replace(procedure, key=less, parameters=left, clauses=clauses)
    return replace(program, procedures=procedures)


def _lessened(clause: ir.Clause, dead: Dead) -> ir.Clause:
    """The clause, whose calls hand over less, to the procedures that take less."""

    def changed(goal: ir.Goal) -> ir.Goal:
        made = parts_changed(goal, lambda part: tuple(map(changed, part)))
        dropped = dead.get(made.procedure) if isinstance(made, ir.Call) else None
        if not dropped:
            return made
        assert isinstance(made, ir.Call)
        left = tuple(argument for i, argument in enumerate(made.arguments) if i not in dropped)
        return replace(made, procedure=_name(made.procedure, dropped), arguments=left)

    return replace(clause, goals=tuple(map(changed, clause.goals)))


def _name(key: ir.Key, dropped: Collection[int]) -> ir.Key:
    """The name of a procedure without some arguments; `unused_arguments.whole` knows whose copy it is."""
    if not dropped:
        return key
    count, mode = -1, ""
    for one in key.mode:
        count += one == "+"
        mode += "" if one == "+" and count in dropped else one
    return ir.Key(f"{key.name}~{key.mode}~+{','.join(map(str, sorted(dropped)))}", mode)
