"""What a worker answers: each question is a function that gives parts of its answer, and then the whole.

A question about a game names it (`game`, a bundled one) or brings its text (`text`). It says where a line of
play begins (`start`, a position as the game writes it) and which moves were made since (`line`, numbers in
the lists of moves, from 1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

from pydecl.checking.check import check_file, first_look
from pydecl.checking.report import Report, finding_json
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.result_text import STOPPED, fields
from pydecl.engines.searching import search, the_position
from pydecl.errors import InputError, InternalFault, PydeclError
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_tree, consult_trees
from pydecl.model.own import PREFIX
from pydecl.model.result import Status
from pydecl.model.solved import Solved
from pydecl.model.term import Term
from pydecl.playing.situation import Situation
from pydecl.rules.tree import read_tree
from pydecl.solving.solver import solve
from pydecl.texts.session import TextSession
from pydecl.tracing.recording import record
from pydecl.workbench.drawing.formats import recorded_picture
from pydecl.workbench.drawing.position import PositionPicture, position_picture
from pydecl.workbench.web.lines import Lines

Question = Mapping[str, Any]
Answer = Iterator[tuple[str, Any]]
"""Parts, told by "part", and at the end the whole, told by "done"."""

MEMORY = 512
"""What the rules of one game may use, in MiB."""

NAME = "rules"
"""How a game that somebody typed is called."""


class Desk:
    """The game that a worker holds."""

    def __init__(self) -> None:
        self._kept = ExitStack()
        self._always = ExitStack()
        self._texts: TextSession | None = None
        self._game: SessionGame | None = None
        self._name: object = None
        self._file: Path | None = None
        self._solved: dict[str, tuple[Solved[Any], Mapping[Any, int]]] = {}
        self._unsolved: dict[str, float] = {}
        self._lines: Lines | None = None
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
        said = error.message if isinstance(error, InternalFault) else str(error)  # without our own files
        return said if self._file is None else said.replace(str(self._file), self._file.name)

    def texts(self) -> TextSession:
        """What reads texts, kept warm."""
        if self._texts is None:
            self._texts = self._always.enter_context(closing(TextSession(memory=MEMORY)))
        return self._texts

    def clear(self) -> None:
        """Forget the game."""
        self._kept.close()
        self._game = self._file = self._name = None
        self._solved, self._unsolved = {}, {}
        self._lines = None
        self.walks = {}

    def open(self, game: SessionGame) -> SessionGame:
        """A game in place of the one that is held."""
        self.clear()
        return self._kept.enter_context(game)

    def trees(self) -> SessionGame:
        """The rules of trees, in which one tree is planted after another."""
        if self._game is None or self._name is not consult_trees:
            self._game = self.open(consult_trees())
            self._name = consult_trees
        return self._game

    def lines(self, game: SessionGame) -> Lines:
        """The lines of play of the game that is held."""
        if self._lines is None:
            self._lines = Lines(game)
        return self._lines

    def seen(self, question: Question) -> Situation:
        """What there is to see where a question's line of play ends. Raises PydeclError."""
        game = self.game(question)
        return self.lines(game).seen(question.get("start", ""), question.get("line", ()))

    def searched(self, question: Question) -> tuple[SessionGame, Term]:
        """The game and the position that are searched: a `tree` from its root, or where a line ends."""
        if "tree" in question:
            tree = read_tree(question["tree"], "tree")
            game = self.open(consult_tree(tree, "tree", seconds=question["seconds"]))
            return game, game.initial()[0]
        return self.game(question), self.seen(question).position

    def solved(self, game: SessionGame, engine: str, seconds: float) -> tuple[Solved[Any], Mapping[Any, int]]:
        """All positions, solved once, and their numbers. Raises InputError if that takes too long.

        What has taken too long is not tried again, unless there is more time for it.
        """
        if engine not in self._solved:
            why = STOPPED[Status.TIME]
            if seconds > self._unsolved.get(engine, 0.0):
                self._unsolved[engine] = seconds
                found = solve(game, engine=engine, seconds=seconds)
                if found.complete:
                    self._solved[engine] = found, {place: at for at, place in enumerate(found.positions)}
                why = STOPPED.get(found.status, "")
            if engine not in self._solved:
                raise InputError(f"{game.name} is too large to be solved here: {why}")
        return self._solved[engine]


def start(desk: Desk, question: Question) -> Answer:
    """The board of a game's start."""
    game = desk.game(question)
    drawing: PositionPicture = position_picture(game, the_position(game, None))
    yield "done", drawing.svg


def result(desk: Desk, question: Question) -> Answer:
    """A search of a position, in words."""
    game = desk.game(question)
    told = {name: question[name] for name in ("engine", "depth", "seconds")}
    yield "done", fields(search(game, question["program"], position=desk.seen(question).position, **told))


def tree(desk: Desk, question: Question) -> Answer:
    """The tree that a program searches, drawn, and what became of the search."""
    game, position = desk.searched(question)
    recording = record(
        game,
        question["program"],
        engine=question["engine"],
        position=position,
        depth=question["depth"],
        seconds=question["seconds"],
        most=question["events"],
    )
    answer = recording.answer
    if isinstance(answer, PydeclError) and not recording.lines:
        raise answer
    drawing = recorded_picture(recording, game, "svg")
    ended = str(answer) if isinstance(answer, PydeclError) else STOPPED.get(answer.status, "")
    told = {"title": drawing.title, "nodes": drawing.nodes, "ended": ended}
    yield "done", {"svg": drawing.content.decode(), **told}


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
    findings = [
        finding_json(one) | {"file": f"{NAME}.pl", "excerpt": one.excerpt()} for one in report.findings
    ]
    return {"findings": findings, "refused": refused}


def crosschecked(desk: Desk, question: Question) -> Answer:
    """The verdict of a cross-check, and what was compared: the text's own program, if that is chosen."""
    from pydecl.crosschecking import crosscheck  # with all engines
    from pydecl.crosschecking.own_checking import check_own

    game, seconds = desk.game(question), question["seconds"]
    if question["program"].startswith(PREFIX):
        report = check_own(game, registry.reference(game).own.ready(question["program"]), seconds=seconds)
        yield "done", {"said": report.said, "divergences": [found.to_json() for found in report.findings]}
        return
    verdict = crosscheck(game, plies=question["plies"], seconds=seconds)
    yield "done", {"said": verdict.said, **verdict.to_json()}
