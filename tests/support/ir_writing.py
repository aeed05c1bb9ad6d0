"""The intermediate language written by hand, in few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydecl.compiler.ir import (
    Arith,
    Bind,
    Call,
    Clause,
    Compare,
    Compute,
    Const,
    Determinism,
    Equal,
    Expr,
    Goal,
    Ignore,
    Key,
    Library,
    ListShape,
    Make,
    MakeList,
    Match,
    Pattern,
    Procedure,
    Program,
    Shape,
    Var,
)
from pydecl.compiler.python.program import CompiledRules
from pydecl.compiler.runtime.values import to_term, to_value
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, term_text
from pydecl.rules.syntax import Span

HERE = Span(0, 0)

DET, SEMIDET, NONDET = Determinism.DET, Determinism.SEMIDET, Determinism.NONDET


def e(thing: Any) -> Expr:
    """An expression: 'X' is a variable, 'x' an atom, ["x"] a list, ("f", "x") a compound, a number itself."""
    if isinstance(thing, str):
        return Var(thing) if thing[0].isupper() else Const(Atom(thing))
    if isinstance(thing, list):
        if len(thing) > 1 and thing[-2] == "|":
            return MakeList(tuple(map(e, thing[:-2])), e(thing[-1]))
        return MakeList(tuple(map(e, thing)), None)
    if isinstance(thing, tuple):
        return Make(thing[0], tuple(map(e, thing[1:])))
    return thing if isinstance(thing, Var | Const | Make | MakeList | Arith) else Const(thing)


def p(thing: Any) -> Pattern:
    """A pattern: 'X' binds, '_' is anything, '=X' is what X is; the rest as in `e`."""
    if isinstance(thing, str):
        if thing == "_":
            return Ignore()
        if thing[0] == "=":
            return Equal(Var(thing[1:]))
        return Bind(thing) if thing[0].isupper() else Equal(e(thing))
    if isinstance(thing, list):
        if len(thing) > 1 and thing[-2] == "|":
            return ListShape(tuple(map(p, thing[:-2])), p(thing[-1]))
        return ListShape(tuple(map(p, thing)), None)
    if isinstance(thing, tuple):
        return Shape(thing[0], tuple(map(p, thing[1:])))
    return Equal(e(thing))


def match(value: Any, pattern: Any) -> Goal:
    return Match(e(value), p(pattern), HERE)


def a(name: str, *args: Any) -> Arith:
    return Arith(name, tuple(x if isinstance(x, Arith) else e(x) for x in args))


def compute(target: Any, value: Any) -> Goal:
    return Compute(value if isinstance(value, Arith) else e(value), p(target), HERE)


def compare(op: str, left: Any, right: Any) -> Goal:
    sides = [x if isinstance(x, Arith) else e(x) for x in (left, right)]
    return Compare(op, sides[0], sides[1], HERE)


def call(name: str, mode: str, *args: Any) -> Goal:
    return _call(Call, name, mode, args)


def library(name: str, mode: str, *args: Any) -> Goal:
    return _call(Library, name, mode, args)


def _call(kind: Any, name: str, mode: str, args: Sequence[Any]) -> Goal:
    given = tuple(e(x) for x, m in zip(args, mode, strict=True) if m == "+")
    results = tuple(p(x) for x, m in zip(args, mode, strict=True) if m == "-")
    found: Goal = kind(Key(name, mode), given, results, HERE)
    return found


def procedure(
    name: str,
    mode: str,
    parameters: str,
    determinism: Determinism,
    *clauses: tuple[Sequence[Goal], Sequence[Any]],
    exclusive: bool = False,
) -> Procedure:
    """Clauses are pairs of goals and results."""
    made = tuple(Clause(tuple(goals), tuple(map(e, results)), HERE) for goals, results in clauses)
    return Procedure(Key(name, mode), tuple(parameters.split()), made, determinism, HERE, exclusive)


def rules(*procedures: Procedure) -> CompiledRules:
    """The first procedure is the entry."""
    return CompiledRules(Program({each.key: each for each in procedures}, (procedures[0].key,)))


def ask(compiled: CompiledRules, *arguments: str) -> list[str]:
    """All solutions of the entry, as texts."""
    key = compiled.program.entries[0]
    found = compiled.solutions(key, *(to_value(read_term(text)) for text in arguments))
    return [" ".join(term_text(to_term(value)) for value in row) for row in found]
