"""What moves are worth, as a program finds it; best play from a position."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.result_text import STOPPED
from pydecl.engines.searching import search
from pydecl.errors import InputError, PydeclError
from pydecl.model.game import Player
from pydecl.model.program import Program, Tie
from pydecl.model.result import Status
from pydecl.model.term import Term
from pydecl.playing.situation import Situation, look
from pydecl.programs.registry import contract_of
from pydecl.workbench.web.answering import Answer, Desk, Question
from pydecl.workbench.web.attempts import (
    SETTINGS,
    SOLVER,
    Attempt,
    answered_by,
    attempts,
    possible,
    usual_depth,
)
from pydecl.workbench.web.lines import move_told
from pydecl.workbench.web.solutions import looked_up, solution

LEAST = 0.05
"""Seconds that must be left for the best variation to be looked for."""


def values(desk: Desk, question: Question) -> Answer:
    """What each move of a position is worth, as it is found, and at the end best play from there.

    A part is about a move (`number`), how it is searched (`program`), the depth that all have `reached`, that
    all is `settled`, or best play (`line`).
    """
    known = solution(desk, question)
    seen = desk.seen(question)
    if known is not None and any(known.of(choice.position) is not None for choice in seen.choices):
        yield from looked_up(desk.game(question), seen, known)
    elif question["program"] == SOLVER:
        raise InputError("no move of this position is in the solved game")
    else:
        yield from _searched(desk.game(question), seen, question)
    yield "done", None


def _searched(game: SessionGame, seen: Situation, question: Question) -> Answer:
    """By the first attempt that fits the game. Raises what is wrong with the last one."""
    until = time.monotonic() + question["seconds"]
    number, is_unfit = -1, True
    while is_unfit:
        number, attempt = possible(game, {**question, "attempt": number + 1})
        is_last = number + 1 == len(attempts(game, question))
        if isinstance(attempt.program, Program):
            registry.runner(game, attempt.engine).hurry(attempt.program)
        yield "part", {"program": attempt.program.value, "title": registry.title(attempt.engine)}
        depths = attempt.depths(usual_depth(game, question))
        reached: list[int | None] = []
        is_late = is_unfit = False
        for part in _deepened(game, seen, attempt, depths, until):
            yield "part", part
            reached += [part["reached"]] if "reached" in part else []
            is_late = is_late or "late" in part
            is_unfit = "unfit" in part and not is_last
            if is_unfit:
                break
    yield "part", {"settled": True, "late": is_late}
    left = until - time.monotonic()
    if reached and left > LEAST and contract_of(attempt.program).tie is not Tie.NONE:
        with suppress(PydeclError):  # what is wrong stands with the moves
            yield "part", {"line": _variation(game, seen, attempt, reached[-1], left)}


def _deepened(
    game: SessionGame, seen: Situation, attempt: Attempt, depths: Sequence[int | None], until: float
) -> Iterator[dict[str, Any]]:
    """Each move to one depth after the other, the best ones first, as long as there is time.

    Each value is that of one search of one position by the program, so that it is what the program gives.
    """
    sign = -1 if seen.mover is Player.MIN else 1
    best = {choice.number: 0.0 for choice in seen.choices}
    unsettled = list(best)
    for depth in depths:
        is_late = False
        for number in sorted(unsettled, key=lambda one: -sign * best[one]):
            told: dict[str, Any] = {"late": STOPPED[Status.TIME]}
            if (left := until - time.monotonic()) > 0:
                told = _value(game, attempt, seen.choices[number - 1].position, depth, left)
            yield {"number": number, "depth": depth, **told}
            is_late = is_late or "late" in told
            if is_late and depth != depths[0]:
                return
            best[number] = told.get("best", best[number])
            if told.get("final", True):
                unsettled.remove(number)
        if is_late:
            return
        yield {"reached": depth}
        if not unsettled:
            return


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


def _variation(
    game: SessionGame, seen: Situation, attempt: Attempt, depth: int | None, seconds: float
) -> list[dict[str, Any]]:
    """Best play from a position, as an attempt's program finds it: the moves with their numbers."""
    settings = replace(SETTINGS, order=attempt.order)
    found = search(
        game,
        attempt.program,
        engine=attempt.engine,
        position=seen.position,
        depth=depth,
        seconds=seconds,
        settings=settings,
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
    return line
