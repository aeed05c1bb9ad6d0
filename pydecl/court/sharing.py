"""A comparison that processes share: in the same pieces, with the same result, whatever their number."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from pydecl.court.trial import PIECES, against
from pydecl.court.verdict import CourtVerdict
from pydecl.loading.consulting import consult
from pydecl.sandbox.executing import executor, finished
from pydecl.sandbox.work import Task, Work


@dataclass(frozen=True)
class Shared:
    """What is compared, and `until` when, a time of `time.monotonic`."""

    game: str
    what: str
    until: float | None
    reading: Mapping[str, Any]
    """How the rules are read, as `consult` takes it."""
    how: Mapping[str, Any]
    """What else `against` takes."""


@contextmanager
def comparing(shared: Shared) -> Iterator[Task]:
    """What a process compares with: see `pydecl/sandbox/work.py`."""
    with consult(shared.game, **shared.reading) as game:

        def compared(piece: int, _: object) -> CourtVerdict:
            left = None if shared.until is None else max(0.001, shared.until - time.monotonic())
            return against(game, shared.what, seconds=left, piece=piece, **shared.how)

        yield compared


def shared_out(
    game: str, what: str, jobs: int, seconds: float | None, reading: Mapping[str, Any], how: Mapping[str, Any]
) -> CourtVerdict:
    """The verdict of all pieces, as far as the first that has found a difference."""
    started = time.monotonic()
    until = None if seconds is None else started + seconds
    work = Work("pydecl.court.sharing:comparing", Shared(game, what, until, reading, how))
    found: dict[int, CourtVerdict] = {}
    with executor(jobs, PIECES + 1) as running:
        for piece, future in finished(running, work, range(PIECES + 1)):
            found[piece] = future.result()
            told = _first(found)
            if told[-1].differences:
                break
    return replace(_together(told), seconds=time.monotonic() - started)


def _first(found: Mapping[int, CourtVerdict]) -> Sequence[CourtVerdict]:
    """Those without a gap, as far as the first that differs."""
    told: list[CourtVerdict] = []
    while len(told) in found and not (told and told[-1].differences):
        told.append(found[len(told)])
    return told or [CourtVerdict("", "")]


def _together(told: Sequence[CourtVerdict]) -> CourtVerdict:
    counts = {
        name: sum(getattr(one, name) for one in told) for name in ("positions", "moves", "games", "unsettled")
    }
    excepted = sum((Counter(one.excepted) for one in told), Counter[str]())
    return replace(
        told[0],
        **counts,
        plies=max(one.plies for one in told),
        excepted=dict(excepted),
        differences=told[-1].differences,
        reason=next((one.reason for one in told if one.reason is not None), None),
        stop=next((one.stop for one in told if one.stop is not None), None),
    )
