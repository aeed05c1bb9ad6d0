"""A type of a closed world: the constructors that can occur at a place; unification makes two types one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction

from pydecl.compiler import ir
from pydecl.compiler.c.text import STRING_MARK
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable


class Type:
    """A set of constructors; a node of a union-find forest, asked through `find`."""

    __slots__ = (
        "atoms",
        "element",
        "floats",
        "ints",
        "open",
        "parent",
        "strings",
        "structs",
        "unusual",
        "wide",
    )

    def __init__(self) -> None:
        self.parent: Type | None = None
        self.ints = False
        self.floats = False
        self.strings = False
        self.atoms: set[str] = set()
        self.open = False
        """Atoms that are made while the program runs, and strings."""
        self.unusual = False
        """Rationals and the like, which C does not hold: making one is a trap."""
        self.element: Type | None = None
        """Of lists."""
        self.structs: dict[tuple[str, int], list[Type]] = {}
        self.wide: dict[str, Type] = {}
        """Compounds of a name and any number of arguments, which are all of one type; not in `structs`."""

    @property
    def is_empty(self) -> bool:
        """Whether there are no values; asked of what `find` gives."""
        numbers = self.ints or self.floats or self.unusual
        return not (numbers or self.strings or self.atoms or self.open or self.structs or self.wide) and (
            self.element is None
        )

    @property
    def is_plain(self) -> bool:
        """Whether there are atoms, numbers and the empty list alone, whose values point nowhere.

        It is asked of what `find` gives.
        """
        items = self.element is not None and not self.element.find().is_empty
        return not (items or self.structs or self.wide)

    def find(self) -> Type:
        """The node that stands for this one."""
        node = self
        while node.parent is not None:
            node = node.parent
        if self.parent is not None and self is not node:
            self.parent = node
        return node

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of constructors, in the order of C's tags."""
        node = self.find()
        named = (
            ("int", node.ints),
            ("float", node.floats),
            ("atom", bool(node.atoms) or node.open),
            ("string", node.strings),
            ("list", node.element is not None),
        )
        compounds = ("struct",) * len(node.structs) + ("wide",) * len(node.wide)
        return tuple(name for name, there in named if there) + compounds

    def list_element(self) -> Type:
        """The type of the elements; lists belong to the type from now on."""
        node = self.find()
        if node.element is None:
            node.element = Type()
        return node.element.find()

    def arguments(self, name: str, arity: int) -> list[Type]:
        """The types of the arguments of this compound, which belongs to the type from now on."""
        node = self.find()
        if name in node.wide:
            return [node.wide[name].find()] * arity
        return node.structs.setdefault((name, arity), [Type() for _ in range(arity)])

    def widened(self, name: str) -> Type:
        """The type of all arguments of compounds of this name, which from now on may have any number."""
        node = self.find()
        if name not in node.wide:
            node.wide[name] = Type()
            for one, other in _folded(node):
                unify(one, other)
        return self.find().wide[name].find()

    def in_structs(self) -> list[Type]:
        """The types of the arguments of compounds with so many of them; asked of what `find` gives."""
        return [field.find() for functor in sorted(self.structs) for field in self.structs[functor]]

    def any_arguments(self) -> list[Type]:
        """The types of all arguments of all compounds."""
        return self.in_structs() + [self.wide[name].find() for name in sorted(self.wide)]

    def held(self) -> list[Type]:
        """The types of all that a value can hold."""
        return ([] if self.element is None else [self.element.find()]) + self.any_arguments()


def _folded(node: Type) -> list[tuple[Type, Type]]:
    """Takes out the structs of names in `wide`; which types are now to be one."""
    folded = [functor for functor in node.structs if functor[0] in node.wide]
    return [(node.wide[functor[0]], field) for functor in folded for field in node.structs.pop(functor)]


def reachable(nodes: Iterable[Type]) -> Iterator[Type]:
    """These types and all that their values can hold, each once."""
    seen: set[Type] = set()
    todo = [node.find() for node in nodes]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        yield node
        todo += node.held()


def unify(a: Type, b: Type) -> bool:
    """Make two types one; whether they were two."""
    todo, changed = [(a, b)], a.find() is not b.find()
    while todo:
        one, other = (node.find() for node in todo.pop())
        if one is other:
            continue
        other.parent = one
        one.ints |= other.ints
        one.floats |= other.floats
        one.strings |= other.strings
        one.atoms |= other.atoms
        one.open |= other.open
        one.unusual |= other.unusual
        if one.element is None:
            one.element = other.element
        elif other.element is not None:
            todo.append((one.element, other.element))
        for functor, fields in other.structs.items():
            todo += zip(one.structs.setdefault(functor, fields), fields, strict=True)
        for name, field in other.wide.items():
            todo.append((one.wide.setdefault(name, field), field))
        todo += _folded(one)
    return changed


def copied(node: Type, known: dict[Type, Type]) -> Type:
    """A type of its own that is as this one is now; `known` has the copies so far."""
    node = node.find()
    if node not in known:
        made = known[node] = Type()
        for name in ("ints", "floats", "strings", "open", "unusual"):
            setattr(made, name, getattr(node, name))
        made.atoms = set(node.atoms)
        made.element = None if node.element is None else copied(node.element, known)
        made.structs = {key: [copied(one, known) for one in fields] for key, fields in node.structs.items()}
        made.wide = {name: copied(one, known) for name, one in node.wide.items()}
    return known[node]


def show(node: Type, inside: tuple[Type, ...] = ()) -> str:
    """A type in words, `^` where it holds itself.

    >>> pairs = Type()
    >>> key, value = pairs.list_element().arguments("-", 2)
    >>> key.ints = True; value.atoms |= {"x", "o"}
    >>> show(pairs)
    '[-(integer, o|x)]'
    """
    node = node.find()
    if node in inside:
        return "^"
    inside = (*inside, node)
    parts = [name for name, there in (("integer", node.ints), ("float", node.floats)) if there]
    parts += sorted(name.replace(STRING_MARK, "") for name in node.atoms)[:12]
    parts += ["..."] if len(node.atoms) > 12 else []
    parts += [n for n, there in (("atom", node.open), ("string", node.strings), ("?", node.unusual)) if there]
    if node.element is not None:
        parts.append(f"[{show(node.element, inside)}]")
    for (name, _), fields in sorted(node.structs.items()):
        parts.append(f"{name}({', '.join(show(f, inside) for f in fields)})")
    parts += [f"{name}({show(field, inside)}...)" for name, field in sorted(node.wide.items())]
    return "|".join(parts) or "nothing"


def hold(node: Type, term: Term) -> None:
    """Add a term's constructors to a type."""
    node = node.find()
    if isinstance(term, Atom):
        node.atoms.add(term.name)
    elif isinstance(term, int):
        node.ints = True
    elif isinstance(term, float):
        node.floats = True
    elif isinstance(term, PrologString):
        node.strings = node.open = True
        node.atoms.add(STRING_MARK + term.value)
    elif isinstance(term, PrologList):
        element = node.list_element()
        for item in term.items:
            hold(element, item)
        if term.tail is not None:
            hold(node, term.tail)
    elif isinstance(term, Compound):
        for one, argument in zip(node.arguments(term.name, len(term.args)), term.args, strict=True):
            hold(one, argument)
    else:
        assert isinstance(term, Fraction | Variable)
        node.unusual = True


# Which kinds of numbers arithmetic gives: integers, floats, or both


INT, FLOAT = frozenset(("int",)), frozenset(("float",))
BOTH = INT | FLOAT

CONSTANTS = dict.fromkeys(("pi", "e", "inf", "nan", "epsilon"), FLOAT)

OF_INTEGERS = {
    **{(name, 2): name for name in ("mod", "rem", "div", "rdiv", "xor", "gcd", "lcm", "getbit")},
    **{(name, 1): name for name in ("msb", "popcount")},
    ("//", 2): "quotient",
    (">>", 2): "right",
    ("<<", 2): "left",
    ("/\\", 2): "and",
    ("\\/", 2): "or",
    ("\\", 1): "not",
}
"""The functions of integers alone, and what C calls them."""

ROUNDING = {(name, 1): name for name in ("truncate", "round", "floor", "ceiling")} | {("integer", 1): "round"}

WHOLE = frozenset((name, 1) for name in ("rational", "rationalize", "numerator", "denominator"))

ALWAYS_INT = OF_INTEGERS.keys() | ROUNDING.keys() | WHOLE

OF_FLOATS = {
    **{(name, 1): name for name in ("sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan")},
    **{(name, 1): name for name in ("sinh", "cosh", "tanh", "asinh", "acosh", "atanh")},
    ("atan2", 2): "atan2",
    ("atan", 2): "atan2",
}

ALWAYS_FLOAT = OF_FLOATS.keys() | {("float", 1), ("copysign", 2)}

Kinds = Callable[[str], Collection[str]]
"""The kinds of constructors at a variable."""


def result_kinds(expression: ir.Expr, kinds: Kinds) -> frozenset[str]:
    """The kinds of numbers that an expression can be, given those at the variables.

    >>> sorted(result_kinds(ir.Arith("/", (ir.Var("X"), ir.Const(2))), lambda name: ("int",)))
    ['float', 'int']
    """
    match expression:
        case ir.Const(value):
            if isinstance(value, Fraction):
                return frozenset()
            return FLOAT if isinstance(value, float) else INT if isinstance(value, int) else BOTH
        case ir.Var(name):
            return frozenset(kinds(name)) & BOTH
        case ir.Arith(name, ()):
            return CONSTANTS.get(name, BOTH)
        case ir.Arith(name, args):
            if (name, len(args)) in ALWAYS_INT:
                return INT
            if (name, len(args)) in ALWAYS_FLOAT:
                return FLOAT
            return _of_arguments(name, [result_kinds(argument, kinds) for argument in args])
        case _:
            return BOTH


def _of_arguments(name: str, found: list[frozenset[str]]) -> frozenset[str]:
    if not all(found):
        return frozenset()
    every = frozenset[str]().union(*found)
    if name in ("max", "min"):
        return every
    if name in ("/", "**") and every == INT:
        return BOTH
    if name in ("**", "^") and "int" in found[0]:
        return every  # 1 ** 2.5 is the integer 1
    return every if all("int" in kinds for kinds in found) else every - INT
