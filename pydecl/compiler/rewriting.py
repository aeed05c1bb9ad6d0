"""Library predicates as simpler goals, where their arguments are known in part only.

Each function gives the goal that means the same at that point, or None where the call stays as it is. So
`memberchk(X-_, Pairs)` is `once(member(X-_, Pairs))`, and `append([A,B], Rest, L)` is `L = [A,B|Rest]`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pydecl.compiler import ir
from pydecl.compiler.scope import Scope, Spine, scope_list, value
from pydecl.compiler.terms import (
    CELL,
    arguments,
    atom,
    cell,
    compound,
    conjunction,
    empty,
    indicator,
    is_empty,
    items_of,
    list_of,
    place_of,
)
from pydecl.model.term import Atom
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure

if TYPE_CHECKING:
    from pydecl.compiler.modes import Point

Rewriting = Callable[[Sequence[Node], "Point", Span], Node | None]

LONGEST_LIST = 64
"""The longest list of free variables that is written out."""


def rewritten(goal: Node, point: Point) -> Node | None:
    """The goal that stands for a call of a library predicate here; None for the call itself."""
    key = indicator(goal)
    rewriting = None if key is None else REWRITINGS.get(key)
    return None if rewriting is None else rewriting(arguments(goal), point, place_of(goal))


def _known_list(node: Node, scope: Scope) -> tuple[list[Node], Node] | None:
    """Items and tail of a list that is written out in the text; None for a value."""
    known = scope.resolve(node)
    if isinstance(known, Structure) and known.name == CELL:
        items, tail = items_of(scope_list(known, scope))
        return items, scope.alias(tail)
    return None


def _goal(name: str, *args: Node, place: Span) -> Structure:
    return Structure(name, args, place, place)


def _any(goals: Sequence[Node], place: Span) -> Node:
    """A disjunction."""
    made: Node = atom("fail", place)
    for number, goal in enumerate(reversed(goals)):
        made = goal if number == 0 else _goal(";", goal, made, place=place)
    return made


def _is_free(node: Node, scope: Scope) -> bool:
    return scope.is_free(scope.alias(node))


def _member(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    item, whole = args
    known = _known_list(whole, point.scope)
    if known is None or point.scope.is_ground(whole):
        return None
    items, tail = known
    if not is_empty(tail):
        return None
    return _any([_goal("=", item, other, place=place) for other in items], place)


def _memberchk(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    if all(point.scope.is_ground(arg) for arg in args):
        return None
    return _goal("once", _goal("member", *args, place=place), place=place)


def _selectchk(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    item, whole, rest = args
    found = Named(point.scope.new("r"), place)
    chosen = _goal("once", _goal("select", item, whole, found, place=place), place=place)
    return conjunction([chosen, _goal("=", rest, found, place=place)])


def _select(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    item, whole, rest = args
    known = _known_list(whole, point.scope)
    if known is None or point.scope.is_ground(whole) or not is_empty(known[1]):
        return None
    items = known[0]
    goals = []
    for i, other in enumerate(items):
        left = list_of([*items[:i], *items[i + 1 :]], span=place)
        same = _goal("=", item, other, place=place)
        goals.append(conjunction([same, _goal("=", rest, left, place=place)]))
    return _any(goals, place)


def _append(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    front, back, whole = args
    scope = point.scope
    known = _known_list(front, scope)
    if known is not None:
        items, tail = known
        if is_empty(tail):
            return _goal("=", whole, list_of(items, back, place), place=place)
        if items and not scope.is_ground(front):
            rest = Named(scope.new("r"), place)
            same = _goal("=", whole, list_of(items, rest, place), place=place)
            return conjunction([same, _goal("append", tail, back, rest, place=place)])
    return _append_spine(args, point, place)


def _append_spine(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """append/3 with a list of free variables, whose length is known."""
    front, back, whole = args
    scope = point.scope
    first, last = scope.alias(front), scope.alias(whole)
    if isinstance(first, Named) and first.name in scope.spines and scope.is_ground(whole):
        return _goal("$split", _count(first, point, place), whole, front, back, place=place)
    if isinstance(last, Named) and last.name in scope.spines and scope.is_ground(front):
        if not _is_free(back, scope):
            return None
        return _spine_behind(front, back, last, point, place)
    behind = scope.alias(back)
    if scope.is_ground(front) and not scope.is_ground(back) and isinstance(last, Named):
        if not scope.is_free(last) or last.name in scope.free(behind):
            return None
        scope.joined[last.name] = (front, back)
        return _goal("is_list", front, place=place)
    return None


def _spine_behind(front: Node, back: Node, whole: Named, point: Point, place: Span) -> Node:
    """`append(front, back, whole)` where whole is a list of free variables: back is one, too, but shorter."""
    scope = point.scope
    count = _count(whole, point, place)
    length, rest = Named(scope.new("n"), place), Named(scope.new("n"), place)
    hidden = Named(scope.new("l"), place)
    scope.names.pop(whole.name, None)
    del scope.spines[whole.name]
    scope.joined[whole.name] = (front, back)
    return conjunction(
        [
            _goal("is_list", front, place=place),
            _goal("length", front, length, place=place),
            _goal("is", rest, _goal("-", count, length, place=place), place=place),
            _goal(">=", rest, Constant(0, place), place=place),
            _goal("length", hidden, rest, place=place),
            _goal("=", back, hidden, place=place),
        ]
    )


def _count(spine: Named, point: Point, place: Span) -> Node:
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


def _length(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    whole, count = args
    scope = point.scope
    known = _known_list(whole, scope)
    if known is not None:
        items, tail = known
        if is_empty(tail):
            if scope.is_ground(whole) and not isinstance(scope.resolve(whole), Structure):
                return None
            return _counted(Constant(len(items), place), count, place)
        if isinstance(tail, Named) and (scope.is_free(tail) or tail.name in scope.spines):
            if tail.name in scope.spines:
                length = _goal("+", _count(tail, point, place), Constant(len(items), place), place=place)
                return _counted(length, count, place)
            if scope.is_ground(count):
                rest = Named(scope.new("n"), place)
                less = _goal("-", count, Constant(len(items), place), place=place)
                enough = _goal(">=", count, Constant(len(items), place), place=place)
                same = _goal("is", rest, less, place=place)
                return conjunction([enough, same, _goal("length", tail, rest, place=place)])
        return None
    free = scope.alias(whole)
    if isinstance(free, Named) and free.name in scope.spines:
        return _counted(_count(free, point, place), count, place)
    if not isinstance(free, Named) or not scope.is_free(free):
        return None
    return _new_list(free, count, point, place) if scope.is_ground(count) else None


def _counted(length: Node, count: Node, place: Span) -> Node:
    """`count` is a length; a number that is none, or no number, is for length/2 to complain of."""
    return _goal("is", count, length, place=place)


def _new_list(free: Named, count: Node, point: Point, place: Span) -> Node | None:
    """A list of free variables."""
    scope = point.scope
    known = scope.resolve(count)
    if isinstance(known, Constant) and isinstance(known.value, int) and 0 <= known.value <= LONGEST_LIST:
        items = [Named(scope.new("x"), place) for _ in range(known.value)]
        return _goal("=", free, list_of(items, span=place), place=place)
    length = value(count, scope, point.out)
    measure = scope.new("m")
    filled = ir.Key("$filled", "++-")
    item = ir.Const(Atom("_"))
    point.out.append(ir.Library(filled, (length, item), (ir.Bind(measure),), place))
    scope.bound.add(measure)
    scope.spines[free.name] = Spine(measure, length)
    return atom("true", place)


def _maplist(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """`maplist(=(X), List)` for a list of free variables."""
    closure, whole = args
    scope = point.scope
    known = scope.resolve(closure)
    free = scope.alias(whole)
    if not (isinstance(known, Structure) and known.name == "=" and len(known.args) == 1):
        return None
    if not (isinstance(free, Named) and free.name in scope.spines and scope.is_ground(known.args[0])):
        return None
    count = _count(free, point, place)
    spine = scope.spines.pop(free.name)
    last = point.out[-1] if point.out else None
    if isinstance(last, ir.Library) and last.results == (ir.Bind(spine.measure or ""),):
        point.out.pop()
    return _goal("$filled", count, known.args[0], free, place=place)


def _univ(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    term, parts = args
    scope = point.scope
    known = scope.resolve(term)
    if isinstance(known, Structure) and known.name != CELL and not scope.is_ground(known):
        made = list_of([atom(known.name, place), *known.args], span=place)
        return _goal("=", parts, made, place=place)
    written = _known_list(parts, scope)
    if written is None or not is_empty(written[1]) or not written[0] or scope.is_ground(term):
        return None
    name = scope.resolve(written[0][0])
    if isinstance(name, Constant) and isinstance(name.value, Atom):
        return _goal("=", term, compound(name.value.name, written[0][1:], place), place=place)
    return None


def _functor(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    term, name, arity = args
    scope = point.scope
    known = scope.resolve(term)
    if isinstance(known, Structure) and known.name != CELL and not scope.is_ground(known):
        same = _goal("=", name, atom(known.name, place), place=place)
        return conjunction([same, _goal("=", arity, Constant(len(known.args), place), place=place)])
    functor, count = scope.resolve(name), scope.resolve(arity)
    if not scope.is_free(known):
        return None
    if not (isinstance(functor, Constant) and isinstance(functor.value, Atom)):
        return None
    if not (
        isinstance(count, Constant) and isinstance(count.value, int) and 0 <= count.value <= LONGEST_LIST
    ):
        return None
    parts = [Named(scope.new("x"), place) for _ in range(count.value)]
    return _goal("=", term, compound(functor.value.name, parts, place), place=place)


def _arg(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    number, term, part = args
    scope = point.scope
    known = scope.resolve(term)
    if not isinstance(known, Structure) or scope.is_ground(known) or known.name == CELL:
        return None
    index = scope.resolve(number)
    if isinstance(index, Constant) and isinstance(index.value, int):
        if 1 <= index.value <= len(known.args):
            return _goal("=", part, known.args[index.value - 1], place=place)
        return atom("fail", place) if index.value >= 0 else None
    goals = [
        conjunction(
            [_goal("=", number, Constant(i, place), place=place), _goal("=", part, other, place=place)]
        )
        for i, other in enumerate(known.args, 1)
    ]
    if scope.is_free(index):
        return _any(goals, place)
    return None


def _nth(base: int) -> Rewriting:
    def rewrite(args: Sequence[Node], point: Point, place: Span) -> Node | None:
        number, whole, item = args
        scope = point.scope
        known = _known_list(whole, scope)
        if known is None or scope.is_ground(whole):
            return None
        items, tail = known
        index = scope.resolve(number)
        if isinstance(index, Constant) and isinstance(index.value, int):
            at = index.value - base
            if 0 <= at < len(items):
                return _goal("=", item, items[at], place=place)
            return atom("fail", place) if is_empty(tail) and index.value >= 0 else None
        if not is_empty(tail) or not _is_free(number, scope):
            return None
        return _any(
            [
                conjunction(
                    [
                        _goal("=", number, Constant(i, place), place=place),
                        _goal("=", item, other, place=place),
                    ]
                )
                for i, other in enumerate(items, base)
            ],
            place,
        )

    return rewrite


_ATOMIC = ("atom", "atomic", "number", "integer", "float", "rational", "string")


def _type_test(name: str) -> Rewriting:
    def rewrite(args: Sequence[Node], point: Point, place: Span) -> Node | None:
        scope = point.scope
        if scope.is_ground(args[0]):
            return None
        known = scope.resolve(args[0])
        if isinstance(known, Named):
            return atom("fail", place) if scope.is_free(known) or known.name in scope.spines else None
        if name == "is_list":
            made = _known_list(known, scope)
            return atom("true" if made is not None and is_empty(made[1]) else "fail", place)
        return atom("true" if name in ("compound", "callable") else "fail", place)

    return rewrite


def _reverse(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    whole, turned = args
    known = _known_list(whole, point.scope)
    if known is None or point.scope.is_ground(whole) or not is_empty(known[1]):
        return None
    return _goal("=", turned, list_of(known[0][::-1], span=place), place=place)


def _append_lists(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    lists, whole = args
    known = _known_list(lists, point.scope)
    if known is None or point.scope.is_ground(lists) or not is_empty(known[1]):
        return None
    goals: list[Node] = []
    rest: Node = whole
    for number, part in enumerate(known[0], 1):
        after: Node = empty(place) if number == len(known[0]) else Named(point.scope.new("r"), place)
        goals.append(_goal("append", part, after, rest, place=place))
        rest = after
    return conjunction(goals) if goals else _goal("=", whole, empty(place), place=place)


def _delete(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """delete/3 of what fits a term with free variables."""
    whole, item, rest = args
    if not point.scope.is_ground(whole) or point.scope.is_ground(item):
        return None
    other = Named("yDeleted", place)
    differs = _goal(">>", cell(other, empty(place)), _goal("\\=", other, item, place=place), place=place)
    return _goal("include", differs, whole, rest, place=place)


def _compare(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """compare/3 with a given order, which may be none."""
    order, left, right = args
    if not point.scope.is_ground(order):
        return None
    found = Named(point.scope.new("o"), place)
    known = list_of([atom(name, place) for name in ("<", ">", "=")], span=place)
    same = conjunction(
        [_goal("compare", found, left, right, place=place), _goal("==", found, order, place=place)]
    )
    wrong = _goal("domain_error", atom("order", place), order, place=place)
    none = _goal("type_error", atom("atom", place), order, place=place)
    return _choice(
        [
            (_goal("memberchk", order, known, place=place), same),
            (_goal("atom", order, place=place), wrong),
        ],
        none,
        place,
    )


def _counting(name: str) -> Rewriting:
    """A predicate with an integer as its last argument, which is given: it may be none."""

    def rewrite(args: Sequence[Node], point: Point, place: Span) -> Node | None:
        scope, given = point.scope, args[-1]
        if not all(scope.is_ground(arg) for arg in args):
            return None
        known = scope.resolve(given)
        if isinstance(known, Constant) and isinstance(known.value, int) and known.value >= 0:
            return None
        found = Named(scope.new("n"), place)
        if name == "succ":
            checked: Node = _goal("succ", Named(scope.new("n"), place), given, place=place)
        else:
            checked = _goal("must_be", atom("integer", place), given, place=place)
        same = _goal("==", found, given, place=place)
        wrong = conjunction([checked, atom("fail", place)])
        call = _goal(name, *args[:-1], found, place=place)
        return conjunction([call, _choice([(same, atom("true", place))], wrong, place)])

    return rewrite


def _choice(cases: Sequence[tuple[Node, Node]], otherwise: Node, place: Span) -> Node:
    """`( C1 -> A1 ; C2 -> A2 ; ... )`."""
    made = otherwise
    for condition, then in reversed(cases):
        made = _goal(";", _goal("->", condition, then, place=place), made, place=place)
    return made


def _thrown(kind: str) -> Rewriting:
    """The predicates of library(error) that raise an error."""

    def rewrite(args: Sequence[Node], point: Point, place: Span) -> Node | None:
        formal = compound(kind, args, place)
        return _goal(
            "throw", _goal("error", formal, Named(point.scope.new("w"), place), place=place), place=place
        )

    return rewrite


def _must_be(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """must_be/2 for the simplest types."""
    kind, term = args
    known = point.scope.resolve(kind)
    if not (isinstance(known, Constant) and isinstance(known.value, Atom)) or not point.scope.is_ground(term):
        return None
    name = known.value.name
    right = atom("true", place)
    wrong = _goal("type_error", known, term, place=place)
    if name in _ATOMIC or name in ("compound", "callable"):
        return _choice([(_goal(name, term, place=place), right)], wrong, place)
    lowest = {"nonneg": 0, "positive_integer": 1}.get(name)
    if lowest is None:
        return None
    enough = _goal(">=", term, Constant(lowest, place), place=place)
    number = _goal("integer", term, place=place)
    return _choice([(conjunction([number, enough]), right)], wrong, place)


def _char_type(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """char_type/2 for digits."""
    char, kind = args
    known = point.scope.resolve(kind)
    if not (isinstance(known, Structure) and known.name == "digit" and len(known.args) == 1):
        return None
    if not point.scope.is_ground(char):
        return None
    code = Named(point.scope.new("k"), place)
    first, last = Constant(ord("0"), place), Constant(ord("9"), place)
    return conjunction(
        [
            _goal("char_code", char, code, place=place),
            _goal(">=", code, first, place=place),
            _goal("=<", code, last, place=place),
            _goal("is", known.args[0], _goal("-", code, first, place=place), place=place),
        ]
    )


REWRITINGS: dict[tuple[str, int], Rewriting] = {
    ("member", 2): _member,
    ("memberchk", 2): _memberchk,
    ("selectchk", 3): _selectchk,
    ("select", 3): _select,
    ("append", 3): _append,
    ("append", 2): _append_lists,
    ("length", 2): _length,
    ("maplist", 2): _maplist,
    ("=..", 2): _univ,
    ("functor", 3): _functor,
    ("arg", 3): _arg,
    ("nth0", 3): _nth(0),
    ("nth1", 3): _nth(1),
    ("reverse", 2): _reverse,
    ("delete", 3): _delete,
    ("compare", 3): _compare,
    **{(name, arity): _counting(name) for name, arity in (("succ", 2), ("plus", 3), ("atom_length", 2))},
    ("must_be", 2): _must_be,
    ("char_type", 2): _char_type,
    **{
        (name, arity): _thrown(name)
        for name, arity in (
            *(("type_error", 2), ("domain_error", 2), ("existence_error", 2), ("representation_error", 1)),
            *(("permission_error", 3), ("resource_error", 1), ("instantiation_error", 0)),
        )
    },
    **{(name, 1): _type_test(name) for name in (*_ATOMIC, "compound", "callable", "is_list")},
}
"""By name and arity."""
