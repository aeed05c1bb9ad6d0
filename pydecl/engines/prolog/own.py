"""The programs that a rules file brings itself, in SWI-Prolog: see `prolog/support/own.pl`.

Once they are attached they are asked as any other program.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import answer_or_error, at_most, heard, named, question, run
from pydecl.engines.prolog.session import Session
from pydecl.errors import InputError, LimitError, PydeclError
from pydecl.model.program import PREFIX, WHOLE, Manner, OwnProgram
from pydecl.model.replay import Goal, Replay, Told
from pydecl.model.result import Answer, Limits
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term
from pydecl.sandbox.frames import Limited
from pydecl.sandbox.replies import arguments, atom, integer, items, one_of, string

ATTACH = "attach_own"
"""The name of the request that attaches a program."""


class OwnPrograms:
    """The programs of a game's file, and those that are attached to the game."""

    def __init__(self, game: SessionGame) -> None:
        self._game = game

    def all(self) -> list[OwnProgram]:
        """The programs that the rules file brings, those that run whole first."""
        told = items(self._game.session.ask(Atom("own_programs")))
        rows = (arguments(term, "own", 3) for term in told)
        return [
            OwnProgram(atom(name), integer(arity), one_of(Manner, manner)) for name, arity, manner in rows
        ]

    def ready(self, name: str) -> OwnProgram:
        """The file's program of this name, `file:NAME` or `file:NAME/ARITY`, ready to run on the game.

        Raises InputError where the file has none, with the names of those that it has.

        >>> from pydecl.loading.consulting import consult
        >>> with consult("nim") as game:
        ...     OwnPrograms(game).ready("file:alphabeta")
        Traceback (most recent call last):
        pydecl.errors.InputError: nim: the file has no program of its own, so no file:alphabeta; \
expected one of won/1, minimax/3, alphabeta/5, alphabeta/3, bestmove/2, best_move/2 \
(docs/grade.md, 'Which programs')
        """
        wanted = name.removeprefix(PREFIX)
        there = self.all()
        for program in there:
            if wanted in (program.name, program.indicator):
                if program.manner is not Manner.BARE:
                    self.attach(program, self.clauses(program))
                return program
        has = ", ".join(f"{program.value} ({program.indicator})" for program in there)
        what = f"the programs of the file are {has}" if has else "the file has no program of its own"
        known = ", ".join(f"{of}/{arity}" for of, arity in WHOLE)
        expected = "" if has else f"; expected one of {known} (docs/grade.md, 'Which programs')"
        raise InputError(f"{self._game.name}: {what}, so no {PREFIX}{wanted}{expected}")

    def clauses(self, program: OwnProgram) -> str:
        """What `attach` needs, of a program that is not bare."""
        return string(self._game.session.ask(Compound("own_clauses", (_indicator(program),))))

    def ends_are_empty(self, program: OwnProgram) -> bool:
        """Whether a program, which then is not bare, asks moves/2 that gives [] where the game is over."""
        return program.manner is not Manner.BARE and self.clauses(program).startswith("own(empty,")

    def attach(self, program: OwnProgram, clauses: str) -> None:
        """Make a program, which may come from another game's file, one that runs on this game."""
        _attach(self._game.session, program, clauses)

    def varied_clauses(self, program: OwnProgram) -> str:
        """The clauses of a program that `run_variants` may change, as one canonical term."""
        return string(self._game.session.ask(Compound("varied_clauses", (named(program),))))

    def run_all(
        self, questions: Sequence[tuple[OwnProgram, Term, Limits]], inferences: int, seconds: float | None
    ) -> Sequence[Answer[Term] | PydeclError]:
        """The answers of programs that are ready.

        A search that takes more `inferences` has a LimitError for its answer; there are fewer answers if the
        time is over. Raises LimitError if SWI-Prolog does not look at its clock.
        """
        with self._game.session.within(seconds):
            told = Compound("own_answers", (self._searches(questions), inferences, at_most(seconds)))
            return list(map(self._answer, items(self._game.session.ask(told))))

    def _searches(self, questions: Sequence[tuple[OwnProgram, Term, Limits]]) -> PrologList:
        return PrologList(
            tuple(question(program, self._game.encode(root), limits) for program, root, limits in questions)
        )

    def run_variants(
        self,
        clauses: str,
        variants: Sequence[str],
        questions: Sequence[tuple[OwnProgram, Term, Limits]],
        inferences: int,
        seconds: float,
    ) -> Sequence[Sequence[Answer[Term] | PydeclError]]:
        """The answers of each variant of a program, as `prolog/support/variants.pl` has variants.

        `clauses` are the program's, as `varied_clauses` tells them, maybe of another game's; inferences and
        time are limited as in `run_all`.
        """
        texts = PrologList(tuple(map(PrologString, variants)))
        searches = self._searches(questions)
        told = (named(questions[0][0]), PrologString(clauses), texts, searches, inferences, seconds)
        with self._game.session.within(seconds):
            answers = self._game.session.ask(Compound("own_variants", told))
        return [[self._answer(term) for term in items(one)] for one in items(answers)]

    def _answer(self, term: Term) -> Answer[Term] | PydeclError:
        if term == Atom("endless"):
            return LimitError("no end within the inferences")
        return answer_or_error(self._game, term)

    def replay(self, home: SessionGame, texts: Mapping[str, str], search: Told) -> Replay:
        """What a program did on a position, once more, and the goals of its text that it tries.

        `home` is the game whose file brings the program; `texts` are those of the files in which it may be.
        It is ended when all is told that was told then. It runs in sessions of its own, which are set up as
        the games' are: they are confined and limited as those are, and who looks at a game meanwhile is not
        disturbed. See `prolog/support/own_marks.pl`. Raises PydeclError if it does not come to running.
        """
        with _session(home, search.limits) as session:
            marked = _marked(session, texts, search.program)
            if self._game is home:
                return _replayed(home, session, marked, search)
        with _session(self._game, search.limits) as session:
            return _replayed(self._game, session, marked, search)


def _attach(session: Session, program: OwnProgram, clauses: str) -> None:
    session.set_up(Compound(ATTACH, (_indicator(program), PrologString(clauses))))


def _indicator(program: OwnProgram) -> Compound:
    return Compound("/", (Atom(program.name), program.arity))


# Replays


def _session(game: SessionGame, limits: Limits) -> Session:
    """As the game's, but for the programs that were attached to it."""
    there = game.session
    session = Session(limits.seconds, memory=there.memory, readable=there.readable)
    session.set_up_as(there, but=ATTACH)
    return session


class _Marked(NamedTuple):
    """A program with marks; `clauses` is empty if they stay where they are."""

    first: int
    goals: Sequence[Goal]
    clauses: str


def _marked(session: Session, texts: Mapping[str, str], program: OwnProgram) -> _Marked:
    pairs = (Compound("-", (Atom(file), PrologString(text))) for file, text in texts.items())
    told = session.ask(Compound("own_marks", (named(program), PrologList(tuple(pairs)))))
    first, goals, clauses = arguments(told, "marked", 3)
    return _Marked(integer(first), list(map(_goal, items(goals))), string(clauses))


def _goal(term: Term) -> Goal:
    _, file, *offsets, head, calls = arguments(term, "goal", 8)
    start, end, top, bottom = map(integer, offsets)
    return Goal(atom(file), (start, end, top, bottom), string(head), string(calls))


def _replayed(game: SessionGame, session: Session, marked: _Marked, search: Told) -> Replay:
    session.set_up(Compound("note_goals", (marked.first,)))
    if marked.clauses:
        _attach(session, search.program, marked.clauses)
    with tempfile.TemporaryFile() as file:
        most = 2 * search.lines + search.positions  # each line has a row
        events = Limited(file, most - 1, lambda chunk: chunk.count(b"\n"))
        with suppress(PydeclError):  # such as that all is told
            about = search.program, search.position, search.limits
            run(game, *about, events=(events, search.most), session=session)
        told, _ = heard(game, file)
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
