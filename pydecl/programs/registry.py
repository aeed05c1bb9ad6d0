"""The search programs, found by themselves: each module of this folder that declares one in `PROGRAM`.

>>> [program.value for program in TEXTBOOK]
['won', 'minimax', 'alphabeta']
>>> CONTRACTS[Program.ALPHABETA].kind, CONTRACTS[Program.ALPHABETA].tie
(<Kind.GOOD_ENOUGH: 'good enough'>, <Tie.LAST: 'last'>)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from pydecl.errors import InputError, meant
from pydecl.model.program import Contract, Declaration, LookedUp, Movers, OwnProgram, Program, Setting
from pydecl.model.result import Limits
from pydecl.programs import naive

Twin = Callable[..., Any]


def _found() -> Iterator[tuple[Declaration, Twin]]:
    for file in Path(__file__).parent.glob("*.py"):
        if b"\nPROGRAM = Declaration(" in file.read_bytes():
            module = import_module(f"pydecl.programs.{file.stem}")
            yield module.PROGRAM, getattr(module, module.PROGRAM.name)
    yield from naive.NAIVE.items()


def _place(declaration: Declaration) -> tuple[bool, bool, int, str]:
    """Textbook first, naive variants last."""
    variant = declaration.naive_of is not None
    return variant, not declaration.textbook, declaration.place, "" if variant else declaration.name


_FOUND = sorted(_found(), key=lambda found: _place(found[0]))

DECLARED: Mapping[Program, Declaration] = {one.program: one for one, _ in _FOUND}
"""What each program declares; the naive variants come last."""

TWINS: Mapping[Program, Twin] = {one.program: twin for one, twin in _FOUND}
"""The function of each program: it takes the attached game, a node and, by its contract, alpha and beta."""

CONTRACTS: Mapping[Program, Contract] = {program: one.contract for program, one in DECLARED.items()}
"""What each program promises; a naive one breaks it."""

ALL = tuple(DECLARED)

NAIVE = tuple(program for program in ALL if DECLARED[program].naive_of)
"""The variants that show the damage."""

PROGRAMS = tuple(program for program in ALL if program not in NAIVE)

TEXTBOOK = tuple(program for program in ALL if DECLARED[program].textbook)
"""Lecture 19's own."""

OWN_MOVERS = tuple(program for program in ALL if DECLARED[program].movers in (Movers.ANY, Movers.CHANCE))
"""The programs that ask each position for its own mover: a player may move twice, or chance."""

WITH_CHANCE = tuple(program for program in ALL if DECLARED[program].movers is Movers.CHANCE)
"""The programs for games of chance."""

ORDERED = tuple(program for program in ALL if DECLARED[program].ordered)
"""The programs whose moves can be put in another order."""

TRACED = tuple(program for program in ALL if DECLARED[program].traced)
"""The programs that search a tree node by node."""

SETTINGS: Mapping[str, Setting] = {one.name: one for program in ALL for one in DECLARED[program].settings}
"""The settings that programs declare of their own."""


def named(name: Program | str) -> Program:
    """The program of that name. Raises InputError where there is none.

    >>> named("minimax")
    Program(value='minimax')
    """
    program = name if isinstance(name, Program) else Program(name)
    if program not in DECLARED:
        known = [one.value for one in ALL]
        remedy = meant(program.value, known, f"the programs are {', '.join(known)}")
        raise InputError(f"no program is called {program.value!r}", remedy=remedy)
    return program


def names(programs: Sequence[Program]) -> str:
    """Their names, in a row."""
    return ", ".join(program.value for program in programs)


def contract_of(program: Program | OwnProgram | LookedUp) -> Contract:
    """What a program promises."""
    return CONTRACTS[program] if isinstance(program, Program) else program.contract


def searched_as(program: Program | LookedUp) -> Program:
    """The program, or the one whose answers it looks up."""
    return program.like if isinstance(program, LookedUp) else program


def complete(program: Program, limits: Limits) -> Limits:
    """The limits with all settings that the program declares, and no other program's.

    Raises InputError for a value that a setting cannot have.
    """
    given = dict(limits.settings.given)
    own = DECLARED[program].settings
    values = tuple((one.name, given.get(one.name, one.default)) for one in own)
    for one, (_, value) in zip(own, values, strict=True):
        one.check(value)
    if values == limits.settings.given:
        return limits
    return replace(limits, settings=replace(limits.settings, given=values))
