"""What a solved game has of each position in files, beside its key: how it ends, or what it is worth.

>>> [column.name for column in SOLUTIONS.columns], [column.name for column in EXPECTATIONS.columns]
(['value', 'plies'], ['lower', 'upper'])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pydecl.model.game import MAX, Player
from pydecl.model.keyed import solution_of
from pydecl.model.result import ROUNDING, End, Expectation, Solution


@dataclass(frozen=True)
class Column:
    """A column of numbers: `kind` is the type that Parquet has, `code` that of an array in memory.

    If machine code has other bytes than the file, `stored` and `told` make the one of the other.
    """

    name: str
    kind: str
    code: str
    encoding: str
    stored: bytes | None = None
    told: bytes | None = None


@dataclass(frozen=True)
class Content:
    """The columns, and what they say.

    `end_of` makes of the numbers of a row what they tell; `best` tells which of the successors the best moves
    lead to, by the player to move and by how it ends here, and there.
    """

    columns: Sequence[Column]
    end_of: Callable[..., End]
    best: Callable[[Player, End, Sequence[End]], Sequence[int]]


def best_solutions(mover: Player, here: End, ends: Sequence[End]) -> Sequence[int]:  # noqa: ARG001
    """Those that keep the outcome, in the plies that it says."""
    assert isinstance(here, Solution)
    wanted = here if here.plies is None else Solution(here.outcome, here.plies - 1)
    return [number for number, end in enumerate(ends) if end == wanted]


def best_expectations(mover: Player, here: End, ends: Sequence[End]) -> Sequence[int]:  # noqa: ARG001
    """Those that may be worth most to the mover, as far as the bounds tell.

    >>> ends = [Expectation(0.1, 0.1), Expectation(0.2, 0.4), Expectation(0.3, 0.3)]
    >>> best_expectations(MAX, Expectation(0.3, 0.4), ends)
    [1, 2]
    """
    bounds = [(end.lower, end.upper) for end in ends if isinstance(end, Expectation)]
    if mover is not MAX:
        bounds = [(-upper, -lower) for lower, upper in bounds]
    least = max(lower for lower, _ in bounds)
    return [number for number, (_, upper) in enumerate(bounds) if upper + ROUNDING >= least]


SOLUTIONS = Content(
    (
        Column(
            "value", "int8", "b", "PLAIN", bytes.maketrans(b"\2", b"\xff"), bytes.maketrans(b"\xff", b"\2")
        ),
        Column("plies", "int32", "i", "BYTE_STREAM_SPLIT"),
    ),
    solution_of,
    best_solutions,
)
"""Outcomes, which machine code numbers: 1 is won, -1 lost, 0 drawn; and plies."""

EXPECTATIONS = Content(
    (
        Column("lower", "double", "d", "BYTE_STREAM_SPLIT"),
        Column("upper", "double", "d", "BYTE_STREAM_SPLIT"),
    ),
    Expectation,
    best_expectations,
)
"""The bounds of what the positions of a game of chance are worth."""
