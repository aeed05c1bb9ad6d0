"""Closures: goals that get more arguments when they are called, and the lambda terms of library(yall)."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler.frontend.instantiation import RefusedError, Scope, shown
from pydecl.compiler.frontend.terms import (
    CELL,
    arguments,
    compound,
    conjunction,
    indicator,
    is_goal,
    items_of,
    replaced,
    variables,
)
from pydecl.rules.syntax import Named, Node, Span, Structure


def called(closure: Node, extra: Sequence[Node], scope: Scope, place: Span) -> Node:
    """The goal that `call(closure, extra...)` calls. Raises RefusedError if it is not known."""
    closure = scope.resolve(closure)
    if is_goal(closure, ":", 2):
        module, inner = arguments(closure)
        return compound(":", (module, called(inner, extra, scope, place)), place)
    if isinstance(closure, Named):
        raise RefusedError(place, "a goal that is not known before the program runs")
    if is_goal(closure, ">>", 2):
        return _lambda(closure, extra, scope, place)
    if is_goal(closure, "^", 2) and extra:
        raise RefusedError(place, "a lambda term with ^")
    key = indicator(closure)
    if key is None:
        raise RefusedError(closure.span, "not a goal")
    if not extra:
        return closure
    return compound(key[0], (*arguments(closure), *extra), place)


def _lambda(closure: Node, extra: Sequence[Node], scope: Scope, place: Span) -> Node:
    """Parameters and body of a lambda term, with new variables, as one goal."""
    parameters, body = arguments(lambda_copy(closure, scope))
    if is_goal(parameters, "/", 2):
        parameters = arguments(parameters)[1]
    items, tail = items_of(parameters)
    if not (isinstance(tail, Structure) and tail.name == CELL):
        raise RefusedError(parameters.span, "the parameters of a lambda term are no list")
    if len(items) > len(extra):
        raise RefusedError(parameters.span, "a lambda term with more parameters than it gets arguments")
    goals: list[Node] = [Structure("=", pair, place, place) for pair in zip(items, extra, strict=False)]
    if len(extra) > len(items):
        rest = scope.resolve(body)
        goals.append(Structure("call", (rest, *extra[len(items) :]), place, place))
    else:
        goals.append(Structure("call", (body,), place, place))
    return conjunction(goals)


def lambda_copy(closure: Node, scope: Scope) -> Node:
    """A lambda term with variables of its own, but for those that are bound and those before `/`."""
    known = scope.deep(closure)
    shared: dict[str, Named] = {}
    parameters = arguments(known)[0]
    if is_goal(parameters, "/", 2):
        variables(arguments(parameters)[0], shared)
    names: dict[str, Node] = {}
    for name, node in variables(known).items():
        if (name in scope.changing or not scope.is_ground(node)) and name not in shared:
            if not scope.is_free(node):
                raise RefusedError(node.span, f"a lambda term copies {shown(node)}, which is known in part")
            names[name] = Named(scope.new("z"), node.span)
    return replaced(known, names)
