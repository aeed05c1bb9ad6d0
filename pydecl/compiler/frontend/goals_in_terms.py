"""Goals as arguments: of control constructs, of library predicates, and of the file's own predicates.

In `\\+ p(X)`, `findall(X, p(X), Xs)` and `maplist(p(a), Xs)` p is called, with no, no and one argument more
than are written; in `each(p(a), Xs)`, too, if the file says `each(G, Xs) :- maplist(G, Xs)`. A closure gets
more arguments when it is called; so does a lambda term of library(yall).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pydecl.compiler.frontend.instantiation import RefusedError, Scope, shown
from pydecl.compiler.frontend.predicates import ANSWERS, Indicator, Predicate, Rule
from pydecl.compiler.frontend.terms import (
    CELL,
    LIBRARY,
    arguments,
    compound,
    conjunction,
    indicator,
    is_goal,
    items_of,
    replaced,
    variables,
)
from pydecl.rules.checks.goals import GOALS as WRITTEN
from pydecl.rules.syntax import Named, Node, Span, Structure, walk

GOALS: Mapping[Indicator, Mapping[int, int]] = {**WRITTEN, (ANSWERS, 1): {0: 0}, (ANSWERS, 3): {0: 0}}
"""Which arguments are goals, and how many arguments these lack."""


class Called(NamedTuple):
    """A goal, or a closure; the predicate that it calls, with all arguments; whether it is the library's."""

    goal: Node
    key: Indicator
    is_library: bool


Qualified = Callable[[Node, int], Node | None]
"""What `Module:Goal`, which lacks so many arguments, becomes instead; None: that is not for it to say."""


class Goals:
    """Which arguments of a file's predicates are goals; `supplied` says it of others that it may call."""

    def __init__(
        self,
        predicates: Mapping[Indicator, Predicate],
        supplied: Mapping[Indicator, Mapping[int, int]],
        qualified: Qualified = lambda _goal, _more: None,
    ) -> None:
        self._predicates = predicates
        self._qualified = qualified
        self._others = {**GOALS, **supplied}
        self._own: dict[Indicator, dict[int, int]] = {}
        while self._learned():
            pass

    def _learned(self) -> bool:
        """Whether another argument of the file's predicates is found to be a goal."""
        before = sum(map(len, self._own.values()))
        for key, predicate in self._predicates.items():
            self._own[key] = {**self.of(predicate), **self._own.get(key, {})}
        return sum(map(len, self._own.values())) > before

    def of(self, predicate: Predicate) -> dict[int, int]:
        """Which arguments of a predicate are goals, and how many arguments these lack."""
        found: dict[int, int] = {}
        for rule in predicate.rules:
            called = {} if rule.is_fact else dict(self._variables(rule.body))
            for at, arg in enumerate(rule.args):
                if isinstance(arg, Named) and arg.name in called:
                    found.setdefault(at, called[arg.name])
        return found

    def _variables(self, goal: Node, more: int = 0) -> Iterator[tuple[str, int]]:
        """The variables that are called as goals, and with how many arguments more."""
        if isinstance(goal, Named):
            yield goal.name, more
            return
        inner, is_library = _plain(goal)
        key = indicator(inner)
        if key is not None:
            for at, lacks in self.positions((key[0], key[1] + more), is_library).items():
                if at < key[1]:
                    yield from self._variables(arguments(inner)[at], lacks)

    def positions(self, key: Indicator, is_library: bool) -> Mapping[int, int]:
        """Which arguments of a predicate are goals, and how many arguments these lack."""
        if not is_library and key in self._predicates:
            return self._own.get(key, {})
        return {0: key[1]} if key[0] == ">>" and key[1] >= 2 else self._others.get(key, {})

    def changed(self, goal: Node, change: Callable[[Called], Node], more: int = 0) -> Node:
        """A goal in which what each goal calls is another: those within it first, then the goal itself."""
        if isinstance(goal, Named):
            return goal
        if is_goal(goal, ":", 2) and (instead := self._qualified(goal, more)) is not None:
            return instead
        inner, is_library = _plain(goal)
        key = indicator(inner)
        if key is None:
            return goal
        if is_goal(inner, ">>", 2):
            params, body = arguments(inner)
            assert isinstance(inner, Structure)
            return Structure(">>", (params, self.changed(body, change)), inner.span, inner.functor)
        if isinstance(inner, Structure):
            args = list(inner.args)
            for at, lacks in self.positions((key[0], key[1] + more), is_library).items():
                if at < len(args):
                    args[at] = self.changed(args[at], change, lacks)
            inner = replace(inner, args=tuple(args))
        made = change(Called(inner, (key[0], key[1] + more), is_library))
        if not is_library:
            return made
        assert isinstance(goal, Structure)
        return replace(goal, args=(*goal.args[:-1], made))

    def unknown(self, rule: Rule) -> set[int]:
        """How many arguments the variables lack that a clause calls as goals."""
        return {more for _, more in self._variables(rule.body)}

    def terms(self, goal: Node, more: int = 0) -> Iterator[Node]:
        """The terms in a goal, and theirs, but for those that are goals themselves."""
        inner, is_library = _plain(goal)
        key = indicator(inner)
        if key is None:
            yield from walk(inner)
            return
        goals = {1: 0} if key == (">>", 2) else self.positions((key[0], key[1] + more), is_library)
        for at, arg in enumerate(arguments(inner)):
            yield from self.terms(arg, goals[at]) if at in goals else walk(arg)

    def called(self, goal: Node) -> list[Called]:
        """All that a goal calls, by way of goals within it, too."""
        found: list[Called] = []

        def note(one: Called) -> Node:
            found.append(one)
            return one.goal

        self.changed(goal, note)
        return found


def _plain(goal: Node) -> tuple[Node, bool]:
    """A goal without what says whose it is, and whether it is the library's."""
    if is_goal(goal, LIBRARY, 1):
        return arguments(goal)[0], True
    if is_goal(goal, ":", 2):
        module, inner = arguments(goal)
        return inner, not is_goal(module, "user", 0)
    return goal, False


def called(closure: Node, extra: Sequence[Node], scope: Scope, place: Span) -> Node:
    """The goal that `call(closure, extra...)` calls. Raises RefusedError if it is not known."""
    closure = scope.resolve(closure)
    if is_goal(closure, ":", 2):
        module, inner = arguments(closure)
        return compound(":", (module, called(inner, extra, scope, place)), place)
    if isinstance(closure, Named):
        raise RefusedError(place, "a goal that is not known before the program runs")
    if is_goal(closure, ">>", 2):
        return _lambda(closure, extra, scope, place)
    if is_goal(closure, "^", 2) and extra:
        raise RefusedError(place, "a lambda term with ^")
    key = indicator(closure)
    if key is None:
        raise RefusedError(closure.span, "not a goal")
    if not extra:
        return closure
    return compound(key[0], (*arguments(closure), *extra), place)


def _lambda(closure: Node, extra: Sequence[Node], scope: Scope, place: Span) -> Node:
    """Parameters and body of a lambda term, with new variables, as one goal."""
    parameters, body = arguments(lambda_copy(closure, scope))
    if is_goal(parameters, "/", 2):
        free, parameters = arguments(parameters)
        if not (is_goal(free, "{}", 1) or is_goal(free, "{}", 0)):
            raise RefusedError(free.span, "a lambda term whose shared variables are not in braces")
    items, tail = items_of(parameters)
    if not (isinstance(tail, Structure) and tail.name == CELL):
        raise RefusedError(parameters.span, "the parameters of a lambda term are no list")
    if len(items) > len(extra):
        raise RefusedError(parameters.span, "a lambda term with more parameters than it gets arguments")
    same = [compound("=", pair, place) for pair in zip(items, extra, strict=False)]
    return conjunction([*same, compound("call", (body, *extra[len(items) :]), place)])


def lambda_copy(closure: Node, scope: Scope, kept: Collection[str] = ()) -> Node:
    """A lambda term with variables of its own, but for those that are bound or kept and those before `/`."""
    known = scope.deep(closure)
    shared = set(kept)
    parameters = arguments(known)[0]
    if is_goal(parameters, "/", 2):
        shared.update(variables(arguments(parameters)[0]))
    names: dict[str, Node] = {}
    for name, node in variables(known).items():
        if (name in scope.changing or not scope.is_ground(node)) and name not in shared:
            if not scope.is_free(node):
                raise RefusedError(node.span, f"a lambda term copies {shown(node)}, which is known in part")
            names[name] = Named(scope.new("z"), node.span)
    return replaced(known, lambda one: names.get(one.name, one))
