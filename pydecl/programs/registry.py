"""The search programs, by their names: each module of this folder that declares one in `PROGRAM`.

A module is imported when its program is asked for, and all are when all programs are gone through.

>>> [program.value for program in TEXTBOOK]
['won', 'minimax', 'alphabeta']
>>> contract = DECLARED[Program.ALPHABETA].contract
>>> contract.kind, contract.tie
(<Kind.GOOD_ENOUGH: 'good enough'>, <Tie.LAST: 'last'>)
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from pydecl.errors import InputError, meant
from pydecl.model.program import Contract, Declaration, LookedUp, Movers, OwnProgram, Program, Setting
from pydecl.model.result import Limits

Twin = Callable[..., Any]

_MODULES = frozenset(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))


@cache
def _naive() -> Mapping[Program, tuple[Declaration, Twin]]:
    variants: Mapping[Declaration, Twin] = import_module("pydecl.programs.naive").NAIVE
    return {one.program: (one, twin) for one, twin in variants.items()}


@cache
def _found(program: Program) -> tuple[Declaration, Twin]:
    """A program's declaration and function; raises KeyError if there is no such program."""
    if program.value in _MODULES:
        module = import_module(f"pydecl.programs.{program.value}")
        if hasattr(module, "PROGRAM"):
            return module.PROGRAM, getattr(module, program.value)
    return _naive()[program]


class _Declared(Mapping[Program, Declaration]):
    def __getitem__(self, program: Program) -> Declaration:
        return _found(program)[0]

    def __iter__(self) -> Iterator[Program]:
        return iter(self._in_order)

    def __len__(self) -> int:
        return len(self._in_order)

    @cached_property
    def _in_order(self) -> Sequence[Program]:
        modules = [import_module(f"pydecl.programs.{name}") for name in _MODULES]
        found = [module.PROGRAM.program for module in modules if hasattr(module, "PROGRAM")]
        return sorted((*found, *_naive()), key=lambda program: _place(self[program]))


def _place(declaration: Declaration) -> tuple[bool, bool, int, str]:
    """Textbook first, naive variants last."""
    variant = declaration.naive_of is not None
    return variant, not declaration.textbook, declaration.place, "" if variant else declaration.name


DECLARED: Mapping[Program, Declaration] = _Declared()
"""What each program declares; the naive variants come last."""


def twin_of(program: Program) -> Twin:
    """The function of a program: it takes the attached game, a node and, by its contract, alpha and beta."""
    return _found(program)[1]


class Programs(Sequence[Program]):
    """The programs whose declarations are such, in order."""

    def __init__(self, are_such: Callable[[Declaration], object]) -> None:
        self._are_such = are_such

    def __contains__(self, program: object) -> bool:
        if not isinstance(program, Program) or program not in DECLARED:
            return False
        return bool(self._are_such(DECLARED[program]))

    def __getitem__(self, at: Any) -> Any:
        return self._all[at]

    def __len__(self) -> int:
        return len(self._all)

    @cached_property
    def _all(self) -> Sequence[Program]:
        return tuple(program for program, one in DECLARED.items() if self._are_such(one))


NAIVE = Programs(lambda one: one.naive_of)
"""The variants that show the damage."""

PROGRAMS = Programs(lambda one: not one.naive_of)

TEXTBOOK = Programs(lambda one: one.textbook)
"""Lecture 19's own."""

OWN_MOVERS = Programs(lambda one: one.movers in (Movers.ANY, Movers.CHANCE))
"""The programs that ask each position for its own mover: a player may move twice, or chance."""

WITH_CHANCE = Programs(lambda one: one.movers is Movers.CHANCE)
"""The programs for games of chance."""

ORDERED = Programs(lambda one: one.ordered)
"""The programs whose moves can be put in another order."""

TRACED = Programs(lambda one: one.traced)
"""The programs that search a tree node by node."""


@cache
def all_settings() -> Mapping[str, Setting]:
    """The settings that programs declare of their own, by name."""
    return {one.name: one for declared in DECLARED.values() for one in declared.settings}


def named(name: Program | str) -> Program:
    """The program of that name. Raises InputError where there is none."""
    program = name if isinstance(name, Program) else Program(name)
    if program not in DECLARED:
        known = [one.value for one in DECLARED]
        remedy = meant(program.value, known, f"the programs are {', '.join(known)}")
        raise InputError(f"no program is called {program.value!r}", remedy=remedy)
    return program


def names(programs: Iterable[Program]) -> str:
    """Their names, in a row."""
    return ", ".join(program.value for program in programs)


def contract_of(program: Program | OwnProgram | LookedUp) -> Contract:
    """What a program promises."""
    return DECLARED[program].contract if isinstance(program, Program) else program.contract


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
