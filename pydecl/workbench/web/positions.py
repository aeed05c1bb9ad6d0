"""What a worker answers about a position: how it looks, how it came about, what moves are worth, and replies.

Values are those of the solved game, or as a program finds them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import databases
from pydecl.engines.result_text import STOPPED
from pydecl.engines.searching import search
from pydecl.errors import ContractError, InputError, PydeclError
from pydecl.games.tree import TreeGame
from pydecl.model.game import Player
from pydecl.model.program import LookedUp, Program, Searched, Tie
from pydecl.model.result import DEFAULTS, Order, Status
from pydecl.model.result import Answer as Found
from pydecl.model.term import Term
from pydecl.playing.match import Match, People
from pydecl.playing.programs import Thinking
from pydecl.playing.record import Agreement, read_record, record_text, replayed
from pydecl.playing.situation import Choice, Situation, drawn, end_text, look, written
from pydecl.programs.registry import DECLARED, contract_of
from pydecl.solving.looking_up import program_of
from pydecl.solving.solver import position_for
from pydecl.workbench.drawing.board import Part
from pydecl.workbench.drawing.position import bare_picture
from pydecl.workbench.web.attempts import (
    SETTINGS,
    SOLVER,
    USUAL,
    Attempt,
    Worth,
    answered_by,
    attempts,
    possible,
    solved,
    usual_depth,
)
from pydecl.workbench.web.desk import Answer, Desk, Question, move_told, mover_text, said

MOST_STARTS = 200
"""How many starts are offered."""


def situation(desk: Desk, question: Question) -> Answer:
    """A position: its picture, whose turn it is, the moves, the line that led there, and others tried."""
    game = desk.game(question)
    lines, start = desk.lines(game), question["start"]
    seen = desk.seen(question)
    picture = bare_picture(game, seen.position)
    starts = game.initial()
    yield (
        "done",
        {
            "name": game.name,
            "position": game.format_position(seen.position),
            "svg": picture.svg if picture.parts else None,
            "text": picture.text,
            "caption": picture.caption,
            "mover": None if seen.outcome is not None else mover_text(seen.mover),
            "ended": None if seen.outcome is None else end_text(game, seen.position, seen.outcome),
            "moves": [{"number": choice.number, "said": said(game, choice)} for choice in seen.choices],
            "turns": lines.told(start, question["line"]),
            "lines": [lines.told(start, line) for line in question.get("lines", ())],
            "starts": [written(game, one) for one in starts[:MOST_STARTS]],
        },
    )


def boards(desk: Desk, question: Question) -> Answer:
    """The boards that a page needs to be played on, each by the numbers of its `parts`.

    They are the position's own, those that its moves lead to, and the one before the last move, if there was
    one. The answer is None for a game without a board.
    """
    game = desk.game(question)
    seen = desk.seen(question)
    numbers: dict[Part, int] = {}

    def numbered(position: Term) -> list[int]:
        return [numbers.setdefault(part, len(numbers)) for part in bare_picture(game, position).parts]

    here = numbered(seen.position)
    if not here:
        yield "done", None
        return
    line = question["line"]
    before = numbered(desk.seen({**question, "line": line[:-1]}).position) if line else None
    afters = [numbered(choice.position) for choice in seen.choices]
    parts = [{"kind": type(part).__name__.lower(), **asdict(part)} for part in numbers]
    yield "done", {"parts": parts, "here": here, "afters": afters, "before": before}


def record(desk: Desk, question: Question) -> Answer:
    """The record of a line of play, as `pydecl play --record` writes it."""
    game = desk.game(question)
    lines, start = desk.lines(game), question["start"]
    first = lines.beginning(start)
    turns = tuple(moved.turn for moved in lines.turns(start, question["line"]))
    match = Match(first, written(game, first), turns)
    agreed = Agreement(question["game"], People(question["people"]), _thinking(game, question))
    yield "done", record_text(agreed, match)


def _thinking(game: SessionGame, question: Question) -> Thinking:
    """How the program plays: what is played from the solved game no program plays."""
    try:
        _, attempt = possible(game, question)
        depth = usual_depth(game, question)
    except PydeclError:
        return Thinking()
    if not isinstance(attempt.program, Program):
        return Thinking(depth=depth, seconds=question["seconds"])
    is_ply = DECLARED[attempt.program].contract.searched is Searched.PLY
    settings = SETTINGS if is_ply else DEFAULTS
    return Thinking(attempt.program, attempt.engine, depth, question["seconds"], settings)


def replay(desk: Desk, question: Question) -> Answer:
    """The start and the line of a record, whose moves are held against the rules."""
    game = desk.game(question)
    told = read_record(question["record"], "record")
    line: list[int] = []
    start, before = "", None
    for match, seen in replayed(game, told):
        if before is None:
            start = match.written
        else:
            choice = before.leading_to(match.position)
            assert choice is not None, "a replayed move leads to its position"
            line.append(choice.number)
        before = seen
    starts = game.initial()
    is_usual = bool(starts) and written(game, starts[0]) == start
    yield "done", {"start": "" if is_usual else start, "line": line}


# What moves are worth

MOST_LINE = 60
"""How many moves of best play are looked up."""

SOON = 0.5
"""Seconds that solving may take if nobody asks for it."""


@dataclass(frozen=True)
class Solution:
    """The solved game: what it is, for people, who has solved it, and how many positions it has.

    `of` says what a position is worth that is a ply away; None if the game was solved without it.
    """

    program: str
    title: str
    positions: int
    of: Callable[[Term], Worth | None]


def _stored(game: SessionGame, folder: str) -> Solution:
    """In a database that the server was given. Raises InputError if it is not of these rules."""
    program_of(game, LookedUp(folder))
    known = databases(game)[LookedUp(folder)]

    def of(position: Term) -> Worth | None:
        (found,) = known.solutions([position])
        return None if found is None else solved(found)

    return Solution("the database", Path(folder).name, len(known), of)


def _solved_here(desk: Desk, game: SessionGame, question: Question, seconds: float) -> Solution:
    """By the worker, and kept there. Raises InputError if solving takes too long."""
    given = question["engine"]
    engine = given if given in registry.complete() else registry.second_opinion()
    found, numbers = desk.solved(game, engine, seconds)

    def of(position: Term) -> Worth | None:
        number = numbers.get(position_for(game, engine, position))
        return None if number is None else solved(found.solutions[number])

    return Solution("the solved game", registry.title(engine), len(found.positions), of)


def best_solved(seen: Situation, solution: Solution) -> tuple[Choice, Worth] | None:
    """The first of the mover's best moves, with what it is worth."""
    sign = -1 if seen.mover is Player.MIN else 1
    known = [(choice, solution.of(choice.position)) for choice in seen.choices]
    told = [(choice, found) for choice, found in known if found is not None]
    return max(told, key=lambda one: (sign * one[1].rank, -one[0].number), default=None)


def solution(desk: Desk, question: Question) -> Solution | None:
    """The solved game if it is asked for; if nothing is asked for, it is taken if it is soon solved.

    Where the server has a database of it, there it is looked up. Raises InputError if it is asked for, and
    takes too long.
    """
    game = desk.game(question)
    is_tree = isinstance(game.twin, TreeGame)  # its leaves have values of their own
    chosen = question["program"] or question["engine"] or question["depth"] != USUAL
    if question["program"] != SOLVER and (is_tree or chosen):
        return None
    folder = question.get("databases", {}).get(game.name)
    if folder is not None:
        return _stored(game, folder)
    if question["program"] == SOLVER:
        return _solved_here(desk, game, question, question["seconds"])
    try:
        return _solved_here(desk, game, question, SOON)
    except PydeclError:  # it is searched, as far as that goes
        return None


def looked_up(game: SessionGame, seen: Situation, solution: Solution) -> Answer:
    """What each move is worth in the solved game, and at the end best play, as parts."""
    yield "part", {"program": solution.program, "title": solution.title}
    for choice in seen.choices:
        worth = solution.of(choice.position)
        if worth is not None:  # it may lie beyond what position/1 enumerates
            yield "part", {"number": choice.number, "depth": None, "nodes": None, **worth.to_json()}
    yield "part", {"settled": True, "positions": solution.positions}
    yield "part", {"line": list(_best_play(game, seen, solution))}


def _best_play(game: SessionGame, seen: Situation, solution: Solution) -> Iterator[dict[str, Any]]:
    for _ in range(MOST_LINE):
        best = best_solved(seen, solution)
        if best is None or seen.mover is None:
            return
        yield move_told(game, seen, best[0])
        seen = look(game, best[0].position, seen.due)


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
        yield from _valued(desk.game(question), seen, question)
    yield "done", None


def _valued(game: SessionGame, seen: Situation, question: Question) -> Answer:
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
        line.append(move_told(game, seen, choice))
        seen = look(game, position, seen.due)
    return line


PATIENCE = 0.25
"""What part of its time a program that plays uses up before it takes what it has found."""


def reply(desk: Desk, question: Question) -> Answer:
    """The move that a program makes; what chance does is drawn by `seed`."""
    game = desk.game(question)
    seen = desk.seen(question)
    if not seen.choices:
        raise InputError("the game is over")
    if seen.mover is None:
        choice = drawn(seen.choices, question.get("seed", 0), len(question["line"]))
        yield "done", {"number": choice.number, "move": said(game, choice), "why": "drawn by chance"}
        return
    known = solution(desk, question)
    best = None if known is None else best_solved(seen, known)
    if best is not None:
        yield "done", {"number": best[0].number, "move": said(game, best[0]), "why": best[1].text}
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
    yield "done", {"number": best_move.number, "move": said(game, best_move), "why": why}


def _searched(game: SessionGame, question: Question, position: Term) -> tuple[Attempt, Found[Term]]:
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
        except InputError as error:
            raise wrong or error from None
        depth = usual_depth(game, question)
        depths = attempt.depths(depth) if question["depth"] == USUAL else [depth]
        answer: Found[Term] | None = None
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
