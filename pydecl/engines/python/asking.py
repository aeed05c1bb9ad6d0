"""The twins on rules that SWI-Prolog is asked for, in one round trip a search.

What comes in it is in `pydecl/engines/python/recorded.py`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydecl.engines.prolog import proof as prolog_proof
from pydecl.engines.prolog.asked import AskedGame
from pydecl.engines.python.recorded import RecordedGame, recorded
from pydecl.engines.prolog.searching import question, stopped_by
from pydecl.errors import LimitError, PydeclError
from pydecl.model.program import Program
from pydecl.model.proof import Claim, Proof
from pydecl.model.result import Answer, Limits
from pydecl.model.term import Term
from pydecl.programs import proof
from pydecl.programs.registry import complete
from pydecl.programs.run import run
from pydecl.programs.tracing import trace


def run_asked(
    program: Program, game: AskedGame, position: Term, limits: Limits, *, record_leaves: bool = False
) -> Answer[Term]:
    """Run a program's twin on what SWI-Prolog tells of the game.

    Raises ContractError as `pydecl.programs.run.run`.
    """
    started = time.monotonic()
    limits = complete(program, limits)
    try:
        with recorded(game, question(program, game.encode(position), limits), limits.seconds) as told:
            found = run(program, told, told.root, _left(limits, started), record_leaves=record_leaves)
            return replace(_mapped(found, told), seconds=time.monotonic() - started)
    except LimitError as error:
        return Answer.stopped(stopped_by(error), time.monotonic() - started)


def trace_asked(
    program: Program, game: AskedGame, position: Term, limits: Limits, most: int
) -> tuple[Answer[Term] | PydeclError, list[str], Sequence[Term]]:
    """As `run_asked`, with the events as lines, as `pydecl.programs.tracing.trace` tells them."""
    started = time.monotonic()
    limits = complete(program, limits)
    try:
        with recorded(game, question(program, game.encode(position), limits), limits.seconds) as told:
            answer, lines, numbers = trace(program, told, told.root, _left(limits, started), most)
            mapped = answer if isinstance(answer, PydeclError) else _mapped(answer, told)
            return mapped, lines, told.to_terms(numbers)
    except LimitError as error:
        return Answer.stopped(stopped_by(error), time.monotonic() - started), [], []


def prove_asked(
    game: AskedGame, position: Term, claim: Claim, depth: int | None, seconds: float | None
) -> Proof[Term]:
    """Search for a solution tree as `pydecl.programs.proof.prove`, on what SWI-Prolog tells of the game."""
    started = time.monotonic()
    try:
        asked = prolog_proof.question(claim, game.encode(position), depth)
        with recorded(game, asked, seconds) as told:
            left = None if seconds is None else max(0.0, seconds - (time.monotonic() - started))
            found = proof.prove(told, told.root, claim, depth, left)
            terms = _terms([entry.position for entry in found.entries], told)
            return found.map(terms.__getitem__)
    except LimitError as error:
        return Proof(stopped_by(error), None, (), None, time.monotonic() - started)


def _left(limits: Limits, started: float) -> Limits:
    """The limits, with the time that the recording has left of theirs. Raises LimitError if that is none."""
    if limits.seconds is None:
        return limits
    left = limits.seconds - (time.monotonic() - started)
    if left <= 0:
        raise LimitError(f"no answer within {limits.seconds:.3g} s")
    return replace(limits, seconds=left)


def _mapped(answer: Answer[int], told: RecordedGame) -> Answer[Term]:
    """The same answer about terms."""
    numbers = [*(() if answer.best is None else (answer.best,)), *(answer.evaluated or ())]
    return answer.map(_terms(numbers, told).__getitem__)


def _terms(numbers: Sequence[int], told: RecordedGame) -> Mapping[int, Term]:
    """The terms of these positions, which come in one round trip."""
    distinct = list(dict.fromkeys(numbers))
    return dict(zip(distinct, told.to_terms(distinct), strict=True)) if distinct else {}
