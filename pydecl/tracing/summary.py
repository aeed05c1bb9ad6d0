"""A stream of events in numbers.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.model.program import Program
>>> from pydecl.tracing.recording import record
>>> with consult("lecture19") as game:
...     found = summarised(record(game, Program.ALPHABETA, engine="python").events())
>>> found.nodes, found.leaves, found.cuts, found.deepest, found.value
(11, 5, {'shallow': 2, 'deep': 0, 'given': 0, 'none': 0}, 3, 4)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydecl.tracing.events import Event, Kind, Value
from pydecl.tracing.naming import value_json

CUTS = ("shallow", "deep", "given", "none")
"""Where the bound of a cut was set: at the parent, further up, in the given window; or there is none."""


@dataclass(frozen=True)
class Summary:
    """How often each kind of event is there, the deepest ply, and the root's value.

    `cuts` counts them by CUTS. `value` is None if the search did not come to its end, or gave no number.
    """

    events: Mapping[Kind, int]
    cuts: Mapping[str, int]
    deepest: int
    value: Value | None

    @property
    def nodes(self) -> int:
        return self.events[Kind.ENTER]

    @property
    def leaves(self) -> int:
        return self.events[Kind.LEAF]

    @property
    def hits(self) -> int:
        return self.events[Kind.HIT]

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        return {
            "events": {kind.value: number for kind, number in self.events.items()},
            "nodes": self.nodes,
            "leaves": self.leaves,
            "hits": self.hits,
            "cuts": dict(self.cuts),
            "deepest": self.deepest,
            "value": value_json(self.value),
        }


def summarised(events: Iterable[Event]) -> Summary:
    """Count a whole stream."""
    kinds: Counter[Kind] = Counter()
    cuts: Counter[str] = Counter()
    deepest = 0
    value: Value | None = None
    for event in events:
        kinds[event.kind] += 1
        deepest = max(deepest, event.ply)
        if event.kind is Kind.CUT:
            cuts[_origin(event)] += 1
        elif event.kind is Kind.VALUE and event.ply == 0:
            value = event.value
    return Summary({kind: kinds[kind] for kind in Kind}, {name: cuts[name] for name in CUTS}, deepest, value)


def _origin(event: Event) -> str:
    if event.bound is None:
        return "none"
    return "given" if event.reach is None else event.reach.value
