"""What attaches search programs to a game, as clauses that are compiled with its rules: `attachment.pl`.

All that is added to the rules gets another name, which begins with OWN.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache, partial
from pathlib import Path

from pydecl.compiler.frontend.goals_in_terms import Called, Goals
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import OWN, Indicator, Normal, Predicate, Rule, mentioned
from pydecl.compiler.frontend.sources import Defines
from pydecl.compiler.frontend.terms import (
    LIBRARY,
    arguments,
    atom,
    compound,
    conjunction,
    indicator,
    place_of,
)
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Constant, Named, Node, RulesText, Structure, walk

CONTROL = (",", ";", "->", "*->", "!", "^")
"""What means the same whatever the rules define."""

TABLED = {("trie_lookup", 3): 2, ("trie_update", 3): 2, ("table_lookup", 3): 2, ("table_keep", 4): 3}
"""What a table holds passes as a whole, whatever it is made of: the argument that it is."""

Naming = Callable[[str | None, Indicator], str]
"""What a predicate is called among the rules: by the module that is written before it, or None.

LIBRARY says that it is the library's, whatever the rules call so.
"""


@cache
def read_text(path: Path) -> RulesText:
    """The clauses of a file of pydecl's own."""
    return read_rules(path.read_text(encoding="utf-8"), str(path))


def read(path: Path, defines: Defines = lambda _: False) -> Normal:
    """The predicates of such a file, for rules that define what `defines` says."""
    return normal(read_text(path), defines=defines)


@cache
def read_clauses(text: str) -> Normal:
    """The predicates of a text."""
    return normal(read_rules(text, "attached.pl"))


def goals_named(goal: Node, name: Naming) -> Node:
    """A goal with other names for what it calls."""

    def change(module: str | None, one: Called) -> Node:
        called = name(module, one.key)
        if called == LIBRARY:
            return one.goal if one.key[0] in CONTROL else compound(LIBRARY, (one.goal,), place_of(one.goal))
        args = arguments(one.goal)
        at = TABLED.get(one.key)
        if at is None or at >= len(args) or not isinstance(args[at], Structure):
            return renamed_goal(one.goal, called)
        value = Named(f"kept{one.goal.span.start}", one.goal.span)
        asked = renamed_goal(one.goal, called, (*args[:at], value))
        equal = compound("=", (value, args[at]), one.goal.span)
        return conjunction([asked, equal] if one.key[0].endswith("_lookup") else [equal, asked])

    def qualified(goal: Node, more: int) -> Node:
        module, inner = arguments(goal)
        assert isinstance(module, Constant)
        return goals.changed(inner, partial(change, str(module.value)), more)

    goals = Goals({}, {}, qualified)
    return goals.changed(goal, partial(change, None))


def renamed_goal(goal: Node, name: str, args: Sequence[Node] | None = None) -> Node:
    """A goal with another name, and with other arguments if these are given."""
    if isinstance(goal, Structure):
        return Structure(name, goal.args if args is None else tuple(args), goal.span, goal.functor)
    return atom(name, goal.span)


# What attaches


SUCCESSORS = ("moves", 2), ("move", 2), ("move", 3)
"""What follows a position, by the first of these predicates that the rules have."""

VALUE: Indicator = ("staticval", 2)

INFINITE: Indicator = ("inf", 0)
"""What the rules define, for `attachment.pl`, if what works out their values names infinity."""


def attach(rules: Normal) -> Collection[Indicator]:
    """Add the attachment to the rules of a game; its predicates, by their own names."""

    def defines(key: Indicator) -> bool:
        return values_name_infinity(rules) if key == INFINITE else bool(defined(rules, [key]))

    found = read(Path(__file__).with_name("attachment.pl"), defines).predicates

    def name(module: str | None, key: Indicator) -> str:
        if module is not None:
            return rules.asked.get(key, key[0])
        return OWN + key[0] if key in found else library_name(rules, key)

    for key, predicate in found.items():
        add(rules, OWN + key[0], predicate, name)
    return found.keys()


def library_name(rules: Normal, key: Indicator) -> str:
    """What a predicate of the library is called, whatever the rules may call so."""
    return LIBRARY if key in rules.predicates else key[0]


def values_name_infinity(rules: Normal) -> bool:
    """Whether what works out a static value names infinity; whatever a clause names counts as called."""
    return name_infinity(mentioned([rules], [rules.asked.get(VALUE, VALUE[0])]))


def name_infinity(rules: Iterable[Rule]) -> bool:
    """Whether clauses name infinity."""
    nodes = (node for rule in rules for part in (*rule.args, rule.body) for node in walk(part))
    return any(indicator(node) == INFINITE for node in nodes)


def defined(rules: Normal, keys: Collection[Indicator]) -> list[Indicator]:
    """Those of the predicates that have clauses, are dynamic, or cannot be compiled."""
    found = ((key, rules.predicates.get((rules.asked.get(key, key[0]), key[1]))) for key in keys)
    seen = [(key, one) for key, one in found if one is not None]
    return [key for key, one in seen if one.rules or one.barred or one.dynamic]


def add(rules: Normal, called: str, predicate: Predicate, name: Naming) -> None:
    """Add a predicate to the rules, under another name, and with other names for what it calls."""
    made = rules.of((called, predicate.arity), predicate.place)
    made.library = True
    made.rules = [Rule(rule.args, goals_named(rule.body, name), rule.place) for rule in predicate.rules]
