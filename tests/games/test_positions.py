"""The bundled games in Python, position by position: what `positions.tsv` says of each.

Its columns are the game, what is said, a position in the game's notation, what is said of it, and why:

    value       the static value and the outcome; the game is over where there is one
    moves       the names of the moves, in order
    after MOVE  the position that it leads to
    term        the term of the position, each read as the other
    written     the term is the notation: the counts do not tell who is to move
    no text     why this is no notation of a position
    no term     why this is no term of one
    name        how a game with such options is called
    no game     why there is no game with such options
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from pydecl.errors import Exit, InputError, PositionError
from pydecl.games import BUNDLED, bundled
from pydecl.games.chess import Chess
from pydecl.games.checkers import Checkers
from pydecl.games.hexapawn import Hexapawn
from pydecl.games.tictactoe import TicTacToe
from pydecl.loading.consulting import split_options
from pydecl.model.game import Game
from pydecl.model.reader import read_term
from pydecl.model.term import PrologList, term_text

with Path(__file__).with_name("positions.tsv").open(encoding="utf-8", newline="") as file:
    ROWS = [*csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE, restval="")]


def cases(*kinds: str) -> pytest.MarkDecorator:
    """The rows of these kinds, as a game, a position and what is said of it, with what stands behind the kind."""
    found = []
    for row in ROWS:
        kind, _, move = row["what"].partition(" ")
        if row["what"] in kinds or (kind in kinds and kind == "after"):
            values = row["game"], row["position"], row["said"], move
            found.append(pytest.param(*values, id=f"{row['game']} {row['position']} {move}"))
    return pytest.mark.parametrize(("spec", "text", "said", "move"), found)


def game_of(spec: str) -> Game[Any]:
    name, options = split_options(spec)
    return bundled(name, **options)
