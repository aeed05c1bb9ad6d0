"""The intermediate language: what a rules file computes, with nothing left of logic variables.

A procedure is a predicate in one mode: arguments of mode `+` come in as ground values, those of mode `-` go
out as ground values. A variable is assigned once on every path, and read only where it is assigned.

Goals are executed from left to right. A goal fails, succeeds once, or succeeds several times; if a later
goal fails, the latest goal that may succeed again is asked again, as in Prolog. A solution of a clause is one
success of all its goals; then its results are made. The clauses of a procedure are tried in order.

What works on all nodes has modules of its own: `visitor` walks goals, patterns and expressions and makes them
anew; `call_graph` says who calls whom. Who may come in: the front end, the passes, the
back end, and what explains a program. It must not know Prolog's text, nor C.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from pydecl.model.term import Atom, PrologString
from pydecl.rules.syntax import Span

# Expressions: values made of variables


@dataclass(frozen=True, slots=True)
class Var:
    """The value of a variable."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Const:
    """An atom, a number, a string; the empty list is `MakeList((), None)`.

    Equal are identical ones alone, as in Prolog: neither 1 and 1.0 nor 0.0 and -0.0.

    >>> Const(1) == Const(1), Const(1) == Const(1.0), Const(0.0) == Const(-0.0)
    (True, False, False)
    """

    value: Atom | PrologString | int | float | Fraction

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Const) and _exact(self.value) == _exact(other.value)

    def __hash__(self) -> int:
        return hash(self.value)


def _exact(value: Atom | PrologString | int | float | Fraction) -> tuple[type, object]:
    """What only identical constants have in common."""
    return value.__class__, value.hex() if isinstance(value, float) else value


@dataclass(frozen=True, slots=True)
class Make:
    """A compound."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class MakeList:
    """A list; `tail` is the rest of it, a list too (or any other term), None for the empty list."""

    items: tuple[Expr, ...]
    tail: Expr | None


@dataclass(frozen=True, slots=True)
class Arith:
    """A number computed by one of is/2's functors, such as `+`, `//`, `mod`, `max`, `pi`.

    It stands in Compute and Compare alone. An argument that is a Var holds what is to be evaluated: a number
    in most programs; anything else is Prolog's error, or evaluated as Prolog does.
    """

    name: str
    args: tuple[Expr, ...]


Expr = Var | Const | Make | MakeList | Arith

# Patterns: what a value is taken apart with


@dataclass(frozen=True, slots=True)
class Bind:
    """Any value; the variable is assigned."""

    name: str


@dataclass(frozen=True, slots=True)
class Ignore:
    """Any value."""


@dataclass(frozen=True, slots=True)
class Equal:
    """A value identical to this one: p(1) is not p(1.0)."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Shape:
    """A compound of this name and so many arguments."""

    name: str
    args: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class ListShape:
    """A list that begins with these items; the rest fits `tail`, or is empty where `tail` is None."""

    items: tuple[Pattern, ...]
    tail: Pattern | None


Pattern = Bind | Ignore | Equal | Shape | ListShape

# Goals; `place` is where the goal stands in the rules file


@dataclass(frozen=True, slots=True)
class Numbered:
    """What all goals have: a number, by which `visitor.numbered` tells those of a procedure apart."""

    number: int = field(default=0, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Match(Numbered):
    """Take a value apart; fails if it does not fit."""

    value: Expr
    pattern: Pattern
    place: Span


@dataclass(frozen=True, slots=True)
class Compute(Numbered):
    """`is/2`: evaluate, and fit the number to the pattern (Bind, or Equal to what is known)."""

    value: Expr
    pattern: Pattern
    place: Span


@dataclass(frozen=True, slots=True)
class Compare(Numbered):
    """Numbers: `<`, `>`, `=<`, `>=`, `=:=`, `=\\=`; both sides are evaluated."""

    op: str
    left: Expr
    right: Expr
    place: Span


@dataclass(frozen=True, slots=True)
class Order(Numbered):
    """Standard order of terms: `@<`, `@>`, `@=<`, `@>=`, `==`, `\\==`; nothing is evaluated."""

    op: str
    left: Expr
    right: Expr
    place: Span


@dataclass(frozen=True, slots=True)
class Call(Numbered):
    """A procedure of the file; its results, one for each `-`, are fitted to `results`."""

    procedure: Key
    arguments: tuple[Expr, ...]
    results: tuple[Pattern, ...]
    place: Span


@dataclass(frozen=True, slots=True)
class Library(Numbered):
    """A built-in or library predicate in one of the modes of `library.py`, such as member/2 in mode `-+`."""

    procedure: Key
    arguments: tuple[Expr, ...]
    results: tuple[Pattern, ...]
    place: Span


@dataclass(frozen=True, slots=True)
class IfThenElse(Numbered):
    """`( Condition -> Then ; Otherwise )`: the condition's first solution counts. `soft`: `*->`, all do.

    `\\+ G` is `( G -> fail ; true )`, and `once(G)` is `( G -> true ; fail )`.
    """

    condition: tuple[Goal, ...]
    then: tuple[Goal, ...]
    otherwise: tuple[Goal, ...]
    place: Span
    soft: bool = False


@dataclass(frozen=True, slots=True)
class Or(Numbered):
    """`( A ; B )`: the solutions of each, in order. All branches assign the variables that are read later."""

    branches: tuple[tuple[Goal, ...], ...]
    place: Span


@dataclass(frozen=True, slots=True)
class Commit(Numbered):
    """Cut: drops the other solutions of the goals before it in the clause, and the clauses after this one.

    It stands in the clause itself or in a branch of Or, `then` or `otherwise`; never in a condition or a
    collection, where Prolog's cut is local and the front end has made a condition of it, or a predicate.
    """

    place: Span


@dataclass(frozen=True, slots=True)
class Fail(Numbered):
    """No solution."""

    place: Span


@dataclass(frozen=True, slots=True)
class Raise(Numbered):
    """`throw/1`, or an error that is certain."""

    ball: Expr
    place: Span


@dataclass(frozen=True, slots=True)
class Catch(Numbered):
    """`catch/3`: the goals; if one of them throws a term that fits `ball`, the recovery.

    What the goals assign before they throw is not read in the recovery. The context of an error, the second
    argument of error/2, is not known: a pattern of error/2 has Ignore there, and where `ball` binds the whole
    term, compiled rules give up if it is an error. What compiled rules give up for is not caught.
    """

    goals: tuple[Goal, ...]
    ball: Pattern
    recovery: tuple[Goal, ...]
    place: Span


class Collection(Enum):
    """What is made of all solutions: of the values of `template` in each, in order."""

    LIST = "findall"
    COUNT = "count"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class Collect(Numbered):
    """One value of all solutions of the goals, fitted to `result`; what they assign is not seen later."""

    kind: Collection
    template: Expr
    goals: tuple[Goal, ...]
    result: Pattern
    place: Span


Goal = (
    Match
    | Compute
    | Compare
    | Order
    | Call
    | Library
    | IfThenElse
    | Or
    | Commit
    | Fail
    | Raise
    | Catch
    | Collect
)

# Procedures


class Determinism(Enum):
    """How many solutions there can be."""

    SEMIDET = "at most one"
    NONDET = "any number"


@dataclass(frozen=True, slots=True)
class Key:
    """A predicate in a mode: one character an argument, `+` or `-`.

    >>> print(Key("move", "+--"))
    move(+,-,-)
    """

    name: str
    mode: str

    @property
    def arity(self) -> int:
        return len(self.mode)

    def __str__(self) -> str:
        return f"{self.name}({','.join(self.mode)})" if self.mode else self.name


@dataclass(frozen=True, slots=True)
class Clause:
    """`results` are made after the goals, one for each `-`."""

    goals: tuple[Goal, ...]
    results: tuple[Expr, ...]
    place: Span


@dataclass(frozen=True, slots=True)
class Procedure:
    """`parameters` are the variables that hold the arguments of mode `+`, in order.

    `exclusive` says that at most one of the clauses can fit any arguments: the first that fits decides.
    `tabled` says that it makes the list of all answers to a question, which is kept. Where it is asked the
    question that it is working out, the list has the answers that are there so far; it is worked out again
    until none is added.
    """

    key: Key
    parameters: tuple[str, ...]
    clauses: tuple[Clause, ...]
    determinism: Determinism
    place: Span
    exclusive: bool = False
    tabled: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a predicate in a mode is not compiled: what stands at `place`; `chain` leads there by calls."""

    key: Key
    place: Span
    reason: str
    chain: tuple[Key, ...] = ()


@dataclass(frozen=True)
class Program:
    """All procedures that the entries need, and why an entry cannot be compiled."""

    procedures: Mapping[Key, Procedure]
    entries: Sequence[Key]
    refusals: Mapping[Key, Refusal] = field(default_factory=dict)
