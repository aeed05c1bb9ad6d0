"""Work out claims, in order.

>>> from pydecl.claims.catalogue import chosen
>>> for report in run(chosen(ids=["l20-queen"])):
...     print(report.claim.id, report.verdict)
...     print(report.command)
l20-queen true
pydecl search chess:knight=4 --position '3nk3/8/8/8/8/8/8/3QK3 w - - 0 1' --depth 0 --program minimax
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pydecl.claims.claim import Claim, Found
from pydecl.claims.workshop import Workshop
from pydecl.engines.registry import REFERENCE
from pydecl.errors import InternalFault, LimitError
from pydecl.errors.unforeseen import named
from pydecl.sandbox.executing import executor, finished
from pydecl.sandbox.work import PieceExecutor, Task, Work


@dataclass(frozen=True)
class Report:
    """A claim and what was found: None where the time was over, or a `fault` ended it."""

    claim: Claim
    found: Found | None
    seconds: float
    """Wall time."""
    fault: InternalFault | None = None

    @property
    def verdict(self) -> str | None:
        return None if self.found is None else self.found.verdict.value

    @property
    def command(self) -> str:
        """What shows the witness."""
        shown = None if self.found is None else self.found.command
        return shown or f"pydecl claims --only {self.claim.id}"

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        claim = self.claim
        return {
            "id": claim.id,
            "lecture": claim.lecture.value,
            "section": claim.section,
            "quotation": claim.quotation,
            "scope": claim.scope,
            "verdict": self.verdict,
            "witness": None if self.found is None else self.found.witness,
            "command": self.command,
            "fault": None if self.fault is None else str(self.fault),
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True)
class Setup:
    """What a process works out claims with: the engine, and the time for all of them, None for no limit."""

    engine: str
    seconds: float | None


def run(
    claims: Sequence[Claim],
    engine: str = REFERENCE,
    seconds: float | None = None,
    *,
    jobs: int = 1,
    cluster: str | PieceExecutor | None = None,
) -> Generator[Report, None, None]:
    """A report of each claim, in order; `seconds` is the time for all of them, None for no limit.

    So many `jobs` work at a time, or a `cluster` works: see `pydecl/sandbox/executing.py`.
    """
    work = Work("pydecl.claims.running:working", Setup(engine, seconds))
    found: dict[int, Computed] = {}
    told = 0
    with executor(jobs, len(claims), cluster) as running:
        for place, future in finished(running, work, claims):
            found[place] = future.result()
            while told in found:
                yield Report(claims[told], *found.pop(told))
                told += 1


Computed = tuple[Found | None, float, InternalFault | None]
"""What was found, in how many seconds, and the fault that ended it."""


@contextmanager
def working(setup: Setup) -> Iterator[Task]:
    """What a process works out claims with: see `pydecl/sandbox/work.py`."""
    with Workshop(setup.engine, setup.seconds) as shop:
        yield lambda claim, _: _computed(shop, claim)


def _computed(shop: Workshop, claim: Claim) -> Computed:
    started = time.monotonic()
    found: Found | None = None
    fault: InternalFault | None = None
    try:
        shop.left()
        found = claim.compute(shop)
    except LimitError:
        shop.close()
    except Exception as error:
        shop.close()
        fault = _internal(error)
    return found, time.monotonic() - started, fault


def _internal(error: Exception) -> InternalFault:
    """An exception that nobody foresaw; raises what was foreseen."""
    told = named(error)
    if not isinstance(told, InternalFault):
        raise told from None
    return told
