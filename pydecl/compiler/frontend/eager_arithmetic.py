"""Eager evaluation: a sum that is passed on as a term, to be evaluated later, is computed at once.

In `walk([_|T], N, C) :- walk(T, N + 1, C)` and `walk([], N, C) :- C is N` the second argument is only
evaluated, or passed on to such an argument. So N + 1 can as well be computed before the call, if N is an
integer: then neither an error nor another solution comes of it. What is no integer makes the rules give up.

An argument counts if it is a variable of its own in each head, which the body reads nowhere but in `is`, in
comparisons of numbers, and in such arguments of other calls. One that a head compares with a number does not:
`0 + 1` does not match 1.

>>> from pydecl.compiler.frontend.normal import normal
>>> from pydecl.compiler.frontend.terms import term_line
>>> from pydecl.rules.reader import read_rules
>>> rules = normal(read_rules("walk([], N, C) :- C is N.\\nwalk([_|T], N, C) :- walk(T, N + 1, C).", "g.pl"))
>>> evaluate_arguments(rules)
>>> print(term_line(rules.predicates["walk", 3].rules[1].body))
integer(N)->e1 is N+1;$uncovered('a sum of what is no integer'),walk(T,e1,C)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.compiler.frontend.predicates import Indicator, Normal, Rule
from pydecl.compiler.frontend.terms import (
    atom,
    compound,
    conjunction,
    indicator,
    place_of,
    variables,
)
from pydecl.compiler.library import COMPARISONS
from pydecl.rules.syntax import Constant, Named, Node, Structure

Argument = tuple[Indicator, int]
"""An argument of a predicate, counted from 0."""

Arguments = set[Argument]

SUMS = {("+", 2), ("-", 2), ("*", 2), ("-", 1)}
"""What is evaluated: of integers it gives an integer."""

CONTROL = {
    **dict.fromkeys(((",", 2), (";", 2), ("|", 2), ("->", 2), ("*->", 2), ("forall", 2)), (0, 1)),
    **dict.fromkeys((("\\+", 1), ("not", 1), ("once", 1), ("ignore", 1), ("call", 1)), (0,)),
    **dict.fromkeys((("findall", 3), ("findall", 4), ("aggregate_all", 3)), (1,)),
}
"""Which arguments are goals."""


def evaluate_arguments(rules: Normal) -> None:
    """Compute sums before the calls that they are passed to, where that means the same."""
    evaluated = _evaluated(rules)
    if not evaluated:
        return
    for predicate in rules.predicates.values():
        for i, rule in enumerate(predicate.rules):
            body = _Body(rules, evaluated).computed(rule.body)
            if body is not rule.body:
                predicate.rules[i] = Rule(rule.args, body, rule.place)


def _evaluated(rules: Normal) -> Arguments:
    """The arguments that are only evaluated; a greatest fixed point."""
    passed: dict[Argument, Arguments] = {}
    """For each argument that may be one, what it is passed on to."""
    for key, predicate in rules.predicates.items():
        if predicate.rules and not predicate.dynamic:
            for i in range(predicate.arity):
                found = _passed(predicate.rules, i)
                if found is not None:
                    passed[key, i] = found
    passers: dict[Argument, list[Argument]] = {}
    for argument, others in passed.items():
        for other in others:
            passers.setdefault(other, []).append(argument)
    todo = [other for other in passers if other not in passed]
    while todo:
        for argument in passers.get(todo.pop(), ()):
            if passed.pop(argument, None) is not None:
                todo.append(argument)
    return set(passed)


def _passed(clauses: Sequence[Rule], i: int) -> Arguments | None:
    """What an argument is passed on to, if the clauses do nothing else with it than to evaluate it."""
    found: Arguments = set()
    for rule in clauses:
        arg = rule.args[i]
        others = [other for j, other in enumerate(rule.args) if j != i]
        if not isinstance(arg, Named) or any(arg.name in variables(other) for other in others):
            return None
        if not _only_passed(rule.body, arg.name, found):
            return None
    return found


def _only_passed(body: Node, name: str, found: Arguments) -> bool:
    """Whether a body only evaluates a variable, or passes it on, to what is then added to `found`."""
    todo = [body]
    while todo:
        goal = todo.pop()
        if isinstance(goal, Named) and goal.name == name:
            return False
        if not isinstance(goal, Structure):
            continue
        key = (goal.name, len(goal.args))
        inside = CONTROL.get(key)
        evaluates = goal.name in COMPARISONS and len(goal.args) == 2
        for i, arg in enumerate(goal.args):
            if inside is not None and i in inside:
                todo.append(arg)
            elif name not in variables(arg) or evaluates or (key == ("is", 2) and i == 1):
                continue
            elif inside is not None or not _is_sum(arg):
                return False
            else:
                found.add((key, i))
    return True


def _is_sum(node: Node) -> bool:
    """Whether a term is made of integers and variables by what is evaluated."""
    if isinstance(node, Structure):
        return (node.name, len(node.args)) in SUMS and all(map(_is_sum, node.args))
    return isinstance(node, Named) or (isinstance(node, Constant) and type(node.value) is int)


class _Body:
    """The body of a clause, with the sums computed before they are passed on."""

    def __init__(self, rules: Normal, evaluated: Arguments) -> None:
        self.rules, self.evaluated = rules, evaluated
        self.count = 0

    def computed(self, goal: Node) -> Node:
        """The goal with the sums in it computed first; the goal itself if there are none."""
        if not isinstance(goal, Structure):
            return goal
        inside = CONTROL.get((goal.name, len(goal.args)))
        if inside is not None:
            args = tuple([self.computed(arg) if i in inside else arg for i, arg in enumerate(goal.args)])
            if all(one is other for one, other in zip(args, goal.args, strict=True)):
                return goal
            return Structure(goal.name, args, goal.span, goal.functor)
        key = indicator(goal)
        if key is None or key not in self.rules.predicates:
            return goal
        before: list[Node] = []
        made: list[Node] = []
        for i, arg in enumerate(goal.args):
            if (key, i) in self.evaluated and isinstance(arg, Structure) and _is_sum(arg):
                self.count += 1
                name = Named(f"e{self.count}", arg.span)
                before += self._compute(name, arg)
                made.append(name)
            else:
                made.append(arg)
        if not before:
            return goal
        return conjunction([*before, Structure(goal.name, tuple(made), goal.span, goal.functor)])

    def _compute(self, name: Named, expression: Structure) -> Iterator[Node]:
        place = place_of(expression)
        compute: Node = compound("is", (name, expression), place)
        checks = [compound("integer", (node,), place) for node in variables(expression).values()]
        if checks:
            give_up = compound("$uncovered", (atom("a sum of what is no integer", place),), place)
            chosen = compound("->", (conjunction(checks), compute), place)
            compute = compound(";", (chosen, give_up), place)
        yield compute
