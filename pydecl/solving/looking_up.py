"""Databases as programs: `database:DIR` is asked as any program is, and answers as `outcome` would.

In a game of chance it tells what a position is worth, as `expectiminimax` does.

>>> import tempfile
>>> from pathlib import Path
>>> from pydecl.engines.searching import search
>>> from pydecl.loading.consulting import consult
>>> from pydecl.loading.rules_files import Reading
>>> from pydecl.solving.keeping import save
>>> from pydecl.solving.solver import solve
>>> with tempfile.TemporaryDirectory() as kept, consult("nim:heaps=[1,2]") as game:
...     card = save(game, solve(game, engine="native"), Path(kept), Reading())
...     found = search(game, program_of(game, f"database:{kept}"))
>>> str(found.value), str(found.best_move), found.nodes
('won in 3', 'take(2,1)', 0)
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, overload

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import databases
from pydecl.engines.searching import Askable, the_program
from pydecl.errors import InputError
from pydecl.model.game import FOLD
from pydecl.model.program import DATABASE, LookedUp, Program, looked_up
from pydecl.programs.registry import named

if TYPE_CHECKING:
    from pydecl.solving.database import Database


@overload
def program_of(game: SessionGame, program: Program | LookedUp) -> Program | LookedUp: ...
@overload
def program_of(game: SessionGame, program: Askable | str) -> Askable: ...
def program_of(game: SessionGame, program: Askable | str) -> Askable:
    """The program meant, ready to be asked about positions of a game; a database is opened until its end.

    Raises InputError if there is none of this name, or if the database is not one of these rules.
    """
    if isinstance(program, str) and program.startswith(DATABASE):
        program = looked_up(program)
    if not isinstance(program, LookedUp):
        return the_program(game, program)
    known = databases(game)
    if program not in known:
        known[program] = database_of(game, Path(program.folder))
    return replace(program, like=Program.EXPECTIMINIMAX if game.has_chance else Program.OUTCOME)


def named_program(name: str) -> Program | LookedUp:
    """The program of pydecl's that a name means, or a database. Raises InputError if there is none."""
    return looked_up(name) if name.startswith(DATABASE) else named(name)


def database_of(game: SessionGame, folder: Path) -> Database:
    """The solved game of a folder, open, if it is this game.

    Raises InputError if the folder has none, if it is damaged, or if its rules are others.
    """
    from pydecl.solving.card import Card  # late: few searches look anything up
    from pydecl.solving.database import Database, is_of
    from pydecl.solving.files import pyarrow

    pyarrow()
    card = Card.read(folder)
    if FOLD in game.defined and not card.fold:
        raise InputError(f"{folder}: the database has symmetric positions apart: ask it without --fold")
    if not is_of(card, game):
        if _known_as(card.game) == _known_as(game.name):
            raise InputError(f"{folder}: {game.name} has other rules than when it was solved: solve it again")
        remedy = f"'pydecl solve {game.name} --to DIR' solves this one"
        raise InputError(f"{folder}: the database is of {card.game}, not of {game.name}", remedy=remedy)
    return Database(folder, card, game)


def _known_as(name: str) -> tuple[str, str]:
    """A game's name without the folder of its file, and its options."""
    path, _, options = name.partition(":")
    return Path(path).name, options
