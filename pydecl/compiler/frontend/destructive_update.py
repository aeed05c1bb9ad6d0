"""Terms that setarg/3 changes in place: each change makes a new value, and the variable goes on to that.

It must be the clause's own copy, made by duplicate_term/2, and no part of another value when it is changed:
then nobody else can see the change. A predicate that changes an argument gives the new value as a result.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.frontend.argument_analysis import Waiting, least_fixpoint
from pydecl.compiler.frontend.instantiation import RefusedError, Scope, value
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.partial_terms import ITSELF, filled, partial_term
from pydecl.compiler.frontend.point import Point
from pydecl.compiler.frontend.predicates import Indicator, Predicate, Rule
from pydecl.compiler.frontend.term_comparison import copy
from pydecl.compiler.frontend.terms import arguments, conjunction, indicator, of_library, place_of
from pydecl.rules.syntax import Named, Node, Span, Structure

SHARED = "a term is changed in place that may be known elsewhere, too: copy it with duplicate_term/2 first"

OWN = "\0own"
"""`OWN(Variable, Value)`: the value is the clause's own, under the variable's name."""


def owner(node: Node, scope: Scope, place: Span) -> str:
    """The variable whose value is the clause's own and may be changed. Raises RefusedError."""
    known = scope.alias(node)
    if isinstance(known, Named):
        for name, version in scope.owned.items():
            if version == known.name and version not in scope.shared:
                return name
    raise RefusedError(place, SHARED, free=not scope.is_ground(known))


def go_on(name: str, version: str, scope: Scope, place: Span) -> None:
    """The variable's value is another one from here on."""
    scope.owned[name] = version
    scope.names[name] = Named(version, place)


def duplicate(analyser: Analyser, goal: Node, point: Point) -> bool:
    """duplicate_term/2 of a value, for a free variable."""
    scope = point.scope
    original, made = arguments(goal)
    free = scope.alias(made)
    if not (isinstance(free, Named) and scope.is_free(free) and scope.is_ground(original)):
        return copy(analyser, goal, point)
    version = scope.new("d")
    point.out.append(ir.Match(value(original, scope, point.out), ir.Bind(version), place_of(goal)))
    scope.bound.add(version)
    go_on(free.name, version, scope, free.span)
    return False


def setarg(analyser: Analyser, goal: Node, point: Point) -> bool:
    """setarg/3."""
    number, term, part = arguments(goal)
    scope, place = point.scope, place_of(goal)
    partial = partial_term(term, part, point)
    if partial is not None and scope.partial[partial].shared:
        raise RefusedError(place, SHARED)
    if partial is not None:
        return analyser.goal(of_library(filled(partial, number, part, "$setarg", point, place)), point)
    name = owner(term, scope, place)
    inputs = (value(number, scope, point.out), ir.Var(scope.owned[name]), value(part, scope, point.out))
    if scope.owned[name] in scope.shared:
        raise RefusedError(place, ITSELF)
    version = scope.new("d")
    point.out.append(ir.Library(ir.Key("$setarg", "+++-"), inputs, (ir.Bind(version),), place))
    scope.bound.add(version)
    go_on(name, version, scope, place)
    return False


def own(_analyser: Analyser, goal: Node, point: Point) -> bool:
    """Compile OWN."""
    variable, given = arguments(goal)
    known = point.scope.alias(given)
    assert isinstance(variable, Named)
    assert isinstance(known, Named)
    go_on(variable.name, known.name, point.scope, goal.span)
    return False


def changed_positions(analyser: Analyser, predicate: Predicate) -> frozenset[int]:
    """Which arguments of a predicate it changes in place."""
    return least_fixpoint(
        predicate, analyser.changed, lambda one, waiting: _positions(analyser, one, waiting)
    )


def _positions(analyser: Analyser, predicate: Predicate, waiting: Waiting) -> frozenset[int]:
    """Those of one predicate, as far as is known of the others; what it calls and is not known waits."""
    found: set[int] = set()
    for rule in predicate.rules:
        names = {arg.name: i for i, arg in enumerate(rule.args) if isinstance(arg, Named)}
        found |= {names[name] for name in _changed(analyser, rule.body, waiting) if name in names}
    return frozenset(found)


def _changed(analyser: Analyser, goal: Node, waiting: Waiting) -> set[str]:
    """The variables whose values a body changes."""
    found: set[str] = set()
    key = indicator(goal)
    if key is None:
        return found
    if key == ("setarg", 3):
        term = arguments(goal)[1]
        return {term.name} if isinstance(term, Named) else found
    predicate = analyser.rules.predicates.get(key)
    if predicate is not None:
        if key not in analyser.changed:
            analyser.changed[key] = frozenset()
            waiting[key] = predicate
        for i in analyser.changed[key]:
            arg = arguments(goal)[i]
            if isinstance(arg, Named):
                found.add(arg.name)
    elif key[0] in (",", ";", "->", "*->", "once", "ignore", "\\+", "call", "forall", "findall"):
        for arg in arguments(goal):
            found |= _changed(analyser, arg, waiting)
    return found


def giving_changes(predicate: Predicate, positions: Sequence[int]) -> Predicate:
    """The predicate with a result for each argument that it changes."""
    name = f"{predicate.name}!{','.join(str(i + 1) for i in positions)}/{predicate.arity}"
    made = Predicate(name, predicate.arity + len(positions), predicate.place, barred=predicate.barred)
    for rule in predicate.rules:
        args = list(rule.args)
        goals: list[Node] = []
        for i in positions:
            variable = rule.args[i]
            if not isinstance(variable, Named):
                made.barred = (variable.span, "an argument that is changed in place is no variable in a head")
                return made
            args[i] = Named(f"b{i}", variable.span)
            goals.append(Structure(OWN, (variable, args[i]), rule.place, rule.place))
            args.append(variable)
        made.rules.append(Rule(tuple(args), conjunction([*goals, rule.body]), rule.place))
    return made


DESTRUCTIVE_UPDATE: dict[Indicator, Construct] = {
    ("duplicate_term", 2): duplicate,
    ("setarg", 3): setarg,
    (OWN, 2): own,
}
"""By name and arity."""
