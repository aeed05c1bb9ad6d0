"""Random play by a rule: what the boards of a game look like, and whether the rule makes sense there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.loading.glue.rule import Position, Rule
from pydecl.loading.glue.sampling import Sampler
from pydecl.loading.glue.shapes import changes, leaves
from pydecl.model.term import Atom, PrologString, Term

PLIES = 70
"""How long a game is followed."""


@dataclass(frozen=True)
class Played:
    """One game: its positions, the number of moves in each, and whether it ended for want of moves."""

    positions: Sequence[Position]
    counts: Sequence[int]
    overwritten: int
    """How many moves put one piece in the place of another, and nothing else."""
    seen: int
    """How many moves were looked at."""

    @property
    def stuck(self) -> bool:
        """Whether the last position has no moves."""
        return self.counts[-1] == 0


def play(rule: Rule, sampler: Sampler, board: Term, seed: int, plies: int = PLIES) -> Played:
    """Play at random from a board."""
    choose = random.Random(seed)
    position = Position(board, 0)
    positions, counts = [position], []
    overwritten = seen = 0
    blank = blank_of(board)
    while True:
        nexts = rule.nexts(position, sampler.one(rule.sample(position)))
        counts.append(len(nexts))
        seen += len(nexts)
        overwritten += sum(_overwrites(position.board, after.board, blank) for _, after in nexts)
        if not nexts or len(positions) > plies or sampler.late:
            break
        position = choose.choice(nexts)[1]
        positions.append(position)
    return Played(positions, counts, overwritten, seen)


def blank_of(board: Term) -> Term | None:
    """What an empty square looks like: the commonest leaf of a first board, if it can be."""
    found = Counter(leaves(board)).most_common(1)
    if not found or found[0][1] < 3:
        return None
    leaf = found[0][0]
    return leaf if isinstance(leaf, Atom | PrologString) or leaf in (0, 1, -1) else None


def _overwrites(before: Term, after: Term, blank: Term | None) -> bool:
    changed = changes(before, after)
    if not changed or blank is None:
        return False
    return all(blank not in pair for pair in changed)
