"""A file's own program, run once more with marks in its text: see `prolog/support/own_marks.pl`.

It runs in sessions of its own, which are set up as the games' are: they are confined and limited as those
are, and who looks at a game meanwhile is not disturbed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from typing import BinaryIO, NamedTuple

from pydecl.engines.prolog import own
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.session import Session
from pydecl.model.own import OwnProgram
from pydecl.model.replay import Goal, Replay, Told
from pydecl.model.result import Limits
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term
from pydecl.sandbox.replies import arguments, atom, integer, items, string


def replay(game: SessionGame, home: SessionGame, texts: Mapping[str, str], search: Told) -> Replay:
    """What a program of `home`'s file did on a position of the game, once more, and the goals that it tries.

    `texts` are those of the files in which it may be. It is ended when all is told that was told then. Raises
    PydeclError if it does not come to running.
    """
    with closing(_session(home, search.limits)) as session:
        marked = _marked(session, texts, search.program)
        if game is home:
            return _replayed(game, session, marked, search)
    with closing(_session(game, search.limits)) as session:
        return _replayed(game, session, marked, search)


def _session(game: SessionGame, limits: Limits) -> Session:
    """As the game's, but for the programs that were attached to it."""
    there = game.session
    session = Session(limits.seconds, memory=there.memory, readable=there.readable)
    session.set_up_as(there, but=own.ATTACH)
    return session


class _Marked(NamedTuple):
    """A program with marks; `clauses` is empty if they stay where they are."""

    first: int
    goals: Sequence[Goal]
    clauses: str


def _marked(session: Session, texts: Mapping[str, str], program: OwnProgram) -> _Marked:
    pairs = (Compound("-", (Atom(file), PrologString(text))) for file, text in texts.items())
    told = session.ask(Compound("own_marks", (own.named(program), PrologList(tuple(pairs)))))
    first, goals, clauses = arguments(told, "marked", 3)
    return _Marked(integer(first), list(map(_goal, items(goals))), string(clauses))


def _goal(term: Term) -> Goal:
    _, file, *offsets, head, calls = arguments(term, "goal", 8)
    start, end, top, bottom = map(integer, offsets)
    return Goal(atom(file), (start, end, top, bottom), string(head), string(calls))


def _replayed(game: SessionGame, session: Session, marked: _Marked, search: Told) -> Replay:
    session.set_up(Compound("note_goals", (marked.first,)))
    if marked.clauses:
        own.attach(session, search.program, marked.clauses)
    with tempfile.TemporaryFile() as file:
        events = _Lines(file, 2 * search.lines + search.positions)  # each line has a row
        with suppress(_AllToldError):
            own.traced(game, session, search.program, search.position, search.limits, (events, search.most))
        told, _ = game.heard(file)
    lines: list[str] = []
    rows: list[str] = []
    row = ""
    for line in told:
        if line.startswith("k "):
            row = line[2:]
        else:
            lines.append(line)
            rows.append(row)
            row = ""
    return Replay(marked.goals, lines, rows)


class _AllToldError(Exception):
    """Nobody waits for more lines."""


class _Lines:
    """A file that takes so many lines; write raises _AllToldError when they are there."""

    def __init__(self, file: BinaryIO, most: int) -> None:
        self._file = file
        self._left = most

    def write(self, chunk: bytes, /) -> None:
        self._file.write(chunk)
        self._left -= chunk.count(b"\n")
        if self._left <= 0:
            raise _AllToldError
