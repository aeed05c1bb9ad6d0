"""Passes on top of rules by which a player may move again: the clauses of `prolog/support/passing.pl`.

Who asks the game for `moves` gets the clauses with passes; what the file itself calls `moves` is its own.
While the clauses are read, those with passes have other names; in the program, the file's own have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.attachment import add, defined, library_name, read
from pydecl.compiler.frontend.predicates import Indicator, Normal
from pydecl.compiler.ir.visitor import parts_changed
from pydecl.paths import prolog_file

WITH_PASSES: Sequence[Indicator] = (
    *(("moves", 2), ("move", 2), ("move", 3), ("max_to_move", 1), ("min_to_move", 1), ("staticval", 2)),
    *(("terminalwon", 1), ("terminallost", 1), ("turbulent", 1), ("plausible", 2), ("chance", 3)),
)
"""What is asked of a game, and has to do with passes."""

INTERFACE = frozenset((*WITH_PASSES, ("position_text", 3), ("position_picture", 3), ("passes", 2)))
"""What that file defines in place of the rules; and what shows a position, which is not compiled."""

PASSING, UNPASSED = "passing: ", "unpassed: "
"""How the names begin of the predicates with passes, and of those without."""


def add_passes(rules: Normal) -> None:
    """Add the clauses with passes to the rules of a game; who asks for what they define is to get theirs."""
    file = read(prolog_file("support", "passing.pl")).predicates
    there = defined(rules, WITH_PASSES)
    found = {key: one for key, one in file.items() if key in there or key not in INTERFACE}

    def name(module: str | None, key: Indicator) -> str:
        if module is None:
            return PASSING + key[0] if key in found else library_name(rules, key)
        return rules.asked.get(key, key[0])

    for key, predicate in found.items():
        add(rules, PASSING + key[0], predicate, name)
    rules.asked = {**rules.asked, **{key: PASSING + key[0] for key in there}}


def renamed(program: ir.Program, key: Callable[[ir.Key], ir.Key]) -> ir.Program:
    """A program whose procedures have other names, in what calls them, too."""

    def goals(given: Sequence[ir.Goal]) -> tuple[ir.Goal, ...]:
        return tuple(goal_renamed(parts_changed(goal, goals)) for goal in given)

    def goal_renamed(goal: ir.Goal) -> ir.Goal:
        return replace(goal, procedure=key(goal.procedure)) if isinstance(goal, ir.Call) else goal

    procedures = {
        key(old): replace(
            one, key=key(old), clauses=tuple(replace(c, goals=goals(c.goals)) for c in one.clauses)
        )
        for old, one in program.procedures.items()
    }
    refusals = {
        asked: replace(one, chain=tuple(map(key, one.chain))) for asked, one in program.refusals.items()
    }
    return ir.Program(procedures, tuple(map(key, program.entries)), refusals)


def interface_name(rules: Normal) -> Callable[[ir.Key], ir.Key]:
    """What a procedure is called in the program: the names of the interface are those with passes."""
    names = {(called, key[1]): key[0] for key, called in rules.asked.items()}

    def name(key: ir.Key) -> ir.Key:
        if (asked := names.get((key.name, key.arity))) is not None:
            return replace(key, name=asked)
        return replace(key, name=UNPASSED + key.name) if (key.name, key.arity) in rules.asked else key

    return name
