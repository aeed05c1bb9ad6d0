"""Arithmetic of rules: `is` and the comparison of numbers."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.frontend.instantiation import Point, RefusedError, Scope, shown, value
from pydecl.compiler.frontend.mode_analysis import Analyser
from pydecl.compiler.frontend.terms import arguments, indicator, place_of
from pydecl.compiler.frontend.unification import unify
from pydecl.compiler.library import FUNCTIONS, OTHER_FUNCTIONS
from pydecl.model.term import Atom, PrologString
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure

_STOP = ir.Const(Atom("_"))


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


def computed(_analyser: Analyser, goal: Node, point: Point) -> bool:
    """`left is right`."""
    scope, out, place = point.scope, point.out, place_of(goal)
    left, right = arguments(goal)
    try:
        made = number(right, scope, out)
    except CertainError as certain:
        _raise(certain, scope, out, place)
        return False
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
    return False


def compared(_analyser: Analyser, goal: Node, point: Point) -> bool:
    """A comparison of numbers: the left side is evaluated first."""
    assert isinstance(goal, Structure)
    scope, out, place = point.scope, point.out, goal.functor
    left, right = goal.args
    before: list[ir.Expr] = []
    try:
        one = number(left, scope, out)
        before.append(one)
        other = number(right, scope, out)
    except CertainError as certain:
        certain.before[:0] = before
        _raise(certain, scope, out, place)
    else:
        out.append(ir.Compare(goal.name, one, other, place))
    return False


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
    key = indicator(node)
    if isinstance(node, Constant) and key is None and not isinstance(node.value, PrologString):
        return ir.Const(node.value)
    if key is None:
        raise RefusedError(node.span, "a text, or a list, in the place of a number")
    args: list[ir.Expr] = []
    try:
        for arg in reversed(arguments(node)):
            args.append(number(arg, scope, out))
        if key in OTHER_FUNCTIONS:
            raise RefusedError(place_of(node), f"the function {key[0]}/{key[1]} is not compiled")
        if key not in FUNCTIONS:
            culprit = ir.Make("/", (ir.Const(Atom(key[0])), ir.Const(key[1])))
            raise CertainError(error(ir.Make("type_error", (ir.Const(Atom("evaluable")), culprit))))
    except CertainError as certain:
        certain.before[:0] = args
        raise
    return ir.Arith(key[0], tuple(reversed(args)))
