"""How the games of a tournament begin: random plies, the same for both colours."""

from __future__ import annotations

from random import Random

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import the_position
from pydecl.errors import InputError
from pydecl.model.game import Player
from pydecl.model.term import Term
from pydecl.playing.match import Turn
from pydecl.playing.situation import Situation, drawn, look, written
from pydecl.tournaments.arena import Opening

TRIES = 50
"""How often an opening is drawn again that has been drawn before."""


def openings(game: SessionGame, count: int, plies: int, seed: int) -> list[Opening]:
    """So many openings, each of `plies` random moves of the players, fewer only where the game would end.

    They lead to different positions as long as the game has enough of them. The first ones do not depend on
    `count`. Raises InputError where the game has no start, or is over there.
    """
    found: list[Opening] = []
    starts = list(game.initial()) or [the_position(game, None)]
    met: set[Term] = set()
    tries = TRIES if plies else 1
    seen = _Seen(game)
    for number in range(count):
        for attempt in range(tries):
            opening = _drawn(seen, starts, plies, number, Random(f"{seed} {number} {attempt}"))
            if opening.position not in met:
                break
        else:
            tries = 1  # the game has no more, or nearly so
        met.add(opening.position)
        found.append(opening)
    return found


class _Seen:
    """Situations, each looked at once."""

    def __init__(self, game: SessionGame) -> None:
        self.game = game
        self._known: dict[Term, Situation] = {}

    def __call__(self, position: Term) -> Situation:
        if position not in self._known:
            self._known[position] = look(self.game, position, Player.MAX)
        return self._known[position]


def _drawn(situation: _Seen, starts: list[Term], plies: int, number: int, random: Random) -> Opening:
    game = situation.game
    start = random.choice(starts)
    seed = random.randrange(1 << 32)
    turns: list[Turn] = []
    seen = situation(start)
    if not seen.choices:
        raise InputError(f"{game.name}: the game is over where it starts: {game.format_position(start)}")
    left = plies
    while left > 0:
        if seen.mover is None:
            after = situation(drawn(seen.choices, seed, len(turns)).position)
        else:
            choices = list(seen.choices)
            random.shuffle(choices)
            nexts = (situation(choice.position) for choice in choices)
            going_on = next((following for following in nexts if following.choices), None)
            if going_on is None:
                break
            after = going_on
            left -= 1
        choice = seen.leading_to(after.position)
        assert choice is not None
        if not after.choices:
            break
        turns.append(seen.turn(choice))
        seen = after
    return Opening(number, start, written(game, start), tuple(turns), seed)
