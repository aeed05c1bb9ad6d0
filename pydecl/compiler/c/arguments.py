"""Library predicates in C: what a call takes and gives, and loops over its solutions."""

from __future__ import annotations

from collections.abc import Callable

from pydecl.compiler import ir
from pydecl.compiler.c.constructors import Type
from pydecl.compiler.c.types import RESULT
from pydecl.compiler.c.values import Values

After = Callable[[], None]
"""Writes what follows a success."""


class Arguments(Values):
    """Arguments and results of calls of library predicates."""

    def taken(self, goal: ir.Library, index: int) -> tuple[str, Type]:
        """A name for an argument, and its type."""
        node = self.instance.place(self.clause, goal, index)
        return self.named(self.value(goal.arguments[index], node), node), node

    def taken_list(self, goal: ir.Library, index: int) -> tuple[str, Type]:
        """A name for the slice of an argument, and the type of its lists."""
        x, node = self.taken(goal, index)
        part = self.layout.list_part(node)
        return self.named(self.as_list(x, node), part), part

    def taken_int(self, goal: ir.Library, index: int) -> str:
        x, node = self.taken(goal, index)
        name = self.local("I", "i")
        self.write(f"{name} = {self.as_int(x, node)};")
        return name

    def given(self, goal: ir.Library, index: int, kind: str, text: str) -> None:
        """Fit a result of one kind; most integers that are given must be integers."""
        node, pattern = self.instance.place(self.clause, goal, RESULT + index), goal.results[index]
        unchecked = goal.procedure.name in ("functor", "atom_number")
        if kind == "I" and not unchecked and isinstance(pattern, ir.Equal) and not self.is_int(node):
            self.write(f"(void){self.as_int(self.named(self.value(pattern.value, node), node), node)};")
        self.fit(self.wrapped(kind, text, node), node, pattern)

    def is_int(self, node: Type) -> bool:
        """Whether a type is that of integers alone."""
        return self.layout.shape(node).kind == "I"

    def given_as(self, goal: ir.Library, index: int, text: str) -> None:
        """Fit a result that is held as its type says."""
        node = self.instance.place(self.clause, goal, RESULT + index)
        self.fit(text, node, goal.results[index])

    def loop(self, count: str, after: After, body: Callable[[str], None]) -> None:
        """For each number below `count`: the body, then what follows; a failure goes on to the next."""
        i = self.mark(self.new("i"), "int32_t")
        following, outer = self.new("N"), self.fail
        self.write(f"for ({i} = 0; {i} < {count}; {i}++) {{")
        self.fail = f"goto {following};"
        body(i)
        after()
        self.fail = outer
        self.write(f"{following}:; }}")
        self.write(outer)

    def kept_int(self, text: str) -> str:
        """A name for a count that a loop may read in whatever function follows."""
        name = self.mark(self.new("kept"), "int32_t")
        self.write(f"{name} = {text};")
        return name

    def kept(self, text: str, node: Type) -> str:
        """A name that a loop may read in whatever function follows."""
        name = self.mark(self.new("kept"), self.layout.c(node))
        self.write(f"{name} = {text};")
        return name
