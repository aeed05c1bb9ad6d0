"""Variables that hold the address of a value: large values that are read where they lie, and not copied.

A parameter that is passed by a pointer stays one, and what a Match finds within a value is the place in that
value. So is a solution of a call that has several, for what comes after the call runs within it. Values are
never changed, and what holds them is there for as long as the variable is read: variables of the caller, the
arena, and variables of the procedure itself, which are assigned once. Only a procedure that goes on as a loop
gives its parameters new values, and is left as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import assigned, assigned_by, goals_within


def bound_within(clause: ir.Clause, within_calls: Callable[[ir.Call], bool] = lambda _: False) -> set[str]:
    """The variables that stand for a part of another variable's value, or all of it, and are bound once.

    `within_calls` says of which calls what follows runs while they do: their solutions lie there until then.

        >>> from pydecl.compiler.compile import compile_rules
        >>> from pydecl.compiler.ir import Key
        >>> from pydecl.rules.reader import read_rules
        >>> rules = read_rules("max_to_move(at(B, G)) :- G = [H|_], B @> H, B \\\\= a.", "g.pl")
        >>> program = compile_rules(rules, [Key("max_to_move", "+")])
        >>> (clause,) = program.procedures[Key("max_to_move", "+")].clauses
        >>> sorted(bound_within(clause))
        ['B', 'G', 'H']

    The rest of a list is none of them: a slice is made of it.
    """
    times: Counter[str] = Counter()
    within: set[str] = set()
    for goal in goals_within(clause.goals):
        names = set(assigned_by(goal))
        times.update(names)
        if isinstance(goal, ir.Match) and isinstance(goal.value, ir.Var):
            within |= _places(goal.pattern)
    for call in _with_what_follows(clause.goals):
        if within_calls(call):
            within |= {name for pattern in call.results for name in _places(pattern)}
    for goal in goals_within(clause.goals):
        if isinstance(goal, ir.Catch):  # which are a function, whose own variables end with it
            within.difference_update(assigned(goal.goals))
    return {name for name in within if times[name] == 1}


def _places(pattern: ir.Pattern) -> set[str]:
    """The variables that stand for what lies in a value; the rest of a list does not, where it is a slice."""
    match pattern:
        case ir.Bind(name):
            return {name}
        case ir.Shape(_, args):
            return {name for argument in args for name in _places(argument)}
        case ir.ListShape(items, tail):
            inside = (*items, *(() if tail is None or isinstance(tail, ir.Bind) else (tail,)))
            return {name for item in inside for name in _places(item)}
        case _:
            return set()


def _with_what_follows(goals: Sequence[ir.Goal]) -> Iterator[ir.Call]:
    """The calls of which more than the first solution may count: what reads a solution runs within them."""
    for goal in goals:
        match goal:
            case ir.Call():
                yield goal
            case ir.Or(branches):
                for branch in branches:
                    yield from _with_what_follows(branch)
            case ir.IfThenElse(_, then, otherwise):
                yield from _with_what_follows(then)
                yield from _with_what_follows(otherwise)
            case ir.Collect(goals=collected):
                yield from _with_what_follows(collected)
            case _:
                pass
