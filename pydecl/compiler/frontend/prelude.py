"""Library predicates that are written in Prolog (the files in `library`)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from pydecl.compiler.frontend.goals_in_terms import Called, Goals
from pydecl.compiler.frontend.instantiation import Scope
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import Indicator, Normal, Predicate, Rule
from pydecl.compiler.frontend.terms import (
    NOWHERE,
    WITHIN,
    arguments,
    indicator,
    of_library,
    place_of,
    renamed,
    replaced,
    variables,
)
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Named, Node

APART = "library "
"""How the names begin that the prelude's predicates get in a file that defines others of theirs."""

_LIBRARY = Path(__file__).with_name("library")

IN_PLACE = "in_place"
"""The file of predicates that are put in the place of their calls."""


def _read(*files: Path) -> Normal:
    text = "\n".join([file.read_text(encoding="utf-8") for file in files])
    return normal(read_rules(text, "library"))


Closures = dict[Indicator, dict[int, int]]


@cache
def _prelude() -> tuple[dict[Indicator, Predicate], Closures]:
    files = sorted(_LIBRARY.glob("*.pl"))
    rules = _read(*(file for file in files if file.stem != IN_PLACE))
    goals = Goals(rules.predicates, {})
    closures = {key: goals.of(predicate) for key, predicate in rules.predicates.items()}
    for predicate in rules.predicates.values():
        predicate.library, predicate.place = True, NOWHERE
        predicate.rules[:] = [nowhere(_marked(rule, goals)) for rule in predicate.rules]
    return rules.predicates, closures


def _marked(rule: Rule, goals: Goals) -> Rule:
    """A clause in which what is called is the library's, whatever a file defines."""

    def marked(called: Called) -> Node:
        is_closure = called.key[1] > len(arguments(called.goal))  # the compiler's own, which no file defines
        return called.goal if is_closure or called.key[0] in WITHIN else of_library(called.goal)

    return rule if rule.is_fact else replace(rule, body=goals.changed(rule.body, marked))


def prelude() -> dict[Indicator, Predicate]:
    """The predicates of the prelude, which stand nowhere in a user's file."""
    return _prelude()[0]


@cache
def _in_place() -> dict[Indicator, Rule]:
    read = _read(_LIBRARY / f"{IN_PLACE}.pl").predicates
    rules = {key: rule for key, predicate in read.items() for rule in predicate.rules}
    return {key: Rule(rule.args, of_library(rule.body), rule.place) for key, rule in rules.items()}


def is_written(key: Indicator) -> bool:
    """Whether a predicate is one of those that are written in Prolog."""
    return key in prelude() or key in _in_place()


def in_place(goal: Node, scope: Scope) -> Node | None:
    """What stands in the place of a call, if the predicate is one of these."""
    key = indicator(goal)
    rule = None if key is None else _in_place().get(key)
    if rule is None:
        return None
    place = place_of(goal)
    names: dict[str, Node] = {name: Named(scope.new("v"), place) for name in variables(rule.body)}
    for head, argument in zip(rule.args, arguments(goal), strict=True):
        assert isinstance(head, Named)
        names[head.name] = argument
    return replaced(rule.body, lambda one: names[one.name], place)


def closures() -> Closures:
    """Which arguments of the prelude's predicates are goals, and how many arguments these lack."""
    return _prelude()[1]


def nowhere(rule: Rule) -> Rule:
    """The same clause, which stands nowhere in a user's file."""
    args = tuple([renamed(arg, "", NOWHERE) for arg in rule.args])
    return Rule(args, renamed(rule.body, "", NOWHERE), NOWHERE)
