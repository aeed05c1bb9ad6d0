"""Arithmetic in C."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pydecl.compiler import ir
from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.boxing import Number, atomic, given_up, held, unusual
from pydecl.compiler.c.emitter import Emitter
from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.types import OF_FLOATS, OF_INTEGERS, ROUNDING, WHOLE, Type
from pydecl.compiler.library import FUNCTIONS
from pydecl.model.term import Atom

_MAY_TRAP = (
    *("num_", "to_I", "unsupported", "no_number", "d_", "n_"),
    *(f"i_{name}" for name in ("quotient", "mod", "rem", "div", "rdiv", "msb", "popcount", "getbit")),
    *("i_left", "i_right", "i_caret"),
)
"""How the functions begin that may end in an error; C itself evaluates arguments in any order."""

_BOTH = {"+": "add", "-": "sub", "*": "mul", "max": "max", "min": "min"}
_ONE = {"-": "neg", "abs": "abs", "sign": "sign"}
_PARTS = {"float_integer_part": "part", "float_fractional_part": "fraction"}
_CONSTANTS = {
    "pi": ("D", c.Name("3.14159265358979323846")),
    "e": ("D", c.Name("2.71828182845904523536")),
    "inf": ("D", c.Name("((D)INFINITY)")),
    "epsilon": ("D", c.Name("2.220446049250313e-16")),
}


# What a value is


def as_number(e: Emitter, x: c.Expr, node: Type) -> Number:
    """A value as a number; anything else is Prolog's error."""
    shape = e.layout.shape(node)
    if shape.kind in ("I", "D", "N"):
        return shape.kind, x
    functors = [one for one in e.layout.functors(node) if one in FUNCTIONS - WHOLE]
    return "N", c.call(_evaluator(e, node, functors) if functors else e.layout.need("num", node), x)


def _evaluator(e: Emitter, node: Type, functors: Sequence[tuple[str, int]]) -> str:
    """The function that evaluates what may be a sum, or the like, that was passed on as a term."""
    layout, helpers, x = e.layout, e.module.helpers, c.Name("x")
    shape = layout.shape(node)
    made = c.Function(f"num_of_{shape.name}", (c.Parameter(shape.name, x),), (), (), result="N")
    prototype = f"{printer.head(made)};"
    if prototype in helpers:
        return made.name
    helpers.append(prototype)
    otherwise = c.call(layout.need("num", node), x)
    e = Emitter(e.module, e.instance, made.name, {})
    e.do(f"WALK_{shape.name}")
    for functor in functors:
        is_one = layout.has_tag(x, node, layout.tag(node, functor)) if shape.kind == "union" else c.TRUE
        e.write(c.If(is_one, e.block(partial(_evaluate, e, x, node, functor))))
    e.write(c.Return(otherwise))
    helpers.append(printer.function(replace(made, locals=tuple(e.fn.locals), body=tuple(e.fn.body))))
    return made.name


def _evaluate(e: Emitter, x: c.Expr, node: Type, functor: tuple[str, int]) -> None:
    """The last operand is evaluated first."""
    fields = [*enumerate(node.find().structs[functor])]
    args = [_named(e, *as_number(e, e.layout.field(x, node, functor, i), one)) for i, one in fields[::-1]]
    e.write(c.Return(either(*_computed(e, functor[0], args[::-1]))))


def as_int(layout: Layout, x: c.Expr, node: Type) -> c.Expr:
    """A value that must be an integer."""
    return x if layout.shape(node).kind == "I" else c.call(layout.need("int", node), x)


# Numbers


def number(e: Emitter, expression: ir.Expr) -> Number:
    """An arithmetic expression: how the number is held, and its value."""
    match expression:
        case ir.Var(name):
            return as_number(e, e.variable(name), e.type_of(name))
        case ir.Const(value):
            if isinstance(value, int | float) and held(value):
                return atomic(e.layout, value)
            if isinstance(value, Atom):
                return number(e, ir.Arith(value.name, ()))
            return _none(unusual(value))
        case ir.Arith("/" | "**" | "^", args) if any(map(_has_rational, args)):
            return _none("a whole rational within an expression")
        case ir.Arith(name, args):
            return _computed(e, name, _operands(e, args[::-1])[::-1])
        case _:
            return _none("a term in arithmetic")


def _has_rational(expression: ir.Expr) -> bool:
    """Whether an operand may be a whole rational: C has it as an integer, whose quotients are floats."""
    if not isinstance(expression, ir.Arith):
        return False
    return expression.name == "rational" or any(map(_has_rational, expression.args))


def _none(why: str) -> Number:
    """A number that is never there."""
    return "N", given_up(why, c.call("n_I", c.ZERO))


def _operands(e: Emitter, expressions: Sequence[ir.Expr]) -> list[Number]:
    """Operands; where several may be errors, they are evaluated before, in the order given.

    SWI-Prolog evaluates the operands of a function from right to left, those of a comparison from left to
    right.
    """
    made: list[Number] = []

    def make(one: ir.Expr) -> None:
        made.append(number(e, one))

    befores = [e.block(partial(make, one)) for one in expressions]
    statements = [(c.Do(value), *before) for (_, value), before in zip(made, befores, strict=True)]
    errors = sum(any(c.called_within(one)) for one in statements) > 1 and any(map(may_trap, statements))
    operands: list[Number] = []
    for operand, before in zip(made, befores, strict=True):
        e.write(*before)
        operands.append(_named(e, *operand) if errors else operand)
    return operands


def _named(e: Emitter, kind: str, value: c.Expr) -> Number:
    name = e.local(kind, "n")
    e.write(c.assign(name, value))
    return kind, name


def may_trap(body: Sequence[c.Statement]) -> bool:
    """Whether there may be another error than an overflow."""
    return any(one.startswith(_MAY_TRAP) for one in c.called_within(body))


def _integers(e: Emitter, args: list[Number], convert: str) -> list[c.Expr]:
    """Operands that must be integers; the first that is none is the error that `convert` raises."""
    if all(kind == "I" for kind, _ in args):
        return [value for _, value in args]
    computed = [_named(e, *one) for one in args]  # all of them, before one is found to be no integer
    names: list[c.Expr] = []
    for kind, name in computed:
        names.append(e.local("I", "i"))
        e.write(c.assign(names[-1], name if kind == "I" else c.call(convert, either(kind, name))))
    return names


def _computed(e: Emitter, name: str, args: list[Number]) -> Number:
    values = [value for _, value in args]
    kinds = {kind for kind, _ in args}
    if not args:
        text = c.cast("Text", c.Braces((c.Text(name), c.number(len(name.encode())))))
        return _CONSTANTS.get(name) or ("N", c.comma(c.call("no_number", text), c.call("n_I", c.ZERO)))
    if len(args) == 1 and name == "+":
        return args[0]
    functor = name, len(args)
    if functor in OF_INTEGERS:
        convert = "n_exact" if name == "rdiv" else "to_I"
        return "I", c.call(f"i_{OF_INTEGERS[functor]}", *_integers(e, args, convert))
    if len(args) == 2 and name in _BOTH:
        return _two(_BOTH[name], args, kinds)
    if len(args) == 2 and name in ("/", "**", "^"):
        if name == "^" and kinds == {"I"}:
            return "I", c.call("i_caret", *values)
        if name == "^":
            return "N", c.call("n_caret", *(either(*one) for one in args))
        if name == "/":
            return _two("div", args, {"N"} if kinds == {"I"} else kinds)
        return _two("power", args, {"N"} if args[0][0] == "I" else kinds)
    if len(args) == 1 and name in _ONE:
        kind = kinds.pop()
        return kind, c.call(f"{kind.lower()}_{_ONE[name]}", values[0])
    if functor in ROUNDING:
        kind = kinds.pop()
        return "I", values[0] if kind == "I" else c.call(f"{kind.lower()}_{ROUNDING[functor]}", values[0])
    if len(args) == 1 and name in _PARTS:
        return "N", c.call(f"n_{_PARTS[name]}", either(*args[0]))
    if len(args) == 1 and name == "float":
        made = _float(*args[0])
        return "D", made if args[0][0] == "I" else c.call("d_finite", made)
    if functor in OF_FLOATS:
        return "D", c.call(f"d_{OF_FLOATS[functor]}", *(_float(*one) for one in args))
    if functor in WHOLE:
        return "I", c.call(f"i_{name}", either(*args[0]))
    return _none(f"the function {name}/{len(args)}")


def _two(operation: str, args: list[Number], kinds: set[str]) -> Number:
    if kinds == {"I"}:
        return "I", c.call(f"i_{operation}", args[0][1], args[1][1])
    if "D" in kinds and operation not in ("max", "min", "power"):  # a float makes the result one
        return "D", c.call(f"d_{operation}", _float(*args[0]), _float(*args[1]))
    if kinds == {"D"}:
        return "D", c.call(f"d_{operation}", args[0][1], args[1][1])
    return "N", c.call(f"n_{operation}", either(*args[0]), either(*args[1]))


def comparison(e: Emitter, op: str, left: ir.Expr, right: ir.Expr) -> c.Expr:
    """Of two numbers, as a condition."""
    a, b = _operands(e, (left, right))
    signs = {"<": "<", ">": ">", "=<": "<=", ">=": ">=", "=:=": "==", "=\\=": "!="}
    if "N" not in (a[0], b[0]):
        same = a[0] == b[0]
        return c.Binary(signs[op], a[1] if same else _float(*a), b[1] if same else _float(*b))
    x, y = either(*a), either(*b)
    less, more, equal = c.call("n_less", x, y), c.call("n_less", y, x), c.call("n_equal", x, y)
    forms: dict[str, c.Expr] = {"<": less, ">": more, "=:=": equal}
    forms |= {"=<": c.Unary("!", more), ">=": c.Unary("!", less), "=\\=": c.Unary("!", equal)}
    return forms[op]


def _float(kind: str, value: c.Expr) -> c.Expr:
    return {"I": c.cast("D", value), "D": value, "N": c.call("to_D", value)}[kind]


def either(kind: str, value: c.Expr) -> c.Expr:
    """A number as one of either kind."""
    return value if kind == "N" else c.call(f"n_{kind}", value)
