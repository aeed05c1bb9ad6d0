"""Arithmetic of rules: `is` and the comparison of numbers."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.frontend.instantiation import RefusedError, Scope, shown, value
from pydecl.compiler.frontend.terms import CELL
from pydecl.compiler.frontend.unification import unify
from pydecl.compiler.library import FUNCTIONS, OTHER_FUNCTIONS
from pydecl.model.term import Atom, PrologString
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure

_STOP = ir.Const(Atom("_"))
TEXT = "a text, or a list, in the place of a number"


class CertainError(Exception):
    """Evaluation raises this error, if that of the expressions `before` raises none."""

    def __init__(self, ball: ir.Expr, before: Sequence[ir.Expr] = ()) -> None:
        super().__init__()
        self.ball = ball
        self.before = list(before)


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
    """A comparison of numbers: the left side is evaluated first."""
    before: list[ir.Expr] = []
    try:
        one = number(left, scope, out)
        before.append(one)
        other = number(right, scope, out)
    except CertainError as certain:
        certain.before[:0] = before
        _raise(certain, scope, out, place)
    else:
        out.append(ir.Compare(op, one, other, place))


def _raise(certain: CertainError, scope: Scope, out: list[ir.Goal], place: Span) -> None:
    out += [ir.Compute(expr, ir.Ignore(), place) for expr in certain.before]
    out.append(ir.Raise(certain.ball, place))
    scope.dead = True


def number(node: Node, scope: Scope, out: list[ir.Goal]) -> ir.Expr:
    """The expression of what is/2 evaluates, the last arguments first. Raises CertainError, RefusedError."""
    scope.steps.take(100 if isinstance(node, Named) else 1)  # a name may stand for one that is written once
    node = scope.alias(node)
    if isinstance(node, Named):
        if node.name in scope.bound:
            return ir.Var(node.name)
        if scope.is_ground(node):
            return value(node, scope, out)
        if not scope.is_free(node):
            raise RefusedError(node.span, f"{shown(node)} may be unbound here", free=True)
        raise CertainError(INSTANTIATION)
    if isinstance(node, Constant):
        return _constant(node)
    assert isinstance(node, Structure)
    if node.name == CELL:
        raise RefusedError(node.span, TEXT)
    args: list[ir.Expr] = []
    try:
        for arg in reversed(node.args):
            args.append(number(arg, scope, out))
        if (node.name, len(node.args)) not in FUNCTIONS:
            raise _unknown(node.name, len(node.args), node.functor)
    except CertainError as certain:
        certain.before[:0] = args
        raise
    return ir.Arith(node.name, tuple(reversed(args)))


def _unknown(name: str, arity: int, place: Span) -> Exception:
    if (name, arity) in OTHER_FUNCTIONS:
        return RefusedError(place, f"the function {name}/{arity} is not compiled")
    return CertainError(_evaluable(name, arity))


def _constant(node: Constant) -> ir.Expr:
    if isinstance(node.value, Atom):
        if (node.value.name, 0) not in FUNCTIONS:
            raise _unknown(node.value.name, 0, node.span)
        return ir.Arith(node.value.name, ())
    if isinstance(node.value, PrologString):
        raise RefusedError(node.span, TEXT)
    return ir.Const(node.value)


def _evaluable(name: str, arity: int) -> ir.Expr:
    return type_error("evaluable", ir.Make("/", (ir.Const(Atom(name)), ir.Const(arity))))
