"""Go: the rules in Python against published counts, and both sets of rules on games played at random."""

from __future__ import annotations

from itertools import product

import pytest
from plain_searches import agree, both_rules, random_play
from rings import sample_size

from pydecl.games.go import Go, board_of, dead


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


def test_nobody_retakes_at_once_in_a_ko() -> None:
    game = Go(3, 4)
    taken = after(game, ".xo./xo.o/.xo. x", "c2")
    assert taken == ".xo./x.xo/.xo. o 0 .xo./xo.o/.xo."
    assert "b2" not in moves(game, taken)
    assert "b2" in moves(game, taken.partition(" 0 ")[0])


def test_one_stone_may_not_be_put_where_it_dies_but_a_group_may() -> None:
    assert "a1" not in moves(Go(1, 4), ".oo. x")
    assert after(Go(2, 3), "x.o/oo. x", "b2") == "..o/oo. o 0 x.o/oo."


@pytest.mark.parametrize("name", ["go:rows=1,columns=4", "go:rows=2,columns=3", "go:komi=1r2"])
def test_both_rules_agree_along_games_played_at_random(name: str) -> None:
    with both_rules(name) as rules:
        assert rules.game.twin
        for seed in range(sample_size(2, 10)):
            agree(rules, random_play(rules.game.twin, seed))
