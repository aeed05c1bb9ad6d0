"""What a search was asked, and what it answers.

Every value is from MAX's point of view. An unknown value is None, never a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Generic, TypeVar

from pydecl.errors import Exit, InputError
from pydecl.model.game import P
from pydecl.model.number import INFINITY, Number, less, number_json
from pydecl.model.term import Term

Q = TypeVar("Q", bound=Hashable)


class Program(Enum):
    """The lecture's programs, under the textbook's names."""

    WON = "won"
    MINIMAX = "minimax"
    ALPHABETA = "alphabeta"


class Engine(Enum):
    """What executes a program."""

    PROLOG = "prolog"
    PYTHON = "python"


class Status(Enum):
    """Whether a search ran to its end, and what stopped it if not."""

    COMPLETE = "complete"
    TIME = "time"
    MEMORY = "memory"
    INTERRUPTED = "interrupted"


class Bound(Enum):
    """How a value relates to V(P): equal, at most it (lower), at least it (upper)."""

    EXACT = "exact"
    LOWER = "lower"
    UPPER = "upper"


@dataclass(frozen=True)
class Limits:
    """What a search may do, and within which window.

    `depth` is in plies, None for unlimited; `alpha` and `beta` are values from MAX's point of view and
    only alphabeta looks at them; `seconds` is wall time, None for unlimited.
    """

    depth: int | None = None
    alpha: Number = -INFINITY
    beta: Number = INFINITY
    seconds: float | None = 60.0

    def __post_init__(self) -> None:
        if self.depth is not None and self.depth < 0:
            raise InputError(f"the depth must be 0 or more plies, not {self.depth}")
        if less(self.beta, self.alpha):
            raise InputError(f"alpha ({self.alpha}) must not be above beta ({self.beta})")
        if self.seconds is not None and not self.seconds > 0:
            raise InputError(f"the time must be more than 0 seconds, not {self.seconds:g}")

    def one_ply_less(self) -> Limits:
        """The same limits, one ply further down the tree."""
        return self if self.depth is None else replace(self, depth=self.depth - 1)


@dataclass(frozen=True)
class Answer(Generic[P]):
    """What one run of a program on one engine gives.

    `value` is a number, or True, False for won, or None for unknown; `best` is a successor of the position
    that has the value; `horizon` is true where a position that is not terminal was evaluated; `seconds`
    is wall time. `nodes` and `leaves` are None where the engine had to be killed. `evaluated` lists the
    leaves in order where the run was told to record them.
    """

    status: Status
    value: Number | bool | None
    best: P | None
    nodes: int | None
    leaves: int | None
    horizon: bool
    seconds: float
    evaluated: tuple[P, ...] | None = None

    @classmethod
    def stopped(cls, status: Status, seconds: float) -> Answer[P]:
        """The answer of an engine that had to be killed."""
        return cls(status, None, None, None, None, False, seconds)

    @property
    def complete(self) -> bool:
        return self.status is Status.COMPLETE

    @property
    def exit_code(self) -> Exit:
        if self.complete:
            return Exit.FINE
        return Exit.INTERRUPTED if self.status is Status.INTERRUPTED else Exit.LIMIT

    def map(self, change: Callable[[P], Q]) -> Answer[Q]:
        """The same answer about other positions."""
        return Answer(
            self.status,
            self.value,
            None if self.best is None else change(self.best),
            self.nodes,
            self.leaves,
            self.horizon,
            self.seconds,
            None if self.evaluated is None else tuple(map(change, self.evaluated)),
        )

    def bound(self, program: Program, limits: Limits) -> Bound | None:
        """What the value says about V(P): the contract of the good-enough value V(P, Alpha, Beta)."""
        if self.value is None:
            return None
        if program is Program.ALPHABETA:
            if less(self.value, limits.alpha):
                return Bound.UPPER
            if less(limits.beta, self.value):
                return Bound.LOWER
        return Bound.EXACT


@dataclass(frozen=True)
class Result:
    """A finished question: program, engine, position, limits, and the answer with its variation.

    Positions and moves are Prolog terms; `notation` writes a position, and `write` a move, as the game does.
    `variation` lists the positions of best play from the successor `best` onwards; `interrupted` says that
    the user did not wait for it.
    """

    game: str
    position: Term
    program: Program
    engine: Engine
    limits: Limits
    answer: Answer[Term]
    best_move: Term | None
    variation: Sequence[Term]
    notation: Callable[[Term], str]
    write: Callable[[Term], str]
    interrupted: bool = False

    @property
    def exit_code(self) -> Exit:
        return Exit.INTERRUPTED if self.interrupted else self.answer.exit_code

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        answer, written = self.answer, self.notation
        bound = answer.bound(self.program, self.limits)
        best = None
        if answer.best is not None:
            move = None if self.best_move is None else self.write(self.best_move)
            best = {"move": move, "position": written(answer.best)}
        value = answer.value
        fields: dict[str, Any] = {
            "game": self.game,
            "program": self.program.value,
            "engine": self.engine.value,
            "position": written(self.position),
            "depth": self.limits.depth,
            "value": value if value is None or isinstance(value, bool) else number_json(value),
            "bound": None if bound is None else bound.value,
            "complete": answer.complete,
            "horizon": answer.horizon,
            "best": best,
            "variation": [written(position) for position in self.variation],
            "nodes": answer.nodes,
            "leaves": answer.leaves,
            "seconds": round(answer.seconds, 6),
        }
        if answer.evaluated is not None:
            fields["evaluated"] = [written(position) for position in answer.evaluated]
        return fields
