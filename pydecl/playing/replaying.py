"""Play a recorded match again, and hold each move against the rules.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.playing.reading import read_record
>>> record = read_record("game nim:heaps=[1,2]\\nstart 1/2 max\\n1 max take(2,1)\\n2 max take(1,1)", "m.txt")
>>> with consult("nim:heaps=[1,2]") as game:
...     for match, seen in replayed(game, record):
...         print(match.position)
Traceback (most recent call last):
pydecl.playing.reading.IllegalMoveError: m.txt:4:3: min is to move here, not max
  2 max take(1,1)
    ^
"""

from __future__ import annotations

from collections.abc import Iterator

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import PositionError, SourceError
from pydecl.model.position import MoveError
from pydecl.playing.choosing import by_name_or_position, no_such_move
from pydecl.playing.match import Match
from pydecl.playing.reading import IllegalMoveError, Record, RecordedMove, Word
from pydecl.playing.situation import Choice, Situation, look, written


def replayed(game: SessionGame, record: Record) -> Iterator[tuple[Match, Situation]]:
    """The match after each move of a record, from the start, with what there is to see.

    Raises SourceError where the start is no position, IllegalMoveError with its place where a move is
    not one of those that the rules allow.
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
    if not seen.choices:
        raise _illegal(record, recorded.move, "the game is over here: no move can follow")
    if recorded.mover is not seen.mover:
        turn = "chance" if seen.mover is None else seen.mover.value
        raise _illegal(record, recorded.who, f"{turn} is to move here, not {recorded.who.text}")
    try:
        choice = by_name_or_position(seen, recorded.move.text)
    except MoveError as error:
        raise _illegal(record, recorded.move, str(error)) from None
    if choice is None:
        raise _illegal(record, recorded.move, no_such_move(seen, recorded.move.text))
    return choice


def _illegal(record: Record, word: Word, message: str) -> IllegalMoveError:
    return IllegalMoveError([record.fault(word, message)])
