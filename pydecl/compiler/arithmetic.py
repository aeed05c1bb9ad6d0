"""Arithmetic of rules: `is` and the comparison of numbers."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.library import FUNCTIONS, OTHER_FUNCTIONS
from pydecl.compiler.scope import RefusedError, Scope, shown, unify, value
from pydecl.compiler.terms import CELL, is_empty, items_of
from pydecl.model.term import Atom, PrologString
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure

_STOP = ir.Const(Atom("_"))


class CertainError(Exception):
    """Evaluation raises this error, whatever happens."""

    def __init__(self, ball: ir.Expr) -> None:
        super().__init__()
        self.ball = ball


def error(formal: ir.Expr) -> ir.Expr:
    """The term of an ISO error."""
    return ir.Make("error", (formal, _STOP))


INSTANTIATION = error(ir.Const(Atom("instantiation_error")))


def type_error(kind: str, culprit: ir.Expr) -> ir.Expr:
    """The term of a type error."""
    return error(ir.Make("type_error", (ir.Const(Atom(kind)), culprit)))


def computed(left: Node, right: Node, scope: Scope, out: list[ir.Goal], place: Span) -> None:
    """`left is right`."""
    try:
        made = number(right, scope, out)
    except CertainError as certain:
        _raise(certain, scope, out, place)
        return
    target = scope.alias(left)
    if isinstance(target, Named) and scope.is_free(target):
        out.append(ir.Compute(made, ir.Bind(target.name), place))
        scope.bound.add(target.name)
    elif isinstance(target, Named) and target.name in scope.bound:
        out.append(ir.Compute(made, ir.Equal(ir.Var(target.name)), place))
    elif isinstance(target, Constant):
        out.append(ir.Compute(made, ir.Equal(ir.Const(target.value)), place))
    else:
        name = scope.new()
        out.append(ir.Compute(made, ir.Bind(name), place))
        scope.bound.add(name)
        unify(target, Named(name, left.span), scope, out, place)


def compared(op: str, left: Node, right: Node, scope: Scope, out: list[ir.Goal], place: Span) -> None:
    """A comparison of numbers."""
    try:
        out.append(ir.Compare(op, number(left, scope, out), number(right, scope, out), place))
    except CertainError as certain:
        _raise(certain, scope, out, place)


def _raise(certain: CertainError, scope: Scope, out: list[ir.Goal], place: Span) -> None:
    out.append(ir.Raise(certain.ball, place))
    scope.dead = True


def number(node: Node, scope: Scope, out: list[ir.Goal]) -> ir.Expr:
    """The expression of what is/2 evaluates. Raises CertainError, RefusedError."""
    node = scope.alias(node)
    if isinstance(node, Named):
        if node.name in scope.bound:
            return ir.Var(node.name)
        if scope.is_ground(node):
            return value(node, scope, out)
        if not scope.is_free(node) and node.name not in scope.spines:
            raise RefusedError(node.span, f"{shown(node)} may be unbound here", free=True)
        raise CertainError(INSTANTIATION)
    if isinstance(node, Constant):
        return _constant(node)
    assert isinstance(node, Structure)
    if node.name == CELL:
        return _item(node, scope)
    args = [number(arg, scope, out) for arg in reversed(node.args)]
    if (node.name, len(node.args)) not in FUNCTIONS:
        raise _unknown(node.name, len(node.args), node.functor)
    return ir.Arith(node.name, tuple(reversed(args)))


def _unknown(name: str, arity: int, place: Span) -> Exception:
    if (name, arity) in OTHER_FUNCTIONS:
        return RefusedError(place, f"the function {name}/{arity} is not known here")
    return CertainError(_evaluable(name, arity))


def _item(node: Structure, scope: Scope) -> ir.Expr:
    """A list of one number or character, which is that number, or the character's code."""
    items, tail = items_of(node)
    item = scope.alias(items[0]) if items else node
    if len(items) == 1 and is_empty(scope.alias(tail)) and isinstance(item, Constant):
        if isinstance(item.value, int) and 0 <= item.value < 0x110000:
            return ir.Const(item.value)
        if isinstance(item.value, Atom) and len(item.value.name) == 1:
            return ir.Const(ord(item.value.name))
    raise RefusedError(node.span, "a list as a number")


def _constant(node: Constant) -> ir.Expr:
    if isinstance(node.value, Atom):
        if (node.value.name, 0) not in FUNCTIONS:
            raise _unknown(node.value.name, 0, node.span)
        return ir.Arith(node.value.name, ())
    if isinstance(node.value, PrologString):
        if len(node.value.value) == 1:
            return ir.Const(ord(node.value.value))
        raise RefusedError(node.span, "a string as a number")
    return ir.Const(node.value)


def _evaluable(name: str, arity: int) -> ir.Expr:
    return type_error("evaluable", ir.Make("/", (ir.Const(Atom(name)), ir.Const(arity))))
