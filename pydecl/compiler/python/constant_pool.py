"""What a generated module shares: the names of procedures, functors, constants and library predicates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydecl.compiler.ir import Determinism, Key, Procedure
from pydecl.compiler.python.tables import table_of
from pydecl.compiler.runtime.arithmetic import FUNCTIONS, WITHIN
from pydecl.compiler.runtime.tabling import Tables
from pydecl.compiler.runtime.terms import LIBRARY
from pydecl.compiler.runtime.values import functor


def plain(name: str) -> str:
    """A name as part of a Python name."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


class Pool:
    """The names that a module's text uses, and `namespace`, what they stand for."""

    def __init__(self, procedures: Mapping[Key, Procedure]) -> None:
        self.procedures = procedures
        tables = Tables()
        self.namespace: dict[str, Any] = {"tabled": tables.answers}
        self._own = {"$complete": tables.complete}
        self._functions = {key: f"p{number}_{plain(key.name)}" for number, key in enumerate(procedures)}
        self._given: dict[object, str] = {}
        self._tables: dict[Key, dict[Any, Any] | None] = {}

    def function(self, key: Key) -> str:
        """The function that a procedure becomes."""
        return self._functions[key]

    def functor(self, name: str, arity: int) -> str:
        """The functor of compounds."""
        return self._entered(("F", name, arity), f"F{len(self._given)}_{plain(name)}", functor(name, arity))

    def library(self, key: Key) -> str:
        """A library predicate in a mode."""
        name = f"l_{len(self._given)}_{plain(key.name)}"
        return self._entered(
            ("L", key.name, key.mode), name, self._own.get(key.name, LIBRARY[key.name, key.mode])
        )

    def arithmetic(self, name: str, arity: int, within: bool) -> str:
        """A function of `is`, or of what stands within an expression."""
        function = (WITHIN if within else FUNCTIONS)[name, arity]
        return self._entered(("A", function), f"a_{len(self._given)}_{plain(name)}", function)

    def table(self, key: Key) -> str | None:
        """The name of the table that a procedure is, if it is one."""
        if key not in self._tables:
            table = table_of(self.procedures[key])
            self._tables[key] = table
            if table is not None:
                self.namespace[f"T{self._functions[key][1:]}"] = table
        return None if self._tables[key] is None else f"T{self._functions[key][1:]}"

    def rows(self, key: Key) -> list[tuple[Any, ...]]:
        """The results in a table."""
        table = self._tables[key] or {}
        many = self.procedures[key].determinism is Determinism.NONDET
        found = [row for rows in table.values() for row in rows] if many else list(table.values())
        count = key.mode.count("-")
        return found if count > 1 else [(row,)[:count] for row in found]

    def constant(self, value: Any) -> str:
        """A ground value: as a literal, or the name of what is made once."""
        if value.__class__ is int:
            return f"({value})" if value < 0 else str(value)
        if value.__class__ is str:
            return repr(value)
        if value == ():
            return "()"
        return self._entered(("K", value), f"K{len(self._given)}", value)

    def _entered(self, key: object, name: str, value: Any) -> str:
        found = self._given.get(key)
        if found is None:
            found = self._given[key] = name
            self.namespace[name] = value
        return found
