"""Ask an engine for all positions of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pydecl.engines.prolog import solving as in_prolog
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, InputError
from pydecl.loading.consulting import check_runs
from pydecl.loading.supplying import SuppliedGame
from pydecl.model.game import Game, P
from pydecl.model.program import Program
from pydecl.model.reader import read_term
from pydecl.model.result import Engine, Limits
from pydecl.model.solved import Solved
from pydecl.model.term import Term, term_text
from pydecl.search import solving as in_python


def solve(game: SessionGame, *, engine: Engine = Engine.PROLOG, seconds: float | None = 60.0) -> Solved[Any]:
    """Solve all positions: those of position/1, or else the initial ones, and all that they lead to.

    Of a game that was supplied, these are the initial ones. `seconds` is wall time, None is unlimited. What
    the positions are depends on the engine: `position_of` gives each as the game has it.

    Raises InputError where there is nothing to solve, ContractError where the game breaks its contract.
    A limit that is reached is no error: nothing is told of the positions.
    """
    Limits(seconds=seconds)  # which checks them
    check_solvable(game)
    return solved_in_prolog(game, seconds) if engine is Engine.PROLOG else solved_in_python(game, seconds)


def check_solvable(game: SessionGame) -> None:
    """Raises InputError where the rules lack what is needed, or enumerate no position."""
    check_runs(game, Program.OUTCOME)
    if not {"initial/1", "position/1"} & game.defined:
        raise InputError(f"{game.name}: the rules have neither position/1 nor initial/1: nothing to solve")
    if isinstance(game, SuppliedGame):
        for position in game.initial():
            game.check_reach(position, None)


def solved_in_prolog(game: SessionGame, seconds: float | None) -> Solved[str]:
    """See `solve`."""
    try:
        return _told(game, in_prolog.solve(game, seconds))
    except ContractError as error:
        raise game.about_positions(error) if isinstance(game, SuppliedGame) else error from None


def solved_in_python(game: SessionGame, seconds: float | None) -> Solved[Any]:
    """See `solve`."""
    twin = game.twin
    if twin is not None:
        return _told(game, in_python.solve(twin, _roots(game, twin), seconds))
    with game.session.within(seconds):
        return _told(game, in_python.solve(game, _roots(game, game), seconds))


def _told(game: SessionGame, solved: Solved[P]) -> Solved[P]:
    """Without position/1, all positions count as enumerated, not only the initial ones."""
    return solved if "position/1" in game.defined else replace(solved, roots=len(solved.positions))


def _roots(game: SessionGame, rules: Game[Any]) -> Iterator[Any]:
    if isinstance(game, SuppliedGame):
        yield from map(rules.from_term, game.initial())
        return
    enumerated = rules.positions()
    yield from rules.initial() if enumerated is None else enumerated


def position_of(game: SessionGame, engine: Engine, position: Any) -> Term:
    """A position that `solve` gave, as the game has it: a term."""
    if engine is Engine.PROLOG:
        return game.decode(read_term(position))
    return position if game.twin is None else game.twin.to_term(position)


def position_for(game: SessionGame, engine: Engine, term: Term) -> Any:
    """What `solve` gives for a position of the game; the opposite of `position_of`."""
    if engine is Engine.PROLOG:
        return term_text(game.encode(term))
    return term if game.twin is None else game.twin.from_term(term)
