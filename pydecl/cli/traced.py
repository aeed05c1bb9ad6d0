"""What is searched or traced: a program, also a file's own, on a game or on a tree beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from pydecl.cli.completing import suggest_any_program
from pydecl.cli.output import consulted
from pydecl.cli.questions import program_name
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.engines.searching import Askable, the_program
from pydecl.errors import InputError
from pydecl.model.own import PREFIX
from pydecl.solving.looking_up import program_of
from pydecl.tracing.naming import Naming

TreeOption = Annotated[
    str | None,
    typer.Option(
        "--tree",
        metavar="TREE",
        help="Search this tree instead of the game: a bundled one, a .tree file or its text. "
        "The program still comes from GAME.",
        show_default=False,
    ),
]

NamingOption = Annotated[
    Naming, typer.Option("--naming", help="Whose names and signs to use for windows, bounds and values.")
]
BesideOption = Annotated[
    str | None,
    typer.Option(
        "--beside",
        metavar="PROGRAM",
        autocompletion=suggest_any_program,
        parser=program_name,
        help="Also run this program, and stop at the first event that differs.",
        show_default=False,
    ),
]


@contextmanager
def asked_on(
    game: SessionGame, program: str, tree: str | None, seconds: float | None
) -> Iterator[tuple[SessionGame, Askable]]:
    """The game that is searched, which is the tree if there is one, and the program, ready to run on it."""
    if tree is None:
        yield game, program_of(game, program)
        return
    from pydecl.tracing.on_trees import on_tree  # late: few searches are of a tree

    with on_tree(game, program, tree, seconds=seconds) as planted:
        yield planted


@contextmanager
def traced(
    game: str, program: str, tree: str | None, *, seconds: float | None, **reading: Any
) -> Iterator[tuple[SessionGame, AnyProgram, SessionGame]]:
    """The game, the program, ready to run on it, and the game whose file brings it.

    The first game is the tree, if there is one.

    `seconds` are for all that the command does. Raises InputError for what is no tree, and for a program that
    runs on its own file's game alone.
    """
    with consulted(game, seconds=seconds, **reading) as opened:
        if program.startswith(PREFIX) and game.endswith((".tree", ".graph")):
            raise InputError(f"{game} defines no program: give the rules file that does, and --tree {game}")
        if tree is None:
            yield opened, the_program(opened, program), opened
            return
        from pydecl.tracing.on_trees import on_tree  # late: few searches are of a tree

    with on_tree(opened, program, tree, seconds=seconds) as planted:
        yield *planted, opened
