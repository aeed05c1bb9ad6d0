"""What the functions of the interface take: programs and engines by name, and a game, open while needed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from enum import EnumMeta, StrEnum
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import Default
from pydecl.errors import InputError, PydeclError
from pydecl.loading.consulting import consult, folded
from pydecl.loading.rules_files import AS_IT_SAYS, Reading
from pydecl.loading.supplying import supply
from pydecl.model.game import Game
from pydecl.model.number import limits
from pydecl.model.position import Position
from pydecl.model.term import Term
from pydecl.programs.registry import PROGRAMS
from pydecl.sandbox.session import MEMORY
from pydecl.testing import check_game

AnyGame: TypeAlias = "Game[Any] | Position[Any] | str | Path"
"""A game, a position of one, a bundled game's name with its options, or the path of a file."""

AnyPosition: TypeAlias = "Position[Any] | Term | str | Hashable"
"""A position, the term of one, its text in the game's notation, or the value that a game in Python has for
it."""


Made = TypeVar("Made")


def made_of(
    game: AnyGame,
    position: AnyPosition | None,
    make: Callable[[Game[Any], AnyPosition | None, bool], Made],
    reading: Mapping[str, Any],
) -> Made:
    """What `make` makes of the game and the position; whether it was opened here, for good, is told last.

    `reading` is what `pydecl.consult` takes besides. Raises InputError where two positions are given, and
    what `pydecl.consult` and `make` raise.
    """
    game, position = _apart(game, position)
    if isinstance(game, Game):
        if reading:
            raise InputError(f"{', '.join(reading)}: this is for a name or a path, and the game is open")
        return make(game, position, False)
    consulted = consult(game, **reading)
    try:
        return make(consulted, position, True)
    except BaseException:
        consulted.close()
        raise


def _apart(game: AnyGame, position: AnyPosition | None) -> tuple[Game[Any] | str | Path, AnyPosition | None]:
    if not isinstance(game, Position):
        return game, position
    if position is not None:
        raise InputError("two positions are given: the first argument is one already")
    return cast("Game[Any]", game.game), game


@contextmanager
def opened(
    game: AnyGame,
    position: AnyPosition | None = None,
    plies: int | Default | None = None,
    seconds: float | None = 60.0,
    memory: int = MEMORY,
    reading: Reading = AS_IT_SAYS,
    **how: Any,
) -> Iterator[tuple[SessionGame, Term | None]]:
    """The game, and the position asked about, None for its first start; what is opened here is closed here.

    Of a game in Python as much is enumerated as a search of so many `plies` needs, or all of it. The rest is
    as `consult` takes it. Raises InputError where two positions are given, or limits that make no sense,
    UnlawfulGameError where a game in Python breaks a law, which made a method raise an exception or what it
    gave be of no use, and what `consult` and `supply` raise.
    """
    limits(seconds, memory)
    game, position = _apart(game, position)
    if isinstance(game, SessionGame):
        game = folded(game, fold=True) if reading.fold else game
        yield game, None if position is None else game.position(position).state
        return
    if isinstance(game, Game):
        rules = game
        reach = plies if isinstance(plies, int) else None
        roots = None if position is None else [rules.position(position).state]
        limit: dict[str, Any] = {"plies": reach, "fold": reading.fold, "seconds": seconds}
        try:
            with supply(rules, positions=roots, late=True, **limit) as supplied:
                yield supplied, None if position is None else supplied.initial()[0]
        except PydeclError:
            raise
        except Exception:
            check_game(rules, plays=1)
            raise
        return
    if not isinstance(game, str | PathLike):
        raise InputError(f"{game!r} is no game: expected a name, a path, or an object of a subclass of Game")
    with consult(game, seconds=seconds, memory=memory, **vars(reading), **how) as consulted:
        yield consulted, None if position is None else consulted.position(position).state


class _Found(EnumMeta):
    """Its classes have members that a checker of types does not see."""

    if TYPE_CHECKING:

        def __getattr__(cls, name: str) -> Any: ...


class Program(StrEnum, metaclass=_Found):
    """The search programs; `docs/programs.md` says what each one is.

    >>> Program.ALPHABETA == "alphabeta"
    True
    >>> import pydecl
    >>> pydecl.search("lecture19", Program.SCOUT).value
    4
    """

    vars().update({one.value.upper(): one.value for one in PROGRAMS})


class Engine(StrEnum, metaclass=_Found):
    """What executes a program: SWI-Prolog, Python, or machine code made from the rules.

    >>> import pydecl
    >>> {pydecl.search("lecture19", engine=one).nodes for one in (Engine.PROLOG, Engine.PYTHON)}
    {15}
    """

    vars().update({name.upper(): name for name in registry.names()})
