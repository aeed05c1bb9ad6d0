"""An implicit state as arguments.

GDL's rules ask `true(Fact)` and `does(Role, Move)` of a state that is no argument: in SWI-Prolog the adapter
sets it before it asks a rule, by `in_state(Facts, Moves)`. Here each predicate that asks for the state,
itself or by way of others, gets it as its first arguments, and what follows `in_state(Facts, Moves)` gets
these:

    legal(Role, mark(M, N)) :- true(control(Role)), true(cell(M, N, b)).

becomes

    'legal in state'(Facts, Role, mark(M, N)) :-
        'true in state'(Facts, control(Role)), 'true in state'(Facts, cell(M, N, b)).

Goals within goals, and closures, get it as well. A goal that is put together elsewhere does not: where such
a goal is called, it is refused. Whoever sets the state does so again before the next question: it is not
looked at what a predicate that is called has left of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial, reduce

from pydecl.compiler.frontend.goals_in_terms import Called, Goals
from pydecl.compiler.frontend.predicates import Indicator, Normal, Predicate, Rule
from pydecl.compiler.frontend.terms import (
    arguments,
    compound,
    conjunction,
    conjuncts,
    empty,
    indicator,
    of_library,
    place_of,
)
from pydecl.rules.syntax import Named, Node, Span, Structure

IN_STATE = " in state"
"""How the names end of the predicates that get the state."""

PARTS = ("facts", "moves")
"""What a state consists of: what holds, and the moves that are made in it; and the names of the variables."""

READ: Mapping[Indicator, str] = {("true", 1): "facts", ("does", 2): "moves"}
"""The part of the state that is asked by a predicate, unless the file has clauses of it."""

MOST_ALTERNATIVES = 9
"""How many goals `or` may have."""

DISTINCT: Indicator = ("distinct", 2)


def pass_state(rules: Normal, setting: str) -> None:
    """Give the state to the predicates that ask for it; a goal of the name `setting` sets it."""
    reading = {key: part for key, part in READ.items() if not _has_clauses(rules, key)}
    for key, part in reading.items():
        rules.predicates[key] = _reading(key, part, rules)
    _Passing(rules, setting, reading).pass_it()


def _has_clauses(rules: Normal, key: Indicator) -> bool:
    return key in rules.predicates and bool(rules.predicates[key].rules)


def _reading(key: Indicator, part: str, rules: Normal) -> Predicate:
    """`true(Fact) :- member(Fact, facts).`, where facts are a variable that is given."""
    place = rules.predicates[key].place if key in rules.predicates else Span(0, 0)
    args = tuple(Named(f"a{i}", place) for i in range(key[1]))
    item = args[0] if len(args) == 1 else compound("-", args, place)
    member = of_library(compound("member", (item, Named(part, place)), place))
    return Predicate(*key, place, rules=[Rule(args, member, place)])


class _Passing:
    """What each predicate needs of the state, and its clauses with that."""

    def __init__(self, rules: Normal, setting: str, reading: Mapping[Indicator, str]) -> None:
        self._rules = rules
        self._setting = setting
        either = {("or", count): dict.fromkeys(range(count), 0) for count in range(2, MOST_ALTERNATIVES + 1)}
        self._either = {key for key in either if not _has_clauses(rules, key)}
        self._goals = Goals(rules.predicates, either)
        self._needed: dict[Indicator, list[str]] = {key: [part] for key, part in reading.items()}
        while self._learned():
            pass

    def _learned(self) -> bool:
        """Whether another predicate is found to need the state, or more of it."""
        more = False
        for key, predicate in self._rules.predicates.items():
            needed = {part for rule in predicate.rules for part in self._asked(rule.body)}
            known = self._needed.get(key, [])
            if not needed <= set(known):
                self._needed[key] = [part for part in PARTS if part in needed or part in known]
                more = True
        return more

    def _asked(self, body: Node) -> Collection[str]:
        """What a body needs of the state before it sets it."""
        found: set[str] = set()
        for goal in conjuncts(body):
            if self._sets(goal):
                break
            for one in self._goals.called(goal):
                found.update(() if one.is_library else self._needed.get(one.key, ()))
        return found

    def _sets(self, goal: Node) -> bool:
        return (indicator(goal) or ("", 0))[0] == self._setting

    def pass_it(self) -> None:
        """Put the clauses with the state in the place of those without."""
        for key, predicate in list(self._rules.predicates.items()):
            needed = self._needed.get(key, [])
            given = tuple(Named(part, predicate.place) for part in needed)
            predicate.rules = [
                Rule((*given, *rule.args), rule.body if rule.is_fact else self._body(rule.body), rule.place)
                for rule in predicate.rules
            ]
            if needed:
                self._rename(key, predicate, len(needed))

    def _rename(self, key: Indicator, predicate: Predicate, more: int) -> None:
        """Call a predicate by its name in a state; who calls it by its own has lost the state."""
        name, arity = key[0] + IN_STATE, key[1] + more
        predicate.name, predicate.arity = name, arity
        self._rules.predicates[name, arity] = predicate
        why = f"{key[0]}/{key[1]} asks for the state, and is called as a goal that is put together elsewhere"
        lost = Predicate(*key, predicate.place, barred=(predicate.place, why), library=True)
        self._rules.predicates[key] = lost  # as of a library: the place that is told is that of the call
        if predicate.tabled is not None:
            one, count = predicate.tabled
            predicate.tabled = one + IN_STATE, count + more

    def _body(self, body: Node) -> Node:
        state: Sequence[Node] = tuple(Named(part, body.span) for part in PARTS)
        goals = []
        for goal in conjuncts(body):
            if self._sets(goal):
                given = arguments(goal)
                state = (*given, *[empty(goal.span)] * (len(PARTS) - len(given)))
                continue
            now = dict(zip(PARTS, state, strict=True))
            goals.append(self._goals.changed(goal, partial(self._called, now)))
        return conjunction(goals)

    def _called(self, state: Mapping[str, Node], one: Called) -> Node:
        """A goal as it is called in a state."""
        if one.is_library:
            return one.goal
        place = place_of(one.goal)
        if one.key in self._either:
            goals = arguments(one.goal)
            return reduce(lambda rest, goal: compound(";", (goal, rest), place), reversed(goals))
        if one.key == DISTINCT and not _has_clauses(self._rules, DISTINCT):
            return of_library(compound("\\==", arguments(one.goal), place))
        needed = self._needed.get(one.key, [])
        if needed:
            args = (*(state[part] for part in needed), *arguments(one.goal))
            name = (indicator(one.goal) or ("", 0))[0]
            return Structure(name + IN_STATE, args, one.goal.span, place)
        return one.goal
