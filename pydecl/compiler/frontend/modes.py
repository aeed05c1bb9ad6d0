"""Predicates in modes: each as a procedure of the IR, or the reason why not.

From the modes of the entries on, every call is compiled for what is known of its arguments at that place:
ground (`+`), free (`-`), or partly known (see `templates.py`). Goals stay in the order of the text. What a
predicate leaves unbound, where it must not, is tried again with its clauses in the place of the call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydecl.compiler import ir
from pydecl.compiler.frontend.normal import Indicator, Normal, Predicate, Rule
from pydecl.compiler.frontend.prelude import prelude, used
from pydecl.compiler.frontend.scope import RefusedError, Scope, Steps, value
from pydecl.compiler.frontend.terms import (
    LIBRARY,
    arguments,
    atom,
    compound,
    conjunction,
    conjuncts,
    cuts,
    indicator,
    is_goal,
    of_library,
    place_of,
    renamed,
)
from pydecl.compiler.frontend.unifying import unify
from pydecl.rules.syntax import Named, Node, Span, Structure, walk

END = "\0end"
"""A goal behind all others: its arguments are the terms whose values are wanted there."""

MOST_GOALS = 20_000
"""How many goals a procedure may become."""

MOST_IN_ALL = 20_000
"""How many goals may be compiled for an entry, in vain or not."""


class NotJoinedError(RefusedError):
    """The branches of a goal leave a variable in different states."""

    def __init__(self, place: Span, name: str) -> None:
        super().__init__(place, f"{name} is bound in some of the branches only", free=True)


@dataclass(slots=True)
class Point:
    """Where a goal is compiled: what is known there, the goals made so far, and what comes after it."""

    scope: Scope
    out: list[ir.Goal]
    rest: Sequence[Node] = ()
    """The goals behind it in the same conjunction."""
    live: frozenset[str] = frozenset()
    """The variables that are read behind the conjunction."""
    cut: bool = False
    """Whether a cut here is the clause's."""

    def needed(self) -> frozenset[str]:
        """The variables that are read behind the goal."""
        return self.live.union(self.scope.steps.variables(self.rest))


@dataclass(slots=True)
class Ends:
    """Where a body is left, and the values that it leaves there."""

    goals: list[ir.Goal]
    """The body's own goals: an end among them gives its values as they are, one in a branch assigns them."""
    names: tuple[str, ...]
    """The variables that ends in branches assign."""
    reached: list[tuple[ir.Expr, ...]] = field(default_factory=list)

    def reach(self, values: tuple[ir.Expr, ...], out: list[ir.Goal], place: Span) -> None:
        """Note an end behind the goals `out`."""
        if out is self.goals:
            self.reached.append(values)
            return
        for name, made in zip(self.names, values, strict=True):
            out.append(ir.Match(made, ir.Bind(name), place))
        self.reached.append(tuple([ir.Var(name) for name in self.names]))

    def values(self) -> tuple[ir.Expr, ...]:
        """What the body leaves; anything where it is never left."""
        return self.reached[0] if self.reached else (ir.MakeList((), None),) * len(self.names)


class Analyser:
    """All procedures that were asked for, and those that they call."""

    def __init__(self, rules: Normal) -> None:
        self.rules = rules
        self.procedures: dict[ir.Key, ir.Procedure] = {}
        self.refused: dict[ir.Key, ir.Refusal] = {}
        self.unbound: dict[ir.Key, tuple[ir.Key, int] | None] = {}
        """Those that are refused only for a variable that may be unbound, and for which result that is."""
        self.active: list[ir.Key] = []
        self.ends: list[Ends] = []
        self.derived: dict[str, Predicate] = {}
        self.recursive: dict[Indicator, bool] = {}
        self.mentions: dict[Indicator, frozenset[Indicator]] = {}
        self.by_name: dict[str, list[Indicator]] = {}
        self.counted = 0
        """How many predicates `by_name` has."""
        self.closures: dict[Indicator, frozenset[int]] = {}
        self.changed: dict[Indicator, tuple[int, ...]] = {}
        self.single: list[tuple[str, ir.Key, ir.Key]] = []
        """Late calls: the predicate and the procedures of the call and of the later one."""
        self.several: set[str] = set()
        """Predicates that have been found to have several solutions, and are not called late."""
        self.own: dict[tuple[Node, tuple[Named, ...]], Indicator] = {}
        """The predicates that bodies have become, by the body and the arguments."""
        self.inlined = 0
        self.goals = 0
        self.total = 0
        """How many goals have been compiled for the entry."""
        self.steps = Steps()

    def start(self) -> None:
        """Begin with another entry."""
        self.total = 0
        self.steps = Steps()

    # Predicates

    def predicate(self, key: Indicator) -> Predicate | None:
        """A predicate of the file, or of the libraries that are written in Prolog."""
        return self.rules.predicates.get(key) or prelude().get(key)

    def own_predicate(self, body: Node, shared: Sequence[Named]) -> Node:
        """A body as a predicate of its own, whose cuts are the clause's; the goal that calls it."""
        key = self.own.setdefault((body, tuple(shared)), (f"body {len(self.own) + 1}", len(shared)))
        if key not in self.rules.predicates:
            self.rules.of(key, body.span)
        args = tuple(renamed(variable, "i0_") for variable in shared)  # the caller has names such as `in1`
        self.rules.predicates[key].rules[:] = [Rule(args, renamed(body, "i0_"), body.span)]
        return Structure(key[0], tuple(shared), body.span, body.span)

    def procedure(self, predicate: Predicate, mode: str, place: Span) -> ir.Key:
        """Compile a predicate in a mode, if that is not done yet. Raises RefusedError."""
        key = ir.Key(predicate.name, mode)
        if key in self.refused:
            refusal = self.refused[key]
            again = RefusedError(refusal.place, refusal.reason, (key, *refusal.chain), key in self.unbound)
            again.output = self.unbound.get(key)
            raise again
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
            raised = RefusedError(refused.place, refused.reason, (key, *refused.chain), refused.free)
            raised.output = refused.output if refused.output and refused.output[0] == key else None
            if refused.free:
                self.unbound[key] = raised.output
            raise raised from None
        except RecursionError:
            self.refused[key] = ir.Refusal(key, predicate.place, "nested too deep")
            raise RefusedError(predicate.place, "nested too deep", (key,)) from None
        finally:
            self.active.pop()
            self.ends = ends
        return key

    def _compiled(self, key: ir.Key, predicate: Predicate) -> ir.Procedure:
        self.goals = 0
        parameters = tuple(f"in{i}" for i, mark in enumerate(key.mode, 1) if mark == "+")
        clauses = [self._clause(rule, key) for rule in predicate.rules]
        return ir.Procedure(key, parameters, tuple(clauses), ir.Determinism.NONDET, predicate.place)

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
        goals = list(point.rest)
        while goals and not point.scope.dead:
            goal = goals.pop(0)
            inner = Point(point.scope, point.out, goals, point.live, point.cut)
            if is_goal(goal, ",", 2):
                goals[:0] = conjuncts(goal)
            elif self.goal(goal, inner):
                return

    def goal(self, goal: Node, point: Point) -> bool:
        """Compile one goal; whether it has compiled the goals behind it, too."""
        self.goals += 1
        self.total += 1
        self.steps.place = place_of(goal)
        if self.total > MOST_IN_ALL:
            raise RefusedError(goal.span, "the predicates would have to be compiled in too many modes")
        if self.goals > MOST_GOALS:
            raise RefusedError(goal.span, "too many branches: the procedure would become too long")
        if isinstance(goal, Structure) and goal.name == END:
            self.ends[-1].reach(self._left(goal, point), point.out, goal.span)
            return True
        if isinstance(goal, Named):
            known = point.scope.resolve(goal)
            if isinstance(known, Named):
                raise RefusedError(goal.span, "a goal that is not known before the program runs")
            goal = compound("call", (known,), goal.span)  # a cut in it is local
            return self._library(goal, point)
        key = indicator(goal)
        if key is None:
            raise RefusedError(goal.span, "not a goal")
        if key == (",", 2):
            point.rest = [*conjuncts(goal), *point.rest]
            self.conjunction(point)
            return True
        if key == (":", 2):
            return self._qualified(goal, point)
        if key == (LIBRARY, 1):
            return self._library(arguments(goal)[0], point)
        if key in self.rules.predicates:
            return self.call(self.rules.predicates[key], goal, point)
        return self._library(goal, point)

    def _qualified(self, goal: Node, point: Point) -> bool:
        """A goal of a module, which is a library, or the file's own: the rules cannot reach others."""
        module, inner = arguments(goal)
        if isinstance(inner, Named) or is_goal(module, "user", 0):
            return self.goal(inner, point)
        return self.goal(inner if indicator(inner) is None else of_library(inner), point)

    def _library(self, goal: Node, point: Point) -> bool:
        """A goal that is Prolog's own."""
        from pydecl.compiler.frontend.control import CONTROL
        from pydecl.compiler.frontend.library_calls import library_call
        from pydecl.compiler.frontend.rewriting import rewritten

        key = indicator(goal)
        assert key is not None
        control = CONTROL.get(key) or CONTROL.get((key[0], -1))
        if control is not None:
            return control(self, goal, point)
        simpler = rewritten(goal, point)
        if simpler is not None:
            return self.goal(of_library(simpler), point)
        if library_call(self, goal, point):
            return False
        if (written := prelude().get(key)) is not None:
            own = sorted(used(key) & self.rules.predicates.keys())
            if own:
                reason = (
                    f"{key[0]}/{key[1]} calls the library's {own[0][0]}/{own[0][1]}, and the file has its own"
                )
                raise RefusedError(place_of(goal), reason)
            return self.call(written, goal, point)
        reason = f"{key[0]}/{key[1]} is not defined in the file, and not known here"
        raise RefusedError(place_of(goal), reason)

    def _left(self, end: Structure, point: Point) -> tuple[ir.Expr, ...]:
        """The values at an end; a refusal tells which one is not known."""
        made = []
        for i, arg in enumerate(end.args):
            try:
                made.append(value(arg, point.scope, point.out))
            except RefusedError as refused:
                refused.output = (self.active[-1], i) if len(self.ends) == 1 else None
                raise
        return tuple(made)

    def call(self, predicate: Predicate, goal: Node, point: Point) -> bool:
        """A call of a predicate; where that leaves variables unbound, its clauses in place of the call."""
        from pydecl.compiler.frontend.late import late_call
        from pydecl.compiler.frontend.templates import Caller

        trial, out = point.scope.copy(), list[ir.Goal]()
        try:
            Caller(self, trial, out, place_of(goal)).call(predicate, arguments(goal))
        except RefusedError as refused:
            key = (predicate.name, predicate.arity)
            if not refused.free:
                raise
            if not self.can_be_inlined(key, predicate):
                if not late_call(self, predicate, goal, point):
                    raise
                return False
            inner, goals = point.scope.copy(), list[ir.Goal]()
            made = Point(inner, goals, point.rest, point.live)
            ends = len(self.ends[-1].reached) if self.ends else 0
            try:
                took = self.goal(self.inlining(predicate, goal), made)
            except NotJoinedError:
                raise
            except RefusedError:
                if self.ends:
                    del self.ends[-1].reached[ends:]
                raise refused from None
            point.scope.become(inner)
            point.out += goals
            return took
        point.scope.become(trial)
        point.out += out
        return False

    # Clauses in the place of a call

    def can_be_inlined(self, key: Indicator, predicate: Predicate) -> bool:
        """Whether the clauses of a predicate can stand in the place of a call."""
        if predicate.barred is not None or len(predicate.rules) > 32 or self.is_recursive(key):
            return False
        return all(
            sum(1 for _ in cuts(rule.body)) == sum(is_goal(goal, "!", 0) for goal in conjuncts(rule.body))
            for rule in predicate.rules
        )

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
            predicate = self.predicate(key)
            found: set[Indicator] = set()
            bodies = [] if predicate is None else [rule.body for rule in predicate.rules]
            for name in {indicator(node) for body in bodies for node in walk(body)} - {None}:
                assert name is not None
                found.update(k for k in self._named(name[0]) if k[1] >= name[1])
                if name in prelude():
                    found.add(name)
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

    def inlining(self, predicate: Predicate, goal: Node) -> Node:
        """The clauses of a predicate as one goal, with the arguments of a call."""
        place = place_of(goal)
        made: Node = atom("fail", place)
        for rule in reversed(predicate.rules):
            self.inlined += 1
            prefix = f"i{self.inlined}_"
            goals: list[Node] = [
                Structure("=", (arg, renamed(head, prefix)), arg.span, place)
                for arg, head in zip(arguments(goal), rule.args, strict=True)
            ]
            goals += [renamed(body, prefix) for body in conjuncts(rule.body)]
            last = max((i for i, g in enumerate(goals) if is_goal(g, "!", 0)), default=None)
            if last is None:
                branch = conjunction(goals)
            else:
                condition = conjunction(goals[:last])
                branch = compound("->", (condition, conjunction(goals[last + 1 :])), place)
            made = (
                branch
                if rule is predicate.rules[-1] and last is None
                else compound(";", (branch, made), place)
            )
        return made
