"""The engines that there are: each folder of `pydecl.engines` with a module `engine`.

Nothing else in pydecl knows their names.

>>> names()[0], second_opinion(), title("native")
('prolog', 'python', 'machine code')
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol, cast

from pydecl import engines as package
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import Engine, FullRunner, Runner, Solver
from pydecl.errors import InputError
from pydecl.model.closing import Closeable
from pydecl.model.program import LookedUp
from pydecl.model.result import Answer, End
from pydecl.model.term import Term

if TYPE_CHECKING:
    from pydecl.engines.prolog.engine import PrologRunner
    from pydecl.model.keyed import Keeper

REFERENCE = "prolog"
"""The engine that the others are held against: it executes the rules as they are written."""


def all_engines() -> Mapping[str, Engine]:
    """The engines by their names, in order."""
    return _found(tuple(package.__path__))


@cache
def _found(folders: Sequence[str]) -> Mapping[str, Engine]:
    found = {}
    for module in pkgutil.iter_modules(folders):
        home = f"{package.__name__}.{module.name}.engine"
        if module.ispkg and find_spec(home) is not None:
            engine = import_module(home).ENGINE
            assert isinstance(engine, Engine), f"{home}: ENGINE is no Engine"
            found[module.name] = engine
    return dict(sorted(found.items(), key=lambda item: item[1].rank))


def names() -> tuple[str, ...]:
    """All engines."""
    return tuple(all_engines())


def complete() -> tuple[str, ...]:
    """Those on which every program runs, whatever the game; the reference is the first."""
    return tuple(name for name, engine in all_engines().items() if engine.runs_everything)


def partial() -> tuple[str, ...]:
    """Those that cover some programs or some games."""
    return tuple(name for name in names() if name not in complete())


def solvers() -> tuple[str, ...]:
    """Those that solve all positions of a game."""
    return tuple(name for name, engine in all_engines().items() if engine.solves)


def keepers() -> tuple[str, ...]:
    """Those of which a solved game can be stored."""
    return tuple(name for name, engine in all_engines().items() if engine.keeps)


def second_opinion(name: str = REFERENCE) -> str:
    """Another engine on which every program runs."""
    return next(other for other in complete() if other != name)


def stand_ins(name: str) -> Sequence[str]:
    """Who is asked what an engine cannot answer, in this order: the reference last, as it is slow."""
    others = [other for other in complete() if other not in (name, REFERENCE)]
    return others if name == REFERENCE else [*others, REFERENCE]


def engine(name: str) -> Engine:
    """The engine of this name. Raises InputError if there is none."""
    try:
        return all_engines()[name]
    except KeyError:
        raise InputError(f"{name!r} is not one of {', '.join(names())}") from None


def title(name: str) -> str:
    """What an engine is, for messages."""
    return engine(name).title


class Runners(Closeable):
    """The engines that have taken up one game; they end with it."""

    def __init__(self, game: SessionGame) -> None:
        self._game = game
        self._edition = game.edition
        self._all: dict[str, Runner] = {}

    def of(self, name: str) -> Runner:
        """An engine's runner; a new one if the game has other rules than before."""
        if self._edition != self._game.edition:
            self.close()
            self._all = {}
            self._edition = self._game.edition
        if name not in self._all:
            self._all[name] = engine(name).take_up(self._game)
        return self._all[name]

    def close(self) -> None:
        for runner in self._all.values():
            runner.close()


def runner(game: SessionGame, name: str) -> Runner:
    """What an engine has for a game; it ends with the game. Raises InputError if there is no such engine."""
    return game.session.companions.of(Runners, lambda: Runners(game)).of(name)


def reference(game: SessionGame) -> PrologRunner:
    """What the other engines are held against; it also knows the programs that the rules file brings."""
    return cast("PrologRunner", runner(game, REFERENCE))


def solver(game: SessionGame, name: str) -> Solver:
    """What solves all positions of a game. Raises InputError for an engine that solves none."""
    found = runner(game, name).solver
    if found is None:
        raise InputError(f"{name!r} is not one of {', '.join(solvers())}")
    return found


def keeper(game: SessionGame) -> Keeper:
    """What reads what is stored of a solved game."""
    return cast("Keeper", solver(game, keepers()[0]))


def full_runner(game: SessionGame, name: str) -> FullRunner:
    """As `runner`. Raises InputError for an engine on which not every program runs."""
    found = runner(game, name)
    if not isinstance(found, FullRunner):
        raise InputError(f"{name!r} is not one of {', '.join(complete())}")
    return found


# The databases that answer questions about a game: each is attached to it, and ends with it


class Lookup(Protocol):
    """A database of one game, open: its length is the number of positions. Iterating gives how each ends."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[tuple[Term, End]]: ...

    def answer(self, position: Term) -> Answer[Term]:
        """What it knows of a position. Raises PositionError if it is not stored."""

    def solutions(self, positions: Sequence[Term]) -> Sequence[End | None]:
        """How positions end; None for one that is not stored."""

    def close(self) -> None:
        """Close its files."""


class Databases(dict[LookedUp, Lookup], Closeable):
    """The databases of one game, by the programs that look positions up in them; they end with the game."""

    def __missing__(self, program: LookedUp) -> Lookup:
        raise InputError(f"{program.value}: the database is not open")

    def close(self) -> None:
        for lookup in self.values():
            lookup.close()
        self.clear()


def databases(game: SessionGame) -> Databases:
    """The databases that are attached to a game."""
    return game.session.companions.of(Databases, Databases)
