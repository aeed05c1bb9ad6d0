"""Ask an engine for all positions of a game.

>>> from pydecl.loading.consulting import consult
>>> with consult("tictactoe") as game:
...     solved = solve(game, engine="python")
>>> len(solved.positions), str(solved.solutions[0])
(5478, 'drawn')
>>> with consult("pig:goal=4,faces=2") as game:  # Piglet with two points to win: 4/7 for who begins
...     valued = solve(game, engine="python", bound=BOUND)
>>> str(valued.solutions[0]), valued.values.gap <= BOUND
('0.1428571429 ± 3e-10', True)
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pydecl.checking.sampling import enumerated, sample
from pydecl.checking.symmetries import check_symmetries
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.errors import InputError
from pydecl.loading.consulting import check_runs, folded
from pydecl.model.game import FOLD
from pydecl.model.number import whole
from pydecl.model.program import Program
from pydecl.model.result import Limits
from pydecl.model.solved import Solved
from pydecl.model.term import Term
from pydecl.sandbox.cores import core_count

BOUND = 1e-9
"""How far apart the bounds of a value are at the most, by default."""

CLOSEST = 1e-13
"""Doubles carry no more."""

STARTS = 1000
"""How many of the positions of position/1 are looked at, if symmetric ones are folded."""


def solve(
    game: SessionGame,
    *,
    engine: str = REFERENCE,
    bound: float | None = None,
    seconds: float | None = 60.0,
    jobs: int = 1,
) -> Solved[Any]:
    """Solve all positions: those of position/1, or else the initial ones, and all that they lead to.

    Of a game that was supplied, these are the initial ones. `seconds` is wall time, None is unlimited; so
    many `jobs` share the work, on an engine that can: see `jobs_on`. What the positions are depends on the
    engine: `position_of` gives each as the game has it.

    With a `bound`, which a game of chance needs, it is found what positions are worth: a won end 1, a lost
    one -1, a drawn one and endless play 0. The bounds of a value are no farther apart, or else the values
    say so.

    Raises InputError where there is nothing to solve, ContractError where the game breaks its contract.
    A limit that is reached is no error: nothing is told of the positions.
    """
    Limits(seconds=seconds)  # which checks them
    check_solvable(game, bound)
    return solved_by(engine, game, bound, seconds, jobs)


def jobs_on(engine: str, jobs: int | None) -> int:
    """How many processes solve on an engine, if so many are wanted; None is one for each core.

    Raises InputError for more than one on an engine that does not share the work.
    """
    whole(1, jobs=jobs)
    sharing = [name for name, one in registry.all_engines().items() if one.shares]
    if engine in sharing:
        return core_count() if jobs is None else jobs
    if jobs is not None and jobs > 1:
        raise InputError(f"{engine} solves in one process; these share the work: {', '.join(sharing)}")
    return 1


def check_solvable(game: SessionGame, bound: float | None = None) -> None:
    """Raises InputError where the rules lack what is needed, or enumerate no position.

    It does so for a game of chance, too, whose positions have no outcomes, if no `bound` is given for their
    values, and for a bound that makes no sense. If symmetric positions are folded, a sample of them is looked
    at: raises ContractError where one differs from what stands for it.
    """
    check_runs(game, Program.OUTCOME)
    if not {"initial/1", "position/1"} & game.defined:
        raise InputError(
            f"{game.name}: the rules have neither position/1 nor initial/1, so there is nothing to solve"
        )
    if game.starts_are_chosen:
        for position in game.initial():
            game.check_reach(position, None)
    if FOLD in game.defined:
        plain = folded(game, fold=False)
        with plain.session.within(game.session.left()):
            starts = [*plain.initial(), *enumerated(plain, STARTS)]
            check_symmetries(plain, list(sample(plain, starts).asked))
    if bound is None and game.has_chance:
        raise InputError(
            f"{game.name} is a game of chance: its positions have values, not outcomes",
            remedy=f"'pydecl solve {game.name}', or pydecl.values in Python, finds them",
        )
    if bound is not None and (not isinstance(bound, int | float) or not CLOSEST <= bound < 2):
        raise InputError(f"the bound must be a number from {CLOSEST} to below 2, not {bound!r}")


def solved_by(
    engine: str, game: SessionGame, bound: float | None, seconds: float | None, jobs: int = 1
) -> Solved[Any]:
    """All positions: values as close as `bound`, or outcomes without one; see `solve`.

    Without position/1, all positions count as enumerated, not only the initial ones.
    """
    solver = registry.solver(game, engine)
    solver.share(jobs)
    solved = replace(solver.solve(bound, seconds), engine=engine)
    return solved if "position/1" in game.defined else replace(solved, roots=len(solved.positions))


def position_of(game: SessionGame, engine: str, position: Any) -> Term:
    """A position that `solve` gave, as the game has it: a term."""
    return registry.solver(game, engine).position_of(position)


def position_for(game: SessionGame, engine: str, term: Term) -> Any:
    """What `solve` gives for a position of the game; the opposite of `position_of`."""
    return registry.solver(game, engine).position_for(term)
