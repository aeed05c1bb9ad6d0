"""Predicates in modes: each as a procedure of the IR, or the reason why not.

From the modes of the entries on, every call is compiled for what is known of its arguments at that place:
ground (`+`), free (`-`), or partly known (see `calls.py`). Goals stay in the order of the text. What
a predicate leaves unbound, where it must not, is tried again with its clauses in the place of the call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from pydecl.compiler import ir
from pydecl.compiler.frontend.goals_in_terms import GOALS, Goals
from pydecl.compiler.frontend.instantiation import END, Ends, Point, RefusedError, Scope, Steps, value
from pydecl.compiler.frontend.predicates import Indicator, Normal, Predicate, Rule
from pydecl.compiler.frontend.prelude import APART, closures, prelude
from pydecl.compiler.frontend.terms import (
    LIBRARY,
    arguments,
    compound,
    conjunction,
    conjuncts,
    indicator,
    is_goal,
    of_library,
    place_of,
    renamed,
    replaced,
    variables,
)
from pydecl.compiler.frontend.unification import unify
from pydecl.compiler.passes.unused_arguments import without_dead
from pydecl.model.graphs import circles
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure

MOST_GOALS = 20_000
"""How many goals may be compiled for an entry, in vain or not."""


Construct = Callable[["Analyser", Node, Point], bool]
"""Compiles one goal at a point; whether it has compiled the goals behind it, too."""

Call = Callable[["Analyser", Predicate, Node, Point], bool]
"""The same of a call of a predicate."""


class Analyser:
    """All procedures that were asked for, and those that they call."""

    def __init__(
        self, rules: Normal, constructs: Mapping[Indicator, Construct], call: Call, library: Construct
    ) -> None:
        """`constructs` are Prolog's own, by name and arity; -1 stands for any number of arguments.

        `call` compiles a call of a predicate that has clauses, `library` one of a library predicate.
        """
        self.rules = rules
        self.constructs, self.call, self.library = constructs, call, library
        self.recursive: dict[Indicator, bool] = {}
        """Whether predicates may call themselves, by the names of their procedures."""
        self.procedures: dict[ir.Key, ir.Procedure] = {}
        self.refused: dict[ir.Key, ir.Refusal] = {}
        self.unbound: set[ir.Key] = set()
        """Those that are refused only for a variable that may be unbound."""
        self.active: list[ir.Key] = []
        self.ends: list[Ends] = []
        self.derived: dict[str, Predicate] = {}
        self.closures: dict[Indicator, dict[int, int]] = {}
        """The arguments of predicates that are called as goals, and how many arguments these lack."""
        self.own: dict[tuple[Node, tuple[Named, ...]], Indicator] = {}
        """The predicates that bodies have become, by the body and the arguments."""
        self.joined: dict[tuple[Indicator, Node, tuple[Node, ...]], Predicate] = {}
        """The predicates that have become one with goals behind their calls, by these and the arguments."""
        self.inlined = 0
        self.goals = 0
        """How many goals have been compiled for the entry."""
        self.steps = Steps()

    @cached_property
    def calling(self) -> Goals:
        """Which arguments of predicates are goals, of the file and of the libraries."""
        return Goals(self.rules.predicates, {**closures(), **GOALS})

    def start(self) -> None:
        """Begin with another entry."""
        self.goals = 0
        self.steps = Steps()

    # Predicates

    def name_of(self, predicate: Predicate) -> str:
        """The name of a predicate's procedures; the library's get another one if the file has theirs."""
        there = self.rules.predicates.get((predicate.name, predicate.arity), predicate)
        return predicate.name if there is predicate else APART + predicate.name

    def is_recursive(self, predicate: Predicate) -> bool:
        """Whether a predicate may call itself, by way of others, too."""
        key = self.name_of(predicate), predicate.arity
        for circle in circles([key], self._called, self.recursive):
            for member in circle:
                self.recursive[member] = len(circle) > 1 or member in self._called(member)
        return self.recursive[key]

    def _called(self, key: Indicator) -> list[Indicator]:
        """The predicates that a predicate calls, all by the names of their procedures."""
        library = key[0].removeprefix(APART), key[1]
        own = self.rules.predicates
        predicate = own.get(key) or prelude().get(library)
        return [
            (APART + one.key[0], one.key[1]) if one.is_library and one.key in own else one.key
            for rule in (predicate.rules if predicate else ())
            for one in self.calling.called(rule.body)
        ]

    def own_predicate(self, body: Node, shared: Sequence[Named]) -> Node:
        """A body as a predicate of its own, whose cuts are the clause's; the goal that calls it."""
        key = self.own.setdefault((body, tuple(shared)), (f"body {len(self.own) + 1}", len(shared)))
        args = tuple(renamed(variable, "i0_") for variable in shared)  # the caller has names such as `in1`
        self.rules.of(key, body.span).rules[:] = [Rule(args, renamed(body, "i0_"), body.span)]
        return Structure(key[0], tuple(shared), body.span, body.span)

    def together(self, predicate: Predicate, body: Node, shared: Sequence[Named]) -> Predicate:
        """A predicate each of whose clauses ends with a body, whose variables `shared` are more arguments.

        A body that goes along in a call of the predicate by itself makes the same predicate again.
        """
        names = {
            name: Named(f"i{i}and_{name.partition('and_')[2] or name}", node.span)
            for i, (name, node) in enumerate(variables(body).items())
        }
        body = replaced(body, lambda one: names[one.name])
        more = tuple(replaced(variable, lambda one: names[one.name]) for variable in shared)
        key = (self.name_of(predicate), predicate.arity), body, more
        if key not in self.joined:
            name = f"{key[0][0]} and {len(self.joined) + 1}"
            made = Predicate(name, predicate.arity + len(more), predicate.place, barred=predicate.barred)
            for rule in predicate.rules:
                made.rules.append(Rule((*rule.args, *more), conjunction([rule.body, body]), rule.place))
            self.joined[key] = made
        return self.joined[key]

    def procedure(self, predicate: Predicate, mode: str, place: Span) -> ir.Key:
        """Compile a predicate in a mode, if that is not done yet. Raises RefusedError."""
        key = ir.Key(predicate.shown or self.name_of(predicate), mode)
        if key in self.refused:
            refusal = self.refused[key]
            where = place if predicate.library else refusal.place
            raise RefusedError(where, refusal.reason, (key, *refusal.chain), key in self.unbound)
        if key in self.procedures or key in self.active:
            return key
        before = len(self.procedures)
        self.active.append(key)
        ends, self.ends = self.ends, []
        try:
            barred = predicate.barred or (None if predicate.library else self.rules.barred)
            if barred is not None:
                raise RefusedError(*barred)
            self.procedures[key] = self._compiled(key, predicate)
        except RefusedError as refused:
            if predicate.library:
                refused.place = place
            for made in list(self.procedures)[before:]:
                del self.procedures[made]
            self.refused[key] = ir.Refusal(key, refused.place, refused.reason, refused.chain)
            if refused.free:
                self.unbound.add(key)
            chain = (key, *refused.chain)
            raise RefusedError(refused.place, refused.reason, chain, refused.free) from None
        except RecursionError:
            where = place if predicate.library else predicate.place
            self.refused[key] = ir.Refusal(key, where, "nested too deep")
            raise RefusedError(where, "nested too deep", (key,)) from None
        finally:
            self.active.pop()
            self.ends = ends
        return key

    def _compiled(self, key: ir.Key, predicate: Predicate) -> ir.Procedure:
        parameters = tuple(f"in{i}" for i, mark in enumerate(key.mode, 1) if mark == "+")
        clauses = []
        for rule in predicate.rules:
            counted = self.goals
            clauses.append(without_dead(self._clause(rule, key)))
            if rule.is_fact:  # there may be thousands, and each takes a few steps alone
                self.goals = counted
        return ir.Procedure(
            key,
            parameters,
            tuple(clauses),
            ir.Determinism.NONDET,
            predicate.place,
            tabled=predicate.answers,
        )

    def _clause(self, rule: Rule, key: ir.Key) -> ir.Clause:
        scope, out = Scope(steps=self.steps), list[ir.Goal]()
        results = []
        for i, (mark, arg) in enumerate(zip(key.mode, rule.args, strict=True), 1):
            if mark == "+":
                scope.bound.add(f"in{i}")
                unify(arg, Named(f"in{i}", arg.span), scope, out, arg.span)
            else:
                results.append(arg)
        end = Structure(END, tuple(results), rule.place, rule.place)
        values = self.body([*conjuncts(rule.body), end], scope, out, cut=True)
        return ir.Clause(tuple(out), values, rule.place)

    def body(
        self, goals: Sequence[Node], scope: Scope, out: list[ir.Goal], cut: bool = False
    ) -> tuple[ir.Expr, ...]:
        """Compile goals up to END, the last of them; the values that are left there."""
        names = tuple([scope.new("out") for _ in arguments(goals[-1])])
        ends = Ends(out, names)
        self.ends.append(ends)
        try:
            self.conjunction(Point(scope, out, goals, frozenset(), cut))
        finally:
            self.ends.pop()
        return ends.values()

    # Goals

    def conjunction(self, point: Point) -> None:
        """Compile the goals `point.rest` in order."""
        goals = [one for goal in point.rest for one in conjuncts(goal)]
        while goals and not point.scope.dead:
            goal = goals.pop(0)
            if self.goal(goal, Point(point.scope, point.out, goals, point.live, point.cut)):
                return

    def goal(self, goal: Node, point: Point) -> bool:
        """Compile a goal; whether it has compiled the goals behind it, too."""
        if is_goal(goal, ",", 2):
            point.rest = [goal, *point.rest]
            self.conjunction(point)
            return True
        self.goals += 1
        if place_of(goal).end:  # and not a goal of the library's
            self.steps.place = place_of(goal)
        if self.goals > MOST_GOALS:
            raise RefusedError(goal.span, "too many branches, or too many modes: it would become too long")
        if isinstance(goal, Structure) and goal.name == END:
            left = tuple([value(arg, point.scope, point.out) for arg in goal.args])
            self.ends[-1].reach(left, point.out, goal.span)
            return True
        if isinstance(goal, Named):  # a cut in it is local
            return self._library(compound("call", (goal,), goal.span), point)
        key = indicator(goal)
        if key is None:
            raise RefusedError(goal.span, "not a goal")
        if key == (":", 2):  # of a library, or the file's own: the rules cannot reach other modules
            module, inner = arguments(goal)
            if not isinstance(module, Constant):
                raise RefusedError(goal.span, "a goal of a module that is not written there")
            return self.goal(inner if is_goal(module, "user", 0) else of_library(inner), point)
        if key == (LIBRARY, 1):
            return self._library(arguments(goal)[0], point)
        if key in self.rules.predicates:
            return self.call(self, self.rules.predicates[key], goal, point)
        return self._library(goal, point)

    def _library(self, goal: Node, point: Point) -> bool:
        """A goal that is Prolog's own."""
        key = indicator(goal)
        assert key is not None
        construct = self.constructs.get(key) or self.constructs.get((key[0], -1)) or self.library
        return construct(self, goal, point)
