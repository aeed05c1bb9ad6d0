"""Solve a game: how every position ends under best play, or, in a game of chance, what it is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from pydecl.api.opening import AnyGame, Engine, opened
from pydecl.errors import PositionError
from pydecl.loading.rules_files import Reading
from pydecl.model.game import Outcome
from pydecl.model.position import Position
from pydecl.model.result import End, Solution
from pydecl.model.shown import Shown
from pydecl.model.solved import Solved
from pydecl.sandbox.session import MEMORY
from pydecl.solving import solver
from pydecl.solving.database import Database
from pydecl.solving.database import opened as opened_database
from pydecl.solving.keeping import check_target, save, unsolved

Told = TypeVar("Told", Solution, float)
"""What is told of a position."""


class _AllPositions(Generic[Told]):
    """The positions of a game, in its notation, and what is told of each, in the field of this name."""

    _FIELD: ClassVar[str]

    game: str
    engine: str
    roots: int
    positions: tuple[str, ...]
    seconds: float

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[str]:
        return iter(self.positions)

    def __getitem__(self, position: str | Position[Any]) -> Told:
        """What is told of a position. Raises PositionError where it is none of those that were solved."""
        try:
            return self._by_text[str(position)]
        except KeyError:
            raise PositionError(f"{position} is none of the {len(self)} positions of {self.game}") from None

    @cached_property
    def _by_text(self) -> Mapping[str, Told]:
        return dict(zip(self.positions, getattr(self, self._FIELD), strict=True))

    def _json(self, each: Callable[[Told], Mapping[str, Any]], **own: Any) -> dict[str, Any]:
        told = [{"position": position, **each(one)} for position, one in self._by_text.items()]
        solved = {"game": self.game, "engine": self.engine, "roots": self.roots}
        return {**solved, "seconds": round(self.seconds, 6), **own, "positions": told}

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key != "_by_text"}


@dataclass(frozen=True, repr=False)
class SolvedGame(_AllPositions[Solution], Shown):
    """Every position of a game, in the game's notation, with how it ends for MAX.

    Its length is the number of positions; iterating gives them in the order in which they were found, and
    `solved[position]` the `Solution` of one. `roots` of them, the first, are those that the rules enumerate.
    `seconds` is wall time.

    >>> solved = solve("tictactoe", engine="python")
    >>> solved.counts()
    {'won': 2936, 'lost': 1474, 'drawn': 1068}
    """

    _FIELD = "solutions"

    game: str
    engine: str
    roots: int
    positions: tuple[str, ...]
    solutions: tuple[Solution, ...]
    seconds: float

    def __repr__(self) -> str:
        told = ", ".join(f"{count} {outcome}" for outcome, count in self.counts().items())
        return f"<{self.game}: {len(self)} positions solved on {self.engine}, {told}>"

    def counts(self) -> dict[str, int]:
        """How many positions are won, lost and drawn for MAX."""
        found = Counter(solution.outcome for solution in self.solutions)
        return {outcome.value: found[outcome] for outcome in Outcome}

    def to_json(self) -> dict[str, Any]:
        return self._json(Solution.to_json, counts=self.counts())


def solve(
    game: AnyGame,
    *,
    engine: Engine | str = "prolog",
    seconds: float | None = 60.0,
    convention: str | None = None,
    moves_again: bool = False,
    fold: bool = False,
    memory: int = MEMORY,
    jobs: int | None = None,
    to: str | Path | None = None,
) -> SolvedGame:
    """Solve all positions: those that the rules enumerate, or those that can be reached from the start.

    The arguments are those of `search`; so many `jobs`, by default one for each core, share the work on the
    engine native; `to` is a new folder, in which that engine keeps what it finds for `open_solved`. Raises
    InputError where there is nothing to solve, ContractError where the game breaks its contract, and
    LimitError where time or memory is not enough.

    >>> solved = solve("nim:heaps=[1,2]")
    >>> len(solved), str(solved["1/2 max"]), solved.counts()
    (8, 'won in 3', {'won': 5, 'lost': 3, 'drawn': 0})
    """
    reading = Reading(convention, moves_again, fold)
    name, solved, positions = _solved(game, str(engine), None, seconds, reading, memory, jobs, to)
    return SolvedGame(name, solved.engine, solved.roots, positions, tuple(solved.solutions), solved.seconds)


def _solved(
    game: AnyGame,
    engine: str,
    bound: float | None,
    seconds: float | None,
    reading: Reading,
    memory: int,
    jobs: int | None,
    to: str | Path | None,
) -> tuple[str, Solved[Any], tuple[str, ...]]:
    """The game's name, what was found, and the positions in the game's notation."""
    jobs = solver.jobs_on(engine, jobs)
    if to is not None:
        check_target(Path(to))
    with opened(game, None, None, seconds, memory, reading) as (found, _):
        solved = solver.solve(found, engine=engine, bound=bound, seconds=seconds, jobs=jobs)
        if not solved.complete:
            raise unsolved(found, solved)
        if to is not None:
            save(found, solved, Path(to), reading, bound)
        with found.session.within(seconds):
            terms = (solver.position_of(found, engine, position) for position in solved.positions)
            return found.name, solved, tuple(map(found.format_position, terms))


@dataclass(frozen=True, repr=False)
class ValuedGame(_AllPositions[float]):
    """Every position of a game of chance, in the game's notation, with its value for MAX.

    A value is from -1, lost, to 1, won; drawn ends and endless play are worth 0. No value is farther than
    `gap` from the true one. Its length is the number of positions; iterating gives them in the order in
    which they were found, and `valued[position]` the value of one. `roots` of them, the first, are those that
    the rules enumerate. `sweeps` are those of the positions that took most of them. `seconds` is wall time.

    >>> valued = values("pig:goal=4,faces=2", engine="python")
    >>> valued, round(valued["0/0+0 max"], 6)
    (<pig:goal=4,faces=2: values of 28 positions on python, within 6.9e-10>, 0.142857)
    """

    _FIELD = "values"

    game: str
    engine: str
    roots: int
    positions: tuple[str, ...]
    values: tuple[float, ...]
    gap: float
    sweeps: int
    seconds: float

    def __repr__(self) -> str:
        return f"<{self.game}: values of {len(self)} positions on {self.engine}, within {self.gap:.2g}>"

    def to_json(self) -> dict[str, Any]:
        return self._json(lambda value: {"value": value}, gap=self.gap, sweeps=self.sweeps)


def values(
    game: AnyGame,
    *,
    engine: Engine | str = "prolog",
    bound: float = solver.BOUND,
    seconds: float | None = 60.0,
    convention: str | None = None,
    moves_again: bool = False,
    fold: bool = False,
    memory: int = MEMORY,
    jobs: int | None = None,
    to: str | Path | None = None,
) -> ValuedGame:
    """Find what all positions of a game of chance are worth, by value iteration between two bounds.

    The bounds are no farther apart than `bound`, or else the answer's `gap` says so. The other arguments are
    those of `solve`; `to` is a new folder for `open_solved`, too. Raises InputError where there is nothing to
    solve, ContractError where the game breaks its contract, and LimitError where time or memory is not
    enough.

    >>> valued = values("bearoff:home=[2],faces=2")
    >>> len(valued), valued["2/2 max"], valued.gap
    (5, 1.0, 0.0)
    """
    reading = Reading(convention, moves_again, fold)
    name, solved, positions = _solved(game, str(engine), bound, seconds, reading, memory, jobs, to)
    return ValuedGame(
        *(name, solved.engine, solved.roots, positions, tuple(solved.values.middles)),
        *(solved.values.gap, solved.sweeps, solved.seconds),
    )


class SolvedDatabase:
    """A solved game in a folder, as `pydecl solve --to` writes it; see `open_solved`.

    Its length is the number of positions; iterating gives them in the order of their keys, in the game's
    notation, with the `Solution` of each, and `database[position]` is the solution of one. Of a game of
    chance, it is what the position is worth, an `Expectation`: its bounds are `lower` and `upper`, and
    `value` is between them.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solved = solve("nim:heaps=[1,1]", engine="native", to=f"{folder}/nim")
    ...     with open_solved(f"{folder}/nim") as database:
    ...         print(database, database.line("1/1 max"))
    <nim:heaps=[1,1]: 4 positions solved> ['take(1,1)', 'take(2,1)']
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def __repr__(self) -> str:
        return f"<{self._database.card.game}: {len(self)} positions solved>"

    def __len__(self) -> int:
        return len(self._database)

    def __iter__(self) -> Iterator[tuple[str, End]]:
        for position, solution in self._database:
            yield self._database.game.format_position(position), solution

    def __getitem__(self, position: str | Position[Any]) -> End:
        """How a position ends. Raises PositionError where it is none of those that are stored."""
        return self._database.solution(self._state(position))

    def solutions(self, positions: Sequence[str | Position[Any]]) -> list[End | None]:
        """How many positions end, faster than one by one; None for one that is not stored."""
        return self._database.solutions(list(map(self._state, positions)))

    def best(self, position: str | Position[Any]) -> list[str]:
        """The best moves; where moves have no names, the positions that they lead to."""
        game = self._database.game
        return [
            game.format_position(successor) if move is None else game.write(move)
            for move, successor, _ in self._database.best(self._state(position))
        ]

    def line(self, position: str | Position[Any]) -> list[str]:
        """Best play from a position, told as by `best`; where chance is to move, it ends."""
        return self._database.line(self._state(position))

    @property
    def card(self) -> dict[str, Any]:
        """What `card.json` says of the game, its rules, and how it was solved."""
        return self._database.card.to_json()

    def _state(self, position: str | Position[Any]) -> Any:
        return self._database.game.position(position).state


@contextmanager
def open_solved(folder: str | Path, *, memory: int = MEMORY) -> Iterator[SolvedDatabase]:
    """A solved game in a folder, which `pydecl solve GAME --engine native --to FOLDER` has written.

    Raises InputError where it has none, where it is damaged, or where its rules have changed since.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solved = solve("nim:heaps=[1,2]", engine="native", to=f"{folder}/nim")
    ...     with open_solved(f"{folder}/nim") as database:
    ...         print(database["1/2 max"], database.best("1/2 max"), len(database))
    won in 3 ['take(2,1)'] 8
    """
    with opened_database(Path(folder), memory=memory) as database:
        yield SolvedDatabase(database)
