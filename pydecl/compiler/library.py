"""What of Prolog's built-ins and libraries the compiler knows: each predicate in its modes.

A back end implements exactly the modes of `MODES` and the functors of `FUNCTIONS`. A call takes the first
mode whose `+` are all given; what is given beside, or given in part, is a pattern that the result must fit:
so member/2 needs the mode `-+` alone, and `member(7-X, Pairs)` is that with a pattern.

Control (`;`, `\\+`, `findall/3` …) is no library: the intermediate language has goals for it. The library's
other predicates, and the other modes of append/3, are written in Prolog (`frontend/library`).

>>> [str(mode) for mode in MODES["between", 3]]
['+++: at most one', '++-: any number']
"""

from __future__ import annotations

from dataclasses import dataclass

from pydecl.compiler.ir import Determinism, Key


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to call a predicate. A mode may always raise Prolog's errors for arguments of wrong types."""

    arguments: str
    determinism: Determinism
    types: str

    def __str__(self) -> str:
        return f"{self.arguments}: {self.determinism.value}"


_DETERMINISM = {"det": Determinism.DET, "semidet": Determinism.SEMIDET, "nondet": Determinism.NONDET}

_TABLE = """
    member/2            -+ nondet L E
    memberchk/2         ++ semidet E L
    append/3            ++- semidet L L L
    length/2            ++ semidet L I, +- semidet L I
    msort/2             +- det L L
    sort/2              +- det L L
    sort/4              +++- det I * L L
    keysort/2           +- det P P
    between/3           +++ semidet I * I, ++- nondet I * I
    arg/3               ++- semidet I * *, -+- nondet * I *
    functor/3           +-- det * * I
    =../2               +- det * L, -+ det * *
    compare/3           -++ det T T O
    atom/1              + semidet *
    atomic/1            + semidet *
    callable/1          + semidet *
    compound/1          + semidet *
    float/1             + semidet *
    integer/1           + semidet *
    is_list/1           + semidet *
    number/1            + semidet *
    rational/1          + semidet *
    string/1            + semidet *
    $codes/2            +- det * C
    $atom_of/2          +- det C A
    $string_of/2        +- det C X
    $filled/3           ++- det I E L
    $split/4            ++-- semidet I L L L
    $setarg/4           +++- semidet I T * T
    $uncovered/1        + semidet *
    $complete/1         + det *
"""
"""Each mode with its determinism and types, first of the arguments, then of the results: `L` a list, `E` its
element, `I` an integer, `C` a list of integers, `A` an atom made at run time, `X` a string, `O` an order, `P`
a list of pairs, `T` a term, `*` anything.

The last eight are the compiler's own, and so is `$atom_joined`, which has up to MOST_JOINED texts.

`$codes(Text, Codes)`: the codes of an atom, a string or an integer.
`$atom_of(Codes, Atom)`, `$string_of(Codes, String)`: the text of codes, each of which is that of a character.
`$atom_joined(Text, …, Atom)`: the text of each, an atom, a string or an integer, one after the other.
`$filled(N, Item, List)`: N times Item; errors as of length(List, N), domain_error(not_less_than_zero, N)
for N < 0 and type_error(integer, N).
`$split(N, List, Front, Back)`: Front are the first N of List; fails if it has fewer; N is the length of a
list. Back need not be a list.
`$setarg(N, Term0, Item, Term)`: Term is Term0 with Item as the N-th argument, as setarg/3.
`$uncovered(What)`: compiled rules give up; What, an atom, is what they met.
`$complete(Answers)`: compiled rules give up if more answers may come to these, which a table has told last.
"""

UNCOVERED = Key("$uncovered", "+")

MOST_JOINED = 8
"""So many texts are joined at once."""

TOTAL = frozenset((Key("$atom_of", "+-"), Key("$string_of", "+-")))
"""What has one solution for all that it is given."""

COMPLETE, ONLY_ANSWER = Key("$complete", "+"), Key("$only_answer", "+-")
"""What asks whether all answers of a table are there, and, in the prelude, for the only one of them."""


def _modes() -> dict[tuple[str, int], tuple[Mode, ...]]:
    found = {}
    joined = (f"$atom_joined/{n + 1} {'+' * n}- det {'* ' * n}A" for n in range(2, MOST_JOINED + 1))
    for line in (*_TABLE.strip().splitlines(), *joined):
        indicator, modes = line.split(maxsplit=1)
        name, _, arity = indicator.rpartition("/")
        told = (mode.split(maxsplit=2) for mode in modes.split(", "))
        found[name, int(arity)] = tuple(Mode(text, _DETERMINISM[kind], types) for text, kind, types in told)
    return found


MODES = _modes()
"""The modes of each predicate, by name and arity, in order of preference."""

SOLUTIONS = {
    Key(name, mode.arguments): mode.determinism for (name, _), modes in MODES.items() for mode in modes
}
"""How many solutions a call in a mode has."""

FUNCTIONS = frozenset(
    (name, arity)
    for arity, names in (
        (0, "pi e inf nan epsilon"),
        (1, "- + abs sign sqrt sin cos tan asin acos atan exp log ceiling floor round truncate integer"),
        (1, "sinh cosh tanh asinh acosh atanh"),
        (1, "float float_integer_part float_fractional_part rational rationalize numerator denominator"),
        (1, "\\ msb popcount"),
        (2, "+ - * / // mod rem div rdiv min max ** ^ >> << /\\ \\/ xor gcd lcm atan2 atan copysign"),
    )
    for name in names.split()
)
"""The functors that is/2 and comparison evaluate."""

OTHER_FUNCTIONS = frozenset(
    (name, arity)
    for arity, names in (
        (0, "infinite max_tagged_integer min_tagged_integer max_integer min_integer random random_float"),
        (0, "cputime realtime"),
        (1, "random eval succ log2 log10 ceil lsb erf erfc lgamma cot acot"),
        (1, "trunc"),
        (2, "log plus truncate cmpflags getbit nexttoward roundtoward tdiv maxr minr"),
        (3, "powm"),
    )
    for name in names.split()
)
"""Functors that some version of SWI-Prolog evaluates, and that are not compiled."""


def is_code(value: int) -> bool:
    """Whether an integer is the code of a character."""
    return 0 <= value < 0xD800 or 0xDFFF < value <= 0x10FFFF


COMPARISONS = frozenset(("<", ">", "=<", ">=", "=:=", "=\\="))
"""Of numbers."""

ORDERS = frozenset(("@<", "@>", "@=<", "@>=", "==", "\\=="))
"""Of terms."""
