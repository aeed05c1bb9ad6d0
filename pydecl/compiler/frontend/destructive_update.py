"""Copies that setarg/3 changes.

A variable that duplicate_term/2 makes a copy has a value from the beginning. Each change makes a new value,
and the variable goes on to that.

A copy must be no part of another value when it is changed: then nobody else can see the change. A predicate
that is called with a copy gives what it is then as a result.
"""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.frontend.instantiation import Changing, Point, RefusedError, value
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.predicates import Indicator
from pydecl.compiler.frontend.term_comparison import copy
from pydecl.compiler.frontend.terms import arguments, conjunction, of_library, place_of
from pydecl.rules.syntax import Named, Node, Structure

COPY = "\0copy"
"""`COPY(Term, Value)`: a free variable, or a copy, is the copy Value from here on."""

SHARED = "\0shared"
"""`SHARED(Term, Value)`: the same, and another term may have it."""

LEFT = "\0left"
"""`LEFT(Term, Value)`: Value is what a copy is here."""

ITSELF = "a term becomes a part of itself"

ELSEWHERE = "a term is changed in place that may be known elsewhere, too: copy it with duplicate_term/2 first"


def _duplicate(analyser: Analyser, goal: Node, point: Point) -> bool:
    """duplicate_term/2 of a value, for a free variable."""
    scope = point.scope
    original, made = arguments(goal)
    free = scope.alias(made)
    if not (isinstance(free, Named) and scope.is_free(free) and scope.is_ground(original)):
        return copy(analyser, goal, point)
    version = scope.new("d")
    point.out.append(ir.Match(value(original, scope, point.out), ir.Bind(version), place_of(goal)))
    scope.bound.add(version)
    scope.changing[free.name] = Changing(version)
    return False


def _setarg(analyser: Analyser, goal: Node, point: Point) -> bool:
    number, term, part = arguments(goal)
    scope, place = point.scope, place_of(goal)
    name, before = scope.alias(term), scope.now(term)
    if not isinstance(name, Named) or before is None or scope.changing[name.name].shared:
        raise RefusedError(place, ELSEWHERE, free=not scope.is_ground(term))
    after = Named(scope.new("d"), place)
    goals = (
        Structure("$setarg", (number, before, part, after), place, place),
        Structure(COPY, (name, after), place, place),
    )
    return analyser.goal(of_library(conjunction(goals)), point)


def _copy(_analyser: Analyser, goal: Node, point: Point) -> bool:
    assert isinstance(goal, Structure)
    term, given = map(point.scope.alias, goal.args)
    assert isinstance(term, Named)
    assert isinstance(given, Named)
    if term.name in point.scope.bound:
        raise RefusedError(place_of(goal), ITSELF)
    before = point.scope.changing.get(term.name)
    shared = goal.name == SHARED or (before is not None and before.shared)
    point.scope.changing[term.name] = Changing(given.name, shared)
    return False


def _left(_analyser: Analyser, goal: Node, point: Point) -> bool:
    term, left = arguments(goal)
    known = point.scope.alias(term)
    assert isinstance(known, Named)
    assert isinstance(left, Named)
    point.scope.names[left.name] = point.scope.now(known) or known
    return False


DESTRUCTIVE_UPDATE: dict[Indicator, Construct] = {
    (COPY, 2): _copy,
    (SHARED, 2): _copy,
    (LEFT, 2): _left,
    ("duplicate_term", 2): _duplicate,
    ("setarg", 3): _setarg,
}
"""By name and arity."""
