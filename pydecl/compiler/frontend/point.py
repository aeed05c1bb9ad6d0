"""A program point: where a goal is compiled, and where a body ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydecl.compiler import ir
from pydecl.compiler.frontend.instantiation import RefusedError, Scope
from pydecl.rules.syntax import Named, Node, Span

END = "\0end"
"""A goal behind all others: its arguments are the terms whose values are wanted there."""


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

    def read(self, scope: Scope, place: Span) -> dict[str, Named]:
        """The free variables that are read behind the goal, in a scope like the point's."""
        waiting = [late.hole for late in scope.late.values()]
        waiting += [part for pair in scope.joined.values() for part in pair]
        return scope.free(*(Named(name, place) for name in sorted(self.needed())), *waiting)


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
        """What the body leaves; anything if it is never left."""
        return self.reached[0] if self.reached else (ir.MakeList((), None),) * len(self.names)
