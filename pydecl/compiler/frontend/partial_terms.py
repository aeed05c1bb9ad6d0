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
from pydecl.compiler.frontend.instantiation import Changing, Filled, Point, value
from pydecl.compiler.frontend.terms import CELL, variables
from pydecl.compiler.library import UNFILLED
from pydecl.rules.syntax import Named, Node, Span, Structure

BLANK = "\0blank"
"""`BLANK(Term, Value)`: a free variable is the compound Value, all of whose arguments are free."""

PARTIAL = "\0partial"
"""`PARTIAL(Term, Value)`: a free variable, or such a term, is Value from here on."""

SHARED = "\0shared"
"""`SHARED(Term, Value)`: the same, and another term may have it."""

WHOLE = "\0whole"
"""`WHOLE(Term, Value)`: the same as PARTIAL, and no argument is free."""

LEFT = "\0left"
"""`LEFT(Term, Value)`: Value is what such a term is here."""


def partial_term(term: Node, goal: Node, point: Point) -> str | None:
    """The variable of such a term, if that is one, or can be: it is a compound in the text until then.

    Its free arguments must be its own: neither the goal nor one behind it reads them in another way.
    """
    scope = point.scope
    known = scope.alias(term)
    if isinstance(known, Named):
        return known.name if known.name in scope.changing else None
    if not isinstance(known, Structure) or known.name == CELL or scope.is_ground(known):
        return None
    parts, place = [scope.alias(arg) for arg in known.args], known.span
    unbound = [part for part in parts if not scope.is_ground(part)]
    free = {part.name for part in unbound if isinstance(part, Named) and scope.is_free(part)}
    if len(free) < len(unbound):
        return None
    names = {name: node for name, node in scope.names.items() if node is known}
    made, version = Named(scope.new("o"), place), scope.new("d")
    scope.names.update(dict.fromkeys(names, made))
    scope.changing[made.name] = Changing(version, Filled.NONE)
    read = [Named(name, place) for name in sorted(point.needed())]
    if scope.free(goal, *read).keys() & free:
        scope.names.update(names)
        del scope.changing[made.name]
        return None
    for name in sorted(free):
        scope.names[name] = Named(scope.new("x"), place)  # so that branches are not joined
    args = [value(part, scope, point.out) if scope.is_ground(part) else ir.Const(UNFILLED) for part in parts]
    point.out.append(ir.Match(ir.Make(known.name, tuple(args)), ir.Bind(version), place))
    scope.bound.add(version)
    scope.changing[made.name] = Changing(version, Filled.SOME if len(free) < len(parts) else Filled.NONE)
    return made.name


def with_partial_terms(goal: Node, point: Point) -> bool:
    """Make the compounds of a goal that can be filled such terms; whether there are any."""
    before = len(point.scope.changing)
    for variable in variables(goal).values():
        partial_term(variable, goal, point)
    return len(point.scope.changing) > before


def filled(name: str, number: Node, part: Node, predicate: str, point: Point, place: Span) -> Node:
    """The goals that fill an argument of such a term by one of the prelude's predicates."""
    known = point.scope.changing[name]
    before, after = Named(known.version, place), Named(point.scope.new("d"), place)
    made = Structure(predicate, (number, before, part, after), place, place)
    goes_on = WHOLE if known.filled is Filled.ALL else PARTIAL
    on = Structure(goes_on, (Named(name, place), after), place, place)
    return Structure(",", (made, on), place, place)
