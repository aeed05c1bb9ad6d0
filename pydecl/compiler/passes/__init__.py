"""Passes: each makes a program of the intermediate language into another that means the same.

A pass is one file here. It declares `PIPELINE`, which says where it runs, in the front end or before C is
made, and its place in the order. It is found by its file. `Options` is what it has to know besides
the program. Who may come in: what compiles a text, and `pydecl compile`. A pass must not know a game or C.

>>> [one.name for one in pipeline("frontend")]
['answer_order', 'determinism']
>>> pass_named("unfolding").where
'c'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pydecl.compiler import ir

Dropped = frozenset[int]
"""Results of a procedure, counted from 0."""


@dataclass(frozen=True)
class Options:
    """What the back end at hand wants, or has."""

    copies: Sequence[tuple[ir.Key, ir.Key, Dropped]] = ()
    """More entries: the name, the procedure, and which of its results are left out."""
    kept: Collection[str] = ()
    """The names of predicates that are called as they are: something is attached to them."""
    looked_up: Callable[[ir.Procedure], bool] = lambda _: False
    """Whether a procedure becomes a table: a call of it costs little."""
    rational_pairs: bool = False
    """Whether probabilities and values are wanted as pairs of integers, too."""


NO_OPTIONS = Options()


FRONT_END, C = "frontend", "c"


@dataclass(frozen=True)
class Pass:
    """A module of this folder that declares `PIPELINE`: its `run` makes a program into another."""

    name: str
    run: Callable[[ir.Program, Options], ir.Program]
    where: str
    place: int


@cache
def all_passes() -> tuple[Pass, ...]:
    """All passes, in alphabetical order."""
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    return tuple(
        Pass(module.__name__.rpartition(".")[2], module.run, *module.PIPELINE)
        for module in modules
        if hasattr(module, "PIPELINE")
    )


def pass_named(name: str) -> Pass:
    """Raises KeyError."""
    return {one.name: one for one in all_passes()}[name]


@cache
def pipeline(where: str) -> tuple[Pass, ...]:
    """The passes that run in one place, in order."""
    return tuple(sorted((one for one in all_passes() if one.where == where), key=lambda one: one.place))


def steps(
    program: ir.Program, where: str, options: Options = NO_OPTIONS
) -> Iterator[tuple[Pass, ir.Program, ir.Program]]:
    """Each pass of a pipeline, with the program before and after it."""
    for one in pipeline(where):
        made = one.run(program, options)
        yield one, program, made
        program = made


def optimised(program: ir.Program, where: str, options: Options = NO_OPTIONS) -> ir.Program:
    """The program behind all passes of a pipeline."""
    for one in pipeline(where):
        program = one.run(program, options)
    return program
