"""Solved games in folders, each solved once for all tests of a process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pydecl.loading.consulting import consult
from pydecl.loading.rules_files import Reading
from pydecl.solving import solve
from pydecl.solving.database import save

Kept = Callable[[str], Path]
"""The folder of a game's database; nobody writes there."""

GAMES = ("tictactoe", "nim", "connect4:width=3,height=3")
"""A game with draws, one without them, and one whose best lines are long."""


def keeper(folder: Path) -> Kept:
    """What keeps databases in a folder."""
    found: dict[str, Path] = {}

    def kept(game: str) -> Path:
        if game not in found:
            place = folder / f"database{len(found)}"
            with consult(game) as rules:
                save(rules, solve(rules, engine="native"), place, Reading())
            found[game] = place
        return found[game]

    return kept
