"""What the procedures of a program share while they are written: names, static data, functions on types."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from pydecl.compiler import ir
from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.type_inference import Instance, Typed
from pydecl.compiler.c.types import Type


def header(name: str) -> str:
    """A part of the runtime system, in C."""
    return (resources.files("pydecl.compiler.c") / "headers" / name).read_text(encoding="utf-8")


def included(name: str) -> str:
    """The line that includes a part of what searches, `pydecl/engines/native/headers`."""
    return f'#include "headers/{name}.h"'


class NotCoveredError(Exception):
    """The C back end has no code for what stands at `goal`."""

    def __init__(self, reason: str, goal: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.goal = goal


@dataclass(frozen=True)
class Table:
    """`{name}_rows`; `{name}_key` gives the group of some arguments, `{name}_starts` where groups begin.

    `single` says that no group has two rows: then `starts` holds the number of the row, from 1, or 0.
    """

    name: str
    single: bool


@dataclass
class Module:
    """One program in C while it is written."""

    typed: Typed
    layout: Layout
    names: dict[Instance, str] = field(default_factory=dict)
    """Of the instances' main functions."""
    pointers: dict[tuple[str, ...], str] = field(default_factory=dict)
    helpers: list[str] = field(default_factory=list)
    tables: dict[str, Table | None] = field(default_factory=dict)
    """Of facts, by the function that would be called."""
    tabular: list[str] = field(default_factory=list)
    counted: Mapping[str, Callable[[Any], Sequence[c.Statement]]] = field(default_factory=dict)
    """What functions begin with, by the names of their predicates."""
    counting: Collection[ir.Key] = ()
    """Procedures that call such predicates: each call of theirs is seen."""
    asking: dict[Instance, Sequence[Sequence[ir.Goal]]] = field(default_factory=dict)
    """The goals of clauses in which it is asked whether a solution is wanted: see `counting.py`."""
    cells: dict[object, str] = field(default_factory=dict)
    """The names of what is kept beside the arguments."""
    facts: dict[str, str] = field(default_factory=dict)
    """The types of the facts that change, by the names of their arrays."""
    holds_facts: bool = False
    """Whether there are such facts, which may hold terms."""
    kept: list[Type] = field(default_factory=list)
    """The types of what transposition tables keep, see `serialisation.py`."""
    position: Type | None = None
    """The type of the positions that have keys."""
    each_solution: dict[str, str] = field(default_factory=dict)
    """The functions that call others with each solution, by name."""
    _static: dict[tuple[str, bool, str], str] = field(default_factory=dict)
    _sorters: dict[tuple[str, str, bool], str] = field(default_factory=dict)

    def each(self, instance: Instance) -> str:
        """The function that calls another with each solution of a procedure."""
        name, layout = self.names[instance], self.layout
        if instance.procedure.determinism is ir.Determinism.NONDET:
            return name
        gives, visit = instance.results, c.Name("visit")
        given = [c.Parameter(layout.passed(n), c.Name(f"a{i}")) for i, n in enumerate(instance.parameters)]
        found = [c.Parameter(layout.c(node), c.Name(f"r{i}")) for i, node in enumerate(gives)]
        more = (
            c.Parameter(self.pointer(gives), visit),
            c.Parameter("void *", c.CONTEXT),
        )
        call = c.call(name, *(one.name for one in given), *(c.Unary("&", one.name) for one in found))
        values = [layout.given(one.name, node) for one, node in zip(found, gives, strict=True)]
        told = c.Return(c.Binary("&&", call, c.call("visit", c.CONTEXT, *values)))
        made = c.Function(f"each_{name}", (*given, *more), tuple(found), (told,), True)
        self.each_solution[made.name] = printer.function(made)
        return made.name

    def data(self, kind: str, value: c.Expr, *, array: bool = False) -> c.Name:
        """Static data of a type, or an array of it. The same data are there once."""
        key = kind, array, printer.expression(value)
        return c.Name(self._static.setdefault(key, f"data{len(self._static)}"))

    def static_text(self) -> list[str]:
        """All static data."""
        return [
            f"static {kind} {name}{'[]' if array else ''} = {value};"
            for (kind, array, value), name in self._static.items()
        ]

    def pointer(self, results: Sequence[Type]) -> str:
        """The type of a function that is called with each solution."""
        key = tuple(map(self.layout.passed, results))
        return self.pointers.setdefault(key, f"each{len(self.pointers)}")

    def pointers_text(self) -> list[str]:
        """The types of all such functions."""
        return [
            f"typedef bool (*{name})(void *{''.join(f', {t}' for t in types)});"
            for types, name in self.pointers.items()
        ]

    def sorter(self, part: Type, sign: str, argument: int | None = None) -> str:
        """The name of a function that sorts as sort/4 does: by the elements, or an argument, from 0."""
        element = by = part.list_element()
        a: c.Expr = c.Name("a")
        b: c.Expr = c.Name("b")
        if argument is not None:
            ((functor, fields),) = element.find().structs.items()
            a, b = (self.layout.field(x, element, functor, argument) for x in (a, b))
            by = fields[argument]
        if sign.startswith("@>"):
            a, b = b, a
        text = printer.expression(c.call(self.layout.need("order", by), a, b))
        kind, t, once = self.layout.c(part), self.layout.c(element), sign in ("@<", "@>")
        self.layout.need("copy", part)
        name = self._sorters.get((kind, text, once))
        if name is None:
            name = self._sorters[kind, text, once] = f"sorter{len(self._sorters)}"
            whole = f"{name}_all" if once else name
            self.helpers.append(f"MERGE_SORT({whole}, {kind}, {t}, {text})")
            if once:
                self.helpers.append(f"SORT_ONCE({name}, {whole}, {kind}, {t}, {text})")
        return name
