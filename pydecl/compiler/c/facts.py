"""Facts: procedures that are nothing but rows of constants.

Which rows a call can meet is told by the types of its arguments: in

    plus_one(1, 2). plus_one(2, 3). plus_one(a, b). plus_one(b, c).

a rank meets the first two and a file the others, so that what they give is an integer and an atom, and not
something that may be either.
"""

from __future__ import annotations

from fractions import Fraction

from pydecl.compiler import ir
from pydecl.compiler.c.types import Type
from pydecl.model.term import Atom, PrologString


def facts(procedure: ir.Procedure) -> bool:
    """Whether a procedure is nothing but a table."""
    many = len(procedure.clauses) >= 8 or (
        procedure.determinism is ir.Determinism.NONDET and len(procedure.clauses) > 1
    )
    return many and all(row(procedure, clause) is not None for clause in procedure.clauses)


def row(procedure: ir.Procedure, clause: ir.Clause) -> tuple[ir.Expr, ...] | None:
    """The arguments that a fact is for; None where it is no such fact."""
    found: dict[str, ir.Expr] = {}
    for goal in clause.goals:
        if not (isinstance(goal, ir.Match) and isinstance(goal.value, ir.Var)):
            return None
        told = written(goal.pattern)
        if told is None or goal.value.name in found:
            return None
        found[goal.value.name] = told
    if set(found) != set(procedure.parameters) or not all(map(constant, clause.results)):
        return None
    return tuple(found[name] for name in procedure.parameters)


def written(pattern: ir.Pattern) -> ir.Expr | None:
    """The one value that a pattern fits, if there is one and it is written there."""
    match pattern:
        case ir.Equal(told):
            return told if constant(told) else None
        case ir.Shape(name, args):
            made = [written(arg) for arg in args]
            return ir.Make(name, tuple(one for one in made if one)) if all(made) and args else None
        case ir.ListShape(items, tail):
            made = [written(item) for item in items]
            if not all(made) or tail is not None:
                return None
            return ir.MakeList(tuple(one for one in made if one), None)
        case _:
            return None


def constant(expression: ir.Expr) -> bool:
    """Whether an expression is a value that is written there."""
    match expression:
        case ir.Const():
            return True
        case ir.Make(_, args):
            return all(map(constant, args))
        case ir.MakeList(items, tail):
            return all(map(constant, items)) and (tail is None or constant(tail))
        case _:
            return False


def mixed(procedure: ir.Procedure) -> bool:
    """Whether a procedure is facts, and constants of several kinds stand in one place."""
    if len(procedure.clauses) < 2 or not procedure.parameters:
        return False
    rows = [row(procedure, clause) for clause in procedure.clauses]
    keys = [one for one in rows if one is not None]
    return len(keys) == len(rows) and any(
        len(set(map(kind_of, column))) > 1 for column in zip(*keys, strict=True)
    )


def kind_of(one: ir.Expr) -> object:
    """What a type that can hold this constant has to have: see `meets`."""
    match one:
        case ir.Const(value):
            return type(value)
        case ir.Make(name, args):
            return name, len(args)
        case _:
            return None


def meets(node: Type, one: ir.Expr) -> bool:
    """Whether a type can hold a value of the kind of this constant."""
    node = node.find()
    match one:
        case ir.Const(Atom()):
            return bool(node.atoms) or node.open
        case ir.Const(PrologString()):
            return node.strings
        case ir.Const(int()):
            return node.ints
        case ir.Const(float()):
            return node.floats
        case ir.Const(Fraction()):
            return node.unusual
        case ir.Make(name, args):
            return (name, len(args)) in node.structs or name in node.wide
        case _:
            return node.element is not None
