"""Whether a program asks itself if a player can move: then who cannot has lost, unless it says otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.loading.glue.choosing import Chosen
from pydecl.loading.glue.moves import takes_board
from pydecl.loading.glue.players import goal_of
from pydecl.loading.glue.playing import Played
from pydecl.loading.glue.program import Key, Program
from pydecl.loading.glue.rule import BOARD, ME, Position, substituted
from pydecl.loading.glue.sampling import Sample, Sampler
from pydecl.model.term import Term

EFFORT = 60_000

FEWEST = 3
"""In how many positions without moves it must fail."""


def tells_stuck(program: Program, sampler: Sampler, chosen: Chosen, games: Sequence[Played]) -> Key | None:
    """The predicate that holds of a board and a player as long as the player can move, and fails then."""
    stuck = [game.positions[-1] for game in games if game.stuck]
    going = [position for game in games for position in game.positions[:-1:8]]
    if len(stuck) < FEWEST or chosen.rule.pair is None:
        return None
    for key, goal in _candidates(program, chosen):
        answers = sampler.all([_sample(chosen, goal, position) for position in (*stuck, *going)])
        if not any(one.holds for one in answers[: len(stuck)]) and all(
            one.holds for one in answers[len(stuck) :]
        ):
            return key
    return None


def _candidates(program: Program, chosen: Chosen) -> Iterator[tuple[Key, Term]]:
    for key in program.predicates:
        effects = program.effects[key]
        if key.arity != 2 or not effects.callable or effects.random or effects.changes:
            continue
        for i in (0, 1):
            if takes_board(program, chosen.start, chosen.board, key, i):
                yield key, goal_of(key, [BOARD if j == i else ME for j in (0, 1)])


def _sample(chosen: Chosen, goal: Term, position: Position) -> Sample:
    return Sample(substituted(goal, chosen.rule.values(position)), (), (), None, 1, 1, EFFORT)
