"""Semi-naive grounding: every ground rule that can hold in some state, from the start on.

What may be true is approximated from above: it begins with `init`, what may be legal may be done, what may be
next may be true, and a negated condition that asks about the state may hold. It is kept as a condition.
Relations that do not depend on the state are worked out, and are conditions no more.

>>> from pydecl.rules.gdl.kif import read_kif
>>> sheet = read_kif("(role a) (role b) (init (lit 1)) (other 1 2) (other 2 1) (<= terminal (true (lit 2)))"
...     "(<= (legal a (hop ?x)) (true (lit ?x))) (<= (legal b noop)) (other 3 1)"
...     "(<= (next (lit ?y)) (does a (hop ?x)) (other ?x ?y))", "g.kif")
>>> ground = grounded(sheet)
>>> sorted(str(ground.term(head)) for head, _, _ in ground.rules)
['legal(a,hop(1))', 'legal(a,hop(2))', 'legal(b,noop)', 'next(lit(1))', 'next(lit(2))', 'terminal']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from pydecl.grounding.flattening import TOLD, Flat, FlatRule, Shape, flat
from pydecl.grounding.joins import MOST_STEPS, Found, Join, Row, Steps, Table
from pydecl.model.graphs import circles, reachable, turned
from pydecl.model.term import Atom, Compound, Term
from pydecl.rules.gdl.rules import Sheet

STATEFUL = frozenset({("true", 1), ("does", 2)})

ASKED = frozenset(
    {("role", 1), ("init", 1), ("legal", 2), ("next", 1), ("goal", 2), ("terminal", 0)},
)
"""What is asked of a game: the rules that none of it depends on are left out."""

GroundRule = tuple[int, tuple[int, ...], tuple[int, ...]]
"""The head, and the conditions that hold and that do not, as numbers of atoms."""


@dataclass(frozen=True)
class Ground:
    """The ground rules of a sheet; atoms have numbers."""

    flat: Flat
    tables: Sequence[Table]
    atoms: Sequence[tuple[int, Row]]
    """The relation and the row of each atom that depends on the state."""
    rules: Sequence[GroundRule]

    def term(self, atom: int) -> Term:
        """An atom as a term."""
        relation, row = self.atoms[atom]
        name, args = self.flat.relations[relation].name, self.flat.arguments(relation, row)
        return Compound(name, args) if args else Atom(name)

    def numbers(self, name: str, arity: int) -> Mapping[tuple[Term, ...], int]:
        """The atoms of a relation of the sheet, by their arguments."""
        found = {}
        for relation, one in enumerate(self.flat.relations):
            if one.told == (name, arity):
                for row, number in self.tables[relation].numbers.items():
                    found[self.flat.arguments(relation, row)] = number
        return found


def grounded(sheet: Sheet, most: int = MOST_STEPS) -> Ground:
    """The ground rules of a sheet, which are safe, in so many steps at the most. Raises NotGroundedError."""
    return _Grounding(flat(sheet), Steps(most)).ground()


class _Grounding:
    def __init__(self, flat: Flat, steps: Steps) -> None:
        self._flat, self._steps = flat, steps
        self._mirrors = dict(_mirrors(flat))
        self._rules = _needed(flat)
        self._tables = [Table() for _ in flat.relations]
        self._atoms: list[tuple[int, Row]] = []
        self._stateful = self._depending()

    def ground(self) -> Ground:
        self._work_out()
        self._begin()
        found = self._fixpoint(self._stateful, kept=True)
        return Ground(self._flat, self._tables, self._atoms, self._resolved(found))

    # What depends on the state

    def _depending(self) -> Set[int]:
        """The relations that depend on the state, or, without a stratification, on their own negation."""
        relations, rules = self._flat.relations, self._rules
        askers = turned(_asked(rules))
        told = STATEFUL | ASKED - {("role", 1), ("init", 1)}
        starts = {number for number, one in enumerate(relations) if one.told in told}
        found = circles(range(len(relations)), lambda number: askers.get(number, ()))
        part = {number: place for place, circle in enumerate(found) for number in circle}
        for rule in rules:
            starts |= {rule.head[0] for number, _ in rule.negative if part[number] == part[rule.head[0]]}
        return reachable(starts, askers)

    # Relations that do not

    def _work_out(self) -> None:
        """The rows of all relations that do not depend on the state, each behind what it asks."""
        asked = {number: set[int]() for number in range(len(self._flat.relations))} | _asked(self._rules)
        for circle in map(set, circles(asked, asked.__getitem__)):
            if not circle & self._stateful:
                self._fixpoint(circle, kept=False)

    def _begin(self) -> None:
        """What holds at the start may be true."""
        for number, one in enumerate(self._flat.relations):
            if one.told == ("init", 1):
                for row in self._tables[number].numbers:
                    self._number(self._mirrors[number], row)

    # Rounds

    def _fixpoint(self, relations: Set[int], *, kept: bool) -> list[Found]:
        """Let the rules about these relations find all that there is; `kept`: give what they found."""
        rules = [rule for rule in self._rules if rule.head[0] in relations]
        fixed = frozenset(range(len(self._tables))) - relations
        found: list[Found] = []
        for rule in rules:
            if all(number in fixed for number, _ in rule.positive):
                self._joined(rule, None, fixed)((), 0, found)
        beginning: dict[int, list[Join]] = {}
        for rule in rules:
            for at, (number, _) in enumerate(rule.positive):
                if number not in fixed:
                    beginning.setdefault(number, []).append(self._joined(rule, at, fixed))
        while True:
            if not kept:
                found.clear()
            first = len(self._atoms) - sum(len(self._tables[number].new) for number in relations)
            fresh = self._settled(relations)
            if not any(fresh.values()):
                return found
            for number, rows in fresh.items():
                for made in beginning.get(number, ()) if rows else ():
                    made(rows, first, found)

    def _settled(self, relations: Set[int]) -> Mapping[int, list[Row]]:
        """The new rows of these relations; what may be next, or legal, may be true, or done."""
        for number in relations & self._mirrors.keys():
            for row in self._tables[number].new:
                self._number(self._mirrors[number], row)
        return {number: self._tables[number].settle() for number in relations}

    def _joined(self, rule: FlatRule, begin: int | None, fixed: frozenset[int]) -> Join:
        return Join(rule, begin, self._tables, fixed, self._number, self._steps)

    def _number(self, relation: int, row: Row) -> int:
        """The number of an atom."""
        table = self._tables[relation]
        number = table.numbers.get(row)
        if number is None:
            number = table.new.get(row)
        if number is None:
            number = table.new[row] = len(self._atoms)
            self._atoms.append((relation, row))
        return number

    def _resolved(self, found: Iterable[Found]) -> Sequence[GroundRule]:
        """The rules, each once; what never holds is no condition where it is negated."""
        rules: dict[GroundRule, None] = {}
        for head, positive, negated in found:
            numbers = (self._tables[relation].numbers.get(row) for relation, row in negated)
            rules[head, positive, tuple([number for number in numbers if number is not None])] = None
        return list(rules)


def _needed(flat: Flat) -> Sequence[FlatRule]:
    """The rules of what is asked of the game, and of what these ask."""
    asked = _asked(flat.rules)
    starts = (number for number, one in enumerate(flat.relations) if one.told in ASKED)
    needed = reachable(starts, asked)
    return [rule for rule in flat.rules if rule.head[0] in needed]


def _asked(rules: Sequence[FlatRule]) -> dict[int, set[int]]:
    """The relations that the rules of each relation ask."""
    asked: dict[int, set[int]] = {}
    for rule in rules:
        asked.setdefault(rule.head[0], set()).update(one for one, _ in (*rule.positive, *rule.negative))
    return asked


def _mirrors(flat: Flat) -> Iterable[tuple[int, int]]:
    """The relations of `init`, `next` and `legal`, each with that of what may then be true, or done."""
    told = {one: name for (name, _), ones in TOLD.items() for one in ones}
    for number, one in enumerate(list(flat.relations)):
        if one.told in told:
            shapes: tuple[Shape, ...] = one.shapes
            yield number, flat.relation(told[one.told], shapes)


# Constant folding: what always holds, and what never does, is no condition any more


Body = tuple[tuple[int, ...], tuple[int, ...]]
"""The atoms that hold and those that do not."""

Bodies = Mapping[int, Sequence[Body]]
"""The bodies of each atom: it holds if one of them does."""


def simplified(
    rules: Sequence[GroundRule], given: Set[int], wanted: Iterable[int]
) -> tuple[Bodies, Set[int]]:
    """The bodies of the atoms that are wanted and of those that these ask; and the atoms that always hold.

    `given` are the atoms that rules do not tell. One without a body that does not always hold never does.

    >>> simplified([(1, (), ()), (2, (1,), (9,)), (3, (4,), ()), (5, (2,), (3,))], {0, 9}, {5})
    ({5: [((2,), ())], 2: [((), (9,))]}, {1})
    """
    always, never = _constants(rules, given)
    bodies: dict[int, dict[Body, None]] = {}
    for head, positive, negative in rules:
        if head in always or not never.isdisjoint(positive) or not always.isdisjoint(negative):
            continue
        if not always.isdisjoint(positive):
            positive = tuple([atom for atom in positive if atom not in always])
        if not never.isdisjoint(negative):
            negative = tuple([atom for atom in negative if atom not in never])
        bodies.setdefault(head, {})[positive, negative] = None
    found: dict[int, Sequence[Body]] = {}
    todo = [atom for atom in wanted if atom in bodies]
    while todo:
        atom = todo.pop()
        if atom in found:
            continue
        found[atom] = list(bodies[atom])
        for parts in found[atom]:
            todo += [one for part in parts for one in part if one in bodies and one not in found]
    return found, always


def _constants(rules: Sequence[GroundRule], given: Set[int]) -> tuple[set[int], set[int]]:
    """The atoms that always hold, and those that never do."""
    left = [len(positive) + len(negative) for _, positive, negative in rules]
    alive: dict[int, int] = {}
    asked: dict[int, list[int]] = {}
    denied: dict[int, list[int]] = {}
    for number, (head, positive, negative) in enumerate(rules):
        alive[head] = alive.get(head, 0) + 1
        for atom in positive:
            asked.setdefault(atom, []).append(number)
        for atom in negative:
            denied.setdefault(atom, []).append(number)
    always = {rules[number][0] for number, count in enumerate(left) if count == 0}
    never = {atom for atom in (*asked, *denied) if atom not in alive and atom not in given}
    dead: set[int] = set()
    todo = [*((atom, True) for atom in always), *((atom, False) for atom in never)]
    while todo:
        atom, holds = todo.pop()
        for number in (asked if holds else denied).get(atom, ()):
            left[number] -= 1
            head = rules[number][0]
            if left[number] == 0 and head not in always and number not in dead:
                always.add(head)
                todo.append((head, True))
        for number in (denied if holds else asked).get(atom, ()):
            if number not in dead:
                dead.add(number)
                head = rules[number][0]
                alive[head] -= 1
                if alive[head] == 0 and head not in always:
                    never.add(head)
                    todo.append((head, False))
    return always, never
