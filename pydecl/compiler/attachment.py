"""What attaches search programs to a game, as clauses that are compiled with its rules.

They are those of `prolog/support/attached.pl`, but for what `attachment.pl` has instead.
All that is added to the rules gets another name, which begins with OWN.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from pydecl.compiler.frontend.goals_in_terms import Called, Goals
from pydecl.compiler.frontend.modules import as_named
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import (
    OWN,
    Defines,
    Indicator,
    Normal,
    Predicate,
    Rule,
    indicated,
    mentioned,
    terms_of,
)
from pydecl.compiler.frontend.terms import (
    arguments,
    atom,
    compound,
    conjunction,
    indicator,
    is_goal,
    of_library,
    place_of,
    variables,
)
from pydecl.paths import prolog_file
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import Named, Node, RulesText, Structure

TABLED = {("trie_lookup", 3): 2, ("trie_update", 3): 2, ("table_lookup", 3): 2, ("table_keep", 4): 3}
"""What a table holds passes as a whole, whatever it is made of: the argument that it is."""

GAME = {(name, 0) for name in ("pydecl_game", "rules", "adapted", "unfolded", "unpassed", "pydecl_attached")}
"""The modules of what a game is asked, of the rules themselves, and of what lies below a text."""

Names = Mapping[Indicator, str]
"""What predicates of a text are called among the rules; others are the library's."""


@cache
def read_text(path: Path) -> RulesText:
    """The clauses of a file of pydecl's own."""
    return read_rules(path.read_text(encoding="utf-8"), str(path))


def read(path: Path, defines: Defines = lambda _: False) -> Normal:
    """The predicates of such a file, for rules that define what `defines` says."""
    return _of_library(normal(read_text(path), defines=defines))


@cache
def read_clauses(text: str) -> Normal:
    """The predicates of a text."""
    return _of_library(normal(read_rules(text, "attached.pl")))


def _of_library(made: Normal) -> Normal:
    for predicate in made.predicates.values():
        predicate.library = True
    return made


# What attaches


SUCCESSORS = ("moves", 2), ("move", 2), ("move", 3)
"""What follows a position, by the first of these predicates that the rules have."""

VALUE: Indicator = ("staticval", 2)

INFINITE: Indicator = ("inf", 0)
"""What the rules define, for `attachment.pl`, if what works out their values names infinity."""


def attach(rules: Normal) -> Collection[Indicator]:
    """Add the attachment to the rules of a game; its predicates, by their own names."""

    def there(key: Indicator) -> bool:
        return values_name_infinity(rules) if key == INFINITE else defines(rules, key)

    files = prolog_file("support", "attached.pl"), Path(__file__).with_name("attachment.pl")
    found = {key: one for file in files for key, one in read(file, there).predicates.items()}
    for one in found.values():
        one.rules = [replace(rule, body=answered(rule.body, there, {})) for rule in one.rules]
    add(rules, found, {key: OWN + key[0] for key in found})
    return found.keys()


def answered(body: Node, there: Defines, gives_up: Mapping[Indicator, str]) -> Node:
    """A body in which `defines(Name/Arity)` is answered, and what breaks off gives up, for these reasons."""
    if is_goal(body, "defines", 1) and not variables(body):
        return atom("true" if there(indicated(arguments(body)[0])) else "fail", body.span)
    if (reason := gives_up.get(indicator(body) or ("", 0))) is not None:
        place = place_of(body)
        goals = compound("$uncovered", (atom(reason, place),), place), atom("fail", place)
        return of_library(Structure(",", goals, body.span, place))
    if isinstance(body, Structure) and body.name not in ("=", "is"):
        return Structure(
            body.name, tuple(answered(arg, there, gives_up) for arg in body.args), body.span, body.functor
        )
    return body


def values_name_infinity(rules: Normal) -> bool:
    """Whether what works out a static value names infinity; whatever a clause names counts as called."""
    return name_infinity(mentioned([rules], [rules.asked.get(VALUE, VALUE[0])]))


def name_infinity(rules: Iterable[Rule]) -> bool:
    """Whether clauses name infinity."""
    return any(indicator(node) == INFINITE for node in terms_of(rules))


def defines(rules: Normal, key: Indicator) -> bool:
    """Whether a predicate has clauses, is dynamic, or cannot be compiled."""
    one = rules.predicates.get((rules.asked.get(key, key[0]), key[1]))
    return one is not None and bool(one.rules or one.barred or one.dynamic)


def add(
    rules: Normal, predicates: Mapping[Indicator, Predicate], names: Names, of_module: Names | None = None
) -> None:
    """Add predicates to the rules under other names, with these for what they call, too.

    `of_module` has the names of what is called with a module before it: by default what the game is asked.
    """
    others = rules.asked if of_module is None else of_module

    def own(one: Called) -> Node:
        at, args, span = TABLED.get(one.key, 0), arguments(one.goal), one.goal.span
        if one.key not in names or not at or at >= len(args) or not isinstance(args[at], Structure):
            return as_named(one, names.get(one.key), hides=one.key in rules.predicates)
        value = Named(f"kept{span.start}", span)
        asked = compound(names[one.key], (*args[:at], value), span)
        equal = compound("=", (value, args[at]), span)
        return conjunction([asked, equal] if one.key[0].endswith("_lookup") else [equal, asked])

    def other(one: Called) -> Node:
        return as_named(one, others.get(one.key, one.key[0]), hides=False)

    def qualified(goal: Node, more: int) -> Node | None:
        module, inner = arguments(goal)
        return goals.changed(inner, other, more) if indicator(module) in GAME else None

    goals = Goals(predicates, {}, qualified)
    for key, predicate in predicates.items():
        made = [Rule(one.args, goals.changed(one.body, own), one.place) for one in predicate.rules]
        rules.predicates[names[key], key[1]] = replace(predicate, name=names[key], rules=made)


# The best successor that a search program gives, where it gives none

UNBOUND = "pydecl unbound"


def bind_best(rules: Normal, keys: Mapping[Indicator, int], *, attached: bool = False) -> None:
    """Let programs give something where they leave the best successor unbound, if nobody can see that.

    An attached one gives the node itself, which is no successor of its own; another UNBOUND.

    `keys` are the programs as they are named in the rules, each with the argument that it is.
    """
    there = rules.predicates
    if all(_ignores_the_best(key, rule, keys) for key, one in there.items() for rule in one.rules):
        for key, index in keys.items():
            there[key].rules = [bound(rule, (index,), attached=attached) for rule in there[key].rules]


def _ignores_the_best(key: Indicator, rule: Rule, keys: Mapping[Indicator, int]) -> bool:
    """Whether what a call of a program gives as the best successor is at most the clause's own."""
    counts = Counter(node.name for node in terms_of([rule]) if isinstance(node, Named))
    calls = [(indicator(node), node) for node in terms_of([rule])]
    given = [arguments(node)[keys[called]] for called, node in calls if called is not None and called in keys]
    own = rule.args[keys[key]] if key in keys else None
    if isinstance(own, Named):
        counts[own.name] -= 1
    return all(isinstance(best, Named) and counts[best.name] < 2 for best in given)


def bound(rule: Rule, indices: Iterable[int], *, attached: bool) -> Rule:
    """The clause, with a best successor where it leaves one of these arguments unbound."""
    left = [one for one in (rule.args[index] for index in indices) if isinstance(one, Named)]
    if not left:
        return rule
    position, place = rule.args[0], rule.body.span
    given = position if attached and isinstance(position, Named) else atom(UNBOUND, place)
    goals = [rule.body]
    for best in left:
        free, same = compound("var", (best,), place), compound("=", (best, given), place)
        binding = compound(";", (compound("->", (free, same), place), atom("true", place)), place)
        goals.append(of_library(binding))
    return Rule(rule.args, conjunction(goals), rule.place)
