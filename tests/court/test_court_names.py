"""What bears the names of moves out, and what does not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from folders import rules_file
from planted import InThisProcess, Planted

from pydecl.court import renaming as about_renaming
from pydecl.court import settling as about_settling
from pydecl.court.guessing import fitting, guesses
from pydecl.court.laws import _said
from pydecl.court.pairing import Evidence, Names, Pair, weigh
from pydecl.court.settling import Settled, Settling
from pydecl.court.sides import Look, Node, RulesSide, Side, SystemSide
from pydecl.court.trial import against, held
from pydecl.court.walking import Walk
from pydecl.errors import LimitError
from pydecl.loading.consulting import consult
from pydecl.model.deadline import NEVER, Deadline
from pydecl.model.term import Term


def seen(*moves: int) -> Node:
    """A node whose moves lead to nodes of so many moves each."""
    node = Node("seen", look(0, len(moves)))
    node.kids = [Node("seen", look(1, number)) for number in moves]
    return node


def look(mover: int, moves: int) -> Look:
    return Look(mover, tuple(map(str, range(moves))), None)


class Seen(Side):
    """A side of which all is known."""

    def root(self) -> Node:
        raise AssertionError

    def _stepped(self, _steps: object) -> list[Node]:
        raise AssertionError

    def picture(self, _node: Node) -> None:
        return None


def weight(rules: Node, system: Node) -> tuple[float, float]:
    names = Names()
    weigh(Pair(rules, system), [(0, 0), (1, 1)], names)
    return names.weight().good, names.weight().bad


def test_names_are_borne_out_where_the_same_follows_and_wrong_only_where_others_would_fit() -> None:
    assert weight(seen(3, 2), seen(3, 2)) == (2.0, 0.0)
    assert weight(seen(3, 2), seen(2, 3)) == (0.0, 2.0)
    assert weight(seen(3, 2), seen(3, 1)) == (1.0, 0.0)  # none would fit


def test_of_many_moves_a_broken_law_tells_those_that_differ() -> None:
    assert _said(look(1, 30), look(1, 28)) == "player 1 to move, 30 moves, among them 28 29"
    assert _said(look(1, 28), look(1, 30)) == "player 1 to move, 28 moves"
    assert _said(look(1, 3), look(1, 2)) == "player 1 to move: 0 1 2"


def called(*moves: str) -> Node:
    return Node("called", Look(0, moves, None))


def unasked() -> Settling:
    return Settling(Seen(), Seen(), Names(), Random(0), NEVER)


def test_a_difference_at_the_start_is_proved_before_anything_is_looked_at() -> None:
    assert unasked().settled(Pair(seen(3, 2), seen(3, 2, 2)), "extra move") is Settled.PROVED


@pytest.mark.parametrize(("shuffled", "is_borne_out"), [(None, True), (1, False)])
def test_what_a_walk_has_seen_bears_out_names_but_for_those_it_has_taught(
    shuffled: int | None, is_borne_out: bool
) -> None:
    names = Names(is_spelt_alike=shuffled is None)
    with consult("hexapawn") as game:
        system = SystemSide(InThisProcess(Planted("hexapawn", shuffled=shuffled)))
        walk = Walk(
            RulesSide(game), system, names, Settling(RulesSide(game), system, names, Random(0), NEVER)
        )
        walk.breadth_first(100)
    assert (names.weight().good > 0, names.weight().bad) == (is_borne_out, 0)


def test_better_names_are_looked_for_until_their_share_of_the_time_is_over() -> None:
    def aligned(_settling: Settling, _reach: int) -> Names:
        raise LimitError("their share is over")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Settling, "_aligned", aligned)
        patch.setattr(Settling, "bear_out", lambda *_: None)
        assert unasked()._better(None, NEVER) is None


@pytest.mark.parametrize(
    ("rules", "system", "move", "name"),
    [
        (("1", "2", "3"), ("0", "1", "2"), "7", "6"),
        (("9-13", "10-14", "10-15"), ("24-20", "23-19", "23-18"), "22x15x8", "11 18 25"),
        (("d3", "c4", "f5", "e7"), ("[2, 3]", "[3, 2]", "[4, 5]", "[6, 4]"), "h1", "0 7"),
        (("d3", "c4", "f5", "e7"), ("19", "26", "37", "52"), "h2", "15"),
        (("4/9", "5/8", "1/1/h", "2/1/h"), ("e2", "d1", "a8h", "b8h"), "3/4/h", "3 5 h"),
        (("a", "b"), ("c", "d"), "a", None),
    ],
)
def test_names_are_guessed_that_count_otherwise(
    rules: tuple[str, ...], system: tuple[str, ...], move: str, name: str | None
) -> None:
    found = guesses(called(*rules), called(*system))
    assert [given([move])[0] for given in found][:1] == ([] if name is None else [name])
    assert all(sorted(map(str, given(rules))) == sorted(called(*system).names) for given in found)


def above(*kids: Node) -> Node:
    node = Node("seen", look(0, len(kids)))
    node.kids = list(kids)
    return node


def test_two_plies_ahead_the_order_of_moves_says_nothing() -> None:
    settling = Settling(Seen(), Seen(), Names(), Random(1), NEVER)
    counts = (9, 10, 11, 12)
    for order in permutations(counts):
        assert settling._is_alike_ahead(above(seen(*counts), seen(1)), above(seen(1), seen(*order)))
    assert not settling._is_alike_ahead(above(seen(*counts)), above(seen(9, 10, 11, 13)))


def test_few_positions_bear_out_names_that_openings_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about_settling, "GAMES", about_settling.TOGETHER)
    with consult("examples/rules/breakthrough.pl:columns=4,rows=7") as game:
        side, names = RulesSide(game), Names()
        Settling(side, side, names, Random(0), NEVER).bear_out(names)
        assert names.are_sure
        assert len(side._nodes) < 400


class Exchanged(Planted):
    """Connect four whose columns have each other's names."""

    names: Mapping[str, str] = {}

    def _moves(self, state: list[Any]) -> list[tuple[str, Any]]:
        return [(self.names.get(name, name), after) for name, after in super()._moves(state)]


@pytest.mark.parametrize("others", ["32145", "41523"])
def test_names_that_are_exchanged_are_no_difference(others: str) -> None:
    system = Exchanged("connect4:width=5,height=4")
    system.names = dict(zip("12345", others, strict=True))
    with consult("connect4:width=5,height=4") as game:
        verdict = held(game, SystemSide(InThisProcess(system)), "columns", positions=200, depth=20)
    assert verdict.agree


class Numbered(RulesSide):
    """Draughts on 8x8 whose dark squares are counted row by row from above."""

    def _name(self, name: Term | None, after: Term) -> str:
        return SQUARE.sub(_number, super()._name(name, after))


SQUARE = re.compile(r"(\d)/(\d)")


def _number(found: re.Match[str]) -> str:
    column, row = map(int, found.groups())
    return str(4 * (8 - row) + (column + 1) // 2)


def test_replies_tell_how_squares_are_counted() -> None:
    with consult("examples/rules/draughts.pl:kind=brazilian") as game:
        sides = RulesSide(game), Numbered(game)
        found = guesses(*(side.root() for side in sides))
        assert {given(["8/8-7/7"])[0] for given in found} > {"4 8"}
        assert fitting(found, *sides)[0](["8/8-7/7"]) == ["4 8"]


class Nameless(Planted):
    """A game whose moves have other names at each position."""

    def _moves(self, state: list[Any]) -> list[tuple[str, Any]]:
        return [(f"{name} at {state[-1]}", after) for name, after in super()._moves(state)]


@pytest.mark.parametrize(("fault", "compared"), [("", 1 + 9 + 72 + 252), ("missing move", 0)])
def test_without_names_both_games_are_compared_as_a_whole(fault: str, compared: int) -> None:
    names = Names()
    with consult("tictactoe") as game:
        sides = RulesSide(game), SystemSide(InThisProcess(Nameless("tictactoe", fault)))
        walk = Walk(*sides, names, Settling(*sides, names, Random(0), NEVER))
        walk.as_a_whole(1000)
    assert walk.as_whole.positions == compared


class Mirrored(Planted):
    """Tic-tac-toe by rows and columns, whose columns the second player counts from the other side."""

    def _moves(self, state: list[Any]) -> list[tuple[str, Any]]:
        named = []
        for name, after in super()._moves(state):
            row, column = divmod(int(name) - 1, 3)
            named.append((f"{row} {column if len(state) % 2 else 2 - column}", after))
        return named


def test_names_that_are_mirrored_for_one_player_are_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about_renaming, "MOST_LOOKED", 6000)
    with consult("examples/rules/mnk.pl:m=3,n=3") as game:
        system = SystemSide(InThisProcess(Mirrored("tictactoe")))
        assert held(game, system, "mirrored", positions=200, depth=20).agree


@pytest.mark.parametrize(("share", "expected"), [(0.0, Settled.PROVED), (0.5, Settled.EXPLAINED)])
def test_a_proved_difference_does_not_wait_for_better_names(
    share: float, expected: Settled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(about_settling, "ORDERING", share)
    names = Names()
    names.evidence[(0, "1"), "2"] = Evidence(bad=1000.0)
    with consult("hexapawn") as game:
        sides = RulesSide(game), SystemSide(InThisProcess(Planted("hexapawn", "missing move")))
        settling = Settling(*sides, names, Random(0), Deadline.after(3600))
        pair = Pair(sides[0].root(), sides[1].root())
        for side, node in zip(sides, (pair.rules, pair.system), strict=True):
            side.step([(node, 0)])
        assert settling.settled(pair.followed((0, 0)), "missing move") is expected


SIGNS = """
:- dynamic signs/1.
signs(0).
initial(at(max, 0, 1)).
max_to_move(at(max, _, _)).
min_to_move(at(min, _, _)).
move(at(P, Ply0, Sum0), Move, at(Q, Ply, Sum)) :-
    Ply0 < 14, Ply is Ply0 + 1, Last is 2 + Sum0 mod 3,
    memberchk(P-Q, [max-min, min-max]),
    between(1, Last, X), member(Grown, [0, 1]), signs(Signs),
    memberchk(Signs-Grown-Name, [0-0-'2/~w', 0-1-'2/~w/promoted', 1-0-'b~w', 1-1-'b~w+']),
    format(atom(Move), Name, [X]),
    Sum is (7 * Sum0 + 3 * X + 5 * Grown) mod 101.
staticval(at(_, _, Sum), Val) :- Val is sign(Sum mod 7 - 3).
"""


def test_names_that_only_a_sign_tells_apart_are_paired_by_what_they_lead_to(tmp_path: Path) -> None:
    rules = rules_file(tmp_path, SIGNS, "signs.pl")
    with consult(rules) as game:
        verdict = against(game, f"rules:{rules}:signs=1", positions=1000)
    assert verdict.agree
    assert verdict.positions > 1000
