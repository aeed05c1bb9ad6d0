"""What is traced, for `trace` and `draw`: a program, also a file's own, on a game or on a tree beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from pydecl.cli.output import consulted
from pydecl.cli.questions import program_name
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.engines.searching import the_program
from pydecl.errors import InputError
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_tree
from pydecl.model.own import PREFIX, Manner, OwnProgram
from pydecl.rules.source import read_source
from pydecl.tracing.naming import Naming

TreeOption = Annotated[
    str | None,
    typer.Option(
        "--tree",
        metavar="TREE",
        help="Search this tree in place of the game: a .tree file, or its text. "
        "The program is still that of GAME.",
        show_default=False,
    ),
]

NamingOption = Annotated[
    Naming, typer.Option("--naming", help="Whose names and signs windows, bounds and values have.")
]
BesideOption = Annotated[
    str | None,
    typer.Option(
        "--beside",
        metavar="PROGRAM",
        parser=program_name,
        help="Run this program, too, and stop at the first event that differs.",
        show_default=False,
    ),
]


@contextmanager
def traced(
    game: str, program: str, tree: str | None, *, seconds: float | None, **reading: Any
) -> Iterator[tuple[SessionGame, AnyProgram]]:
    """The game, and the program, ready to run on it; the game is the tree, if there is one.

    `seconds` are for all that the command does. Raises InputError for what is no tree, and for a program that
    runs on its own file's game alone.
    """
    with consulted(game, seconds=seconds, **reading) as opened:
        if program.startswith(PREFIX) and game.endswith((".tree", ".graph")):
            raise InputError(f"{game} brings no program: give the rules file that does, and --tree {game}")
        chosen = the_program(opened, program)
        if tree is None:
            yield opened, chosen
            return
        with planted(tree, opened.session.most(seconds)) as grown:
            if isinstance(chosen, OwnProgram):
                attach_to(grown, opened, chosen)
            yield grown, chosen


def planted(tree: str, seconds: float | None) -> SessionGame:
    """The game that a tree is: that of a file, or that of a text. Raises InputError."""
    from pydecl.rules.tree import read_tree  # late, as all that reads with a grammar

    if tree.endswith(".tree"):
        read_source(Path(tree))  # a name without a file might be a bundled game's
        return consult(tree, seconds=seconds)
    return consult_tree(read_tree(tree, "--tree"), "tree", seconds=seconds)


def attach_to(game: SessionGame, home: SessionGame, program: OwnProgram) -> None:
    """Make a program of one game's file, its home, run on another game. Raises InputError if it cannot."""
    if program.manner is Manner.BARE:
        raise InputError(
            f"{program.value} looks into positions: it runs on the game of its own file, and not on trees"
        )
    registry.reference(game).attach(program, registry.reference(home).own_clauses(program))
