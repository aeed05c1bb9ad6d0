"""The program of one game's file on a tree: so a counterexample is replayed with the program that failed.

>>> from pydecl.loading.consulting import consult
>>> from pydecl.tracing.recording import record
>>> with consult("nim") as game:
...     with on_tree(game, "alphabeta", "a max (b 0  c min (d -1  e 1))") as (tree, program):
...         [event.kind.value for event in record(tree, program).events()].count("cut")
1
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.engines.searching import the_program
from pydecl.errors import InputError
from pydecl.errors.nearest import meant
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_tree
from pydecl.model.own import Manner, OwnProgram
from pydecl.paths import told_file, told_names


@contextmanager
def on_tree(
    game: SessionGame, program: AnyProgram | str, tree: str, *, seconds: float | None = 60.0
) -> Iterator[tuple[SessionGame, AnyProgram]]:
    """The game that a tree is, and the program, ready to run on it.

    `tree` is the name of a bundled tree or of a .tree file, or a tree's text; `program` may be one that the
    game's file brings. Raises InputError for what is no tree, and for a program that runs on its own
    file's game alone.
    """
    chosen = the_program(game, program)
    with planted(tree, game.session.most(seconds)) as grown:
        if isinstance(chosen, OwnProgram):
            attach_to(grown, game, chosen)
        yield grown, chosen


def planted(tree: str, seconds: float | None) -> SessionGame:
    """The game that a tree is: a bundled one, that of a file, or that of a text. Raises InputError."""
    from pydecl.rules.tree import read_tree  # late, as all that reads with a grammar

    if told_file(tree, ".tree"):
        return consult(tree, seconds=seconds)
    if tree.isidentifier() and (near := meant(tree, told_names(".tree"))):
        raise InputError(f"no bundled tree is named {tree}; {near}")
    return consult_tree(read_tree(tree, "--tree"), "tree", seconds=seconds)


def attach_to(game: SessionGame, home: SessionGame, program: OwnProgram) -> None:
    """Make a program of one game's file, its home, run on another game. Raises InputError if it cannot."""
    if program.manner is Manner.BARE:
        raise InputError(
            f"{program.value} looks into positions: it runs only on its own file's game, not on trees"
        )
    registry.reference(game).attach(program, registry.reference(home).own_clauses(program))
