"""Random goals on terms that are made in parts, on several lists at once, and with groups of solutions."""

from __future__ import annotations

from random_scope import ANY, INT, Scope, list_of, random_type
from random_simple import expression, result

from pydecl.model.term import Atom, Compound, PrologList, Term


def built(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    """A compound whose name and number of arguments come first, or that is made of a list."""
    name = Atom(scope.rng.choice("fg"))
    items = [scope.make(ANY, 1) for _ in range(scope.rng.choice((1, 2, 2, 3)))]
    whole = scope.fresh()
    if scope.chance(0.4):
        known = scope.known(list_of(ANY))
        tail = scope.rng.choice(known) if known and scope.chance(0.5) else None
        made: list[Term] = [Compound("=..", (whole, PrologList((name, *items), tail)))]
    else:
        made = [Compound("functor", (whole, name, len(items)))]
        made += [Compound("arg", (at, whole, item)) for at, item in enumerate(items, 1)]
    scope.bind(whole, ANY)
    return made


def sized_list(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    """A list of a known length, filled afterwards."""
    whole, item = scope.fresh(), random_type(scope.rng, 0)
    size = scope.rng.randint(-2, 5) if scope.chance(0.1) else scope.rng.randint(0, 3)
    goals: list[Term] = [Compound("length", (whole, size))]
    if scope.chance(0.5):
        goals.append(Compound("maplist", (Compound("=", (scope.make(item, 1),)), whole)))
    else:
        count = size if size >= 0 and scope.chance(0.8) else 2
        goals.append(Compound("=", (whole, PrologList(tuple(scope.make(item, 1) for _ in range(count))))))
    scope.bind(whole, list_of(item))
    return goals


def lists_together(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    """maplist and foldl over two lists of integers."""
    left, right = scope.make(list_of(INT)), scope.make(list_of(INT))
    one, other, image, state = (scope.fresh() for _ in range(4))
    place = scope.inner()
    place.bind(one, INT)
    place.bind(other, INT)
    if scope.chance(0.3):
        test = Compound(scope.rng.choice(("<", "=<", "=\\=", "@<")), (one, other))
        return [Compound("maplist", (Compound(">>", (PrologList((one, other)), test)), left, right))]
    if scope.chance(0.2):
        body = Compound("compare", (image, one, scope.rng.randint(0, 5)))
        goal = Compound(">>", (PrologList((one, image)), body))
        return [Compound("partition", (goal, left, *(scope.new(list_of(INT)) for _ in range(3))))]
    if scope.chance(0.5):
        body = Compound("is", (image, Compound("-", (one, other))))
        goal = Compound(">>", (PrologList((one, other, image)), body))
        return [Compound("maplist", (goal, left, right, result(scope, list_of(INT))))]
    place.bind(state, INT)
    body = Compound("is", (image, Compound("+", (state, expression(place, INT, 1)))))
    goal = Compound(">>", (PrologList((one, other, state, image)), body))
    return [Compound("foldl", (goal, left, right, scope.make(INT, 0), scope.new(INT)))]


def grouped(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    """bagof and setof with a free variable: a group for each of its values."""
    key, item = random_type(scope.rng, 0), random_type(scope.rng, 0)
    pairs = scope.make(list_of(("pair", key, item)))
    chosen, member = scope.fresh(), scope.fresh()
    source = Compound("member", (Compound("-", (chosen, member)), pairs))
    name = scope.rng.choice(("bagof", "setof"))
    goal = Compound(name, (member, source, result(scope, list_of(item))))
    scope.bind(chosen, key)
    return [goal]


def called(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    """A predicate of the program by call/N, with some of its arguments added."""
    fitting = [one for one in scope.callable if one.inputs or one.outputs]
    if not fitting:
        return []
    chosen = scope.rng.choice(fitting)
    arguments = [scope.make(kind) for kind in chosen.inputs]
    arguments += [result(scope, kind) for kind in chosen.outputs]
    known = scope.rng.randint(0, len(arguments) - 1)
    closure: Term = Compound(chosen.name, tuple(arguments[:known])) if known else Atom(chosen.name)
    return [Compound("call", (closure, *arguments[known:]))]


def endless(scope: Scope, depth: int) -> list[Term]:  # noqa: ARG001
    """The first of endlessly many numbers that something holds of."""
    low, found = scope.rng.randint(-2, 5), scope.fresh()
    place = scope.inner()
    place.bind(found, INT)
    test = Compound(">=", (Compound("*", (found, found)), scope.rng.randint(0, 90)))
    source = Compound("between", (low, Atom(scope.rng.choice(("inf", "infinite"))), found))
    scope.bind(found, INT)
    return [Compound("once", (Compound(",", (source, test)),))]
