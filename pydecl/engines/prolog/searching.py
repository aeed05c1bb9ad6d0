"""A search as SWI-Prolog is asked for it, and its answer: see `prolog/support/programs.pl`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pydecl.errors import LimitError, OutOfMemoryError
from pydecl.model.game import Outcome
from pydecl.model.number import Number
from pydecl.model.own import OwnProgram
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Order, Settings, Solution, Status, Value
from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.sandbox.process import GRACE
from pydecl.sandbox.replies import arguments, atom, integer, items, number, one_of, real

UNLIMITED = 1 << 59
"""A depth, in plies, or a time, in seconds, that no search reaches."""


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
            UNLIMITED if limits.depth is None else min(limits.depth, UNLIMITED),
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


def asked(question: Sequence[Term]) -> tuple[Program, Term, Limits]:
    """What the arguments of such a request, with the time, ask for."""
    program, position, depth, alpha, beta, settings, seconds = question
    order, seed, win, max_ply, extension, given = arguments(settings, "settings", 6)
    pairs = (arguments(pair, "=", 2) for pair in items(given))
    plies = integer(depth)
    limits = Limits(
        None if plies >= UNLIMITED else plies,
        number(alpha),
        number(beta),
        float(number(seconds)),
        Settings(
            one_of(Order, order),
            integer(seed),
            integer(win),
            integer(max_ply),
            integer(extension),
            tuple((atom(name), integer(value)) for name, value in pairs),
        ),
    )
    return Program(atom(program)), position, limits


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
        again = _again(further, decode)
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


def _again(term: Term, decode: Callable[[Term], Term]) -> tuple[Number | None, Term | None] | None:
    """The value and the successor of a further answer, if there is one."""
    if not isinstance(term, Compound):
        return None
    value, best = arguments(term, "again", 2)
    return None if isinstance(value, Atom) else number(value), _successor(best, decode)


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
