"""Library predicates as simpler goals, if their arguments are known in part only.

Each function gives the goal that means the same at that point, or None if the call stays as it is. So
`memberchk(X-_, Pairs)` is `once(member(X-_, Pairs))`, and `append([A,B], Rest, L)` is `L = [A,B|Rest]`. Of a
list of free variables the length alone is known: `length(Row, N), maplist(=(e), Row)` is a list of N times e.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import reduce

from pydecl.compiler import ir
from pydecl.compiler.frontend.instantiation import Filled, Point, RefusedError, Scope, value
from pydecl.compiler.frontend.partial_terms import BLANK, filled, partial_term
from pydecl.compiler.frontend.terms import (
    CELL,
    arguments,
    atom,
    compound,
    conjunction,
    empty,
    indicator,
    is_empty,
    items_of,
    list_of,
)
from pydecl.compiler.frontend.unification import scope_list
from pydecl.compiler.library import MOST_JOINED, TYPE_TESTS
from pydecl.model.term import Atom, PrologString
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


def check_list(node: Node, scope: Scope, place: Span) -> None:
    """Raises RefusedError if a term that is known in part is no list."""
    known = scope.resolve(node)
    tail = scope.resolve(items_of(scope_list(known, scope))[1]) if isinstance(known, Structure) else known
    if not (is_empty(tail) or isinstance(tail, Named) or scope.is_ground(node)):
        raise RefusedError(place, "a term in the place of a list")


def append(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """append/3 of a list that is written out, or of free variables whose number is known."""
    front, back, whole = args
    scope = point.scope
    known = known_list(front, scope)
    if known is not None:
        items, tail = known
        if is_empty(tail):
            return compound("=", (whole, list_of(items, back, place)), place)
        if items and not scope.is_ground(front):
            rest = Named(scope.new("r"), place)
            same = compound("=", (whole, list_of(items, rest, place)), place)
            return conjunction([same, compound("append", (tail, back, rest), place)])
    first = scope.alias(front)
    if isinstance(first, Named) and first.name in scope.spines and scope.is_ground(whole):
        return compound("$split", (length_of(first, scope, place), whole, front, back), place)
    return None


def length_of(spine: Named, scope: Scope, place: Span) -> Node:
    """The length of a list of free variables, as a variable or a number."""
    count = scope.spines[spine.name]
    if isinstance(count, ir.Const):
        return Constant(count.value, place)
    assert isinstance(count, ir.Var)
    return Named(count.name, place)


def emptiness(spine: Named, point: Point, place: Span, *, empty: bool) -> Node:
    """The goal that a list of free variables is the empty list, or is not."""
    count, none = length_of(spine, point.scope, place), Constant(0, place)
    return compound("=:=" if empty else ">", (count, none), place)


def length(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """length/2 of what is no value."""
    whole, count = args
    scope = point.scope
    items, tail = known_list(whole, scope) or ([], scope.alias(whole))
    written = Constant(len(items), place)
    if is_empty(tail):
        return _counted(written, count, point, place)
    if isinstance(tail, Named) and tail.name in scope.spines:
        behind = length_of(tail, scope, place)
        return _counted(compound("+", (behind, written), place) if items else behind, count, point, place)
    rest = Named(scope.new("n"), place) if items else tail
    if isinstance(tail, Named) and scope.is_free(tail) and scope.is_ground(count):
        if not items:
            return _new_list(tail, count, point, place)
        less = compound("-", (count, written), place)
        enough = compound(">=", (count, written), place)
        same = compound("is", (rest, less), place)
        checked = compound("length", (Named(scope.new("l"), place), count), place)
        return conjunction([checked, enough, same, compound("length", (tail, rest), place)])
    if items and scope.is_ground(tail):
        proper = compound("$proper", (tail,), place)
        behind = compound("length", (tail, rest), place)
        whole_length = compound("+", (rest, written), place)
        return conjunction([proper, behind, _counted(whole_length, count, point, place)])
    number = scope.alias(count)
    if not items and scope.is_free(tail) and scope.is_free(number) and number != tail:
        longer = compound("between", (Constant(0, place), atom("inf", place), count), place)
        return conjunction([longer, compound("length", (tail, count), place)])
    return None


def _counted(length: Node, count: Node, point: Point, place: Span) -> Node:
    """`count` is a length; what is known and no length is for length/2 to complain of."""
    scope = point.scope
    known = scope.resolve(count)
    if isinstance(known, Structure) and not scope.is_ground(known):
        raise RefusedError(place, "a term in the place of a length")
    is_number = isinstance(known, Constant) and isinstance(known.value, int) and known.value >= 0
    if not scope.is_ground(count) or is_number:
        return compound("is", (count, length), place)
    number, items = Named(scope.new("n"), place), Named(scope.new("l"), place)
    filled = compound("$filled", (number, atom("_", place), items), place)
    counted = compound("length", (items, count), place)
    return conjunction([compound("is", (number, length), place), filled, counted])


FILLED = ir.Key("$filled", "++-")


def _new_list(free: Named, count: Node, point: Point, place: Span) -> Node | None:
    """A list of free variables."""
    scope = point.scope
    known = scope.resolve(count)
    if isinstance(known, Constant) and isinstance(known.value, int) and 0 <= known.value <= LONGEST_LIST:
        items = [Named(scope.new("x"), place) for _ in range(known.value)]
        return compound("=", (free, list_of(items, span=place)), place)
    length = value(count, scope, point.out)
    measured = length, ir.Const(Atom("_"))  # it is an error if that is no length
    point.out.append(ir.Library(FILLED, measured, (ir.Ignore(),), place))
    scope.spines[free.name] = length if isinstance(length, ir.Var | ir.Const) else ir.Const(0)
    return atom("true", place)


def filling(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """`maplist(=(X), List)` for a list of free variables: there are rules that make one for each move."""
    closure, whole = args
    scope = point.scope
    known, free = scope.resolve(closure), scope.alias(whole)
    if not (isinstance(known, Structure) and known.name == "=" and len(known.args) == 1):
        return None
    if not (isinstance(free, Named) and free.name in scope.spines and scope.is_ground(known.args[0])):
        return None
    count = length_of(free, scope, place)
    length = scope.spines.pop(free.name)
    last = point.out[-1] if point.out else None
    if isinstance(last, ir.Library) and last.procedure == FILLED and last.arguments[0] == length:
        point.out.pop()  # the other one says as well if it is a length
    return compound("$filled", (count, known.args[0], free), place)


MOST_WAYS = 8
"""A longer list is not taken apart: what follows is compiled for each item that binds something else."""

Rewriting = Callable[[Sequence[Node], Point, Span], Node | None]
"""The goal that stands for a call of a library predicate; None for the call itself."""


def _member(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """member/2 of a list that is written out, but not known: one of its items."""
    item, whole = args
    listed = None if point.scope.is_ground(whole) else known_list(whole, point.scope)
    if listed is None or not is_empty(listed[1]) or len(listed[0]) > MOST_WAYS:
        return None
    same = [compound("=", (item, one), place) for one in listed[0]]
    return reduce(lambda rest, one: compound(";", (one, rest), place), reversed(same))


def _nth(first: int) -> Rewriting:
    def rewrite(args: Sequence[Node], point: Point, place: Span) -> Node | None:
        """nth0/3 or nth1/3 of a list that is written out, but not known: one item, or any of them."""
        number, whole, item = args
        listed = None if point.scope.is_ground(whole) else known_list(whole, point.scope)
        if listed is None or not is_empty(listed[1]) or len(listed[0]) > MOST_WAYS:
            return None
        known = point.scope.resolve(number)
        if not isinstance(known, Constant) and not point.scope.is_free(known):
            return None
        ways: list[Node] = [
            compound("=", (compound("-", (index, one)), compound("-", (number, item))), place)
            for index, one in ((Constant(i, place), one) for i, one in enumerate(listed[0], first))
            if not isinstance(known, Constant) or ir.Const(known.value) == ir.Const(index.value)
        ]
        if not ways:
            return None
        return reduce(lambda rest, one: compound(";", (one, rest), place), reversed(ways))

    return rewrite


def _memberchk(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    if all(point.scope.is_ground(arg) for arg in args):
        return None
    chosen = compound("once", (compound("member", args, place),), place)
    if not point.scope.is_ground(args[1]) or known_list(args[1], point.scope) is not None:
        return chosen
    return conjunction([compound("$list", (args[1],), place), chosen])


def _functor(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    term, name, arity = args
    scope = point.scope
    known = scope.resolve(term)
    if isinstance(known, Structure) and known.name != CELL and not scope.is_ground(known):
        same = compound("=", (name, atom(known.name, place)), place)
        return conjunction([same, compound("=", (arity, Constant(len(known.args), place)), place)])
    functor, count = scope.resolve(name), scope.resolve(arity)
    if not (scope.is_free(known) and scope.is_ground(name) and scope.is_ground(arity)):
        return None
    named = functor.value if isinstance(functor, Constant) else None
    number = count.value if isinstance(count, Constant) else None
    if isinstance(named, Atom) and isinstance(number, int) and 0 <= number <= LONGEST_LIST:
        parts = [Named(scope.new("x"), place) for _ in range(number)]
        return compound("=", (term, compound(named.name, parts, place)), place)
    return _blank(term, name, arity, point, place)


def _blank(term: Node, name: Node, arity: Node, point: Point, place: Span) -> Node:
    """The goals that make a free variable a compound all of whose arguments are free."""
    made = Named(point.scope.new("d"), place)
    built = compound("$functor", (name, arity, made), place)
    return conjunction([built, compound(BLANK, (term, made), place)])


def _univ(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """A free variable =.. a list known in part: its items, or the name and as many as a free list has."""
    scope, (term, whole) = point.scope, args
    known, listed = scope.resolve(term), known_list(whole, scope)
    if not scope.is_free(known) or listed is None or not listed[0] or scope.is_ground(whole):
        return None
    (name, *parts), tail = listed
    named = scope.resolve(name)
    if is_empty(tail) and parts and isinstance(named, Constant) and isinstance(named.value, Atom):
        return compound("=", (known, compound(named.value.name, parts, place)), place)
    if parts or not scope.is_ground(name) or not isinstance(tail, Named) or tail.name not in scope.spines:
        return None
    if tail.name in scope.free(*(Named(one, place) for one in point.needed())):
        return None
    return _blank(known, name, length_of(tail, scope, place), point, place)


def _arg(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """arg/3 of a term that is written out, by a number that is, or of one that it fills."""
    number, term, part = args
    scope = point.scope
    there = scope.changes(term)
    if there is not None and there.filled is Filled.ALL:
        return compound("arg", (number, Named(there.version, place), part), place)
    known, index = scope.resolve(term), scope.resolve(number)
    if (there or not isinstance(index, Constant)) and scope.is_ground(number) and scope.is_ground(part):
        name = partial_term(term, part, point)
        if name is not None:
            return filled(name, number, part, "$fill", point, place)
    if not isinstance(known, Structure) or scope.is_ground(known) or known.name == CELL:
        return None
    if not (isinstance(index, Constant) and isinstance(index.value, int) and index.value >= 0):
        return None
    if 1 <= index.value <= len(known.args):
        return compound("=", (part, known.args[index.value - 1]), place)
    return atom("fail", place)


def _append_parts(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """append/2 of lists that are written out in one that is known: each of them in front of what is left."""
    lists, rest = args
    listed = None if point.scope.is_ground(lists) else known_list(lists, point.scope)
    if listed is None or not is_empty(listed[1]) or not listed[0] or not point.scope.is_ground(rest):
        return None
    rests = [rest, *(Named(point.scope.new("r"), place) for _ in listed[0][1:]), empty(place)]
    parts = zip(listed[0], rests[1:], rests, strict=False)
    return conjunction([compound("append", three, place) for three in parts])


def _joined(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """atomic_list_concat of a short list that is written out, of which all is known but the text: so each
    item has a type of its own, and a search makes no name of a move that it does not tell.
    """
    whole, *between, text = args
    listed = known_list(whole, point.scope)
    if listed is None or not is_empty(listed[1]) or not point.scope.is_free(point.scope.alias(text)):
        return None
    items = [one for item in listed[0] for one in (*between, item)][len(between) :]
    if not 2 <= len(items) <= MOST_JOINED or not all(map(point.scope.is_ground, items)):
        return None
    return compound("$atom_joined", (*items, text), place)


def _directives(form: Node, given: Node, point: Point) -> tuple[list[str], list[Node]] | None:
    """The parts of a text for format/2 that is written out, each second one a directive, and their items."""
    form, given = point.scope.resolve(form), point.scope.resolve(given)
    listed = known_list(given, point.scope) or ([], empty(given.span) if is_empty(given) else given)
    match form:
        case Constant(Atom(text)) | Constant(PrologString(text)):
            parts = _DIRECTIVE.split(text)
        case _:
            return None
    fitting = sum(part[-1] in "wpqad" for part in parts[1::2])
    fits = is_empty(listed[1]) and fitting == len(listed[0]) and "~" not in "".join(parts[::2])
    return (parts, listed[0]) if fits else None


_DIRECTIVE = re.compile(r"~([wpqadnt~]|\d*[|+])")
"""What stands for an item of format/2, for a character, or for a column."""


def _of_kind(directive: str, item: Node, place: Span) -> Node:
    """The goal that gives up if an item does not fit its directive."""
    wrong = compound("$uncovered", (atom(f"~{directive} of something else", place),), place)
    fits: Node = compound("integer" if directive == "d" else "atomic", (item,), place)
    if directive == "a":
        fits = conjunction([fits, compound("\\==", (item, empty(place)), place)])
    return compound(";", (compound("->", (fits, atom("true", place)), place), wrong), place)


def _printed(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """format/1 or format/2 of a text that is written out: what is printed is thrown away."""
    if (found := _directives(args[0], args[1] if len(args) > 1 else empty(place), point)) is None:
        return None
    fitting = [part for part in found[0][1::2] if part in "wpqad"]
    return conjunction(
        [_of_kind(part, item, place) for part, item in zip(fitting, found[1], strict=True) if part in "ad"]
    )


def _formatted(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """format/3 of a text that is written out, with `~w`, `~a`, `~d` and `~n`, as an atom or a string."""
    sink, found = point.scope.resolve(args[0]), _directives(args[1], args[2], point)
    if (
        found is None
        or indicator(sink) not in (("atom", 1), ("string", 1))
        or not {"w", "a", "d", "n", "~"}.issuperset(found[0][1::2])
        or not all(map(point.scope.is_ground, found[1]))
    ):
        return None
    goals: list[Node] = []
    items: list[Node] = []
    values = iter(found[1])
    for number, part in enumerate(found[0]):
        if number % 2 == 0 or part in "~n":
            items += [atom("\n" if number % 2 and part == "n" else part, place)] if part else []
            continue
        items.append(next(values))
        if part == "d":
            goals.append(_of_kind(part, items[-1], place))
    items += [atom("", place)] * (2 - len(items))
    if len(items) > MOST_JOINED:
        return None
    (told,) = arguments(sink)
    made = told if indicator(sink) == ("atom", 1) else Named(point.scope.new("f"), place)
    goals.append(compound("$atom_joined", (*items, made), place))
    if made is not told:
        goals.append(compound("atom_string", (made, told), place))
    return conjunction(goals)


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
            return atom("fail", place) if made is None else compound("is_list", (made[1],), place)
        return atom("true" if name in ("compound", "callable") else "fail", place)

    return rewrite


def _compare(args: Sequence[Node], point: Point, place: Span) -> Node | None:
    """compare/3 whose result is given: it is asked for, and compared, if what is given is an order."""
    if not all(map(point.scope.is_ground, args)):
        return None
    found = Named(point.scope.new("f"), place)
    goals = (
        compound("$order", args[:1], place),
        compound("compare", (found, *args[1:]), place),
        compound("==", (found, args[0]), place),
    )
    return conjunction(goals)


REWRITINGS: dict[tuple[str, int], Rewriting] = {
    ("member", 2): _member,
    ("nth0", 3): _nth(0),
    ("nth1", 3): _nth(1),
    ("memberchk", 2): _memberchk,
    ("append", 2): _append_parts,
    ("atomic_list_concat", 2): _joined,
    ("atomic_list_concat", 3): _joined,
    ("format", 1): _printed,
    ("format", 2): _printed,
    ("format", 3): _formatted,
    ("append", 3): append,
    ("length", 2): length,
    ("maplist", 2): filling,
    ("functor", 3): _functor,
    ("=..", 2): _univ,
    ("arg", 3): _arg,
    ("compare", 3): _compare,
    **{(name, 1): _type_test(name) for name in TYPE_TESTS},
}
"""By name and arity."""
