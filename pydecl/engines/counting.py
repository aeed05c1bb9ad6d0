"""How many ways there are to play on: perft, the usual check of rules for their moves.

>>> from pydecl.loading.consulting import consult
>>> with consult("tictactoe") as game:
...     perft(game, 3, engine=Engine.PYTHON).positions
504

Source: R. Hyatt's Crafty, and https://www.chessprogramming.org/Perft.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.python.game import ConfinedGame
from pydecl.engines.searching import rules_at_machine_speed, rules_in_python, the_position, who_tells
from pydecl.errors import InputError, UnfitError
from pydecl.model.number import INFINITY
from pydecl.model.result import Engine
from pydecl.model.term import Term, term_text
from pydecl.search.perft import perft as perft_of


@dataclass(frozen=True)
class Perft:
    """How many positions are reached after exactly so many plies, each by every way to it."""

    plies: int
    positions: int
    seconds: float
    instead: str | None = None
    """Why Python counted, where machine code could not."""


def perft(
    game: SessionGame,
    plies: int,
    *,
    engine: Engine = Engine.PROLOG,
    position: Term | str | None = None,
    seconds: float | None = 60.0,
) -> Perft:
    """Count the ways to play so many plies, by the rules that the engine asks.

    Raises InputError for a game of chance, LimitError where `seconds` are not enough, and what
    `rules_at_machine_speed` raises.
    """
    if game.has_chance:
        raise InputError(f"{game.name}: perft is for games without chance")
    start = the_position(game, position, who_tells(game, engine, "perft"))
    started = time.perf_counter()
    instead = None
    if engine is Engine.PROLOG:
        count = _in_prolog(game, start, plies, seconds)
    elif engine is Engine.PYTHON:
        count = _in_python(game, start, plies, seconds)
    else:
        try:
            count = rules_at_machine_speed(game, "perft").perft(start, plies, seconds)
        except UnfitError as why:
            instead = str(why)
            left = None if seconds is None else max(0.0, seconds - (time.perf_counter() - started))
            count = _in_python(game, start, plies, left)
    return Perft(plies, count, time.perf_counter() - started, instead)


def _in_prolog(game: SessionGame, start: Term, plies: int, seconds: float | None) -> int:
    steps = [f"moves(P{ply}, L{ply}), member(P{ply + 1}, L{ply})" for ply in range(plies)]
    goal = ", ".join([f"P0 = {term_text(start)}", *steps])
    (answer,) = game.session.query(f"aggregate_all(count, ( {goal} ), N)", seconds=seconds)
    count = answer["N"]
    assert isinstance(count, int)
    return count


def _in_python(game: SessionGame, start: Term, plies: int, seconds: float | None) -> int:
    rules = rules_in_python(game)
    deadline = INFINITY if seconds is None else time.monotonic() + seconds
    if isinstance(rules, ConfinedGame):
        with suppress(UnfitError):
            return rules.perft(start, plies, seconds)
    with game.session.within(max(0.0, deadline - time.monotonic())):
        return perft_of(rules, rules.from_term(start), plies, deadline)
