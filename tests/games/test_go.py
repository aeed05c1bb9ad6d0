"""Go: the rules in Python against published counts, and both sets of rules on games played at random."""

from __future__ import annotations

from itertools import product

import pytest
from plain_searches import agree, both_rules, random_play
from rings import sample_size

from pydecl.games.go import board_of, dead


@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 57), (3, 12_675)])
def test_as_many_boards_are_legal_as_published(size: int, count: int) -> None:
    """J. Tromp, Number of legal Go positions (tromp.github.io/go/legal.html); oeis.org/A094777."""
    boards = (
        board_of(rows)
        for rows in product(map("".join, product("xo.", repeat=size)), repeat=size)
        if any("." in row for row in rows)
    )
    assert sum(not dead(board, "x") and not dead(board, "o") for board in boards) == count


@pytest.mark.parametrize("name", ["go:rows=1,columns=4", "go:rows=2,columns=3", "go:komi=1r2"])
def test_both_rules_agree_along_games_played_at_random(name: str) -> None:
    with both_rules(name) as rules:
        assert rules.game.twin
        for seed in range(sample_size(2, 10)):
            agree(rules, random_play(rules.game.twin, seed))
