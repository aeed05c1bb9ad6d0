"""Library predicates in C that inspect and make terms."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.c.arguments import After, Arguments
from pydecl.compiler.c.constructors import Type
from pydecl.compiler.c.functions import NotCoveredError
from pydecl.compiler.c.text import c_string
from pydecl.compiler.c.types import RESULT, list_parts
from pydecl.model.term import Atom

Functor = tuple[str, int]

TESTS = {
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


class TermGoals(Arguments):
    """Order, type tests, arguments and names of terms."""

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
        shape, wanted = self.layout.shape(node), TESTS[goal.procedure.name]
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

    def give_up(self, goal: ir.Library, after: After) -> None:
        """`$uncovered`."""
        (what,) = goal.arguments
        assert isinstance(what, ir.Const)
        assert isinstance(what.value, Atom)
        self.write(f"unsupported({c_string(what.value.name)});")
        after()

    # Arguments and names

    def argument(self, goal: ir.Library, after: After) -> None:
        x, node = self.taken(goal, 1)
        if self.layout.shape(self.instance.place(self.clause, goal, 0)).kind != "I":
            self._compounds(goal, x, node)  # a term without arguments is seen before a wrong number
        i = self.taken_int(goal, 0)
        self.given_as(goal, 0, self._argument(goal, x, node, i))
        after()

    def argument_each(self, goal: ir.Library, after: After) -> None:
        x, node = self.taken(goal, 0)
        x = self.kept(x, node)
        count = self.local("int32_t", "n")
        for condition, functor in self._compounds(goal, x, node):
            self.write(f"{condition}{count} = {self._arity(x, node, functor)};")

        def body(i: str) -> None:
            self.given_as(goal, 1, self._argument(goal, x, node, f"({i} + 1)", there=True))
            self.given(goal, 0, "I", f"((I){i} + 1)")

        self.loop(self.kept_int(count), after, body)

    def _compounds(self, goal: ir.Library, x: str, node: Type) -> list[tuple[str, Functor]]:
        """Each compound that `x` may be, after what begins a statement on it; anything else is a trap.

        A name alone, with arity -1, has any number of arguments.
        """
        found = node.find()
        functors = [*self.layout.functors(node), *((name, -1) for name in sorted(found.wide))]
        shape = self.layout.shape(node)
        if not functors:
            raise NotCoveredError(
                f"{goal.procedure.name}/{goal.procedure.arity} of what is no compound", goal
            )
        if shape.kind != "union":
            return [("", functors[0])]
        tests = [f"{x}{shape.dot}tag == {self.layout.tag(node, functor)}" for functor in functors]
        self.write(f'if (!({" || ".join(tests)})) unsupported("{goal.procedure.name} of no compound");')
        return [(f"if ({test}) ", functor) for test, functor in zip(tests, functors, strict=True)]

    def _arity(self, x: str, node: Type, functor: Functor) -> str:
        name, arity = functor
        return f"{self.layout.wide_value(x, node, name)}.n" if arity < 0 else str(arity)

    def _argument(self, goal: ir.Library, x: str, node: Type, i: str, *, there: bool = False) -> str:
        """A name for the argument of the number in the variable `i`, or that is written there.

        `there` says that there is such an argument.
        """
        result = self.instance.place(self.clause, goal, RESULT + len(goal.results) - 1)
        found = self.local(self.layout.c(result), "t")
        for condition, functor in self._compounds(goal, x, node):
            numbers = self._numbers(goal, functor)
            if numbers is None:
                slice_ = self.layout.wide_value(x, node, functor[0])
                outside = f"if ({i} < 1 || {i} > {slice_}.n) {{ {self._no_argument(i)} }} "
                self.write(f"{condition}{{ {'' if there else outside}{found} = {slice_}.p[{i} - 1]; }}")
                continue
            cases = "".join(
                f"case {n}: {found} = {self.layout.field(x, node, functor, n - 1)}; break; " for n in numbers
            )
            self.write(f"{condition}switch ({i}) {{ {cases}default: {self._no_argument(i)} }}")
        return found

    def _numbers(self, goal: ir.Library, functor: Functor) -> Sequence[int] | None:
        """The arguments that a goal can ask for, from 1; None where their number is not known."""
        if functor[1] < 0:
            return None
        asked = goal.arguments[0] if goal.procedure.mode[0] == "+" else None
        every = range(1, functor[1] + 1)
        return [n for n in every if ir.Const(n) == asked] if isinstance(asked, ir.Const) else every

    def _no_argument(self, i: str) -> str:
        """What happens where a compound has no argument of this number."""
        return f'if ({i} < 0) unsupported("an argument of a negative number"); {self.fail}'

    def set_argument(self, goal: ir.Library, after: After) -> None:
        """`$setarg`: a term with another argument."""
        i = self.taken_int(goal, 0)
        x, node = self.taken(goal, 1)
        item, _ = self.taken(goal, 2)
        shape = self.layout.shape(node)
        made = self.local(self.layout.c(node), "t")
        self.write(f"{made} = {f'box_{shape.name}(*{x})' if shape.boxed else x};")
        if shape.boxed:
            self.box(shape)
        for condition, functor in self._compounds(goal, x, node):
            numbers = self._numbers(goal, functor)
            if numbers is None:
                slice_, to = (self.layout.wide_value(one, node, functor[0]) for one in (x, made))
                put = self.layout.need("set", self.layout.wide_part(node, functor[0]))
                self.write(f"{condition}{{ if ({i} < 1 || {i} > {slice_}.n) {{ {self._no_argument(i)} }}")
                self.write(f"{to} = {put}({slice_}, (int32_t){i} - 1, {item}); }}")
                continue
            cases = "".join(
                f"case {n}: {self.layout.field(made, node, functor, n - 1)} = {item}; break; "
                for n in numbers
            )
            self.write(f"{condition}switch ({i}) {{ {cases}default: {self._no_argument(i)} }}")
        self.given_as(goal, 0, made)
        after()

    def functor(self, goal: ir.Library, after: After) -> None:
        """Name and arity of a compound."""
        x, node = self.taken(goal, 0)
        name = self.local(self.layout.c(self.instance.place(self.clause, goal, RESULT)), "t")
        arity = self.local("I", "i")
        for condition, functor in self._compounds(goal, x, node):
            atom = self.constant(Atom(functor[0]), self.instance.place(self.clause, goal, RESULT))
            self.write(f"{condition}{{ {name} = {atom}; {arity} = {self._arity(x, node, functor)}; }}")
        self.given_as(goal, 0, name)
        self.given(goal, 1, "I", arity)
        after()

    def apart(self, goal: ir.Library, after: After) -> None:
        """`Term =.. List` of a known compound."""
        x, node = self.taken(goal, 0)
        result = self.instance.place(self.clause, goal, RESULT)
        part, element = self.layout.list_part(result), result.list_element()
        t, c = self.layout.c(part), self.layout.c(element)
        made = self.local(t, "t")
        self.layout.need("of", part)
        for condition, functor in self._compounds(goal, x, node):
            items, rest = [self.constant(Atom(functor[0]), element)], f"({t}){{0, 0}}"
            if functor[1] < 0:
                slice_ = self.layout.wide_value(x, node, functor[0])
                rest = f"({t}){{{slice_}.p, {slice_}.n}}"
            items += [self.layout.field(x, node, functor, n) for n in range(functor[1])]
            self.write(f"{condition}{made} = of_{t}(({c}[]){{{', '.join(items)}}}, {len(items)}, {rest});")
        self.given(goal, 0, "L", made)
        after()

    def built(self, goal: ir.Library, after: After) -> None:
        """`Term =.. [Name|Arguments]`: a compound whose name is written there."""
        items, tail = list_parts(goal)
        head = items[0].value if items and isinstance(items[0], ir.Const) else None
        node = self.instance.place(self.clause, goal, RESULT)
        if not isinstance(head, Atom) or (tail is None and len(items) == 1):
            raise NotCoveredError("=../2 with a name that is not written there, or without arguments", goal)
        values = [
            self.named(self.value(item, one), one)
            for item, one in zip(
                items[1:],
                (self.instance.place(self.clause, goal, n) for n in range(1, len(items))),
                strict=True,
            )
        ]
        rest_node = self.instance.place(self.clause, goal, len(items))
        rest = self.named(
            self.value(tail if tail is not None else ir.MakeList((), None), rest_node), rest_node
        )
        part = self.layout.list_part(rest_node)
        rest = self.named(self.as_list(rest, rest_node), part)
        made = self.local(self.layout.c(node), "t")
        self.write(f'if (!{rest}.n && {len(values)} == 0) unsupported("a compound without arguments");')
        if head.name in node.find().wide:
            wide = self.layout.wide_part(node, head.name)
            t, c = self.layout.c(wide), self.layout.c(node.find().wide[head.name])
            text = f"({t}){{{rest}.p, {rest}.n}}"
            if values:
                self.layout.need("of", wide)
                text = f"of_{t}(({c}[]){{{', '.join(values)}}}, {len(values)}, {text})"
            self.write(f"{made} = {self.wide(head.name, text, node)};")
        else:
            self._build_known(head.name, values, rest, node, made)
        self.given_as(goal, 0, made)
        after()

    def _build_known(self, name: str, values: Sequence[str], rest: str, node: Type, made: str) -> None:
        """A compound of one of the numbers of arguments that its type knows; another is a trap."""
        cases = []
        for functor in self.layout.functors(node):
            more = functor[1] - len(values)
            if functor[0] == name and more >= 0:
                fields = [*values, *(f"{rest}.p[{n}]" for n in range(more))]
                cases.append(f"case {more}: {made} = {self.compound(name, fields, node)}; break;")
        self.write(f"switch ({rest}.n) {{ {' '.join(cases)}")
        self.write('default: unsupported("a compound of an unknown number of arguments"); }')
