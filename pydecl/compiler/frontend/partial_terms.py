"""Compounds whose arguments are filled one by one: a board of functor/3, which arg/3 or setarg/3 fills.

At run time such a term is a value from the beginning, with UNFILLED for each free argument. Each change makes
a new value, and the variable goes on to that. What wants the term itself gets it when no argument is free;
compiled rules give up if one still is.
"""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.frontend.instantiation import Partial, RefusedError, value
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.point import Point
from pydecl.compiler.frontend.predicates import Indicator
from pydecl.compiler.frontend.terms import CELL, arguments, place_of, variables
from pydecl.compiler.library import UNFILLED
from pydecl.rules.syntax import Named, Node, Span, Structure

BLANK = "\0blank"
"""`BLANK(Term, Value)`: a free variable is the partial term Value, all of whose arguments are free."""

PARTIAL = "\0partial"
"""`PARTIAL(Term, Value)`: a free variable, or a partial term, is the partial term Value from here on."""

SHARED = "\0shared"
"""`SHARED(Term, Value)`: the same, and another term may have it."""

LEFT = "\0left"
"""`LEFT(Term, Value)`: Value is what a partial term is here."""

ITSELF = "a term becomes a part of itself"


def partial_term(term: Node, goal: Node, point: Point) -> str | None:
    """The variable of a partial term, if that is one, or can be: it is a compound in the text until then.

    Its free arguments must be its own: neither the goal nor one behind it reads them in another way.
    """
    scope = point.scope
    known = scope.alias(term)
    if isinstance(known, Named):
        return known.name if known.name in scope.partial else None
    if not isinstance(known, Structure) or known.name == CELL or scope.is_ground(known):
        return None
    parts = [scope.alias(arg) for arg in known.args]
    free = [part.name for part in parts if isinstance(part, Named) and not scope.is_ground(part)]
    if len(set(free)) < len(free) or len(free) < sum(not scope.is_ground(part) for part in parts):
        return None
    if not all(scope.is_free(part) for part in parts if not scope.is_ground(part)):
        return None
    names = {name: node for name, node in scope.names.items() if node is known}
    made, place = Named(scope.new("o"), known.span), known.span
    scope.names.update(dict.fromkeys(names, made))
    scope.partial[made.name] = Partial("", filled=False)
    if (point.read(scope, place) | scope.free(goal)).keys() & set(free):
        scope.names.update(names)
        del scope.partial[made.name]
        return None
    for name in free:
        scope.names[name] = Named(scope.new("x"), place)  # so that branches are not joined
    args = [value(part, scope, point.out) if scope.is_ground(part) else ir.Const(UNFILLED) for part in parts]
    version = scope.new("d")
    point.out.append(ir.Match(ir.Make(known.name, tuple(args)), ir.Bind(version), place))
    scope.bound.add(version)
    scope.partial[made.name] = Partial(version, filled=len(free) < len(parts))
    return made.name


def with_partial_terms(goal: Node, point: Point) -> bool:
    """Make the compounds of a goal that can be partial terms such ones; whether there are any."""
    before = len(point.scope.partial)
    for variable in variables(goal).values():
        partial_term(variable, goal, point)
    return len(point.scope.partial) > before


def filled(name: str, number: Node, part: Node, predicate: str, point: Point, place: Span) -> Node:
    """The goals that fill an argument of a partial term by one of the prelude's predicates."""
    before = Named(point.scope.partial[name].version, place)
    after = Named(point.scope.new("d"), place)
    made = Structure(predicate, (number, before, part, after), place, place)
    on = Structure(PARTIAL, (Named(name, place), after), place, place)
    return Structure(",", (made, on), place, place)


def _partial(_analyser: Analyser, goal: Node, point: Point) -> bool:
    assert isinstance(goal, Structure)
    term, given = map(point.scope.alias, goal.args)
    assert isinstance(term, Named)
    assert isinstance(given, Named)
    if term.name in point.scope.bound:
        raise RefusedError(place_of(goal), ITSELF)
    before = point.scope.partial.get(term.name)
    shared = goal.name == SHARED or (before is not None and before.shared)
    point.scope.partial[term.name] = Partial(given.name, goal.name != BLANK, shared)
    return False


def _left(_analyser: Analyser, goal: Node, point: Point) -> bool:
    term, left = arguments(goal)
    known = point.scope.alias(term)
    assert isinstance(known, Named)
    assert isinstance(left, Named)
    partial = point.scope.partial.get(known.name)
    point.scope.names[left.name] = known if partial is None else Named(partial.version, left.span)
    return False


PARTIAL_TERMS: dict[Indicator, Construct] = {
    (BLANK, 2): _partial,
    (PARTIAL, 2): _partial,
    (SHARED, 2): _partial,
    (LEFT, 2): _left,
}
"""By name and arity."""
