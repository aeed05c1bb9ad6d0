"""Library predicates on integers in C."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c.arguments import After, Arguments
from pydecl.compiler.c.functions import NotCoveredError
from pydecl.compiler.c.types import RESULT


class IntegerGoals(Arguments):
    """between/3, succ/2, plus/3, numlist/3."""

    def numlist(self, goal: ir.Library, after: After) -> None:
        low, high = self.taken_int(goal, 0), self.taken_int(goal, 1)
        node = self.instance.place(self.clause, goal, RESULT)
        part, element = self.layout.list_part(node), node.list_element()
        found, i = self.local(self.layout.c(part), "t"), self.local("I", "i")
        self.require(f"{low} <= {high}")
        self.write(f"{found} = {self.layout.need('room', part)}(i_add(i_sub({high}, {low}), 1));")
        value = self.wrapped("I", f"({low} + {i})", element)
        self.write(f"for ({i} = 0; {i} < {found}.n; {i}++) {found}.p[{i}] = {value};")
        self.given(goal, 0, "L", found)
        after()

    def between_test(self, goal: ir.Library, after: After) -> None:
        low = self.taken_int(goal, 0)
        high = None if self._endless(goal) else self.taken_int(goal, 1)
        x = self.taken_int(goal, 2)
        self.require(f"{low} <= {x}" + (f" && {x} <= {high}" if high else ""))
        after()

    def _endless(self, goal: ir.Library) -> bool:
        """Whether between/3 has no upper bound."""
        bound = goal.arguments[1]
        if isinstance(bound, ir.Const):
            return str(bound.value) in ("inf", "infinite")
        found = self.instance.place(self.clause, goal, 1).find()
        if found.open or {"inf", "infinite"} & set(found.atoms):
            raise NotCoveredError("between/3 with a bound that may be inf", goal)
        return False

    def between(self, goal: ir.Library, after: After) -> None:
        low = self.taken_int(goal, 0)
        high = "INT64_MAX" if self._endless(goal) else self.taken_int(goal, 1)
        i, top = self.mark(self.new("i"), "I"), self.mark(self.new("top"), "I")
        following, outer = self.new("N"), self.fail
        self.write(f"{top} = {high};")
        self.write(f"for ({i} = {low}; {i} <= {top}; {i}++) {{")
        self.fail = f"goto {following};"
        self.given(goal, 0, "I", i)
        after()
        self.fail = outer
        self.write(f"{following}:; if ({i} == INT64_MAX) overflown(); }}")
        self.write(outer)

    def succ(self, goal: ir.Library, after: After) -> None:
        i = self.taken_int(goal, 0)
        if goal.procedure.mode == "-+":
            self.write(f'if ({i} < 0) unsupported("succ of a negative number");')
            self.require(f"{i} > 0")
            self.given(goal, 0, "I", f"{i} - 1")
        else:
            self.write(f'if ({i} < 0) unsupported("succ of a negative number");')
            self.given(goal, 0, "I", f"i_add({i}, 1)")
        after()

    def plus(self, goal: ir.Library, after: After) -> None:
        a, b = self.taken_int(goal, 0), self.taken_int(goal, 1)
        self.given(goal, 0, "I", f"i_add({a}, {b})" if goal.procedure.mode == "++-" else f"i_sub({b}, {a})")
        after()
