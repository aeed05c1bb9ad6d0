"""How the turns of a game go round, and so which search programs can run on its rules.

>>> from pydecl.loading.consulting import consult
>>> with consult("pig") as game:
...     print([program.value for program, why in obstacles(game).items() if why is None])
['expectiminimax']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import PydeclError
from pydecl.loading.rules_files import missing
from pydecl.model.game import Game, P, Player
from pydecl.model.program import Program
from pydecl.model.term import Term
from pydecl.programs.registry import OWN_MOVERS, PROGRAMS, WITH_CHANCE

SOON = 2.0
"""Seconds for a look at how the turns go round."""

LOOKED_AT = 100
"""How many positions are looked at, nearest first, before random play."""


class Turns(Enum):
    """How the turns go round."""

    ALTERNATE = "alternate"
    TWICE = "twice"
    CHANCE = "chance"

    @property
    def fit(self) -> Sequence[Program]:
        """The programs for such turns."""
        return {Turns.ALTERNATE: PROGRAMS, Turns.TWICE: OWN_MOVERS, Turns.CHANCE: WITH_CHANCE}[self]


UNFIT = {
    Turns.TWICE: "without moves_again: a player moves twice in a row",
    Turns.CHANCE: "has chance moves, which only expectiminimax can search",
}
"""Why a program cannot run if the turns go round so."""


def obstacles(game: SessionGame) -> Mapping[Program, str | None]:
    """Why each program cannot run on the rules, from their starts on; None for one that can."""
    starts = [] if "initial/1" not in game.defined else game.initial()
    turns = turns_from(game, starts)
    found: dict[Program, str | None] = {}
    for program in PROGRAMS:
        lacking = missing(program, game.defined)
        found[program] = f"without {lacking}" if lacking else None if program in turns.fit else UNFIT[turns]
    return found


def turns_from(game: SessionGame, starts: Sequence[Term]) -> Turns:
    """How the turns go round after these positions, as far as the next ones and random play show it soon.

    No error is raised: who comes to such a position learns it.
    """
    if game.has_chance:
        return Turns.CHANCE
    try:
        with game.session.within(SOON):
            if _twice_soon(game, starts) or game.met_same_mover(starts) is not None:
                return Turns.TWICE
    except PydeclError:
        pass
    return Turns.ALTERNATE


def moves_twice(game: Game[P], position: P) -> bool:
    """Whether the player who is to move in a position is to move again after it. Raises as `check_movers`."""
    check_movers(game, position)
    followers = game.afters(position)
    if not followers:
        return False
    mover = game.player(position)
    real = (after for after in followers if not game.chance(after))
    return any(game.player_or(after, mover.opponent) is mover for after in real)


def check_movers(game: Game[P], position: P) -> None:
    """Raises ContractError if a position with moves, or one after it, has no mover, or several."""
    for _, after in game.successors(position):
        if not game.chance(after):
            game.player_or(after, game.player(position).opponent)


def _twice_soon(game: SessionGame, starts: Sequence[Term]) -> bool:
    """Whether a player moves twice within the first positions."""
    known: dict[Term, Player] = {start: game.player(start) for start in starts}
    level = list(starts)
    while level and len(known) < LOOKED_AT:
        pairs = [(position, after) for position in level for _, after in game.successors(position)]
        level = list({after: None for _, after in pairs if after not in known})[:LOOKED_AT]
        game.expand(level)  # these, and no guesses at others
        due = {after: known[position].opponent for position, after in pairs}
        known |= {after: game.player_or(after, due[after]) for after in level}
        if any(known.get(after) is known[position] for position, after in pairs):
            return True
    return False
