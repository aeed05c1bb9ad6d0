"""A game whose positions are small numbers, or bytes, from the engine that steps fastest through it."""

from __future__ import annotations

from typing import Any

from pydecl.engines.native.packed_game import Followed as Followed
from pydecl.engines.native.packed_game import PackedGame as PackedGame
from pydecl.engines.native.shared_memory import Matches, WalkedGame
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.python.facts import NumberedGame
from pydecl.errors import BuildError, NoCompilerError, NotCompiledError, UnfitError
from pydecl.model.game import MOVES_AGAIN, Game
from pydecl.model.passing import WithoutPasses, unpassed
from pydecl.model.position import Position


def numbered(game: Game[Any], start: Position[Any]) -> WalkedGame | NumberedGame:
    """A game whose positions are numbers, from a position on: in machine code if its rules are compiled."""
    if not isinstance(game, SessionGame):
        return NumberedGame(game, start.state)
    if (found := walked(game, start)) is not None:
        return found
    term = game.position(start).term
    passes = MOVES_AGAIN in game.defined
    rules = WithoutPasses(game) if passes else game
    return NumberedGame(rules, unpassed(term) if passes else term)


def walked(game: SessionGame, start: Position[Any]) -> WalkedGame | None:
    """A game in machine code, from a position on; None if its rules are not compiled."""
    try:
        return WalkedGame(game, game.position(start).term)
    except (NotCompiledError, NoCompilerError, BuildError, UnfitError):
        return None


def matches(game: SessionGame, start: Position[Any], count: int, plies: int) -> Matches:
    """So many matches in machine code, which begin at a position. Raises NotCompiledError and the like."""
    return Matches(game, game.position(start).term, count, plies)
