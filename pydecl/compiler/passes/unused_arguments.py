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

from collections.abc import Collection, Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import leaves_changed, parts_changed, patterns_changed, read
from pydecl.compiler.library import TOTAL
from pydecl.compiler.passes import Dropped, Options

PIPELINE = "c", 20


def run(program: ir.Program, options: Options) -> ir.Program:
    """The program without what is not used, and with the copies that are asked for."""
    pass_ = _Unused(program, options.kept)
    for key in program.entries:
        if key in program.procedures:
            pass_.ask(key, frozenset(), key)
    for name, key, dropped in options.copies:
        pass_.ask(key, dropped, name)
    while pass_.todo:
        pass_.write(*pass_.todo.pop())
    entries = (*program.entries, *(name for name, _, _ in options.copies))
    return ir.Program(pass_.made, entries, program.refusals)


class _Unused:
    def __init__(self, program: ir.Program, whole: Collection[str]) -> None:
        self.program = program
        self.whole = whole
        self.names: dict[tuple[ir.Key, Dropped], ir.Key] = {}
        self.todo: list[tuple[ir.Key, Dropped]] = []
        self.made: dict[ir.Key, ir.Procedure] = {}

    def ask(self, key: ir.Key, dropped: Dropped, name: ir.Key | None = None) -> ir.Key:
        """The name of a procedure without some results."""
        found = self.names.get((key, dropped))
        if found is None:
            found = name or _name(key, dropped)
            self.names[key, dropped] = found
            self.todo.append((key, dropped))
        return found

    def write(self, key: ir.Key, dropped: Dropped) -> None:
        procedure = self.program.procedures[key]
        clauses = []
        for clause in procedure.clauses:
            results = tuple(r for index, r in enumerate(clause.results) if index not in dropped)
            shorter = without_dead(replace(clause, results=results))
            clauses.append(replace(shorter, goals=self.calls(shorter.goals)))
        name = self.names[key, dropped]
        self.made[name] = replace(procedure, key=name, clauses=tuple(clauses))

    def calls(self, goals: Sequence[ir.Goal]) -> tuple[ir.Goal, ...]:
        """The goals with calls of copies."""
        made = []
        for goal in goals:
            changed = parts_changed(goal, self.calls)
            if isinstance(changed, ir.Call) and changed.procedure in self.program.procedures:
                results = changed.results
                dropped = frozenset(i for i, r in enumerate(results) if isinstance(r, ir.Ignore))
                if changed.procedure.name in self.whole:
                    dropped = frozenset()
                key = self.ask(changed.procedure, dropped, None if dropped else changed.procedure)
                kept = tuple(r for i, r in enumerate(results) if i not in dropped)
                changed = replace(changed, procedure=key, results=kept)
            made.append(changed)
        return tuple(made)


def _name(key: ir.Key, dropped: Dropped) -> ir.Key:
    count, mode = -1, ""
    for one in key.mode:
        count += one == "-"
        mode += "" if one == "-" and count in dropped else one
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
    if all(map(_plain, clause.goals)):
        return clause
    names = read(clause)
    while True:
        clause = replace(clause, goals=_without(clause.goals, names))
        left = read(clause)
        if left == names:
            return clause
        names = left


def _plain(goal: ir.Goal) -> bool:
    """Whether a goal only compares a variable with what is written there, as in a table of facts."""
    return (
        isinstance(goal, ir.Match) and isinstance(goal.value, ir.Var) and isinstance(goal.pattern, ir.Equal)
    )


def _without(goals: Sequence[ir.Goal], names: Collection[str]) -> tuple[ir.Goal, ...]:
    """The goals, with names given only to what is read; what is then no goal any more is left out."""

    def ignoring(leaf: ir.Pattern) -> ir.Pattern:
        return ir.Ignore() if isinstance(leaf, ir.Bind) and leaf.name not in names else leaf

    def read_alone(pattern: ir.Pattern) -> ir.Pattern:
        return leaves_changed(pattern, ignoring)

    def inside(part: Sequence[ir.Goal]) -> tuple[ir.Goal, ...]:
        return _without(part, names)

    made = (parts_changed(patterns_changed(goal, read_alone), inside) for goal in goals)
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
