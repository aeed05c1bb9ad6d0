"""Random play by a rule: what the boards of a game look like, and whether the rule makes sense there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.loading.glue.rule import Position, Rule, fills
from pydecl.loading.glue.sampling import Sampler
from pydecl.loading.glue.shapes import changes, leaves, paths
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term

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
    filled: int
    """How many moves filled an empty square."""
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
    positions = [position]
    counts: list[int] = []
    overwritten = filled = seen = 0
    blank = blank_of(board)
    while True:
        nexts = rule.nexts(position, sampler.one(rule.sample(position)))
        if blank is not None and not counts:
            blank = _changing(board, [after.board for _, after in nexts], blank)
        if (
            blank is not None
            and not counts
            and _moves_pieces(board, [after.board for _, after in nexts], blank)
        ):
            blank = None
        counts.append(len(nexts))
        seen += len(nexts)
        overwritten += sum(_overwrites(position.board, after.board, blank) for _, after in nexts)
        if blank is not None:
            filled += sum(fills(position.board, after.board, blank) for _, after in nexts)
        if not nexts or len(positions) > plies or sampler.late:
            break
        position = choose.choice(nexts)[1]
        positions.append(position)
    return Played(positions, counts, overwritten, filled, seen)


def blank_of(board: Term) -> Term | None:
    """What an empty square looks like: the commonest leaf of a first board, if it can be."""
    found = Counter(leaves(board)).most_common(1)
    if not found or found[0][1] < FEWEST_BLANKS:
        return None
    leaf = found[0][0]
    if leaf == 1 and _has_pieces(board):
        return None
    return leaf if isinstance(leaf, Atom | PrologString) or leaf in (0, 1, -1) else None


def _changing(board: Term, nexts: Sequence[Term], blank: Term) -> Term | None:
    """What an empty square looks like, if the commonest leaf never changes: a square that is never used.

    None if pieces move, so that what they leave is not to be told from them.
    """
    made = [{leaf for pair in changes(board, after) or () for leaf in pair} for after in nexts]
    if not made or any(blank in leaves_ for leaves_ in made):
        return blank
    often = [leaf for leaf, count in Counter(leaves(board)).most_common() if count >= FEWEST_BLANKS]
    changing = [leaf for leaf in often if all(leaf in leaves_ for leaves_ in made)]
    return changing[0] if len(changing) == 1 else None if changing else blank


def _has_pieces(board: Term) -> bool:
    """Whether a list of compounds is in a board: small numbers in them say where something is."""
    lists = [part for _, part in paths(board) if isinstance(part, PrologList)]
    return any(isinstance(one.items[0], Compound) for one in lists if one.items)


def _moves_pieces(board: Term, nexts: Sequence[Term], blank: Term) -> bool:
    """Whether moves change where pieces are, and a board is a list of them: then no square is empty."""
    if isinstance(blank, int) or not nexts or not _has_pieces(board):
        return False
    count, numbers = leaves(board).count(blank), _numbers(board)
    return all(leaves(after).count(blank) == count and _numbers(after) != numbers for after in nexts)


def _numbers(board: Term) -> Counter[int]:
    return Counter(leaf for leaf in leaves(board) if isinstance(leaf, int))


def _overwrites(before: Term, after: Term, blank: Term | None) -> bool:
    changed = changes(before, after)
    if not changed or blank is None:
        return False
    return all(blank not in pair for pair in changed)
