"""Lists of free variables, of which only the length is known, and lists that begin with known items.

`length(Row, N), maplist(=(e), Row)` is a list of N times e; `append(Front, Back, Whole)` is Whole as soon as
Back is known.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.frontend.instantiation import Point, RefusedError, Scope, Spine, value
from pydecl.compiler.frontend.terms import CELL, atom, conjunction, is_empty, items_of, list_of
from pydecl.compiler.frontend.unification import scope_list
from pydecl.model.term import Atom
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure

LONGEST_LIST = 64
"""The longest list of free variables that is written out."""


def known_list(node: Node, scope: Scope) -> tuple[list[Node], Node] | None:
    """Items and tail of a list that is written out in the text; None for a value."""
    known = scope.resolve(node)
    if isinstance(known, Structure) and known.name == CELL:
        items, tail = items_of(scope_list(known, scope))
        return items, scope.alias(tail)
    return None


def goal_of(name: str, *args: Node, place: Span) -> Structure:
    """A goal at a place."""
    return Structure(name, args, place, place)


def is_free(node: Node, scope: Scope) -> bool:
    """Whether a term is a free variable of which nothing is known."""
    return scope.is_free(scope.alias(node))


def check_list(node: Node, scope: Scope, place: Span) -> None:
    """Raises RefusedError if a term that is known in part is no list."""
    known = scope.resolve(node)
    tail = scope.resolve(items_of(scope_list(known, scope))[1]) if isinstance(known, Structure) else known
    if not (is_empty(tail) or isinstance(tail, Named) or scope.is_ground(node)):
        raise RefusedError(place, "a term in the place of a list")


def append(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """append/3 of a list that is written out, or of free variables."""
    front, back, whole = args
    scope = point.scope
    known = known_list(front, scope)
    if known is not None:
        items, tail = known
        if is_empty(tail):
            return goal_of("=", whole, list_of(items, back, place), place=place)
        if items and not scope.is_ground(front):
            rest = Named(scope.new("r"), place)
            same = goal_of("=", whole, list_of(items, rest, place), place=place)
            return conjunction([same, goal_of("append", tail, back, rest, place=place)])
    return _append_spine(args, point, place)


def _append_spine(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """append/3 with a list of free variables, whose length is known."""
    front, back, whole = args
    scope = point.scope
    first, last = scope.alias(front), scope.alias(whole)
    if isinstance(first, Named) and first.name in scope.spines and scope.is_ground(whole):
        return goal_of("$split", length_of(first, point, place), whole, front, back, place=place)
    if isinstance(last, Named) and last.name in scope.spines and scope.is_ground(front):
        if not is_free(back, scope):
            return None
        return _spine_behind(front, back, last, point, place)
    behind = scope.alias(back)
    if scope.is_ground(front) and not scope.is_ground(back) and isinstance(last, Named):
        if not scope.is_free(last) or last.name in scope.free(behind):
            return None
        scope.joined[last.name] = (front, back)
        return goal_of("is_list", front, place=place)
    return None


def _spine_behind(front: Node, back: Node, whole: Named, point: Point, place: Span) -> Node:
    """`append(front, back, whole)` where whole is a list of free variables: back is one, too, but shorter."""
    scope = point.scope
    count = length_of(whole, point, place)
    length, rest = Named(scope.new("n"), place), Named(scope.new("n"), place)
    hidden = Named(scope.new("l"), place)
    scope.names.pop(whole.name, None)
    del scope.spines[whole.name]
    scope.joined[whole.name] = (front, back)
    return conjunction(
        [
            goal_of("is_list", front, place=place),
            goal_of("length", front, length, place=place),
            goal_of("is", rest, goal_of("-", count, length, place=place), place=place),
            goal_of(">=", rest, Constant(0, place), place=place),
            goal_of("length", hidden, rest, place=place),
            goal_of("=", back, hidden, place=place),
        ]
    )


def length_of(spine: Named, point: Point, place: Span) -> Node:
    """The length of a list of free variables, as a variable or a number."""
    scope = point.scope
    known = scope.spines[spine.name]
    if isinstance(known.count, ir.Var):
        return Named(known.count.name, place)
    if isinstance(known.count, ir.Const):
        return Constant(known.count.value, place)
    name = scope.new("n")
    assert known.measure is not None
    point.out.append(ir.Library(ir.Key("length", "+-"), (ir.Var(known.measure),), (ir.Bind(name),), place))
    scope.bound.add(name)
    scope.spines[spine.name] = Spine(known.measure, ir.Var(name))
    return Named(name, place)


def emptiness(spine: Named, point: Point, place: Span, *, empty: bool) -> Node:
    """The goal that a list of free variables is the empty list, or is not."""
    count, none = length_of(spine, point, place), Constant(0, place)
    return goal_of("=:=" if empty else ">", count, none, place=place)


def length(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """length/2 of what is no value."""
    whole, count = args
    scope = point.scope
    known = known_list(whole, scope)
    if known is not None:
        items, tail = known
        if is_empty(tail):
            if scope.is_ground(whole) and not isinstance(scope.resolve(whole), Structure):
                return None
            return _counted(Constant(len(items), place), count, point, place)
        if isinstance(tail, Named) and (scope.is_free(tail) or tail.name in scope.spines):
            if tail.name in scope.spines:
                length = goal_of("+", length_of(tail, point, place), Constant(len(items), place), place=place)
                return _counted(length, count, point, place)
            if scope.is_ground(count):
                rest = Named(scope.new("n"), place)
                less = goal_of("-", count, Constant(len(items), place), place=place)
                enough = goal_of(">=", count, Constant(len(items), place), place=place)
                same = goal_of("is", rest, less, place=place)
                checked = goal_of("length", Named(scope.new("l"), place), count, place=place)
                return conjunction([checked, enough, same, goal_of("length", tail, rest, place=place)])
        if items and scope.is_ground(tail):
            rest = Named(scope.new("n"), place)
            whole_length = goal_of("+", rest, Constant(len(items), place), place=place)
            return conjunction(
                [
                    goal_of("$proper", tail, place=place),
                    goal_of("length", tail, rest, place=place),
                    _counted(whole_length, count, point, place),
                ]
            )
        return None
    free = scope.alias(whole)
    if isinstance(free, Named) and free.name in scope.spines:
        return _counted(length_of(free, point, place), count, point, place)
    if not isinstance(free, Named) or not scope.is_free(free):
        return None
    return _new_list(free, count, point, place) if scope.is_ground(count) else None


def _counted(length: Node, count: Node, point: Point, place: Span) -> Node:
    """`count` is a length; what is known and no length is for length/2 to complain of."""
    scope = point.scope
    known = scope.resolve(count)
    if isinstance(known, Structure) and not scope.is_ground(known):
        raise RefusedError(place, "a term in the place of a length")
    if not scope.is_ground(count) or (isinstance(known, Constant) and _is_natural(known.value)):
        return goal_of("is", count, length, place=place)
    number, items = Named(scope.new("n"), place), Named(scope.new("l"), place)
    filled = goal_of("$filled", number, atom("_", place), items, place=place)
    counted = goal_of("length", items, count, place=place)
    return conjunction([goal_of("is", number, length, place=place), filled, counted])


def _is_natural(value: object) -> bool:
    return isinstance(value, int) and value >= 0


def _new_list(free: Named, count: Node, point: Point, place: Span) -> Node | None:
    """A list of free variables."""
    scope = point.scope
    known = scope.resolve(count)
    if isinstance(known, Constant) and isinstance(known.value, int) and 0 <= known.value <= LONGEST_LIST:
        items = [Named(scope.new("x"), place) for _ in range(known.value)]
        return goal_of("=", free, list_of(items, span=place), place=place)
    length = value(count, scope, point.out)
    measure = scope.new("m")
    filled = ir.Key("$filled", "++-")
    item = ir.Const(Atom("_"))
    point.out.append(ir.Library(filled, (length, item), (ir.Bind(measure),), place))
    scope.bound.add(measure)
    scope.spines[free.name] = Spine(measure, length)
    return atom("true", place)


def same_length(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """same_length/2 of a list and a free variable, which becomes a list of free variables."""
    scope = point.scope
    known = [scope.is_ground(arg) for arg in args]
    if known.count(True) != 1:
        return None
    given, free = (args[0], args[1]) if known[0] else (args[1], args[0])
    if not is_free(free, scope):
        return None
    count = Named(scope.new("n"), place)
    return conjunction(
        [
            goal_of("is_list", given, place=place),
            goal_of("length", given, count, place=place),
            goal_of("length", free, count, place=place),
        ]
    )


def filling(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """`maplist(=(X), List)` for a list of free variables."""
    closure, whole = args
    scope = point.scope
    known = scope.resolve(closure)
    free = scope.alias(whole)
    if not (isinstance(known, Structure) and known.name == "=" and len(known.args) == 1):
        return None
    if not (isinstance(free, Named) and free.name in scope.spines and scope.is_ground(known.args[0])):
        return None
    count = length_of(free, point, place)
    spine = scope.spines.pop(free.name)
    last = point.out[-1] if point.out else None
    if isinstance(last, ir.Library) and last.results == (ir.Bind(spine.measure or ""),):
        point.out.pop()
    return goal_of("$filled", count, known.args[0], free, place=place)
