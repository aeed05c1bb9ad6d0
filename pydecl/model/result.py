"""What a search was asked, and what it answers.

Every value is from MAX's point of view. An unknown value is None, never a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Generic, TypeVar

from pydecl.errors import Exit, InputError, LimitError
from pydecl.model.deadline import Deadline
from pydecl.model.number import INFINITY, Number, equal, less, number_json, number_text, whole
from pydecl.model.player import Outcome, P
from pydecl.model.program import Contract, Kind, LookedUp, OwnProgram, Program
from pydecl.model.shown import Shown
from pydecl.model.term import Term

Q = TypeVar("Q", bound=Hashable)


class Preferred(Enum):
    """Which rules the searches in Python take where a game has both."""

    HAND = "hand"
    COMPILED = "compiled"


class Rules(Enum):
    """Where the rules that the searches in Python ask come from."""

    INDEPENDENT = "independent"
    """Written by hand in Python, without a look at those in Prolog."""

    COMPILED = "compiled"
    """The same text, run without the game's SWI-Prolog."""

    SHARED = "shared"
    """SWI-Prolog's answers, or the other way round."""


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


class Order(Enum):
    """The order in which the moves are searched.

    The game's, the best or the worst first, shuffled, or by the static values, the best first.
    """

    GAME = "game"
    BEST = "best"
    WORST = "worst"
    RANDOM = "random"
    STATIC = "static"


@dataclass(frozen=True)
class Settings:
    """What some programs want to know besides.

    `order` is the order of moves and `seed` the random one's; `win` and `max_ply` are WIN and MAX_PLY of
    'Forcing progress in winning positions'; `extension` is how many plies quiescence goes on. These say which
    tree is searched. `given` has what single programs declare of their own, by name.
    """

    order: Order = Order.GAME
    seed: int = 0
    win: int = 1000
    max_ply: int = 100
    extension: int = 8
    given: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        if not 0 < self.max_ply < self.win:
            raise InputError(f"MAX_PLY ({self.max_ply}) must be more than 0 and less than WIN ({self.win})")
        if self.extension < 0:
            raise InputError(f"the extension must be 0 or more plies, not {self.extension}")
        if not 0 <= self.seed < 1 << 32:
            raise InputError(f"the seed must be from 0 to {(1 << 32) - 1}, not {self.seed}")

    @property
    def numbers(self) -> Mapping[str, int]:
        """All of it that is a number, by name.

        >>> Settings(given=(("playouts", 50),)).numbers
        {'seed': 0, 'win': 1000, 'max_ply': 100, 'extension': 8, 'playouts': 50}
        """
        return {name: getattr(self, name) for name in NUMBERS} | dict(self.given)

    def having(self, numbers: Mapping[str, int]) -> Settings:
        """The same settings but for these numbers.

        >>> Settings().having({"win": 50, "max_ply": 9, "playouts": 8}) == Settings(
        ...     win=50, max_ply=9, given=(("playouts", 8),)
        ... )
        True
        """
        named = {name: value for name, value in numbers.items() if name in NUMBERS}
        given = dict(self.given) | {name: value for name, value in numbers.items() if name not in NUMBERS}
        return replace(self, **named, given=tuple(given.items()))  # type: ignore[arg-type]


NUMBERS = ("seed", "win", "max_ply", "extension")
"""The settings that no single program declares; the last three say which tree is searched."""

DEFAULTS = Settings()


@dataclass(frozen=True)
class Solution:
    """A solved position: how it ends for MAX under best play, and after how many plies.

    The winner hurries and the loser delays. `plies` is None for endless play, and where the program does
    not count.

    >>> str(Solution(Outcome.WON, 3)), str(Solution(Outcome.DRAWN, None))
    ('won in 3', 'drawn')
    """

    outcome: Outcome
    plies: int | None = None

    def __str__(self) -> str:
        return self.outcome.value if self.plies is None else f"{self.outcome.value} in {self.plies}"

    def a_ply_earlier(self) -> Solution:
        """How it ends from the position before, by the move that leads here.

        >>> str(Solution(Outcome.WON, 3).a_ply_earlier())
        'won in 4'
        """
        return self if self.plies is None else replace(self, plies=self.plies + 1)

    def agrees(self, other: object) -> bool:
        """Whether both may be right."""
        return self == other

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        return {"outcome": self.outcome.value, "plies": self.plies}


ROUNDING = 1e-12
"""What the rounding of doubles may add up to."""


@dataclass(frozen=True)
class Expectation:
    """What a position is worth for MAX under best play: between two bounds, from -1, lost, to 1, won.

    >>> str(Expectation(0.25, 0.25)), str(Expectation(0.5, 0.5000001)), str(Expectation(-0.5, 0.5))
    ('0.25', '0.50000005 ± 5e-08', '0 ± 0.5')
    """

    lower: float
    upper: float

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return (self.lower + self.upper) / 2

    @property
    def gap(self) -> float:
        """How far apart the bounds are."""
        return max(0.0, self.upper - self.lower)

    def agrees(self, other: object) -> bool:
        """Whether both may be right: their bounds have something in common, but for the rounding of doubles.

        >>> one = Expectation(0.1, 0.2)
        >>> one.agrees(Expectation(0.2, 0.3)), one.agrees(Expectation(0.3, 0.3))
        (True, False)
        """
        if not isinstance(other, Expectation):
            return False
        return self.lower <= other.upper + ROUNDING and other.lower <= self.upper + ROUNDING

    def a_ply_earlier(self) -> Expectation:
        """What the position before is worth if the move leads here: plies do not count."""
        return self

    def to_json(self) -> dict[str, float]:
        """The fields that other programs may rely on."""
        return {"value": self.value, "lower": self.lower, "upper": self.upper}

    def __str__(self) -> str:
        return _rounded(self.value, self.gap) + (f" ± {self.gap / 2:.2g}" if self.gap else "")


def _rounded(value: float, gap: float) -> str:
    """A value with as many places as its gap lets be told, ten at the most.

    >>> _rounded(1 / 3, 0.0), _rounded(1 / 3, 1e-5), _rounded(-0.0, 0.0)
    ('0.3333333333', '0.333333', '0')
    """
    places = 10
    while places > 1 and 10.0 ** -(places - 1) < gap / 10:
        places -= 1
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


End = Solution | Expectation
"""How a position ends under best play; in a game of chance, what it is worth."""

Value = Number | bool | Solution
"""What a search finds: a number or a solution from MAX's point of view, or whether MAX has won."""


def value_text(value: Value | None) -> str:
    """A value as pydecl prints it.

    >>> [value_text(value) for value in (None, True, 1, 1.0, Solution(Outcome.LOST, 2))]
    ['unknown', 'true', '1', '1.0', 'lost in 2']
    """
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, Solution) else number_text(value)


UNLIMITED = 1 << 59
"""A depth, in plies, or a time, in seconds, that no search reaches."""


@dataclass(frozen=True)
class Limits:
    """What a search may do, and within which window.

    `depth` is in plies, None for unlimited; `alpha` and `beta` are values from MAX's point of view, for the
    programs that take a window; `seconds` is wall time, None for unlimited; `cores` is how many search at the
    same time, on an engine that splits searches.
    """

    depth: int | None = None
    alpha: Number = -INFINITY
    beta: Number = INFINITY
    seconds: float | None = 60.0
    settings: Settings = DEFAULTS
    cores: int = 1

    def __post_init__(self) -> None:
        whole(1, cores=self.cores)
        if self.depth is not None and (not isinstance(self.depth, int) or self.depth < 0):
            raise InputError(f"the depth must be 0 or more plies, not {self.depth!r}")
        if less(self.beta, self.alpha):
            raise InputError(f"alpha ({self.alpha}) must not be above beta ({self.beta})")
        if self.seconds is not None and not self.seconds > 0:
            raise InputError(f"the time must be more than 0 seconds, not {self.seconds:g}")

    @property
    def plies(self) -> int:
        """The depth, if there is none as a number that no search reaches."""
        return UNLIMITED if self.depth is None else min(self.depth, UNLIMITED)

    def until(self, end: Deadline) -> Limits:
        """The same limits, with no more time than is left until then. Raises LimitError if none is."""
        left = end.most(self.seconds)
        if left is not None and left <= 0:
            raise LimitError("time is up")
        return replace(self, seconds=left)

    def one_ply_less(self) -> Limits:
        """The same limits, one ply further down the tree; at the horizon quiescence's extension is used."""
        if self.depth is None:
            return self
        if self.depth > 0:
            return replace(self, depth=self.depth - 1)
        settings = replace(self.settings, extension=max(self.settings.extension - 1, 0))
        return replace(self, settings=settings)


@dataclass(frozen=True)
class Answer(Generic[P]):
    """What one run of a program on one engine gives.

    `value` is None for unknown; `best` is a successor of the position that has the value; `horizon` is true
    where a position that is not terminal was evaluated; `seconds` is wall time. `nodes` and `leaves` are
    None where the engine had to be killed. `evaluated` lists the leaves in order where the run was told to
    record them. `hits` counts the nodes whose value came from a table; `reached` is the depth of the last
    iteration that was finished, where the program goes deeper and deeper. `culprit` says what used up the
    memory, where that is known. `instead` says why another engine than the one asked has answered, and
    `answered_by` which. `again` is the value and the successor of a further answer, on backtracking, that a
    program of the rules file's own gives, if it differs.
    """

    status: Status
    value: Value | None
    best: P | None
    nodes: int | None
    leaves: int | None
    horizon: bool
    seconds: float
    evaluated: tuple[P, ...] | None = None
    hits: int = 0
    reached: int | None = None
    culprit: str = ""
    instead: str = ""
    answered_by: str = ""
    again: tuple[Number | None, P | None] | None = None

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
        return replace(  # type: ignore[return-value]
            self,
            best=None if self.best is None else change(self.best),  # type: ignore[arg-type]
            evaluated=None if self.evaluated is None else tuple(map(change, self.evaluated)),  # type: ignore[arg-type]
        )

    def bound(self, contract: Contract, limits: Limits) -> Bound | None:
        """What the value says about V(P), by the program's contract; None for an unknown one."""
        if self.value is None:
            return None
        if isinstance(self.value, bool | Solution) or not contract.window:
            return Bound.EXACT
        if less(self.value, limits.alpha):
            return Bound.UPPER
        if less(limits.beta, self.value):
            return Bound.LOWER
        if contract.kind is not Kind.GOOD_ENOUGH:  # a value on the edge of the window may be a bound
            if limits.alpha > -INFINITY and equal(self.value, limits.alpha):
                return Bound.UPPER
            if limits.beta < INFINITY and equal(self.value, limits.beta):
                return Bound.LOWER
        return Bound.EXACT


@dataclass(frozen=True)
class Written:
    """The positions of a result, and its best move, as the game writes them; None for what there is not."""

    position: str
    best: str | None
    move: str | None
    variation: Sequence[str]
    evaluated: Sequence[str] | None


@dataclass(frozen=True)
class Result(Shown):
    """A finished question: program, engine, position, limits, and the answer with its variation.

    It is plain data, which can be pickled and copied. Positions and moves are Prolog terms; `written` has
    them in the game's notation. `variation` lists the positions of best play from the successor `best`
    onwards; `interrupted` says that the user did not wait for it.

    >>> import pydecl
    >>> result = pydecl.search("lecture19", "alphabeta", evaluated=True)
    >>> result.value, str(result.best_move), result.written.evaluated
    (4, 'b', ('i', 'j', 'k', 'm', 'n'))
    """

    game: str
    position: Term
    program: Program | OwnProgram | LookedUp
    contract: Contract
    engine: str
    limits: Limits
    answer: Answer[Term]
    best_move: Term | None
    variation: Sequence[Term]
    written: Written
    interrupted: bool = False

    def __repr__(self) -> str:
        best = "" if self.written.best is None else f", best {self.written.move or self.written.best}"
        how = "" if isinstance(self.program, LookedUp) else f" on {self.engine}"
        value = value_text(self.value)
        return f"<{self.game}: {self.program.value}{how}, value {value}{best}, {self.nodes} nodes>"

    @property
    def value(self) -> Value | None:
        """What the search found, from MAX's point of view; None for unknown."""
        return self.answer.value

    @property
    def bound(self) -> Bound | None:
        """How the value relates to V(P); None where it is unknown."""
        return self.answer.bound(self.contract, self.limits)

    @property
    def best(self) -> Term | None:
        """The position that the best move leads to, as a term."""
        return self.answer.best

    @property
    def complete(self) -> bool:
        """Whether the search ran to its end, within all limits but the depth."""
        return self.answer.complete

    @property
    def horizon(self) -> bool:
        """Whether a position was evaluated in which the game goes on, so that the value is an estimate."""
        return self.answer.horizon

    @property
    def nodes(self) -> int | None:
        """How many positions were searched; None where the engine had to be killed."""
        return self.answer.nodes

    @property
    def leaves(self) -> int | None:
        """How many of the nodes were evaluated statically."""
        return self.answer.leaves

    @property
    def seconds(self) -> float:
        """Wall time."""
        return self.answer.seconds

    @property
    def evaluated(self) -> tuple[Term, ...] | None:
        """The leaves in the order of their evaluation, where that was asked for."""
        return self.answer.evaluated

    @property
    def exit_code(self) -> Exit:
        return Exit.INTERRUPTED if self.interrupted else self.answer.exit_code

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        answer, written = self.answer, self.written
        bound = answer.bound(self.contract, self.limits)
        best = None
        if answer.best is not None:
            best = {"move": written.move, "position": written.best}
        value = answer.value
        fields: dict[str, Any] = {
            "game": self.game,
            "program": self.program.value,
            "engine": self.engine,
            "position": written.position,
            "depth": self.limits.depth,
            **({"cores": self.limits.cores} if self.limits.cores > 1 else {}),
            "value": value_json(value),
            "bound": None if bound is None else bound.value,
            "complete": answer.complete,
            "horizon": answer.horizon,
            "best": best,
            "variation": list(written.variation),
            "nodes": answer.nodes,
            "leaves": answer.leaves,
            "seconds": round(answer.seconds, 6),
        }
        told = {
            "hits": answer.hits or None,
            "reached": answer.reached,
            "stopped": None if answer.complete else answer.status.value,
            "culprit": answer.culprit or None,
            "instead": answer.instead or None,
        }
        fields |= {name: one for name, one in told.items() if one is not None}
        if isinstance(value, Solution):
            fields["plies"] = value.plies
        if written.evaluated is not None:
            fields["evaluated"] = list(written.evaluated)
        return fields


def value_json(value: Value | Outcome | None) -> int | float | str | bool | None:
    """A value as JSON has it: infinities and rationals, and how a game ended, are strings."""
    if isinstance(value, Solution | Outcome):
        return value.value if isinstance(value, Outcome) else value.outcome.value
    return value if value is None or isinstance(value, bool) else number_json(value)
