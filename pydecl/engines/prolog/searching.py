"""Searches in SWI-Prolog: what a session is asked, and its answers; see `prolog/support/programs.pl`."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from typing import BinaryIO

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, LimitError, OutOfMemoryError, PydeclError
from pydecl.model.game import Outcome
from pydecl.model.program import OwnProgram, Program
from pydecl.model.reader import read_term
from pydecl.model.result import UNLIMITED, Answer, Limits, Solution, Status, Value
from pydecl.model.solved import Column
from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.sandbox.faults import contract_error
from pydecl.sandbox.frames import Sink
from pydecl.sandbox.process import GRACE
from pydecl.sandbox.replies import arguments, atom, compound, integer, items, number, one_of, real


def run(
    game: SessionGame,
    program: Program | OwnProgram,
    position: Term,
    limits: Limits,
    *,
    record_leaves: bool = False,
    events: tuple[Sink, int] | None = None,
    session: Session | None = None,
) -> Answer[Term]:
    """Run a program on one position, in the game's session, or in one that is set up as it is.

    `events` is a file for what the program does, and how many events it may hold; see `trace`. Raises
    ContractError where the game breaks its contract, or `won` is asked of MIN.
    """
    game.check_reach(position, limits.depth)
    session = session or game.session
    allowed = session.most(limits.seconds)
    asked = question(program, game.encode(position), limits)
    request = Compound("leaves" if record_leaves else "search", (*asked.args, at_most(allowed)))
    file = None
    if events is not None:
        file, most = events
        request = Compound("trace", (*asked.args, at_most(allowed), most))
    started = time.monotonic()
    try:
        with session.within(allowed):
            answer = session.ask(request, events=file)
    except (LimitError, KeyboardInterrupt) as error:
        return Answer.stopped(stopped_by(error), time.monotonic() - started)
    except ContractError as error:
        raise game.about_positions(error) from None
    evaluated = None
    if record_leaves:
        answer, leaves = arguments(answer, "-", 2)
        evaluated = tuple(map(game.decode, items(leaves)))
    return answer_of(answer, game.decode, evaluated, allowed)


def trace(
    game: SessionGame, program: Program | OwnProgram, position: Term, limits: Limits, most: int
) -> tuple[Answer[Term] | PydeclError, list[str], Sequence[Term | None]]:
    """As `run`, with the events as lines (see `prolog/support/tracing.pl`), `most` of them.

    The lines of a program of the file's own are those of `own_tracing.pl`; if it answers again, with
    another value, they say so. The positions come in the order of their numbers, None for one that is not
    ground. An error is the answer of a search that it ended.
    """
    with tempfile.TemporaryFile() as file:
        answer: Answer[Term] | PydeclError
        try:
            answer = run(game, program, position, limits, events=(file, most))
        except PydeclError as error:
            answer = error
        return answer, *heard(game, file)


def heard(game: SessionGame, file: BinaryIO) -> tuple[list[str], Sequence[Term | None]]:
    """The lines of a trace in a file, and the positions by their numbers: see `trace`."""
    file.seek(0)
    text = file.read().decode(errors="replace")
    lines = text.split("\n")[:-1]  # of a search that was killed, the last may be half a line
    positions = [line[2:] for line in lines if line.startswith("p")]
    events = [line for line in lines if not line.startswith("p")]
    return events, Column(lambda text: game.decode(read_term(text)) if text else None, positions)


def run_all(
    game: SessionGame, questions: Sequence[tuple[Program | OwnProgram, Term, Limits]], seconds: float | None
) -> list[Answer[Term] | PydeclError]:
    """Many searches in one round trip; an error is the answer of a search that it ended.

    `seconds` is the time for all of them together; each question's own is not looked at. Raises
    LimitError where SWI-Prolog does not answer in time.
    """
    searches = []
    for program, position, limits in questions:
        game.check_reach(position, limits.depth)
        searches.append(question(program, game.encode(position), limits))
    with game.session.within(seconds):
        answers = game.session.ask(Compound("batch", (PrologList(tuple(searches)), at_most(seconds))))
    return [answer_or_error(game, answer, seconds) for answer in items(answers)]


def answer_or_error(
    game: SessionGame, term: Term, seconds: float | None = None
) -> Answer[Term] | PydeclError:
    """The answer of one of many searches, which had so many seconds; or the error that ended it."""
    if compound(term).name == "error":
        error = contract_error(arguments(term, "error", 1)[0])
        return game.about_positions(error) if isinstance(error, ContractError) else error
    return answer_of(term, game.decode, limit=seconds)


def at_most(seconds: float | None) -> float:
    """Seconds, as a search is told them."""
    return UNLIMITED if seconds is None else min(seconds, UNLIMITED)


def question(program: Program | OwnProgram, position: Term, limits: Limits) -> Compound:
    """The request for a search, all but its time; the position is the term that stands for it there."""
    settings = limits.settings
    numbers = (settings.seed, settings.win, settings.max_ply, settings.extension)
    given = PrologList(tuple(Compound("=", (Atom(name), value)) for name, value in settings.given))
    return Compound(
        "search",
        (
            named(program),
            position,
            limits.plies,
            limits.alpha,
            limits.beta,
            Compound("settings", (Atom(settings.order.value), *numbers, given)),
        ),
    )


def named(program: Program | OwnProgram) -> Term:
    """A program as SWI-Prolog is asked for it."""
    if isinstance(program, Program):
        return Atom(program.value)
    return Compound("own", (Atom(program.name), program.arity, Atom(program.manner.value)))


def answer_of(
    term: Term,
    decode: Callable[[Term], Term],
    evaluated: tuple[Term, ...] | None = None,
    limit: float | None = None,
) -> Answer[Term]:
    """The answer that a term tells. `limit` is the time that the search had, in seconds."""
    again = None
    if isinstance(term, Compound) and term.name == "own":
        term, further = arguments(term, "own", 2)
        if isinstance(further, Compound):
            other, after = arguments(further, "again", 2)
            again = None if isinstance(other, Atom) else number(other), _successor(after, decode)
    status, value, best, nodes, leaves, horizon, taken, hits, reached, culprit = arguments(term, "answer", 10)
    seconds = real(taken)
    late = limit is not None and seconds > limit + GRACE
    return Answer(
        status=Status.TIME if late else one_of(Status, status),
        value=None if late else _value(value),
        best=None if late else _successor(best, decode),
        nodes=nodes if isinstance(nodes, int) else None,
        leaves=leaves if isinstance(leaves, int) else None,
        horizon=horizon == Atom("true"),
        seconds=seconds,
        evaluated=evaluated,
        hits=integer(hits),
        reached=reached if isinstance(reached, int) else None,
        culprit=atom(culprit),
        again=again,
    )


def _successor(term: Term, decode: Callable[[Term], Term]) -> Term | None:
    return decode(*arguments(term, "succ", 1)) if isinstance(term, Compound) else None


def stopped_by(error: LimitError | KeyboardInterrupt) -> Status:
    """What stopped a search."""
    if isinstance(error, KeyboardInterrupt):
        return Status.INTERRUPTED
    return Status.MEMORY if isinstance(error, OutOfMemoryError) else Status.TIME


def _value(term: Term) -> Value | None:
    known: Mapping[Term, bool | None] = {Atom("true"): True, Atom("false"): False, Atom("unknown"): None}
    if isinstance(term, Compound):
        outcome, plies = arguments(term, "outcome", 2)
        return Solution(one_of(Outcome, outcome), plies if isinstance(plies, int) else None)
    return known[term] if term in known else number(term)
