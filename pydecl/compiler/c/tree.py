"""A small tree of C: expressions, statements, functions. `printer.py` alone makes text of it.

A type is its name in C, as `layout.py` gives it. Where several functions of one procedure use a variable it
lies in their frame; which ones do is known when all are written, so a `Variable` says only what it is
called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

# Expressions


@dataclass(frozen=True, slots=True)
class Name:
    """A local variable, a parameter, static data, a constant of the runtime, or a number as C writes it."""

    text: str


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable that any function of a procedure may use."""

    name: str


@dataclass(frozen=True, slots=True)
class Text:
    """A string literal."""

    value: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function, of a macro that looks like one, or of what a variable points to."""

    function: str | Variable
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """`value.name`, or `value->name` where the value is a pointer."""

    value: Expr
    name: str
    pointed: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """`array[index]`."""

    array: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Unary:
    """`!value`, `-value`, `&value`, `*value`, `++value`, `(type)value`."""

    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Binary:
    """`left op right`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Choice:
    """`test ? yes : no`."""

    test: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Braces:
    """`{a, b}` or `{.name = a}`: what data begin with."""

    items: tuple[Expr, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Made:
    """`(type){...}`: a struct, a union or an array made on the spot."""

    type: str
    value: Braces


@dataclass(frozen=True, slots=True)
class Assign:
    """`target op value`, where op is `=`, `+=` and the like."""

    target: Expr
    value: Expr
    op: str = "="


Expr = Name | Variable | Text | Call | Field | Item | Unary | Binary | Choice | Braces | Made | Assign

# Statements


@dataclass(frozen=True, slots=True)
class Do:
    """An expression for what it does."""

    value: Expr


@dataclass(frozen=True, slots=True)
class If:
    """`if (test) then`."""

    test: Expr
    then: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class For:
    """`for (start; test; step) body`."""

    start: Expr | None
    test: Expr
    step: Expr | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """`switch`: the statements of each case, None is the default; nothing falls through."""

    value: Expr
    cases: tuple[tuple[Expr | None, tuple[Statement, ...]], ...]


@dataclass(frozen=True, slots=True)
class Goto:
    """A jump to a label of the same function."""

    label: str


@dataclass(frozen=True, slots=True)
class Label:
    """A place in a function."""

    name: str


@dataclass(frozen=True, slots=True)
class Return:
    """The end of a function."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A statement that was given as text."""

    text: str


Statement = Do | If | For | Switch | Goto | Label | Return | Verbatim

# Functions


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: its type, and the name by which the function knows it."""

    type: str
    name: Name | Variable


@dataclass(frozen=True, slots=True)
class Function:
    """A function; `short` ones are written into those that call them."""

    name: str
    parameters: tuple[Parameter, ...]
    locals: tuple[Parameter, ...]
    body: tuple[Statement, ...]
    short: bool = False
    result: str = "bool"


# Short forms

TRUE, FALSE, ZERO = Name("true"), Name("false"), Name("0")
CONTEXT, FRAME = Name("context"), Name("F")


def call(function: str | Variable, *arguments: Expr) -> Call:
    """A call."""
    return Call(function, arguments)


def cast(kind: str, value: Expr) -> Unary:
    """`(kind)value`."""
    return Unary(f"({kind})", value)


def comma(first: Expr, value: Expr) -> Call:
    """`(first, value)`: the first for what it does."""
    return Call("", (first, value))


def number(value: int) -> Name:
    """A small number."""
    return Name(str(value))


def count(x: Expr) -> Field:
    """How many items a slice has."""
    return Field(x, "n")


def items(x: Expr) -> Field:
    """Where the items of a slice begin."""
    return Field(x, "p")


def item(x: Expr, index: Expr) -> Item:
    """An item of a slice."""
    return Item(items(x), index)


def equals(a: Expr, b: Expr) -> Binary:
    """`a == b`."""
    return Binary("==", a, b)


def any_of(tests: Sequence[Expr]) -> Expr:
    """Whether one of the tests holds.

    >>> any_of([])
    Name(text='false')
    """
    if not tests:
        return FALSE
    found = tests[0]
    for test in tests[1:]:
        found = Binary("||", found, test)
    return found


def assign(target: Expr, value: Expr, op: str = "=") -> Do:
    """The statement that gives a variable a value."""
    return Do(Assign(target, value, op))


def increment(x: Expr) -> Do:
    """`x++`."""
    return Do(Assign(x, number(1), "+="))


# Walks


_PARTS: dict[type, Callable[[Any], Sequence[Expr]]] = {
    Call: lambda one: one.arguments if isinstance(one.function, str) else (one.function, *one.arguments),
    **dict.fromkeys((Field, Unary, Made), lambda one: (one.value,)),
    Item: attrgetter("array", "index"),
    Binary: attrgetter("left", "right"),
    Assign: attrgetter("target", "value"),
    Choice: attrgetter("test", "yes", "no"),
    Braces: attrgetter("items"),
}
"""The expressions directly within one, by its class; there are none within names and texts."""


def within(expression: Expr) -> Iterator[Expr]:
    """An expression and all that it is made of."""
    todo = [expression]
    while todo:
        one = todo.pop()
        yield one
        if one.__class__ in _PARTS:
            todo += _PARTS[one.__class__](one)


def with_bodies(one: Statement, change: Callable[[Sequence[Statement]], tuple[Statement, ...]]) -> Statement:
    """A statement in which the statements within it are changed."""
    match one:
        case If(_, inner):
            return replace(one, then=change(inner))
        case For(_, _, _, inner):
            return replace(one, body=change(inner))
        case Switch(_, cases):
            return replace(one, cases=tuple([(label, change(inner)) for label, inner in cases]))
        case _:
            return one


def statements_within(body: Sequence[Statement]) -> Iterator[Statement]:
    """Statements, and those within them."""
    todo = list(reversed(body))
    while todo:
        one = todo.pop()
        yield one
        match one:
            case If(_, inner) | For(_, _, _, inner):
                todo += reversed(inner)
            case Switch(_, cases):
                todo += [inner for _, within in reversed(cases) for inner in reversed(within)]
            case _:
                pass


def expressions_within(body: Sequence[Statement]) -> Iterator[Expr]:
    """All expressions of statements, those within others, too."""
    for one in statements_within(body):
        match one:
            case Do(value) | Return(value) | If(value) | Switch(value):
                yield from within(value)
            case For(start, test, step):
                yield from (inner for part in (start, test, step) if part for inner in within(part))
            case _:
                pass


def called_within(body: Sequence[Statement]) -> Iterator[str]:
    """The functions that statements call."""
    calls = (one.function for one in expressions_within(body) if isinstance(one, Call))
    return (one for one in calls if isinstance(one, str))


def variables_within(body: Sequence[Statement]) -> set[str]:
    """The variables that statements mention."""
    return {one.name for one in expressions_within(body) if isinstance(one, Variable)}


def mentions(expression: Expr, wanted: Expr) -> bool:
    """Whether an expression has another one as a part."""
    return any(one == wanted for one in within(expression))


def is_place(expression: Expr) -> bool:
    """Whether an expression only says where a value is: it may be written twice.

    >>> is_place(Field(Variable("x"), "p")), is_place(call("f", Variable("x")))
    (True, False)
    """
    return all(
        isinstance(one, Name | Variable | Field | Item) or (isinstance(one, Unary) and one.op == "*")
        for one in within(expression)
    )


def is_named(expression: Expr) -> bool:
    """Whether an expression is a name, or what the variable of that name points to."""
    if isinstance(expression, Unary) and expression.op == "*":
        expression = expression.value
    return isinstance(expression, Name | Variable)
