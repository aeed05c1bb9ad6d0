"""All solutions as one value: findall/3 and its relatives, and tables.

The clauses of a tabled predicate `p/2` belong to `p tabled/2`; p's only clause is `ANSWERS(p tabled(A, B))`.
If A is known there and B is not, that becomes a call of a tabled procedure, which collects the set of all B
for A, and then the one B of the set. A table by min or max keeps the first or last of the answers that
differ in this value alone. How a set is worked out that depends on itself, the back end knows;
where the set may have several answers, the pass `answer_order` does.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.frontend.control import as_called, opaque
from pydecl.compiler.frontend.instantiation import END, Point, RefusedError, settle, shown
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.predicates import ANSWERS, CHANGING_FACTS
from pydecl.compiler.frontend.terms import (
    arguments,
    atom,
    compound,
    conjunction,
    indicator,
    is_goal,
    list_of,
    of_library,
    place_of,
    replaced,
    variables,
)
from pydecl.compiler.frontend.unification import Fitting, unify
from pydecl.compiler.ir import Collection
from pydecl.compiler.library import COMPLETE, ONLY_ANSWER
from pydecl.rules.syntax import Named, Node, Structure, walk


def _collecting(kind: Collection) -> Construct:
    """findall/3, and others that make something else of the template's values."""

    def collect(analyser: Analyser, goal: Node, point: Point) -> bool:
        template, inner, result = arguments(goal)
        scope, out, place = point.scope.copy(), list[ir.Goal](), place_of(goal)
        goals = opaque(analyser, as_called(inner, scope), scope, frozenset(variables(template)))
        end = Structure(END, (template,), template.span, template.span)
        (made,) = analyser.body([*goals, end], scope, out)
        fitting = Fitting(point.scope, place)
        point.out.append(ir.Collect(kind, made, tuple(out), fitting.pattern(result), place))
        point.out += fitting.later
        return False

    return collect


def _witness(_analyser: Analyser, goal: Node, point: Point) -> bool:
    """`$witness(Template, Goal0, Goal, Witness)`: Goal0 without `^`, and v(...) of its free variables."""
    template, inner, plain, witness = arguments(goal)
    scope, place = point.scope, place_of(goal)
    hidden = scope.known(template)
    inner = scope.resolve(inner)
    while is_goal(inner, "^", 2):
        hidden |= scope.known(arguments(inner)[0])
        inner = scope.resolve(arguments(inner)[1])
    seen = [node for name, node in _seen(scope.deep(inner)).items() if name not in hidden]
    for node in seen:
        settle(node, scope, point.out)
    free = [node for node in seen if node.name not in scope.bound]
    unify(plain, inner, scope, point.out, place)
    unify(witness, compound("v", free, place), scope, point.out, place)
    return False


def _seen(node: Node) -> dict[str, Named]:
    """The variables that bagof/3 sees: not those local to \\+ and to other collections."""
    found: dict[str, Named] = {}
    if is_goal(node, "\\+", 1):
        return found
    if isinstance(node, Named):
        return {node.name: node}
    if is_goal(node, "setof", 3) or is_goal(node, "bagof", 3):
        template, inner, result = arguments(node)
        local = variables(template)
        while is_goal(inner, "^", 2):
            variables(arguments(inner)[0], local)
            inner = arguments(inner)[1]
        found |= {name: n for name, n in _seen(inner).items() if name not in local}
        return {**found, **_seen(result)}
    for arg in arguments(node):
        for name, variable in _seen(arg).items():
            found.setdefault(name, variable)
    return found


def given_by(analyser: Analyser, goal: Node, point: Point) -> list[Node]:
    """The variables of a goal that it binds, and that are read behind the point."""
    trial = Point(point.scope.copy(), [], [goal], point.needed())
    analyser.conjunction(trial)
    read = point.scope.free(*(Named(name, place_of(goal)) for name in point.needed()))
    found = [node for name, node in point.scope.free(goal).items() if name in read]
    return [node for node in found if not trial.scope.is_free(trial.scope.alias(node))]


def _distinct(analyser: Analyser, goal: Node, point: Point) -> bool:
    """distinct/1 and distinct/2: the solutions are collected first; an error among them gives up."""
    *witness, inner = arguments(goal)
    scope, place = point.scope, place_of(goal)
    if any(key[0] == CHANGING_FACTS for key in analyser.rules.predicates):
        raise RefusedError(place, "distinct/2 beside facts that change")
    what = witness[0] if witness else list_of([*scope.free(inner).values()], span=place)
    given = list_of(given_by(analyser, inner, point), span=place)
    pairs = Named(scope.new("s"), place)
    collected = compound("findall", (compound("-", (what, given), place), inner, pairs), place)
    why = compound("$uncovered", (atom("an error behind a solution of distinct/2", place),), place)
    steps = (
        compound("catch", (of_library(collected), Named(scope.new("s"), place), of_library(why)), place),
        compound("$each_once", (pairs, what, given), place),
    )
    return analyser.goal(conjunction([*map(of_library, steps)]), point)


def _answers(analyser: Analyser, goal: Node, point: Point) -> bool:
    """The answers to a question, one of which is the question's."""
    scope, place = point.scope, place_of(goal)
    settle(goal, scope, point.out)
    asked, *kept = map(scope.deep, arguments(goal))
    given, free = list[Named](), list[Named]()
    for name, node in variables(asked).items():
        if scope.is_ground(node):
            given.append(node)
            continue
        if name in scope.spines:
            raise RefusedError(place, f"{shown(node)} is known in part where a table is asked", free=True)
        free.append(node)
    if kept:
        (last,) = variables(kept[0]) or ("",)
        if [node.name for node in walk(asked) if isinstance(node, Named)].count(last) != 1:
            raise RefusedError(place, "the value that a table keeps is known where it is asked")
        free.sort(key=lambda node: node.name == last)
    inputs = [Named(f"G{i}", place) for i in range(len(given))]
    outputs = [Named(f"F{i}", place) for i in range(len(free))]
    names = dict(zip((node.name for node in (*given, *free)), (*inputs, *outputs), strict=True))
    all_of = Named("All", place)
    whole = Named("Whole", place) if kept else all_of

    def answer(parts: Sequence[Node]) -> Node:
        if not kept:
            return compound("v", parts, place)
        return compound("-", (compound("v", parts[:-1], place), parts[-1]), place)

    template = compound("set", (answer(outputs),), place)
    goal = replaced(asked, lambda one: names[one.name], place)
    making = [compound("aggregate_all", (template, goal, whole), place)]
    if kept:
        making.append(compound("$best", (kept[1], whole, all_of), place))
    called = analyser.own_predicate(of_library(conjunction(making)), [*inputs, all_of])
    key = indicator(called)
    assert key is not None
    analyser.rules.predicates[key].answers = True
    found, one = Named(scope.new("s"), place), Named(scope.new("s"), place)
    goals: list[Node] = [
        compound(key[0], (*given, found), place),
        of_library(compound(COMPLETE.name, (found,), place)),
    ]
    if free:
        goals.append(of_library(compound(ONLY_ANSWER.name, (found, one), place)))
        goals.append(of_library(compound("=", (one, answer(free)), place)))
    else:
        nonempty = list_of([Named(scope.new("s"), place)], Named(scope.new("s"), place), place)
        goals.append(of_library(compound("=", (found, nonempty), place)))
    return analyser.goal(conjunction(goals), point)


COLLECTING: dict[tuple[str, int], Construct] = {
    ("findall", 3): _collecting(Collection.LIST),
    ("$count", 3): _collecting(Collection.COUNT),
    ("$total", 3): _collecting(Collection.SUM),
    ("$witness", 4): _witness,
    ("distinct", 1): _distinct,
    ("distinct", 2): _distinct,
    (ANSWERS, 1): _answers,
    (ANSWERS, 3): _answers,
}
"""By name and arity."""
