"""Library predicates in C that sort lists, or take pairs apart, or add numbers up."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c.arguments import After, Arguments
from pydecl.compiler.c.constructors import Type
from pydecl.compiler.c.functions import NotCoveredError
from pydecl.compiler.c.types import RESULT


class PairGoals(Arguments):
    """Sorting, pairs, sums, extremes."""

    def sort_four(self, goal: ir.Library, after: After) -> None:
        """sort/4 by a known key (0 or an argument of pairs) in a known order."""
        key, order = goal.arguments[0], goal.arguments[1]
        if not (isinstance(key, ir.Const) and isinstance(order, ir.Const)):
            raise NotCoveredError("sort/4 by a key or an order that is not written there", goal)
        items, part = self.taken_list(goal, 2)
        element, sign = part.list_element(), str(order.value)
        if key == ir.Const(0):
            by, unique = element, "{0}"
        else:
            structs = element.find().structs
            if self.layout.shape(element).kind != "struct" or not isinstance(key.value, int):
                raise NotCoveredError("sort/4 by an argument of what is not one compound", goal)
            ((functor, fields),) = structs.items()
            if not 0 < key.value <= functor[1]:
                raise NotCoveredError("sort/4 by an argument that is not there", goal)
            by = fields[key.value - 1]
            unique = self.layout.field("{0}", element, functor, key.value - 1)
        if sign not in ("@<", "@=<", "@>", "@>="):
            raise NotCoveredError(f"sort/4 in the order {sign}", goal)
        a, b = unique.format("a"), unique.format("b")
        compare = f"{self.layout.need('order', by)}({a}, {b})"
        if sign.startswith("@>"):
            compare = f"{self.layout.need('order', by)}({b}, {a})"
        name = self.program.sorter(part, element, compare, once=sign in ("@<", "@>"))
        self.given(goal, 0, "L", f"{name}({items})")
        after()

    def keysort(self, goal: ir.Library, after: After) -> None:
        items, part = self.taken_list(goal, 0)
        element = part.list_element()
        self._only_pairs(goal, element)
        a, b = (self.layout.field(x, element, ("-", 2), 0) for x in "ab")
        compare = f"{self.layout.need('order', element.find().structs['-', 2][0])}({a}, {b})"
        self.given(goal, 0, "L", f"{self.program.sorter(part, element, compare, once=False)}({items})")
        after()

    def _only_pairs(self, goal: ir.Library, element: Type) -> None:
        if self.layout.shape(element).kind != "struct":
            raise NotCoveredError(f"{goal.procedure.name} of what is not only pairs", goal)

    def pairs_apart(self, goal: ir.Library, after: After) -> None:
        items, part = self.taken_list(goal, 0)
        element = part.list_element()
        self._only_pairs(goal, element)
        fields = {"pairs_keys": (0,), "pairs_values": (1,)}.get(goal.procedure.name, (0, 1))
        for index, number in enumerate(fields):
            node = self.instance.place(self.clause, goal, RESULT + index)
            own = self.layout.list_part(node)
            found, i = self.local(self.layout.c(own), "t"), self.local("int32_t", "i")
            one = self.layout.field(f"{items}.p[{i}]", element, ("-", 2), number)
            self.write(f"{found} = {self.layout.need('room', own)}({items}.n);")
            self.write(f"for ({i} = 0; {i} < {items}.n; {i}++) {found}.p[{i}] = {one};")
            self.given(goal, index, "L", found)
        after()

    def pairs_together(self, goal: ir.Library, after: After) -> None:
        keys, _ = self.taken_list(goal, 0)
        values, _ = self.taken_list(goal, 1)
        node = self.instance.place(self.clause, goal, RESULT)
        part, element = self.layout.list_part(node), node.list_element()
        found, i = self.local(self.layout.c(part), "t"), self.local("int32_t", "i")
        self.require(f"{keys}.n == {values}.n")
        self.write(f"{found} = {self.layout.need('room', part)}({keys}.n);")
        pair = self.compound("-", (f"{keys}.p[{i}]", f"{values}.p[{i}]"), element)
        self.write(f"for ({i} = 0; {i} < {keys}.n; {i}++) {found}.p[{i}] = {pair};")
        self.given(goal, 0, "L", found)
        after()

    def group_pairs(self, goal: ir.Library, after: After) -> None:
        items, part = self.taken_list(goal, 0)
        element = part.list_element()
        self._only_pairs(goal, element)
        node = self.instance.place(self.clause, goal, RESULT)
        groups, group = self.layout.list_part(node), node.list_element()
        values = group.find().structs["-", 2][1]
        if self.layout.shape(values).kind != "list" or self.layout.shape(group).kind != "struct":
            raise NotCoveredError("group_pairs_by_key/2 of values of several kinds", goal)
        name = self.program.grouper(part, element, groups, group, values)
        self.given(goal, 0, "L", f"{name}({items})")
        after()

    # Sums and extremes

    def total(self, goal: ir.Library, after: After) -> None:
        """sum_list/2, max_list/2, min_list/2."""
        items, part = self.taken_list(goal, 0)
        element = part.list_element()
        if goal.procedure.name != "sum_list" and self.layout.c(element) not in ("I", "D", "N"):
            raise NotCoveredError(f"{goal.procedure.name}/2 of what may be no number", goal)
        total, i = self.local("N", "n"), self.local("int32_t", "i")
        operation = goal.procedure.name[:3]
        start = 0
        if operation == "sum":
            self.write(f"{total} = n_I(0);")
            operation = "add"
        else:
            self.require(f"{items}.n > 0")
            start = 1
        one = self.local(self.layout.c(element), "t")
        kind, text = self.as_number(one, element)
        text = text if kind == "N" else f"n_{kind}({text})"
        if start:
            self.write(f"{one} = {items}.p[0]; {total} = {text};")
        self.write(f"for ({i} = {start}; {i} < {items}.n; {i}++) {{")
        self.write(f"{one} = {items}.p[{i}]; {total} = n_{operation}({total}, {text}); }}")
        self.given(goal, 0, "N", total)
        after()

    def extreme(self, goal: ir.Library, after: After) -> None:
        """max_member/2, min_member/2: by the standard order."""
        items, part = self.taken_list(goal, 0)
        element = part.list_element()
        order, i, best = (
            self.layout.need("order", element),
            self.local("int32_t", "i"),
            self.local("int32_t", "i"),
        )
        sign = ">" if goal.procedure.name.startswith("max") else "<"
        self.require(f"{items}.n > 0")
        self.write(f"for ({best} = 0, {i} = 1; {i} < {items}.n; {i}++)")
        self.write(f"    if ({order}({items}.p[{i}], {items}.p[{best}]) {sign} 0) {best} = {i};")
        self.given_as(goal, 0, f"{items}.p[{best}]")
        after()
