"""The twins on facts that are supplied: by whom, who asks says."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from typing import TypeVar

from pydecl.engines.prolog.searching import stopped_by
from pydecl.engines.python.facts import FactsGame
from pydecl.errors import LimitError, PydeclError, UnfitError
from pydecl.model.deadline import NEVER
from pydecl.model.program import Program
from pydecl.model.proof import Claim, Proof
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Term
from pydecl.programs import proof
from pydecl.programs.registry import complete
from pydecl.programs.run import run
from pydecl.programs.tracing import trace

T = TypeVar("T")

Supply = Callable[[Limits], AbstractContextManager[FactsGame]]
"""Facts for a search within limits, as long as they can be told."""


def run_supplied(
    program: Program, suppliers: Sequence[Supply], limits: Limits, *, record_leaves: bool = False
) -> Answer[Term]:
    """Run a program's twin on the facts of the first of the suppliers that has all that it asks for.

    Raises ContractError as `pydecl.programs.run.run`, and UnfitError if others must supply the facts.
    """
    started = time.monotonic()

    def on_facts(told: FactsGame, left: Limits) -> Answer[Term]:
        return _mapped(run(program, told, told.root, left, record_leaves=record_leaves), told)

    try:
        found = _first(suppliers, complete(program, limits), on_facts)
        return replace(found, seconds=time.monotonic() - started)
    except LimitError as error:
        return Answer.stopped(stopped_by(error), time.monotonic() - started)
    except KeyboardInterrupt:
        return Answer.stopped(Status.INTERRUPTED, time.monotonic() - started)


def trace_supplied(
    program: Program, suppliers: Sequence[Supply], limits: Limits, most: int
) -> tuple[Answer[Term] | PydeclError, list[str], Sequence[Term]]:
    """As `run_supplied`, with the events as lines, as `pydecl.programs.tracing.trace` tells them."""
    started = time.monotonic()

    def on_facts(
        told: FactsGame, left: Limits
    ) -> tuple[Answer[Term] | PydeclError, list[str], Sequence[Term]]:
        answer, lines, numbers = trace(program, told, told.root, left, most)
        if isinstance(answer, UnfitError):
            raise answer
        mapped = answer if isinstance(answer, PydeclError) else _mapped(answer, told)
        return mapped, lines, told.to_terms(numbers)

    try:
        return _first(suppliers, complete(program, limits), on_facts)
    except LimitError as error:
        return Answer.stopped(stopped_by(error), time.monotonic() - started), [], []


def prove_supplied(supply: Supply, claim: Claim, depth: int | None, seconds: float | None) -> Proof[Term]:
    """Search for a solution tree as `pydecl.programs.proof.prove`, on facts."""
    started = time.monotonic()

    def on_facts(told: FactsGame, left: Limits) -> Proof[Term]:
        found = proof.prove(told, told.root, claim, depth, left.seconds)
        terms = _terms([entry.position for entry in found.entries], told)
        return found.map(terms.__getitem__)

    try:
        return _first([supply], Limits(depth, seconds=seconds), on_facts)
    except LimitError as error:
        return Proof(stopped_by(error), None, (), None, time.monotonic() - started)


def _first(suppliers: Sequence[Supply], limits: Limits, ask: Callable[[FactsGame, Limits], T]) -> T:
    """What comes of the facts of the first supplier that has all that is asked for, all within the limits."""
    until = NEVER.or_after(limits.seconds)
    *others, last = suppliers

    def on_facts_of(supply: Supply) -> T:
        with supply(limits.until(until)) as told:
            return ask(told, limits.until(until))

    for supply in others:
        with suppress(UnfitError):
            return on_facts_of(supply)
    return on_facts_of(last)


def _mapped(answer: Answer[int], told: FactsGame) -> Answer[Term]:
    """The same answer about terms."""
    numbers = [*(() if answer.best is None else (answer.best,)), *(answer.evaluated or ())]
    return answer.map(_terms(numbers, told).__getitem__)


def _terms(numbers: Sequence[int], told: FactsGame) -> Mapping[int, Term]:
    """The terms of these positions, which come in one round trip."""
    distinct = list(dict.fromkeys(numbers))
    return dict(zip(distinct, told.to_terms(distinct), strict=True)) if distinct else {}
