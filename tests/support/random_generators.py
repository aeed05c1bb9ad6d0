"""The generators of random programs: each gives the program of a number, which is its seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import random_library
import random_mutants
import random_positions
import random_single_sided
from oracle import INFERENCES
from random_templates import RandomProgram, Style, program_of


@dataclass(frozen=True)
class Generator:
    """A way to make random programs. Two programs have the same clauses, or no predicate of the same name."""

    name: str
    random_program: Callable[[int], RandomProgram]
    inferences: int = INFERENCES
    """How long a goal may run."""


def styled(name: str) -> Generator:
    """The programs in the style of this name; their predicates are called `<name><number>_<index>`.

    >>> made = [CONTROL.random_program(7) for _ in range(2)]
    >>> made[0] == made[1], len(made[0].clauses) > 0, len(made[0].goals) > 2
    (True, True, True)
    """
    style = Style.named(name)
    return Generator(name, lambda number: program_of(style, f"{name}{number}", Random(f"{name} {number}")))


PROGRAMS = styled("programs")
"""Recursion of every kind; predicates bind each variable before they read it."""

SHAPES = styled("shapes")
"""Boards, records, tables with keys of mixed types, trees, text, terms taken apart."""

CONTROL = styled("control")
"""Cuts in every place, nested conditions, guards that nearly exclude each other, goals as data."""

LATE = styled("late")
"""Variables that are bound after they have been passed on, and looked at in between."""

ODD = styled("odd")
"""Text beyond ASCII, operators as atoms, floats at their edges, big numbers."""

STUDENTS = styled("students")
"""Games as students write them."""

MUTANTS = Generator("mutants", random_mutants.random_program, random_mutants.INFERENCES)
"""Games, idioms and others, changed at random."""

LIBRARY = Generator("library", random_library.random_program)
"""Calls of the library's predicates, with arguments of every type, given, free or known in part."""

POSITIONS = Generator("positions", random_positions.random_program, random_mutants.INFERENCES)
"""Bundled games and others as they are, asked about odd positions."""

SINGLE_SIDED = Generator("single_sided", random_single_sided.random_program)
"""Other programs, some of whose predicates have rules with `=>`."""

STYLES = (PROGRAMS, SHAPES, CONTROL, LATE, ODD, STUDENTS, SINGLE_SIDED)

GENERATORS = {one.name: one for one in (*STYLES, MUTANTS, LIBRARY, POSITIONS)}
