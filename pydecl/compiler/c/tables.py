"""Facts, nothing but rows of constants, as static tables: a call looks its rows up, or goes through them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from pydecl.compiler import ir
from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.emitter import After, Emitter
from pydecl.compiler.c.module import Module, Table
from pydecl.compiler.c.type_inference import Instance
from pydecl.compiler.c.types import Type
from pydecl.compiler.c.values import fit, initial, is_ground, simple_equality, static_value, value

MOST_GROUPS = 20_000
"""A table is not made where its arguments have more combinations."""

MOST_COMPARED = 24
"""Nor where an argument that is no number or atom has more values."""

SIMPLE = ("I", "A", "O")


def facts(procedure: ir.Procedure) -> bool:
    """Whether a procedure is nothing but a table."""
    many = len(procedure.clauses) >= 8 or (
        procedure.determinism is ir.Determinism.NONDET and len(procedure.clauses) > 1
    )
    return many and all(_row(procedure, clause) is not None for clause in procedure.clauses)


def _row(procedure: ir.Procedure, clause: ir.Clause) -> tuple[ir.Expr, ...] | None:
    """The arguments that a fact is for; None where it is no such fact."""
    found: dict[str, ir.Expr] = {}
    for goal in clause.goals:
        if not (isinstance(goal, ir.Match) and isinstance(goal.value, ir.Var)):
            return None
        told = _written(goal.pattern)
        if told is None or goal.value.name in found:
            return None
        found[goal.value.name] = told
    if set(found) != set(procedure.parameters) or not all(map(is_ground, clause.results)):
        return None
    return tuple(found[name] for name in procedure.parameters)


def _written(pattern: ir.Pattern) -> ir.Expr | None:
    """The one value that a pattern fits, if there is one and it is written there."""
    match pattern:
        case ir.Equal(told):
            return told if is_ground(told) else None
        case ir.Shape(name, args):
            made = [_written(arg) for arg in args]
            return ir.Make(name, tuple(one for one in made if one)) if all(made) and args else None
        case ir.ListShape(items, tail):
            made = [_written(item) for item in items]
            if not all(made) or tail is not None:
                return None
            return ir.MakeList(tuple(one for one in made if one), None)
        case _:
            return None


def table_of(module: Module, called: Instance) -> Table | None:
    """The table of a procedure, if it has one."""
    name = module.names[called]
    if name not in module.tables:
        tabled = facts(called.procedure) and called.procedure.key.name not in module.counted
        module.tables[name] = _made(module, name, called) if tabled else None
    return module.tables[name]


def _made(module: Module, name: str, called: Instance) -> Table | None:
    procedure = called.procedure
    keys = [_row(procedure, clause) or () for clause in procedure.clauses]
    values = [list(dict.fromkeys(column)) for column in zip(*keys, strict=True)]
    kinds = [module.layout.shape(node).kind for node in called.parameters]
    if prod(map(len, values)) > MOST_GROUPS:
        return None
    if any(len(v) > MOST_COMPARED and k not in SIMPLE for v, k in zip(values, kinds, strict=True)):
        return None
    groups: list[list[int]] = [[] for _ in range(prod(map(len, values)))]
    places = [{one: place for place, one in enumerate(column)} for column in values]
    for number, key in enumerate(keys):
        group = 0
        for one, column in zip(key, places, strict=True):
            group = group * len(column) + column[one]
        groups[group].append(number)
    single = all(len(group) <= 1 for group in groups)
    if procedure.determinism is not ir.Determinism.NONDET:
        groups, single = [numbers[:1] for numbers in groups], True
    module.tabular.append(_key(module, name, called, values))
    _rows(module, name, called, [number for numbers in groups for number in numbers])
    count, starts = 0, []
    for numbers in groups:
        starts.append(count + 1 if single and numbers else 0 if single else count)
        count += len(numbers)
    if not single:
        starts.append(count)
    kind = "uint16_t" if count < 65535 else "uint32_t"
    module.tabular.append(f"static const {kind} {name}_starts[] = {{{', '.join(map(str, starts))}}};")
    return Table(name, single)


def _rows(module: Module, name: str, called: Instance, order: Sequence[int]) -> None:
    kinds = enumerate(map(module.layout.c, called.results))
    fields = " ".join(f"{kind} f{index};" for index, kind in kinds)
    if not fields:
        return
    clauses = called.procedure.clauses
    made = [
        c.Braces(
            tuple(
                initial(module, one, node)
                for one, node in zip(clauses[number].results, called.results, strict=True)
            )
        )
        for number in order
    ]
    body = printer.expression(c.Braces(tuple(made)))
    module.tabular.append(f"static const struct {{ {fields} }} {name}_rows[] = {body};")


def _key(module: Module, name: str, called: Instance, values: Sequence[Sequence[ir.Expr]]) -> str:
    """The function from arguments to the number of a group, or -1."""
    lines, group = [], "0"
    for index, (node, column) in enumerate(zip(called.parameters, values, strict=True)):
        tests: list[str] = []
        if module.layout.shape(node).kind in SIMPLE:
            for number, one in enumerate(column):
                told = printer.expression(initial(module, one, node))
                tests.append(f"case {told}: g{index} = {number}; break;")
            lines.append(f"switch (a{index}) {{ {' '.join(tests)} default: return -1; }}")
        else:
            for number, one in enumerate(column):
                same = printer.expression(_equality(module, c.Name(f"a{index}"), node, one))
                tests.append(f"if ({same}) g{index} = {number}; else ")
            lines.append("".join(tests) + "return -1;")
        group = f"({group} * {len(column)} + g{index})" if index else "g0"
    declared = ", ".join(f"{module.layout.c(node)} a{i}" for i, node in enumerate(called.parameters))
    numbers = f"int32_t {', '.join(f'g{i}' for i in range(len(values)))}; " if values else ""
    return f"SOME int32_t {name}_key({declared or 'void'}) {{ {numbers}{' '.join(lines)} return {group}; }}"


def _equality(module: Module, x: c.Expr, node: Type, one: ir.Expr) -> c.Expr:
    """Whether a value is one that is written there."""
    told = simple_equality(module, x, node, one)
    return told or c.call(module.layout.need("equal", node), x, static_value(module, one, node))


def looked_up(e: Emitter, goal: ir.Call, called: Instance, table: Table, after: After) -> None:
    """A call of facts."""
    inputs = [value(e, a, t) for a, t in zip(goal.arguments, called.parameters, strict=True)]
    group = e.local("int32_t", "g")
    e.write(c.assign(group, c.call(f"{table.name}_key", *inputs)))
    if inputs:
        e.require(c.Binary(">=", group, c.ZERO))

    def body(row: c.Expr) -> None:
        for index, (pattern, node) in enumerate(zip(goal.results, called.results, strict=True)):
            fit(e, c.Field(c.Item(c.Name(f"{table.name}_rows"), row), f"f{index}"), node, pattern)

    starts = c.Name(f"{table.name}_starts")
    if table.single:
        e.write(c.assign(group, c.Item(starts, group)))
        e.require(c.Binary("<", c.ZERO, group))
        body(c.Binary("-", group, c.number(1)))
        after()
        return
    first = e.kept(c.Item(starts, group), "int32_t")
    count = e.kept(c.Binary("-", c.Item(starts, c.Binary("+", group, c.number(1))), first), "int32_t")
    e.loop(count, after, lambda i: body(c.Binary("+", first, i)))
