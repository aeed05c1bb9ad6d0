"""What attaches search programs to a game, as clauses that are compiled with its rules: `attachment.pl`.

All that is added to the rules gets another name, which begins with OWN.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from pydecl.compiler.frontend.goals_in_terms import Called, Goals
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import OWN, Defines, Indicator, Normal, Predicate, Rule, mentioned
from pydecl.compiler.frontend.terms import (
    LIBRARY,
    arguments,
    atom,
    compound,
    conjunction,
    indicator,
    is_goal,
    place_of,
    variables,
)
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Named, Node, RulesText, Structure, walk

CONTROL = (",", ";", "->", "*->", "!", "^")
"""What means the same whatever the rules define."""

TABLED = {("trie_lookup", 3): 2, ("trie_update", 3): 2, ("table_lookup", 3): 2, ("table_keep", 4): 3}
"""What a table holds passes as a whole, whatever it is made of: the argument that it is."""

Names = Mapping[Indicator, str]
"""What predicates of a text are called among the rules; others are the library's."""


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


def _named(rules: Normal, goal: Node, names: Names, of_module: Names) -> Node:
    """A goal with other names for what it calls."""

    def own(one: Called) -> Node:
        called = names.get(one.key)
        if called is None and one.key in rules.predicates:
            return one.goal if one.key[0] in CONTROL else compound(LIBRARY, (one.goal,), place_of(one.goal))
        called = called or one.key[0]
        args = arguments(one.goal)
        at = TABLED.get(one.key)
        if at is None or at >= len(args) or not isinstance(args[at], Structure):
            return renamed_goal(one.goal, called)
        value = Named(f"kept{one.goal.span.start}", one.goal.span)
        asked = renamed_goal(one.goal, called, (*args[:at], value))
        equal = compound("=", (value, args[at]), one.goal.span)
        return conjunction([asked, equal] if one.key[0].endswith("_lookup") else [equal, asked])

    def other(one: Called) -> Node:
        return renamed_goal(one.goal, of_module.get(one.key, one.key[0]))

    def qualified(goal: Node, more: int) -> Node:
        return goals.changed(arguments(goal)[1], other, more)

    goals = Goals({}, {}, qualified)
    return goals.changed(goal, own)


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

    add(rules, found, {key: OWN + key[0] for key in found})
    return found.keys()


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


def add(
    rules: Normal, predicates: Mapping[Indicator, Predicate], names: Names, of_module: Names | None = None
) -> list[Predicate]:
    """Add predicates of a text to the rules under other names, with these for what they call, too.

    `of_module` has the names of what is called with a module before it: by default what the game is asked.
    """
    added, others = [], rules.asked if of_module is None else of_module
    for key, predicate in predicates.items():
        made = rules.of((names[key], predicate.arity), predicate.place)
        made.library = True
        made.rules = [
            Rule(one.args, _named(rules, one.body, names, others), one.place) for one in predicate.rules
        ]
        added.append(made)
    return added


# The best successor that a search program gives: where it gives none, and where nobody asks for it

UNBOUND = "pydecl unbound"


def bind_best(rules: Normal, keys: Mapping[Indicator, int], *, attached: bool = False) -> bool:
    """Let programs give something where they leave the best successor unbound, if nobody can see that.

    An attached one gives the node itself, which is no successor of its own; another UNBOUND.

    `keys` are the programs as they are named in the rules, each with the argument that it is.
    """
    for key, predicate in rules.predicates.items():
        for rule in predicate.rules:
            if not _ignores_the_best(key, rule, keys):
                return False
    for key, index in keys.items():
        made = [bound(rule, index, attached=attached) for rule in rules.predicates[key].rules]
        rules.predicates[key].rules = made
    return True


def _ignores_the_best(key: Indicator, rule: Rule, keys: Mapping[Indicator, int]) -> bool:
    """Whether what a call of a program gives as the best successor is at most the clause's own."""
    counts = _occurrences(rule)
    given = []
    for node in _nodes(rule):
        called = indicator(node)
        if called is not None and called in keys:
            given.append(arguments(node)[keys[called]])
    own = rule.args[keys[key]] if key in keys else None
    for best in given:
        if not isinstance(best, Named) or counts[best.name] > (
            2 if isinstance(own, Named) and own.name == best.name else 1
        ):
            return False
    return True


def _nodes(rule: Rule) -> Iterator[Node]:
    """All terms of a clause."""
    for part in (*rule.args, rule.body):
        yield from walk(part)


def _occurrences(rule: Rule) -> Counter[str]:
    """How often each variable occurs in a clause."""
    return Counter(node.name for node in _nodes(rule) if isinstance(node, Named))


def bound(rule: Rule, index: int, *, attached: bool) -> Rule:
    """The clause, with a best successor where it leaves that argument unbound."""
    best, position = rule.args[index], rule.args[0]
    others = [arg for at, arg in enumerate(rule.args) if at != index]
    if not isinstance(best, Named) or any(best.name in variables(arg) for arg in others):
        return rule
    given = position if attached and isinstance(position, Named) else atom(UNBOUND, rule.body.span)
    return Rule(rule.args, _binding(rule.body, best, given), rule.place)


def _binding(body: Node, best: Named, given: Node) -> Node:
    """The body with `best = given` at the end of what does not mention it."""
    if best.name not in variables(body):
        equal = Structure("=", (best, given), body.span, body.span)
        return Structure(",", (body, equal), body.span, body.span)
    for name in (";", "->", "*->", ","):
        if is_goal(body, name, 2):
            first, second = arguments(body)
            assert isinstance(body, Structure)
            if name == ";":
                first = _binding(first, best, given)
            elif best.name in variables(first):
                if name != "," or not is_goal(first, ";", 2):
                    return body
                return Structure(name, (_binding(first, best, given), second), body.span, body.functor)
            return Structure(name, (first, _binding(second, best, given)), body.span, body.functor)
    return body


# The value alone, where the best successor is ignored: what a collection leaves takes no memory


def ask_for_values(rules: Normal, callers: Iterable[Indicator], keys: Mapping[Indicator, int]) -> None:
    """Replace calls that ignore the best successor by such as give back the memory that they take."""
    for caller in list(callers):
        predicate = rules.predicates[caller]
        predicate.rules = [_for_values(rule, keys) for rule in predicate.rules]
    for (name, arity), index in keys.items():
        values = [f"V{at}" for at in range(arity)]
        inputs, value = [v for at, v in enumerate(values[:-1]) if at != index], values[-1]
        called = f"'{name}'({', '.join(values)})"
        clause = f"'{name} value'({', '.join((*inputs, value))}) :- findall({value}, {called}, [{value}])."
        if index == arity - 1:  # it gives no value
            continue
        for key, predicate in read_clauses(clause).predicates.items():
            rules.predicates[key] = replace(predicate, rules=list(predicate.rules))


def _for_values(rule: Rule, keys: Mapping[Indicator, int]) -> Rule:
    counts = _occurrences(rule)

    def replaced(node: Node) -> Node:
        if not isinstance(node, Structure):
            return node
        index = keys.get((node.name, len(node.args)))
        args = tuple(map(replaced, node.args))
        if index is not None and index < len(args) - 1:
            best = args[index]
            if isinstance(best, Named) and counts[best.name] == 1:
                others = (*args[:index], *args[index + 1 :])
                return Structure(f"{node.name} value", others, node.span, node.functor)
        return Structure(node.name, args, node.span, node.functor)

    return Rule(rule.args, replaced(rule.body), rule.place)
