"""What a worker answers: each question is a function that gives parts of its answer, and then the whole.

A question about a game names it (`game`, a bundled one) or brings its text (`text`). It says where a line of
play begins (`start`, a position as the game writes it) and which moves were made since (`line`, numbers in
the lists of moves, from 1).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

from pydecl.checking.check import check_file, first_look
from pydecl.checking.report import Report
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import search, the_position
from pydecl.engines.words import STOPPED, fields
from pydecl.errors import InputError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.game import Player
from pydecl.model.number import Number, number_text
from pydecl.model.result import Result, Solution
from pydecl.model.solved import Solved
from pydecl.model.term import Term
from pydecl.playing.situation import Situation, drawn, end_text, look
from pydecl.rules.finding import Finding
from pydecl.solving.solver import position_for, solve
from pydecl.texts.session import TextSession
from pydecl.tracing.recording import Recording, record
from pydecl.workbench.drawing.board_svg import UNIT, framed
from pydecl.workbench.drawing.position import PositionPicture, position_picture, touched
from pydecl.workbench.drawing.recorded import RecordedPicture, recorded_picture

Question = Mapping[str, Any]
Answer = Iterator[tuple[str, Any]]
"""Parts, told by "part", and at the end the whole, told by "done"."""

MEMORY = 512
"""What the rules of one game may use, in MiB."""

NAME = "rules"
"""How a game that somebody typed is called."""

SOLVER = "solve"
"""What is said in place of a program to look the values up in the solved game."""


class Desk:
    """The game that a worker holds."""

    def __init__(self) -> None:
        self._kept = ExitStack()
        self._always = ExitStack()
        self._texts: TextSession | None = None
        self._game: SessionGame | None = None
        self._name: object = None
        self._file: Path | None = None
        self._solved: dict[str, Solved[Any]] = {}
        self.walks: dict[str, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._kept.close()
        self._always.close()

    def game(self, question: Question) -> SessionGame:
        """The game that a question is about, consulted once. Raises PydeclError."""
        name = question.get("text") or question["game"]
        if self._game is None or self._name != name:
            self.clear()
            what: str | Path = self.file(question["text"]) if "text" in question else question["game"]
            self._game = self._kept.enter_context(consult(what, seconds=question["seconds"], memory=MEMORY))
            if "text" in question:
                self._game.name = NAME
            self._name = name
        return self._game

    def file(self, text: str) -> Path:
        """A file with what somebody typed."""
        if self._file is None:
            folder = self._kept.enter_context(TemporaryDirectory(prefix="pydecl-web-"))
            self._file = Path(folder, f"{NAME}.pl")
        self._file.write_text(text, encoding="utf-8")
        return self._file

    def said(self, error: PydeclError) -> str:
        """What an error says, without the name of the file that a text was written to."""
        return str(error) if self._file is None else str(error).replace(str(self._file), self._file.name)

    def texts(self) -> TextSession:
        """What reads texts, kept warm."""
        if self._texts is None:
            self._texts = self._always.enter_context(closing(TextSession(memory=MEMORY)))
        return self._texts

    def clear(self) -> None:
        """Forget the game."""
        self._kept.close()
        self._game = self._file = self._name = None
        self._solved = {}
        self.walks = {}

    def open(self, game: SessionGame) -> SessionGame:
        """A game in place of the one that is held."""
        self.clear()
        return self._kept.enter_context(game)

    def solved(self, game: SessionGame, engine: str, seconds: float) -> Solved[Any]:
        """All positions, solved once. Raises InputError if that takes too long."""
        if engine not in self._solved:
            found = solve(game, engine=engine, seconds=seconds)
            if not found.complete:
                raise InputError(f"{game.name} is too large to be solved here: {STOPPED[found.status]}")
            self._solved[engine] = found
        return self._solved[engine]


class Line:
    """A line of play, and what there is to know of its last position."""

    def __init__(self, game: SessionGame, question: Question) -> None:
        start = the_position(game, question.get("start") or None)
        self.turns: list[dict[str, str | None]] = []
        self.seen = look(game, start)
        for number in question.get("line", ()):
            if not 1 <= number <= len(self.seen.choices):
                raise InputError(f"move {number} of {len(self.seen.choices)}: there is no such move")
            choice = self.seen.choices[number - 1]
            mover = "chance" if self.seen.mover is None else self.seen.mover.value
            self.turns.append({"mover": mover, "move": choice.name or f"to {choice.written}"})
            self.seen = look(game, choice.position, self.seen.due)


def situation(desk: Desk, question: Question) -> Answer:
    """A position: its picture, whose turn it is, the moves, how it came about."""
    game = desk.game(question)
    line = Line(game, question)
    seen, picture = line.seen, position_picture(game, line.seen.position)
    yield (
        "done",
        {
            "name": game.name,
            "position": game.format_position(seen.position),
            "svg": picture.svg,
            "text": picture.text,
            "caption": picture.caption,
            "mover": _mover(seen),
            "ended": None if seen.outcome is None else end_text(game, seen.position, seen.outcome),
            "moves": [
                {
                    "number": choice.number,
                    "said": str(choice),
                    "written": choice.written,
                }
                for choice in seen.choices
            ],
            "turns": line.turns,
        },
    )


def _mover(seen: Situation) -> str | None:
    if seen.outcome is not None:
        return None
    return "chance" if seen.mover is None else seen.mover.value


def places(desk: Desk, question: Question) -> Answer:
    """For each move the places of the board that it changes, in the picture's own units."""
    game = desk.game(question)
    seen = Line(game, question).seen
    here = position_picture(game, seen.position)
    if not here.parts:
        yield "done", None
        return
    frame = framed(here.parts, here.caption)
    moves = [
        [
            [frame.left + x * UNIT, frame.top + y * UNIT]
            for x, y in touched(here.parts, position_picture(game, choice.position).parts)
        ]
        for choice in seen.choices
    ]
    yield "done", {"width": frame.width, "height": frame.height, "unit": UNIT, "moves": moves}


def boards(desk: Desk, question: Question) -> Answer:
    """The boards of the starts of bundled games, one after the other."""
    for name in question["names"]:
        desk.clear()
        game = desk.game({"game": name, "seconds": question["seconds"]})
        drawing: PositionPicture = position_picture(game, the_position(game, None))
        yield "part", {"name": name, "svg": drawing.svg}
    desk.clear()
    yield "done", None


def values(desk: Desk, question: Question) -> Answer:
    """What each move is worth, one after the other: as a program finds it, or as the solved game has it."""
    game = desk.game(question)
    seen = Line(game, question).seen
    until = time.monotonic() + question["seconds"]
    if question["program"] == SOLVER:
        solved = desk.solved(game, question["engine"], question["seconds"])
        for choice in seen.choices:
            place = position_for(game, question["engine"], choice.position)
            with suppress(ValueError):  # it may lie beyond what position/1 enumerates
                found = solved.solutions[solved.positions.index(place)]
                yield "part", {"number": choice.number, "value": solution_text(found), "best": _rank(found)}
        yield "done", {"positions": len(solved.positions)}
        return
    plies = question["depth"]
    for choice in seen.choices:
        left = until - time.monotonic()
        if left <= 0:
            yield "part", {"number": choice.number, "value": "not in time"}
            continue
        try:
            found_by = _searched(game, question, choice.position, None if plies is None else plies - 1, left)
        except InputError:
            raise
        except PydeclError as error:  # such as rules that break their contract there
            yield "part", {"number": choice.number, "value": "no value", "why": str(error)}
            continue
        yield "part", {"number": choice.number, **_valued(found_by)}
    yield "done", {}


def _searched(
    game: SessionGame,
    question: Question,
    position: Term,
    depth: int | None,
    seconds: float,
    *,
    line: bool = False,
) -> Result:
    return search(
        game,
        question["program"],
        engine=question["engine"],
        position=position,
        depth=depth,
        seconds=seconds,
        line=line,
    )


def _valued(result: Result) -> dict[str, Any]:
    answer = result.answer
    if not answer.complete:
        return {"value": "not in time"}
    text = value_words(result)
    told: dict[str, Any] = {"value": text, "nodes": answer.nodes}
    value = answer.value
    if isinstance(value, Solution):
        told["best"] = _rank(value)
    elif value is not None:
        told["best"] = float(value)
    return told


def value_words(result: Result) -> str:
    """The value of a result, from MAX's point of view, in few words."""
    value = result.answer.value
    if isinstance(value, bool):
        return "MAX wins" if value else "MAX does not win"
    if isinstance(value, Solution):
        return solution_text(value)
    if value is None:
        return fields(result)["value"]
    return signed(value)


def signed(value: Number) -> str:
    """A number with its sign, and no more digits than one wants to read.

    >>> signed(3), signed(-1), signed(0.0), signed(-2 / 35)
    ('+3', '-1', '0', '-0.05714')
    """
    text = f"{value:.4g}" if isinstance(value, float) and isfinite(value) else number_text(value)
    return ("+" if value > 0 else "") + text


def solution_text(solution: Solution) -> str:
    """A solution in few words.

    >>> from pydecl.model.game import Outcome
    >>> solution_text(Solution(Outcome.WON, 5)), solution_text(Solution(Outcome.DRAWN))
    ('MAX wins in 5', 'draws')
    """
    if solution.outcome.value == "drawn":
        return "draws"
    winner = "MAX" if solution.outcome.value == "won" else "MIN"
    return f"{winner} wins" + ("" if solution.plies is None else f" in {solution.plies}")


def _rank(solution: Solution) -> float:
    """How good a solution is for MAX: sooner won, later lost."""
    plies = 0.0 if solution.plies is None else solution.plies / 1e6
    return {"won": 1.0 - plies, "drawn": 0.0, "lost": plies - 1.0}[solution.outcome.value]


def reply(desk: Desk, question: Question) -> Answer:
    """The move that a program makes; what chance does is drawn by `seed`."""
    game = desk.game(question)
    line = Line(game, question)
    seen = line.seen
    if not seen.choices:
        raise InputError("the game is over")
    if seen.mover is None:
        choice = drawn(seen.choices, question.get("seed", 0), len(line.turns))
        yield "done", {"number": choice.number, "why": "drawn by chance"}
        return
    if question["program"] == SOLVER:
        solved = desk.solved(game, question["engine"], question["seconds"])
        known = {place: number for number, place in enumerate(solved.positions)}
        ranked = []
        for choice in seen.choices:
            number = known.get(position_for(game, question["engine"], choice.position))
            if number is not None:
                found = solved.solutions[number]
                rank = _rank(found) * (1 if seen.mover is Player.MAX else -1)
                ranked.append((rank, -choice.number, solution_text(found)))
        if ranked:
            _, number, why = max(ranked)
            yield "done", {"number": -number, "why": why}
            return
        raise InputError("no move of this position is in the solved game")
    result = _searched(game, question, seen.position, question["depth"], question["seconds"])
    best = None if result.answer.best is None else seen.leading_to(result.answer.best)
    if best is None:
        why = fields(result)["value"]
        raise InputError(f"{question['program']} has no move here: {why}")
    yield "done", {"number": best.number, "why": value_words(result)}


def result(desk: Desk, question: Question) -> Answer:
    """A search of a position, in words."""
    game = desk.game(question)
    seen = Line(game, question).seen
    depth, seconds = question["depth"], question["seconds"]
    yield "done", fields(_searched(game, question, seen.position, depth, seconds, line=True))


def tree(desk: Desk, question: Question) -> Answer:
    """The tree that a program searches from a position, drawn."""
    game = desk.game(question)
    recording = record(
        game,
        question["program"],
        engine=question["engine"],
        position=Line(game, question).seen.position,
        depth=question["depth"],
        seconds=question["seconds"],
        most=question["events"],
    )
    if isinstance(recording.answer, PydeclError) and not recording.lines:
        raise recording.answer
    yield "done", recorded(recorded_picture(recording, game, "svg"), recording)


def recorded(drawing: RecordedPicture, recording: Recording) -> dict[str, Any]:
    """A picture of a search, and what became of it."""
    answer = recording.answer
    ended = str(answer) if isinstance(answer, PydeclError) else STOPPED.get(answer.status, "")
    return {"svg": drawing.content.decode(), "title": drawing.title, "nodes": drawing.nodes, "ended": ended}


def survey(desk: Desk, question: Question) -> Answer:
    """What the text alone shows of what `pydecl check` says: at once."""
    file = desk.file(question["text"])
    yield "done", _told(first_look(str(file), desk.texts()), file)


def check(desk: Desk, question: Question) -> Answer:
    """What `pydecl check` says of a text."""
    file = desk.file(question["text"])
    yield "done", _told(check_file(str(file), question["seconds"], memory=MEMORY), file)


def _told(report: Report, file: Path) -> dict[str, Any]:
    refused = None if report.refused is None else str(report.refused).replace(str(file), f"{NAME}.pl")
    return {"findings": [_finding(one) for one in report.findings], "refused": refused}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "line": finding.line,
        "column": finding.column,
        "length": finding.length,
        "severity": finding.severity.value,
        "code": finding.code.name,
        "message": finding.message,
        "excerpt": finding.excerpt(),
        "why": finding.code.why,
        "remedy": finding.remedy or finding.code.remedy,
    }


def crosschecked(desk: Desk, question: Question) -> Answer:
    """The verdict of a cross-check of a game, in few words."""
    from pydecl.crosschecking import crosscheck  # with all engines

    verdict = crosscheck(desk.game(question), plies=question["plies"], seconds=question["seconds"])
    yield "done", verdict.to_json()
