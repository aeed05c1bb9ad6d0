"""How many ways there are to play on: perft, the usual check of rules for their moves; and what cuts save.

>>> from pydecl.loading.consulting import consult
>>> with consult("tictactoe") as game:
...     perft(game, 3, engine="python").positions
504

Source: R. Hyatt's Crafty, and https://www.chessprogramming.org/Perft.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import Runner
from pydecl.engines.registry import REFERENCE
from pydecl.engines.searching import covered, the_position
from pydecl.errors import InputError, PydeclError, UnfitError
from pydecl.model.program import Declaration, Movers, Program
from pydecl.model.result import Result
from pydecl.model.term import Term
from pydecl.programs.perft import tree_nodes
from pydecl.programs.registry import DECLARED

CHEAP = 0.1
"""Seconds that it may take to say what minimax would have visited."""

LATE = 0.3
"""Seconds more that a count may take that was taken for a quick one."""


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

    def to_json(self) -> dict[str, Any]:
        fields = {"plies": self.plies, "positions": self.positions, "seconds": round(self.seconds, 6)}
        return fields if self.instead is None else {**fields, "instead": self.instead}


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
    with covered(None):
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


def minimax_nodes(game: SessionGame, result: Result, seconds: float = CHEAP) -> int | None:
    """How many nodes minimax visits where a program that cuts has searched; None if it is not cheap to know.

    It is exact: on the same position, to the same depth.
    """
    program, depth = result.program, result.limits.depth
    if not (isinstance(program, Program) and result.answer.complete and _cuts(DECLARED[program])):
        return None
    deadline = time.monotonic() + seconds
    try:
        if game.twin is not None:
            return tree_nodes(game.twin, game.twin.from_term(result.position), depth, deadline)
        if game.session.pid is None or depth is None:
            return None
        return _by_perft(registry.runner(game, REFERENCE), result.position, depth, deadline)
    except (PydeclError, RecursionError):
        return None


def _by_perft(runner: Runner, position: Term, depth: int, deadline: float) -> int | None:
    """The positions at each distance, added up, as long as the next distance will not take too long."""
    nodes, growth = 0, 1.0
    before = 1
    for plies in range(depth + 1):
        started = time.monotonic()
        found = runner.perft(position, plies, deadline - started + LATE)
        nodes += found
        growth, before = max(growth, found / before), max(1, found)
        now = time.monotonic()
        if plies < depth and now + growth * (now - started) > deadline:
            return None
    return nodes


def _cuts(declared: Declaration) -> bool:
    """Whether the program searches minimax's tree, and leaves out what a window allows."""
    return declared.contract.window and declared.movers is Movers.ALTERNATE and not declared.needs
