"""What the interpreter's library predicates are made with: their table, and what they ask of arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pydecl.compiler import ir
from pydecl.compiler.ir.interpreter.errors import PrologError
from pydecl.compiler.ir.interpreter.numbers import error, type_error
from pydecl.compiler.ir.interpreter.order import order
from pydecl.compiler.ir.interpreter.values import CELL, EMPTY, NotAListError, Value, items_of
from pydecl.errors import LimitError
from pydecl.model.term import Atom

Results = Iterator[tuple[Value, ...]]
Function = Callable[..., Results]

LIBRARY: dict[ir.Key, Function] = {}


def mode(name: str, *modes: str) -> Callable[[Function], Function]:
    """Enter a predicate in these modes."""

    def enter(function: Function) -> Function:
        for one in modes:
            LIBRARY[ir.Key(name, one)] = function
        return function

    return enter


def same(a: Value, b: Value) -> bool:
    """Whether two values are identical."""
    return order(a, b) == 0


def is_cell(value: Value) -> bool:
    """Whether a value is a list with an item."""
    return isinstance(value, tuple) and value[0] == CELL and len(value) == 3


def begun(value: Value) -> tuple[list[Value], Value]:
    """The items that a list begins with, and the rest."""
    items = []
    while isinstance(value, tuple) and is_cell(value):
        items.append(value[1])
        value = value[2]
    return items, value


def proper(value: Value) -> list[Value]:
    """The items of what must be a list."""
    try:
        return items_of(value)
    except NotAListError:
        raise type_error("list", value) from None


def sure_list(value: Value) -> list[Value]:
    """The items of a list. Raises LimitError for what is none, whose error depends on the predicate."""
    items, tail = begun(value)
    if tail != EMPTY:
        raise unsure("what is no list")
    return items


def integer(value: Value) -> int:
    """An integer. Raises PrologError."""
    if not isinstance(value, int):
        raise type_error("integer", value)
    return value


def unmatched(name: str, *args: Value) -> PrologError:
    """What predicates of SWI-Prolog written with => raise."""
    goal = (":", Atom("lists"), (name, *args, ("$VAR", 0)))
    return error(("existence_error", Atom("matching_rule"), goal))


def matched(name: str, value: Value, *others: Value) -> list[Value]:
    """The items of the first argument of such a predicate."""
    items, tail = begun(value)
    if tail != EMPTY:
        raise unmatched(name, tail, *others)
    return items


def natural(value: Value) -> int:
    """An integer that is not negative. Raises PrologError."""
    if integer(value) < 0:
        raise error(("domain_error", Atom("not_less_than_zero"), value))
    assert isinstance(value, int)
    return value


def unsure(what: str) -> LimitError:
    """The interpreter gives up."""
    return LimitError(f"the interpreter knows nothing of {what}")
