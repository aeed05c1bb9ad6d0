"""Who plays the other side of a match: any move, a program, or a function."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, TypeAlias

from pydecl.adapters.matches import Match
from pydecl.adapters.opening import Opened
from pydecl.api.playing import AnyPlayer
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import Default
from pydecl.errors import InputError, LimitError
from pydecl.model.game import Player
from pydecl.model.passing import Pass, PassingGame
from pydecl.model.program import LookedUp, Program
from pydecl.model.result import Limits, Status
from pydecl.playing.programs import PLAYERS, Thinking, check_movers, check_plays, reply
from pydecl.playing.situation import Situation, look
from pydecl.programs.run import run
from pydecl.tournaments.players import PlayerSpec, read_player

Opponent: TypeAlias = Callable[[Match, Random], int]
"""It chooses the number of a move."""


def opponent_of(opened: Opened, player: AnyPlayer, seconds: float | None) -> Opponent:
    """The opponent that is meant, who has so many seconds for a move. Raises InputError if there is none."""
    if not isinstance(player, str):
        if not callable(player):
            raise InputError(f"an opponent is a program, 'random' or a function, not {player!r}")
        return partial(_asked, opened, player)
    spec = read_player(player, opened.game.name.partition(":")[0])
    if spec.options:
        raise InputError(f"player {player}: options of the game are for tournaments")
    if spec.program is None:
        return lambda match, random: random.choice(match.numbers)
    if spec.seconds is not None:
        seconds = spec.seconds or None
    if not isinstance(opened.game, SessionGame):
        if isinstance(spec.program, LookedUp):
            raise InputError(f"player {spec.name}: a database is of a game whose rules are in Prolog")
        return _Twin(opened, spec.program, spec, seconds)
    thinking = spec.thinking(opened.game, seconds)
    assert thinking is not None, "it names a program"
    return _Program(opened, opened.game, thinking)


def _leading_to(match: Match, state: Any) -> int:
    """The last move that leads to a state: the one that a program means."""
    return [number for number, after in zip(match.numbers, match.afters, strict=True) if after == state][-1]


def _asked(opened: Opened, player: Callable[..., Any], match: Match, _: Random) -> int:
    """What a function chooses, which is given a position and gives a move of it."""
    position = opened.position(match.state)
    move = position.move(player(position))
    return _leading_to(match, opened.state(move.position))


class _Program:
    """A program, asked as in any match."""

    def __init__(self, opened: Opened, game: SessionGame, thinking: Thinking) -> None:
        self._opened = opened
        self._game = game
        self._thinking = thinking
        check_plays(game, thinking)
        check_movers(game, self._seen(opened.start.state), thinking)

    def _seen(self, state: Any) -> Situation:
        return look(self._game, self._opened.position(state).state, Player.MAX)

    def __call__(self, match: Match, _: Random) -> int:
        choice = reply(self._game, self._seen(match.state), self._thinking).choice
        return _leading_to(match, self._opened.state(choice.position))


class _Twin:
    """A program's twin, which searches a game in Python as it is."""

    def __init__(self, opened: Opened, program: Program, spec: PlayerSpec, seconds: float | None) -> None:
        if spec.engine not in (registry.REFERENCE, registry.second_opinion()):
            raise InputError(f"player {spec.name}: only Python searches a game in Python move by move")
        if program not in PLAYERS:
            names = ", ".join(other.value for other in PLAYERS)
            raise InputError(f"{program.value} gives no move: those that do are {names}")
        depth = None if isinstance(spec.depth, Default) else spec.depth
        if depth == 0:
            raise InputError("a program that plays must look at least 1 ply ahead: its depth is 0")
        self._program = program
        self._rules = PassingGame(opened.rules) if opened.rules.moves_again else opened.rules
        self._limits = Limits(depth, seconds=seconds, settings=spec.settings)

    def __call__(self, match: Match, _: Random) -> int:
        answer = run(self._program, self._rules, match.state, self._limits)
        if answer.status is Status.INTERRUPTED:
            raise KeyboardInterrupt
        if not answer.complete:
            raise LimitError(f"{self._program.value} found no move in time: a smaller depth needs less")
        best = answer.best
        if best is None:
            return match.numbers[0]
        return _leading_to(match, best.after if isinstance(best, Pass) else best)
