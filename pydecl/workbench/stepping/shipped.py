"""A recording as JSON, for the stepper in a browser: it computes the states itself (`track.js`).

>>> from pydecl.loading.consulting import consult
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     told = shipped(Track(record(game, "alphabeta", engine="python"), str), "lecture19")
>>> told["program"], told["positions"][:3], told["lines"][:3]
({'name': 'alphabeta', 'side': 'max', 'maxOnly': False}, ['a', 'b', 'c'], ['e 0 inf max -inf inf', 's 1 2', \
'e 1 inf min -inf inf'])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydecl.model.game import Outcome
from pydecl.model.number import Number, number_text
from pydecl.model.own import OwnProgram
from pydecl.model.program import Movers
from pydecl.programs.registry import DECLARED
from pydecl.tracing.events import Event, Kind, Value
from pydecl.workbench.stepping.track import Track


def shipped(track: Track, title: str, *, boards: Mapping[int, str] | None = None) -> dict[str, Any]:
    """All that the stepper needs, as values that `json.dumps` takes; numbers are texts.

    `boards` are texts of more than a line, by the numbers of positions. A program of the file's own comes
    with its events, in `rows`; any other one with its primitive `lines`.
    """
    recording = track.recording
    program = recording.program
    told: dict[str, Any] = {
        "title": title,
        "most": recording.most,
        "best": recording.best,
        "positions": [
            None if term is None else track.position(number)
            for number, term in enumerate(recording.positions)
        ],
        "boards": {str(number): board for number, board in (boards or {}).items()},
        "sources": None if track.sources is None else [_places(track, side) for side in (0, 1)],
    }
    if isinstance(program, OwnProgram):
        return {**told, "program": {"name": program.value}, "rows": _rows(track)}
    declared = DECLARED[program]
    side = declared.traced[0].side.name.lower()
    about = {"name": program.value, "side": side, "maxOnly": declared.movers is Movers.MAX}
    return {**told, "program": about, "lines": list(recording.lines)}


def _rows(track: Track) -> list[list[Any]]:
    """The events, without their numbers; one that enters a node also has the successors that are known."""
    successors = track.successors()
    return [[*_row(event), successors.get(event.seq)] for event in track.events]


def _row(event: Event) -> list[Any]:
    return [
        event.kind.value,
        event.ply,
        event.node,
        event.mover and event.mover.value,
        _text(event.depth),
        _text(event.alpha),
        _text(event.beta),
        _text(event.value),
        event.bound and event.bound.value,
        _text(event.old),
        event.by,
        event.reach and event.reach.value,
        list(event.skipped) if event.kind is Kind.CUT else None,
        event.tie if event.kind is Kind.ENTER else None,
    ]


def _text(value: Value | Number | None) -> str | bool | None:
    if value is None or isinstance(value, bool):
        return value
    return value.value if isinstance(value, Outcome) else number_text(value)


def _places(track: Track, side: int) -> dict[str, Any]:
    """The clauses, the places in them, and for each event its place and those tried; -1 if it has none."""
    assert track.sources is not None
    marks = track.sources[side]
    texts: dict[tuple[str, int, int], int] = {}
    spots: dict[Any, int] = {}
    events = []
    for event in track.events:
        main, tried = track.spots(side, event.seq)
        if main is None:
            events.append([-1])
            continue
        for spot in (main, *tried):
            texts.setdefault((spot.file, spot.top, spot.bottom), len(texts))
            spots.setdefault(spot, len(spots))
        events.append([spots[main], *(spots[spot] for spot in dict.fromkeys(tried))])
    return {
        "texts": [
            {"file": file, "first": top, "lines": marks.text(file).split("\n")[top - 1 : bottom]}
            for file, top, bottom in texts
        ],
        "spots": [[texts[spot.file, spot.top, spot.bottom], spot.to_json()] for spot in spots],
        "events": events,
    }
