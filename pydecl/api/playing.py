"""Play a game, program against program or against a function of yours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from pydecl.api.opening import AnyGame, AnyPosition, opened
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import the_position
from pydecl.errors import InputError
from pydecl.loading.rules_files import Reading
from pydecl.model.game import Player
from pydecl.model.number import whole
from pydecl.model.position import Move, Position
from pydecl.model.term import Term
from pydecl.playing.match import Match, Turn
from pydecl.playing.programs import Thinking, check_movers, check_plays, reply
from pydecl.playing.situation import Choice, Situation, drawn, look
from pydecl.sandbox.session import MEMORY
from pydecl.tournaments.players import read_player
from pydecl.tournaments.running import MAX_PLIES

AnyPlayer: TypeAlias = "str | Callable[[Position[Any]], Move[Any] | Term | str]"
"""Who plays: a program with its options, such as "alphabeta,depth=4", "database:DIR", "random", or a function
that is given a position and gives a move of it."""


@dataclass(frozen=True)
class Played:
    """A match that was played.

    `players` are MAX and MIN; `moves` are the names of the moves, or `to POSITION` where moves have none;
    `positions` are in the game's notation, the start first. `outcome` is how it ended for MAX, won, lost or
    drawn; None where it was stopped after so many moves.

    >>> print(play("nim:heaps=[1,2]"))
    1 take(2,1)
    2 take(2,1)
    3 take(1,1)
    """

    game: str
    players: tuple[str, str]
    moves: tuple[str, ...]
    positions: tuple[str, ...]
    outcome: str | None

    def __repr__(self) -> str:
        ended = "stopped" if self.outcome is None else f"{self.outcome} for MAX"
        return f"<{self.game}: {' against '.join(self.players)}, {ended} after {len(self.moves)} moves>"

    def __str__(self) -> str:
        return "\n".join(f"{number} {move}" for number, move in enumerate(self.moves, 1))

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "max": self.players[0],
            "min": self.players[1],
            "moves": list(self.moves),
            "positions": list(self.positions),
            "outcome": self.outcome,
        }


def play(
    game: AnyGame,
    max_player: AnyPlayer = "alphabeta",
    min_player: AnyPlayer = "alphabeta",
    *,
    position: AnyPosition | None = None,
    most: int = MAX_PLIES,
    seed: int = 0,
    seconds: float | None = 60.0,
    convention: str | None = None,
    moves_again: bool = False,
    memory: int = MEMORY,
) -> Played:
    """Play a match from the start, or from a position.

    A player is a program and how it is asked, as `pydecl tournament` takes it
    ("alphabeta,depth=4,engine=native"), a database that `solve` has kept ("database:DIR"), "random", or a
    function: position in, move out. `most` is after how many moves the match is stopped; `seed` is for what
    is random; `seconds` is the time for each move. The other arguments are those of `search`.

    Raises InputError for a player that there is not, MoveError where a function gives what is no move,
    LimitError where a program has no move in time, and ContractError where the game breaks its contract.

    >>> played = play("nim:heaps=[1,2]", "alphabeta", "random", seed=1)
    >>> played.outcome, len(played.moves)
    ('won', 3)
    >>> def last(position):
    ...     return position.moves()[-1]
    >>> play("nim:heaps=[1,2]", last, "alphabeta").outcome
    'lost'
    """
    whole(1, most=most)
    reading = Reading(convention, moves_again)
    with opened(game, position, None, seconds, memory, reading) as (found, at):
        seats = {
            side: _Seat(found, player, seed, seconds)
            for side, player in zip(Player, (max_player, min_player), strict=True)
        }
        match = _played(found, the_position(found, at), seats, most, seed)
        outcome = look(found, match.position, Player.MAX).outcome
        written = [match.written, *(found.format_position(turn.position) for turn in match.turns)]
    names = (seats[Player.MAX].name, seats[Player.MIN].name)
    moves = tuple(turn.move for turn in match.turns)
    return Played(found.name, names, moves, tuple(written), None if outcome is None else outcome.value)


def _played(game: SessionGame, start: Term, seats: dict[Player, _Seat], most: int, seed: int) -> Match:
    match = Match(start, game.format_position(start))
    due: Player | None = None
    while len(match.turns) < most:
        seen = look(game, match.position, due)
        if not seen.choices:
            break
        due = seen.due
        if seen.mover is None:
            turn = seen.turn(drawn(seen.choices, seed, match.draws))
        else:
            turn = seats[seen.mover].turn(seen)
        match = match.played(turn)
    return match


class _Seat:
    """One side of a match, and who sits there."""

    def __init__(self, game: SessionGame, player: AnyPlayer, seed: int, seconds: float | None) -> None:
        self._game = game
        self._player = player
        self._random = Random(seed)
        self._thinking: Thinking | None = None
        self.name = player if isinstance(player, str) else getattr(player, "__name__", repr(player))
        if isinstance(player, str):
            spec = read_player(player, game.name.partition(":")[0])
            if spec.options:
                raise InputError(f"player {player}: options of the game are for tournaments")
            self._thinking = spec.thinking(game, seconds)
            if self._thinking is not None:
                check_plays(game, self._thinking)

    def turn(self, seen: Situation) -> Turn:
        if seen.is_pass:
            return seen.turn(seen.choices[0])
        return seen.turn(self._choice(seen))

    def _choice(self, seen: Situation) -> Choice:
        if self._thinking is not None:
            check_movers(self._game, seen, self._thinking)
            return reply(self._game, seen, self._thinking).choice
        if isinstance(self._player, str):
            return self._random.choice(seen.choices)
        here = Position(self._game, seen.position)
        move = here.move(self._player(here))
        found = seen.leading_to(move.position.state)
        assert found is not None, "a move of the position leads to one of its choices"
        return found
