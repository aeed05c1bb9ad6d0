"""What a worker answers about a search that was recorded: its events, a board, the places in the programs.

A question tells the search: the game and the line of play, or a `tree`; the program, engine, depth and
naming; and `beside`, another program or engine. The recordings of the last one are kept.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from typing import Any

from pydecl.engines.protocol import AnyProgram
from pydecl.engines.searching import the_program
from pydecl.errors import InputError, PydeclError
from pydecl.model.number import INFINITY, Number
from pydecl.model.own import OwnProgram
from pydecl.tracing.naming import Naming
from pydecl.tracing.recording import Recording, record
from pydecl.workbench.drawing.position import board_or_text
from pydecl.workbench.site.essay import searched
from pydecl.workbench.stepping.shipped import Steps, searches
from pydecl.workbench.stepping.track import Track
from pydecl.workbench.web.answering import Answer, Desk, Question

TOLD = ("game", "text", "tree", "start", "line", "program", "engine", "depth", "naming", "beside")
"""What makes a search another one."""


class Walk:
    """One search, or two beside each other, ready to be stepped through."""

    def __init__(self, desk: Desk, question: Question) -> None:
        game, position = desk.searched(question)

        def ask(program: AnyProgram, engine: str, alpha: Number, beta: Number) -> Recording:
            told = {name: question[name] for name in ("depth", "seconds")} | {"most": question["events"]}
            return record(game, program, engine=engine, position=position, alpha=alpha, beta=beta, **told)

        program, whole = the_program(game, question["program"]), (-INFINITY, INFINITY)
        recordings, engines = searches(game, program, question["engine"], question["beside"], ask, whole)
        for recording in recordings:
            if isinstance(recording.answer, PydeclError) and not recording.lines:
                raise recording.answer
        if not recordings[0].lines:
            raise InputError(f"{question['program']} entered no node: there is nothing to step through")
        naming = Naming(question["naming"])
        self.steps = Steps(recordings, engines, game, board_or_text, naming=naming)
        self._finding: threading.Thread | None = None
        self._places: list[Any] = [None] * len(recordings)

    def places(self) -> list[Any] | None:
        """The places in the programs' texts, which are looked for beside other questions; None until then."""
        if self._finding is None:
            tracks = self.steps.tracks
            own = [track for track in tracks if isinstance(track.recording.program, OwnProgram)]
            self.steps.find_places(own)  # they ask the game, which is asked one thing at a time
            others = [track for track in tracks if track not in own]
            self._finding = threading.Thread(target=self._find, args=(others,), daemon=True)
            self._finding.start()
        return None if self._finding.is_alive() else self._places

    def _find(self, tracks: Sequence[Track]) -> None:
        self.steps.find_places(tracks)
        self._places = self.steps.places()


def walk(desk: Desk, question: Question) -> Walk:
    """The search that a question tells: the one that is kept, or a new one."""
    told = json.dumps({name: question.get(name) for name in TOLD})
    if told not in desk.walks:
        desk.walks.clear()
        desk.walks[told] = Walk(desk, question)
    found: Walk = desk.walks[told]
    return found


def recordings(desk: Desk, question: Question) -> Answer:
    """The search, and the one beside it, as the stepper takes them."""
    yield "done", walk(desk, question).steps.told()


def board(desk: Desk, question: Question) -> Answer:
    """The board of a position of one of the searches."""
    yield "done", {"board": walk(desk, question).steps.board(question["side"], question["node"])}


def places(desk: Desk, question: Question) -> Answer:
    """The places in the programs' texts, as far as they are known at all; null while they are looked for."""
    yield "done", {"places": walk(desk, question).places()}


def essay(desk: Desk, question: Question) -> Answer:
    """A program on a tree that is changed again and again, and perhaps the places in its text."""
    yield "done", searched(desk.trees(), question["tree"], question["program"], has_places=question["places"])
