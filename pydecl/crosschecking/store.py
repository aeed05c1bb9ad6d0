"""What the batches of a run of the matrix have shown, kept to go on where it stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydecl.crosschecking.cases import make_case
from pydecl.crosschecking.laws import Fault, Law
from pydecl.crosschecking.matrix import Batch, CaseFault, Tally, named_apart
from pydecl.engines.prolog.installation import identity
from pydecl.kept import Answers, code
from pydecl.model.number import Number
from pydecl.model.program import Program
from pydecl.model.reader import read_term
from pydecl.model.result import Limits, Order, Settings
from pydecl.model.term import term_text

CODE = (
    ("model", "programs", "crosschecking", "games", "sandbox", "compiler", "engines"),
    ("textbook", "refined", "naive", "support", "games"),
)
"""What of pydecl's own code decides what a batch shows."""


def answers(store: Path, *, fresh: bool = False) -> Answers:
    """What batches have shown, as far as neither SWI-Prolog nor pydecl has changed since."""
    return Answers(store, "batch", *identity(), code(*CODE), fresh=fresh)


def question(batch: Batch, programs: Sequence[Program]) -> list[Any]:
    """What tells a batch, searched by some programs, from others."""
    names = sorted(program.value for program in programs)
    return [batch.shape.value, batch.seed, batch.first, batch.count, names]


def to_json(tally: Tally) -> dict[str, Any]:
    """As `read_tally` reads it."""
    return {
        "counts": [[program.value, law.value, count] for (program, law), count in tally.counts.items()],
        "faults": [
            [
                found.number,
                found.program.value,
                _limits_fields(found.limits),
                [found.fault.law.value, found.fault.expected, found.fault.found],
            ]
            for found in tally.faults
        ],
    }


def read_tally(batch: Batch, fields: dict[str, Any]) -> Tally:
    """What a batch showed, as `to_json` has told it."""
    counts = Counter({(Program(name), Law(law)): count for name, law, count in fields["counts"]})
    faults = []
    for number, program, limits, (law, expected, found) in fields["faults"]:
        case = named_apart(make_case(batch.shape, batch.seed, number), number)
        fault = Fault(Law(law), expected, found)
        faults.append(CaseFault(case, number, Program(program), _limits(limits), fault))
    return Tally(counts, faults)


def _limits_fields(limits: Limits) -> list[Any]:
    settings = limits.settings
    fields = [limits.depth, term_text(limits.alpha), term_text(limits.beta), settings.order.value]
    return [*fields, dict(settings.numbers)]


def _limits(fields: list[Any]) -> Limits:
    depth, alpha, beta, order, numbers = fields
    return Limits(depth, _number(alpha), _number(beta), settings=Settings(Order(order)).having(numbers))


def _number(text: str) -> Number:
    value = read_term(text)
    assert isinstance(value, Number)
    return value
