"""A program as SWI-Prolog has loaded it: its predicates, what they call, and what flows where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from operator import or_
from typing import NamedTuple

from pydecl.loading.glue.shapes import leaves, parts
from pydecl.model.graphs import reachable
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable, is_ground
from pydecl.rules.checks.effects import CHANCE, INPUT, OUTPUT, OUTSIDE
from pydecl.rules.checks.goals import GOALS
from pydecl.rules.checks.interface import INTERFACE
from pydecl.sandbox.replies import arguments, atom, integer, items

ENDS = OUTSIDE | {
    *(("halt", 0), ("halt", 1), ("abort", 0), ("break", 0), ("sleep", 1), ("thread_create", 3)),
    *(("prolog", 0), ("consult", 1), ("ensure_loaded", 1), ("new", 2), ("send", 2), ("send", 3), ("get", 3)),
}
"""What is never called to see what it answers."""

CHANGES = ("assert", "assertz", "asserta", "retract", "retractall", "abolish")


class Key(NamedTuple):
    """The name of a predicate, in its module."""

    module: str
    name: str
    arity: int

    def __str__(self) -> str:
        indicator = f"{Atom(self.name)}/{self.arity}"
        return indicator if self.module == "rules" else f"{Atom(self.module)}:{indicator}"


@dataclass(frozen=True)
class Predicate:
    """A predicate: its clauses are heads' arguments and bodies."""

    is_dynamic: bool
    clauses: tuple[tuple[tuple[Term, ...], Term], ...]


def predicates_of(reply: Term) -> Iterator[tuple[Key, Predicate]]:
    """What `own_predicates/2` of `prolog/support/sampling.pl` tells."""
    for told in items(reply):
        module, name, arity, kind, _, clauses = arguments(told, "predicate", 6)
        key = Key(atom(module), atom(name), integer(arity))
        pairs = [arguments(clause, ":-", 2) for clause in items(clauses)]
        yield key, Predicate(atom(kind) == "dynamic", tuple((parts(head), body) for head, body in pairs))


Place = tuple[Key, int]
"""An argument of a predicate, from 0."""


@dataclass(frozen=True)
class Effects:
    """What a predicate may do besides answering, itself or by what it calls."""

    reads: bool = False
    prints: bool = False
    random: bool = False
    ends: bool = False
    changes: frozenset[Key] = frozenset()
    """The dynamic predicates whose facts it changes."""

    def joined(self, other: Effects) -> Effects:
        """What either may do."""
        return Effects(*map(or_, vars(self).values(), vars(other).values()))

    @property
    def callable(self) -> bool:
        """Whether it may be called to see what it answers: it is no dialogue and ends nothing."""
        return not (self.reads or self.ends)

    @property
    def quiet(self) -> bool:
        """Whether it does nothing but answer."""
        return self.callable and not (self.prints or self.random or self.changes)


@dataclass
class Program:
    """All predicates of a program."""

    predicates: Mapping[Key, Predicate]
    homes: Mapping[str, str] = field(default_factory=dict)
    """The modules in which predicates lie, by name, if the program is loaded apart and not into `theirs`."""
    _by_name: dict[tuple[str, int], list[Key]] = field(default_factory=dict)
    _reached: dict[Key, frozenset[Key]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key in self.predicates:
            self._by_name.setdefault((key.name, key.arity), []).append(key)

    def home(self, name: str) -> str:
        """The module of a predicate if the program is loaded apart."""
        return self.homes.get(name, "theirs")

    def placed(self, goal: Term) -> Term:
        """A goal as glue calls it: with its module if the program is loaded apart."""
        name, _ = indicator(goal)
        if not self.defines_interface or name in (":", "member", "between"):
            return goal
        return Compound(":", (Atom(self.home(name)), goal))

    def goals(self, body: Term, module: str) -> Iterator[tuple[str, Term]]:
        """The goals of a body, those in control structures and meta-calls included, each with its module."""
        todo = [(module, body)]
        while todo:
            at, goal = todo.pop()
            args = parts(goal)
            if indicator(goal) == (":", 2) and isinstance(args[0], Atom):
                todo.append((args[0].name, args[1]))
                continue
            called = GOALS.get(indicator(goal), {})
            if indicator(goal)[0] and not (args and called == dict.fromkeys(range(len(args)), 0)):
                yield at, goal
            todo += [(at, _with_more(args, i, more)) for i, more in [*called.items()][::-1]]

    def goals_of(self, key: Key) -> Iterator[tuple[str, Term]]:
        for _, body in self.predicates[key].clauses:
            yield from self.goals(body, key.module)

    @cached_property
    def calls(self) -> Mapping[Key, frozenset[Key]]:
        """The predicates that each one calls directly."""
        found = {key: {self.key_of(*told) for told in self.goals_of(key)} for key in self.predicates}
        return {key: frozenset(one for one in called if one is not None) for key, called in found.items()}

    def key_in(self, goal: Term) -> Key | None:
        """The predicate that a goal of module `rules` calls, which may name another module."""
        module, inner = next(self.goals(goal, "rules"), ("rules", goal))
        return self.key_of(module, inner)

    def key_of(self, module: str, goal: Term) -> Key | None:
        """The predicate of the program that a goal calls, if it calls one."""
        name, arity = indicator(goal)
        key = Key(module, name, arity)
        if key in self.predicates:
            return key
        others = self._by_name.get((name, arity))
        return others[0] if others else None

    @cached_property
    def effects(self) -> Mapping[Key, Effects]:
        found = {key: self._own_effects(key) for key in self.predicates}
        changed = True
        while changed:
            changed = False
            for key, called in self.calls.items():
                joined = found[key]
                for other in called:
                    joined = joined.joined(found[other])
                if joined != found[key]:
                    found[key], changed = joined, True
        return found

    def _own_effects(self, key: Key) -> Effects:
        reads = prints = random = ends = False
        changes: set[Key] = set()
        for module, goal in self.goals_of(key):
            name, arity = indicator(goal)
            told = name, arity
            if told in self._by_name and told not in ENDS:
                continue
            reads |= told in INPUT
            prints |= told in OUTPUT
            random |= told in CHANCE
            ends |= told in ENDS
            if name in CHANGES and isinstance(goal, Compound):
                changes |= set(self._changed(module, goal.args[0]))
        return Effects(reads, prints, random, ends, frozenset(changes))

    @cached_property
    def undeclared(self) -> frozenset[Key]:
        """The predicates that are asserted, and of which the program has no clause and no declaration."""
        found: set[Key] = set()
        for module, goal in chain.from_iterable(map(self.goals_of, self.predicates)):
            if isinstance(goal, Compound) and goal.name in ("assert", "asserta", "assertz"):
                name, arity = indicator(goal.args[0])
                if name[:1].isalpha() and arity and (name, arity) not in self._by_name:
                    found.add(Key(module, name, arity))
        return frozenset(found)

    def _changed(self, module: str, fact: Term) -> Iterator[Key]:
        if isinstance(fact, Compound) and fact.name == ":-" and len(fact.args) == 2:
            fact = fact.args[0]
        if isinstance(fact, Compound) and fact.name == ":" and isinstance(fact.args[0], Atom):
            module, fact = fact.args[0].name, fact.args[1]
        key = self.key_of(module, fact)
        if key is not None:
            yield key

    def reached(self, key: Key) -> frozenset[Key]:
        """What a predicate calls, directly or not, itself included."""
        if key not in self._reached:
            self._reached[key] = frozenset(reachable([key], self.calls))
        return self._reached[key]

    def reached_by(self, goals: Sequence[Term]) -> frozenset[Key]:
        """What goals of module `rules` call, directly or not."""
        found: set[Key] = set()
        for told in goals:
            for module, goal in self.goals(told, "rules"):
                key = self.key_of(module, goal)
                found |= self.reached(key) if key is not None else set()
        return frozenset(found)

    @property
    def constants(self) -> Iterator[Constant]:
        """All constants of all clauses, each as often as it is met."""
        for predicate in self.predicates.values():
            yield from constants_of(predicate.clauses)

    @cached_property
    def defines_interface(self) -> bool:
        """Whether it has predicates of the names that glue is to have."""
        return any((key.name, key.arity) in INTERFACE for key in self.predicates if key.module == "rules")

    @cached_property
    def flow(self) -> Flow:
        """Which arguments share values."""
        return Flow(self)


def _with_more(args: Sequence[Term], at: int, more: int) -> Term:
    """The goal that an argument is; a closure with as many arguments more as it lacks."""
    closure = args[at]
    if isinstance(closure, Compound) and closure.name == ">>":
        return closure.args[1]
    if not more or not isinstance(closure, Atom | Compound):
        return closure
    given = args[1:] if more == len(args) - 1 else [Variable(f"_More{i}") for i in range(more)]
    return Compound(closure.name, (*parts(closure), *given))


def indicator(goal: Term) -> tuple[str, int]:
    """Name and arity of a goal; an empty name if it is none."""
    if isinstance(goal, Compound):
        return goal.name, len(goal.args)
    return (goal.name, 0) if isinstance(goal, Atom) else ("", 0)


Constant = int | Atom | PrologString


def constants_of(clauses: Iterable[tuple[tuple[Term, ...], Term]]) -> Iterator[Constant]:
    """The constants of some clauses, in order, each as often as it is met."""
    for args, body in clauses:
        yield from (leaf for term in (*args, body) for leaf in leaves(term) if isinstance(leaf, Constant))


class Flow:
    """Which arguments of a program share values: those at which one variable of a clause stands.

    Arguments that do form a class. A class knows the constants and the ground terms that stand there.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._parent: dict[Place, Place] = {}
        self._terms: dict[Place, dict[Term, None]] = {}
        self.elements = frozenset(_elements(program))
        """The arguments that become an item of a list in another one: of any kind, so they join no class."""
        told: list[tuple[Place, Term]] = []
        for key, predicate in program.predicates.items():
            for args, body in predicate.clauses:
                self._clause(key, args, body, told)
        for place, term in told:
            if isinstance(term, Constant | Compound | PrologList) and is_ground(term):
                self._terms.setdefault(self.root(place), {})[term] = None
        self._members: dict[Place, list[Place]] = {}
        for key in program.predicates:
            for i in range(key.arity):
                self._members.setdefault(self.root((key, i)), []).append((key, i))

    def root(self, place: Place) -> Place:
        """What stands for the class of an argument."""
        parent = self._parent.get(place, place)
        while parent != place:
            place, parent = parent, self._parent.get(parent, parent)
        return place

    def constants(self, place: Place) -> Sequence[Constant]:
        """The constants that stand at an argument, or at one of its class."""
        return [term for term in self.terms(place) if isinstance(term, Constant)]

    def terms(self, place: Place) -> Sequence[Term]:
        """These, and the ground compounds and lists that stand there."""
        return list(self._terms.get(self.root(place), ()))

    def members(self, place: Place) -> Sequence[Place]:
        return self._members.get(self.root(place), [])

    def _clause(self, key: Key, args: tuple[Term, ...], body: Term, told: list[tuple[Place, Term]]) -> None:
        first: dict[str, Place] = {}
        equal: list[Sequence[Term]] = []
        self._note(key, args, first, told)
        for module, goal in self._program.goals(body, key.module):
            called = self._program.key_of(module, goal)
            if called is None and isinstance(goal, Compound) and goal.name in CHANGES:
                goal = goal.args[0]  # what a fact that is asserted or retracted says of its predicate
                called = self._program.key_of(module, goal)
            if called is not None and isinstance(goal, Compound):
                self._note(called, goal.args, first, told)
            elif indicator(goal) in (("=", 2), ("==", 2)):
                equal.append(parts(goal))
        for left, right in equal:
            if isinstance(right, Variable):
                left, right = right, left
            if not isinstance(left, Variable) or left.name not in first:
                continue
            if not isinstance(right, Variable):
                told.append((first[left.name], right))
            elif right.name in first:
                self._join(first[left.name], first[right.name])

    def _note(
        self, key: Key, args: Iterable[Term], first: dict[str, Place], told: list[tuple[Place, Term]]
    ) -> None:
        for i, arg in enumerate(args):
            if (key, i) in self.elements:
                continue
            if isinstance(arg, Variable):
                self._join(first.setdefault(arg.name, (key, i)), (key, i))
            else:
                told.append(((key, i), arg))

    def _join(self, one: Place, other: Place) -> None:
        one, other = self.root(one), self.root(other)
        if one != other:
            self._parent[other] = one


HOLDING = {("nth0", 3): (2, 1), ("nth0", 4): (2, 1), ("nth1", 3): (2, 1), ("nth1", 4): (2, 1)}
"""Where an item and its list stand in goals. What calls nothing else is for lists of any kind."""


def _item(goal: Term, lists: Sequence[Term]) -> Term | None:
    """The item that a goal takes out of one of these lists, or puts into it."""
    item, held_in = HOLDING[indicator(goal)]
    return goal.args[item] if isinstance(goal, Compound) and goal.args[held_in] in lists else None


def _elements(program: Program) -> Iterator[Place]:
    for key, predicate in program.predicates.items():
        for args, body in predicate.clauses:
            held = {
                item.name
                for arg in args
                if isinstance(arg, PrologList) and arg.tail is not None
                for item in arg.items
                if isinstance(item, Variable)
            }
            goals = [goal for _, goal in program.goals(body, key.module)]
            if all(indicator(goal) in HOLDING for goal in goals):
                held |= {part.name for goal in goals if isinstance(part := _item(goal, args), Variable)}
            for i, arg in enumerate(args):
                if isinstance(arg, Variable) and arg.name in held:
                    yield key, i
