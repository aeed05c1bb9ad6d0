"""Expressions and patterns in C: values made, numbers computed, values taken apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from pydecl.compiler import ir
from pydecl.compiler.cfunctions import Writer
from pydecl.compiler.chelpers import c_string
from pydecl.compiler.clayout import Shape
from pydecl.compiler.constructors import Type
from pydecl.model.term import Atom, PrologString

WORD = range(-(1 << 63), 1 << 63)

_INTEGER_ONLY = {
    "//": "i_quotient",
    "mod": "i_mod",
    "rem": "i_rem",
    "div": "i_div",
    ">>": "i_right",
    "<<": "i_left",
    "/\\": "i_and",
    "\\/": "i_or",
    "xor": "i_xor",
    "gcd": "i_gcd",
    "lcm": "i_lcm",
    "rdiv": "i_rdiv",
    "\\": "i_not",
    "msb": "i_msb",
    "popcount": "i_popcount",
    "succ": "i_succ",
}
_MAY_TRAP = ("num_", "to_I(", "unsupported(", "no_number(")
"""What is in the text of an operand that may be no number."""

_BOTH = {"+": "add", "-": "sub", "*": "mul", "max": "max", "min": "min"}
_ONE = {"-": "neg", "abs": "abs", "sign": "sign"}
_ROUNDING = {
    "truncate": "truncate",
    "integer": "round",
    "round": "round",
    "floor": "floor",
    "ceiling": "ceiling",
}
_FLOATS = {"sqrt": "d_sqrt", "exp": "d_exp", "log": "d_log", "log2": "d_log2"}
_FLOATS |= {name: name for name in ("sin", "cos", "tan", "atan")}
_PARTS = {"float_integer_part": "part", "float_fractional_part": "fraction"}
_CONSTANTS = {
    "pi": ("D", "3.14159265358979323846"),
    "e": ("D", "2.71828182845904523536"),
    "inf": ("D", "((D)INFINITY)"),
    "infinite": ("D", "((D)INFINITY)"),
    "epsilon": ("D", "2.220446049250313e-16"),
    "max_tagged_integer": ("I", "INT64_C(1152921504606846975)"),
    "min_tagged_integer": ("I", "(-INT64_C(1152921504606846976))"),
    "max_integer": ("I", "INT64_MAX"),
    "min_integer": ("I", "INT64_MIN"),
}

Number = tuple[str, str]
"""I, D or N, and the text."""


class Values(Writer):
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
                if _ground(expression) and self.layout.shape(node).boxed:
                    return f"(({self.layout.c(node)}){self.initial(expression, node)})"
                fields = ", ".join(
                    self.value(a, n) for a, n in zip(args, node.find().structs[name, len(args)], strict=True)
                )
                return self.compound(name, len(args), fields, node)
            case ir.MakeList():
                return self.wrapped("L", self.list_value(expression, node), node)
            case ir.Arith():
                kind, text = self.number(expression)
                return self.wrapped(kind, text, node)

    def compound(self, name: str, arity: int, fields: str, node: Type) -> str:
        shape = self.layout.shape(node)
        body = f"{{{fields}}}"
        if shape.kind == "union":
            number = self.layout.functors(node).index((name, arity))
            body = f"{{.tag = TAG_STRUCT + {number}, .u.s{number} = {{{fields}}}}}"
        return self.whole(shape, body)

    def whole(self, shape: Shape, body: str) -> str:
        """A struct or union from its initializer."""
        t = shape.name
        if not shape.boxed:
            return f"(({t}){body})"
        room = f"({t})alloc(sizeof v, _Alignof(struct {t}_))"
        made = f"SOME {t} box_{t}(struct {t}_ v) {{ {t} x = {room}; *x = v; return x; }}"
        self.layout.add("box", shape.node, made)
        return f"box_{t}((struct {t}_){body})"

    def list_value(self, expression: ir.MakeList, node: Type) -> str:
        """The slice of a list."""
        part = self.layout.list_part(node)
        t, element = self.layout.c(part), node.list_element()
        if _ground(expression):
            return f"(({t}){self.slice_initial(expression, node)})"
        items = [self.value(item, element) for item in expression.items]
        tail = f"(({t}){{0, 0}})"
        if expression.tail is not None:
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
                types = node.find().structs[name, len(args)]
                fields = ", ".join(self.initial(a, n) for a, n in zip(args, types, strict=True))
                body = f"{{{fields}}}"
                if shape.kind == "union":
                    number = self.layout.functors(node).index((name, len(args)))
                    body = f"{{.tag = TAG_STRUCT + {number}, .u.s{number} = {{{fields}}}}}"
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

    def atomic(self, value: object) -> Number:
        """An atom or a number that C holds: I, D or A, and its text."""
        if isinstance(value, Atom):
            return "A", str(self.layout.atoms[value.name])
        if isinstance(value, float):
            text = value.hex() if math.isfinite(value) else f"{'-' if value < 0 else ''}(D)INFINITY"
            return "D", f"({text})"
        assert isinstance(value, int)
        return "I", f"(-INT64_C({-value - 1}) - 1)" if value < 0 else f"INT64_C({value})"

    def constant(self, value: object, node: Type) -> str:
        if not _held(value):
            return self.trapped(_unusual(value), node)
        return self.wrapped(*self.atomic(value), node)

    def trapped(self, why: str, node: Type) -> str:
        """A value that C does not hold: reached, it ends the call."""
        return f"(unsupported({c_string(why)}), ({self.layout.c(node)}){{0}})"

    def wrapped(self, kind: str, text: str, node: Type) -> str:
        """A value of one kind (I, D, N, A, O, L for a slice) held as the type says."""
        shape = self.layout.shape(node)
        if shape.kind in ("E",):
            return f"((void)({text}), (E)0)"
        if shape.kind == "N":
            return text if kind == "N" else f"n_{kind}({text})"
        fits = {"I": "IN", "D": "DN", "N": "IDN", "A": "AO", "O": "O", "L": ("list",)}[kind]
        if shape.kind not in ("union", *fits):
            return f"((void)({text}), {self.trapped('a value outside of its type', node)})"
        if shape.kind != "union":
            if kind == "N" and shape.kind == "I":
                return f"to_I({text})"
            return f"to_D({text})" if kind == "N" and shape.kind == "D" else text
        if kind == "N":
            t = shape.name
            one, other = (
                self.whole(shape, "{.tag = TAG_INT, .u.i = n.u.i}"),
                self.whole(shape, "{.tag = TAG_FLOAT, .u.d = n.u.d}"),
            )
            made = f"SOME {t} of_N_{t}(N n) {{ if (n.tag == TAG_INT) return {one}; return {other}; }}"
            if not node.find().floats:
                made = f"SOME {t} of_N_{t}(N n) {{ n = n_I(to_I(n)); return {one}; }}"
            elif not node.find().ints:
                made = f"SOME {t} of_N_{t}(N n) {{ return {other}; }}"
            self.layout.add("of_N", node, made)
            return f"of_N_{t}({text})"
        tag, member = {
            "I": ("TAG_INT", "i"),
            "D": ("TAG_FLOAT", "d"),
            "A": ("TAG_ATOM", "a"),
            "O": ("TAG_ATOM", "a"),
            "L": ("TAG_LIST", "l"),
        }[kind]
        return self.whole(shape, f"{{.tag = {tag}, .u.{member} = {text}}}")

    # What a value is

    def as_list(self, x: str, node: Type) -> str:
        """The slice of a value that must be a list; `x` is a name."""
        shape = self.layout.shape(node)
        if shape.kind == "list":
            return x
        if shape.kind == "union" and node.find().element is not None:
            return f'({x}{shape.dot}tag == TAG_LIST ? (void)0 : unsupported("no list"), {x}{shape.dot}u.l)'
        return f'(unsupported("no list"), ({self.layout.list_name(node)}){{0}})'

    def as_number(self, x: str, node: Type) -> Number:
        """A value as a number; anything else is Prolog's error."""
        shape = self.layout.shape(node)
        if shape.kind in ("I", "D", "N"):
            return shape.kind, x
        return "N", f"{self._num_helper(node)}({x})"

    def as_int(self, x: str, node: Type) -> str:
        """A value that must be an integer."""
        shape = self.layout.shape(node)
        if shape.kind == "I":
            return x
        t = shape.name
        put = self.layout.need("put", node)
        found = "return x;" if shape.kind == "I" else ""
        if shape.kind == "union" and node.find().ints:
            found = f"if (x{shape.dot}tag == TAG_INT) return x{shape.dot}u.i;"
        if shape.kind == "N":
            found = "if (x.tag == TAG_INT) return x.u.i;"
        made = f'SOME I int_{t}({t} x) {{ {found} TYPE_ERROR("integer", {put}(x)); return 0; }}'
        self.layout.add("int", node, made)
        return f"int_{t}({x})"

    def _num_helper(self, node: Type) -> str:
        shape = self.layout.shape(node)
        t, dot, cases = shape.name, shape.dot, []
        atom = f"no_number({'names[x]' if shape.kind == 'A' else 'text_of(x)'});"
        if shape.kind == "union":
            if node.find().ints:
                cases.append(f"if (x{dot}tag == TAG_INT) return n_I(x{dot}u.i);")
            if node.find().floats:
                cases.append(f"if (x{dot}tag == TAG_FLOAT) return n_D(x{dot}u.d);")
            if node.find().atoms or node.find().open:
                cases.append(f"if (x{dot}tag == TAG_ATOM) no_number(text_of(x{dot}u.a));")
        elif shape.kind in ("A", "O"):
            cases.append(atom)
        body = " ".join(cases)
        self.layout.add(
            "num",
            node,
            f'SOME N num_{t}({t} x) {{ {body} unsupported("a term in arithmetic"); return n_I(0); }}',
        )
        return f"num_{t}"

    # Numbers

    def number(self, expression: ir.Expr) -> Number:
        """An arithmetic expression: how the number is held, and the text."""
        match expression:
            case ir.Var(name):
                return self.as_number(self.variable(name), self.type_of(name))
            case ir.Const(value):
                if isinstance(value, int | float) and _held(value):
                    return self.atomic(value)
                if isinstance(value, Atom):
                    return self.number(ir.Arith(value.name, ()))
                return "N", f"(unsupported({c_string(_unusual(value))}), n_I(0))"
            case ir.Arith(name, args):
                return self._computed(name, self._operands(args[::-1])[::-1])
            case _:
                return "N", '(unsupported("a term in arithmetic"), n_I(0))'

    def _operands(self, expressions: Sequence[ir.Expr]) -> list[Number]:
        """Operands; where several may be errors, they are evaluated before, in the order given.

        SWI-Prolog evaluates the operands of a function from right to left, those of a comparison from left to
        right.
        """
        before, made = self.fn.lines, []
        for expression in expressions:
            self.fn.lines = []
            made.append((*self.number(expression), self.fn.lines))
        self.fn.lines = before
        texts = [(text, *lines) for _, text, lines in made]
        errors = any(word in line for lines in texts for line in lines for word in _MAY_TRAP)
        errors = errors and sum("(" in "".join(lines) for lines in texts) > 1
        operands = []
        for kind, text, lines in made:
            self.fn.lines += lines
            if errors:
                name = self.local(kind, "n")
                self.write(f"{name} = {text};")
                operands.append((kind, name))
            else:
                operands.append((kind, text))
        return operands

    def _integers(self, args: list[Number]) -> list[str]:
        """Operands that must be integers; the first that is none is the error."""
        if all(kind == "I" for kind, _ in args):
            return [text for _, text in args]
        names = []
        for kind, text in args:
            names.append(self.local("I", "i"))
            self.write(f"{names[-1]} = {_integer(kind, text)};")
        return names

    def _computed(self, name: str, args: list[Number]) -> Number:
        texts = [text for _, text in args]
        kinds = {kind for kind, _ in args}
        if not args:
            found = _CONSTANTS.get(name)
            return found or ("N", f"(no_number((Text){{{c_string(name)}, {len(name.encode())}}}), n_I(0))")
        if len(args) == 1 and name == "+":
            return args[0]
        if name in _INTEGER_ONLY and len(args) == (1 if name in ("\\", "msb", "popcount", "succ") else 2):
            return "I", f"{_INTEGER_ONLY[name]}({', '.join(self._integers(args))})"
        if len(args) == 2 and name in _BOTH:
            return self._two(_BOTH[name], args, kinds)
        if len(args) == 2 and name in ("/", "**", "^"):
            if name == "^" and kinds == {"I"}:
                return "I", f"i_caret({', '.join(texts)})"
            if name == "^":
                return self._two("caret", args, kinds - {"I"} | {"N"})
            return self._two("div" if name == "/" else "power", args, {"N"} if kinds == {"I"} else kinds)
        if len(args) == 1 and name in _ONE:
            kind = kinds.pop()
            return kind, f"{kind.lower()}_{_ONE[name]}({texts[0]})"
        if len(args) == 1 and name in _ROUNDING:
            kind = kinds.pop()
            return "I", texts[0] if kind == "I" else f"{kind.lower()}_{_ROUNDING[name]}({texts[0]})"
        if len(args) == 1 and name in _PARTS:
            return "N", f"n_{_PARTS[name]}({_either(*args[0])})"
        if len(args) == 1 and name == "float":
            return "D", _float(*args[0])
        if len(args) == 1 and name in _FLOATS:
            return "D", f"d_checked({_FLOATS[name]}({_float(*args[0])}))"
        if (name, len(args)) in (("atan2", 2), ("atan", 2)):
            return "D", f"d_atan2({', '.join(_float(*a) for a in args)})"
        if len(args) == 1 and name in ("rational", "rationalize", "numerator", "denominator"):
            return "I", f"i_{name}({_either(*args[0])})"
        message = c_string(f"the function {name}/{len(args)}")
        return "N", f"(unsupported({message}), n_I(0))"

    def _two(self, operation: str, args: list[Number], kinds: set[str]) -> Number:
        if kinds == {"I"}:
            return "I", f"i_{operation}({args[0][1]}, {args[1][1]})"
        if "D" in kinds and operation not in ("max", "min", "caret"):  # a float makes the result one
            return "D", f"d_{operation}({_float(*args[0])}, {_float(*args[1])})"
        if kinds == {"D"}:
            return "D", f"d_{operation}({args[0][1]}, {args[1][1]})"
        return "N", f"n_{operation}({_either(*args[0])}, {_either(*args[1])})"

    def comparison(self, op: str, left: ir.Expr, right: ir.Expr) -> str:
        """Of two numbers, as a condition."""
        a, b = self._operands((left, right))
        signs = {"<": "<", ">": ">", "=<": "<=", ">=": ">=", "=:=": "==", "=\\=": "!="}
        if "N" not in (a[0], b[0]):
            return f"{a[1]} {signs[op]} {b[1]}" if a[0] == b[0] else f"{_float(*a)} {signs[op]} {_float(*b)}"
        x, y = _either(*a), _either(*b)
        forms = {"<": f"n_less({x}, {y})", ">": f"n_less({y}, {x})", "=<": f"!n_less({y}, {x})"}
        forms |= {">=": f"!n_less({x}, {y})", "=:=": f"n_equal({x}, {y})", "=\\=": f"!n_equal({x}, {y})"}
        return forms[op]

    # Taking apart

    def match(self, x: str, node: Type, pattern: ir.Pattern) -> None:
        """Fit the value named `x`."""
        shape = self.layout.shape(node)
        match pattern:
            case ir.Bind(name):
                self.write(f"{self.variable(name)} = {x};")
            case ir.Equal(value):
                self.require(self.equality(x, node, value))
            case ir.Shape(name, args):
                functor = name, len(args)
                if not args:
                    self.write(f"unsupported({c_string('a compound without arguments')});")
                if shape.kind == "union":
                    self.require(f"{x}{shape.dot}tag == {self.layout.tag(node, functor)}")
                types = node.find().structs[functor]
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
        if tail is None or items:
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
            self.write(f"{self.variable(pattern.name)} = {text};")
        elif isinstance(pattern, ir.Ignore):
            self.write(f"(void)({text});")
        else:
            self.match(self.named(text, node), node, pattern)

    def equality(self, x: str, node: Type, value: ir.Expr) -> str:
        """Whether the value named `x` is identical to an expression, as a condition."""
        shape = self.layout.shape(node)
        if isinstance(value, ir.Const) and _held(value.value):
            kind, text = self.atomic(value.value)
            if shape.kind in ("I", "A", "O"):
                return f"{x} == {text}"
            if shape.kind == "union" and kind != "D":
                tag, member = ("TAG_INT", "i") if kind == "I" else ("TAG_ATOM", "a")
                return f"({x}{shape.dot}tag == {tag} && {x}{shape.dot}u.{member} == {text})"
        if isinstance(value, ir.MakeList) and not value.items and value.tail is None:
            if shape.kind == "list":
                return f"{x}.n == 0"
            return f"({x}{shape.dot}tag == TAG_LIST && {x}{shape.dot}u.l.n == 0)"
        return f"{self.layout.need('equal', node)}({x}, {self.value(value, node)})"


def _held(value: object) -> bool:
    if isinstance(value, float):
        return not math.isnan(value)
    return isinstance(value, Atom) or (isinstance(value, int) and value in WORD)


def _unusual(value: object) -> str:
    if isinstance(value, Fraction):
        return "a rational"
    if isinstance(value, PrologString):
        return "a string"
    return "an integer of more than 64 bits" if isinstance(value, int) else "not a number"


def _ground(expression: ir.Expr) -> bool:
    """Whether static data can hold it."""
    match expression:
        case ir.Const(value):
            return _held(value)
        case ir.Make(_, args):
            return bool(args) and all(map(_ground, args))
        case ir.MakeList(items, tail):
            return all(map(_ground, items)) and (
                tail is None or (isinstance(tail, ir.MakeList) and _ground(tail))
            )
        case _:
            return False


def _integer(kind: str, text: str) -> str:
    return text if kind == "I" else f"to_I({_either(kind, text)})"


def _float(kind: str, text: str) -> str:
    return {"I": f"(D)({text})", "D": text, "N": f"to_D({text})"}[kind]


def _either(kind: str, text: str) -> str:
    return text if kind == "N" else f"n_{kind}({text})"
