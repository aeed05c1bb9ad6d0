"""Rules of a sheet without function symbols: each relation is one for each shape of its arguments.

`true(cell(1,X,b))` is about the relation `true(cell(_,_,_))` with the columns 1, X, b. A rule whose variables
may stand for terms of several shapes is a rule for each.

>>> from pydecl.rules.gdl.kif import read_kif
>>> sheet = read_kif("(init (cell 1 b)) (init go) (<= (next ?f) (true ?f))", "g.kif")
>>> for rule in flat(sheet).rules:
...     print(rule)
FlatRule(head=(0, (0, 1)), positive=(), negative=(), tests=())
FlatRule(head=(1, (2,)), positive=(), negative=(), tests=())
FlatRule(head=(3, (-1, -2)), positive=((2, (-1, -2)),), negative=(), tests=())
FlatRule(head=(5, (-1,)), positive=((4, (-1,)),), negative=(), tests=())
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeAlias, TypeVar

from pydecl.errors import NotCompiledError
from pydecl.model.term import Atom, Compound, Term, Variable
from pydecl.rules.gdl.dependencies import Relation, relation
from pydecl.rules.gdl.rules import Literal, Rule, Sheet, binds

T = TypeVar("T")

MOST_SHAPES, MOST_RULES, DEEPEST = 300, 20_000, 12
"""How many shapes a relation may have, how many rules there may be, and how deep a term may nest."""

Shape: TypeAlias = "tuple[str, tuple[Shape, ...]] | None"
"""Of a term: None is a constant, else it is a function with the shapes of its arguments."""

FlatAtom: TypeAlias = tuple[int, tuple[int, ...]]
"""The number of a relation, and its columns: the number of a constant, or -1, -2 … for a variable."""

TOLD = {("true", 1): (("init", 1), ("next", 1)), ("does", 2): (("legal", 2),)}
"""Of which relations' shapes what holds, and what is done, may be."""


class NotGroundedError(NotCompiledError):
    """The sheet is not grounded; the message says why, after the name of what is grounded."""


class TooLargeError(NotGroundedError):
    """It would be too large: its terms have no end, or its rules are too many."""

    def __init__(self, what: str) -> None:
        super().__init__(f"too large to ground: {what}")


@dataclass(frozen=True)
class FlatRelation:
    """A relation whose arguments have these shapes."""

    name: str
    shapes: tuple[Shape, ...]

    @property
    def told(self) -> Relation:
        """As the sheet tells it: its name and the number of arguments."""
        return self.name, len(self.shapes)


@dataclass(frozen=True)
class FlatRule:
    """A rule; a test is that columns are the same as others, or that they are not."""

    head: FlatAtom
    positive: tuple[FlatAtom, ...]
    negative: tuple[FlatAtom, ...]
    tests: tuple[tuple[tuple[int, ...], tuple[int, ...], bool], ...]


@dataclass
class Flat:
    """A sheet's rules: relations and constants have numbers."""

    relations: list[FlatRelation] = field(default_factory=list)
    constants: list[Term] = field(default_factory=list)
    rules: list[FlatRule] = field(default_factory=list)
    _relations: dict[FlatRelation, int] = field(default_factory=dict)
    _constants: dict[Term, int] = field(default_factory=dict)

    def relation(self, name: str, shapes: tuple[Shape, ...]) -> int:
        """The number of a relation."""
        one = FlatRelation(name, shapes)
        if one not in self._relations:
            self._relations[one] = len(self.relations)
            self.relations.append(one)
        return self._relations[one]

    def constant(self, term: Term) -> int:
        """The number of a constant."""
        if term not in self._constants:
            self._constants[term] = len(self.constants)
            self.constants.append(term)
        return self._constants[term]

    def arguments(self, number: int, row: Sequence[int]) -> tuple[Term, ...]:
        """The arguments of a relation that these columns tell."""
        columns = iter(row)
        return tuple(self._term(shape, columns) for shape in self.relations[number].shapes)

    def _term(self, shape: Shape, columns: Iterator[int]) -> Term:
        if shape is None:
            return self.constants[next(columns)]
        return Compound(shape[0], tuple(self._term(part, columns) for part in shape[1]))


Binding = Mapping[str, Shape]
"""The shapes of what variables stand for."""


def flat(sheet: Sheet) -> Flat:
    """The rules of a sheet, which are safe. Raises NotGroundedError."""
    shapes = _Shapes(sheet)
    shapes.find()
    found = Flat()
    for rule in sheet.rules:
        for binding in shapes.bindings(rule):
            if len(found.rules) >= MOST_RULES:
                raise TooLargeError(f"more than {MOST_RULES:,} rules, one for each shape of terms")
            made = _Columns(found, binding).rule(rule, shapes)
            if made is not None:
                found.rules.append(made)
    return found


class _Shapes:
    """Which shapes the arguments of each relation may have."""

    def __init__(self, sheet: Sheet) -> None:
        self._rules = sheet.rules
        self._found: dict[Relation, dict[tuple[Shape, ...], None]] = {}

    def find(self) -> None:
        """Find all of them."""
        grown = True
        while grown:
            grown = False
            for rule in self._rules:
                there = self._found.setdefault(relation(rule.head), {})
                for binding in list(self.bindings(rule)):
                    shapes = tuple(shape_of(arg, binding) for arg in _arguments(rule.head))
                    if shapes not in there:
                        there[shapes] = None
                        grown = True
                        _check(shapes, there)

    def of(self, told: Relation) -> Sequence[tuple[Shape, ...]]:
        """The shapes of the arguments of a relation."""
        return list(chain.from_iterable(self._found.get(one, ()) for one in TOLD.get(told, (told,))))

    def bindings(self, rule: Rule) -> Iterator[Binding]:
        """The shapes that the variables of a rule may have together."""
        found: list[Binding] = [{}]
        for literal in rule.body:
            if binds(literal):
                args = _arguments(literal.atom)
                there = dict.fromkeys(self.of(relation(literal.atom)))
                met = (_unified(args, shapes, binding) for binding in found for shapes in there)
                found = [dict(one) for one in {tuple(one.items()): None for one in met if one is not None}]
                if len(found) > MOST_RULES:
                    raise TooLargeError(f"more than {MOST_RULES:,} shapes of what one rule is about")
        yield from found


def _check(shapes: tuple[Shape, ...], there: Mapping[tuple[Shape, ...], None]) -> None:
    if len(there) > MOST_SHAPES or any(_depth(shape) > DEEPEST for shape in shapes):
        raise TooLargeError("terms are nested without an end")


def _depth(shape: Shape) -> int:
    return 0 if shape is None else 1 + max(map(_depth, shape[1]), default=0)


def _arguments(atom: Term) -> tuple[Term, ...]:
    return atom.args if isinstance(atom, Compound) else ()


def shape_of(term: Term, binding: Binding) -> Shape:
    """The shape of a term. Raises NotGroundedError for what is neither name nor integer."""
    if isinstance(term, Variable):
        return binding[term.name]
    if isinstance(term, Compound):
        return term.name, tuple(shape_of(arg, binding) for arg in term.args)
    if not isinstance(term, Atom | int):
        raise NotGroundedError(f"{term} is neither a name nor an integer")
    return None


def _unified(args: Sequence[Term], shapes: Sequence[Shape], binding: Binding | None) -> Binding | None:
    """The binding under which terms have these shapes, or None."""
    for arg, shape in zip(args, shapes, strict=True):
        if binding is None:
            return None
        if isinstance(arg, Variable):
            if arg.name not in binding:
                binding = {**binding, arg.name: shape}
            elif binding[arg.name] != shape:
                return None
        elif isinstance(arg, Compound):
            if shape is None or shape[0] != arg.name or len(shape[1]) != len(arg.args):
                return None
            binding = _unified(arg.args, shape[1], binding)
        elif shape is not None:
            return None
    return binding


class _Columns:
    """The columns of a rule whose variables have these shapes."""

    def __init__(self, flat: Flat, binding: Binding) -> None:
        self._flat = flat
        self._binding = binding
        self._variables: dict[str, tuple[int, ...]] = {}
        self._count = 0

    def rule(self, rule: Rule, shapes: _Shapes) -> FlatRule | None:
        """The rule, or None if it never holds."""
        positive, negative, tests = [], [], []
        for literal in rule.body:
            if isinstance(literal.atom, Compound) and relation(literal.atom) == ("distinct", 2):
                one, other = literal.atom.args
                if shape_of(one, self._binding) == shape_of(other, self._binding):
                    tests.append((self._of(one), self._of(other), literal.is_negated))
                elif literal.is_negated:
                    return None
            elif not literal.is_negated:
                positive.append(self._atom(literal))
            elif self._shapes(literal.atom) in shapes.of(relation(literal.atom)):
                negative.append(self._atom(literal))
        head = self._atom(Literal(rule.head))
        return FlatRule(head, _once(positive), _once(negative), _once(tests))

    def _shapes(self, atom: Term) -> tuple[Shape, ...]:
        return tuple(shape_of(arg, self._binding) for arg in _arguments(atom))

    def _atom(self, literal: Literal) -> FlatAtom:
        number = self._flat.relation(relation(literal.atom)[0], self._shapes(literal.atom))
        return number, tuple(chain.from_iterable(map(self._of, _arguments(literal.atom))))

    def _of(self, term: Term) -> tuple[int, ...]:
        if isinstance(term, Compound):
            return tuple(chain.from_iterable(map(self._of, term.args)))
        if not isinstance(term, Variable):
            return (self._flat.constant(term),)
        if term.name not in self._variables:
            width = _width(self._binding[term.name])
            self._variables[term.name] = tuple(-1 - self._count - at for at in range(width))
            self._count += width
        return self._variables[term.name]


def _once(items: Iterable[T]) -> tuple[T, ...]:
    """The items, each once."""
    return tuple(dict.fromkeys(items))


def _width(shape: Shape) -> int:
    return 1 if shape is None else sum(map(_width, shape[1]))
