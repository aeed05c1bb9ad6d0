"""Facts as static tables: a call looks its rows up, or goes through them in a loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from pydecl.compiler import ir
from pydecl.compiler.c.arguments import After, Arguments
from pydecl.compiler.c.types import Instance

MOST_GROUPS = 20_000
"""A table is not made where its arguments have more combinations."""

MOST_COMPARED = 24
"""Nor where an argument that is no number or atom has more values."""

SIMPLE = ("I", "A", "O")


@dataclass(frozen=True)
class Table:
    """Names in C: the rows, the function that gives the group of rows for some arguments, where groups begin.

    `single` says that no group has two rows: then `starts` holds the number of the row, from 1, or 0.
    """

    rows: str
    key: str
    starts: str
    count: int
    single: bool


def facts(procedure: ir.Procedure) -> bool:
    """Whether a procedure is nothing but a table."""
    many = len(procedure.clauses) >= 8 or (
        procedure.determinism is ir.Determinism.NONDET and len(procedure.clauses) > 1
    )
    return many and all(row(procedure, clause) is not None for clause in procedure.clauses)


def row(procedure: ir.Procedure, clause: ir.Clause) -> tuple[ir.Expr, ...] | None:
    """The arguments that a fact is for; None where it is no such fact."""
    found: dict[str, ir.Expr] = {}
    for goal in clause.goals:
        if not (isinstance(goal, ir.Match) and isinstance(goal.value, ir.Var)):
            return None
        value = written(goal.pattern)
        if value is None or goal.value.name in found:
            return None
        found[goal.value.name] = value
    if set(found) != set(procedure.parameters) or not all(map(constant, clause.results)):
        return None
    return tuple(found[name] for name in procedure.parameters)


def written(pattern: ir.Pattern) -> ir.Expr | None:
    """The one value that a pattern fits, if there is one and it is written there."""
    match pattern:
        case ir.Equal(value):
            return value if constant(value) else None
        case ir.Shape(name, args):
            made = [written(arg) for arg in args]
            return ir.Make(name, tuple(one for one in made if one)) if all(made) and args else None
        case ir.ListShape(items, tail):
            made = [written(item) for item in items]
            if not all(made) or tail is not None:
                return None
            return ir.MakeList(tuple(one for one in made if one), None)
        case _:
            return None


def constant(expression: ir.Expr) -> bool:
    """Whether an expression is a value that is written there."""
    match expression:
        case ir.Const():
            return True
        case ir.Make(_, args):
            return all(map(constant, args))
        case ir.MakeList(items, tail):
            return all(map(constant, items)) and (tail is None or constant(tail))
        case _:
            return False


class TableGoals(Arguments):
    """Calls of facts."""

    def table(self, called: Instance) -> Table | None:
        """The table of a procedure, if it has one."""
        name = self.program.function(called)
        if name not in self.program.tables:
            tabled = facts(called.procedure) and called.procedure.key.name not in self.program.counted
            self.program.tables[name] = self._made(name, called) if tabled else None
        return self.program.tables[name]

    def _made(self, name: str, called: Instance) -> Table | None:
        procedure = called.procedure
        keys = [row(procedure, clause) or () for clause in procedure.clauses]
        values = [list(dict.fromkeys(column)) for column in zip(*keys, strict=True)]
        kinds = [self.layout.shape(node).kind for node in called.parameters]
        if prod(map(len, values)) > MOST_GROUPS or not self._held(called):
            return None
        if any(len(v) > MOST_COMPARED and k not in SIMPLE for v, k in zip(values, kinds, strict=True)):
            return None
        groups: list[list[int]] = [[] for _ in range(prod(map(len, values)))]
        places = [{value: place for place, value in enumerate(column)} for column in values]
        for number, key in enumerate(keys):
            group = 0
            for one, column in zip(key, places, strict=True):
                group = group * len(column) + column[one]
            groups[group].append(number)
        single = all(len(group) <= 1 for group in groups)
        if procedure.determinism is not ir.Determinism.NONDET:
            groups, single = [numbers[:1] for numbers in groups], True
        self.program.tabular.append(self._key(name, called, values))
        self._rows(name, called, [number for numbers in groups for number in numbers])
        count, starts = 0, []
        for numbers in groups:
            starts.append(count + 1 if single and numbers else 0 if single else count)
            count += len(numbers)
        if not single:
            starts.append(count)
        kind = "uint16_t" if count < 65535 else "uint32_t"
        self.program.tabular.append(
            f"static const {kind} {name}_starts[] = {{{', '.join(map(str, starts))}}};"
        )
        return Table(f"{name}_rows", f"{name}_key", f"{name}_starts", count, single)

    def _held(self, called: Instance) -> bool:
        return all(
            self.holds(value) for clause in called.procedure.clauses for value in clause.results
        ) and all(
            self.holds(value)
            for clause in called.procedure.clauses
            for value in row(called.procedure, clause) or ()
        )

    def _rows(self, name: str, called: Instance, order: Sequence[int]) -> None:
        fields = " ".join(f"{self.layout.c(node)} f{index};" for index, node in enumerate(called.results))
        if not fields:
            return
        rows = [
            ", ".join(
                self.initial(value, node)
                for value, node in zip(called.procedure.clauses[number].results, called.results, strict=True)
            )
            for number in order
        ]
        body = ", ".join(f"{{{one}}}" for one in rows)
        self.program.tabular.append(f"static const struct {{ {fields} }} {name}_rows[] = {{{body}}};")

    def _key(self, name: str, called: Instance, values: Sequence[Sequence[ir.Expr]]) -> str:
        """The function from arguments to the number of a group, or -1."""
        lines, group = [], "0"
        for index, (node, column) in enumerate(zip(called.parameters, values, strict=True)):
            tests: list[str] = []
            if self.layout.shape(node).kind in SIMPLE:
                for number, value in enumerate(column):
                    tests.append(f"case {self.initial(value, node)}: g{index} = {number}; break;")
                lines.append(f"switch (a{index}) {{ {' '.join(tests)} default: return -1; }}")
            else:
                for number, value in enumerate(column):
                    tests.append(f"if ({self.equality(f'a{index}', node, value)}) g{index} = {number}; else ")
                lines.append("".join(tests) + "return -1;")
            group = f"({group} * {len(column)} + g{index})" if index else "g0"
        declared = ", ".join(f"{self.layout.c(node)} a{i}" for i, node in enumerate(called.parameters))
        numbers = f"int32_t {', '.join(f'g{i}' for i in range(len(values)))}; " if values else ""
        return (
            f"SOME int32_t {name}_key({declared or 'void'}) {{ {numbers}{' '.join(lines)} return {group}; }}"
        )

    def looked_up(self, goal: ir.Call, called: Instance, table: Table, after: After) -> None:
        """A call of facts."""
        inputs = [self.value(a, t) for a, t in zip(goal.arguments, called.parameters, strict=True)]
        group = self.local("int32_t", "g")
        self.write(f"{group} = {table.key}({', '.join(inputs)});")
        if inputs:
            self.require(f"{group} >= 0")

        def body(row: str) -> None:
            for index, (pattern, node) in enumerate(zip(goal.results, called.results, strict=True)):
                self.fit(f"{table.rows}[{row}].f{index}", node, pattern)

        if table.single:
            self.write(f"{group} = {table.starts}[{group}];")
            self.require(f"{group} > 0")
            body(f"{group} - 1")
            after()
            return
        first = self.kept_int(f"{table.starts}[{group}]")
        count = self.kept_int(f"{table.starts}[{group} + 1] - {first}")
        self.loop(count, after, lambda i: body(f"{first} + {i}"))
