"""What a worker answers about a position: how it looks, what can be played, how it came about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import PydeclError
from pydecl.model.program import Program, Searched
from pydecl.model.result import DEFAULTS
from pydecl.playing.match import Match, People, Turn
from pydecl.playing.programs import Thinking
from pydecl.playing.record import Agreement, read_record, record_text, replayed
from pydecl.playing.situation import Situation, end_text, written
from pydecl.programs.registry import DECLARED
from pydecl.workbench.drawing.board import Change, Place, change, is_taking, place_of
from pydecl.workbench.drawing.position import UNIT, Frame, bare_picture, framed
from pydecl.workbench.web.attempts import SETTINGS, possible, usual_depth
from pydecl.workbench.web.desk import Answer, Desk, Question, bare, mover_text

MOST_STARTS = 200
"""How many starts are offered."""

COLOURS = {"max": "blue", "min": "orange"}
"""What the colours are called that have a player's name."""


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
            "svg": picture.svg,
            "board": bool(picture.parts),
            "text": picture.text,
            "caption": picture.caption,
            "mover": None if seen.outcome is not None else mover_text(seen.mover),
            "ended": None if seen.outcome is None else end_text(game, seen.position, seen.outcome),
            "moves": [
                {"number": choice.number, "said": bare(str(choice)), "written": choice.written}
                for choice in seen.choices
            ],
            "turns": _told(lines.turns(start, question["line"])),
            "lines": [_told(lines.turns(start, line)) for line in question.get("lines", ())],
            "starts": [written(game, one) for one in starts[:MOST_STARTS]],
        },
    )


def _told(turns: Sequence[Turn]) -> list[dict[str, str]]:
    return [{"mover": mover_text(turn.mover), "move": bare(turn.move)} for turn in turns]


def places(desk: Desk, question: Question) -> Answer:
    """The places of the board that each move changes, that the last move changed, and that are taken.

    They are in the picture's own units. `colour` is that of the pieces with which the player moves, None if
    there is no such colour. The answer is None for a game without a board.
    """
    game = desk.game(question)
    seen = desk.seen(question)
    here = bare_picture(game, seen.position)
    if not here.parts:
        yield "done", None
        return
    frame = framed(here.parts, "")
    line = question["line"]
    before = bare_picture(game, desk.seen({**question, "line": line[:-1]}).position).parts if line else None
    changes = [change(here.parts, bare_picture(game, choice.position).parts) for choice in seen.choices]
    colours = {colour for one in changes for colour in one.colours}
    yield (
        "done",
        {
            "width": frame.width,
            "height": frame.height,
            "unit": UNIT,
            "taken": _shown(frame, [place_of(one) for one in here.parts if is_taking(one)]),
            "moves": [_told_change(frame, one) for one in changes],
            "last": None if before is None else _told_change(frame, change(before, here.parts)),
            "colour": COLOURS.get(*colours, *colours) if len(colours) == 1 else None,
        },
    )


def _told_change(frame: Frame, change: Change) -> dict[str, Any]:
    return {name: _shown(frame, getattr(change, name)) for name in ("places", "reached", "left")}


def _shown(frame: Frame, places: Sequence[Place]) -> list[list[float]]:
    return [[frame.left + x * UNIT, frame.top + y * UNIT] for x, y in places]


def record(desk: Desk, question: Question) -> Answer:
    """The record of a line of play, as `pydecl play --record` writes it."""
    game = desk.game(question)
    lines, start = desk.lines(game), question["start"]
    first = lines.beginning(start)
    match = Match(first, written(game, first), tuple(lines.turns(start, question["line"])))
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
