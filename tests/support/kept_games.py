"""Solved games in folders, each solved once for all tests of a process."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest
from rings import sample_size

from pydecl.loading.consulting import consult
from pydecl.loading.rules_files import Reading
from pydecl.solving.card import CARD
from pydecl.solving.keeping import save
from pydecl.solving.layered import SAMPLE
from pydecl.solving.solver import BOUND, solve

Kept = Callable[[str], Path]
"""The folder of a game's database; nobody writes there."""

GAMES = ("tictactoe", "nim", "connect4:width=3,height=3")
"""A game with draws, one without them, and one whose best lines are long."""

PILE = """
initial(at(4)).
max_to_move(at(N)) :- 0 is N mod 2.
min_to_move(at(N)) :- 1 is N mod 2.
move(at(N), at(M)) :- N > 0, M is N - 1.
staticval(at(0), 1).
"""
"""Each takes one; who makes the last move is MIN, and MAX has won."""


def keeper(folder: Path) -> Kept:
    """What keeps databases in a folder."""
    found: dict[str, Path] = {}

    def kept(game: str) -> Path:
        if game not in found:
            place = folder / f"database{len(found)}"
            with consult(game) as rules:
                bound = BOUND if rules.has_chance else None
                save(rules, solve(rules, engine="native", bound=bound), place, Reading())
            found[game] = place
        return found[game]

    return kept


@pytest.fixture(scope="module", autouse=True)
def short_sample() -> Iterator[None]:
    """Random play before a game is solved is short; of a small game it would take most of the time.

    For each module that imports it.
    """
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr("pydecl.solving.keeping.SAMPLE", sample_size(1000, SAMPLE))
        yield


Row = dict[str, Any]


def spoilt(folder: Path, change: Callable[[list[Row]], None]) -> list[Row]:
    """Change the rows of a database; its card says nothing of it but how many there are."""
    (file,) = folder.glob("*.parquet")
    table = pyarrow.parquet.read_table(file)
    rows: list[dict[str, Any]] = table.to_pylist()
    change(rows)
    pyarrow.parquet.write_table(pa.Table.from_pylist(rows, table.schema), file)
    card = json.loads((folder / CARD).read_text())
    card["positions"] = card["files"][0]["positions"] = len(rows)
    (folder / CARD).write_text(json.dumps(card))
    return rows
