"""Library predicates on lists in C."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c.arguments import After, Arguments
from pydecl.compiler.c.functions import NotCoveredError
from pydecl.compiler.c.types import RESULT


class ListGoals(Arguments):
    """Lists: members, parts, indices."""

    def member(self, goal: ir.Library, after: After) -> None:
        items, part = self.taken_list(goal, 0)
        items = self.kept(items, part)
        self.loop(f"{items}.n", after, lambda i: self.given_as(goal, 0, f"{items}.p[{i}]"))

    def memberchk(self, goal: ir.Library, after: After) -> None:
        x, _ = self.taken(goal, 0)
        items, part = self.taken_list(goal, 1)
        self.require(f"{self.layout.need('has', part)}({x}, {items})")
        after()

    def append_three(self, goal: ir.Library, after: After) -> None:
        a, part = self.taken_list(goal, 0)
        b, _ = self.taken_list(goal, 1)
        self.given(goal, 0, "L", f"{self.layout.need('append', part)}({a}, {b})")
        after()

    def append_after(self, goal: ir.Library, after: After) -> None:
        """`+-+`: what comes after the front."""
        front, part = self.taken_list(goal, 0)
        whole, _ = self.taken_list(goal, 1)
        take, drop = self.layout.need("take", part), self.layout.need("drop", part)
        self.require(f"{front}.n <= {whole}.n")
        self.require(f"{self.layout.need('equal', part)}({front}, {take}({whole}, {front}.n))")
        self.given(goal, 0, "L", f"{drop}({whole}, {front}.n)")
        after()

    def append_before(self, goal: ir.Library, after: After) -> None:
        """`-++`: what comes before the end."""
        back, part = self.taken_list(goal, 0)
        whole, _ = self.taken_list(goal, 1)
        take, drop = self.layout.need("take", part), self.layout.need("drop", part)
        self.require(f"{back}.n <= {whole}.n")
        self.require(f"{self.layout.need('equal', part)}({back}, {drop}({whole}, {whole}.n - {back}.n))")
        self.given(goal, 0, "L", f"{take}({whole}, {whole}.n - {back}.n)")
        after()

    def append_split(self, goal: ir.Library, after: After) -> None:
        whole, part = self.taken_list(goal, 0)
        whole = self.kept(whole, part)
        take, drop = self.layout.need("take", part), self.layout.need("drop", part)

        def body(i: str) -> None:
            self.given(goal, 1, "L", f"{drop}({whole}, {i})")
            self.given(goal, 0, "L", f"{take}({whole}, {i})")

        self.loop(f"{whole}.n + 1", after, body)

    def append_two(self, goal: ir.Library, after: After) -> None:
        lists, part = self.taken_list(goal, 0)
        inner = part.list_element()
        own = self.layout.list_part(inner)
        if self.layout.shape(inner).kind != "list":
            raise NotCoveredError("append/2 of what is not only lists", goal)
        self.given(goal, 0, "L", f"{self.layout.need('join', own)}({lists}.p, {lists}.n)")
        after()

    def select(self, goal: ir.Library, after: After) -> None:
        items, part = self.taken_list(goal, 0)
        items = self.kept(items, part)
        without = self.layout.need("without", part)

        def body(i: str) -> None:
            self.given_as(goal, 0, f"{items}.p[{i}]")
            self.given(goal, 1, "L", f"{without}({items}, {i})")

        self.loop(f"{items}.n", after, body)

    def select_insert(self, goal: ir.Library, after: After) -> None:
        """`+-+`: the lists that are the given one with the item put in somewhere."""
        x, node = self.taken(goal, 0)
        x = self.kept(x, node)
        items, part = self.taken_list(goal, 1)
        items = self.kept(items, part)
        insert = self.layout.need("with", part)
        self.loop(f"{items}.n + 1", after, lambda i: self.given(goal, 0, "L", f"{insert}({items}, {i}, {x})"))

    def select_four(self, goal: ir.Library, after: After) -> None:
        """`-++-`: an item of the list, and the list with another in its place."""
        items, part = self.taken_list(goal, 0)
        items = self.kept(items, part)
        y, node = self.taken(goal, 1)
        y = self.kept(y, node)
        put = self.layout.need("set", part)

        def body(i: str) -> None:
            self.given_as(goal, 0, f"{items}.p[{i}]")
            self.given(goal, 1, "L", f"{put}({items}, {i}, {y})")

        self.loop(f"{items}.n", after, body)

    def subtract(self, goal: ir.Library, after: After) -> None:
        a, part = self.taken_list(goal, 0)
        b, _ = self.taken_list(goal, 1)
        there = "true" if goal.procedure.name == "intersection" else "false"
        keep = self.layout.need("keep", part)
        kept = f"{keep}({a}, {b}, {there})"
        if goal.procedure.name == "union":
            kept = f"{self.layout.need('append', part)}({kept}, {b})"
        self.given(goal, 0, "L", kept)
        after()

    def delete(self, goal: ir.Library, after: After) -> None:
        items, part = self.taken_list(goal, 0)
        x, _ = self.taken(goal, 1)
        self.given(goal, 0, "L", f"{self.layout.need('delete', part)}({items}, {x})")
        after()

    def subset(self, goal: ir.Library, after: After) -> None:
        a, part = self.taken_list(goal, 0)
        b, _ = self.taken_list(goal, 1)
        self.require(f"{self.layout.need('keep', part)}({a}, {b}, true).n == {a}.n")
        after()

    def nth(self, goal: ir.Library, after: After) -> None:
        i = self._index(goal) if len(goal.results) == 2 else self.taken_int(goal, 0)
        items, part = self.taken_list(goal, 1)
        first = goal.procedure.name[-1]
        if len(goal.results) == 2:
            self._check_index(i, first)
        self.require(f"{i} >= {first} && {i} - {first} < {items}.n")
        self.given_as(goal, 0, f"{items}.p[{i} - {first}]")
        if len(goal.results) == 2:
            self.given(
                goal, 1, "L", f"{self.layout.need('without', part)}({items}, (int32_t)({i} - {first}))"
            )
        after()

    def _index(self, goal: ir.Library) -> str:
        """The index of nth0/4 and nth1/4, whose type error is one of its own."""
        if not self.is_int(self.instance.place(self.clause, goal, 0)):
            raise NotCoveredError(f"{goal.procedure.name}/4 with an index that may be no integer", goal)
        return self.taken_int(goal, 0)

    def _check_index(self, i: str, first: str) -> None:
        """The type error of nth0/4 and nth1/4."""
        kind = "nonneg" if first == "0" else "positive_integer"
        self.write(f'if ({i} < {first}) TYPE_ERROR("{kind}", put_I({i}));')

    def nth_insert(self, goal: ir.Library, after: After) -> None:
        """`+-++`: the list with the item at the index."""
        i = self._index(goal)
        x, _ = self.taken(goal, 1)
        items, part = self.taken_list(goal, 2)
        first = goal.procedure.name[-1]
        self._check_index(i, first)
        self.require(f"{i} >= {first} && {i} - {first} <= {items}.n")
        insert = self.layout.need("with", part)
        self.given(goal, 0, "L", f"{insert}({items}, (int32_t)({i} - {first}), {x})")
        after()

    def nth_each(self, goal: ir.Library, after: After) -> None:
        items, part = self.taken_list(goal, 0)
        items = self.kept(items, part)
        first = goal.procedure.name[-1]

        def body(i: str) -> None:
            self.given_as(goal, 1, f"{items}.p[{i}]")
            self.given(goal, 0, "I", f"((I){i} + {first})")
            if len(goal.results) == 3:
                self.given(goal, 2, "L", f"{self.layout.need('without', part)}({items}, {i})")

        self.loop(f"{items}.n", after, body)

    def nth_insert_each(self, goal: ir.Library, after: After) -> None:
        """`--++`: the item put in at each index."""
        x, node = self.taken(goal, 0)
        x = self.kept(x, node)
        items, part = self.taken_list(goal, 1)
        items = self.kept(items, part)
        first = goal.procedure.name[-1]

        def body(i: str) -> None:
            self.given(goal, 0, "I", f"((I){i} + {first})")
            self.given(goal, 1, "L", f"{self.layout.need('with', part)}({items}, {i}, {x})")

        self.loop(f"{items}.n + 1", after, body)

    def length_of(self, goal: ir.Library, after: After) -> None:
        items, _ = self.taken_list(goal, 0)
        self.given(goal, 0, "I", f"(I){items}.n")
        after()

    def length_is(self, goal: ir.Library, after: After) -> None:
        items, _ = self.taken_list(goal, 0)
        n = self.taken_int(goal, 1)
        self.write(f'if ({n} < 0) unsupported("a negative length");')
        self.require(f"{items}.n == {n}")
        after()

    def one_list(self, goal: ir.Library, after: After) -> None:
        """A list made of a list."""
        items, part = self.taken_list(goal, 0)
        helper = {"reverse": "reverse", "list_to_set": "distinct", "msort": "sorted", "sort": "sorted"}
        text = f"{self.layout.need(helper[goal.procedure.name], part)}({items})"
        if goal.procedure.name == "sort":
            text = f"{self.layout.need('unique', part)}({text})"
        self.given(goal, 0, "L", text)
        after()

    def last(self, goal: ir.Library, after: After) -> None:
        items, _ = self.taken_list(goal, 0)
        self.require(f"{items}.n > 0")
        self.given_as(goal, 0, f"{items}.p[{items}.n - 1]")
        after()

    def filled(self, goal: ir.Library, after: After) -> None:
        n = self.taken_int(goal, 0)
        x, _ = self.taken(goal, 1)
        node = self.instance.place(self.clause, goal, RESULT)
        filled = self.layout.need("filled", self.layout.list_part(node))
        self.given(goal, 0, "L", f"{filled}({n}, {x})")
        after()

    def split(self, goal: ir.Library, after: After) -> None:
        n = self.taken_int(goal, 0)
        items, part = self.taken_list(goal, 1)
        self.require(f"0 <= {n} && {n} <= {items}.n")
        take, drop = self.layout.need("take", part), self.layout.need("drop", part)
        self.given(goal, 0, "L", f"{take}({items}, (int32_t){n})")
        self.given(goal, 1, "L", f"{drop}({items}, (int32_t){n})")
        after()
