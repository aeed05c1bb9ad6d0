"""The tree of C as text.

>>> from pydecl.compiler.c.tree import Call, Do, If, Name, Return, Binary
>>> print(statement(If(Binary("<", Name("n"), Name("2")), (Return(Name("n")),))))
if (n < 2) return n;
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pydecl.compiler.c import tree as c
from pydecl.compiler.c.text import c_string

INDENT = "    "

NOTHING: frozenset[str] = frozenset()


def expression(given: c.Expr, shared: Collection[str] = NOTHING) -> str:
    """An expression; the variables that are `shared` lie in the frame.

    >>> expression(c.Binary("-", c.count(c.Variable("x")), c.number(1)), {"x"})
    'F->x.n - 1'
    """
    match given:
        case c.Name(name):
            return name
        case c.Variable(name):
            return f"F->{name}" if name in shared else name
        case c.Call(function, arguments):
            name = function if isinstance(function, str) else expression(function, shared)
            return f"{name}({', '.join(expression(one, shared) for one in arguments)})"
        case c.Field(value, name, pointed):
            return f"{_operand(value, shared)}{'->' if pointed else '.'}{name}"
        case c.Item(array, index):
            return f"{_operand(array, shared)}[{expression(index, shared)}]"
        case c.Binary(op, left, right):
            return f"{_operand(left, shared, op)} {op} {_operand(right, shared)}"
        case c.Unary(op, value):
            return f"{op}{_operand(value, shared)}"
        case c.Choice(test, yes, no):
            return f"{_operand(test, shared)} ? {_operand(yes, shared)} : {_operand(no, shared)}"
        case c.Assign(target, value, op):
            return f"{expression(target, shared)} {op} {expression(value, shared)}"
        case c.Made(name, value):
            return f"(({name}){expression(value, shared)})"
        case c.Braces(values, names):
            texts = [expression(value, shared) for value in values]
            if names:
                texts = [f".{name} = {text}" for name, text in zip(names, texts, strict=True)]
            return f"{{{', '.join(texts)}}}"
        case c.Text(value):
            return c_string(value)


def _operand(given: c.Expr, shared: Collection[str], op: str = "") -> str:
    """An expression as a part of another: in brackets, if it is made by an operator other than `op`."""
    text = expression(given, shared)
    if isinstance(given, c.Binary) and given.op == op and op in ("+", "&&", "||"):
        return text
    return f"({text})" if isinstance(given, c.Binary | c.Unary | c.Choice | c.Assign) else text


def statement(given: c.Statement, shared: Collection[str] = NOTHING) -> str:
    """A statement, on one line or several."""
    match given:
        case c.Do(value):
            return f"{expression(value, shared)};"
        case c.If(test, then):
            return f"if ({expression(test, shared)}) {_block(then, shared)}"
        case c.For(start, test, step, body):
            parts = ["" if one is None else expression(one, shared) for one in (start, test, step)]
            return f"for ({parts[0]}; {parts[1]}; {parts[2]}) {_block(body, shared)}"
        case c.Switch(value, cases):
            heads = [
                "default" if label is None else f"case {expression(label, shared)}" for label, _ in cases
            ]
            bodies = [_lines(body, shared) for _, body in cases]
            texts = "".join(
                f"{head}: {{\n{body}}} break;\n" for head, body in zip(heads, bodies, strict=True)
            )
            return f"switch ({expression(value, shared)}) {{\n{texts}}}"
        case c.Goto(label):
            return f"goto {label};"
        case c.Label(name):
            return f"{name}:;"
        case c.Return(value):
            return f"return {expression(value, shared)};"
        case c.Verbatim(text):
            return text


def _block(body: Sequence[c.Statement], shared: Collection[str]) -> str:
    if len(body) == 1 and not isinstance(body[0], c.If | c.For | c.Switch | c.Label | c.Verbatim):
        return statement(body[0], shared)
    return f"{{\n{_lines(body, shared)}}}"


def _lines(body: Sequence[c.Statement], shared: Collection[str]) -> str:
    return "".join(f"{INDENT}{line}\n" for one in body for line in statement(one, shared).splitlines())


def head(given: c.Function) -> str:
    """The first line of a function, which is also its prototype."""
    parameters = ", ".join(_declared(one) for one in given.parameters)
    return (
        f"{'SOME' if given.short else 'static'} {declared(given.result, given.name)}({parameters or 'void'})"
    )


def function(given: c.Function, shared: Collection[str] = NOTHING) -> str:
    """A whole function."""
    declared = "".join(f"{INDENT}{_declared(one)};\n" for one in given.locals)
    return f"{head(given)} {{\n{declared}{_lines(given.body, shared)}}}\n"


def declared(kind: str, name: str) -> str:
    """A declaration.

    >>> declared("I", "n"), declared("char *", "p")
    ('I n', 'char *p')
    """
    return f"{kind}{'' if kind.endswith('*') else ' '}{name}"


def _declared(given: c.Parameter) -> str:
    return declared(given.type, expression(given.name))
