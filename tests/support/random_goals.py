"""Random goals, each of which binds its variables before they are read, and ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from prolog_text import variables
from random_built import built, called, endless, grouped, lists_together, sized_list
from random_scope import INT, Scope, Type, list_of, random_type
from random_simple import (
    build,
    call_again,
    call_library,
    call_predicate,
    closure,
    compute,
    conjunction,
    expression,
    result,
    stop,
    take_apart,
    test_numbers,
    test_order,
    test_type,
)

from pydecl.model.term import Atom, Compound, PrologList, Term, Variable


def goals(scope: Scope, count: int, depth: int) -> list[Term]:
    """A few goals; what they bind is bound in the scope. `depth` is how deeply control may be nested."""
    found: list[Term] = []
    for _ in range(count):
        found += one(scope, depth)
    return found


def one(scope: Scope, depth: int) -> list[Term]:
    """A goal or two."""
    makers: list[tuple[int, Callable[[Scope, int], list[Term]]]] = [*SIMPLE, *(CONTROL if depth > 0 else [])]
    weights = [weight for weight, _ in makers]
    maker = scope.rng.choices([maker for _, maker in makers], weights)[0]
    return maker(scope, depth)


def branch(scope: Scope, joined: Sequence[tuple[Variable, Type]], depth: int) -> Term:
    """Goals that bind the variables that all branches bind."""
    place = scope.inner(scope.may_cut)
    found = goals(place, scope.rng.randint(0 if joined else 1, 2), depth - 1)
    for variable, kind in joined:
        if kind == INT and scope.chance(0.4):
            found.append(Compound("is", (variable, expression(place, INT))))
        else:
            found.append(Compound("=", (variable, place.make(kind))))
    return conjunction(found)


def joins(scope: Scope) -> list[tuple[Variable, Type]]:
    return [(scope.fresh(), random_type(scope.rng, 1)) for _ in range(scope.rng.choice((0, 1, 1, 1, 2)))]


def seal(scope: Scope, goal: Term, joined: Sequence[tuple[Variable, Type]]) -> list[Term]:
    """The goal, after which what its branches bind is bound and read at least once."""
    for variable, kind in joined:
        scope.bind(variable, kind)
    return [goal, *(Compound("ground", (variable,)) for variable, _ in joined)]


def either(scope: Scope, depth: int) -> list[Term]:
    joined = joins(scope)
    branches = [branch(scope, joined, depth) for _ in range(scope.rng.choice((2, 2, 3)))]
    goal = branches.pop()
    while branches:
        goal = Compound(";", (branches.pop(), goal))
    return seal(scope, goal, joined)


def if_then_else(scope: Scope, depth: int) -> list[Term]:
    joined = joins(scope)
    place = scope.inner()
    condition = conjunction(goals(place, scope.rng.choice((1, 1, 2)), depth - 1))
    place.may_cut = scope.may_cut
    then = branch(place, joined, depth)
    arrow = Compound("*->" if scope.chance(0.2) else "->", (condition, then))
    if scope.chance(0.15):
        return seal(scope, arrow, joined)
    otherwise = branch(scope, joined, depth)
    return seal(scope, Compound(";", (arrow, otherwise)), joined)


def negation(scope: Scope, depth: int) -> list[Term]:
    return [Compound("\\+", (local(scope, depth),))]


def local(scope: Scope, depth: int) -> Term:
    """Goals whose variables are not seen later."""
    place = scope.inner(scope.chance(0.1))
    return conjunction(goals(place, scope.rng.choice((1, 1, 2)), depth - 1))


def once(scope: Scope, depth: int) -> list[Term]:
    before = scope.may_cut
    scope.may_cut = scope.chance(0.1)
    inside = goals(scope, scope.rng.choice((1, 2)), depth - 1)
    scope.may_cut = before
    return [Compound("once", (conjunction(inside),))]


def ignored(scope: Scope, depth: int) -> list[Term]:
    return [Compound("ignore", (local(scope, depth),))]


def for_all(scope: Scope, depth: int) -> list[Term]:
    place = scope.inner()
    source = goals(place, 1, depth - 1)
    test = goals(place, 1, 0)
    return [Compound("forall", (conjunction(source), conjunction(test)))]


def collect(scope: Scope, depth: int) -> list[Term]:
    place = scope.inner(scope.chance(0.1))
    source = conjunction([*generator(place), *goals(place, scope.rng.randint(0, 2), depth - 1)])
    item = random_type(scope.rng, 1)
    name = scope.rng.choice(("findall", "findall", "findall", "findall/4", "setof", "bagof"))
    template = place.make(item)
    if name in ("setof", "bagof"):
        outer = {variable.name for variable, _ in scope.bound}
        for local_name in dict.fromkeys(variables(source)):
            if local_name not in outer and local_name not in set(variables(template)):
                source = Compound("^", (Variable(local_name), source))
    if name == "findall/4":
        end = scope.make(list_of(item))
        return [Compound("findall", (template, source, result(scope, list_of(item)), end))]
    return [Compound(name, (template, source, result(scope, list_of(item))))]


def aggregate(scope: Scope, depth: int) -> list[Term]:
    place = scope.inner(scope.chance(0.1))
    source = conjunction([*generator(place), *goals(place, scope.rng.randint(0, 1), depth - 1)])
    item = random_type(scope.rng, 1)
    if scope.chance(0.2):
        return several(scope, place, source)
    form = scope.rng.choice(("count", "sum", "max", "min", "bag", "set", "max/2", "min/2"))
    if form == "count":
        return [Compound("aggregate_all", (Atom(form), source, result(scope, INT)))]
    name = form.partition("/")[0]
    if form in ("bag", "set"):
        template = Compound(name, (place.make(item),))
        return [Compound("aggregate_all", (template, source, result(scope, list_of(item))))]
    known = place.known(INT)
    number = scope.rng.choice(known) if known and scope.chance(0.7) else expression(place, INT, 1)
    if form in ("sum", "max", "min"):
        return [Compound("aggregate_all", (Compound(name, (number,)), source, result(scope, INT)))]
    template = Compound(name, (number, place.make(item)))
    answer = Compound(name, (scope.new(INT), scope.new(item)))
    return [Compound("aggregate_all", (template, source, answer))]


def several(scope: Scope, place: Scope, source: Term) -> list[Term]:
    """Several aggregates at once, or one of distinct solutions."""
    item = random_type(scope.rng, 0)
    parts: list[tuple[Term, Type]] = [(Atom("count"), INT)]
    for name in scope.rng.sample(("sum", "max", "min"), 2):
        parts.append((Compound(name, (expression(place, INT, 1),)), INT))
    for name in ("bag", "set"):
        parts.append((Compound(name, (place.make(item),)), list_of(item)))
    if scope.chance(0.4):
        what, kind = scope.rng.choice(parts)
        return [Compound("aggregate_all", (what, place.make(item), source, result(scope, kind)))]
    chosen = scope.rng.sample(parts, scope.rng.randint(1, 3))
    template = Compound("r", tuple(what for what, _ in chosen))
    answer = Compound("r", tuple(scope.new(kind) for _, kind in chosen))
    return [Compound("aggregate_all", (template, source, answer))]


def generator(scope: Scope) -> list[Term]:
    """A goal with several solutions, as a rule."""
    if scope.chance(0.25):
        return call_predicate(scope, 0)
    if scope.chance(0.25):
        low, high = scope.rng.randint(0, 2), scope.rng.randint(0, 5)
        return [Compound("between", (low, high, scope.new(INT)))]
    kind = random_type(scope.rng, 1)
    source = scope.make(list_of(kind))
    return [Compound("member", (scope.new(kind), source))]


def fill_later(scope: Scope, depth: int) -> list[Term]:
    """A term with holes that later goals fill."""
    hole, item = scope.fresh(), random_type(scope.rng, 0)
    kind = list_of(item)
    whole = scope.fresh()
    first = scope.make(item, 1)
    between = goals(scope, scope.rng.randint(0, 1), depth - 1)
    filling = scope.make(kind, 1)
    scope.bind(whole, kind)
    scope.bind(hole, kind)
    return [Compound("=", (whole, PrologList((first,), hole))), *between, Compound("=", (hole, filling))]


SIMPLE: list[tuple[int, Callable[[Scope, int], list[Term]]]] = [
    (5, build),
    (5, take_apart),
    (8, compute),
    (5, test_numbers),
    (4, test_order),
    (2, test_type),
    (9, call_predicate),
    (9, call_library),
    (8, call_again),
    (1, fill_later),
    (2, stop),
    (1, built),
    (1, sized_list),
    (2, called),
    (1, grouped),
]

CONTROL: list[tuple[int, Callable[[Scope, int], list[Term]]]] = [
    (5, either),
    (6, if_then_else),
    (2, negation),
    (2, once),
    (1, ignored),
    (1, for_all),
    (4, collect),
    (3, aggregate),
    (4, closure),
    (1, lists_together),
    (1, endless),
]
"""Goals with how often each is made."""
