"""Texts that lie over the rules of a game: `folding.pl` and `passing.pl` of `prolog/support/`.

Who asks the game for `moves` gets the clauses of the uppermost text; what the file itself calls `moves` is
its own. While the clauses are read, those of the texts have other names; in the program, the file's own have.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.attachment import add, defined, library_name, read
from pydecl.compiler.frontend.predicates import Indicator, Normal
from pydecl.compiler.ir.visitor import parts_changed
from pydecl.model.folding import FOLD
from pydecl.model.passing import MOVES_AGAIN
from pydecl.paths import prolog_file

OVERLAYS = {FOLD: "folding", MOVES_AGAIN: "passing"}
"""The texts from the lowest to the uppermost, by what a game defines that has them."""

COMPILED: Sequence[Indicator] = (
    *(("initial", 1), ("position", 1), ("moves", 2), ("move", 2), ("move", 3)),
    *(("max_to_move", 1), ("min_to_move", 1), ("staticval", 2), ("terminalwon", 1), ("terminallost", 1)),
    *(("turbulent", 1), ("plausible", 2), ("chance", 3)),
)
"""What is asked of a game, and an overlay may answer."""

INTERFACE = frozenset(
    (*COMPILED, ("canonical", 2), ("move_text", 3), ("position_text", 3), ("position_picture", 3))
)
"""The same with what is not compiled."""

FILE = "file: "
"""How the names of the file's own predicates begin, of those that an overlay answers."""


def add_overlays(rules: Normal, defined_by_game: Collection[str]) -> None:
    """Add the texts that a game has; who asks for what they define is to get theirs."""
    for mark, file in OVERLAYS.items():
        if mark in defined_by_game:
            _add(rules, file)


def _add(rules: Normal, file: str) -> None:
    def defines(key: Indicator) -> bool:
        return bool(defined(rules, [key]))

    written = read(prolog_file("support", f"{file}.pl"), defines).predicates
    there = defined(rules, [key for key in COMPILED if key in written])
    found = {key: one for key, one in written.items() if key in there or key not in INTERFACE}
    prefix = f"{file}: "

    def name(module: str | None, key: Indicator) -> str:
        if module is None:
            return prefix + key[0] if key in found else library_name(rules, key)
        return rules.asked.get(key, key[0])

    for key, predicate in found.items():
        add(rules, prefix + key[0], predicate, name)
    rules.asked = {**rules.asked, **{key: prefix + key[0] for key in there}}


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
    """What a procedure is called in the program: those of the interface are the uppermost."""
    names = {(called, key[1]): key[0] for key, called in rules.asked.items()}

    def name(key: ir.Key) -> ir.Key:
        if (asked := names.get((key.name, key.arity))) is not None:
            return replace(key, name=asked)
        return replace(key, name=FILE + key.name) if (key.name, key.arity) in rules.asked else key

    return name
