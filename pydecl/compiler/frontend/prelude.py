"""Library predicates that are written in Prolog (the files in `library`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydecl.compiler.frontend.goals_in_terms import Called, Goals
from pydecl.compiler.frontend.instantiation import Scope
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import Indicator, Normal, Predicate, Rule, mentioned
from pydecl.compiler.frontend.terms import (
    NOWHERE,
    WITHIN,
    arguments,
    conjunction,
    indicator,
    of_library,
    place_of,
    replaced,
    variables,
)
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Named, Node, walk

APART = "library "
"""How the names begin that the prelude's predicates get in a file that defines some of theirs."""


_LIBRARY = Path(__file__).with_name("library")

IN_PLACE = "in_place"
"""The file of predicates that are put in the place of their calls."""


def _read(*files: Path) -> Normal:
    text = "\n".join([file.read_text(encoding="utf-8") for file in files])
    return normal(read_rules(text, "library"))


@cache
def _prelude() -> Normal:
    files = sorted(_LIBRARY.glob("*.pl"))
    rules = _read(*(file for file in files if file.stem != IN_PLACE))
    for predicate in rules.predicates.values():
        predicate.library, predicate.place = True, NOWHERE
        predicate.rules[:] = [nowhere(rule) for rule in predicate.rules]
    return rules


def prelude() -> dict[Indicator, Predicate]:
    """The predicates of the prelude, which stand nowhere in a user's file."""
    return _prelude().predicates


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
    return replaced(rule.body, names, place)


@cache
def closures() -> dict[Indicator, dict[int, int]]:
    """Which arguments of the prelude's predicates are goals, and how many arguments these lack."""
    goals = Goals(prelude(), {})
    return {key: goals.of(predicate) for key, predicate in prelude().items()}


def apart(key: Indicator) -> dict[Indicator, Predicate]:
    """A predicate of the prelude, and all that it calls, under names that no file has.

    What they call is the library's, whatever the file defines.
    """
    goals = Goals(prelude(), {})

    def marked(called: Called) -> Node:
        return called.goal if called.key[0] in WITHIN else of_library(called.goal)

    made = {}
    for name, arity in used(key) & prelude().keys():
        rules = prelude()[name, arity].rules
        rules = [Rule(rule.args, goals.changed(rule.body, marked), rule.place) for rule in rules]
        made[APART + name, arity] = Predicate(APART + name, arity, NOWHERE, rules, library=True)
    return made


def nowhere(rule: Rule) -> Rule:
    """The same clause, which stands nowhere in a user's file."""
    names = variables(conjunction([*rule.args, rule.body]))
    here: dict[str, Node] = {name: Named(name, NOWHERE) for name in names}
    args = tuple([replaced(arg, here, NOWHERE) for arg in rule.args])
    return Rule(args, replaced(rule.body, here, NOWHERE), NOWHERE)


@cache
def used(key: Indicator) -> frozenset[Indicator]:
    """A predicate of the prelude, and all that it calls: the names in its clauses, and in theirs."""
    rules = mentioned([_prelude()], [key])
    names = (indicator(node) for rule in rules for node in walk(rule.body))
    return frozenset((key, *(name for name in names if name is not None)))
