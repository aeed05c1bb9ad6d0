"""Atari Go: the rules in Python, and both sets of rules on boards that are set up at random."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from plain_searches import agree, both_rules
from rings import sample_size

from pydecl.errors import PositionError
from pydecl.games.atari_go import AtariGo, Position


@pytest.mark.sampled(2, "each case asks about many boards")
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_both_rules_agree_on_boards_set_up_at_random(size: int) -> None:
    random = Random(size)
    boards: list[Position] = []
    while len(boards) < sample_size(40, 150):
        rows = tuple("".join(random.choice("xo..") for _ in range(size)) for _ in range(size))
        board = Position(random.choice("xo"), rows)
        with suppress(PositionError):
            boards.append(AtariGo(size).from_term(board.term()))
    with both_rules(f"atari_go:size={size}") as rules:
        agree(rules, boards)
