"""What nobody uses is not made: a call whose result is ignored calls a copy of the procedure without it.

Only goals that cannot fail, raise an error or go on for ever are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import parts_changed, patterns_changed, read

Dropped = frozenset[int]
"""Results of a procedure, counted from 0."""


def used(
    program: ir.Program,
    copies: Sequence[tuple[ir.Key, ir.Key, Dropped]] = (),
    whole: Collection[str] = (),
) -> ir.Program:
    """The program without what is not used; `copies` are more entries: name, of which, without what.

    Predicates of the names `whole` are called as they are.
    """
    pass_ = _Unused(program, whole)
    for key in program.entries:
        if key in program.procedures:
            pass_.ask(key, frozenset(), key)
    for name, key, dropped in copies:
        pass_.ask(key, dropped, name)
    while pass_.todo:
        pass_.write(*pass_.todo.pop())
    entries = (*program.entries, *(name for name, _, _ in copies))
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
            found = self.names[key, dropped] = name or _name(key, dropped)
            self.todo.append((key, dropped))
        return found

    def write(self, key: ir.Key, dropped: Dropped) -> None:
        procedure = self.program.procedures[key]
        clauses = []
        for clause in procedure.clauses:
            results = tuple(r for index, r in enumerate(clause.results) if index not in dropped)
            clauses.append(self.clause(replace(clause, results=results)))
        name = self.names[key, dropped]
        self.made[name] = replace(procedure, key=name, clauses=tuple(clauses))

    def clause(self, clause: ir.Clause) -> ir.Clause:
        if all(map(_plain, clause.goals)):
            return clause
        while True:
            names = read(clause)
            changed = replace(clause, goals=_without(clause.goals, names))
            if read(changed) == names:
                return replace(changed, goals=self.calls(changed.goals))
            clause = changed

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


def _plain(goal: ir.Goal) -> bool:
    """Whether a goal only compares a variable with what is written there."""
    return (
        isinstance(goal, ir.Match) and isinstance(goal.value, ir.Var) and isinstance(goal.pattern, ir.Equal)
    )


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


def _without(goals: Sequence[ir.Goal], names: set[str]) -> tuple[ir.Goal, ...]:
    """The goals, with names given only to what is read; what is then no goal any more is left out."""

    def ignoring(pattern: ir.Pattern) -> ir.Pattern:
        match pattern:
            case ir.Bind(name) if name not in names:
                return ir.Ignore()
            case ir.Shape(name, args):
                return ir.Shape(name, tuple(map(ignoring, args)))
            case ir.ListShape(items, tail):
                rest = None if tail is None else ignoring(tail)
                return ir.ListShape(tuple(map(ignoring, items)), rest)
            case _:
                return pattern

    made = (
        parts_changed(patterns_changed(goal, ignoring), lambda part: _without(part, names)) for goal in goals
    )
    return tuple(g for g in made if not (isinstance(g, ir.Match) and isinstance(g.pattern, ir.Ignore)))
