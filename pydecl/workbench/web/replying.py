"""The move that a program makes."""

from __future__ import annotations

import time
from dataclasses import replace

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.result_text import STOPPED
from pydecl.errors import ContractError, InputError
from pydecl.model.result import Answer, Order
from pydecl.model.term import Term
from pydecl.playing.situation import drawn
from pydecl.workbench.web.answering import Answer as Parts
from pydecl.workbench.web.answering import Desk, Question
from pydecl.workbench.web.attempts import SOLVER, USUAL, Attempt, answered_by, possible, usual_depth
from pydecl.workbench.web.lines import bare
from pydecl.workbench.web.solutions import best_solved, solution

PATIENCE = 0.25
"""What part of its time a program that plays uses up before it takes what it has found."""


def reply(desk: Desk, question: Question) -> Parts:
    """The move that a program makes; what chance does is drawn by `seed`."""
    game = desk.game(question)
    seen = desk.seen(question)
    if not seen.choices:
        raise InputError("the game is over")
    if seen.mover is None:
        choice = drawn(seen.choices, question.get("seed", 0), len(question["line"]))
        yield "done", {"number": choice.number, "move": bare(str(choice)), "why": "drawn by chance"}
        return
    known = solution(desk, question)
    best = None if known is None else best_solved(seen, known)
    if best is not None:
        yield "done", {"number": best[0].number, "move": bare(str(best[0])), "why": best[1].text}
        return
    if question["program"] == SOLVER:
        raise InputError("no move of this position is in the solved game")
    attempt, answer = _searched(game, question, seen.position)
    best_move = None if answer.best is None else seen.leading_to(answer.best)
    if best_move is None:
        why = STOPPED.get(answer.status) or "its answer is unknown"
        raise InputError(f"{attempt.program.value} has no move here: {why}")
    found = attempt.worth(answer, 0)
    why = f"{attempt.program.value}{'' if found is None else f': {found.text}'}"
    yield "done", {"number": best_move.number, "move": bare(str(best_move)), "why": why}


def _searched(game: SessionGame, question: Question, position: Term) -> tuple[Attempt, Answer[Term]]:
    """The answer of the first attempt for which the game is made, to the depth that is asked for.

    If none is, a program goes deeper as long as it has used up only a part of its time.
    """
    started, seconds = time.monotonic(), question["seconds"]
    number, wrong = 0, None
    while True:
        try:
            number, attempt = possible(game, {**question, "attempt": number})
            if question["program"]:  # of equal moves it takes the one that it takes elsewhere
                attempt = replace(attempt, order=Order.GAME)
        except InputError:
            raise wrong or InputError(f"{game.name}: there is no program for these rules") from None
        depth = usual_depth(game, question)
        depths = attempt.depths(depth) if question["depth"] == USUAL else [depth]
        answer: Answer[Term] | None = None
        try:
            for plies in depths:
                left = seconds - (time.monotonic() - started)
                if answer is not None and left < seconds * (1 - PATIENCE):
                    break
                deeper = answered_by(game, attempt, position, attempt.limits(plies, max(left, 0.001)))
                if answer is None or deeper.complete:
                    answer = deeper
                found = attempt.worth(deeper, 0)
                if found is None or found.final:
                    break
        except ContractError as error:
            number, wrong = number + 1, error
            continue
        assert answer is not None
        return attempt, answer
