"""A second interpreter of the Game Description Language: slow, obvious, and written apart from pydecl's.

A sheet is read into nested tuples, `("cell", "1", "2", "b")`, all in lower case; a word without parentheses
is a text, a variable begins with `?`. What holds in a state is computed from the bottom up: the rules in an
order in which each comes after those that it asks, the rules of a circle again and again until nothing new
holds. It knows no Prolog, and nothing of pydecl.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, product
from typing import Any, NamedTuple

Term = str | tuple[Any, ...]
Binding = dict[str, Term]

TESTS = ("not", "distinct")
JOINTS = ("not", "or", "and")


class Rule(NamedTuple):
    """The head holds if all of the body does."""

    head: Term
    body: tuple[Term, ...]


class View(NamedTuple):
    """What holds in one state, for those who do not move: the answers to each question of the game."""

    legal: Mapping[Term, frozenset[Term]]
    is_terminal: bool
    goals: Mapping[Term, frozenset[Term]]


def read(text: str) -> list[Rule]:
    """The rules of a sheet."""
    stack: list[list[Term]] = [[]]
    for word in re.findall(r"[()]|[^\s();]+|;[^\n]*", text.lower()):
        if word.startswith(";"):
            continue
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done[0] if len(done) == 1 else tuple(done))
        else:
            stack[-1].append(word)
    (sentences,) = stack
    return [
        Rule(one[1], one[2:]) if isinstance(one, tuple) and one[0] == "<=" else Rule(one, ())
        for one in (("<=", "terminal") if one == "<=" else one for one in sentences)
    ]


def name_of(atom: Term) -> str:
    return atom if isinstance(atom, str) else atom[0]


def asked_in(condition: Term) -> Iterator[Term]:
    """The atoms that a condition asks."""
    if isinstance(condition, tuple) and condition[0] in JOINTS:
        for part in condition[1:]:
            yield from asked_in(part)
    elif name_of(condition) != "distinct":
        yield condition


def may_be(one: Term, other: Term) -> bool:
    """Whether two terms look as if they had an instance in common."""
    if is_variable(one) or is_variable(other):
        return True
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return len(one) == len(other) and all(map(may_be, one, other))


def is_variable(term: Term) -> bool:
    return isinstance(term, str) and term.startswith("?")


def in_order(rules: Sequence[Rule]) -> list[list[Rule]]:
    """The rules in circles, each behind those that it asks: a rule of no circle is one by itself."""
    by_name: dict[str, list[int]] = defaultdict(list)
    for at, rule in enumerate(rules):
        by_name[name_of(rule.head)].append(at)
    needs = [
        sorted(
            {
                other
                for condition in rule.body
                for atom in asked_in(condition)
                for other in by_name[name_of(atom)]
                if may_be(atom, rules[other].head)
            }
        )
        for rule in rules
    ]
    return [[rules[at] for at in sorted(circle)] for circle in circles(needs)]


def circles(needs: Sequence[Sequence[int]]) -> list[list[int]]:
    """Those that need each other, however indirectly, together; what is needed comes first."""
    reached: list[set[int]] = []
    wider = [{at, *others} for at, others in enumerate(needs)]
    while wider != reached:
        reached = wider
        wider = [set[int]().union(*(reached[one] for one in own)) for own in reached]
    found: dict[frozenset[int], list[int]] = defaultdict(list)
    for at, own in enumerate(reached):
        found[frozenset(own)].append(at)
    return [found[own] for own in sorted(found, key=len)]


def tests_last(body: Iterable[Term]) -> list[Term]:
    """The conditions: those that bind variables, then those that join others, then those that only test."""
    kinds = {"or": 1, "and": 1, "not": 2, "distinct": 2}
    return sorted(body, key=lambda one: kinds.get(one[0], 0) if isinstance(one, tuple) else 0)


def alternatives(body: Iterable[Term]) -> Iterator[tuple[Term, ...]]:
    """The bodies of which one must hold, without `or` and `and` outside of `not`.

    What one `or` binds another may test, in any order of both.
    """
    for parts in product(*map(branches, body)):
        yield tuple(tests_last(chain(*parts)))


def branches(condition: Term) -> list[tuple[Term, ...]]:
    """The same for one condition."""
    if name_of(condition) == "or":
        return [branch for part in condition[1:] for branch in branches(part)]
    if name_of(condition) == "and":
        return [tuple(chain(*parts)) for parts in product(*map(branches, condition[1:]))]
    return [(condition,)]


def needed(rules: Sequence[Rule]) -> list[Rule]:
    """The rules that the questions of a game depend on: not those of base and input."""
    names = {"role", "init", "legal", "next", "goal", "terminal"}
    size = 0
    while size != len(names):
        size = len(names)
        for rule in rules:
            if name_of(rule.head) in names:
                names |= {name_of(atom) for condition in rule.body for atom in asked_in(condition)}
    return [rule for rule in rules if name_of(rule.head) in names]


class Facts:
    """What holds, by name, and by name and each argument."""

    def __init__(self, facts: Iterable[Term] = ()) -> None:
        self.all: set[Term] = set()
        self.named: dict[str, list[Term]] = defaultdict(list)
        self.having: dict[tuple[str, int, Term], list[Term]] = defaultdict(list)
        for fact in facts:
            self.add(fact)

    def copy(self) -> Facts:
        return Facts(self.all)

    def add(self, fact: Term) -> bool:
        """Whether it is new."""
        if fact in self.all:
            return False
        self.all.add(fact)
        self.named[name_of(fact)].append(fact)
        if isinstance(fact, tuple):
            for at, part in enumerate(fact[1:], 1):
                self.having[fact[0], at, part].append(fact)
        return True

    def like(self, atom: Term, binding: Binding) -> Sequence[Term]:
        """The facts among which those of an atom are."""
        found: Sequence[Term] = self.named.get(name_of(atom), ())
        for at, part in enumerate(atom[1:], 1) if isinstance(atom, tuple) else ():
            argument = filled(part, binding)
            if is_ground(argument):
                found = min(found, self.having.get((atom[0], at, argument), ()), key=len)
        return found


def filled(term: Term, binding: Binding) -> Term:
    """The term with what its variables stand for."""
    if isinstance(term, str):
        return binding.get(term, term)
    return tuple(filled(part, binding) for part in term)


@cache
def is_ground(term: Term) -> bool:
    return not is_variable(term) if isinstance(term, str) else all(map(is_ground, term))


def matched(pattern: Term, fact: Term, binding: Binding) -> Binding | None:
    """The binding under which the pattern is the fact."""
    if isinstance(pattern, str):
        if pattern.startswith("?"):
            if pattern in binding:
                return binding if binding[pattern] == fact else None
            return {**binding, pattern: fact}
        return binding if pattern == fact else None
    if isinstance(fact, str) or len(pattern) != len(fact):
        return None
    found: Binding | None = binding
    for one, other in zip(pattern, fact, strict=True):
        if found is None:
            return None
        found = matched(one, other, found)
    return found


def solutions(body: Sequence[Term], binding: Binding, facts: Facts) -> Iterator[Binding]:
    """The bindings under which all conditions hold; the atom with the fewest facts comes first."""
    if not body:
        yield binding
        return
    atoms = [at for at, one in enumerate(body) if not isinstance(one, tuple) or one[0] not in JOINTS + TESTS]
    at = min(atoms, key=lambda at: len(facts.like(body[at], binding)), default=0)
    first, rest = body[at], [*body[:at], *body[at + 1 :]]
    for found in holding(first, binding, facts):
        yield from solutions(rest, found, facts)


def holding(condition: Term, binding: Binding, facts: Facts) -> Iterator[Binding]:
    """The bindings under which one condition holds."""
    kind = condition[0] if isinstance(condition, tuple) else ""
    if kind == "distinct":
        if filled(condition[1], binding) != filled(condition[2], binding):
            yield binding
    elif kind == "not":
        if not any(True for _ in holding(condition[1], binding, facts)):
            yield binding
    elif kind == "or":
        for part in condition[1:]:
            yield from holding(part, binding, facts)
    elif kind == "and":
        yield from solutions(tests_last(condition[1:]), binding, facts)
    else:
        for fact in list(facts.like(condition, binding)):
            found = matched(condition, fact, binding)
            if found is not None:
                yield found


class Interpreter:
    """The rules of a game, asked about one state after another; a state is the set of what holds in it."""

    def __init__(self, text: str) -> None:
        rules = [Rule(rule.head, body) for rule in needed(read(text)) for body in alternatives(rule.body)]
        ordered = in_order(rules)
        changing = self._depending(ordered, "true", "does")
        self._always = Facts()
        self._hold([one for one in ordered if not self._names(one) & changing], self._always)
        self._circles = [one for one in ordered if self._names(one) & changing]
        moving = self._depending(ordered, "does")
        self._standing = [one for one in self._circles if not self._names(one) & (moving | {"next"})]
        self.roles: list[Term] = [rule.head[1] for rule in rules if name_of(rule.head) == "role"]
        self.roles = list(dict.fromkeys(self.roles))
        self.start = frozenset(fact[1] for fact in self._always.named.get("init", ()))

    def view(self, state: frozenset[Term]) -> View:
        """What the rules say of a state."""
        facts = self._facts([("true", fact) for fact in state], self._standing)
        return View(self._of_roles("legal", facts), "terminal" in facts.all, self._of_roles("goal", facts))

    def after(self, state: frozenset[Term], moves: Mapping[Term, Term]) -> frozenset[Term]:
        """What holds after these moves, one of each role."""
        given = [("true", fact) for fact in state] + [("does", *pair) for pair in moves.items()]
        facts = self._facts(given, self._circles)
        return frozenset(fact[1] for fact in facts.named.get("next", ()))

    def _of_roles(self, name: str, facts: Facts) -> Mapping[Term, frozenset[Term]]:
        found = facts.named.get(name, ())
        return {role: frozenset(fact[2] for fact in found if fact[1] == role) for role in self.roles}

    def _facts(self, given: Iterable[Term], ordered: Sequence[Sequence[Rule]]) -> Facts:
        facts = self._always.copy()
        for fact in given:
            facts.add(fact)
        self._hold(ordered, facts)
        return facts

    @staticmethod
    def _hold(ordered: Sequence[Sequence[Rule]], facts: Facts) -> None:
        """Add what follows, circle by circle."""
        for circle in ordered:
            again = True
            while again:
                again = False
                for rule in circle:
                    heads = {filled(rule.head, found) for found in solutions(rule.body, {}, facts)}
                    again |= sum(map(facts.add, heads)) > 0

    @staticmethod
    def _names(circle: Sequence[Rule]) -> set[str]:
        return {name_of(rule.head) for rule in circle}

    @staticmethod
    def _depending(ordered: Sequence[Sequence[Rule]], *names: str) -> set[str]:
        """The names of what depends on what has these."""
        found = set(names)
        size = 0
        while size != len(found):
            size = len(found)
            for rule in (rule for circle in ordered for rule in circle):
                if any(name_of(atom) in found for condition in rule.body for atom in asked_in(condition)):
                    found.add(name_of(rule.head))
        return found
