"""The predicates of several modules as those of one.

A predicate of another module than the rules' gets its module's name before its own, and each goal the name
of the predicate that its module sees. What the rules' module imports has its plain name there, too: it is
asked for, and what stands in a term may be called by it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from itertools import chain

from pydecl.compiler.frontend.goals_in_terms import Called, Goals
from pydecl.compiler.frontend.predicates import Indicator, Normal, Predicate, Rule
from pydecl.compiler.frontend.prelude import is_written
from pydecl.compiler.frontend.terms import arguments, atom, compound, indicator, of_library, place_of
from pydecl.compiler.library import MODES
from pydecl.rules.syntax import Constant, Named, Node, walk

RULES = "rules"
"""The module of a rules file, and of the files that it loads into its own module."""

THEIRS = "theirs"
"""The module in which glue may load a program."""

BUILDING = {("=..", 2), ("functor", 3), ("compound_name_arguments", 3)}
"""What may build a goal from its name."""

MOST_ARGUMENTS = 9
"""More than a goal gets that is built so, or called with others."""


def joined(modules: Mapping[str, Normal], imports: Mapping[tuple[str, Indicator], str]) -> Normal:
    """The predicates of the rules' module and those of the others, which it does not all see."""
    rules = modules[RULES]
    return rules if len(modules) == 1 else _Joining(modules, imports).made()


def as_named(called: Called, name: str | None, *, hides: bool) -> Node:
    """A goal by the name that its predicate gets; one without a name is a library's.

    `hides` says whether the rules have another predicate by the plain name.
    """
    goal, place = called.goal, place_of(called.goal)
    if called.is_library or (name is None and not hides):
        return goal
    if name is not None:
        return compound(name, arguments(goal), place)
    if called.key[1] > len(arguments(goal)):  # a closure
        return compound(":", (atom("system"), goal), place)
    return of_library(goal)


class _Joining:
    def __init__(self, modules: Mapping[str, Normal], imports: Mapping[tuple[str, Indicator], str]) -> None:
        self._modules = modules
        self._imports = imports
        self._goals = {
            module: Goals(made.predicates, {}, partial(self._qualified, module))
            for module, made in modules.items()
        }
        self._lacking = {module: self._lacking_of(module) for module in modules}

    def _lacking_of(self, module: str) -> Collection[int]:
        """How many arguments the goals may lack that a module calls and does not know."""
        rules = [rule for one in self._modules[module].predicates.values() for rule in one.rules]
        lacking = {more for rule in rules for more in self._goals[module].unknown(rule)}
        built = any(indicator(node) in BUILDING for rule in rules for node in walk(rule.body))
        return range(MOST_ARGUMENTS) if built and lacking else lacking

    def made(self) -> Normal:
        found = Normal(self._modules[RULES].sources)
        found.directives = self._modules[RULES].directives
        for module, own in self._modules.items():
            found.barred = found.barred or own.barred
            for key, predicate in own.predicates.items():
                for rule in predicate.rules:
                    if predicate.barred is None and (called := self._called_by_chance(module, rule)):
                        what = f"{called[0]}/{called[1]} is another predicate in another module"
                        predicate.barred = (rule.place, what)
                predicate.rules = [
                    Rule(rule.args, self._resolved(module, rule.body), rule.place) for rule in predicate.rules
                ]
                predicate.name = _name(module, key[0])
                if predicate.tabled is not None:
                    predicate.tabled = _name(module, predicate.tabled[0]), key[1]
                found.predicates[predicate.name, key[1]] = predicate
        for (module, key), home in self._imports.items():
            there = found.predicates.get((_name(home, key[0]), key[1]))
            if module == RULES and there is not None and key not in found.predicates:
                args = tuple([Named(f"a{i}", there.place) for i in range(key[1])])
                rule = Rule(args, compound(there.name, args, there.place), there.place)
                found.predicates[key] = Predicate(*key, there.place, rules=[rule])
        return found

    def _home(self, module: str, key: Indicator) -> str | None:
        """The module in which a predicate is defined that a module sees; None: a library, or nowhere."""
        if key in self._modules[module].predicates:
            return module
        home = self._imports.get((module, key))
        return home if home in self._modules else None

    def _resolved(self, module: str, goal: Node, more: int = 0) -> Node:
        """A goal of a module, or one that lacks arguments, with the names that predicates get."""
        return self._goals[module].changed(goal, partial(self._named, module), more)

    def _named(self, module: str, called: Called) -> Node:
        home = self._home(module, called.key)
        name = None if home is None else _name(home, called.key[0])
        return as_named(called, name, hides=self._home(RULES, called.key) is not None)

    def _qualified(self, here: str, goal: Node, more: int) -> Node | None:
        """A goal that names one of the modules; a variable is called in none."""
        module, inner = arguments(goal)
        name = str(module.value) if isinstance(module, Constant) else ""
        if name == "user":  # as home/2 of `prolog/support/loader.pl` says it
            name = here if here in (RULES, THEIRS) else THEIRS if THEIRS in self._modules else RULES
        if name not in self._modules:
            return None
        if indicator(inner) is None:
            return compound(f"{name}:call", (inner,), goal.span)
        return self._resolved(name, inner, more)

    def _called_by_chance(self, module: str, rule: Rule) -> Indicator | None:
        """A predicate that a term in a clause would call under the name of another one.

        A term that is no goal may be called in any module that calls what it does not know, with so many
        arguments more: there it is a predicate by its plain name.
        """
        terms = chain(self._goals[module].terms(rule.body), *map(walk, rule.args))
        for name, written in filter(None, map(indicator, terms)):
            for other, lacking in self._lacking.items():
                for key in ((name, written + more) for more in lacking):
                    plain = self._home(RULES, key)
                    if plain is None and key not in MODES and not is_written(key):
                        continue
                    if {self._home(module, key), self._home(other, key)} != {plain}:
                        return key
        return None


def _name(module: str, name: str) -> str:
    return name if module == RULES else f"{module}:{name}"
