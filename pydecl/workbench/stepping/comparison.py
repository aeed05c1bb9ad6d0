"""Where two searches of the same position differ, event by event.

The searches may be of two programs, or of one on two engines. An event of one belongs to the event of the
other that is of the same kind, at the same node: the nodes are told by the way from the root, and by how
often it was gone. If one of the programs has no window, windows are not compared.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     tracks = [Track(record(game, name, engine="python"), str) for name in ("alphabeta", "minimax")]
>>> differences(*tracks)[0]
Difference(left=19, right=15, reason='cut here, enter there')
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable
from dataclasses import dataclass

from pydecl.model.term import Term
from pydecl.tracing.events import Event, Kind
from pydecl.workbench.stepping.track import Track

FIELDS = ("mover", "alpha", "beta", "value", "bound", "old", "reach")
"""What must be equal; positions are compared as they are written."""


ONLY_HERE = "only here"
ONLY_THERE = "only there"


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where the searches differ: the events of both that show it, and the reason."""

    left: int
    right: int
    reason: str


def differences(left: Track, right: Track) -> list[Difference]:
    """All in order; what one search did and what the other did instead are one difference."""
    return _Comparison(left, right).differences


class _Comparison:
    """Two tracks side by side."""

    def __init__(self, left: Track, right: Track) -> None:
        self.tracks = (left, right)
        self._with_windows = all(any(one.alpha is not None for one in track.events) for track in self.tracks)
        ways: dict[Hashable, int] = {}
        keys = [_keys(track, ways) for track in self.tracks]
        found = {key: seq for seq, key in enumerate(keys[1], 1)}
        self._partner = [found.get(key, 0) for key in keys[0]]
        others = {partner for partner in self._partner if partner}
        self._pairs = sorted((right, left) for left, right in enumerate(self._partner, 1) if right)
        self.differences = self._merged(self._unequal(), self._missing(others))

    def _across(self, seq: int) -> int:
        """The event on the right that belongs to one on the left, or the last one before it that has one."""
        for at in range(min(seq, len(self._partner)), 0, -1):
            if self._partner[at - 1]:
                return self._partner[at - 1]
        return 1

    def _back_across(self, seq: int) -> int:
        """The event on the left that belongs to one on the right, or to the last one before it."""
        at = bisect_right(self._pairs, (seq, len(self._partner)))
        return self._pairs[at - 1][1] if at else 1

    def _merged(self, here: list[Difference], there: list[Difference]) -> list[Difference]:
        only = {one.right: one for one in here if one.reason == ONLY_HERE}  # by the last event that both have
        found = {id(one): one for one in here}
        for one in there:
            partner = only.get(self._partner[one.left - 1])
            if partner is None:
                found[id(one)] = one
            else:
                kinds = [
                    t.events[at - 1].kind
                    for t, at in zip(self.tracks, (partner.left, one.right), strict=True)
                ]
                reason = f"{kinds[0].value} here, {kinds[1].value} there"
                found[id(partner)] = Difference(partner.left, one.right, reason)
        return sorted(found.values(), key=lambda one: (one.left, one.right))

    def _unequal(self) -> list[Difference]:
        left, right = self.tracks
        found = []
        is_new = True
        for seq, partner in enumerate(self._partner, 1):
            if not partner:
                if self._is_ignored(left, seq):
                    continue
                if is_new:
                    found.append(Difference(seq, self._across(seq), ONLY_HERE))
                is_new = False
                continue
            is_new = True
            names = _unlike(left, left.events[seq - 1], right, right.events[partner - 1])
            if not self._with_windows:
                names = [name for name in names if name not in ("alpha", "beta")]
            if names:
                found.append(Difference(seq, partner, ", ".join(names)))
        return found

    def _missing(self, others: set[int]) -> list[Difference]:
        """The first of each run of events that only the right search has."""
        found = []
        is_new = True
        for seq in range(1, len(self.tracks[1]) + 1):
            if seq in others:
                is_new = True
            elif not self._is_ignored(self.tracks[1], seq):
                if is_new:
                    found.append(Difference(self._back_across(seq), seq, ONLY_THERE))
                is_new = False
        return found

    def _is_ignored(self, track: Track, seq: int) -> bool:
        return not self._with_windows and track.events[seq - 1].kind is Kind.WINDOW


def _keys(track: Track, ways: dict[Hashable, int]) -> list[Hashable]:
    """What each event belongs to: the way to its node, its kind, and which of this kind it is there."""
    visits: dict[int, int] = {}
    times: dict[Hashable, int] = {}

    def again(key: Hashable) -> int:
        times[key] = times.get(key, -1) + 1
        return times[key]

    found: list[Hashable] = []
    for event, (visit, parent) in zip(track.events, track.visited(), strict=True):
        if event.kind in (Kind.ENTER, Kind.AGAIN):
            assert event.node is not None
            step = (visits.get(parent, -1), _term(track, event.node))
            visits[visit] = ways.setdefault((*step, again(step)), len(ways))
        way = visits.get(visit, -1)
        found.append((way, event.kind, again((way, event.kind))))
    return found


def _unlike(left: Track, one: Event, right: Track, other: Event) -> list[str]:
    names = [name for name in FIELDS if repr(getattr(one, name)) != repr(getattr(other, name))]
    if _term(left, one.by) != _term(right, other.by):
        names.append("by")
    if [_term(left, n) for n in one.skipped] != [_term(right, n) for n in other.skipped]:
        names.append("skipped")
    return names


def _term(track: Track, number: int | None) -> Term | None:
    """A position, the same in both searches; their numbers may differ."""
    return None if number is None else track.recording.positions[number]
