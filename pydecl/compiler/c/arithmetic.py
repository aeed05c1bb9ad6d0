"""Arithmetic in C."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.c.constructors import Type
from pydecl.compiler.c.held import Held, Number, held, unusual
from pydecl.compiler.c.text import c_string
from pydecl.model.term import Atom

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
_NO_NUMBER = ("num_", "to_I(", "n_exact(", "unsupported(", "no_number(")
_DIVIDE = tuple(f"i_{name}(" for name in ("quotient", "mod", "rem", "div", "rdiv", "msb", "popcount"))
_SHIFT = ("i_left(", "i_right(", "i_caret(")
_MAY_TRAP = (*_NO_NUMBER, *_DIVIDE, *_SHIFT, "d_", "n_")
"""What is in the text of an operand that may be an error; C itself evaluates arguments in any order."""

_BOTH = {"+": "add", "-": "sub", "*": "mul", "max": "max", "min": "min"}
_ONE = {"-": "neg", "abs": "abs", "sign": "sign"}
_ROUNDING = {
    "truncate": "truncate",
    "integer": "round",
    "round": "round",
    "floor": "floor",
    "ceiling": "ceiling",
}
_FLOATS = ("sqrt", "exp", "log", "log2", "sin", "cos", "tan", "atan")
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


class Arithmetic(Held):
    """Numbers of one instance."""

    # What a value is

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
                if isinstance(value, int | float) and held(value):
                    return self.atomic(value)
                if isinstance(value, Atom):
                    return self.number(ir.Arith(value.name, ()))
                return "N", f"(unsupported({c_string(unusual(value))}), n_I(0))"
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

    def _integers(self, args: list[Number], convert: str) -> list[str]:
        """Operands that must be integers; the first that is none is the error that `convert` raises."""
        if all(kind == "I" for kind, _ in args):
            return [text for _, text in args]
        computed = []
        for kind, text in args:  # all of them, before one is found to be no integer
            computed.append((kind, self.local(kind, "a")))
            self.write(f"{computed[-1][1]} = {text};")
        names = []
        for kind, name in computed:
            names.append(self.local("I", "i"))
            self.write(f"{names[-1]} = {name if kind == 'I' else f'{convert}({_either(kind, name)})'};")
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
            convert = "n_exact" if name == "rdiv" else "to_I"
            return "I", f"{_INTEGER_ONLY[name]}({', '.join(self._integers(args, convert))})"
        if len(args) == 2 and name in _BOTH:
            return self._two(_BOTH[name], args, kinds)
        if len(args) == 2 and name in ("/", "**", "^"):
            if name == "^" and kinds == {"I"}:
                return "I", f"i_caret({', '.join(texts)})"
            if name == "^":
                return self._two("caret", args, kinds - {"I"} | {"N"})
            if name == "/":
                return self._two("div", args, {"N"} if kinds == {"I"} else kinds)
            return self._two("power", args, {"N"} if args[0][0] == "I" else kinds)
        if len(args) == 1 and name in _ONE:
            kind = kinds.pop()
            return kind, f"{kind.lower()}_{_ONE[name]}({texts[0]})"
        if len(args) == 1 and name in _ROUNDING:
            kind = kinds.pop()
            return "I", texts[0] if kind == "I" else f"{kind.lower()}_{_ROUNDING[name]}({texts[0]})"
        if len(args) == 1 and name in _PARTS:
            return "N", f"n_{_PARTS[name]}({_either(*args[0])})"
        if len(args) == 1 and name == "float":
            return "D", texts[0] if args[0][0] == "I" else f"d_finite({_float(*args[0])})"
        if len(args) == 1 and name in _FLOATS:
            return "D", f"d_{name}({_float(*args[0])})"
        if (name, len(args)) in (("atan2", 2), ("atan", 2)):
            return "D", f"d_atan2({', '.join(_float(*a) for a in args)})"
        if len(args) == 1 and name in ("rational", "rationalize", "numerator", "denominator"):
            return "I", f"i_{name}({_either(*args[0])})"
        message = c_string(f"the function {name}/{len(args)}")
        return "N", f"(unsupported({message}), n_I(0))"

    def _two(self, operation: str, args: list[Number], kinds: set[str]) -> Number:
        if kinds == {"I"}:
            return "I", f"i_{operation}({args[0][1]}, {args[1][1]})"
        if "D" in kinds and operation not in ("max", "min", "caret", "power"):  # a float makes the result one
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


def _float(kind: str, text: str) -> str:
    return {"I": f"(D)({text})", "D": text, "N": f"to_D({text})"}[kind]


def _either(kind: str, text: str) -> str:
    return text if kind == "N" else f"n_{kind}({text})"
