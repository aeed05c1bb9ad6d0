"""Which predicates may call themselves: the call graph of the clauses, told by names alone."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler.frontend.predicates import Indicator, Normal, Predicate
from pydecl.compiler.frontend.prelude import APART, prelude
from pydecl.compiler.frontend.terms import indicator
from pydecl.rules.syntax import walk


def defined(rules: Normal, key: Indicator) -> Predicate | None:
    """A predicate of the file, or of the libraries that are written in Prolog."""
    return rules.predicates.get(key) or prelude().get(key)


class Recursion:
    """The recursions of a file's predicates, each worked out when it is first asked for."""

    def __init__(self, rules: Normal) -> None:
        self.rules = rules
        self.recursive: dict[Indicator, bool] = {}
        self.mentions: dict[Indicator, frozenset[Indicator]] = {}
        self.by_name: dict[str, list[Indicator]] = {}
        self.counted = 0
        """How many predicates `by_name` has."""

    def is_recursive(self, key: Indicator) -> bool:
        """Whether a predicate may call itself, by way of others, too (Tarjan)."""
        if key in self.recursive:
            return self.recursive[key]
        number: dict[Indicator, int] = {key: 0}
        low: dict[Indicator, int] = {key: 0}
        stack, work = [key], [(key, iter(self._mentioned(key)))]
        while work:
            one, rest = work[-1]
            other = next(rest, None)
            if other is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[one])
                if low[one] == number[one]:
                    at = stack.index(one)
                    circle, stack = stack[at:], stack[:at]
                    for member in circle:
                        self.recursive[member] = len(circle) > 1 or member in self._mentioned(member)
            elif other in self.recursive:
                continue  # it leads to nothing that is still open
            elif other not in number:
                number[other] = low[other] = len(number)
                stack.append(other)
                work.append((other, iter(self._mentioned(other))))
            else:
                low[one] = min(low[one], number[other])
        return self.recursive[key]

    def _mentioned(self, key: Indicator) -> frozenset[Indicator]:
        """The predicates that a predicate may call, told by their names alone."""
        if key not in self.mentions:
            predicate = defined(self.rules, key)
            found: set[Indicator] = set()
            bodies = [] if predicate is None else [rule.body for rule in predicate.rules]
            for name in {indicator(node) for body in bodies for node in walk(body)} - {None}:
                assert name is not None
                found.update(k for k in self._named(name[0]) if k[1] >= name[1])
                if name in prelude():
                    found.add(name)
                    if (here := (APART + name[0], name[1])) in self.rules.predicates:
                        found.add(here)
            self.mentions[key] = frozenset(found)
        return self.mentions[key]

    def _named(self, name: str) -> Sequence[Indicator]:
        """The predicates of the file of a name."""
        if len(self.rules.predicates) != self.counted:
            self.counted = len(self.rules.predicates)
            self.by_name = {}
            for key in self.rules.predicates:
                self.by_name.setdefault(key[0], []).append(key)
        return self.by_name.get(name, ())
