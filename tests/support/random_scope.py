"""What the generator of random programs knows at a place in a clause: types, and what is bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable

Type = str | tuple["Type", ...]
"""`int`, `atom`, `num`, `any`, `tree`; `("list", T)`, `("pair", T, U)`."""

INT, ATOM, NUM, ANY, TREE = "int", "atom", "num", "any", "tree"

ATOMS = ("a", "b", "c", "x", "o", "e")

BIG = (2**31, 2**62 - 1, 2**63 - 1, -(2**63), 2**63, 10**20)

RARE = 0.012
"""How often something has a wrong type, on purpose."""


@dataclass(frozen=True)
class Signature:
    """A predicate: its arguments of mode `+`, then those of mode `-`."""

    name: str
    inputs: tuple[Type, ...]
    outputs: tuple[Type, ...]


def list_of(item: Type) -> Type:
    return ("list", item)


def random_type(rng: Random, depth: int = 2) -> Type:
    """A type; lists and integers are frequent."""
    kinds: list[Type] = [INT, INT, INT, ATOM, ATOM, ANY, TREE, NUM]
    if depth and rng.random() < 0.5:
        item = random_type(rng, depth - 1)
        return list_of(item) if rng.random() < 0.75 else ("pair", item, random_type(rng, 0))
    return rng.choice(kinds)


def value(rng: Random, kind: Type, depth: int = 3) -> Term:
    """A ground term of a type."""
    return Scope(rng, []).make(kind, depth)


@dataclass
class Scope:
    """A place in a clause. `bound` are the variables that hold ground terms there, with their types."""

    rng: Random
    bound: list[tuple[Variable, Type]]
    callable: Sequence[Signature] = ()
    again: list[Callable[[Scope], list[Term]]] = field(default_factory=list)
    """Recursive calls that may still be made."""
    made: list[int] = field(default_factory=lambda: [0])
    """How many variables the clause has."""
    may_cut: bool = True

    def inner(self, may_cut: bool = False) -> Scope:
        """A place inside a goal: what is bound there is not seen after it."""
        return Scope(self.rng, list(self.bound), self.callable, self.again, self.made, may_cut)

    def fresh(self) -> Variable:
        """A variable that is nowhere yet."""
        self.made[0] += 1
        return Variable(f"V{self.made[0]}")

    def bind(self, variable: Variable, kind: Type) -> Variable:
        self.bound.append((variable, kind))
        return variable

    def new(self, kind: Type) -> Variable:
        """A variable that is about to be bound."""
        return self.bind(self.fresh(), kind)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def known(self, kind: Type) -> list[Variable]:
        """The bound variables of a type."""
        fits = {INT: {INT}, NUM: {INT, NUM}}.get(kind, {kind}) if isinstance(kind, str) else {kind}
        return [variable for variable, has in self.bound if kind == ANY or has in fits]

    def make(self, kind: Type, depth: int = 2) -> Term:
        """A term of a type, of variables that are bound; now and then of another type."""
        if self.chance(RARE):
            return self.make(random_type(self.rng), 1)
        known = self.known(kind)
        if known and self.chance(0.65):
            return self.rng.choice(known[-4:] if self.chance(0.5) else known)
        if isinstance(kind, tuple):
            return self._make_structure(kind, depth)
        if kind == TREE:
            return self._make_tree(depth)
        if kind == ANY:
            return self._make_any(depth)
        if kind == ATOM:
            return Atom(self.rng.choice(ATOMS))
        if kind == NUM and self.chance(0.4):
            return self.rng.choice((0.0, 0.5, 1.0, -1.5, 2.0, 100.25))
        return self.rng.choice(BIG) if self.chance(0.04) else self.rng.randint(-3, 9)

    def _make_structure(self, kind: tuple[Type, ...], depth: int) -> Term:
        if kind[0] == "pair":
            return Compound("-", (self.make(kind[1], depth - 1), self.make(kind[2], depth - 1)))
        lists = self.known(kind)
        count = self.rng.randint(0, 3 if depth > 0 else 1)
        items = tuple(self.make(kind[1], depth - 1) for _ in range(count))
        if items and lists and self.chance(0.4):
            return PrologList(items, self.rng.choice(lists))
        return PrologList(items)

    def _make_tree(self, depth: int) -> Term:
        if depth <= 0 or self.chance(0.3):
            return Atom("nil") if self.chance(0.3) else Compound("leaf", (self.make(INT, 0),))
        return Compound("node", (self.make(TREE, depth - 1), self.make(TREE, depth - 1)))

    def _make_any(self, depth: int) -> Term:
        if depth > 0 and self.chance(0.3):
            name = self.rng.choice(("f", "g", "+", "s"))
            return Compound(name, tuple(self.make(ANY, depth - 1) for _ in range(self.rng.randint(1, 2))))
        if self.chance(0.1):
            return PrologString(self.rng.choice(("", "a", "ab")))
        if self.chance(0.15):
            return PrologList(tuple(self.make(ANY, 0) for _ in range(self.rng.randint(0, 2))))
        return self.make(self.rng.choice((INT, ATOM, NUM)), depth)

    def pattern(self, kind: Type, depth: int = 2) -> Term:
        """A term that takes a value of a type apart; its new variables are bound by that."""
        if self.chance(0.45) or depth <= 0:
            return self.new(kind)
        if self.chance(0.1):
            return self.fresh()  # it stands nowhere else
        if self.chance(0.12):
            return self.make(kind, depth - 1)
        if isinstance(kind, tuple) and kind[0] == "pair":
            return Compound("-", (self.pattern(kind[1], depth - 1), self.pattern(kind[2], depth - 1)))
        if isinstance(kind, tuple):
            return self._list_pattern(kind, depth)
        if kind == TREE:
            if self.chance(0.4):
                return Compound("leaf", (self.pattern(INT, depth - 1),))
            return Compound("node", (self.pattern(TREE, depth - 1), self.pattern(TREE, depth - 1)))
        if kind == ANY and self.chance(0.4):
            return Compound(self.rng.choice(("f", "g", "+")), (self.pattern(ANY, depth - 1), self.new(ANY)))
        return self.new(kind) if self.chance(0.6) else self.make(kind, 0)

    def _list_pattern(self, kind: tuple[Type, ...], depth: int) -> Term:
        items = tuple(self.pattern(kind[1], depth - 1) for _ in range(self.rng.choice((0, 1, 1, 1, 2, 3))))
        if items and self.chance(0.75):
            return PrologList(items, self.new(kind))
        return PrologList(items)
