"""The twins on facts that are supplied: by whom, who asks says."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from pydecl.engines.prolog.searching import stopped_by
from pydecl.engines.python.facts import FactsGame
from pydecl.errors import LimitError, PydeclError, UnfitError
from pydecl.model.program import Program
from pydecl.model.proof import Claim, Proof
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Term
from pydecl.programs import proof
from pydecl.programs.registry import complete
from pydecl.programs.run import run
from pydecl.programs.tracing import trace

Supply = Callable[[Limits], AbstractContextManager[FactsGame]]
"""Facts for a search within limits, as long as they can be told."""


def run_supplied(
    program: Program, supply: Supply, limits: Limits, *, record_leaves: bool = False
) -> Answer[Term]:
    """Run a program's twin on facts.

    Raises ContractError as `pydecl.programs.run.run`, and UnfitError if others must supply the facts.
    """
    started = time.monotonic()
    limits = complete(program, limits)
    try:
        with supply(limits) as told:
            found = run(program, told, told.root, _left(limits, started), record_leaves=record_leaves)
            return replace(_mapped(found, told), seconds=time.monotonic() - started)
    except LimitError as error:
        return Answer.stopped(stopped_by(error), time.monotonic() - started)
    except KeyboardInterrupt:
        return Answer.stopped(Status.INTERRUPTED, time.monotonic() - started)


def trace_supplied(
    program: Program, supply: Supply, limits: Limits, most: int
) -> tuple[Answer[Term] | PydeclError, list[str], Sequence[Term]]:
    """As `run_supplied`, with the events as lines, as `pydecl.programs.tracing.trace` tells them."""
    started = time.monotonic()
    limits = complete(program, limits)
    try:
        with supply(limits) as told:
            answer, lines, numbers = trace(program, told, told.root, _left(limits, started), most)
            if isinstance(answer, UnfitError):
                raise answer
            mapped = answer if isinstance(answer, PydeclError) else _mapped(answer, told)
            return mapped, lines, told.to_terms(numbers)
    except LimitError as error:
        return Answer.stopped(stopped_by(error), time.monotonic() - started), [], []


def prove_supplied(supply: Supply, claim: Claim, depth: int | None, seconds: float | None) -> Proof[Term]:
    """Search for a solution tree as `pydecl.programs.proof.prove`, on facts."""
    started = time.monotonic()
    limits = Limits(depth, seconds=seconds)
    try:
        with supply(limits) as told:
            found = proof.prove(told, told.root, claim, depth, _left(limits, started).seconds)
            terms = _terms([entry.position for entry in found.entries], told)
            return found.map(terms.__getitem__)
    except LimitError as error:
        return Proof(stopped_by(error), None, (), None, time.monotonic() - started)


def _left(limits: Limits, started: float) -> Limits:
    """The limits, with the time that is left. Raises LimitError if there is none."""
    if limits.seconds is None:
        return limits
    left = limits.seconds - (time.monotonic() - started)
    if left <= 0:
        raise LimitError(f"no answer within {limits.seconds:.3g} s")
    return replace(limits, seconds=left)


def _mapped(answer: Answer[int], told: FactsGame) -> Answer[Term]:
    """The same answer about terms."""
    numbers = [*(() if answer.best is None else (answer.best,)), *(answer.evaluated or ())]
    return answer.map(_terms(numbers, told).__getitem__)


def _terms(numbers: Sequence[int], told: FactsGame) -> Mapping[int, Term]:
    """The terms of these positions, which come in one round trip."""
    distinct = list(dict.fromkeys(numbers))
    return dict(zip(distinct, told.to_terms(distinct), strict=True)) if distinct else {}
