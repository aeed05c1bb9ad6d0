"""The record of a match: written, read with the place of whatever is wrong in it, and played again.

Its text says what was agreed, and then one move a line, with who moved.

>>> from pydecl.model.game import Player
>>> from pydecl.model.term import Atom
>>> from pydecl.playing.match import Turn
>>> match = Match(Atom("a"), "a").played(Turn(Player.MAX, Atom("b"), "west")).commented("a good move")
>>> print(record_text(Agreement("fork.tree", People.MAX, Thinking(depth=2)), match), end="")
game     fork.tree
start    a
as       max
program  alphabeta
engine   prolog
depth    2
time     60
seed     0
<BLANKLINE>
1 max west
% a good move
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.errors import Diagnostic, Exit, InputError, PositionError, SourceError, unwritable
from pydecl.errors.escaping import escaped, unescaped
from pydecl.kept import write_whole
from pydecl.model.game import Player
from pydecl.model.position import MoveError
from pydecl.model.program import DATABASE, LookedUp, Program
from pydecl.model.result import DEFAULTS
from pydecl.playing.choosing import by_name_or_position, no_such_move
from pydecl.playing.match import Match, People
from pydecl.playing.programs import DEFAULT, KEYS, NUMBERED, UNLIMITED, Thinking, settings_of, value_of
from pydecl.playing.situation import Choice, Situation, look, written
from pydecl.programs.registry import DECLARED, names

CHANCE = "chance"


@dataclass(frozen=True)
class Agreement:
    """The game as `consult` takes it, who plays, and how the program plays; chance is drawn by its seed."""

    game: str
    people: People = People.MAX
    thinking: Thinking = Thinking()  # noqa: RUF009  frozen


def record_text(agreed: Agreement, match: Match) -> str:
    """The record; `read_record` reads it back."""
    fields = {"game": escaped(agreed.game), "start": match.written, "as": agreed.people.value}
    fields |= dict(_told(agreed.thinking))
    width = max(map(len, fields))
    lines = [f"{key:<{width}}  {value}" for key, value in fields.items()]
    lines += ["", *map(_comment, match.comments)]
    for number, turn in enumerate(match.turns, 1):
        lines.append(f"{number} {CHANCE if turn.mover is None else turn.mover.value} {turn.move}")
        lines += map(_comment, turn.comments)
    return "\n".join(lines) + "\n"


def _told(thinking: Thinking) -> Iterator[tuple[str, str]]:
    settings = thinking.settings
    yield "program", escaped(thinking.program.value)
    yield "engine", thinking.engine
    yield "depth", UNLIMITED if thinking.depth is None else str(thinking.depth)
    yield "time", f"{thinking.seconds or 0:g}"
    if settings.order is not DEFAULTS.order:
        yield "order", settings.order.value
    yield "seed", str(settings.seed)
    for key, value in settings.numbers.items():
        if key != "seed" and value != DEFAULTS.numbers.get(key):
            yield key, str(value)


def _comment(text: str) -> str:
    return f"% {escaped(text)}".rstrip()


class RecordFile:
    """The file of a record, written as a whole each time, so that it is never half a record.

    A file that is there already is not replaced, unless it `may_replace` it, or has written it.
    """

    def __init__(self, path: Path, *, may_replace: bool = False) -> None:
        self.path = path
        self._own = may_replace

    def write(self, text: str) -> None:
        """Replace the file by this text. Raises InputError where that cannot be."""
        path = self.path
        try:
            if path.exists() and not path.is_file() and not path.is_dir():  # a pipe, a device
                path.write_text(text, encoding="utf-8")
                return
            if not self._own:
                path.open("x").close()
                self._own = True
            write_whole(path.resolve(), text.encode())
        except FileExistsError:
            raise InputError(f"{path} already exists: give another name, or remove it") from None
        except OSError as error:
            raise unwritable(path, error) from None


WORDS = ("game", "start", "as", "program", *KEYS)
"""What lines before the first move begin with."""


class IllegalMoveError(SourceError):
    """A move of a record that the rules do not allow."""

    exit_code = Exit.DISAGREEMENT


@dataclass(frozen=True)
class Word:
    """A part of a line, and where it begins; both count from 1."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class RecordedMove:
    """A move as it is written, with who is said to have moved (None is chance), and its comments."""

    mover: Player | None
    who: Word
    move: Word
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Record:
    """A record as it is written: its syntax is right, and what it says is not yet held against the rules."""

    file: str
    lines: tuple[str, ...]
    fields: Mapping[str, Word]
    moves: tuple[RecordedMove, ...]
    comments: tuple[str, ...]

    def agreement(self) -> Agreement:
        """What was agreed; what the record does not say is as ever. Raises SourceError."""
        values: dict[str, Any] = {}
        for key in filter(self.fields.__contains__, KEYS):
            with self._about(key):
                values[key] = value_of(key, self.fields[key].text)
        with self._about(next(filter(NUMBERED.__contains__, values), "")):
            settings = settings_of(values)
        seconds = values.get("time", 60.0) or None
        engine, depth = values.get("engine", REFERENCE), values.get("depth")
        thinking = Thinking(self._program(), engine, depth, seconds, settings)
        return Agreement(unescaped(self.fields["game"].text), self._people(), thinking)

    @contextmanager
    def _about(self, key: str) -> Iterator[None]:
        """What is wrong is told with its place."""
        try:
            yield
        except InputError as error:
            raise self._wrong(self.fields[key], str(error)) from None

    def fault(self, word: Word, message: str) -> Diagnostic:
        return Diagnostic(self.file, word.line, word.column, message, self.lines[word.line - 1])

    def _wrong(self, word: Word, message: str) -> SourceError:
        return SourceError([self.fault(word, message)])

    def _people(self) -> People:
        word = self.fields.get("as")
        known = [one.value for one in People]
        if word is not None and word.text not in known:
            raise self._wrong(word, f"as: expected one of {', '.join(known)}, found {word.text!r}")
        return People.MAX if word is None else People(word.text)

    def _program(self) -> Program | LookedUp:
        word = self.fields.get("program")
        if word is None:
            return DEFAULT
        if word.text.startswith(DATABASE):
            return LookedUp(unescaped(word.text.removeprefix(DATABASE)))
        if Program(word.text) not in DECLARED:
            raise self._wrong(word, f"program: expected one of {names(DECLARED)}, found {word.text!r}")
        return Program(word.text)


def read_record(text: str, file: str) -> Record:
    """The record that a text is; `file` names it in messages. Raises SourceError for the first fault.

    >>> record = read_record("game nim:heaps=[1,2]\\nstart 1/2 max\\n% so:\\n1 max take(2,1)\\n", "m.txt")
    >>> record.fields["game"].text, record.moves[0].move.text, record.comments
    ('nim:heaps=[1,2]', 'take(2,1)', ('so:',))
    """
    reader = _Reader(text, file)
    for number, line in enumerate(reader.lines, 1):
        reader.read(number, line)
    for key in ("game", "start"):
        if key not in reader.fields:
            raise SourceError(
                [Diagnostic(file, 0, 0, f"not a record of a match: there is no line '{key} …'")]
            )
    return Record(file, reader.lines, reader.fields, tuple(reader.moves), tuple(reader.comments))


_KEY = re.compile(r"\s*(?P<key>[^\s%]\S*)(?:\s+(?P<value>\S.*?))?\s*$")
_MOVE = re.compile(r"\s*(?P<number>[0-9]+)\.?(?:\s+(?P<who>\S+)(?:\s+(?P<move>\S.*?))?)?\s*$")


class _Reader:
    """What was read so far."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = tuple(line.expandtabs(1) for line in re.split("\r?\n", text))
        self.fields: dict[str, Word] = {}
        self.moves: list[RecordedMove] = []
        self.comments: list[str] = []

    def read(self, number: int, line: str) -> None:
        bare = line.strip()
        if not bare:
            return
        if bare.startswith("%"):
            text = bare[1:].strip()
            if self.moves:
                self.moves[-1] = replace(self.moves[-1], comments=(*self.moves[-1].comments, text))
            else:
                self.comments.append(text)
        elif bare[0].isdigit() and (move := _MOVE.match(line)):
            self._move(number, move)
        else:
            self._field(number, line)

    def _move(self, number: int, parts: re.Match[str]) -> None:
        due = len(self.moves) + 1
        if parts["number"].lstrip("0") != str(due):
            raise self._wrong(number, parts, "number", f"expected move {due}, found {parts['number']}")
        who, move = parts["who"], parts["move"]
        players = {player.value: player for player in Player}
        if who not in players and who != CHANCE:
            found = "nothing" if who is None else repr(who)
            raise self._wrong(number, parts, "who", f"expected max, min or chance, found {found}")
        if move is None:
            raise self._wrong(number, parts, "move", "expected a move, or 'to' and a position, found nothing")
        told = Word(who, number, parts.start("who") + 1), Word(move, number, parts.start("move") + 1)
        self.moves.append(RecordedMove(players.get(who), *told))

    def _field(self, number: int, line: str) -> None:
        parts = _KEY.match(line)
        assert parts is not None
        key, value = parts["key"], parts["value"]
        if self.moves:
            message = f"expected move {len(self.moves) + 1} or a comment, found {key!r}"
            raise self._wrong(number, parts, "key", message)
        if key not in WORDS:
            near = get_close_matches(key, WORDS, n=1)
            meant = f"did you mean {near[0]}?" if near else f"expected a move, or one of {', '.join(WORDS)}"
            raise self._wrong(number, parts, "key", f"unknown word {key!r}: {meant}")
        if key in self.fields:
            message = f"{key} is given twice, first on line {self.fields[key].line}"
            raise self._wrong(number, parts, "key", message)
        if value is None:
            raise self._wrong(number, parts, "value", f"{key}: expected a value, found nothing")
        self.fields[key] = Word(value, number, parts.start("value") + 1)

    def _wrong(self, number: int, parts: re.Match[str], part: str, message: str) -> SourceError:
        at = parts.start(part) if parts[part] is not None else len(parts.string.rstrip())
        return SourceError([Diagnostic(self.file, number, at + 1, message, self.lines[number - 1])])


def replayed(game: SessionGame, record: Record) -> Iterator[tuple[Match, Situation]]:
    """The match after each move of a record, from the start, with what there is to see.

    Raises SourceError where the start is no position, IllegalMoveError with its place where a move is
    not one of those that the rules allow.

    >>> from pydecl.loading.consulting import consult
    >>> text = "game nim:heaps=[1,2]\\nstart 1/2 max\\n1 max take(2,1)\\n2 max take(1,1)"
    >>> with consult("nim:heaps=[1,2]") as game:
    ...     for match, seen in replayed(game, read_record(text, "m.txt")):
    ...         print(match.position)
    Traceback (most recent call last):
    pydecl.playing.record.IllegalMoveError: m.txt:4:3: min is to move here, not max
      2 max take(1,1)
        ^
    """
    match = beginning(game, record)
    seen = look(game, match.position)
    yield match, seen
    for recorded in record.moves:
        turn = seen.turn(_legal(record, seen, recorded))
        match = match.played(turn).commented(*recorded.comments)
        seen = look(game, match.position, seen.due)
        yield match, seen


def beginning(game: SessionGame, record: Record) -> Match:
    """The match that a record tells, before its first move."""
    start = record.fields["start"]
    try:
        position = game.parse_position(start.text)
    except PositionError as error:
        raise SourceError([record.fault(start, str(error))]) from None
    return Match(position, written(game, position)).commented(*record.comments)


def _legal(record: Record, seen: Situation, recorded: RecordedMove) -> Choice:
    word = recorded.move
    if not seen.choices:
        why = "the game is over here: no move can follow"
    elif recorded.mover is not seen.mover:
        turn, word = CHANCE if seen.mover is None else seen.mover.value, recorded.who
        why = f"{turn} is to move here, not {word.text}"
    else:
        try:
            if (choice := by_name_or_position(seen, word.text)) is not None:
                return choice
            why = no_such_move(seen, word.text)
        except MoveError as error:
            why = str(error)
    raise IllegalMoveError([record.fault(word, why)])
