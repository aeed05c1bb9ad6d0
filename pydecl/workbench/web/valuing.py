"""What moves are worth, as a program finds it; best play from a position."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import search
from pydecl.engines.words import STOPPED
from pydecl.errors import InputError, PydeclError
from pydecl.model.program import Program, Tie
from pydecl.model.result import Status
from pydecl.model.term import Term
from pydecl.playing.situation import look
from pydecl.programs.registry import contract_of
from pydecl.workbench.web.answering import Answer, Desk, Question
from pydecl.workbench.web.attempts import SETTINGS, Attempt, answered_by, attempts, possible, usual_depth
from pydecl.workbench.web.lines import move_told, mover_text


def opening(desk: Desk, question: Question) -> Answer:
    """How the values of a position are found: the moves, the depths, and the attempt that can be made.

    `attempt` is the first that is tried. Raises what is wrong with the last one.
    """
    game = desk.game(question)
    seen = desk.seen(question)
    number, attempt = possible(game, question)
    if isinstance(attempt.program, Program):
        registry.runner(game, attempt.engine).hurry(attempt.program)
    yield (
        "done",
        {
            "moves": [choice.number for choice in seen.choices],
            "depths": attempt.depths(usual_depth(game, question)),
            "attempt": number,
            "more": number + 1 < len(attempts(game, question)),
            "program": attempt.program.value,
            "engine": attempt.engine,
            "title": registry.title(attempt.engine),
            "gives": contract_of(attempt.program).tie is not Tie.NONE,
            "mover": mover_text(seen.mover),
        },
    )


def values(desk: Desk, question: Question) -> Answer:
    """What `moves`, by their numbers, are worth to a depth, one after the other."""
    game = desk.game(question)
    seen = desk.seen(question)
    attempt = attempts(game, question)[question["attempt"]]
    depth: int | None = question["depth"]
    until = time.monotonic() + question["seconds"]
    for number in question["moves"]:
        left = until - time.monotonic()
        told = {"late": STOPPED[Status.TIME]}
        if left > 0:
            told = _value(game, attempt, seen.choices[number - 1].position, depth, left)
        yield "part", {"number": number, "depth": depth, **told}
    yield "done", None


def _value(
    game: SessionGame, attempt: Attempt, position: Term, depth: int | None, seconds: float
) -> dict[str, Any]:
    """What a move is worth that leads to this position; or why it was not found out, `late` or `unfit`."""
    limits = attempt.limits(None if depth is None else depth - 1, seconds)
    try:
        answer = answered_by(game, attempt, position, limits)
    except InputError:
        raise
    except PydeclError as error:  # such as rules that break their contract there
        return {"unfit": str(error)}
    found = attempt.worth(answer, 1)
    if found is not None:
        return {**found.to_json(), "nodes": answer.nodes}
    if not answer.complete:
        return {"late": STOPPED.get(answer.status, "")}
    return {"value": "unknown", "label": "", "final": False, "nodes": answer.nodes}


def variation(desk: Desk, question: Question) -> Answer:
    """Best play from a position, as an attempt's program finds it: the moves with their numbers."""
    game = desk.game(question)
    seen = desk.seen(question)
    attempt = attempts(game, question)[question["attempt"]]
    found = search(
        game,
        attempt.program,
        engine=attempt.engine,
        position=seen.position,
        depth=question["depth"],
        seconds=question["seconds"],
        settings=replace(SETTINGS, order=attempt.order),
    )
    if found.interrupted:
        raise KeyboardInterrupt
    line = []
    for position in found.variation:
        choice = seen.leading_to(position)
        if choice is None:
            break
        line.append(move_told(seen, choice))
        seen = look(game, position, seen.due)
    yield "done", line
