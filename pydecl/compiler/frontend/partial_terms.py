"""Compounds whose arguments are filled or changed one by one: boards of functor/3, and copies for setarg/3.

At run time such a term is a value from the beginning, with UNFILLED for each free argument. Each change makes
a new value, and the variable goes on to that. What wants the term itself gets it when no argument is free;
compiled rules give up if one still is.

What setarg/3 changes must be the clause's own: made by functor/3, or the copy that duplicate_term/2 makes. It
must be no part of another value when it is changed: then nobody else can see the change. A predicate that is
called with such a term gives what it is then as a result.
"""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.frontend.instantiation import Filled, Partial, Point, RefusedError, Scope, value
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.predicates import Indicator
from pydecl.compiler.frontend.term_comparison import copy
from pydecl.compiler.frontend.terms import CELL, arguments, of_library, place_of, variables
from pydecl.compiler.library import UNFILLED
from pydecl.rules.syntax import Named, Node, Span, Structure

BLANK = "\0blank"
"""`BLANK(Term, Value)`: a free variable is the partial term Value, all of whose arguments are free."""

PARTIAL = "\0partial"
"""`PARTIAL(Term, Value)`: a free variable, or a partial term, is the partial term Value from here on."""

SHARED = "\0shared"
"""`SHARED(Term, Value)`: the same, and another term may have it."""

WHOLE = "\0whole"
"""`WHOLE(Term, Value)`: the same, and no argument is free."""

LEFT = "\0left"
"""`LEFT(Term, Value)`: Value is what a partial term is here."""

ITSELF = "a term becomes a part of itself"

ELSEWHERE = "a term is changed in place that may be known elsewhere, too: copy it with duplicate_term/2 first"


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
    scope.partial[made.name] = Partial("", Filled.NONE)
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
    scope.partial[made.name] = Partial(version, Filled.SOME if len(free) < len(parts) else Filled.NONE)
    return made.name


def with_partial_terms(goal: Node, point: Point) -> bool:
    """Make the compounds of a goal that can be partial terms such ones; whether there are any."""
    before = len(point.scope.partial)
    for variable in variables(goal).values():
        partial_term(variable, goal, point)
    return len(point.scope.partial) > before


def filled(name: str, number: Node, part: Node, predicate: str, point: Point, place: Span) -> Node:
    """The goals that fill an argument of a partial term by one of the prelude's predicates."""
    known = point.scope.partial[name]
    before, after = Named(known.version, place), Named(point.scope.new("d"), place)
    made = Structure(predicate, (number, before, part, after), place, place)
    goes_on = WHOLE if known.filled is Filled.ALL else PARTIAL
    on = Structure(goes_on, (Named(name, place), after), place, place)
    return Structure(",", (made, on), place, place)


def whole_term(term: Node, scope: Scope) -> Named | None:
    """The value of a partial term none of whose arguments is free."""
    known = scope.alias(term)
    partial = scope.partial.get(known.name) if isinstance(known, Named) else None
    return None if partial is None or partial.filled is not Filled.ALL else Named(partial.version, term.span)


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
    scope.partial[free.name] = Partial(version, Filled.ALL)
    return False


def _setarg(analyser: Analyser, goal: Node, point: Point) -> bool:
    number, term, part = arguments(goal)
    scope, place = point.scope, place_of(goal)
    name = partial_term(term, part, point)
    if name is None or scope.partial[name].shared:
        raise RefusedError(place, ELSEWHERE, free=not scope.is_ground(term))
    return analyser.goal(of_library(filled(name, number, part, "$setarg", point, place)), point)


def _partial(_analyser: Analyser, goal: Node, point: Point) -> bool:
    assert isinstance(goal, Structure)
    term, given = map(point.scope.alias, goal.args)
    assert isinstance(term, Named)
    assert isinstance(given, Named)
    if term.name in point.scope.bound:
        raise RefusedError(place_of(goal), ITSELF)
    before = point.scope.partial.get(term.name)
    shared = goal.name == SHARED or (before is not None and before.shared)
    filled = {BLANK: Filled.NONE, WHOLE: Filled.ALL}.get(goal.name, Filled.SOME)
    point.scope.partial[term.name] = Partial(given.name, filled, shared)
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
    (WHOLE, 2): _partial,
    (LEFT, 2): _left,
    ("duplicate_term", 2): _duplicate,
    ("setarg", 3): _setarg,
}
"""By name and arity."""
