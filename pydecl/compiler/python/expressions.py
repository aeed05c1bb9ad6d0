"""Expressions, arithmetic and tests of the intermediate language as Python expressions.

What is known of a variable's value saves checks: its `Kind`. Where nothing is known, the text is exact for
every value, or raises one of Python's exceptions: then the rules are run again with every operation in full.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from keyword import iskeyword

from pydecl.compiler.ir import (
    Arith,
    Bind,
    Const,
    Equal,
    Expr,
    Ignore,
    Key,
    ListShape,
    Make,
    MakeList,
    Pattern,
    Shape,
    Var,
)
from pydecl.compiler.python.constant_pool import Pool, plain
from pydecl.compiler.python.ground import ground
from pydecl.compiler.runtime.values import CONS, is_list


class Kind(Enum):
    """What is known of a value."""

    INTEGER = "integer"
    NUMBER = "number"
    ATOM = "atom"
    LIST = "list"
    NOTHING = "nothing"
    """No value yet: of a procedure whose results, or arguments, are still being found out."""

    RAW = "raw"
    """What Python's operators made of numbers: an integer is right, anything else must be computed again."""


def kind_of(value: object) -> Kind | None:
    """What is known of a value that is known."""
    if value.__class__ is tuple:
        return Kind.LIST if is_list(value) else None
    return Kind.INTEGER if value.__class__ is int else Kind.ATOM if value.__class__ is str else None


_PYTHON = {"<": "<", ">": ">", "=<": "<=", ">=": ">=", "=:=": "==", "=\\=": "!="}
COMPARED = {"<": "less", ">": "greater", "=<": "at_most", ">=": "at_least", "=:=": "same", "=\\=": "other"}
"""The runtime's comparison of numbers."""

_INTEGERS_ALONE = {"/\\": "&", "\\/": "|", "xor": "^"}
_RAW = {"+": "+", "-": "-", "*": "*", "mod": "%", "div": "//"}
_INTEGER_RESULTS = frozenset(("//", "rem", "gcd", "lcm", "msb", "popcount", "<<", ">>"))

_SIMPLE = re.compile(r"\w+|\(-\d+\)", re.ASCII)


def simple(text: str) -> bool:
    """Whether a text is a name or a number: it costs nothing to write it twice."""
    return _SIMPLE.fullmatch(text) is not None


def class_of(text: str) -> str:
    """The class of a value."""
    return f"({text}).__class__" if text.isdigit() else f"{text}.__class__"


def list_test(name: str) -> str:
    """That the value of a variable is a list."""
    return f"{name}.__class__ is tuple and (not {name} or {name}[0].__class__ is not Functor)"


class Expressions:
    """The expressions of one procedure."""

    def __init__(self, pool: Pool, exact: bool) -> None:
        self.pool = pool
        self.exact = exact
        self.kinds: dict[str, Kind] = {}
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()
        self._temporaries = 0

    def name(self, variable: str) -> str:
        """The Python name of a variable."""
        found = self._names.get(variable)
        if found is None:
            found = wanted = f"v{plain(variable)}"
            number = 1
            while found in self._taken or iskeyword(found):
                number += 1
                found = f"{wanted}_{number}"
            self._names[variable] = found
            self._taken.add(found)
        return found

    def alias(self, variable: str, text: str) -> None:
        """A variable's value is this text."""
        self._names[variable] = text

    def temporary(self) -> str:
        """A new Python name."""
        self._temporaries += 1
        return f"t{self._temporaries}"

    def kind(self, expr: Expr) -> Kind | None:
        """What is known of an expression's value."""
        if isinstance(expr, Var):
            return self.kinds.get(expr.name)
        if isinstance(expr, MakeList):
            return Kind.LIST
        if isinstance(expr, Const):
            if expr.value.__class__ is int:
                return Kind.INTEGER
            return Kind.ATOM if isinstance(self.pool_value(expr), str) else None
        return None

    @staticmethod
    def pool_value(expr: Const) -> object:
        return ground(expr)

    def know(self, variable: str, kind: Kind | None) -> None:
        """What is known of a variable from here on."""
        if kind is None:
            self.kinds.pop(variable, None)
        else:
            self.kinds[variable] = kind

    # Values

    def value(self, expr: Expr) -> str:
        """An expression's value."""
        if isinstance(expr, Var):
            return self.name(expr.name)
        found = ground(expr)
        if found is not None:
            return self.pool.constant(found)
        if isinstance(expr, Make):
            if expr.name == CONS and len(expr.args) == 2:
                return self.value(MakeList(expr.args[:1], expr.args[1]))
            args = "".join(f", {self.value(arg)}" for arg in expr.args)
            return f"({self.pool.functor(expr.name, len(expr.args))}{args or ','})"
        assert isinstance(expr, MakeList)
        items = "".join(f"{self.value(item)}, " for item in expr.items)
        if expr.tail is None:
            return f"({items})"
        tail = self.value(expr.tail)
        if self.kind(expr.tail) is Kind.LIST and not self.exact:
            return f"(({items}) + {tail})"
        if self.exact or not tail.isidentifier() or not all(simple(self.value(item)) for item in expr.items):
            return f"cons(({items}), {tail})"
        return f"(({items}) + {tail} if {list_test(tail)} else cons(({items}), {tail}))"

    def result(self, values: Sequence[str]) -> str:
        """A procedure's results as one value."""
        if not values:
            return "True"
        return values[0] if len(values) == 1 else f"({', '.join(values)})"

    # Arithmetic

    def full(self, expr: Expr, within: bool = False) -> str:
        """A number, every operation in full; `within` an expression, as an operand."""
        if isinstance(expr, Arith):
            function = self.pool.arithmetic(expr.name, len(expr.args), within)
            args = [self._operand(arg, within=True) for arg in expr.args]
            if self.exact and len(args) == 2:
                return f"last_first({function}, {args[1]}, {args[0]})"
            return f"{function}({', '.join(args)})"
        if isinstance(expr, Const) and expr.value.__class__ is int:
            return self.value(expr)
        return f"{'operand' if within else 'number'}({self.value(expr)})"

    def _operand(self, expr: Expr, within: bool = False) -> str:
        return self.full(expr, within) if self.exact or isinstance(expr, Arith) else self.value(expr)

    def number(self, expr: Expr) -> tuple[str, Kind]:
        """A number, with Python's operators where they do; RAW is right where it is an integer."""
        if not isinstance(expr, Arith):
            kind = self.kind(expr)
            if kind is Kind.NOTHING:
                kind = Kind.INTEGER
            if kind is Kind.INTEGER or (kind is Kind.NUMBER and not self.exact):
                return self.value(expr), kind
            if isinstance(expr, Var) and not self.exact:
                return self.value(expr), Kind.RAW
            return self.full(expr), Kind.NUMBER
        found = None
        if not self.exact and len(expr.args) == 2:
            found = self._binary(expr.name, *expr.args)
        elif not self.exact and len(expr.args) == 1:
            found = self._unary(expr.name, expr.args[0])
        if found is not None:
            return found
        return self.full(expr), Kind.INTEGER if expr.name in _INTEGER_RESULTS else Kind.NUMBER

    def _binary(self, name: str, left: Expr, right: Expr) -> tuple[str, Kind] | None:
        one, one_kind = self.number(left)
        other, other_kind = self.number(right)
        integers = one_kind is other_kind is Kind.INTEGER
        if name in _INTEGERS_ALONE:
            return f"({one} {_INTEGERS_ALONE[name]} {other})", Kind.INTEGER
        if name in _RAW:
            return f"({one} {_RAW[name]} {other})", Kind.INTEGER if integers else Kind.RAW
        if name == "//":
            return self._quotient(one, other, left, right), Kind.INTEGER if integers else Kind.RAW
        if name in (">>", "<<") and simple(other):
            if other.isdigit() and int(other) < 65536:
                return f"({one} {name} {other})", Kind.INTEGER
            return (
                f"({one} {name} {other} if {other} < 65536 else {self.full(Arith(name, (left, right)))})",
                Kind.INTEGER,
            )
        if name in ("min", "max"):
            return self._extreme(name, (one, left, one_kind), (other, right, other_kind))
        return None

    def _kept(self, text: str) -> tuple[str, str]:
        """A text that evaluates to a value where it is first needed, and one for it after that."""
        if simple(text):
            return text, text
        kept = self.temporary()
        return f"({kept} := {text})", kept

    def _quotient(self, one: str, other: str, left: Expr, right: Expr) -> str:
        first, one = self._kept(one)
        positive = ""
        if not other.isdigit() or other == "0":
            second, other = self._kept(other)
            positive = f" and {second} > 0"
        return f"({one} // {other} if {first} >= 0{positive} else {self.full(Arith('//', (left, right)))})"

    def _extreme(self, name: str, *sides: tuple[str, Expr, Kind]) -> tuple[str, Kind]:
        first, one = self._kept(sides[0][0])
        second, other = self._kept(sides[1][0])
        checks = [
            f"{class_of(text)} is int"
            for text, (_, _, kind) in zip((first, second), sides, strict=True)
            if kind is not Kind.INTEGER
        ]
        op = "<=" if name == "min" else ">="
        if len(checks) < 2 and not (simple(first) and simple(second)):
            checks = [f"{class_of(first)} is int", f"{class_of(second)} is int"]
        chosen = f"{one} if {one} {op} {other} else {other}"
        if not checks:
            return f"({chosen})", Kind.INTEGER
        full = self.full(Arith(name, (sides[0][1], sides[1][1])))
        return f"(({chosen}) if {' and '.join(checks)} else {full})", Kind.NUMBER

    def _unary(self, name: str, arg: Expr) -> tuple[str, Kind] | None:
        text, kind = self.number(arg)
        kept = Kind.INTEGER if kind is Kind.INTEGER else Kind.RAW
        if name == "-":
            return f"(-{text})", kept
        if name == "+":
            return text, kind
        if name == "abs":
            return f"abs({text})", kept
        if name == "\\":
            return f"(~{text})", Kind.INTEGER
        if name == "sign":
            first, text = self._kept(text)
            if kind is Kind.INTEGER:
                return f"(({first} > 0) - ({text} < 0))", Kind.INTEGER
            full = self.full(Arith(name, (arg,)))
            return f"(({text} > 0) - ({text} < 0) if {class_of(first)} is int else {full})", Kind.NUMBER
        if name == "msb" and simple(text):
            return (
                f"(({text}).bit_length() - 1 if {text} > 0 else {self.full(Arith(name, (arg,)))})",
                Kind.INTEGER,
            )
        if name == "popcount" and simple(text):
            return (
                f"(({text}).bit_count() if {text} >= 0 else {self.full(Arith(name, (arg,)))})",
                Kind.INTEGER,
            )
        return None

    def computed(self, expr: Expr, target: str) -> tuple[str, Kind]:
        """An expression that evaluates to the exact number; `target` may be assigned on the way."""
        text, kind = self.number(expr)
        if kind is not Kind.RAW:
            return text, kind
        return f"({target} if ({target} := {text}).__class__ is int else {self.full(expr)})", Kind.NUMBER

    def compared(self, op: str, left: Expr, right: Expr) -> str:
        """A comparison of numbers."""
        slow = f"{COMPARED[op]}({self._operand(left)}, {self._operand(right)})"
        if self.exact:
            return slow
        sides = [self.number(left), self.number(right)]
        checks, texts = [], []
        ordering = op not in ("=:=", "=\\=")
        for text, kind in sides:
            if kind is Kind.RAW and not simple(text):
                kept = self.temporary()
                checks.append(f"({kept} := {text}).__class__ is int")
                texts.append(kept)
                continue
            if kind is Kind.RAW or (kind is Kind.NUMBER and not ordering):
                kept = text
                if not simple(text):
                    kept = self.temporary()
                    text = f"({kept} := {text})"
                checks.append(f"{class_of(text)} is int")
                texts.append(kept)
                continue
            texts.append(text)
        fast = f"{texts[0]} {_PYTHON[op]} {texts[1]}"
        if ordering and all(simple(text) for text, _ in sides):
            if any(kind is not Kind.RAW for _, kind in sides):
                return fast  # what is no number raises TypeError beside one
            checks = checks[:1]
        return f"({fast} if {' and '.join(checks)} else {slow})" if checks else fast

    # Patterns that are tests

    def fits(self, text: str, pattern: Pattern, kind: Kind | None = None) -> list[str]:
        """The tests, to be joined by `and`, that a value fits a pattern; they assign its variables."""
        if isinstance(pattern, Ignore):
            return []
        if isinstance(pattern, Bind):
            self.know(pattern.name, kind)
            return [f"({self.name(pattern.name)} := {text}) is not None"]
        return self.fits_structure(text, pattern, kind)

    def fits_structure(self, text: str, pattern: Pattern, kind: Kind | None) -> list[str]:
        """As `fits`, of what is no variable."""
        if isinstance(pattern, Equal):
            return [f"{text} == {self.value(pattern.value)}"]
        tests = []
        if not simple(text):
            kept = self.temporary()
            opened, text = f"({kept} := {text})", kept
        else:
            opened = text
        if isinstance(pattern, Shape):
            if pattern.name == "[|]" and len(pattern.args) == 2:
                return self.fits_structure(text, ListShape(pattern.args[:1], pattern.args[1]), kind)
            functor = self.pool.functor(pattern.name, len(pattern.args))
            tests += [f"{class_of(opened)} is tuple", text, f"{text}[0] is {functor}"]
            for place, inner in enumerate(pattern.args, 1):
                tests += self.fits(f"{text}[{place}]", inner)
            return tests
        assert isinstance(pattern, ListShape)
        return self._fits_list(opened, text, pattern, kind)

    def _fits_list(self, opened: str, text: str, pattern: ListShape, kind: Kind | None) -> list[str]:
        count = len(pattern.items)
        if count == 0:
            if pattern.tail is None:
                return [f"{opened} == ()"]
            return self.fits(opened, pattern.tail, kind)
        tests = self.list_tests(opened, text, pattern, kind)
        for place, inner in enumerate(pattern.items):
            tests += self.fits(f"{text}[{place}]", inner)
        if pattern.tail is not None:
            tests += self.fits(f"{text}[{count}:]", pattern.tail, Kind.LIST)
        return tests

    def list_tests(self, opened: str, text: str, pattern: ListShape, kind: Kind | None) -> list[str]:
        """That a value is a list, and long enough."""
        count = len(pattern.items)
        size = f"len({text}) == {count}" if pattern.tail is None else f"len({text}) >= {count}"
        if pattern.tail is not None and count == 1:
            size = text
        if kind is Kind.LIST and not self.exact:
            return [size.replace(text, opened, 1)]
        return [f"{class_of(opened)} is tuple", size, f"{text}[0].__class__ is not Functor"]


def result_kinds(key: Key) -> tuple[Kind | None, ...]:
    """What is known of the results of a library predicate."""
    count = key.mode.count("-")
    name, mode = key.name, key.mode
    if name in ("nth0", "nth1") and mode[0] == "-":
        return (Kind.INTEGER, *[None] * (count - 2), Kind.LIST if len(mode) == 4 else None)[:count]
    if (name, mode) in _RESULTS:
        return _RESULTS[name, mode]
    if name in _INTEGER_LAST:
        return (Kind.INTEGER,) * count
    return (Kind.LIST,) * count if name in _LISTS else (None,) * count


_INTEGER_LAST = frozenset(("length", "between", "succ", "plus", "atom_length"))
_LISTS = frozenset(
    (
        *(
            "subtract",
            "intersection",
            "delete",
            "reverse",
            "flatten",
            "permutation",
            "list_to_set",
            "numlist",
        ),
        *("msort", "sort", "keysort", "pairs_keys", "pairs_values", "pairs_keys_values", "$filled"),
        "group_pairs_by_key",
    )
)
_RESULTS: dict[tuple[str, str], tuple[Kind | None, ...]] = {
    ("append", "-++"): (Kind.LIST,),
    ("append", "--+"): (Kind.LIST, None),
    ("$split", "++--"): (Kind.LIST, None),
    ("select", "-+-"): (None, Kind.LIST),
    ("select", "+-+"): (Kind.LIST,),
    ("select", "-++-"): (None, Kind.LIST),
    ("nth0", "++--"): (None, Kind.LIST),
    ("nth1", "++--"): (None, Kind.LIST),
    ("nth0", "+-++"): (Kind.LIST,),
    ("nth1", "+-++"): (Kind.LIST,),
    ("atom_chars", "+-"): (Kind.LIST,),
    ("atom_codes", "+-"): (Kind.LIST,),
    ("number_codes", "+-"): (Kind.LIST,),
    ("atom_chars", "-+"): (Kind.ATOM,),
    ("atom_codes", "-+"): (Kind.ATOM,),
    ("=..", "+-"): (Kind.LIST,),
    ("functor", "+--"): (None, Kind.INTEGER),
    ("compare", "-++"): (Kind.ATOM,),
    ("arg", "-+-"): (Kind.INTEGER, None),
    ("union", "++-"): (None,),
    ("atomic_list_concat", "-++"): (Kind.LIST,),
    ("char_code", "+-"): (Kind.INTEGER,),
    ("char_code", "-+"): (Kind.ATOM,),
}
