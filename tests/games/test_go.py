"""Go: the rules in Python against published counts, and both sets of rules on games played at random."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from plain_searches import agree, both_rules, random_play
from rings import sample_size

from pydecl.games.go import Go, board_of, dead
from pydecl.model.game import Outcome


def after(game: Go, text: str, move: str) -> str:
    found = {str(name): next_ for name, next_ in game.successors(game.parse_position(text))}
    return game.format_position(found[move])


def moves(game: Go, text: str) -> list[str]:
    return [str(move) for move, _ in game.successors(game.parse_position(text))]


@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 57), (3, 12_675)])
def test_as_many_boards_are_legal_as_published(size: int, count: int) -> None:
    """J. Tromp, Number of legal Go positions (tromp.github.io/go/legal.html); oeis.org/A094777."""
    boards = (
        board_of(rows)
        for rows in product(map("".join, product("xo.", repeat=size)), repeat=size)
        if any("." in row for row in rows)
    )
    assert sum(not dead(board, "x") and not dead(board, "o") for board in boards) == count


def test_the_pass_comes_first_and_the_points_in_reading_order() -> None:
    assert moves(Go(2, 3), ".../... x") == ["pass", "a2", "b2", "c2", "a1", "b1", "c1"]


def test_a_stone_that_takes_the_last_liberty_takes_the_group_off_the_board() -> None:
    assert after(Go(), "xo./xx./... o", "a1") == "xo./xx./o.. x 0 xo./xx./..."
    assert after(Go(), "oo./xx./... x", "c3") == "..x/xx./... o 0 oo./xx./..."


def test_nobody_retakes_at_once_in_a_ko() -> None:
    game = Go(3, 4)
    taken = after(game, ".xo./xo.o/.xo. x", "c2")
    assert taken == ".xo./x.xo/.xo. o 0 .xo./xo.o/.xo."
    assert "b2" not in moves(game, taken)
    assert "b2" in moves(game, taken.partition(" 0 ")[0])


def test_one_stone_may_not_be_put_where_it_dies_but_a_group_may() -> None:
    assert "a1" not in moves(Go(1, 4), ".oo. x")
    assert after(Go(2, 3), "x.o/oo. x", "b2") == "..o/oo. o 0 x.o/oo."


@pytest.mark.parametrize(
    ("text", "komi", "value", "outcome"),
    [
        (".../.../... x 2", 0, 0, Outcome.DRAWN),
        (".../.x./... x 2", 0, 9, Outcome.WON),
        ("..x/xxx/... x 2", 0, 9, Outcome.WON),
        (".xo/xxo/oo. o 2", 0, -1, Outcome.LOST),  # 4 against 5
        (".x./x.o/.o. x 2", 0, 0, Outcome.DRAWN),  # a point of each, and three of nobody
        (".xo/xxo/xo. x 2", Fraction(3, 2), Fraction(-1, 2), Outcome.LOST),
        (".xo/xxo/xo. x 2", 0.5, 0.5, Outcome.WON),
        (".xo/xxo/xo. x 2", Fraction(1), 0, Outcome.DRAWN),
        (".x./.../... o 1", 0, 9, None),
    ],
)
def test_two_passes_end_the_game_and_the_larger_area_wins(
    text: str, komi: float | Fraction, value: float | Fraction, outcome: Outcome | None
) -> None:
    game = Go(komi=komi)
    position = game.parse_position(text)
    assert (game.static_value(position), game.outcome(position)) == (value, outcome)
    assert type(game.static_value(position)) is type(value)
    assert bool(game.successors(position)) == (outcome is None)


@pytest.mark.parametrize("name", ["go:rows=1,columns=4", "go:rows=2,columns=3", "go:komi=1r2"])
def test_both_rules_agree_along_games_played_at_random(name: str) -> None:
    with both_rules(name) as rules:
        assert rules.game.twin
        for seed in range(sample_size(2, 10)):
            agree(rules, random_play(rules.game.twin, seed))
