"""Goals that look at terms, or change them: identity, order, copies, setarg/3, what heads of `=>` match."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.frontend.instantiation import (
    Changing,
    Filled,
    Point,
    RefusedError,
    Scope,
    settle,
    shown,
    value,
)
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.normal import GUARD, MATCH
from pydecl.compiler.frontend.partial_terms import BLANK, LEFT, PARTIAL, SHARED, WHOLE, filled, partial_term
from pydecl.compiler.frontend.simplification import emptiness
from pydecl.compiler.frontend.terms import (
    arguments,
    compound,
    conjunction,
    is_empty,
    is_goal,
    of_library,
    place_of,
)
from pydecl.compiler.frontend.unification import never, unify
from pydecl.compiler.library import ORDERS
from pydecl.rules.syntax import Constant, Named, Node, Structure


def _order(analyser: Analyser, goal: Node, point: Point) -> bool:
    assert isinstance(goal, Structure)
    scope, out, place = point.scope, point.out, place_of(goal)
    left, right = goal.args
    if goal.name in ("==", "\\=="):
        decided = identical(left, right, scope)
        if decided is not None:
            if decided != (goal.name == "=="):
                never(scope, out, place)
            return False
        for one, other in ((left, right), (right, left)):
            known = scope.alias(one)
            if isinstance(known, Named) and known.name in scope.spines and is_empty(scope.resolve(other)):
                return analyser.goal(emptiness(known, point, place, empty=goal.name == "=="), point)
    elif identical(left, right, scope) is True:
        if goal.name in ("@<", "@>"):
            never(scope, out, place)
        return False
    if not (scope.is_ground(left) and scope.is_ground(right)):
        raise RefusedError(place, f"{goal.name} on a term that is bound in part only", free=True)
    out.append(ir.Order(goal.name, value(left, scope, out), value(right, scope, out), place))
    return False


Told = dict[tuple[str, str], bool | None]
"""What is known of pairs of names already."""


def identical(left: Node, right: Node, scope: Scope, told: Told | None = None) -> bool | None:
    """Whether two terms are identical, as far as that is known; different free variables are not."""
    told = {} if told is None else told
    if not (isinstance(left, Named) and isinstance(right, Named)):
        return _compared(left, right, scope, told)
    pair = left.name, right.name
    if pair not in told:
        told[pair] = _compared(left, right, scope, told)
    return told[pair]


def _compared(left: Node, right: Node, scope: Scope, told: Told) -> bool | None:
    scope.steps.take(1)
    left, right = scope.alias(left), scope.alias(right)
    if isinstance(left, Named) and isinstance(right, Named):
        if left.name == right.name:
            return True
        return (
            None if all(scope.is_ground(one) or one.name in scope.spines for one in (left, right)) else False
        )
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Named):
            if one.name in scope.spines:
                return None if is_empty(other) else False
            if not scope.is_ground(one):
                return False
            known = scope.names.get(one.name)
            if known is not None:
                return identical(known, other, scope, told)
            return None if scope.is_ground(other) else False
    if isinstance(left, Structure) and isinstance(right, Structure):
        if (left.name, len(left.args)) != (right.name, len(right.args)):
            return False
        parts = [identical(a, b, scope, told) for a, b in zip(left.args, right.args, strict=True)]
        if False in parts:
            return False
        return None if None in parts else True
    if isinstance(left, Constant) and isinstance(right, Constant):
        return ir.Const(left.value) == ir.Const(right.value)
    return False


def _var(_analyser: Analyser, goal: Node, point: Point) -> bool:
    node = point.scope.alias(arguments(goal)[0])
    if not isinstance(node, Named) or point.scope.is_ground(node) or node.name in point.scope.spines:
        never(point.scope, point.out, place_of(goal))
    return False


def _ground(analyser: Analyser, goal: Node, point: Point) -> bool:
    scope, place = point.scope, place_of(goal)
    (term,) = arguments(goal)
    settle(term, scope, point.out)
    if scope.is_ground(term):
        return False
    free = list(scope.free(term).values())
    if not all(node.name in scope.spines for node in free):
        never(scope, point.out, place)
        return False
    return analyser.goal(conjunction([emptiness(node, point, place, empty=True) for node in free]), point)


def _copy_term(_analyser: Analyser, goal: Node, point: Point) -> bool:
    """copy_term/2 of a value."""
    original, copy = arguments(goal)
    settle(original, point.scope, point.out)
    if not point.scope.is_ground(original):
        raise RefusedError(place_of(goal), "a copy of a term that is bound in part only", free=True)
    unify(copy, original, point.scope, point.out, place_of(goal))
    return False


def _match(analyser: Analyser, goal: Node, point: Point) -> bool:
    """MATCH: goals that bind the variables of the pattern so that it is what is given."""
    scope, place = point.scope, place_of(goal)
    given, pattern = arguments(goal)
    known = scope.alias(given)
    if isinstance(pattern, Named) or scope.is_ground(known):
        unify(pattern, known, scope, point.out, place)
    elif isinstance(known, Named) and not scope.is_free(known):
        raise RefusedError(place, f"{shown(known)} is known in part only", free=True)
    elif isinstance(known, Structure) and is_goal(pattern, known.name, len(known.args)):
        parts = zip(known.args, arguments(pattern), strict=True)
        return analyser.goal(conjunction([compound(MATCH, pair, place) for pair in parts]), point)
    else:
        never(scope, point.out, place)
    return False


def _guard(analyser: Analyser, goal: Node, point: Point) -> bool:
    """A unification in a guard, which SWI-Prolog may take for a part of the head."""
    unification, *variables = arguments(goal)
    if not all(map(point.scope.is_ground, variables)):
        raise RefusedError(place_of(goal), "a guard that may bind an argument of its rule with =>", free=True)
    return analyser.goal(unification, point)


ITSELF = "a term becomes a part of itself"

ELSEWHERE = "a term is changed in place that may be known elsewhere, too: copy it with duplicate_term/2 first"


def _duplicate(analyser: Analyser, goal: Node, point: Point) -> bool:
    """duplicate_term/2 of a value, for a free variable."""
    scope = point.scope
    original, made = arguments(goal)
    free = scope.alias(made)
    if not (isinstance(free, Named) and scope.is_free(free) and scope.is_ground(original)):
        return _copy_term(analyser, goal, point)
    version = scope.new("d")
    point.out.append(ir.Match(value(original, scope, point.out), ir.Bind(version), place_of(goal)))
    scope.bound.add(version)
    scope.changing[free.name] = Changing(version, Filled.ALL)
    return False


def _setarg(analyser: Analyser, goal: Node, point: Point) -> bool:
    number, term, part = arguments(goal)
    scope, place = point.scope, place_of(goal)
    name = partial_term(term, part, point)
    if name is None or scope.changing[name].shared:
        raise RefusedError(place, ELSEWHERE, free=not scope.is_ground(term))
    return analyser.goal(of_library(filled(name, number, part, "$setarg", point, place)), point)


def _partial(_analyser: Analyser, goal: Node, point: Point) -> bool:
    assert isinstance(goal, Structure)
    term, given = map(point.scope.alias, goal.args)
    assert isinstance(term, Named)
    assert isinstance(given, Named)
    if term.name in point.scope.bound:
        raise RefusedError(place_of(goal), ITSELF)
    before = point.scope.changing.get(term.name)
    shared = goal.name == SHARED or (before is not None and before.shared)
    full = {BLANK: Filled.NONE, WHOLE: Filled.ALL}.get(goal.name, Filled.SOME)
    point.scope.changing[term.name] = Changing(given.name, full, shared)
    return False


def _left(_analyser: Analyser, goal: Node, point: Point) -> bool:
    term, left = arguments(goal)
    known = point.scope.alias(term)
    assert isinstance(known, Named)
    assert isinstance(left, Named)
    there = point.scope.changing.get(known.name)
    point.scope.names[left.name] = known if there is None else Named(there.version, left.span)
    return False


COMPARING: dict[tuple[str, int], Construct] = {
    **{(name, 2): _order for name in ORDERS},
    ("var", 1): _var,
    ("ground", 1): _ground,
    ("copy_term", 2): _copy_term,
    (MATCH, 2): _match,
    (GUARD, -1): _guard,
    **{(name, 2): _partial for name in (BLANK, PARTIAL, SHARED, WHOLE)},
    (LEFT, 2): _left,
    ("duplicate_term", 2): _duplicate,
    ("setarg", 3): _setarg,
}
"""By name and arity; -1 stands for any number of arguments."""
