"""The laws and published results of Connect Four, Othello and hexapawn."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_searches import start
from rings import sample_size

from pydecl.games.connect4 import Connect4
from pydecl.games.connect4 import Position as Connect4Position
from pydecl.games.notation import mirror_images
from pydecl.games.othello import Othello
from pydecl.model.number import Number

# Connect four


def test_connect4_has_as_many_positions_after_n_plies_as_published() -> None:
    # OEIS A212693, the number of legal 7 x 6 positions after n plies.
    game = Connect4()
    published = [1, 7, 49, 238, 1120, 4263, 16422, 54859][: sample_size(6, 8)]
    counts = []
    level = {start(game)}
    for _ in published:
        counts.append(len(level))
        level = {after for position in level for _, after in game.successors(position)}
    assert counts == published


def windows(width: int, height: int, run: int) -> list[list[tuple[int, int]]]:
    """The lines of a board by the definition, as (column, level) from (0, 0)."""
    squares = set(product(range(width), range(height)))
    candidates = [
        [(column + i * right, level + i * up) for i in range(run)]
        for column, level in squares
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    ]
    return [window for window in candidates if set(window) <= squares]


def value_by_definition(game: Connect4, position: Connect4Position) -> Number:
    columns = position.columns
    discs = {(c, level): disc for c, column in enumerate(columns) for level, disc in enumerate(column)}
    lines = [
        {discs.get(square, ".") for square in line} for line in windows(game.width, game.height, game.run)
    ]
    if {"x"} in lines or {"o"} in lines:
        return 1 if {"x"} in lines else -1
    if len(discs) == game.width * game.height:
        return 0
    a = sum("x" in line and "o" not in line for line in lines)
    b = sum("o" in line and "x" not in line for line in lines)
    return (a - b) / (len(lines) + 1.0)


@settings(deadline=None)
@given(st.builds(Connect4, st.integers(1, 7), st.integers(1, 7), st.integers(2, 5)), st.randoms(), st.data())
def test_connect4_static_value_is_the_one_of_the_definition(
    game: Connect4, random: Random, data: st.DataObject
) -> None:
    lengths = data.draw(
        st.lists(st.integers(0, game.height), min_size=game.width, max_size=game.width), label="lengths"
    )
    columns = tuple("".join(random.choice("xo") for _ in range(length)) for length in lengths)
    position = Connect4Position("x", columns)
    value, expected = game.static_value(position), value_by_definition(game, position)
    assert (value, type(value)) == (expected, type(expected))
    won = expected in (1, -1)
    assert bool(game.successors(position)) == (not won and any(n < game.height for n in lengths))


# Othello


def test_othello_has_the_size_that_width_and_height_leave_open() -> None:
    assert str(start(Othello(size=6, height=4))) == str(start(Othello(width=6, height=4)))
    assert Othello(width=4, height=6).format_position(start(Othello(width=4, height=6))) == (
        "..../..../.wb./.bw./..../.... b"
    )


@pytest.mark.parametrize(
    ("game", "first_moves"),
    [(Othello(), 1), (Othello(width=6, height=4), 2), (Othello(width=4, height=6), 2)],
    ids=lambda one: getattr(one, "name", one),
)
def test_othello_on_a_rectangle_is_not_mirrored_at_the_diagonals(game: Othello, first_moves: int) -> None:
    """On a square all four first moves are alike; on a rectangle each is like the one opposite."""
    afters = [after for _, after in game.successors(start(game))]
    folded = [game.canonical(after) for after in afters]
    assert len(set(folded)) == first_moves
    for after, one in zip(afters, folded, strict=True):
        images = mirror_images(after.rows)
        assert {game.canonical(after._replace(rows=rows)) for rows in images} == {one}
