"""Dead text: what has no reader, such as the name of a move, is not put together; only its errors remain.

`atom_concat/3` and its relatives raise an error if an argument has no text, and do nothing else besides the
atom that they make. If nobody reads that, the pieces that are certainly numbers or atoms are left out of
it, and the goal, too, if all are.

>>> from pydecl.compiler.explain import example
>>> print(example("dead_text", "max_to_move(p(X, Z)) :- Y is X + 1, atom_concat(Y, Z, _)."))
max_to_move(+): at most one
    in1 as p(X,Z)
    Y is X + 1
    atom_concat(+,+,-) (library): Y, Z gives _
=>
max_to_move(+): at most one
    in1 as p(X,Z)
    Y is X + 1
    atom_concat(+,+,-) (library): '', Z gives _
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydecl.compiler.ir import (
    Bind,
    Clause,
    Compute,
    Const,
    Expr,
    Goal,
    Ignore,
    Library,
    MakeList,
    Match,
    Program,
    Var,
)
from pydecl.compiler.ir.visitor import assigned_by, goals_within, parts_changed, read
from pydecl.compiler.passes.options import Options
from pydecl.model.term import Atom

PIPELINES = {"python": 50}

TEXTS = frozenset(
    (
        ("atom_concat", "++-"),
        ("atomic_list_concat", "+-"),
        ("atomic_list_concat", "++-"),
        ("upcase_atom", "+-"),
    )
)
"""Predicates that make an atom of what has a text, and that are errors only where something has none."""

CHARACTER = ("char_code", "-+")

NOTHING = Const(Atom(""))


def run(program: Program, _: Options) -> Program:
    """The program without text that nobody reads."""
    procedures = {
        key: replace(made, clauses=tuple(map(unread, made.clauses)))
        for key, made in program.procedures.items()
    }
    return replace(program, procedures=procedures)


def unread(clause: Clause) -> Clause:
    """The same clause, where text that nobody reads is made only of what may have none."""
    while True:
        names = read(clause)
        texts = _texts(clause)
        changed = replace(clause, goals=_without(clause.goals, names, texts))
        if changed == clause:
            return clause
        clause = changed


def pieces(goal: Library) -> tuple[Expr, ...] | None:
    """What the text is made of, where a goal makes text that nobody reads; None for any other goal."""
    if (goal.procedure.name, goal.procedure.mode) not in TEXTS or not isinstance(goal.results[0], Ignore):
        return None
    first, *others = goal.arguments
    if goal.procedure.name != "atomic_list_concat":
        return goal.arguments
    if not isinstance(first, MakeList) or first.tail is not None:
        return None
    return (*first.items, *others)


def _texts(clause: Clause) -> set[str]:
    """The variables that are certainly numbers or atoms, wherever they are bound."""
    made: dict[str, list[Expr | None]] = {}
    for goal in goals_within(clause.goals):
        value = _made_by(goal)
        for name in assigned_by(goal):
            made.setdefault(name, []).append(value)
    found = set(made)
    while True:
        texts = {name for name in found if all(v is not None and _has_text(v, found) for v in made[name])}
        if texts == found:
            return found
        found = texts


def _made_by(goal: Goal) -> Expr | None:
    """What a goal binds a variable to: some text, or that expression; None where it may have no text."""
    if isinstance(goal, Compute):
        return NOTHING
    if isinstance(goal, Library):
        made = (goal.procedure.name, goal.procedure.mode)
        return NOTHING if made in TEXTS or made == CHARACTER else None
    return goal.value if isinstance(goal, Match) and isinstance(goal.pattern, Bind) else None


def _has_text(expr: Expr, texts: set[str]) -> bool:
    if isinstance(expr, Var):
        return expr.name in texts
    return isinstance(expr, Const) and isinstance(expr.value, Atom | int) and expr.value != Atom("[]")


def _without(goals: Sequence[Goal], names: set[str], texts: set[str]) -> tuple[Goal, ...]:
    """Goals without those that only make text, of what has one; `names` are read."""
    made: list[Goal] = []
    for goal in goals:
        changed = parts_changed(goal, lambda part: _without(part, names, texts))
        if isinstance(changed, Library):
            shorter = _shorter(changed, names, texts)
            made += () if shorter is None else (shorter,)
        elif not _idle(changed, names):
            made.append(changed)
    return tuple(made)


def _idle(goal: Goal, names: set[str]) -> bool:
    """Whether a goal only names what nobody reads."""
    return isinstance(goal, Match) and isinstance(goal.pattern, Bind) and goal.pattern.name not in names


def _shorter(goal: Library, names: set[str], texts: set[str]) -> Library | None:
    """A call of the library, of what may have no text; None where all has."""
    result = goal.results[0] if goal.results else None
    if isinstance(result, Bind) and result.name not in names:
        goal = replace(goal, results=(Ignore(), *goal.results[1:]))
    made = pieces(goal) if goal.results else None
    if made is None:
        return goal
    if all(_has_text(piece, texts) for piece in made):
        return None
    shorter = tuple(NOTHING if _has_text(piece, texts) else piece for piece in made)
    if goal.procedure.name == "atomic_list_concat":
        count = len(made) - len(goal.arguments) + 1
        return replace(goal, arguments=(MakeList(shorter[:count], None), *shorter[count:]))
    return replace(goal, arguments=shorter)
