"""The programs that a rules file brings itself, run in SWI-Prolog: see `prolog/support/own.pl`."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import UNLIMITED, answer_of, searched, stopped_by
from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, LimitError, PydeclError
from pydecl.model.number import number_text
from pydecl.model.own import Manner, OwnProgram
from pydecl.model.result import Answer, Limits, OwnAnswer, Status
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term
from pydecl.sandbox.faults import contract_error
from pydecl.sandbox.frames import Sink
from pydecl.sandbox.replies import arguments, atom, compound, integer, items, number, one_of, string

ATTACH = "attach_own"
"""The name of the request that attaches a program."""


def own_programs(game: SessionGame) -> list[OwnProgram]:
    """The programs that the rules file brings, those that run whole first."""
    found = game.session.ask(Atom("own_programs"))
    return [_program(term) for term in items(found)]


def _program(term: Term) -> OwnProgram:
    name, arity, manner = arguments(term, "own", 3)
    return OwnProgram(atom(name), integer(arity), one_of(Manner, manner))


def own_clauses(game: SessionGame, program: OwnProgram) -> str:
    """What `attach` needs, of a program that is not bare."""
    return string(game.session.ask(Compound("own_clauses", (_indicator(program),))))


def ends_are_empty(game: SessionGame, program: OwnProgram) -> bool:
    """Whether moves/2 of the rules gives [] where the game is over, for a program that is not bare."""
    return own_clauses(game, program).startswith("own(empty,")


def attach(session: Session, program: OwnProgram, clauses: str) -> None:
    """Make a program, which may come from another session's file, one that runs in this session."""
    session.set_up(Compound(ATTACH, (_indicator(program), PrologString(clauses))))


def run_own(
    game: SessionGame, questions: Sequence[tuple[OwnProgram, Term, Limits]], seconds: float | None
) -> list[OwnAnswer | PydeclError]:
    """The answers of attached, or of bare, programs; an error is the answer of a search that it ended.

    `seconds` is the time for all of them together. Raises LimitError where SWI-Prolog does not answer in
    time.
    """
    searches = PrologList(tuple(_question(game, *question) for question in questions))
    limit = UNLIMITED if seconds is None else min(seconds, UNLIMITED)
    with game.session.within(seconds):
        answers = game.session.ask(Compound("own", (searches, limit)))
    return [_answer(game, term, seconds) for term in items(answers)]


def varied_clauses(game: SessionGame, program: OwnProgram) -> str:
    """The clauses of a program that may be changed: see `prolog/support/variants.pl`."""
    return string(game.session.ask(Compound("varied_clauses", (named(program),))))


def run_variants(
    game: SessionGame,
    clauses: str,
    variants: Sequence[str],
    questions: Sequence[tuple[OwnProgram, Term, Limits]],
    inferences: int,
    seconds: float,
) -> list[list[OwnAnswer | PydeclError]]:
    """The answers of each variant of the program that is asked about; fewer if the time is over."""
    texts = PrologList(tuple(map(PrologString, variants)))
    searches = PrologList(tuple(_question(game, *question) for question in questions))
    program = named(questions[0][0])
    request = Compound("own_variants", (program, PrologString(clauses), texts, searches, inferences, seconds))
    with game.session.within(seconds):
        answers = game.session.ask(request)
    return [[_answer_or_endless(game, term) for term in items(one)] for one in items(answers)]


def _answer_or_endless(game: SessionGame, term: Term) -> OwnAnswer | PydeclError:
    return LimitError("endless") if term == Atom("endless") else _answer(game, term, None)


def run_one(game: SessionGame, program: OwnProgram, position: Term, limits: Limits) -> OwnAnswer:
    """One search. A limit that is reached is no error: the answer is not complete.

    Raises ContractError where the game breaks its contract, or the program gives no answer.
    """
    started = time.monotonic()
    try:
        (answer,) = run_own(game, [(program, position, limits)], limits.seconds)
    except LimitError:
        return OwnAnswer(Answer.stopped(Status.TIME, time.monotonic() - started))
    except KeyboardInterrupt:
        return OwnAnswer(Answer.stopped(Status.INTERRUPTED, time.monotonic() - started))
    if isinstance(answer, PydeclError):
        raise answer
    return answer


def trace(
    game: SessionGame, program: OwnProgram, position: Term, limits: Limits, most: int
) -> tuple[Answer[Term] | PydeclError, list[str], Sequence[Term | None]]:
    """As `run_one`, with `most` events as lines (`prolog/support/own_tracing.pl`), and the positions.

    An error is the answer of a search that it ended. Where the program answers again, with another value, the
    lines say so, and the answer is the first.
    """
    with tempfile.TemporaryFile() as file:
        answer = traced(game, game.session, program, position, limits, (file, most))
        return answer, *game.heard(file)


def traced(
    game: SessionGame,
    session: Session,
    program: OwnProgram,
    position: Term,
    limits: Limits,
    events: tuple[Sink, int],
) -> Answer[Term] | PydeclError:
    """As `trace`, in the game's session, or one that was set up as that was.

    `events` are a file, and how many may be told.
    """
    file, most = events
    allowed = session.most(limits.seconds)
    seconds = UNLIMITED if allowed is None else min(allowed, UNLIMITED)
    request = Compound("trace_own", (*_question(game, program, position, limits).args, seconds, most))
    started = time.monotonic()
    try:
        with session.within(allowed):
            found = _answer(game, session.ask(request, events=file), allowed)
    except LimitError as error:
        return Answer.stopped(stopped_by(error), time.monotonic() - started)
    except KeyboardInterrupt:
        return Answer.stopped(Status.INTERRUPTED, time.monotonic() - started)
    except PydeclError as error:
        return error
    return found.answer if isinstance(found, OwnAnswer) else found


def answered_twice(program: OwnProgram, position: Term, found: OwnAnswer) -> ContractError | None:
    """The fault that a further answer has another value."""
    if found.again is None or found.again[0] == found.answer.value or found.answer.value is None:
        return None
    other = found.again[0]
    texts = [number_text(value) for value in (found.answer.value,)]  # type: ignore[arg-type]
    texts.append("unbound" if other is None else number_text(other))
    return ContractError("own_again", str(position), program.name, str(program.arity), *texts)


def named(program: OwnProgram) -> Compound:
    """The program as SWI-Prolog is asked for it."""
    return Compound("own", (Atom(program.name), program.arity, Atom(program.manner.value)))


def _indicator(program: OwnProgram) -> Compound:
    return Compound("/", (Atom(program.name), program.arity))


def _question(game: SessionGame, program: OwnProgram, position: Term, limits: Limits) -> Compound:
    return searched(named(program), game.encode(position), limits)


def _answer(game: SessionGame, term: Term, limit: float | None) -> OwnAnswer | PydeclError:
    if compound(term).name == "error":
        return contract_error(arguments(term, "error", 1)[0])
    answer, again = arguments(term, "own", 2)
    found = answer_of(answer, game.decode, limit=limit)
    if not isinstance(again, Compound):
        return OwnAnswer(found)
    value, best = arguments(again, "again", 2)
    other = None if isinstance(value, Atom) else number(value)
    successor = game.decode(*arguments(best, "succ", 1)) if isinstance(best, Compound) else None
    return OwnAnswer(found, (other, successor))
