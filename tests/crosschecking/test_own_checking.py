"""'Agrees' is earned: what a cross-check of a file's own program compares."""

from __future__ import annotations

from pathlib import Path

import pytest
from folders import ROOT, rules_file
from labelled_homework import SHORT_SIGHTED
from own_styles import TEXTBOOK

from pydecl.crosschecking import own_checking
from pydecl.crosschecking.cases import PLIES, Shape, make_case
from pydecl.crosschecking.laws import Law
from pydecl.crosschecking.own_checking import OwnReport, check_own
from pydecl.crosschecking.own_judging import NotComparedError, SearchedValues
from pydecl.crosschecking.positions import Places
from pydecl.engines import registry
from pydecl.errors import Exit
from pydecl.loading.consulting import consult
from pydecl.model.number import INFINITY
from pydecl.model.program import Manner

PILE = (ROOT / "examples" / "pile.pl").read_text("utf-8").replace("10", "{counters}")
PILE += "staticval(pile(_, N), 0) :- N > 0.\n"


def checked(text: str, folder: Path, program: str = "file:minimax", **asked: object) -> OwnReport:
    """What the cross-check of a program of a file finds."""
    file = rules_file(folder, text, "own.pl")
    with consult(file) as game:
        return check_own(game, registry.reference(game).own.ready(program), **asked)  # type: ignore[arg-type]


@pytest.mark.sampled(1, "each case asks about a hundred trees")
@pytest.mark.parametrize("plies", [1, 5, 12])
def test_a_program_with_a_horizon_of_its_own_is_caught(plies: int, tmp_path: Path) -> None:
    report = checked(PILE.format(counters=5) + SHORT_SIGHTED.format(plies=plies), tmp_path)
    assert report.program.manner is Manner.ATTACHED  # for pydecl has moves/2
    assert report.exit_code is Exit.DISAGREEMENT


def test_long_trees_have_many_plies_and_few_moves() -> None:
    for number in range(40):
        tree = make_case(Shape.LONG, 3, number).tree
        spine = [node for node in tree.nodes if node.name.startswith("n")]
        assert PLIES[0] < len(spine) <= PLIES[1]
        assert len(tree.nodes) < 2 * len(spine)


def test_the_position_that_is_asked_for_is_compared_however_large_its_tree_is(tmp_path: Path) -> None:
    text = PILE.format(counters=14) + SHORT_SIGHTED.format(plies=5)  # 3,736 nodes
    report = checked(text, tmp_path, places=Places(plies=0), trees=0)
    assert (report.asked, report.exit_code) == ((1, 0), Exit.DISAGREEMENT)
    assert (report.findings[0].fault.expected, report.findings[0].fault.found) == ("1", "0")


def test_the_start_is_compared_though_its_tree_is_not_among_the_smallest(tmp_path: Path) -> None:
    wrong_there = "minimax(pile(max, 14), pile(min, 13), 0) :- !.\n"
    text = PILE.format(counters=14) + wrong_there + SHORT_SIGHTED.format(plies=99)
    report = checked(text, tmp_path, trees=0)
    assert report.program.manner is Manner.BARE
    assert [found.position for found in report.findings] == ["pile(max,14)"]


def test_a_cut_that_the_files_game_does_not_need_is_tried_where_no_tree_is_asked(tmp_path: Path) -> None:
    slip = "Worth, Node) :- min_to_move(Node), Worth > High, !."
    text = TEXTBOOK.text.replace("Node, Worth) :- min_to_move(Node), Worth > High, !.", slip)
    text = text.replace(":- moves(Node, Nodes)", ":- Node = pile(_, _), moves(Node, Nodes)")
    report = checked(PILE.format(counters=5) + text, tmp_path, "file:alphabeta")
    assert (report.program.manner, report.exit_code) == (Manner.BARE, Exit.DISAGREEMENT)
    assert "--beta=-2" in report.findings[0].options


def test_nothing_compared_never_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: SearchedValues, __: object) -> None:
        raise NotComparedError("nobody knows its value")

    monkeypatch.setattr(own_checking, "REFERENCE", -1.0)  # the walk through the tree is out of time at once
    monkeypatch.setattr(SearchedValues, "value", none)
    text = PILE.format(counters=14) + SHORT_SIGHTED.format(plies=99)
    report = checked(text, tmp_path, places=Places(plies=0), trees=0)
    assert (report.asked, report.exit_code) == ((0, 0), Exit.LIMIT)
    assert str(report.reason) == "nothing was compared: nobody knows its value"
    assert report.to_json()["left_out"] == {"pile(max,14)": "nobody knows its value"}
    assert report.to_json()["agree"] is None


def test_a_program_that_does_not_answer_above_a_large_tree_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_checking, "ANSWERING", 10_000)
    monkeypatch.setattr(own_checking, "BIGGEST", 3)
    endless = "minimax(P, B, V) :- minimax(P, B, V).\n"
    report = checked(PILE.format(counters=14) + endless, tmp_path, places=Places(plies=0), trees=0)
    assert report.exit_code is Exit.LIMIT
    assert "the program gives none: no end within the inferences" in str(report.reason)


@pytest.mark.parametrize("name", ["nim:heaps=[1,2]", "hexapawn"])
def test_values_that_alphabeta_finds_are_those_of_the_tree(name: str) -> None:
    with consult(name) as game:
        found = SearchedValues(game, 60.0, INFINITY)
        (start,) = game.initial()
        children = [found.value(successor) for _, successor in game.successors(start)]
        assert found.value(start) == max(children)
        assert [game.player(one) for one in found.best(start)]
        assert {found.value(one) for one in found.best(start)} == {max(children)}


def test_a_value_that_is_not_found_in_time_is_told() -> None:
    with consult("chess") as game, pytest.raises(NotComparedError, match="does not find its value within"):
        SearchedValues(game, 0.01, INFINITY).value(game.initial()[0])


PASSES = """
moves_again.
initial(s(a, max)).
move(s(a, max), s(b, max)).
move(s(a, max), s(c, min)).
move(s(b, max), s(d, min)).
move(s(b, max), s(e, min)).
max_to_move(s(_, max)).
min_to_move(s(_, min)).
staticval(s(P, _), V) :- nth1(I, [d,c,e], P), V is I - 2.

minimax(s(P, Mover), Best, Val) :- valued(Mover, s(P, Mover), Best, Val).
valued(Mover, Pos, Best, Val) :-
    findall(V-Next, ( move(Pos, Next), NEXT, valued(Other, Next, _, V) ), Pairs),
    Pairs = [_|_], !,
    keysort(Pairs, Sorted),
    ( Mover == max -> last(Sorted, Val-Best) ; Sorted = [Val-Best|_] ).
valued(_, Pos, _, Val) :- staticval(Pos, Val).
"""
"""MAX moves twice on the way to the best end; the program looks into positions, so it runs as it stands."""


@pytest.mark.parametrize(
    ("mover_of_the_next", "faults"),
    [("Next = s(_, Other)", []), ("( Mover == max -> Other = min ; Other = max )", [Law.VALUE])],
)
def test_a_program_that_takes_it_that_players_alternate_is_caught(
    tmp_path: Path, mover_of_the_next: str, faults: list[Law]
) -> None:
    report = checked(PASSES.replace("NEXT", mover_of_the_next), tmp_path)
    assert (report.asked[0], [found.fault.law for found in report.findings]) == (5, faults)
