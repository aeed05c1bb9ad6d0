"""The value of a game of chance by expectiminimax, for tests."""

from __future__ import annotations

from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import run, the_position
from pydecl.model.program import Program
from pydecl.model.result import Limits


def value_of(game: SessionGame, engine: str, depth: int | None, position: str | None = None) -> Any:
    at = the_position(game, position)
    return run(game, Program.EXPECTIMINIMAX, engine, at, Limits(depth, seconds=None)).value
