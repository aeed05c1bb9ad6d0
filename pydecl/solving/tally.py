"""Solved positions counted by who is to move, outcome and plies, and the furthest from their ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydecl.model.game import Outcome
from pydecl.model.keyed import OUTCOMES, PLAYERS, KeyCoding
from pydecl.model.solved import Furthest, Table
from pydecl.solving.files import AT_ONCE, Bytes, Column, pyarrow, whole

Place = tuple[int, int]
"""A mover and an outcome."""


class Tally:
    """Positions are added layer by layer."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[int, int, int]] = Counter()
        self._furthest: dict[Place, tuple[int, bytes]] = {}

    def add(self, coding: KeyCoding, keys: Column, movers: Column, outcomes: Column, plies: Column) -> None:
        """Add positions: their keys, a byte for who is to move, one for the outcome, and four for plies."""
        columns = ((keys, coding.size), (movers, 1), (outcomes, 1), (plies, 4))
        for at in range(0, len(outcomes), AT_ONCE):
            part, *told = (column[at * each : (at + AT_ONCE) * each] for column, each in columns)
            self._add(coding, part, told)

    def _add(self, coding: KeyCoding, keys: Bytes, told: Sequence[Bytes]) -> None:
        """Add some of them."""
        pa = pyarrow()
        columns = list(map(whole, (pa.uint8(), pa.uint8(), pa.uint32()), told))
        names = ["mover", "outcome", "plies"]
        groups = pa.table(columns, names=names).group_by(names).aggregate([([], "count_all")])
        for row in groups.to_pylist():
            mover, outcome, ends_in = (row[name] for name in names)
            self._counts[mover, outcome, ends_in] += row["count_all"]
            if (
                ends_in > self._furthest.get((mover, outcome), (-1, b""))[0]
                and OUTCOMES[outcome] != Outcome.DRAWN
            ):
                at = _first(pa, columns, (mover, outcome, ends_in)) * coding.size
                self._furthest[mover, outcome] = ends_in, bytes(keys[at : at + coding.size])

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """How many positions have each outcome and number of plies."""
        found: dict[str, dict[str, int]] = {outcome.value: {} for outcome in Outcome}
        for (_, outcome, plies), count in sorted(self._counts.items(), key=lambda item: item[0][2]):
            some = found[OUTCOMES[outcome].value]
            name = str(plies) if outcome else ""
            some[name] = some.get(name, 0) + count
        return found

    def table(self, written: Callable[[bytes], str]) -> list[Table]:
        """A row for MAX and one for MIN; `written` writes the position of a key."""
        return [row for mover in (1, 0) if (row := self._row(mover, written)).positions]

    def _row(self, mover: int, written: Callable[[bytes], str]) -> Table:
        counts: Counter[Outcome] = Counter()
        for (one, outcome, _), count in self._counts.items():
            if one == mover:
                counts[OUTCOMES[outcome]] += count
        furthest = {
            OUTCOMES[outcome]: Furthest(plies, written(key))
            for (one, outcome), (plies, key) in self._furthest.items()
            if one == mover
        }
        return Table(
            PLAYERS[mover].value,
            counts.total(),
            counts[Outcome.WON],
            counts[Outcome.DRAWN],
            counts[Outcome.LOST],
            furthest.get(Outcome.WON),
            furthest.get(Outcome.LOST),
        )

    def furthest(self, outcome: Outcome) -> tuple[int, bytes] | None:
        """The plies and the key of the position of this outcome that is furthest from its end."""
        number = OUTCOMES.index(outcome)
        found = [one for (_, other), one in self._furthest.items() if other == number]
        return max(found, default=None)

    def to_json(self) -> Mapping[str, Any]:
        """As `Tally.read` reads it."""
        return {
            "counts": [[*key, count] for key, count in sorted(self._counts.items())],
            "furthest": [[*place, plies, key.hex()] for place, (plies, key) in self._furthest.items()],
        }

    @classmethod
    def read(cls, told: Mapping[str, Sequence[Any]]) -> Tally:
        """What `to_json` has told. Raises KeyError, TypeError and ValueError."""
        tally = cls()
        tally._counts.update({(mover, outcome, plies): n for mover, outcome, plies, n in told["counts"]})
        for mover, outcome, plies, key in told["furthest"]:
            tally._furthest[mover, outcome] = plies, bytes.fromhex(key)
        return tally


def _first(pa: Any, columns: Sequence[Any], values: Sequence[int]) -> int:
    """The number of the first row with these values."""
    tests = [pa.compute.equal(column, value) for column, value in zip(columns, values, strict=True)]
    both = pa.compute.and_(pa.compute.and_(tests[0], tests[1]), tests[2])
    number: int = pa.compute.index(both, True).as_py()
    return number
