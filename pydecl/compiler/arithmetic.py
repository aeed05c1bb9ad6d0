"""Arithmetic of rules: `is` and the comparison of numbers."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.library import FUNCTIONS
from pydecl.compiler.scope import Refused, Scope, shown, unify, value
from pydecl.compiler.terms import CELL, is_cell, is_empty
from pydecl.model.term import Atom, PrologString
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure

_IMPURE = frozenset(("random", "random_float", "cputime", "realtime", "eval"))

_STOP = ir.Const(Atom("_"))


class Certain(Exception):
    """Evaluation raises this error, whatever happens."""

    def __init__(self, ball: ir.Expr) -> None:
        super().__init__()
        self.ball = ball


def error(formal: ir.Expr) -> ir.Expr:
    """The term of an ISO error."""
    return ir.Make("error", (formal, _STOP))


INSTANTIATION = error(ir.Const(Atom("instantiation_error")))


def type_error(kind: str, culprit: ir.Expr) -> ir.Expr:
    return error(ir.Make("type_error", (ir.Const(Atom(kind)), culprit)))


def computed(left: Node, right: Node, scope: Scope, out: list[ir.Goal], place: Span) -> None:
    """`left is right`."""
    try:
        made = number(right, scope, out)
    except Certain as certain:
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
    except Certain as certain:
        _raise(certain, scope, out, place)


def _raise(certain: Certain, scope: Scope, out: list[ir.Goal], place: Span) -> None:
    out.append(ir.Raise(certain.ball, place))
    scope.dead = True


def number(node: Node, scope: Scope, out: list[ir.Goal]) -> ir.Expr:
    """The expression of what is/2 evaluates. Raises Certain, Refused."""
    node = scope.alias(node)
    if isinstance(node, Named):
        if node.name in scope.bound:
            return ir.Var(node.name)
        if scope.is_ground(node):
            return value(node, scope, out)
        if not scope.is_free(node) and node.name not in scope.spines:
            raise Refused(node.span, f"{shown(node)} may be unbound here", free=True)
        raise Certain(INSTANTIATION)
    if isinstance(node, Constant):
        return _constant(node)
    assert isinstance(node, Structure)
    if is_cell(node) and is_empty(scope.alias(node.args[1])):
        return number(node.args[0], scope, out)
    if node.name == CELL:
        raise Refused(node.span, "a list as a number")
    if node.name in _IMPURE:
        raise Refused(node.functor, f"{node.name}/{len(node.args)} depends on more than its arguments")
    if (node.name, len(node.args)) not in FUNCTIONS:
        raise Certain(_evaluable(node.name, len(node.args)))
    return ir.Arith(node.name, tuple([number(arg, scope, out) for arg in node.args]))


def _constant(node: Constant) -> ir.Expr:
    if isinstance(node.value, Atom):
        name = node.value.name
        if name in _IMPURE:
            raise Refused(node.span, f"{name} depends on more than the position")
        if (name, 0) not in FUNCTIONS:
            raise Certain(_evaluable(name, 0))
        return ir.Arith(name, ())
    if isinstance(node.value, PrologString):
        raise Refused(node.span, "a string as a number")
    return ir.Const(node.value)


def _evaluable(name: str, arity: int) -> ir.Expr:
    return type_error("evaluable", ir.Make("/", (ir.Const(Atom(name)), ir.Const(arity))))
