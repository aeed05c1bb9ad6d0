"""The bundled games in Python, position by position: what `positions.tsv` says of each.

Its columns are the game, what is said, of which position in the game's notation, the answer, and why:

    value       the static value and the outcome; the game is over where there is one
    moves       the names of the moves, in order
    after MOVE  the position that it leads to
    term        the term of the position; each is read as the other
    written     the term, which is the notation, too: the counts do not tell who is to move
    no text     why this is no notation of a position
    no term     why this is no term of one
    name        what the game with such options is called
    no game     why there is no game with such options
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pydecl.errors import Exit, InputError, PositionError
from pydecl.games import BUNDLED, bundled
from pydecl.games.checkers import Checkers
from pydecl.games.hexapawn import Hexapawn
from pydecl.games.tictactoe import TicTacToe
from pydecl.loading.consulting import split_options
from pydecl.model.game import Game
from pydecl.model.reader import read_term
from pydecl.model.term import PrologList, term_text

with Path(__file__).with_name("positions.tsv").open(encoding="utf-8", newline="") as file:
    ROWS = [*csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def names(game: Game[Any], text: str) -> dict[str, str]:
    """The moves by their names, in order, and the positions that they lead to."""
    successors = game.successors(game.parse_position(text))
    return {str(move).strip("'"): game.format_position(after) for move, after in successors}


def value(game: Game[Any], text: str) -> str:
    position = game.parse_position(text)
    outcome = game.outcome(position)
    assert bool(game.successors(position)) == (outcome is None)
    return f"{term_text(game.static_value(position))} {outcome.value if outcome else '-'}"


def term(game: Game[Any], text: str) -> str:
    position = game.parse_position(text)
    assert game.from_term(game.to_term(position)) == position
    assert game.format_position(position) == text
    assert game.to_term(position) == read_term(str(position))
    return str(position)


def fault(game: Game[Any], read: Callable[[], object]) -> str:
    """What is wrong with a position, behind the name of the game."""
    with pytest.raises(PositionError) as caught:
        read()
    assert caught.value.exit_code is Exit.BAD_INPUT
    return str(caught.value).removeprefix(f"no position of {game.name}: ")


ANSWERS: Mapping[str, Callable[[Game[Any], str], str]] = {
    "value": value,
    "moves": lambda game, text: " ".join(names(game, text)),
    "term": term,
    "written": lambda game, text: game.format_position(game.from_term(read_term(text))),
    "no text": lambda game, text: fault(game, lambda: game.parse_position(text)),
    "no term": lambda game, text: fault(game, lambda: game.from_term(read_term(text))),
    "name": lambda game, _: game.name,
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join((row["game"], row["what"], row["position"])))
def test_what_is_said_of_a_position_is_so(row: dict[str, str]) -> None:
    name, options = split_options(row["game"])
    if row["what"] == "no game":
        with pytest.raises(InputError) as caught:
            bundled(name, **options)
        assert str(caught.value) == row["said"]
        return
    game, kind, text = bundled(name, **options), row["what"], row["position"]
    assert game.source == f"pydecl.games.{name}"
    if move := kind.partition("after ")[2]:
        assert names(game, text)[move] == row["said"]
    else:
        assert ANSWERS[kind](game, text) == row["said"]


def test_a_game_that_is_not_there_is_told_with_the_games_that_are() -> None:
    with pytest.raises(InputError) as caught:
        bundled("snakes_and_ladders")
    assert str(caught.value) == f"snakes_and_ladders: no bundled game, expected one of {', '.join(BUNDLED)}"


def test_blanks_around_a_notation_and_before_the_mover_mean_nothing() -> None:
    assert Hexapawn().parse_position("  bbb/.../www   w\n") == Hexapawn().initial()[0]
    assert TicTacToe().parse_position(" .../.../...\n") == TicTacToe().initial()[0]
    assert Checkers().parse_position(" B : BK5 : W 18, K32 .\n") == Checkers().parse_position("B:W18,K32:BK5")


def test_a_long_text_and_a_long_term_are_cut_in_the_message() -> None:
    with pytest.raises(PositionError) as caught:
        TicTacToe().parse_position("x" * 1000)
    assert str(caught.value).endswith(f"found 1 in '{'x' * 120}…'")
    with pytest.raises(PositionError) as caught:
        TicTacToe().from_term(PrologList((1,) * 1000))
    assert str(caught.value).endswith("1…")
    assert len(str(caught.value)) < 300
