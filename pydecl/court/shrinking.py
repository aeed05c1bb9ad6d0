"""A shorter line that shows a difference of the same kind: as long as moves can be left out, they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.court.pairing import Pair
from pydecl.court.settling import Settled
from pydecl.court.walking import Found, Walk, difference

MOST_TRIED = 200
"""So many shorter lines are tried."""

MOST_SETTLED = 12
"""Of so many of them it is found out whether their difference stands."""


def shrunk(walk: Walk, found: Found) -> Iterator[Found]:
    """Differences of the same kind on ever shorter lines, until no move can be left out."""
    tried = settled = 0
    is_shorter = True
    while is_shorter:
        is_shorter = False
        names = [above.rules.look.moves[one] for above, (one, _) in found.pair.steps()]
        for line in _shorter(names[::-1]):
            tried += 1
            if tried > MOST_TRIED or settled >= MOST_SETTLED:
                return
            pair = _shown(walk, line, found.kind)
            if pair is None:
                continue
            settled += 1
            other = _standing(walk, pair, found.kind)
            if other is not None:
                found, is_shorter = other, True
                yield found
                break


def _shorter(line: Sequence[str]) -> Iterator[list[str]]:
    for size in (8, 4, 2, 1):
        for at in range(len(line) - size, -1, -1):
            yield [*line[:at], *line[at + size :]]


def _shown(walk: Walk, line: Sequence[str], kind: str) -> Pair | None:
    """Where a line shows a difference of this kind, if it does."""
    *_, pair = walk.replayed(line)
    is_shown = pair.above is not None and difference(pair) == kind
    return pair if is_shown and walk.exceptions.name(pair, kind, walk.rules) is None else None


def _standing(walk: Walk, pair: Pair, kind: str) -> Found | None:
    """The difference of a pair, if no other pairing of the moves explains it."""
    assert pair.above is not None
    if walk.settling.mended(pair.above):
        return None
    settled = walk.settling.settled(pair.above, kind)
    return Found(pair, kind, settled) if settled in (Settled.PROVED, Settled.BY_NAMES) else None
