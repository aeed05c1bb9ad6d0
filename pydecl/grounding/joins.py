"""Relations as tables of integers, and rules as joins of them: a Python function for each rule.

A join begins with the new rows of one relation, and asks the others by an index on the columns that are known
by then, in the order of `in_order`. Each way to satisfy a rule is found once: of relations that stand
before the one with the new rows, only the old rows are asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from pydecl.grounding.flattening import FlatAtom, FlatRule, TooLargeError

# In which order the conditions of a rule are asked: the join order with the fewest rows expected


MOST_COMPARED = 7
"""Of so many conditions all orders are compared; of more, the best next one is taken."""

Sizes: TypeAlias = tuple[int, tuple[int, ...]]
"""How many rows a relation has, and how many values each column of it."""


def in_order(atoms: Sequence[FlatAtom], sizes: Callable[[int], Sizes], known: Set[int]) -> list[int]:
    """The places of conditions in the order in which they are asked; `known` are variables with values.

    The rows that a condition gives are estimated as usual: those of its relation, by the number of values of
    each column that is known.

    >>> sizes = [(1000, (10, 100)), (100, (100,)), (64, (8, 8))]
    >>> in_order([(0, (-1, -2)), (1, (-2,)), (2, (-1, -3))], sizes.__getitem__, {-2})
    [1, 0, 2]
    """
    if len(atoms) > MOST_COMPARED:
        return _greedy(atoms, sizes, known)
    best: dict[frozenset[int], tuple[float, float, list[int]]] = {frozenset(): (0.0, 1.0, [])}
    for _ in atoms:
        longer: dict[frozenset[int], tuple[float, float, list[int]]] = {}
        for done, (cost, rows, order) in best.items():
            bound = {*known, *(column for at in done for column in atoms[at][1])}
            for at, atom in enumerate(atoms):
                if at not in done:
                    after = rows * _rows(atom, sizes, bound)
                    found = cost + max(rows, after), after, [*order, at]
                    there = longer.setdefault(done | {at}, found)
                    if found[0] < there[0]:
                        longer[done | {at}] = found
        best = longer
    ((_, _, order),) = best.values()
    return order


def _greedy(atoms: Sequence[FlatAtom], sizes: Callable[[int], Sizes], known: Set[int]) -> list[int]:
    order: list[int] = []
    bound = set(known)
    left = list(range(len(atoms)))
    while left:
        at = min(left, key=lambda at: _rows(atoms[at], sizes, bound))
        left.remove(at)
        order.append(at)
        bound.update(atoms[at][1])
    return order


def _rows(atom: FlatAtom, sizes: Callable[[int], Sizes], known: Set[int]) -> float:
    """How many rows are expected, if these variables have values."""
    count, values = sizes(atom[0])
    rows = float(count)
    for at, column in enumerate(atom[1]):
        if values and (column >= 0 or column in known or column in atom[1][:at]):
            rows /= values[at]
    return rows


# Relations and joins


Row = tuple[int, ...]

Found = tuple[int, tuple[int, ...], tuple[tuple[int, Row], ...]]
"""One way to satisfy a rule: the head and the atoms asked, by number; negated ones as rows of relations."""

MOST_LOOPS = 18
"""How many loops may be nested: Python allows 20."""

MOST_STEPS = 6_000_000
"""How many steps grounding may take: a row that is looked at is one, a ground rule is RULE_STEPS."""

RULE_STEPS = 10


class Steps:
    """How many steps are left: they are counted, so that what is too large does not depend on the machine."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.most = self.left = most

    def give_up(self) -> None:
        """Raise TooLargeError."""
        raise TooLargeError(f"it takes more than {self.most:,} steps")


@dataclass
class Table:
    """The rows of a relation, each with the number of its atom; and indexes by known columns."""

    rows: list[Row] = field(default_factory=list)
    numbers: dict[Row, int] = field(default_factory=dict)
    new: dict[Row, int] = field(default_factory=dict)
    """What has been found in this round, and is not asked yet."""
    _indexes: dict[tuple[int, ...], dict[Row, list[Row]]] = field(default_factory=dict)
    _sizes: Sizes = (0, ())

    def sizes(self) -> Sizes:
        """How many rows there are, and how many values each column had when there were half as many."""
        if len(self.numbers) > 2 * self._sizes[0] or len(self.numbers) < 9:
            width = len(next(iter(self.numbers), ()))
            values = tuple(len({row[at] for row in self.numbers}) for at in range(width))
            self._sizes = len(self.numbers), values
        return len(self.numbers), self._sizes[1]

    def index(self, columns: tuple[int, ...]) -> dict[Row, list[Row]]:
        """The rows by these columns, in order; each is the other columns, and the number of the atom."""
        if columns not in self._indexes:
            self._indexes[columns] = {}
            for row, number in self.numbers.items():
                self._enter(columns, row, number)
        return self._indexes[columns]

    def settle(self) -> list[Row]:
        """Let what is new be asked from now on: its rows, each with its number."""
        found = []
        for row, number in self.new.items():
            self.numbers[row] = number
            self.rows.append(row)
            for columns in self._indexes:
                self._enter(columns, row, number)
            found.append((*row, number))
        self.new = {}
        return found

    def _enter(self, columns: tuple[int, ...], row: Row, number: int) -> None:
        key = tuple([row[at] for at in columns])
        others = (*(one for at, one in enumerate(row) if at not in columns), number)
        self._indexes[columns].setdefault(key, []).append(others)


class Join:
    """The function of a rule, called with new rows; written again when its relations have grown."""

    def __init__(
        self,
        rule: FlatRule,
        begin: int | None,
        tables: Sequence[Table],
        fixed: frozenset[int],
        number: Callable[[int, Row], int],
        steps: Steps,
    ) -> None:
        """`begin` is the positive condition that the new rows are of, if there is one.

        `fixed` are the relations whose rows are all known, and which are only tests. `number` gives the
        number of the atom that is a row of a relation.
        """
        self._rule, self._begin, self._tables, self._fixed = rule, begin, tables, fixed
        self._given = {"number": partial(number, rule.head[0]), "steps": steps, "NONE": ()}
        self._size = -1
        self._made: Callable[[Sequence[Row], int, list[Found]], None] | None = None

    def __call__(self, rows: Sequence[Row], first: int, found: list[Found]) -> None:
        """Add what these rows give; `first` is the first number that is new. Raises TooLargeError."""
        size = sum(len(self._tables[relation].numbers) for relation, _ in self._rule.positive)
        if self._made is None or size > 2 * self._size:
            self._size = size
            self._made = _Writer(self._rule, self._begin, self._tables, self._fixed).function(self._given)
        self._made(rows, first, found)


class _Writer:
    """Writes the function, line by line."""

    def __init__(
        self, rule: FlatRule, begin: int | None, tables: Sequence[Table], fixed: frozenset[int]
    ) -> None:
        self._rule, self._begin = rule, begin
        self._tables, self._fixed = tables, fixed
        self._lines: list[str] = []
        self._known: set[int] = set()
        self._given: dict[str, Any] = {}
        self._loops = 0
        self._tests = list(rule.tests)
        self._absent = [one for one in rule.negative if one[0] in fixed]

    def function(self, given: Mapping[str, Any]) -> Any:
        rule = self._rule
        self._given |= given
        if self._begin is None:
            self._loop("for _ in (0,):")
        else:
            self._loop(f"for {self._row(rule.positive[self._begin], (), f'i{self._begin}')} in rows:")
            self._repeated(rule.positive[self._begin], ())
        self._test()
        todo = [at for at in range(len(rule.positive)) if at != self._begin]
        order = in_order([rule.positive[at] for at in todo], self._sizes, self._known)
        for at in order:
            self._ask(todo[at])
            self._test()
        fixed = self._fixed
        numbers = "".join(f"i{at}, " for at, (one, _) in enumerate(rule.positive) if one not in fixed)
        negated = "".join(f"({one}, {_tuple(of)}), " for one, of in rule.negative if one not in fixed)
        self._line(f"left -= {RULE_STEPS}")
        self._line(f"add((number({_tuple(rule.head[1])}), ({numbers}), ({negated})))")
        begun = ("def made(rows, first, found):", " add = found.append", " left = steps.left - len(rows)")
        text = "\n".join((*begun, *self._lines, " steps.left = left"))
        exec(text, self._given)  # the text holds names of its own, and numbers
        return self._given["made"]

    def _sizes(self, relation: int) -> Sizes:
        return self._tables[relation].sizes()

    def _ask(self, at: int) -> None:
        relation, columns = atom = self._rule.positive[at]
        known = tuple(n for n, column in enumerate(columns) if column >= 0 or column in self._known)
        key = _tuple([columns[n] for n in known])
        table = self._tables[relation]
        if len(known) == len(columns):
            self._given[f"t{at}"] = table.numbers.get
            self._line(f"i{at} = t{at}({key})")
            self._line(f"if i{at} is None: continue")
        else:
            self._given[f"t{at}"] = table.index(known).get
            self._line(f"r{at} = t{at}({key}, NONE)")
            self._line(f"left -= len(r{at})")
            self._line("if left < 0: steps.give_up()")
            self._loop(f"for {self._row(atom, known, f'i{at}')} in r{at}:")
        if self._begin is not None and at < self._begin and relation not in self._fixed:
            self._line(f"if i{at} >= first: continue")
        if len(known) < len(columns):
            self._repeated(atom, known)

    def _row(self, atom: FlatAtom, known: Sequence[int], number: str) -> str:
        """The names of a row's columns, and of its number; those of columns that are known get others."""
        names = [
            f"x{n}" if column >= 0 or column in self._known or column in atom[1][:n] else _name(column)
            for n, column in enumerate(atom[1])
            if n not in known
        ]
        return f"({', '.join((*names, number))},)"

    def _repeated(self, atom: FlatAtom, known: Sequence[int]) -> None:
        """Test the columns of a row whose values are given."""
        for n, column in enumerate(atom[1]):
            if n not in known and (column >= 0 or column in self._known or column in atom[1][:n]):
                self._line(f"if x{n} != {_name(column)}: continue")
        self._known |= {column for column in atom[1] if column < 0}

    def _test(self) -> None:
        """All tests whose variables are known by now."""
        for test in list(self._tests):
            one, other, same = test
            if self._knows((*one, *other)):
                self._line(f"if {_tuple(one)} {'!=' if same else '=='} {_tuple(other)}: continue")
                self._tests.remove(test)
        for atom in list(self._absent):
            if self._knows(atom[1]):
                name = f"a{len(self._absent)}"
                self._given[name] = self._tables[atom[0]].numbers
                self._line(f"if {_tuple(atom[1])} in {name}: continue")
                self._absent.remove(atom)

    def _knows(self, columns: Sequence[int]) -> bool:
        return all(column >= 0 or column in self._known for column in columns)

    def _loop(self, head: str) -> None:
        self._loops += 1
        if self._loops > MOST_LOOPS:
            raise TooLargeError("a rule joins too many relations")
        self._lines.append(f"{' ' * self._loops}{head}")

    def _line(self, text: str) -> None:
        self._lines.append(f"{' ' * (self._loops + 1)}{text}")


def _name(column: int) -> str:
    return str(column) if column >= 0 else f"v{-column}"


def _tuple(columns: Sequence[int]) -> str:
    return f"({''.join(f'{_name(column)}, ' for column in columns)})"
