"""pydecl new: a small game to start from, in a file of one's own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from pydecl.cli.options import ForceOption, argument, command
from pydecl.cli.output import create, print_fields
from pydecl.cli.terminal import echo
from pydecl.errors import InputError
from pydecl.loading.consulting import game_names
from pydecl.paths import prolog_file

_NAME = re.compile(r"(?P<name>\w[\w-]*)(\.pl)?")

NEXT = {
    "check": "what it is, and which programs can run",
    "search": "its value and the best move",
    "crosscheck": "the same positions on all engines, compared",
}
"""The commands to go on with, and what they show."""


@command
def new_game(
    name: Annotated[str, argument("NAME", "The game's name, with or without .pl.")],
    force: ForceOption = False,
) -> None:
    """Write NAME.pl, a game of fifteen lines to change, in this folder."""
    path = _path(name)
    text = prolog_file("new.pl").read_text("utf-8").replace("NAME", path.stem, 1)
    create(path, text, force=force)
    echo(f"{path} is a game of fifteen lines for you to change. Try:")
    print_fields({f"  pydecl {command} {path}": what for command, what in NEXT.items()})


def _path(name: str) -> Path:
    """The file of a new game; raises InputError where its name would not do for one.

    >>> print(_path("pile"), _path("my-game.pl"))
    pile.pl my-game.pl
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise InputError(f"{name!r} cannot name a game: use letters, digits, _ and -, as in pile or pile.pl")
    stem = match["name"]
    if stem in game_names():
        raise InputError(
            f"a bundled game is called {stem}, and 'pydecl search {stem}' searches that one",
            remedy="choose another name",
        )
    return Path(f"{stem}.pl")
