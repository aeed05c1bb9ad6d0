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

from collections.abc import Hashable, Iterator
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
    tracks = left, right
    with_windows = all(any(event.alpha is not None for event in track.events) for track in tracks)
    ways: dict[Hashable, int] = {}
    keys = [_keys(track, ways) for track in tracks]
    numbers = [{key: seq for seq, key in enumerate(own, 1)} for own in keys]
    partners = [[numbers[1 - side].get(key, 0) for key in keys[side]] for side in (0, 1)]

    def alone(side: int) -> Iterator[tuple[int, int]]:
        """The first of each run of events that only this search has, and the other's last one before it."""
        before, is_new = 1, True
        for event, partner in zip(tracks[side].events, partners[side], strict=True):
            if partner:
                before, is_new = partner, True
            elif with_windows or event.kind is not Kind.WINDOW:
                if is_new:
                    yield event.seq, before
                is_new = False

    found = {seq: Difference(seq, before, ONLY_HERE) for seq, before in alone(0)}
    instead = {one.right: seq for seq, one in found.items()}
    others = []
    for seq, before in alone(1):
        at = instead.get(partners[0][before - 1])  # by the last event that both have
        if at is None:
            others.append(Difference(before, seq, ONLY_THERE))
        else:
            here, there = left.events[at - 1].kind.value, right.events[seq - 1].kind.value
            found[at] = Difference(at, seq, f"{here} here, {there} there")
    for seq, partner in enumerate(partners[0], 1):
        names = _unlike(left, left.events[seq - 1], right, right.events[partner - 1]) if partner else []
        names = [name for name in names if with_windows or name not in ("alpha", "beta")]
        if names:
            found[seq] = Difference(seq, partner, ", ".join(names))
    return sorted([*found.values(), *others], key=lambda one: (one.left, one.right))


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
