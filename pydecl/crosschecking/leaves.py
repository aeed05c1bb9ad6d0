"""The law of leaves: which leaves a program may evaluate at all, by those of another one.

Stockman's theorem, as I. Roizen and J. Pearl state it: SSS* evaluates no leaf that alpha-beta, with
cut-offs at equal values and the same order of moves, does not evaluate, if ties go to the leftmost
position. That is so where values lie strictly between alpha-beta's first bounds, -inf and inf: it also
cuts where they are met.

>>> from pydecl.games import bundled
>>> nim = bundled("nim", heaps=(1, 2))
>>> (start,) = nim.initial()
>>> print(leaves_fault(nim, Program.SSS_STAR, start, Limits()))
None
"""

from __future__ import annotations

from pydecl.crosschecking.laws import Fault, Law
from pydecl.crosschecking.reference import extremes
from pydecl.errors import ContractError
from pydecl.model.game import Game, P
from pydecl.model.number import INFINITY
from pydecl.model.program import Program
from pydecl.model.result import Limits, Order
from pydecl.programs.registry import DECLARED, Twin
from pydecl.programs.run import run


def has_leaves_law(program: Program, limits: Limits) -> bool:
    """Whether another program bounds its leaves, in this order of moves: a random one is another for each."""
    return DECLARED[program].leaves_within is not None and limits.settings.order is not Order.RANDOM


def leaves_fault(
    game: Game[P], program: Program, position: P, limits: Limits, twin: Twin | None = None
) -> Fault | None:
    """The first leaf that the program evaluates and the one that bounds it does not, as a fault, or None.

    `twin` stands in for the program. Where values are infinite, or one of the two meets a fault of the
    game, there is nothing to compare.
    """
    other = DECLARED[program].leaves_within
    assert other is not None
    low, high = extremes(game, position, limits.depth, INFINITY)
    if low == -INFINITY or high == INFINITY:
        return None
    try:
        mine = run(program, game, position, limits, record_leaves=True, twin=twin)
        theirs = run(Program(other), game, position, limits, record_leaves=True)
    except ContractError:
        return None
    if not (mine.complete and theirs.complete):
        return None
    bound = set(theirs.evaluated or ())
    beyond = next((leaf for leaf in mine.evaluated or () if leaf not in bound), None)
    if beyond is None:
        return None
    return Fault(Law.LEAVES, f"leaves that {other} evaluates", str(beyond))
