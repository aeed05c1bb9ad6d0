"""What is known of a clause's variables between two goals, and the points between goals.

A variable is *bound* (it has a value at run time), or a *name* for a term that is known while compiling, or
free. A name stands for a structure some parts of which may still be free: so `T = f(A, B), A = 1` needs no
logic variables. A bound variable may be a name, too: then the structure of its value is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import count

from pydecl.compiler import ir
from pydecl.compiler.frontend.terms import CELL, NOWHERE, is_empty, items_of, variables
from pydecl.compiler.library import UNCOVERED, UNFILLED
from pydecl.model.term import Atom
from pydecl.rules.syntax import Constant, Named, Node, Span, Structure

MOST_CELLS = 100_000
"""How large a term may become when its names are replaced by what they stand for."""

MOST_STEPS = 1_000_000
"""How many cells of terms, and variables, may be looked at for an entry."""


class RefusedError(Exception):
    """A construct that is not compiled; `free` where the only reason is a variable that may be unbound."""

    def __init__(self, place: Span, reason: str, chain: tuple[ir.Key, ...] = (), free: bool = False) -> None:
        super().__init__(reason)
        self.place, self.reason, self.chain, self.free = place, reason, chain, free


@dataclass(slots=True)
class Steps:
    """The work that is left for an entry: a file can make any compiler walk long."""

    left: int = MOST_STEPS
    place: Span = NOWHERE
    """The goal that is being compiled."""
    read: dict[int, tuple[Node, frozenset[str]]] = field(default_factory=dict)
    """The variables of goals, by the goals' identity."""

    def take(self, count: int) -> None:
        """Note steps. Raises RefusedError when there are too many."""
        self.left -= count
        if self.left < 0:
            raise RefusedError(self.place, "it takes too many steps to compile")

    def variables(self, goals: Sequence[Node]) -> set[str]:
        """The variables of goals, each of which is walked once only."""
        found: set[str] = set()
        for goal in goals:
            known = self.read.get(id(goal))
            if known is None:
                known = self.read[id(goal)] = goal, frozenset(variables(goal))
            found |= known[1]
            self.take(1 + len(known[1]))
        return found


class Filled(Enum):
    """How many arguments of a compound are known not to be free."""

    NONE = "none"
    SOME = "some"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Changing:
    """A compound of the clause's own that it fills, or changes, one argument at a time."""

    version: str
    """What it is now."""
    filled: Filled
    shared: bool = False
    """Whether another term may have it: then setarg/3 would be seen there."""


@dataclass(slots=True)
class Scope:
    """The state of a clause's variables at one point of it."""

    fresh: count[int] = field(default_factory=lambda: count(1))
    bound: set[str] = field(default_factory=set)
    names: dict[str, Node] = field(default_factory=dict)
    spines: dict[str, ir.Expr] = field(default_factory=dict)
    """Variables that are lists of different free variables, each with the number of these."""
    changing: dict[str, Changing] = field(default_factory=dict)
    """Variables that are such compounds (`partial_terms.py`)."""
    dead: bool = False
    """Whether this point is never reached."""
    steps: Steps = field(default_factory=Steps)
    grounded: set[str] = field(default_factory=set)
    """Names for terms that have been found to be ground: they stay so."""

    def copy(self) -> Scope:
        self.steps.take(len(self.bound) + len(self.names) + len(self.grounded))
        return Scope(
            self.fresh, set(self.bound), dict(self.names), dict(self.spines),
            dict(self.changing), self.dead, self.steps, set(self.grounded),
        )  # fmt: skip

    def become(self, other: Scope) -> None:
        """Take over the state of a copy."""
        self.bound, self.names, self.spines = other.bound, other.names, other.spines
        self.changing, self.dead, self.grounded = other.changing, other.dead, other.grounded

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

        Raises RefusedError if the term becomes too large: one that grows from call to call.
        """
        made, size = self._deep(node, {})
        self.steps.take(size)
        return made

    def _deep(self, node: Node, replaced: dict[str, tuple[Node, int]]) -> tuple[Node, int]:
        """The term and its size; what a name stands for is one node wherever the name stands."""
        if isinstance(node, Named):
            if node.name in self.bound:
                return node, 1
            if node.name in replaced:
                return replaced[node.name]
            known = self.names.get(node.name)
            if known is None:
                return node, 1
            replaced[node.name] = node, 1
            replaced[node.name] = self._deep(known, replaced)
            return replaced[node.name]
        if isinstance(node, Structure) and node.args:
            parts = [self._deep(arg, replaced) for arg in node.args]
            size = 1 + sum(part for _, part in parts)
            if size > MOST_CELLS:
                raise RefusedError(node.span, "a term that is known in part only becomes too large")
            return Structure(node.name, tuple([arg for arg, _ in parts]), node.span, node.functor), size
        return node, 1

    def is_ground(self, node: Node) -> bool:
        """Whether a term has a value at run time."""
        if isinstance(node, Named) and (node.name in self.bound or node.name in self.grounded):
            return True
        todo: list[Node | str] = [node]
        entered: set[str] = set()
        looked = 0
        while todo:
            one = todo.pop()
            looked += 1
            if isinstance(one, str):
                self.grounded.add(one)  # all that it stands for has been looked at
            elif isinstance(one, Named):
                name = one.name
                if name in self.bound or name in self.grounded or name in entered:
                    continue
                known = self.names.get(name)
                if known is None and name not in self.changing:
                    self.steps.take(looked)
                    return False
                entered.add(name)
                todo.append(name)
                if known is not None:
                    todo.append(known)
            elif isinstance(one, Structure):
                todo += one.args
        self.steps.take(looked)
        return True

    def changes(self, term: Node) -> Changing | None:
        """What is known of such a compound here; None if a term is none."""
        known = self.alias(term)
        return self.changing.get(known.name) if isinstance(known, Named) else None

    def is_free(self, node: Node) -> bool:
        """Whether a term is a free variable of which nothing is known, and that may be bound."""
        if not isinstance(node, Named) or node.name in self.bound or node.name in self.names:
            return False
        return node.name not in self.spines and node.name not in self.changing

    def free(self, *nodes: Node) -> dict[str, Named]:
        """The free variables in terms, by name, in order."""
        return self._ends(nodes, free=True)

    def known(self, *nodes: Node) -> dict[str, Named]:
        """The variables that terms are made of, bound or free, by name, in order."""
        return self._ends(nodes, free=False)

    def _ends(self, nodes: Sequence[Node], *, free: bool) -> dict[str, Named]:
        """The variables that stand for no term; each name is followed once."""
        found: dict[str, Named] = {}
        entered: set[str] = set()
        todo = list(reversed(nodes))
        looked = 0
        while todo:
            node = todo.pop()
            looked += 1
            if isinstance(node, Named):
                name = node.name
                if name in entered:
                    continue
                entered.add(name)
                if name in self.bound:
                    if not free:
                        found[name] = node
                elif (known := self.names.get(name)) is not None:
                    todo.append(known)
                elif not (free and name in self.changing):
                    found[name] = node
            elif isinstance(node, Structure):
                todo += reversed(node.args)
        self.steps.take(looked)
        return found

    def alias(self, node: Node) -> Node:
        """The last variable that a variable is only another name of, bound or free; or the term."""
        passed: list[str] = []
        while isinstance(node, Named) and node.name not in self.bound:
            known = self.names.get(node.name)
            if known is None:
                break
            passed.append(node.name)
            node = known
        if isinstance(node, Named):
            for name in passed[:-1]:
                self.names[name] = node  # the way is short when it is asked for again
        return node


def value(node: Node, scope: Scope, out: list[ir.Goal]) -> ir.Expr:
    """The expression of a ground term. A structure that has a name is made once, by a goal.

    Raises RefusedError if it has a free variable.
    """
    if isinstance(node, Named):
        if node.name in scope.bound:
            return ir.Var(node.name)
        known = scope.names.get(node.name)
        if node.name in scope.changing:
            settle(node, scope, out)
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


def settle(node: Node, scope: Scope, out: list[ir.Goal]) -> None:
    """From here on a term has no part that may be filled or changed.

    Raises RefusedError if all arguments of one are free.
    """
    for name, part in scope.known(node).items() if scope.changing else ():
        if name not in scope.changing:
            continue
        known = scope.changing[name]
        if known.filled is Filled.NONE:
            raise RefusedError(part.span, f"{shown(part)} has unbound arguments here", free=True)
        term = ir.Var(known.version)
        if known.filled is Filled.SOME:
            unfilled = ir.Ignore(), ir.Equal(ir.Const(UNFILLED))
            free = ir.Library(ir.Key("arg", "-+-"), (term,), unfilled, part.span)
            why = ir.Const(Atom("a term with an unbound argument"))
            gives_up = ir.Library(UNCOVERED, (why,), (), part.span)
            out.append(ir.IfThenElse((free,), (gives_up,), (), part.span))
        out.append(ir.Match(term, ir.Bind(name), part.span))
        forget(scope, (name,))


def shown(node: Named) -> str:
    """A variable as a message names it."""
    name = node.name
    while name[:1] == "i" and "_" in name:
        name = name.split("_", 1)[1]
    return name if name[:1].isupper() or (name[:1] == "_" and name != "_") else "an unnamed variable (_)"


def forget(scope: Scope, names: Iterable[str]) -> None:
    """These variables are bound from here on, and nothing else is known of them."""
    for name in names:
        scope.bound.add(name)
        scope.names.pop(name, None)
        scope.spines.pop(name, None)
        scope.changing.pop(name, None)


# Program points

END = "\0end"
"""A goal behind all others: its arguments are the terms whose values are wanted there."""


class NotJoinedError(RefusedError):
    """The goals behind a branch must come along into it, as it does not bind what these read."""

    def __init__(self, place: Span, reason: str, chain: tuple[ir.Key, ...] = ()) -> None:
        super().__init__(place, reason, chain, free=True)


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

    def trial(self) -> Point:
        """The same point, where what is tried leaves this one as it is."""
        return Point(self.scope.copy(), [], self.rest, self.live, self.cut)

    def take(self, trial: Point) -> None:
        """Take over what a trial has made."""
        self.scope.become(trial.scope)
        self.out += trial.out


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
