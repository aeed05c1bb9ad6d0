"""pydecl games: what there is to play."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
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
        rules, file = BUNDLED.get(name), bundled_file(name)
        options = _options(rules()) if rules else {}
        about = file_summary(file)
        told.append({"game": name, "about": about, "options": options, "source": str(file)})
        rows.append((name, about))
        if options:
            rows.append(("", "options: " + ",".join(f"{key}={value}" for key, value in options.items())))
    show_rows(("game", "what it is"), rows, told, as_json=as_json)


def _options(rules: Any) -> dict[str, Any]:
    if not is_dataclass(rules):
        return {}
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    return {
        key: list(map(_plain, value)) if isinstance(value, tuple) else _plain(value)
        for key, value in values.items()
    }


def _plain(value: Any) -> Any:
    """An option's value for JSON: an atom is a text."""
    return str(value) if isinstance(value, Atom) else value
