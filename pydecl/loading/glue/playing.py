"""Random play by a rule: what the boards of a game look like, and whether the rule makes sense there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydecl.loading.glue.rule import Position, Rule
from pydecl.loading.glue.sampling import Sampler
from pydecl.loading.glue.shapes import changes, leaves
from pydecl.model.term import Atom, PrologString, Term

PLIES = 70
"""How long a game is followed."""

FEWEST_BLANKS = 3
"""How many squares of a first board are empty, at the least."""


@dataclass(frozen=True)
class Played:
    """One game: its positions, the number of moves in each, and whether it ended for want of moves."""

    positions: Sequence[Position]
    counts: Sequence[int]
    overwritten: int
    """How many moves put one piece in the place of another, and nothing else."""

    @property
    def stuck(self) -> bool:
        """Whether the last position has no moves."""
        return self.counts[-1] == 0


def play(rule: Rule, sampler: Sampler, board: Term, seed: int, plies: int = PLIES) -> Played:
    """Play at random from a board."""
    choose = random.Random(seed)
    position = Position(board, 0)
    positions = [position]
    counts: list[int] = []
    overwritten = 0
    blank: Term | None = None
    while True:
        nexts = rule.nexts(position, sampler.one(rule.sample(position)))
        if not counts:
            blank = _filled_by(board, [after.board for _, after in nexts])
        counts.append(len(nexts))
        overwritten += sum(_overwrites(position.board, after.board, blank) for _, after in nexts)
        if not nexts or len(positions) > plies or sampler.until.is_over:
            break
        position = choose.choice(nexts)[1]
        positions.append(position)
    return Played(positions, counts, overwritten)


def blank_of(board: Term) -> Term | None:
    """What an empty square looks like: the commonest leaf of a first board, if it can be."""
    return next(_blanks(board), None)


def _blanks(board: Term) -> Iterator[Term]:
    for leaf, many in Counter(leaves(board)).most_common():
        if many >= FEWEST_BLANKS and (isinstance(leaf, Atom | PrologString) or leaf in (0, -1)):
            yield leaf


def _filled_by(board: Term, nexts: Sequence[Term]) -> Term | None:
    """What an empty square looks like that each first move fills, or leaves; None if none does."""
    made = [{leaf for pair in changes(board, after) or () for leaf in pair} for after in nexts]
    return next((blank for blank in _blanks(board) if all(blank in one for one in made)), None)


def _overwrites(before: Term, after: Term, blank: Term | None) -> bool:
    changed = changes(before, after)
    if not changed or blank is None:
        return False
    return all(blank not in pair for pair in changed)
