"""Library predicates in C: each mode of `library.py` that the back end covers, written where it is called."""

from __future__ import annotations

from collections.abc import Callable

from pydecl.compiler import ir
from pydecl.compiler.cfunctions import NotCoveredError
from pydecl.compiler.constructors import Type
from pydecl.compiler.cvalues import Values
from pydecl.compiler.library import MODES
from pydecl.compiler.signatures import SIGNATURES
from pydecl.compiler.types import RESULT
from pydecl.model.term import Atom

After = Callable[[], None]

_TESTS = {
    "atom": ("TAG_ATOM",),
    "atomic": ("TAG_ATOM", "TAG_INT", "TAG_FLOAT", "empty"),
    "callable": ("TAG_ATOM", "TAG_STRUCT", "full"),
    "compound": ("TAG_STRUCT", "full"),
    "float": ("TAG_FLOAT",),
    "integer": ("TAG_INT",),
    "is_list": ("empty", "full"),
    "number": ("TAG_INT", "TAG_FLOAT"),
    "rational": ("TAG_INT",),
    "string": (),
}
"""What each type test is true of; a list is empty or full."""


class LibraryGoals(Values):
    """Writes the calls of library predicates."""

    def library(self, goal: ir.Library, after: After) -> None:
        """One call; `after` writes what follows a success."""
        name, mode = goal.procedure.name, goal.procedure.mode
        method = getattr(self, _METHODS.get((name, mode), ""), None)
        if (name, mode) not in SIGNATURES or method is None:
            raise NotCoveredError(f"{name}/{len(mode)} in mode ({','.join(mode)})", goal)
        method(goal, after)

    def loops(self, goal: ir.Goal) -> bool:
        """Whether the goal is written as a loop around what follows."""
        if not isinstance(goal, ir.Library):
            return False
        key = goal.procedure
        modes = MODES.get((key.name, key.arity), ())
        return any(m.arguments == key.mode and m.determinism is ir.Determinism.NONDET for m in modes)

    def calls_back(self, goal: ir.Library) -> bool:  # noqa: ARG002
        """Whether the goal calls a function with each solution."""
        return False

    # Arguments and results

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
        """Fit a result of one kind."""
        node, pattern = self.instance.place(self.clause, goal, RESULT + index), goal.results[index]
        if kind == "I" and isinstance(pattern, ir.Equal) and self.layout.shape(node).kind != "I":
            self.write(f"(void){self.as_int(self.named(self.value(pattern.value, node), node), node)};")
        self.fit(self.wrapped(kind, text, node), node, pattern)

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

    def kept(self, text: str, node: Type) -> str:
        """A name that a loop may read in whatever function follows."""
        name = self.mark(self.new("kept"), self.layout.c(node))
        self.write(f"{name} = {text};")
        return name

    # Lists

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
        i = self.taken_int(goal, 0)
        items, part = self.taken_list(goal, 1)
        first = goal.procedure.name[-1]
        self._type_check_index(i)
        self.require(f"{i} >= {first} && {i} - {first} < {items}.n")
        self.given_as(goal, 0, f"{items}.p[{i} - {first}]")
        if len(goal.results) == 2:
            self.given(
                goal, 1, "L", f"{self.layout.need('without', part)}({items}, (int32_t)({i} - {first}))"
            )
        after()

    def _type_check_index(self, i: str) -> None:
        """must_be(nonneg, Index) where the predicate has it."""

    def nth_insert(self, goal: ir.Library, after: After) -> None:
        """`+-++`: the list with the item at the index."""
        i = self.taken_int(goal, 0)
        x, _ = self.taken(goal, 1)
        items, part = self.taken_list(goal, 2)
        first = goal.procedure.name[-1]
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

    def sort_four(self, goal: ir.Library, after: After) -> None:
        """sort/4 by a known key (0 or an argument of pairs) in a known order."""
        key, order = goal.arguments[0], goal.arguments[1]
        if not (isinstance(key, ir.Const) and isinstance(order, ir.Const)):
            raise NotCoveredError("sort/4 by a key or an order that is not written there", goal)
        items, part = self.taken_list(goal, 2)
        element, sign = part.list_element(), str(order.value)
        if key.value == 0:
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

    # Pairs

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
        pair = self.compound("-", 2, f"{keys}.p[{i}], {values}.p[{i}]", element)
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

    # Numbers

    def between_test(self, goal: ir.Library, after: After) -> None:
        low, high, x = (self.taken_int(goal, i) for i in range(3))
        self.require(f"{low} <= {x} && {x} <= {high}")
        after()

    def between(self, goal: ir.Library, after: After) -> None:
        low = self.taken_int(goal, 0)
        if isinstance(goal.arguments[1], ir.Const) and str(goal.arguments[1].value) in ("inf", "infinite"):
            high = "INT64_MAX"
        else:
            high = self.taken_int(goal, 1)
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

    # Terms

    def compare(self, goal: ir.Library, after: After) -> None:
        given = goal.results[0]
        if isinstance(given, ir.Equal) and given.value not in [ir.Const(Atom(name)) for name in "<=>"]:
            raise NotCoveredError("compare/3 with an order that is not written there", goal)
        a, node = self.taken(goal, 0)
        b, _ = self.taken(goal, 1)
        order, o = self.layout.need("order", node), self.local("int", "o")
        less, same, more = (str(self.layout.atoms[name]) for name in "<=>")
        self.write(f"{o} = {order}({a}, {b});")
        self.given(goal, 0, "A", f"({o} < 0 ? {less} : {o} > 0 ? {more} : {same})")
        after()

    def type_test(self, goal: ir.Library, after: After) -> None:
        x, node = self.taken(goal, 0)
        shape, wanted = self.layout.shape(node), _TESTS[goal.procedure.name]
        lists = {(): "false", ("empty",): "{0}.n == 0", ("full",): "{0}.n > 0", ("empty", "full"): "true"}
        of_list = lists[tuple(w for w in ("empty", "full") if w in wanted)]
        if shape.kind == "list":
            condition = of_list.format(x)
        elif shape.kind in ("union", "N"):
            tag = f"{x}{shape.dot}tag"
            parts = [
                f"{tag} {'>=' if w == 'TAG_STRUCT' else '=='} {w}" for w in wanted if w.startswith("TAG")
            ]
            if shape.kind == "union" and node.find().element is not None:
                parts.append(f"({tag} == TAG_LIST && {of_list.format(f'{x}{shape.dot}u.l')})")
            condition = " || ".join(parts) or "false"
        else:
            tags = {
                "I": "TAG_INT",
                "D": "TAG_FLOAT",
                "A": "TAG_ATOM",
                "O": "TAG_ATOM",
                "struct": "TAG_STRUCT",
            }
            condition = "true" if tags.get(shape.kind) in wanted else "false"
        self.require(condition)
        after()

    def argument(self, goal: ir.Library, after: After) -> None:
        i = self.taken_int(goal, 0)
        x, node = self.taken(goal, 1)
        self.given_as(goal, 0, self._argument(goal, x, node, i))
        after()

    def argument_each(self, goal: ir.Library, after: After) -> None:
        x, node = self.taken(goal, 0)
        x = self.kept(x, node)
        arity = self._only_compound(goal, node)[1]

        def body(i: str) -> None:
            self.given_as(goal, 1, self._argument(goal, x, node, f"({i} + 1)"))
            self.given(goal, 0, "I", f"((I){i} + 1)")

        self.loop(str(arity), after, body)

    def _only_compound(self, goal: ir.Library, node: Type) -> tuple[str, int]:
        if self.layout.shape(node).kind != "struct":
            raise NotCoveredError("arg/3 of what is not one compound", goal)
        return self.layout.functors(node)[0]

    def _argument(self, goal: ir.Library, x: str, node: Type, i: str) -> str:
        functor = self._only_compound(goal, node)
        result = self.instance.place(self.clause, goal, RESULT + len(goal.results) - 1)
        found = self.local(self.layout.c(result), "t")
        cases = "".join(
            f"case {n + 1}: {found} = {self.layout.field(x, node, functor, n)}; break; "
            for n in range(functor[1])
        )
        self.write(f"switch ({i}) {{ {cases}default: {self.fail} }}")
        return found

    def filled(self, goal: ir.Library, after: After) -> None:
        n = self.taken_int(goal, 0)
        x, _ = self.taken(goal, 1)
        node = self.instance.place(self.clause, goal, RESULT)
        self.require(f"{n} >= 0")
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

    # Text

    def _text(self, goal: ir.Library, index: int) -> str:
        """A name for the text of an atom or integer."""
        return self._text_of(*self.taken(goal, index))

    def _text_of(self, x: str, node: Type) -> str:
        shape, name = self.layout.shape(node), self.local("Text", "s")
        t, dot = shape.name, shape.dot
        if shape.kind == "union":
            cases = []
            if node.find().ints:
                cases.append(f"if (x{dot}tag == TAG_INT) return text_of_int(x{dot}u.i);")
            if node.find().atoms or node.find().open:
                cases.append(f"if (x{dot}tag == TAG_ATOM) return text_of(x{dot}u.a);")
            none = 'unsupported("text of a term"); return names[0];'
            made = f"SOME Text text_{t}({t} x) {{ {' '.join(cases)} {none} }}"
            self.layout.add("text", node, made)
            self.write(f"{name} = text_{t}({x});")
        elif shape.kind == "I":
            self.write(f"{name} = text_of_int({x});")
        elif shape.kind in ("A", "O"):
            self.write(f"{name} = text_of({x});")
        else:
            self.write(f'{name} = (unsupported("text of a term"), names[0]);')
        return name

    def atom_length(self, goal: ir.Library, after: After) -> None:
        self.given(goal, 0, "I", f"characters({self._text(goal, 0)})")
        after()

    def atom_concat(self, goal: ir.Library, after: After) -> None:
        a, b = self._text(goal, 0), self._text(goal, 1)
        self.given(goal, 0, "O", f"joined({a}, {b})")
        after()

    def concat_list(self, goal: ir.Library, after: After) -> None:
        """atomic_list_concat/2 and, with a separator, /3."""
        items, part = self.taken_list(goal, 0)
        between = self._text(goal, 1) if len(goal.arguments) == 2 else ""
        element = part.list_element()
        whole, i = self.local("Text", "s"), self.local("int32_t", "i")
        one = self.local(self.layout.c(element), "t")
        self.write(f'{whole} = (Text){{"", 0}};')
        self.write(f"for ({i} = 0; {i} < {items}.n; {i}++) {{")
        self.write(f"{one} = {items}.p[{i}];")
        text = self._text_of(one, element)
        if between:
            self.write(f"if ({i}) {whole} = text_joined({whole}, {between});")
        self.write(f"{whole} = text_joined({whole}, {text}); }}")
        self.given(goal, 0, "O", f"atom_of({whole})")
        after()

    def code_char(self, goal: ir.Library, after: After) -> None:
        self.given(goal, 0, "O", f"char_of_code({self.taken_int(goal, 0)})")
        after()

    def char_code(self, goal: ir.Library, after: After) -> None:
        self.given(goal, 0, "I", f"code_of_char({self._text(goal, 0)})")
        after()


_METHODS = {
    ("member", "-+"): "member",
    ("memberchk", "++"): "memberchk",
    ("append", "++-"): "append_three",
    ("append", "+-+"): "append_after",
    ("append", "-++"): "append_before",
    ("append", "--+"): "append_split",
    ("append", "+-"): "append_two",
    ("select", "-+-"): "select",
    ("select", "+-+"): "select_insert",
    ("select", "-++-"): "select_four",
    ("subset", "++"): "subset",
    ("delete", "++-"): "delete",
    **dict.fromkeys((("subtract", "++-"), ("intersection", "++-"), ("union", "++-")), "subtract"),
    **{(name, mode): "nth" for name in ("nth0", "nth1") for mode in ("++-", "++--")},
    **{(name, mode): "nth_each" for name in ("nth0", "nth1") for mode in ("-+-", "-+--")},
    **{(name, "+-++"): "nth_insert" for name in ("nth0", "nth1")},
    **{(name, "--++"): "nth_insert_each" for name in ("nth0", "nth1")},
    ("length", "+-"): "length_of",
    ("length", "++"): "length_is",
    ("last", "+-"): "last",
    **{(name, "+-"): "one_list" for name in ("reverse", "list_to_set", "msort", "sort")},
    **{(name, "+-"): "total" for name in ("sum_list", "max_list", "min_list")},
    **{(name, "-+"): "extreme" for name in ("max_member", "min_member")},
    ("numlist", "++-"): "numlist",
    ("sort", "+++-"): "sort_four",
    ("keysort", "+-"): "keysort",
    ("pairs_keys_values", "+--"): "pairs_apart",
    ("pairs_keys_values", "-++"): "pairs_together",
    ("pairs_keys", "+-"): "pairs_apart",
    ("pairs_values", "+-"): "pairs_apart",
    ("group_pairs_by_key", "+-"): "group_pairs",
    ("between", "+++"): "between_test",
    ("between", "++-"): "between",
    ("succ", "+-"): "succ",
    ("succ", "-+"): "succ",
    **{("plus", mode): "plus" for mode in ("++-", "+-+", "-++")},
    ("compare", "-++"): "compare",
    ("arg", "++-"): "argument",
    ("arg", "-+-"): "argument_each",
    **{(name, "+"): "type_test" for name in _TESTS},
    ("$filled", "++-"): "filled",
    ("$split", "++--"): "split",
    ("atom_length", "+-"): "atom_length",
    ("atom_concat", "++-"): "atom_concat",
    ("char_code", "-+"): "code_char",
    ("atomic_list_concat", "+-"): "concat_list",
    ("atomic_list_concat", "++-"): "concat_list",
    ("char_code", "+-"): "char_code",
}
"""The method of each predicate and mode."""
