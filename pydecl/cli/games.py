"""pydecl games: what there is to play."""

from __future__ import annotations

from inspect import signature
from typing import Any

from pydecl.cli.options import JsonOption, command
from pydecl.cli.output import show_rows
from pydecl.games import BUNDLED
from pydecl.loading.consulting import game_names
from pydecl.model.term import Atom
from pydecl.paths import bundled_file
from pydecl.rules.summary import file_summary


@command
def games(as_json: JsonOption = False) -> None:
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
