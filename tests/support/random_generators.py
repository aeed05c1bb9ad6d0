"""The generators of random programs: each gives the program of a number, which is its seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import random_control
import random_late
import random_library
import random_mutants
import random_odd
import random_positions
import random_programs
import random_shapes
import random_single_sided
import random_students
from oracle import INFERENCES
from random_programs import RandomProgram


@dataclass(frozen=True)
class Generator:
    """A way to make random programs. Two programs have the same clauses, or no predicate of the same name."""

    name: str
    random_program: Callable[[int], RandomProgram]
    inferences: int = INFERENCES
    """How long a goal may run."""

    strict: bool = True
    """Whether SWI-Prolog must not even warn of a program."""


PROGRAMS = Generator("programs", random_programs.random_program)
"""Well-typed predicates that bind each variable before they read it."""

MUTANTS = Generator("mutants", random_mutants.random_program, random_mutants.INFERENCES, strict=False)
"""Games, idioms and others, changed at random."""

SHAPES = Generator("shapes", random_shapes.random_program, strict=False)
"""Boards, records, tables with keys of mixed types, trees, text, terms taken apart."""

CONTROL = Generator("control", random_control.random_program, strict=False)
"""Cuts in every place, nested conditions, guards that nearly exclude each other, goals as data."""

LATE = Generator("late", random_late.random_program, strict=False)
"""Variables that are bound after they have been passed on, and looked at in between."""

ODD = Generator("odd", random_odd.random_program, strict=False)
"""Text beyond ASCII, operators as atoms, floats at their edges, big numbers."""

STUDENTS = Generator("students", random_students.random_program, strict=False)
"""Games as students write them."""

LIBRARY = Generator("library", random_library.random_program, strict=False)
"""Calls of the library's predicates, with arguments of every type, given, free or known in part."""

REWRITTEN = Generator("rewritten", random_mutants.rewritten_program, random_mutants.INFERENCES, strict=False)
"""Bundled games, written in another way that means the same."""

POSITIONS = Generator("positions", random_positions.random_program, random_mutants.INFERENCES, strict=False)
"""Bundled games and others as they are, asked about odd positions."""

SINGLE_SIDED = Generator("single_sided", random_single_sided.random_program, strict=False)
"""Other programs, some of whose predicates have rules with `=>`."""

GENERATORS = {
    one.name: one
    for one in (
        PROGRAMS,
        MUTANTS,
        SHAPES,
        CONTROL,
        LATE,
        ODD,
        STUDENTS,
        LIBRARY,
        REWRITTEN,
        POSITIONS,
        SINGLE_SIDED,
    )
}
