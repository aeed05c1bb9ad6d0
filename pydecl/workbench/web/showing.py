"""What a worker answers about a position: how it looks, what can be played, how it came about."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import PydeclError
from pydecl.model.program import Program, Searched
from pydecl.model.result import DEFAULTS
from pydecl.model.term import Term
from pydecl.playing.match import Match, People
from pydecl.playing.programs import Thinking
from pydecl.playing.record import Agreement, read_record, record_text, replayed
from pydecl.playing.situation import Situation, end_text, written
from pydecl.programs.registry import DECLARED
from pydecl.workbench.drawing.board import Part
from pydecl.workbench.drawing.position import bare_picture
from pydecl.workbench.web.attempts import SETTINGS, possible, usual_depth
from pydecl.workbench.web.desk import Answer, Desk, Question, mover_text, said

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
    parts = [_told_part(part) for part in numbers]
    yield "done", {"parts": parts, "here": here, "afters": afters, "before": before}


def _told_part(part: Part) -> dict[str, Any]:
    """A part of a board as `changes.js` has it."""
    names = {"name": "text", "to_x": "toX", "to_y": "toY"}
    return {"kind": type(part).__name__.lower()} | {
        names.get(key, key): value for key, value in asdict(part).items()
    }


def record(desk: Desk, question: Question) -> Answer:
    """The record of a line of play, as `pydecl play --record` writes it."""
    game = desk.game(question)
    lines, start = desk.lines(game), question["start"]
    first = lines.beginning(start)
    turns = tuple(moved.turn for moved in lines.turns(start, question["line"]))
    match = Match(first, written(game, first), turns)
    agreed = Agreement(question["called"], People(question["people"]), _thinking(game, question))
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
            line.append(_number(before, match))
        before = seen
    starts = game.initial()
    is_usual = bool(starts) and written(game, starts[0]) == start
    yield "done", {"start": "" if is_usual else start, "line": line}


def _number(before: Situation, match: Match) -> int:
    choice = before.leading_to(match.position)
    assert choice is not None, "a replayed move leads to its position"
    return choice.number
