"""Recordings as JSON, for the stepper in a browser: it computes what it shows itself (`track.js`).

>>> from pydecl.loading.consulting import consult
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     told = shipped(Track(record(game, "alphabeta", engine="python"), str), "lecture19")
>>> told["program"], told["positions"][:3], told["lines"][:3]
({'name': 'alphabeta', 'side': 'max', 'maxOnly': False}, ['a', 'b', 'c'], ['e 0 inf max -inf inf', 's 1 2', \
'e 1 inf min -inf inf'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.engines.result_text import STOPPED
from pydecl.engines.searching import the_program
from pydecl.errors import PydeclError
from pydecl.model.number import Number, number_text
from pydecl.model.program import Movers, OwnProgram
from pydecl.model.term import Term
from pydecl.programs.registry import DECLARED
from pydecl.tracing.comparing import recorded_beside
from pydecl.tracing.events import Event, Kind, Naming, Value
from pydecl.tracing.names import Names
from pydecl.tracing.recording import Recording
from pydecl.workbench.drawing.search_tree import SearchTree, settle
from pydecl.workbench.stepping.marks import marks_of
from pydecl.workbench.stepping.track import Track


class Steps:
    """One search, or two beside each other: what the stepper asks a server for, as values of JSON.

    `titles` say where each ran, such as an engine; `board` draws a position of the game. `home` is the game
    whose file brings the program, if that is another one.
    """

    def __init__(
        self,
        recordings: Sequence[Recording],
        titles: Sequence[str],
        game: SessionGame,
        board: Callable[[SessionGame, Term], str],
        *,
        home: SessionGame | None = None,
        naming: Naming = Naming.TEXTBOOK,
    ) -> None:
        self.tracks = [
            Track(one, game.format_position, naming=naming, names=Names(one, game)) for one in recordings
        ]
        self._titles = titles
        self._game, self._home = game, home
        self._board = board
        self._naming = naming

    def told(self) -> dict[str, Any]:
        """The recordings, without their places in the programs' texts, and how each search ended."""
        return {
            "recordings": [shipped(*one) for one in zip(self.tracks, self._titles, strict=True)],
            "naming": self._naming.value,
            "ends": [ended(one.recording) for one in self.tracks],
        }

    def board(self, side: int, number: int) -> str:
        """The board of a position of one of the searches; nothing for a number that is none."""
        positions = self.tracks[side].recording.positions if 0 <= side < len(self.tracks) else []
        position = positions[number] if 0 <= number < len(positions) else None
        return "" if position is None else self._board(self._game, position)

    def find_places(self, tracks: Iterable[Track]) -> None:
        """Look for the places of all events in the programs' texts; of the file's own, by asking the game."""
        for track in tracks:
            track.marks = marks_of(track.recording, self._game, self._home)

    def places(self) -> list[Any]:
        """What the recordings lack: for each the places in the program's text."""
        return [_places(track) for track in self.tracks]


Asked = Callable[[AnyProgram, str, Number, Number], Recording]
"""Records what a program does on an engine, with this window."""


def searches(
    game: SessionGame,
    program: AnyProgram,
    engine: str,
    beside: str | None,
    ask: Asked,
    window: tuple[Number, Number],
) -> tuple[list[Recording], list[str]]:
    """A search and, if another program or engine is named, the one beside it; and the engines of both."""
    recordings, engines = [ask(program, engine, *window)], [engine]
    if beside:
        other, where = program, beside
        if beside not in registry.complete():
            other = the_program(game, beside)
            where = registry.REFERENCE if isinstance(other, OwnProgram) else engine

        def again(one: AnyProgram, alpha: Number, beta: Number) -> Recording:
            return ask(one, where, alpha, beta)

        recordings.append(recorded_beside(recordings[0], window, other, again))
        engines.append(where)
    return recordings, engines


def ended(recording: Recording) -> str:
    """Why a search did not come to its end; empty if it did."""
    answer = recording.answer
    return str(answer) if isinstance(answer, PydeclError) else STOPPED.get(answer.status, "")


def shipped(track: Track, title: str) -> dict[str, Any]:
    """All that the stepper needs, as values that `json.dumps` takes; numbers are texts.

    The boards, by the numbers of positions, may be filled in. A program of the file's own comes with its
    events, in `rows`; any other one with its primitive `lines`.
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
        "names": _names(track),
        "boards": {},
        "places": _places(track),
        "wins": _wins(track),
    }
    if isinstance(program, OwnProgram):
        return {**told, "program": {"name": program.value}, "rows": _rows(track)}
    declared = DECLARED[program]
    side = declared.traced[0].side.name.lower()
    about = {"name": program.value, "side": side, "maxOnly": declared.movers is Movers.MAX}
    return {**told, "program": about, "lines": list(recording.lines)}


MOST_VISITS = 5_000
"""Of so many visits at the most it is said who wins: the rules are asked about each end that counts."""


def _wins(track: Track) -> dict[str, list[Any]]:
    """Who wins after a visit, and in how many plies, by the visit's number, as far as that is known."""
    if track.end is None or len(track.visits) > MOST_VISITS:
        return {}
    for root in (visit for visit in track.visits if visit.parent is None):
        settle(SearchTree(root), track.end)
    return {
        str(number): [visit.end.outcome.value, visit.end.plies]
        for number, visit in enumerate(track.visits)
        if visit.end is not None
    }


def _names(track: Track) -> dict[str, str]:
    """What nodes are called, if not their position: by their parent's number, a blank and their own."""
    found = {}
    for visit in track.visits:
        above = None if visit.parent is None else visit.parent.number
        below = track.successors.get(visit, ())
        for number, parent in ((visit.number, above), *((one, visit.number) for one in below)):
            name = track.name(number, parent)
            if name and name != track.position(number):
                found[f"{'' if parent is None else parent} {number}"] = name
    return found


def _rows(track: Track) -> list[list[Any]]:
    """The events, without their numbers; one that enters a node also has the successors that are known."""
    successors = {visit.entered: below for visit, below in track.successors.items()}
    return [[*_row(event), successors.get(event.seq)] for event in track.events]


def _row(event: Event) -> list[Any]:
    """The fields in the order of FIELDS in `track.js`."""
    skipped = list(event.skipped) if event.kind is Kind.CUT else None
    return [
        *(event.kind.value, event.ply, event.node, _text(event.mover)),
        *map(_text, (event.depth, event.alpha, event.beta, event.value, event.bound, event.old)),
        *(event.by, _text(event.reach), skipped, event.tie if event.kind is Kind.ENTER else None),
    ]


def _text(value: Value | Enum | None) -> str | bool | None:
    if value is None or isinstance(value, bool):
        return value
    return str(value.value) if isinstance(value, Enum) else number_text(value)


def _places(track: Track) -> dict[str, Any] | None:
    """The clauses, the places in them, and for each event its place and those tried; -1 if it has none."""
    marks = track.marks
    if marks is None:
        return None
    texts: dict[tuple[str, int, int], int] = {}
    spots: dict[Any, int] = {}
    events = []
    for event in track.events:
        main, tried = track.spots(event.seq)
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
