"""Tabled predicates: all answers to a question as a sorted list, which a procedure of its own works out.

The clauses of `p/2` belong to `p tabled/2`; p's only clause is `ANSWERS(p tabled(A, B))`. If A is known there
and B is not, that becomes a call of a tabled procedure, which collects the set of all B for A, and then the
one B of the set. How a set is worked out that depends on itself, the back ends know; where the set may have
several answers, the pass `answer_order` does.
"""

from __future__ import annotations

from pydecl.compiler.frontend.instantiation import RefusedError, fill_up, shown
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.point import Point
from pydecl.compiler.frontend.predicates import ANSWERS, Indicator
from pydecl.compiler.frontend.terms import (
    arguments,
    cell,
    compound,
    indicator,
    of_library,
    place_of,
    replaced,
    variables,
)
from pydecl.compiler.library import COMPLETE, ONLY_ANSWER
from pydecl.rules.syntax import Named, Node


def _answers(analyser: Analyser, goal: Node, point: Point) -> bool:
    """The answers to a question, one of which is the question's."""
    scope, place = point.scope, place_of(goal)
    fill_up(goal, scope, point.out)
    asked = scope.deep(arguments(goal)[0])
    given, free = list[Named](), list[Named]()
    for name, node in variables(asked).items():
        if scope.is_ground(node):
            given.append(node)
            continue
        if scope.parts(name) is not None or name in scope.holes or name in scope.spines:
            raise RefusedError(place, f"{shown(node)} is known in part where a table is asked", free=True)
        free.append(node)
    inputs = [Named(f"G{i}", place) for i in range(len(given))]
    outputs = [Named(f"F{i}", place) for i in range(len(free))]
    names = dict(zip((node.name for node in (*given, *free)), (*inputs, *outputs), strict=True))
    all_of = Named("All", place)
    template = compound("set", (compound("v", outputs, place),), place)
    collected = compound("aggregate_all", (template, replaced(asked, names, place), all_of), place)
    called = analyser.own_predicate(of_library(collected), [*inputs, all_of])
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
        goals.append(of_library(compound("=", (one, compound("v", free, place)), place)))
    else:
        nonempty = cell(Named(scope.new("s"), place), Named(scope.new("s"), place))
        goals.append(of_library(compound("=", (found, nonempty), place)))
    point.rest = [*goals, *point.rest]
    analyser.conjunction(point)
    return True


TABLING: dict[Indicator, Construct] = {(ANSWERS, 1): _answers}
"""By name and arity."""
