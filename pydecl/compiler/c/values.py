"""Expressions and patterns in C: values made, values taken apart."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c.arithmetic import Arithmetic
from pydecl.compiler.c.constructors import Type
from pydecl.compiler.c.held import held
from pydecl.compiler.c.text import c_string


class Values(Arithmetic):
    """Values of one clause of one instance."""

    # Making

    def value(self, expression: ir.Expr, node: Type) -> str:
        """An expression in C, held as the type says."""
        match expression:
            case ir.Var(name):
                return self.variable(name)
            case ir.Const(value):
                return self.constant(value, node)
            case ir.Make(name, args):
                if not args:
                    return self.trapped("a compound without arguments", node)
                wide = name in node.find().wide
                if _ground(expression) and (wide or self.layout.shape(node).boxed):
                    return f"(({self.layout.c(node)}){self.initial(expression, node)})"
                types = node.arguments(name, len(args))
                return self.compound(name, [self.value(a, n) for a, n in zip(args, types, strict=True)], node)
            case ir.MakeList():
                return self.wrapped("L", self.list_value(expression, node), node)
            case ir.Arith():
                kind, text = self.number(expression)
                return self.wrapped(kind, text, node)

    def holds(self, expression: ir.Expr) -> bool:
        """Whether static data can hold an expression."""
        return _ground(expression)

    def list_value(self, expression: ir.MakeList, node: Type) -> str:
        """The slice of a list."""
        part = self.layout.list_part(node)
        t, element = self.layout.c(part), node.list_element()
        if not expression.items and expression.tail is None:
            return self.layout.need("none", part)
        if _ground(expression):
            return f"(({t}){self.slice_initial(expression, node)})"
        items = [self.value(item, element) for item in expression.items]
        if expression.tail is None:
            tail = self.layout.need("none", part)
        else:
            tail = self.as_list(self.named(self.value(expression.tail, node), node), node)
        if len(items) == 1:
            return f"{self.layout.need('cons', part)}({items[0]}, {tail})"
        self.layout.need("of", part)
        return f"of_{t}(({self.layout.c(element)}[]){{{', '.join(items)}}}, {len(items)}, {tail})"

    def initial(self, expression: ir.Expr, node: Type) -> str:
        """A ground expression as an initializer of static data."""
        shape = self.layout.shape(node)
        match expression:
            case ir.Make(name, args):
                types = node.arguments(name, len(args))
                fields = ", ".join(self.initial(a, n) for a, n in zip(args, types, strict=True))
                if name in node.find().wide:
                    data = self.program.data(f"static {self.layout.c(types[0])} %[] = {{{fields}}};")
                    fields = f"{data}, {len(args)}"
                body = self.body(name, len(args), fields, node)
            case ir.MakeList():
                body = self.slice_initial(expression, node)
                if shape.kind == "union":
                    body = f"{{.tag = TAG_LIST, .u.l = {body}}}"
            case ir.Const(value):
                kind, text = self.atomic(value)
                if shape.kind not in ("union", "N"):
                    return text
                tag, member = {"I": ("TAG_INT", "i"), "D": ("TAG_FLOAT", "d"), "A": ("TAG_ATOM", "a")}[kind]
                body = f"{{.tag = {tag}, .u.{member} = {text}}}"
            case _:
                raise AssertionError(expression)
        if not shape.boxed:
            return body
        name = self.program.data(f"static struct {shape.name}_ % = {body};")
        return f"&{name}"

    def slice_initial(self, expression: ir.MakeList, node: Type) -> str:
        items = list(expression.items)
        tail = expression.tail
        while isinstance(tail, ir.MakeList):
            items += tail.items
            tail = tail.tail
        assert tail is None
        if not items:
            return "{0, 0}"
        element = node.list_element()
        text = ", ".join(self.initial(item, element) for item in items)
        name = self.program.data(f"static {self.layout.c(element)} %[] = {{{text}}};")
        return f"{{{name}, {len(items)}}}"

    # Taking apart

    def match(self, x: str, node: Type, pattern: ir.Pattern) -> None:
        """Fit the value named `x`."""
        shape = self.layout.shape(node)
        match pattern:
            case ir.Bind(name):
                self.put(self.variable(name), x, node)
            case ir.Equal(value):
                self.require(self.equality(x, node, value))
            case ir.Shape(name, args):
                functor = name, len(args)
                if not args:
                    self.write(f"unsupported({c_string('a compound without arguments')});")
                if shape.kind == "union":
                    self.require(f"{x}{shape.dot}tag == {self.layout.tag(node, functor)}")
                if name in node.find().wide:
                    self.require(f"{self.layout.wide_value(x, node, name)}.n == {len(args)}")
                types = node.arguments(*functor)
                for index, argument in enumerate(args):
                    if not isinstance(argument, ir.Ignore):
                        self.match(self.layout.field(x, node, functor, index), types[index], argument)
            case ir.ListShape(items, tail):
                self._match_list(x, node, items, tail)
            case ir.Ignore():
                pass

    def _match_list(self, x: str, node: Type, items: tuple[ir.Pattern, ...], tail: ir.Pattern | None) -> None:
        shape = self.layout.shape(node)
        part = self.layout.list_part(node)
        if shape.kind == "union":
            self.require(f"{x}{shape.dot}tag == TAG_LIST")
            x = f"{x}{shape.dot}u.l"
        if tail is None or (items and not (len(items) == 1 and x in self.not_empty)):
            self.require(f"{x}.n {'==' if tail is None else '>='} {len(items)}")
        element = node.list_element()
        for index, item in enumerate(items):
            if not isinstance(item, ir.Ignore):
                self.match(f"{x}.p[{index}]", element, item)
        if tail is not None and not isinstance(tail, ir.Ignore):
            rest = self.wrapped("L", f"{self.layout.need('drop', part)}({x}, {len(items)})", node)
            self.fit(rest, node, tail)

    def fit(self, text: str, node: Type, pattern: ir.Pattern) -> None:
        """Fit a value that is not yet named."""
        if isinstance(pattern, ir.Bind):
            self.put(self.variable(pattern.name), text, node)
        elif isinstance(pattern, ir.Ignore):
            self.write(f"(void)({text});")
        else:
            self.match(self.named(text, node), node, pattern)

    def equality(self, x: str, node: Type, value: ir.Expr) -> str:
        """Whether the value named `x` is identical to an expression, as a condition."""
        shape = self.layout.shape(node)
        if isinstance(value, ir.Const) and held(value.value):
            kind, text = self.atomic(value.value)
            if shape.kind in ("I", "A", "O"):
                return f"{x} == {text}"
            if shape.kind == "union" and kind != "D":
                there = node.find().ints if kind == "I" else node.find().atoms or node.find().open
                if not there:
                    return "false"
                tag, member = ("TAG_INT", "i") if kind == "I" else ("TAG_ATOM", "a")
                return f"({x}{shape.dot}tag == {tag} && {x}{shape.dot}u.{member} == {text})"
        if isinstance(value, ir.MakeList) and not value.items and value.tail is None:
            if shape.kind == "list":
                return f"{x}.n == 0"
            return f"({x}{shape.dot}tag == TAG_LIST && {x}{shape.dot}u.l.n == 0)"
        return f"{self.layout.need('equal', node)}({x}, {self.value(value, node)})"


def _ground(expression: ir.Expr) -> bool:
    """Whether static data can hold it."""
    match expression:
        case ir.Const(value):
            return held(value)
        case ir.Make(_, args):
            return bool(args) and all(map(_ground, args))
        case ir.MakeList(items, tail):
            return all(map(_ground, items)) and (
                tail is None or (isinstance(tail, ir.MakeList) and _ground(tail))
            )
        case _:
            return False
