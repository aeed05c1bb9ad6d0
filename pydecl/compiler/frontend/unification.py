"""Unification as goals of the IR."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.frontend.instantiation import RefusedError, Scope, settle, shown
from pydecl.compiler.frontend.terms import CELL, is_cell, is_empty, items_of
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure


class Fitting:
    """Makes a pattern of a term for a value: free variables are bound by it."""

    def __init__(self, scope: Scope, place: Span) -> None:
        self.scope = scope
        self.place = place
        self.before = set(scope.bound)
        self.later: list[ir.Goal] = []
        """What must hold of the variables that the pattern binds."""

    def pattern(self, node: Node) -> ir.Pattern:
        scope = self.scope
        scope.steps.take(1)
        if isinstance(node, Named):
            if node.name in self.before:
                return ir.Equal(ir.Var(node.name))
            if node.name in scope.bound:
                again = scope.new()
                same = ir.Equal(ir.Var(node.name))
                self.later.append(ir.Match(ir.Var(again), same, self.place))
                return ir.Bind(again)
            known = scope.names.get(node.name)
            if known is not None:
                return self.pattern(known)
            if node.name in scope.changing:
                raise RefusedError(node.span, f"{shown(node)} is changed later", free=True)
            scope.bound.add(node.name)
            if node.name in scope.spines:
                self.later += spine_goals(node.name, scope.spines.pop(node.name), self.place)
            return ir.Bind(node.name)
        if isinstance(node, Constant):
            return ir.Equal(ir.Const(node.value))
        assert isinstance(node, Structure)
        if node.name == CELL:
            items, tail = items_of(scope_list(node, scope))
            parts = tuple([self.pattern(item) for item in items])
            return ir.ListShape(parts, None if is_empty(tail) else self.pattern(tail))
        return ir.Shape(node.name, tuple([self.pattern(arg) for arg in node.args]))


def scope_list(node: Node, scope: Scope) -> Node:
    """A list whose tail is a name for more of the list, as one list."""
    items, tail = items_of(node)
    known = scope.alias(tail)
    if known is tail or not (is_cell(known) or is_empty(known)):
        return node
    made = scope_list(known, scope)
    for item in reversed(items):
        made = Structure(CELL, (item, made), node.span, node.span)
    return made


def spine_goals(name: str, count: ir.Expr, place: Span) -> list[ir.Goal]:
    """That a bound value is a list of so many items."""
    return [
        ir.Library(ir.Key("is_list", "+"), (ir.Var(name),), (), place),
        ir.Library(ir.Key("length", "+-"), (ir.Var(name),), (ir.Equal(count),), place),
    ]


def unify(a: Node, b: Node, scope: Scope, out: list[ir.Goal], place: Span) -> None:
    """Goals that make two terms equal; `scope.dead` if they never are."""
    _unify(a, b, scope, out, place, set())


Equal = set[tuple[str, str]]
"""The names of terms that have been made equal."""


def _unify(a: Node, b: Node, scope: Scope, out: list[ir.Goal], place: Span, equal: Equal) -> None:
    if scope.dead:
        return
    if isinstance(a, Named) and isinstance(b, Named):
        if a.name == b.name or (a.name, b.name) in equal:
            return
        equal.add((a.name, b.name))
    scope.steps.take(1)
    a, b = scope.alias(a), scope.alias(b)
    if isinstance(b, Named) and not isinstance(a, Named):
        a, b = b, a
    for node, other in ((a, b), (b, a)):
        if isinstance(node, Named) and node.name in scope.changing and not scope.is_free(other):
            settle(node, scope, out)
    if isinstance(a, Named) and isinstance(b, Named):
        _unify_variables(a, b, scope, out, place, equal)
    elif isinstance(a, Named):
        if a.name in scope.bound:
            _unify_bound(a, b, scope, out, place, equal)
        else:
            _unify_free(a, b, scope, out, place)
    elif isinstance(a, Structure) and isinstance(b, Structure):
        if (a.name, len(a.args)) != (b.name, len(b.args)):
            never(scope, out, place)
        else:
            for left, right in zip(a.args, b.args, strict=True):
                _unify(left, right, scope, out, place, equal)
    elif not (isinstance(a, Constant) and isinstance(b, Constant) and ir.Const(a.value) == ir.Const(b.value)):
        never(scope, out, place)


def never(scope: Scope, out: list[ir.Goal], place: Span) -> None:
    """There is no solution."""
    out.append(ir.Fail(place))
    scope.dead = True


def _unify_variables(a: Named, b: Named, scope: Scope, out: list[ir.Goal], place: Span, equal: Equal) -> None:
    if a.name == b.name:
        return
    if a.name in scope.bound and b.name in scope.bound:
        known_a, known_b = scope.names.get(a.name), scope.names.get(b.name)
        if known_a is not None and known_b is not None and isinstance(known_a, Structure):
            _unify(known_a, known_b, scope, out, place, equal)
        else:
            out.append(ir.Match(ir.Var(a.name), ir.Equal(ir.Var(b.name)), place))
        return
    if a.name in scope.bound or a.name in scope.changing:
        a, b = b, a
    spine = scope.spines.get(a.name)
    if spine is None:
        scope.names[a.name] = b
        return
    if b.name in scope.bound:
        out += spine_goals(b.name, spine, place)
    elif b.name in scope.spines:
        out.append(ir.Compare("=:=", scope.spines[b.name], spine, place))
    else:
        scope.spines[b.name] = spine
    del scope.spines[a.name]
    scope.names[a.name] = b


def _unify_bound(a: Named, b: Node, scope: Scope, out: list[ir.Goal], place: Span, equal: Equal) -> None:
    """A value at run time and a constant or a structure."""
    known = scope.names.get(a.name)
    if known is not None:
        _unify(known, b, scope, out, place, equal)
        return
    fitting = Fitting(scope, place)
    out.append(ir.Match(ir.Var(a.name), fitting.pattern(b), place))
    out += fitting.later
    scope.names[a.name] = b


def _unify_free(a: Named, b: Node, scope: Scope, out: list[ir.Goal], place: Span) -> None:
    if isinstance(b, Structure) and a.name in scope.free(b):
        raise RefusedError(place, f"{shown(a)} would become a term without an end")
    spine = scope.spines.pop(a.name, None)
    scope.names[a.name] = b
    if spine is not None:
        _unify_spine(b, spine, scope, out, place)


def _unify_spine(b: Node, count: ir.Expr, scope: Scope, out: list[ir.Goal], place: Span) -> None:
    """A list of so many free variables, and a list in the text, which may have a tail."""
    items, tail = items_of(scope_list(b, scope))
    tail, number = scope.alias(tail), ir.Const(len(items))
    if is_empty(tail):
        out.append(ir.Compare("=:=", count, number, place))
    elif not isinstance(tail, Named):
        never(scope, out, place)
    else:  # by `>`, so that [] and [_|_] exclude each other
        out.append(ir.Compare(">", count, ir.Const(len(items) - 1), place))
        rest, made = ir.Var(scope.new("n")), Named(scope.new("l"), tail.span)
        out.append(ir.Compute(ir.Arith("-", (count, number)), ir.Bind(rest.name), place))
        scope.bound.add(rest.name)
        scope.spines[made.name] = rest
        unify(tail, made, scope, out, place)
