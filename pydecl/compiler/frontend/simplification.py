"""Library predicates as simpler goals, if their arguments are known in part only.

Each function gives the goal that means the same at that point, or None if the call stays as it is. So
`memberchk(X-_, Pairs)` is `once(member(X-_, Pairs))`, and `append([A,B], Rest, L)` is `L = [A,B|Rest]`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pydecl.compiler.frontend.implied_modes import CHECKED, GIVEN, Rewriting, univ
from pydecl.compiler.frontend.partial_lists import (
    LONGEST_LIST,
    any_of,
    append,
    check_list,
    emptiness,
    filling,
    goal_of,
    is_free,
    known_list,
    length,
    same_length,
)
from pydecl.compiler.frontend.point import Point
from pydecl.compiler.frontend.terms import (
    CELL,
    arguments,
    atom,
    cell,
    compound,
    conjunction,
    empty,
    indicator,
    is_empty,
    list_of,
    place_of,
)
from pydecl.model.term import Atom
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure


def rewritten(goal: Node, point: Point) -> Node | None:
    """The goal that stands for a call of a library predicate here; None for the call itself."""
    key = indicator(goal)
    rewriting = None if key is None else REWRITINGS.get(key)
    return None if rewriting is None else rewriting(arguments(goal), point, place_of(goal))


def _member(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    item, whole = args
    known = known_list(whole, point.scope)
    if known is None or point.scope.is_ground(whole):
        return None
    items, tail = known
    if not is_empty(tail):
        return None
    return any_of([goal_of("=", item, other, place=place) for other in items], place)


def _memberchk(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    if all(point.scope.is_ground(arg) for arg in args):
        return None
    chosen = goal_of("once", goal_of("member", *args, place=place), place=place)
    if not point.scope.is_ground(args[1]) or known_list(args[1], point.scope) is not None:
        return chosen
    return conjunction([goal_of("$list", args[1], place=place), chosen])


def _selectchk(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    item, whole, rest = args
    found = Named(point.scope.new("r"), place)
    chosen = goal_of("once", goal_of("select", item, whole, found, place=place), place=place)
    return conjunction([chosen, goal_of("=", rest, found, place=place)])


def _selectchk_replacing(args: Sequence[Node], _: Point, place: Span) -> Node | None:
    return goal_of("once", goal_of("select", *args, place=place), place=place)


def _select(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    item, whole, rest = args
    known = known_list(whole, point.scope)
    if known is None or point.scope.is_ground(whole) or not is_empty(known[1]):
        return None
    items = known[0]
    goals = []
    for i, other in enumerate(items):
        left = list_of([*items[:i], *items[i + 1 :]], span=place)
        same = goal_of("=", item, other, place=place)
        goals.append(conjunction([same, goal_of("=", rest, left, place=place)]))
    return any_of(goals, place)


def _univ(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    term, parts = args
    scope = point.scope
    check_list(parts, scope, place)
    if (checked := univ(args, point, place)) is not None:
        return checked
    known = scope.resolve(term)
    if isinstance(known, Structure) and known.args and not scope.is_ground(known):
        made = list_of([atom(known.name, place), *known.args], span=place)
        same = goal_of("=", parts, made, place=place)
        return conjunction([goal_of("$list", parts, place=place), same]) if scope.is_ground(parts) else same
    written = known_list(parts, scope)
    if written is not None and written[0] and scope.is_ground(term):
        apart = _name_apart(term, *written, point, place)
        if is_empty(written[1]) or not scope.is_ground(written[1]):
            return apart
        made = apart or goal_of(CHECKED, goal_of("=..", term, parts, place=place), place=place)
        return conjunction([goal_of("$list", written[1], place=place), made])
    if written is None or not is_empty(written[1]) or not written[0]:
        return None
    name = scope.resolve(written[0][0])
    if isinstance(name, Constant) and isinstance(name.value, Atom):
        return goal_of("=", term, compound(name.value.name, written[0][1:], place), place=place)
    return None


def _name_apart(term: Node, items: Sequence[Node], tail: Node, point: Point, place: Span) -> Node | None:
    """`Term =.. [Name|Arguments]` of a free name, which is no item of a list, so that it keeps its type."""
    name = point.scope.resolve(items[0])
    if not isinstance(name, Named) or name.name == "_" or not point.scope.is_free(name):
        return None
    if name.name in {variable for item in (*items[1:], tail) for variable in point.scope.free(item)}:
        return None
    arity, again = (Named(point.scope.new(one), place) for one in ("a", "n"))
    others = list_of([again, *items[1:]], tail, span=place)
    apart = goal_of(CHECKED, goal_of("=..", term, others, place=place), place=place)
    return conjunction([goal_of("functor", term, name, arity, place=place), apart])


def _functor(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    term, name, arity = args
    scope = point.scope
    known = scope.resolve(term)
    if isinstance(known, Structure) and known.name != CELL and not scope.is_ground(known):
        same = goal_of("=", name, atom(known.name, place), place=place)
        return conjunction([same, goal_of("=", arity, Constant(len(known.args), place), place=place)])
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
    return goal_of("=", term, compound(functor.value.name, parts, place), place=place)


def _arg(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    number, term, part = args
    scope = point.scope
    known = scope.resolve(term)
    if not isinstance(known, Structure) or scope.is_ground(known) or known.name == CELL:
        return None
    index = scope.resolve(number)
    if isinstance(index, Constant) and isinstance(index.value, int):
        if 1 <= index.value <= len(known.args):
            return goal_of("=", part, known.args[index.value - 1], place=place)
        return atom("fail", place) if index.value >= 0 else None
    goals = [
        conjunction(
            [goal_of("=", number, Constant(i, place), place=place), goal_of("=", part, other, place=place)]
        )
        for i, other in enumerate(known.args, 1)
    ]
    if isinstance(index, Named) and scope.is_free(index) and index.name not in scope.free(known):
        return any_of(goals, place)
    return None


def _nth(base: int) -> Rewriting:
    def rewrite(args: Sequence[Node], point: Point, place: Span) -> Node | None:
        number, whole, item = args
        scope = point.scope
        known = known_list(whole, scope)
        if known is None or scope.is_ground(whole):
            return None
        items, tail = known
        index = scope.resolve(number)
        if isinstance(index, Constant) and isinstance(index.value, int):
            at = index.value - base
            if 0 <= at < len(items):
                return goal_of("=", item, items[at], place=place)
            return atom("fail", place) if is_empty(tail) and index.value >= 0 else None
        if not is_empty(tail) or not is_free(number, scope):
            return None
        return any_of(
            [
                conjunction(
                    [
                        goal_of("=", number, Constant(i, place), place=place),
                        goal_of("=", item, other, place=place),
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
        if isinstance(known, Named) and known.name in scope.spines:
            if name in ("atomic", "compound", "callable"):
                return emptiness(known, point, place, empty=name == "atomic")
            return atom("true" if name == "is_list" else "fail", place)
        if isinstance(known, Named):
            return atom("fail", place) if scope.is_free(known) else None
        if name == "is_list":
            made = known_list(known, scope)
            return atom("true" if made is not None and is_empty(made[1]) else "fail", place)
        return atom("true" if name in ("compound", "callable") else "fail", place)

    return rewrite


def _reverse(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    whole, turned = args
    known = known_list(whole, point.scope)
    if known is None or point.scope.is_ground(whole) or not is_empty(known[1]):
        return None
    return goal_of("=", turned, list_of(known[0][::-1], span=place), place=place)


def _append_lists(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    lists, whole = args
    known = known_list(lists, point.scope)
    if known is None or point.scope.is_ground(lists) or not is_empty(known[1]):
        return None
    goals: list[Node] = []
    rest: Node = whole
    for number, part in enumerate(known[0], 1):
        after: Node = empty(place) if number == len(known[0]) else Named(point.scope.new("r"), place)
        goals.append(goal_of("append", part, after, rest, place=place))
        rest = after
    return conjunction(goals) if goals else goal_of("=", whole, empty(place), place=place)


def _delete(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """delete/3 of what fits a term with free variables."""
    whole, item, rest = args
    if not point.scope.is_ground(whole) or point.scope.is_ground(item):
        return None
    other = Named("yDeleted", place)
    differs = goal_of(">>", cell(other, empty(place)), goal_of("\\=", other, item, place=place), place=place)
    return goal_of("include", differs, whole, rest, place=place)


def _permutation(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """permutation/2 with a result that is given, which must be a list."""
    check_list(args[1], point.scope, place)
    if not all(point.scope.is_ground(arg) for arg in args):
        return None
    found = Named(point.scope.new("p"), place)
    lists = [goal_of("$list", arg, place=place) for arg in args]
    made = goal_of("permutation", args[0], found, place=place)
    return conjunction([*lists, made, goal_of("==", found, args[1], place=place)])


def _compare(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """compare/3 with a given order, which may be none."""
    order, left, right = args
    if not point.scope.is_ground(order):
        return None
    found = Named(point.scope.new("o"), place)
    known = list_of([atom(name, place) for name in ("<", ">", "=")], span=place)
    same = conjunction(
        [goal_of("compare", found, left, right, place=place), goal_of("==", found, order, place=place)]
    )
    wrong = goal_of("domain_error", atom("order", place), order, place=place)
    none = goal_of("type_error", atom("atom", place), order, place=place)
    return _choice(
        [
            (goal_of("memberchk", order, known, place=place), same),
            (goal_of("atom", order, place=place), wrong),
            (goal_of("==", order, empty(place), place=place), wrong),
        ],
        none,
        place,
    )


def _atom_number(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """atom_number/2 of an atom and a number that are both given."""
    text, number = args
    if not all(point.scope.is_ground(arg) for arg in args):
        return None
    found = Named(point.scope.new("n"), place)
    read = goal_of("atom_number", text, found, place=place)
    same = conjunction([read, goal_of("==", found, number, place=place)])
    is_text = [goal_of(name, text, place=place) for name in ("atom", "string")]
    other = (goal_of("number", number, place=place), atom("fail", place))
    wrong = goal_of("type_error", atom("number", place), number, place=place)
    return _choice([*((test, same) for test in is_text), other], wrong, place)


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
            checked: Node = goal_of("succ", Named(scope.new("n"), place), given, place=place)
        else:
            checked = goal_of("must_be", atom("integer", place), given, place=place)
        same = goal_of("==", found, given, place=place)
        wrong = conjunction([checked, atom("fail", place)])
        call = goal_of(name, *args[:-1], found, place=place)
        return conjunction([call, _choice([(same, atom("true", place))], wrong, place)])

    return rewrite


def _choice(cases: Sequence[tuple[Node, Node]], otherwise: Node, place: Span) -> Node:
    """`( C1 -> A1 ; C2 -> A2 ; ... )`."""
    made = otherwise
    for condition, then in reversed(cases):
        made = goal_of(";", goal_of("->", condition, then, place=place), made, place=place)
    return made


def _thrown(kind: str) -> Rewriting:
    """The predicates of library(error) that raise an error."""

    def rewrite(args: Sequence[Node], point: Point, place: Span) -> Node | None:
        formal = compound(kind, args, place)
        return goal_of(
            "throw", goal_of("error", formal, Named(point.scope.new("w"), place), place=place), place=place
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
    wrong = goal_of("type_error", known, term, place=place)
    if name in _ATOMIC or name in ("compound", "callable"):
        return _choice([(goal_of(name, term, place=place), right)], wrong, place)
    if name == "list":
        return goal_of("$list", term, place=place)
    lowest = {"nonneg": 0, "positive_integer": 1}.get(name)
    if lowest is None:
        return None
    enough = goal_of(">=", term, Constant(lowest, place), place=place)
    number = goal_of("integer", term, place=place)
    return _choice([(conjunction([number, enough]), right)], wrong, place)


def _char_type(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """char_type/2 for digits, of characters and of their codes."""
    char, kind = args
    known = point.scope.resolve(kind)
    if not (isinstance(known, Structure) and known.name == "digit" and len(known.args) == 1):
        return None
    if not point.scope.is_ground(char):
        return None
    code = Named(point.scope.new("k"), place)
    first, last = Constant(ord("0"), place), Constant(ord("9"), place)
    largest = Constant(sys.maxunicode, place)
    too_large = goal_of("$uncovered", atom("so large a character code", place), place=place)
    is_code = goal_of("integer", char, place=place)
    same = goal_of("=", code, char, place=place)
    given = _choice([(goal_of("=<", char, largest, place=place), same)], too_large, place)
    return conjunction(
        [
            _choice([(is_code, given)], goal_of("char_code", char, code, place=place), place),
            goal_of(">=", code, first, place=place),
            goal_of("=<", code, last, place=place),
            goal_of("is", known.args[0], goal_of("-", code, first, place=place), place=place),
        ]
    )


REWRITINGS: dict[tuple[str, int], Rewriting] = {
    ("member", 2): _member,
    ("memberchk", 2): _memberchk,
    ("selectchk", 3): _selectchk,
    ("selectchk", 4): _selectchk_replacing,
    ("select", 3): _select,
    ("append", 3): append,
    ("append", 2): _append_lists,
    ("length", 2): length,
    ("same_length", 2): same_length,
    ("maplist", 2): filling,
    **GIVEN,
    ("=..", 2): _univ,
    ("functor", 3): _functor,
    ("arg", 3): _arg,
    ("nth0", 3): _nth(0),
    ("nth1", 3): _nth(1),
    ("reverse", 2): _reverse,
    ("delete", 3): _delete,
    ("permutation", 2): _permutation,
    ("compare", 3): _compare,
    **{
        (name, arity): _counting(name)
        for name, arity in (("succ", 2), ("plus", 3), ("atom_length", 2), ("string_length", 2))
    },
    ("atom_number", 2): _atom_number,
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
