"""Conditional compilation in pydecl's own texts, `:- if(defines(moves/2))`: it asks what rules define."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pydecl.compiler.frontend.predicates import Indicator
from pydecl.compiler.frontend.terms import arguments, indicator, is_goal, simple
from pydecl.model.term import Atom
from pydecl.rules.syntax import Clause, Constant, Kind, Node, Span

Defines = Callable[[Indicator], bool]
"""Whether the rules define a predicate."""


def left_out(clauses: Sequence[Clause], defines: Defines) -> Iterator[Span]:
    """The directives, all but `include`, and the clauses that conditional compilation leaves out."""
    open_: list[tuple[bool, bool]] = []  # whether clauses are taken here, and whether a branch has been
    for clause in clauses:
        if clause.kind is not Kind.DIRECTIVE or clause.body is None:
            if not all(taken for taken, _ in open_):
                yield clause.span
            continue
        goal = simple(clause.body)
        key = indicator(goal)
        if key == ("if", 1):
            holds = _holds(arguments(goal)[0], defines)
            open_.append((holds, holds))
        elif key == ("elif", 1):
            _, had = open_.pop()
            holds = not had and _holds(arguments(goal)[0], defines)
            open_.append((holds, had or holds))
        elif key == ("else", 0):
            _, had = open_.pop()
            open_.append((not had, True))
        elif key == ("endif", 0):
            open_.pop()
        elif key == ("include", 1):
            continue
        yield clause.span


def _holds(condition: Node, defines: Defines) -> bool:
    """Whether a condition of an `:- if` holds: defines/1, or its negation."""
    if is_goal(condition, "\\+", 1):
        return not _holds(arguments(condition)[0], defines)
    assert is_goal(condition, "defines", 1), "it asks only what the rules define"
    return defines(indicated(arguments(condition)[0]))


def indicated(node: Node) -> Indicator:
    """The predicate that `Name/Arity` names."""
    name, arity = arguments(node)
    assert isinstance(name, Constant)
    assert isinstance(arity, Constant)
    assert isinstance(name.value, Atom)
    assert isinstance(arity.value, int)
    return name.value.name, arity.value
