"""What a worker answers about a search that was recorded: what there is to see, and the state at an event.

A question tells the search: the game and the line of play, or a `tree`; the program, engine, depth and
naming; and `beside`, another program or engine. The recordings of the last one are kept.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from typing import Any

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.engines.searching import the_program
from pydecl.engines.words import STOPPED
from pydecl.errors import InputError, PydeclError
from pydecl.loading.trees_and_graphs import consult_tree
from pydecl.model.own import OwnProgram
from pydecl.model.term import Term
from pydecl.programs.registry import contract_of
from pydecl.rules.tree import read_tree
from pydecl.tracing.comparing import recorded_beside
from pydecl.tracing.naming import Naming
from pydecl.tracing.recording import Recording, record
from pydecl.workbench.drawing.position import position_picture
from pydecl.workbench.stepping.comparison import Comparison
from pydecl.workbench.stepping.replays import replayed_apart
from pydecl.workbench.stepping.track import Track, marks_of
from pydecl.workbench.web.answering import Answer, Desk, Question

TOLD = ("game", "text", "tree", "start", "line", "program", "engine", "depth", "naming", "beside")
"""What makes a search another one."""


class Walk:
    """One search, or two beside each other, ready to be stepped through."""

    def __init__(self, desk: Desk, question: Question) -> None:
        game, position = _searched(desk, question)
        self.question = question
        self._game = game
        asked = [_on(the_program(game, question["program"]), question["engine"])]
        if question["beside"]:
            asked.append(_second(game, question["beside"], *asked[0]))
        first = _recorded(game, position, question, *asked[0])
        recordings = [first]
        for program, engine in asked[1:]:

            def again(alpha: Any, beta: Any, program: Any = program, engine: str = engine) -> Recording:
                return _recorded(game, position, question, program, engine, alpha, beta)

            window = (first.limits.alpha, first.limits.beta)
            takes_window = contract_of(program).window
            recordings.append(recorded_beside(first, window, again, takes_window=takes_window))
        for recording in recordings:
            if isinstance(recording.answer, PydeclError) and not recording.lines:
                raise recording.answer
        naming = Naming(question["naming"])
        self.tracks = [
            Track(one, game.format_position, naming=naming, board=lambda term: _board(game, term))
            for one in recordings
        ]
        self.titles = [f"{program.value} on {engine}" for program, engine in asked]
        self.comparison = Comparison(*self.tracks) if len(self.tracks) > 1 else None
        self.ends = [_end(one) for one in recordings]
        self._finding: Finding | None = None

    def find_marks(self) -> bool:
        """Look for the places in the programs' texts, beside other questions; whether this is done."""
        if self._finding is None:
            own = [track for track in self.tracks if isinstance(track.recording.program, OwnProgram)]
            for track in own:  # they ask the game, which is asked one thing at a time
                track.sources = marks_of(track.recording, self._game)
            self._finding = Finding([track for track in self.tracks if track not in own])
            self._finding.start()
        return self._finding.is_done


class Finding(threading.Thread):
    """Looks for the places of all events in the programs' texts, and gives them to the tracks."""

    def __init__(self, tracks: Sequence[Track]) -> None:
        super().__init__(daemon=True)
        self._tracks = tracks

    def run(self) -> None:
        for track in self._tracks:
            track.sources = marks_of(track.recording, replay=replayed_apart)

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return not self.is_alive()


def _searched(desk: Desk, question: Question) -> tuple[SessionGame, Term]:
    if "tree" in question:
        tree = desk.open(
            consult_tree(read_tree(question["tree"], "tree"), "tree", seconds=question["seconds"])
        )
        return tree, tree.initial()[0]
    game = desk.game(question)
    return game, desk.seen(question).position


def _second(game: SessionGame, beside: str, program: AnyProgram, engine: str) -> tuple[AnyProgram, str]:
    if beside in registry.complete():
        return _on(program, beside)
    return _on(the_program(game, beside), engine)


def _on(program: AnyProgram, engine: str) -> tuple[AnyProgram, str]:
    """The program, and the engine on which it runs."""
    return program, registry.REFERENCE if isinstance(program, OwnProgram) else engine


def _recorded(
    game: SessionGame,
    position: Term,
    question: Question,
    program: AnyProgram,
    engine: str,
    *window: Any,
) -> Recording:
    bounds = dict(zip(("alpha", "beta"), window, strict=False))
    return record(
        game,
        program,
        engine=engine,
        position=position,
        depth=question["depth"],
        seconds=question["seconds"],
        most=question["events"],
        **bounds,
    )


def _board(game: SessionGame, term: Term) -> str:
    """A position as SVG, of a game that has boards; nothing for a node of a tree."""
    drawn = position_picture(game, term)
    return drawn.svg if drawn.parts else ""


def _end(recording: Recording) -> str:
    answer = recording.answer
    return str(answer) if isinstance(answer, PydeclError) else STOPPED.get(answer.status, "")


def walk(desk: Desk, question: Question) -> Walk:
    """The search that a question tells: the one that is kept, or a new one."""
    told = json.dumps({name: question.get(name) for name in TOLD})
    if told not in desk.walks:
        desk.walks.clear()
        desk.walks[told] = Walk(desk, question)
    found: Walk = desk.walks[told]
    return found


def overview(desk: Desk, question: Question) -> Answer:
    """How many events there are, the cuts among them, and where two searches differ."""
    found = walk(desk, question)
    track = found.tracks[0]
    if not len(track):
        raise InputError(f"{found.titles[0]} entered no node: there is nothing to step through")
    differences = found.comparison.differences if found.comparison else []
    yield (
        "done",
        {
            "titles": found.titles,
            "totals": list(map(len, found.tracks)),
            "cuts": track.cuts(),
            "differences": [one.to_json() for one in differences],
            "ends": found.ends,
        },
    )


def step(desk: Desk, question: Question) -> Answer:
    """The state at an event, where the keys lead from there, and the state of the other search.

    It is `marked` if the places in the programs' texts are in it, as far as they are known at all.
    """
    found = walk(desk, question)
    is_marked = question["marks"] and found.find_marks()
    track, comparison = found.tracks[0], found.comparison
    seq = track.clamped(question["at"])
    panes = [track.state(seq).to_json()]
    if comparison is not None:
        right = comparison.across(seq) if question["right"] is None else question["right"]
        panes.append(found.tracks[1].state(right).to_json())
        difference = comparison.next(seq, right)
    goes = {
        "next": track.next(seq),
        "back": track.back(seq),
        "over": track.over(seq),
        "out": track.out(seq),
        "leaf": track.next_leaf(seq),
        "cut": track.next_cut(seq),
        "difference": None if comparison is None or difference is None else difference.to_json(),
    }
    yield "done", {"panes": panes, "goes": goes, "marked": is_marked}
