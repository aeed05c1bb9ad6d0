"""pydecl games, new and top: what there is to play, a file to start from, and a game in Prolog itself."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from inspect import signature
from pathlib import Path
from typing import Any

from pydecl.cli.failing import complain
from pydecl.cli.options import CONVENTION, FORCE, GAME, JSON, MOVES_AGAIN, argument, command
from pydecl.cli.output import create, print_fields, show_rows
from pydecl.cli.terminal import echo
from pydecl.engines.prolog.installation import swipl_program
from pydecl.errors import InputError
from pydecl.errors.escaping import escaped
from pydecl.games import BUNDLED
from pydecl.loading.consulting import consult, game_names
from pydecl.model.term import Atom
from pydecl.paths import bundled_file, prolog_file
from pydecl.rules.summary import file_summary


@command
def games(as_json: bool = JSON) -> None:
    """List the bundled games: what each is and how it is won, and its options with their defaults."""
    told, rows = [], []
    for name in game_names():
        file = bundled_file(name)
        known = signature(BUNDLED[name]).parameters if name in BUNDLED else {}
        options = {key: _plain(one.default) for key, one in known.items()}
        about = file_summary(file)
        told.append({"game": name, "about": about, "options": options, "source": str(file)})
        rows.append((name, about))
        if options:
            rows.append(("", "options: " + ",".join(f"{key}={value}" for key, value in options.items())))
    show_rows(("game", "what it is"), rows, told, as_json=as_json)


def _plain(value: Any) -> Any:
    """An option's value for JSON: an atom is a text."""
    if type(value) is tuple:  # an edge of a graph is no list
        return list(map(_plain, value))
    return str(value) if isinstance(value, Atom) else value


_NAME = re.compile(r"(?P<name>\w[\w-]*)(\.pl)?")

NEXT = {
    "check": "what it is, and which programs can run",
    "search": "its value and the best move",
    "crosscheck": "the same positions on all engines, compared",
}
"""The commands to go on with, and what they show."""


@command
def new_game(
    name: str = argument("NAME", "The game's name, with or without .pl."),
    force: bool = FORCE,
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


@command
def top(game: str = GAME, convention: str | None = CONVENTION, moves_again: bool = MOVES_AGAIN) -> None:
    """Start SWI-Prolog's own top level with a game and the textbook's three programs loaded."""
    swipl = swipl_program()
    with consult(game, convention=convention, moves_again=moves_again) as opened:
        for warning in opened.warnings:
            complain(str(warning))
        requests = opened.session.setup_texts()
    with tempfile.NamedTemporaryFile("w", suffix=".pl", delete=False, encoding="utf-8") as file:
        file.writelines(f"{request}.\n" for request in requests)
    sys.stdout.flush()
    os.execv(swipl, [swipl, "-q", str(prolog_file("support", "toplevel.pl")), "--", file.name, escaped(game)])
