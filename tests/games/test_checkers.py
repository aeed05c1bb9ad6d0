"""Checkers: the rules in Python, both sets of rules on boards that no play reaches soon, and endings."""

from __future__ import annotations

from random import Random

import pytest
from module_fixtures import for_module
from plain_searches import both_rules
from rings import sample_size

from pydecl.crosschecking.rules import IndependentRules
from pydecl.crosschecking.solved import compare
from pydecl.crosschecking.verdict import Agreement
from pydecl.errors import InputError
from pydecl.games.checkers import Checkers, Position
from pydecl.loading.consulting import consult
from pydecl.model.term import PrologList, term_text

GAME = Checkers()


def test_checkers_is_turbulent_where_the_mover_must_capture() -> None:
    assert GAME.turbulent(GAME.parse_position("B:W14:B9"))
    assert GAME.turbulent(GAME.parse_position("W:W14:B9"))
    assert not GAME.turbulent(GAME.parse_position("B:W14,18:B9"))
    assert not GAME.turbulent(GAME.initial()[0])


def set_up(random: Random) -> Position:
    """A board of 2 to 16 pieces, many of them kings."""
    cells = ["."] * 32
    for square in random.sample(range(1, 33), random.randint(2, 16)):
        piece = random.choice("bw")
        crowned = square > 28 if piece == "b" else square < 5
        cells[square - 1] = piece.upper() if crowned or random.random() < 0.5 else piece
    return Position(random.choice("bw"), "".join(cells))


rules = for_module(lambda: both_rules("checkers"))


def test_both_rules_agree_on_boards_full_of_kings(rules: IndependentRules) -> None:
    random = Random(1959)
    boards = [set_up(random) for _ in range(sample_size(80, 400))]
    captures = [GAME.turbulent(board) for board in boards]
    assert len(boards) / 4 < sum(captures) < len(boards) * 3 / 4
    terms = [board.term() for board in boards]
    for term, must_capture in zip(rules.fetched(terms), captures, strict=True):
        rules.compare(term)
        assert rules.game.turbulent(term) is must_capture


@pytest.mark.parametrize(("pieces", "boards"), [(1, 120), (2, 120 + 6_972)])
@pytest.mark.sampled(1, "14,184 positions with two pieces")
def test_there_are_as_many_endings_as_published(pieces: int, boards: int) -> None:
    # the table of 'Checkers Is Solved' (J. Schaeffer et al., 2007), computed again at brainwagon.org, 2008
    ours = [str(position) for position in Checkers(pieces=pieces).positions()]
    assert len(ours) == len(set(ours)) == 2 * boards  # either player is to move
    with consult("checkers", pieces=pieces) as rules:
        (answer,) = rules.session.query("findall(P, position(P), Ps)", seconds=600.0)
        theirs = answer["Ps"]
        assert isinstance(theirs, PrologList)
        assert list(map(term_text, theirs.items)) == ours
        verdict, _ = compare(rules)
        assert isinstance(verdict, Agreement)
        assert verdict.positions == 2 * boards


@pytest.mark.parametrize("pieces", [0, 13, "two"])
def test_an_ending_has_1_to_12_pieces(pieces: object) -> None:
    with pytest.raises(InputError, match="pieces"), consult(f"checkers:pieces={pieces}"):
        pass
