"""The faults of the other texts' pseudocode, each shown; the second part of docs/errata.md lists them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from pydecl.claims import trees
from pydecl.claims.trees import Nest
from pydecl.model.game import MAX
from pydecl.model.number import Number


def test_a_parenthesis_of_the_negamax_line_stays_open() -> None:
    printed = "alpha = max(alpha, -alphabeta(depth - 1, -beta, -alpha);"
    assert printed.count("(") == printed.count(")") + 1


def test_try_is_no_name_in_python() -> None:
    with pytest.raises(SyntaxError):
        compile("try = alphaBeta(white, board, alpha, beta)", "lecture", "exec")


def as_printed(is_black: bool, board: Nest, alpha: Number, beta: Number) -> Number:
    """The Othello tutorial's `alphaBeta`: alpha is white's best value, beta black's, who maximizes."""
    if not isinstance(board, tuple):
        return board
    for after in board:
        value = as_printed(not is_black, after, alpha, beta)
        if is_black:
            beta = max(beta, value)
        else:
            alpha = min(alpha, value)
        if beta >= alpha:
            break
    return beta if is_black else alpha


def test_with_the_names_exchanged_it_is_alphabeta() -> None:
    small = trees.up_to(6)
    assert len(small) > 2000
    for nest in small:
        assert as_printed(True, nest, math.inf, -math.inf) == trees.value(nest, MAX)


@dataclass(frozen=True)
class Position:
    """A leaf has a value, other positions have successors."""

    value: int = 0
    after: Sequence[Position] = ()


def min_max(position: Position, is_max: bool) -> Position | int:
    """Lecture Notes 20's `minMax` to the letter."""
    if not position.after:
        return position.value

    def outcome(successor: Position) -> Position | int:
        return min_max(successor, not is_max)

    choose = max if is_max else min
    return choose(position.after, key=outcome)  # type: ignore[arg-type]


def test_min_max_compares_nodes_where_it_should_compare_values() -> None:
    low, high = Position(after=[Position(1)]), Position(after=[Position(2)])
    assert min_max(Position(after=[Position(1), Position(2)]), True) == Position(2)
    with pytest.raises(TypeError, match="not supported between instances of 'Position'"):
        min_max(Position(after=[low, high]), True)
