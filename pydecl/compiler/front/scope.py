"""What is known of a clause's variables between two goals.

A variable is *bound* (it has a value at run time), or a *name* for a term that is known while compiling, or
free. A name stands for a structure some parts of which may still be free: so `T = f(A, B), A = 1` needs no
logic variables. A bound variable may be a name, too: then the structure of its value is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count

from pydecl.compiler import ir
from pydecl.compiler.front.terms import CELL, is_empty, items_of
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure

MOST_NAMES = 1000
"""How many names a term may be made of."""


class RefusedError(Exception):
    """A construct that is not compiled; `free` where the only reason is a variable that may be unbound."""

    def __init__(self, place: Span, reason: str, chain: tuple[ir.Key, ...] = (), free: bool = False) -> None:
        super().__init__(reason)
        self.place, self.reason, self.chain, self.free = place, reason, chain, free
        self.output: tuple[ir.Key, int] | None = None
        """The procedure one of whose results is not known, and which of them."""


@dataclass(frozen=True, slots=True)
class Spine:
    """A free variable that is a list of different free variables, known by one of two bound variables:

    as many as the list `measure` has, or as the integer `count` says, which is not negative.
    """

    measure: str | None
    count: ir.Expr | None = None


@dataclass(frozen=True, slots=True)
class Late:
    """A call that is made when `hole` is known; it succeeds, whatever that is (`late.py`)."""

    hole: Node
    inputs: tuple[Node, ...]
    """The arguments passed in, the hole among them."""
    key: ir.Key
    results: tuple[str | None, ...]
    """The variables that it binds; None where a result is known before."""


@dataclass(slots=True)
class Scope:
    """The state of a clause's variables at one point of it."""

    fresh: count[int] = field(default_factory=lambda: count(1))
    bound: set[str] = field(default_factory=set)
    names: dict[str, Node] = field(default_factory=dict)
    spines: dict[str, Spine] = field(default_factory=dict)
    owned: dict[str, str] = field(default_factory=dict)
    """Variables whose value is this clause's own copy, which setarg/3 may change: under which name it is now.
    """
    shared: set[str] = field(default_factory=set)
    """Those of them that have become part of another value."""
    joined: dict[str, tuple[Node, Node]] = field(default_factory=dict)
    """Lists that are what append/3 makes of two, the second of which is not yet known."""
    late: dict[str, Late] = field(default_factory=dict)
    """Variables that a later call binds."""
    holes: frozenset[str] = frozenset()
    """Free variables that must not be looked at."""
    dead: bool = False
    """Whether this point is never reached."""

    def copy(self) -> Scope:
        return Scope(
            self.fresh, set(self.bound), dict(self.names), dict(self.spines),
            dict(self.owned), set(self.shared), dict(self.joined), dict(self.late),
            self.holes, self.dead,
        )  # fmt: skip

    def become(self, other: Scope) -> None:
        """Take over the state of a copy."""
        self.bound, self.names, self.spines = other.bound, other.names, other.spines
        self.owned, self.shared = other.owned, other.shared
        self.joined, self.late, self.holes, self.dead = other.joined, other.late, other.holes, other.dead

    def new(self, letter: str = "t") -> str:
        """A name that no other variable of the procedure has."""
        return f"{letter}{next(self.fresh)}"

    def resolve(self, node: Node) -> Node:
        """The term that a variable is a name for, if its functor is known; else the variable itself."""
        while isinstance(node, Named):
            known = self.names.get(node.name)
            if known is None:
                return node
            node = known
        return node

    def deep(self, node: Node) -> Node:
        """The term with all names replaced by what they stand for, except those that are bound.

        Raises RefusedError where there are too many: a term that grows from call to call.
        """
        return self._deep(node, count(1))

    def _deep(self, node: Node, replaced: count[int]) -> Node:
        if isinstance(node, Named):
            if node.name in self.bound:
                return node
            known = self.names.get(node.name)
            if known is None:
                return node
            if next(replaced) > MOST_NAMES:
                raise RefusedError(node.span, "a term that is known in part only grows from call to call")
            return self._deep(known, replaced)
        if isinstance(node, Structure) and node.args:
            args = tuple([self._deep(arg, replaced) for arg in node.args])
            return Structure(node.name, args, node.span, node.functor)
        return node

    def is_ground(self, node: Node) -> bool:
        """Whether a term has a value at run time."""
        if isinstance(node, Named):
            if node.name in self.bound:
                return True
            known = self.names.get(node.name)
            if known is None:
                parts = self.parts(node.name)
                return parts is not None and all(self.is_ground(part) for part in parts)
            return self.is_ground(known)
        return not isinstance(node, Structure) or all(self.is_ground(arg) for arg in node.args)

    def parts(self, name: str) -> tuple[Node, ...] | None:
        """What the value of a variable will be made of; None for one that is bound, or free."""
        if name in self.joined:
            return self.joined[name]
        return (self.late[name].hole,) if name in self.late else None

    def is_free(self, node: Node) -> bool:
        """Whether a term is a free variable of which nothing is known, and that may be bound."""
        if not isinstance(node, Named) or node.name in self.bound or node.name in self.names:
            return False
        return node.name not in self.spines and node.name not in self.holes and self.parts(node.name) is None

    def free(self, node: Node, found: dict[str, Named] | None = None) -> dict[str, Named]:
        """The free variables in a term, by name, in order."""
        if found is None:
            found = {}
        if isinstance(node, Named):
            if node.name not in self.bound:
                known = self.names.get(node.name)
                if known is not None:
                    self.free(known, found)
                elif (parts := self.parts(node.name)) is not None:
                    for part in parts:
                        self.free(part, found)
                else:
                    found.setdefault(node.name, node)
        elif isinstance(node, Structure):
            for arg in node.args:
                self.free(arg, found)
        return found

    def alias(self, node: Node) -> Node:
        """The last variable that a variable is only another name of, bound or free; or the term."""
        while isinstance(node, Named) and node.name not in self.bound:
            known = self.names.get(node.name)
            if known is None:
                return node
            node = known
        return node


def value(node: Node, scope: Scope, out: list[ir.Goal]) -> ir.Expr:
    """The expression of a ground term. A structure that has a name is made once, by a goal.

    Raises RefusedError where it has a free variable.
    """
    if isinstance(node, Named):
        if node.name in scope.bound:
            if node.name in scope.owned.values():
                scope.shared.add(node.name)
            return ir.Var(node.name)
        known = scope.names.get(node.name)
        if known is None and scope.parts(node.name) is not None:
            make_parts(node, scope, out)
            return ir.Var(node.name)
        if known is None:
            raise RefusedError(node.span, f"{shown(node)} may be unbound here", free=True)
        if isinstance(known, Structure) and known.args and scope.is_ground(known):
            made = value(known, scope, out)
            out.append(ir.Match(made, ir.Bind(node.name), node.span))
            scope.bound.add(node.name)
            return ir.Var(node.name)
        return value(known, scope, out)
    if isinstance(node, Constant):
        return ir.Const(node.value)
    assert isinstance(node, Structure)
    if node.name == CELL:
        items, tail = items_of(node)
        parts = tuple([value(item, scope, out) for item in items])
        if is_empty(tail):
            return ir.MakeList(parts, None)
        rest = value(tail, scope, out)
        if isinstance(rest, ir.MakeList):
            return ir.MakeList(parts + rest.items, rest.tail)
        return ir.MakeList(parts, rest)
    return ir.Make(node.name, tuple([value(arg, scope, out) for arg in node.args]))


def make_parts(node: Named, scope: Scope, out: list[ir.Goal]) -> None:
    """Make a value of what it will be made of. Raises RefusedError where that is not known yet."""
    if node.name in scope.joined:
        front, back = [value(part, scope, out) for part in scope.joined[node.name]]
        out.append(ir.Library(ir.Key("append", "++-"), (front, back), (ir.Bind(node.name),), node.span))
        del scope.joined[node.name]
        scope.bound.add(node.name)
        return
    late = scope.late[node.name]
    inputs = tuple([value(part, scope, out) for part in late.inputs])
    results = tuple(ir.Ignore() if name is None else ir.Bind(name) for name in late.results)
    out.append(ir.Call(late.key, inputs, results, node.span))
    for name in late.results:
        if name is not None:
            scope.late.pop(name, None)
            scope.bound.add(name)


def check_hole(name: str, scope: Scope, place: Span) -> None:
    """Raises RefusedError where a variable must not be looked at."""
    if name in scope.holes:
        raise RefusedError(place, "a variable that is bound later is looked at", free=True)


def shown(node: Named) -> str:
    """A variable as a message names it."""
    name = node.name
    while name[:1] == "i" and "_" in name:
        name = name.split("_", 1)[1]
    return name if name[:1].isupper() or name[:1] == "_" else "a variable"


def forget(scope: Scope, names: Iterable[str]) -> None:
    """These variables are bound from here on, and nothing else is known of them."""
    for name in names:
        scope.bound.add(name)
        scope.names.pop(name, None)
        scope.spines.pop(name, None)
