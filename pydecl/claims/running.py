"""Work out claims, one after the other.

>>> from pydecl.claims.catalogue import chosen
>>> for report in run(chosen(ids=["l20-queen"])):
...     print(report.claim.id, report.verdict, report.command)
l20-queen true pydecl search chess:knight=4 --position '3nk3/8/8/8/8/8/8/3QK3 w - - 0 1' --depth 0
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydecl.claims.claim import Claim, Found
from pydecl.claims.workshop import Workshop
from pydecl.engines.registry import REFERENCE
from pydecl.errors import InternalFault, LimitError
from pydecl.errors.unforeseen import named


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


def run(claims: Sequence[Claim], engine: str = REFERENCE, seconds: float | None = None) -> Iterator[Report]:
    """A report of each claim, in order; `seconds` is the time for all of them, None for no limit."""
    with Workshop(engine, seconds) as shop:
        for claim in claims:
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
            yield Report(claim, found, time.monotonic() - started, fault)


def _internal(error: Exception) -> InternalFault:
    """An exception that nobody foresaw; raises what was foreseen."""
    told = named(error)
    if not isinstance(told, InternalFault):
        raise told from None
    return told
