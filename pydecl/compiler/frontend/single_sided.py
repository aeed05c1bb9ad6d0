"""Rules with `=>`: the head only matches what is given, and the first rule that matches is the one taken.

`p(f(X), Y), Guard => Body` becomes `p(A, Y) :- MATCH(A, f(X)), Guard, !, Body`. If no rule matches, compiled
rules give up, and SWI-Prolog raises its error.
"""

from __future__ import annotations

from itertools import count

from pydecl.compiler.frontend.predicates import Predicate, Rule
from pydecl.compiler.frontend.terms import (
    NOWHERE,
    arguments,
    atom,
    compound,
    conjunction,
    conjuncts,
    is_goal,
    of_library,
    variables,
)
from pydecl.rules.syntax import Named, Node, Span, Structure

MATCH = "\0match"
"""`MATCH(Term, Pattern)`: the variables of Pattern, each of which it has once, get what makes it Term."""

GUARD = "\0guard"
"""`GUARD(Unification, Variable, ...)`: a unification in a rule's guard, with these variables of the head."""


def single_sided(name: str, head: Node, guard: Node, body: Node, place: Span) -> tuple[Node, Node]:
    """Head and body of the clause that a rule with `=>` becomes."""
    fresh = (Named(f"head{i}", place) for i in count(1))
    seen: set[str] = set()
    same: list[Node] = []

    def linear(node: Node) -> Node:
        if isinstance(node, Named) and node.name in seen:
            same.append(compound("==", (node, other := next(fresh)), node.span))
            return other
        if isinstance(node, Named):
            seen.add(node.name)
        if isinstance(node, Structure):
            return Structure(node.name, tuple(map(linear, node.args)), node.span, node.functor)
        return node

    args: list[Node] = []
    matches: list[Node] = []
    for pattern in map(linear, arguments(head)):
        args.append(pattern if isinstance(pattern, Named) else next(fresh))
        if pattern is not args[-1]:
            matches.append(compound(MATCH, (args[-1], pattern), pattern.span))
    bound = variables(head)
    guards: list[Node] = []
    for goal in conjuncts(guard):
        asked = [bound[name] for name in variables(goal) if name in bound]
        guards.append(compound(GUARD, (goal, *asked), goal.span) if is_goal(goal, "=", 2) else goal)
    goals = [*matches, *map(of_library, same), *guards, atom("!", place), body]
    return compound(name, args, head.span), conjunction(goals)


def no_rule_matches(predicate: Predicate) -> Rule:
    """The clause behind all others."""
    args = tuple(Named(f"head{i}", predicate.place) for i in range(predicate.arity))
    why = atom(f"no rule with => of {predicate.name}/{predicate.arity} matches", predicate.place)
    gives_up = of_library(compound("$uncovered", (why,), predicate.place))
    return Rule(args, conjunction([gives_up, atom("fail", predicate.place)]), NOWHERE)
