"""Passes: each makes a program of the intermediate language into another that means the same.

A pass is one file here. It declares `PIPELINES`, which says where it runs: in the front end, or before C
is made; each with its place in the order. `registry.py` finds it by its file. `Options` is what it has to
know besides the program.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

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
