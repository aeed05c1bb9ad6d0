"""A wrong program at work on its counterexample: drawn, and step by step beside the textbook's.

All of it is plain data, which is kept with the grade: a page can be written from it at any time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

from pydecl.crosschecking.laws import Law
from pydecl.crosschecking.own_judging import OwnFinding
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.errors import InputError, PydeclError
from pydecl.grading.inconsistency import first_inconsistency
from pydecl.model.number import Number
from pydecl.model.program import OwnProgram
from pydecl.model.result import Limits, Solution
from pydecl.tracing.captions import value_text
from pydecl.tracing.comparing import compared, recorded_beside
from pydecl.tracing.recording import Recording, on_tree, record
from pydecl.workbench.drawing.formats import recorded_picture
from pydecl.workbench.drawing.position import position_picture
from pydecl.workbench.stepping.marks import marks_of
from pydecl.workbench.stepping.track import Track

EVENTS = 600
"""No more primitive events are looked at: a counterexample is small, and an endless search is not."""

SHOWN = 40
"""Steps that are shown before the first that differs."""

NODES = 60
"""Nodes that are drawn."""

PATIENCE = 1.5
"""Seconds for one search."""


@dataclass(frozen=True)
class Step:
    """An event as a trace has it; `ply` counts from the root.

    `line` of the program's file has the goal that brought it about, `goal`, if that is known.
    """

    ply: int
    event: str
    line: int | None = None
    goal: str = ""


@dataclass(frozen=True)
class Clause:
    """A clause of the program's file from `line` on, in lines, and the part of it that is marked."""

    line: int
    lines: tuple[str, ...]
    start: tuple[int, int]
    end: tuple[int, int]


@dataclass(frozen=True)
class Evidence:
    """What a page shows of a counterexample.

    `pictures` are SVG, each with a title: the position, if it is one of the file's own game, the tree as the
    program searched it, and as the textbook's does. `steps` are the last ones that both programs do alike,
    `before` counts those left out; `own` and `right` are the first that differs, None at the end. `why` says
    where the program first does what does not follow from what it has found.
    """

    why: str
    pictures: tuple[tuple[str, str], ...]
    before: int
    steps: tuple[Step, ...]
    own: Step | None
    right: Step | None
    clause: Clause | None

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Evidence:
        """What `asdict` made plain values of; raises KeyError or TypeError for anything else."""
        own, right, clause = fields["own"], fields["right"], fields["clause"]
        made = {
            "pictures": tuple((title, svg) for title, svg in fields["pictures"]),
            "steps": tuple(Step(**step) for step in fields["steps"]),
            "own": own and Step(**own),
            "right": right and Step(**right),
            "clause": clause
            and Clause(clause["line"], *(tuple(clause[name]) for name in ("lines", "start", "end"))),
        }
        return cls(**fields | made)


def evidence(
    game: SessionGame, program: OwnProgram, found: OwnFinding, seconds: float | None
) -> Evidence | None:
    """What the program of the game's file does on what was found; None if nothing can be shown.

    Nothing can where the rules are at fault, or no one place is.
    """
    if found.fault.law is Law.RULES or (found.position is None and found.tree is None):
        return None
    patience = PATIENCE if seconds is None else max(0.1, min(PATIENCE, seconds / 4))
    try:
        where = nullcontext((game, program)) if found.tree is None else on_tree(game, program, found.tree)
        with where as (there, asked):
            assert isinstance(asked, OwnProgram)
            return _shown(game, there, asked, found, patience)
    except PydeclError:
        return None


def of_position(game: SessionGame, position: str) -> Evidence | None:
    """A position of the game's, drawn; None if it cannot be."""
    try:
        drawn = position_picture(game, game.parse_position(position))
    except PydeclError:
        return None
    return Evidence("", ((f"The position: {position}", drawn.svg),), 0, (), None, None, None)


def _shown(
    home: SessionGame, game: SessionGame, program: OwnProgram, found: OwnFinding, seconds: float
) -> Evidence:
    limits = found.limits or Limits()

    def recorded(chosen: AnyProgram, alpha: Number, beta: Number) -> Recording:
        return record(
            game,
            chosen,
            position=found.position,
            depth=limits.depth,
            alpha=alpha,
            beta=beta,
            seconds=seconds,
            most=EVENTS,
        )

    window = limits.alpha, limits.beta
    own = recorded(program, *window)
    right = recorded_beside(own, window, program.like, recorded)
    found_beside = compared(own, right)
    track = Track(own, game.format_position, marks=marks_of(own, game, home))
    other = Track(right, game.format_position)
    shown = [_step(track, event.seq) for event in found_beside.equal]
    mine, theirs = found_beside.different or (None, None)
    first = mine.seq if mine is not None else len(track.events)
    return Evidence(
        why=_why(track, found),
        pictures=tuple(_pictures(game, own, right, found)),
        before=max(0, len(shown) - SHOWN),
        steps=tuple(shown[-SHOWN:]),
        own=None if mine is None else _step(track, mine.seq),
        right=None if theirs is None else _step(other, theirs.seq),
        clause=_clause(track, first) if track.events else None,
    )


def _step(track: Track, seq: int) -> Step:
    step = Step(track.events[seq - 1].ply, track.lines[seq - 1].strip())
    source = track.source(seq)
    if source is None:
        return step
    return replace(step, line=source.spot.line, goal=" ".join(source.marked.split()))


def _clause(track: Track, seq: int) -> Clause | None:
    source = track.source(seq)
    if source is None:
        return None
    spot = source.spot
    first, last = spot.line - spot.top, spot.end_line - spot.top
    return Clause(spot.top, source.lines, (first, spot.column), (last, spot.end_column))


def _why(track: Track, found: OwnFinding) -> str:
    """In words: what does not follow, or else what was expected and found."""
    law, expected, said = found.fault.law, found.fault.expected, found.fault.found
    if law is Law.END:
        if "memory" in said:
            return "The program uses up the memory before it has an answer."
        return "The program does not come to an end."
    if law is Law.PRUNING:
        ours, theirs = said.split()[0], expected.split()[0]
        return f"It evaluates {ours} leaves of this tree; the textbook's alphabeta evaluates {theirs}."
    first = first_inconsistency(track)
    if first is not None:
        return first
    if law is Law.MOVE:
        cut = _chosen_by_a_bound(track, said)
        return cut or f"The value is right, but the move to {said} does not have it: {expected} does."
    if law is Law.AGAIN:
        return f"On backtracking the program gives {said.removesuffix(' on backtracking')}, too."
    if law is Law.ANSWER:
        return f"The program gives no answer: {said}."
    return f"The answer is {said}; right is {expected}."


def _chosen_by_a_bound(track: Track, chosen: str) -> str | None:
    """Whether the move that was chosen has a value that is only a bound: it was left early."""
    for visit in track.visits:
        if visit.ply == 1 and visit.cut is not None and track.position(visit.number) == chosen:
            return (
                f"{chosen} was left before all its successors were known: its value is only a bound. "
                "The program takes it for the exact value, prefers it to one that is as good, and so "
                "chooses the wrong move."
            )
    return None


def _pictures(
    game: SessionGame, own: Recording, right: Recording, found: OwnFinding
) -> Iterator[tuple[str, str]]:
    """What can be drawn."""
    if found.position is not None:
        drawn = position_picture(game, game.parse_position(found.position))
        yield f"The position: {found.position}", drawn.svg
    for title, recording in (("As your program searches it", own), ("As the textbook's does", right)):
        try:
            picture = recorded_picture(recording, game, "svg", nodes=NODES)
        except InputError:
            continue
        yield f"{title}: {_answer(game, recording)}", picture.content.decode()


def _answer(game: SessionGame, recording: Recording) -> str:
    """What a search answers, in words."""
    answer = recording.answer
    if isinstance(answer, PydeclError) or not answer.complete:
        return "it gives no answer"
    best = "" if answer.best is None else f", best is {game.format_position(answer.best)}"
    value = answer.value
    if value is None or isinstance(value, Solution):
        return f"it ends{best}"
    return f"the value is {value_text(value)}{best}"
