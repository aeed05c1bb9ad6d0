"""How many ways there are to play on: perft, the usual check of rules for their moves.

>>> from pydecl.loading.consulting import consult
>>> with consult("tictactoe") as game:
...     perft(game, 3, engine="python").positions
504

Source: R. Hyatt's Crafty, and https://www.chessprogramming.org/Perft.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.engines.searching import others_for, the_position
from pydecl.errors import InputError, NotCompiledError, UnfitError
from pydecl.model.term import Term


@dataclass(frozen=True)
class Perft:
    """How many positions are reached after exactly so many plies, each by every way to it."""

    plies: int
    positions: int
    seconds: float
    instead: str | None = None
    """Why another engine counted than the one that was asked."""

    counted_by: str = ""
    """The engine that counted instead."""


def perft(
    game: SessionGame,
    plies: int,
    *,
    engine: str = REFERENCE,
    position: Term | str | None = None,
    seconds: float | None = 60.0,
) -> Perft:
    """Count the ways to play so many plies, by the rules that the engine asks.

    Raises InputError for a game of chance, LimitError where `seconds` are not enough, NotCompiledError,
    NoCompilerError and BuildError where the engine does not cover the rules.
    """
    if game.has_chance:
        raise InputError(f"{game.name}: perft is for games without chance")
    runner = registry.runner(game, engine)
    try:
        start = the_position(game, position, runner.told_by(None))
        started = time.perf_counter()
        try:
            count = runner.perft(start, plies, seconds)
            return Perft(plies, count, time.perf_counter() - started)
        except UnfitError as why:
            other, *_ = registry.stand_ins(engine)
            left = None if seconds is None else max(0.0, seconds - (time.perf_counter() - started))
            count = registry.runner(game, other).perft(start, plies, left)
            return Perft(plies, count, time.perf_counter() - started, str(why), other)
    except NotCompiledError as error:
        raise type(error)(f"{error}\n{others_for(None)}") from None
