"""Calls of the file's predicates, and what is done if an argument is known in part only.

A predicate that is called as `p(f(X, Y), Z)`, X bound and Y free, is compiled for just that: as a predicate
with the arguments X, Y and Z, which begins with `p`'s own unification of `f(X, Y)`. So cuts and conditions in
it mean what they mean in Prolog. Closures are known in that way, too: `maplist(p(X), L)` is maplist/2 for
p/1.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.frontend.goals_in_terms import lambda_copy
from pydecl.compiler.frontend.instantiation import (
    Changing,
    Filled,
    Point,
    RefusedError,
    Scope,
    Spine,
    forget,
    settle,
    value,
)
from pydecl.compiler.frontend.mode_analysis import Analyser, Construct
from pydecl.compiler.frontend.partial_terms import LEFT, PARTIAL, SHARED, WHOLE
from pydecl.compiler.frontend.predicates import Indicator, Predicate, Rule
from pydecl.compiler.frontend.terms import CELL, arguments, conjunction, is_goal, variables
from pydecl.compiler.frontend.unification import Fitting
from pydecl.model.term import Atom, term_text
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure, walk

SPINE = "\0spine"
"""`SPINE(List, Measure)`: List is a list of free variables as long as Measure."""

LONGEST = 400
"""The longest description of an argument that is known in part, in characters."""


class Caller:
    """One call: its arguments as what is passed in, and patterns for what comes out."""

    def __init__(self, analyser: Analyser, scope: Scope, out: list[ir.Goal], place: Span) -> None:
        self.analyser, self.scope, self.out, self.place = analyser, scope, out, place

    def call(self, predicate: Predicate, args: Sequence[Node]) -> None:
        """Add the call. Raises RefusedError."""
        closures = closure_positions(self.analyser, predicate)
        for i, arg in enumerate(args):
            if i not in closures and self.scope.changes(arg) is None and self.scope.is_ground(arg):
                settle(arg, self.scope, self.out)  # it is passed as a value
        if not closures and is_table(predicate):
            self._in_table(predicate, args)
            return
        template = Template(self.scope, self.place)
        made = [template.of(arg, i in closures) for i, arg in enumerate(args)]
        leaves, called = template.leaves, predicate
        if template.is_partial or len(leaves) < len(made) or not all(isinstance(one, Named) for one in made):
            name = f"{predicate.name}<{','.join(template.text)}>"
            if name not in self.analyser.derived:
                self.analyser.derived[name] = _specialised(predicate, name, template, made)
            called = self.analyser.derived[name]
        mode = "".join(mark for _, mark, _ in leaves)
        key = self.analyser.procedure(called, mode, self.place)
        inputs = [value(node, self.scope, self.out) for _, mark, node in leaves if mark == "+"]
        outputs = [node.name for _, mark, node in leaves if mark == "-" and isinstance(node, Named)]
        results = tuple(ir.Bind(name) for name in outputs)
        self.out.append(ir.Call(key, tuple(inputs), results, self.place))
        forget(self.scope, outputs)
        for name, (*_, after) in template.changing.items():
            before = self.scope.changing[name]
            filled = before.filled if before.filled is Filled.ALL else Filled.SOME
            shared = before.shared or len(outputs) > 1  # another result may have it
            self.scope.changing[name] = Changing(after, filled, shared)

    def _in_table(self, predicate: Predicate, args: Sequence[Node]) -> None:
        """A call of facts without variables: what is known in part is a pattern for the results."""
        mode = "".join("+" if self.scope.is_ground(arg) else "-" for arg in args)
        key = self.analyser.procedure(predicate, mode, self.place)
        inputs = [value(arg, self.scope, self.out) for arg in args if self.scope.is_ground(arg)]
        fitting = Fitting(self.scope, self.place)
        results = [fitting.pattern(arg) for arg, mark in zip(args, mode, strict=True) if mark == "-"]
        self.out.append(ir.Call(key, tuple(inputs), tuple(results), self.place))
        self.out += fitting.later


def _specialised(predicate: Predicate, name: str, template: Template, made: Sequence[Node]) -> Predicate:
    """The predicate for arguments of a template, whose leaves are its arguments."""
    leaves = template.leaves
    derived = Predicate(
        name, len(leaves), predicate.place, barred=predicate.barred, library=predicate.library
    )
    names = [node.name for part in made for node in walk(part) if isinstance(node, Named)]
    plain = len(set(names)) == len(names) and not template.is_partial
    for rule in predicate.rules:
        place = rule.place

        def goal(name: str, *args: Node, place: Span = place) -> Node:
            return Structure(name, args, place, place)

        heads = {leaf: Named(leaf, place) for leaf, _, _ in leaves}
        goals = [goal(SPINE, Named(one, place), Named(two, place)) for one, two in template.spines.values()]
        goals += [
            goal(how, Named(term, place), heads[on]) for how, term, on, *_ in template.changing.values()
        ]
        direct: dict[str, Node] = {}
        for part, arg in zip(made, rule.args, strict=True):
            if plain and isinstance(part, Named) and part.name in heads:
                direct[part.name] = arg  # it stays in the head, so that facts stay facts
            else:
                goals.append(goal("=", part, arg, place=arg.span))
        goals.append(rule.body)
        for _, term, _, after, _ in template.changing.values():
            goals.append(goal(LEFT, Named(term, place), heads[after]))
        args = tuple(direct.get(leaf, heads[leaf]) for leaf, _, _ in leaves)
        derived.rules.append(Rule(args, conjunction(goals), place))
    return derived


def is_table(predicate: Predicate) -> bool:
    """Whether all clauses are facts without variables."""
    return all(rule.is_fact and not any(variables(arg) for arg in rule.args) for rule in predicate.rules)


class Template:
    """Arguments as terms of leaves: what is passed for each is ground, free, or such a list."""

    def __init__(self, scope: Scope, place: Span) -> None:
        self.scope, self.place = scope, place
        self.leaves: list[tuple[str, str, Node]] = []
        """Name, mode, and the caller's term of each."""
        self.free: dict[str, str] = {}
        self.spines: dict[str, tuple[str, str]] = {}
        """By the caller's variable: the leaf of the list, and of its measure."""
        self.changing: dict[str, tuple[str, str, str, str, str]] = {}
        """By the caller's variable: the goal that makes it such a term, its name, the leaves of what it is
        before the call and behind it, and what the caller calls that."""
        self.text: list[str] = []
        self.local: dict[str, str] = {}
        """The variables of lambda terms, which are not passed."""

    @property
    def is_partial(self) -> bool:
        """Whether an argument is a list of free variables, or may be changed."""
        return bool(self.spines or self.changing)

    def of(self, arg: Node, is_closure: bool) -> Node:
        """The template of an argument."""
        if is_closure:
            known = self.scope.resolve(arg)
            if is_goal(known, ">>", 2):
                arg, before = lambda_copy(known, self.scope), variables(self.scope.deep(known))
                new = [name for name in variables(arg) if name not in before]
                self.local.update({name: f"y{i}" for i, name in enumerate(new, len(self.local) + 1)})
        made, text = self._of(arg, is_closure)
        self._check(text)
        self.text.append(text)
        return made

    def _check(self, text: str) -> None:
        if len(text) > LONGEST:
            raise RefusedError(self.place, "an argument that is known in part only grows from call to call")

    def _leaf(self, mark: str, node: Node) -> Named:
        name = f"p{len(self.leaves) + 1}"
        self.leaves.append((name, mark, node))
        return Named(name, node.span)

    def _of(self, arg: Node, is_closure: bool) -> tuple[Node, str]:
        node = self.scope.alias(arg)
        if isinstance(node, Named) and node.name in self.scope.changing:
            return self._changing(node)
        if is_closure:
            node = self.scope.resolve(node)
            if isinstance(node, Named) and node.name not in self.scope.bound:
                return self._free(node)
            if isinstance(node, Constant):
                return node, term_text(node.value)
            if isinstance(node, Structure):
                return self._structure(node, True)
        if self.scope.is_ground(node):
            return self._leaf("+", arg), "+"
        if isinstance(node, Named):
            return self._free(node)
        assert isinstance(node, Structure)
        return self._structure(node, False)

    def _free(self, node: Named) -> tuple[Node, str]:
        if (local := self.local.get(node.name)) is not None:
            return Named(local, node.span), local
        if node.name in self.scope.spines:
            if node.name not in self.spines:
                measure = self.scope.spines[node.name].measure
                spine = self._leaf("-", node)
                self.spines[node.name] = spine.name, self._leaf("+", Named(measure, node.span)).name
            leaf = self.spines[node.name][0]
            return Named(leaf, node.span), f"~{leaf[1:]}"
        if node.name not in self.free:
            self.free[node.name] = self._leaf("-", node).name
        leaf = self.free[node.name]
        return Named(leaf, node.span), f"-{leaf[1:]}"

    def _changing(self, node: Named) -> tuple[Node, str]:
        if node.name not in self.changing:
            known = self.scope.changing[node.name]
            after = Named(self.scope.new("d"), node.span)
            leaves = self._leaf("+", Named(known.version, node.span)).name, self._leaf("-", after).name
            term = f"o{len(self.changing) + 1}"
            goal = WHOLE if known.filled is Filled.ALL else PARTIAL
            self.changing[node.name] = SHARED if known.shared else goal, term, *leaves, after.name
        goal, term, leaf, *_ = self.changing[node.name]
        return Named(term, node.span), f"{_MARKS[goal]}{leaf[1:]}"

    def _structure(self, node: Structure, is_closure: bool) -> tuple[Node, str]:
        parts: list[tuple[Node, str]] = []
        for arg in node.args:
            parts.append(self._of(arg, is_closure))
            self._check(parts[-1][1])
        made = Structure(node.name, tuple(part for part, _ in parts), node.span, node.functor)
        name = "." if node.name == CELL else term_text(Atom(node.name))
        return made, f"{name}({','.join(text for _, text in parts)})"


_MARKS = {PARTIAL: "^", SHARED: "&", WHOLE: "*"}
"""How a term that may be filled or changed is shown in the name of a predicate."""


def spine(_analyser: Analyser, goal: Node, point: Point) -> bool:
    """Compile SPINE."""
    made, measure = arguments(goal)
    assert isinstance(made, Named)
    known = point.scope.alias(measure)
    assert isinstance(known, Named)
    point.scope.spines[made.name] = Spine(known.name)
    return False


def closure_positions(analyser: Analyser, predicate: Predicate) -> frozenset[int]:
    """Which arguments of a predicate are called as goals."""
    key = (predicate.name, predicate.arity)
    if key not in analyser.closures:
        analyser.closures[key] = frozenset(analyser.calling.of(predicate))
    return analyser.closures[key]


CALL_PATTERNS: dict[Indicator, Construct] = {(SPINE, 2): spine}
"""By name and arity."""
