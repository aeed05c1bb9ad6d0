"""The game that a worker holds, and its lines of play: where each leads, who moved, what there is to see.

A question about a game names it (`game`, a bundled one) or brings its text (`text`). It says where a line of
play begins (`start`, a position as the game writes it) and which moves were made since (`line`, numbers in
the lists of moves, from 1). Each position of a line is looked at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.result_text import STOPPED
from pydecl.engines.searching import the_position
from pydecl.errors import InputError, InternalFault, PydeclError
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_tree, consult_trees
from pydecl.model.game import Player
from pydecl.model.result import Status
from pydecl.model.solved import Solved
from pydecl.model.term import Term
from pydecl.playing.match import Turn
from pydecl.playing.situation import Choice, Situation, look
from pydecl.rules.tree import read_tree
from pydecl.solving.solver import solve
from pydecl.texts.session import TextSession
from pydecl.tracing.names import move_name

MOST_SEEN, MOST_TURNS = 64, 4_000
"""How many positions are kept with all their moves, and how many turns alone."""


@dataclass(frozen=True)
class Moved:
    """A turn, how pages tell it, and whose turn it is next if players alternate."""

    turn: Turn
    told: dict[str, Any]
    due: Player


class Lines:
    """The lines of a game that were asked about; `start` is a position as the game writes it, or empty."""

    def __init__(self, game: SessionGame) -> None:
        self._game = game
        self.beginning = lru_cache(None)(self._beginning)
        self._looked = lru_cache(MOST_SEEN)(self._look)
        self._moved = lru_cache(MOST_TURNS)(self._move)

    def _beginning(self, start: str) -> Term:
        """The position in which lines begin. Raises InputError if it is none."""
        return the_position(self._game, start or None)

    def turns(self, start: str, line: Sequence[int]) -> list[Moved]:
        """The turns of a line. Raises InputError for a move that there is not."""
        return [self._moved(start, tuple(line[:plies])) for plies in range(1, len(line) + 1)]

    def told(self, start: str, line: Sequence[int]) -> list[dict[str, Any]]:
        """The turns, as pages tell them."""
        return [moved.told for moved in self.turns(start, line)]

    def seen(self, start: str, line: Sequence[int]) -> Situation:
        """What there is to see at the end of a line. Raises InputError for a move that there is not."""
        return self._looked(start, tuple(line))

    def _look(self, start: str, line: tuple[int, ...]) -> Situation:
        if not line:
            return look(self._game, self.beginning(start))
        self.turns(start, line[:-1])
        moved = self._moved(start, line)
        return look(self._game, moved.turn.position, moved.due)

    def _move(self, start: str, line: tuple[int, ...]) -> Moved:
        """The last turn of a line, whose turns before it are known."""
        before, number = self.seen(start, line[:-1]), line[-1]
        if not 1 <= number <= len(before.choices):
            raise InputError(f"move {number} of {len(before.choices)}: there is no such move")
        choice = before.choices[number - 1]
        return Moved(before.turn(choice), move_told(self._game, before, choice), before.due)


def mover_text(mover: Player | None) -> str:
    """Who moves, as pages say it.

    >>> mover_text(Player.MIN), mover_text(None)
    ('min', 'chance')
    """
    return "chance" if mover is None else mover.value


def said(game: SessionGame, choice: Choice) -> str:
    """A move as a person reads it."""
    return str(choice) if choice.move is None else move_name(game, choice.move)


def move_told(game: SessionGame, seen: Situation, choice: Choice) -> dict[str, Any]:
    """A move of a line: its number, what it is called, and whose it is."""
    return {"number": choice.number, "move": said(game, choice), "mover": mover_text(seen.mover)}


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
