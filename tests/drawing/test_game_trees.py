"""Trees of real games: names tell siblings apart, numbers are short, a page holds them, nothing overlaps."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import Run
from tidy_pictures import SVG

from pydecl.loading.consulting import consult, game_names
from pydecl.model.number import brief_text
from pydecl.model.program import Program
from pydecl.model.term import Atom
from pydecl.paths import told_names
from pydecl.tracing.events import Naming
from pydecl.tracing.names import BOARD, LONGEST, Names
from pydecl.tracing.recording import record
from pydecl.workbench.drawing.formats import chosen, shown_tree
from pydecl.workbench.drawing.search_tree import SearchTree
from pydecl.workbench.drawing.svg import ADVANCE, cells
from pydecl.workbench.drawing.tree_svg import tree_svg
from pydecl.workbench.drawing.words import Words

WIDEST = 2000.0
SLOW = ("backgammon",)
"""Chance has so many throws that depth 2 must do."""


@cache
def drawn(name: str) -> tuple[SearchTree, str]:
    """The tree of a game to depth 3, as it is drawn by default, and its picture."""
    with consult(name) as game:
        program = Program.EXPECTIMINIMAX if game.has_chance else Program.ALPHABETA
        recording = record(game, program, depth=2 if name in SLOW else 3)
        tree, title = chosen(recording, game, None)
        names = Names(recording, game)
        texts = [None if one is None else game.format_position(one) for one in recording.positions]
        words = Words(texts.__getitem__)
        tree = shown_tree(tree, names, names.end, words)
    return tree, tree_svg(tree, words, title)


games = pytest.mark.parametrize(
    "name", sorted(game_names(), key=lambda name: name not in ("connect4", "kqk"))
)
few = pytest.mark.sampled(3, "each case searches a game")


@games
@few
def test_siblings_have_names_of_their_own_and_no_name_is_a_board(name: str) -> None:
    tree, _ = drawn(name)
    words = Words(str)
    for visit in tree.visits():
        called = [words.name(child) for child in visit.children if not child.omitted]
        assert len(set(called)) == len(called)
        skipped = visit.cut.names if visit.cut else ()
        assert len(set(skipped)) == len(skipped)
        for one in (words.name(visit), *skipped):
            assert 0 < len(one) <= LONGEST
            assert not BOARD.search(one)


@games
@few
def test_numbers_have_three_digits_at_the_most(name: str) -> None:
    _, picture = drawn(name)
    for text in texts(picture):
        for number in re.findall(r"\d+\.\d+|\d+r\d+", text):
            assert len(re.sub(r"^[0.]+|\D", "", number)) <= 3, text


@games
@few
def test_the_picture_fits_a_page_and_no_texts_overlap(name: str) -> None:
    _, picture = drawn(name)
    root = ElementTree.fromstring(picture.encode())
    assert float(root.attrib["width"]) <= WIDEST
    boxes = [(box(one), "".join(one.itertext())) for one in root.iter(f"{SVG}text")]
    for (one, said), (other, told) in combinations(boxes, 2):
        is_beside = one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
        assert is_beside, (said, told)


def texts(picture: str) -> list[str]:
    """All texts of a picture, but its title."""
    root = ElementTree.fromstring(picture.encode())
    return ["".join(one.itertext()) for one in root.iter(f"{SVG}text") if "font-weight" not in one.attrib]


def box(text: ElementTree.Element) -> tuple[float, float, float, float]:
    """Left, right, top and bottom of a text's letters."""
    x, y, size = (float(text.attrib[name]) for name in ("x", "y", "font-size"))
    wide = cells("".join(text.itertext())) * ADVANCE * size
    left = x - wide / 2 if text.get("text-anchor") == "middle" else x
    return left, left + wide, y - 0.75 * size, y + 0.2 * size


@pytest.mark.parametrize("name", told_names(".tree"))
@pytest.mark.sampled(3, "each case searches a tree")
def test_the_lectures_trees_are_drawn_whole_and_as_the_lecture_names_them(name: str) -> None:
    tree, picture = drawn(name)
    with consult(name) as game:
        program = Program.EXPECTIMINIMAX if game.has_chance else Program.ALPHABETA
        recording = record(game, program, depth=3)
        plain, title = chosen(recording, game, None)
    positions = recording.positions
    assert isinstance(positions[0], Atom)
    words = Words(lambda number: positions[number].name)  # type: ignore[union-attr]
    assert picture == tree_svg(plain, words, title)
    assert all(visit.name == positions[visit.number].name for visit in tree.visits())  # type: ignore[union-attr]


def test_a_win_is_told_in_words_and_by_how_many_plies() -> None:
    with consult("nim:heaps=[1,2]") as game:
        recording = record(game, Program.MINIMAX)
        tree, _ = chosen(recording, game, None)
        names = Names(recording, game)
        tree = shown_tree(tree, names, names.end, Words(str))
    for words in (Words(str), Words(str, Naming.NEGAMAX)):
        line = [(words.name(visit), words.value(visit)) for visit in tree.variation()]
        assert line == [
            ("nim", "MAX wins in 3"),
            ("take 1, heap 2", "MAX wins in 2"),
            ("take 1, heap 1", "MAX wins in 1"),
            ("take 1, heap 2", "MAX has won"),
        ]
    black = Words(str, Naming.LECTURE003)
    assert black.value(tree.root) == "black wins in 3"


ROWS = """
initial(b(x,[[e,e,e],[e,e,e]])).
max_to_move(b(x,_)).
min_to_move(b(o,_)).
{head} :-
    other(Player, Next),
    nth1(Y, Rows0, Row0, Rows), nth1(X, Row0, e, Row), nth1(X, Row1, Player, Row), nth1(Y, Rows1, Row1, Rows).
other(x, o).
other(o, x).
staticval(_, 0).
"""


@pytest.mark.parametrize(
    ("head", "called"),
    [
        ("move(b(Player,Rows0), b(Next,Rows1))", ["x at 1:1", "x at 1:2", "x at 1:3"]),
        ("move(b(Player,Rows0), put(X,Y), b(Next,Rows1))", ["put 1 1", "put 2 1", "put 3 1"]),
        ("move(b(Player,Rows0), X-Y, b(Next,Rows1))", ["1-1", "2-1", "3-1"]),
        ("move(b(Player,Rows0), N, b(Next,Rows1))", ["move 4", "move 5", "move 6"]),
        ("move(b(Player,Rows0), same, b(Next,Rows1))", ["x at 1:1", "x at 1:2", "x at 1:3"]),
    ],
)
def test_rules_without_a_notation_get_names(tmp_path: Path, head: str, called: list[str]) -> None:
    text = ROWS.format(head=head)
    if " N," in head:
        text = text.replace("nth1(Y, Rows1, Row1, Rows).", "nth1(Y, Rows1, Row1, Rows), N is X + 3 * Y.")
    (tmp_path / "rows.pl").write_text(text, "utf-8")
    with consult(tmp_path / "rows.pl") as game:
        recording = record(game, Program.MINIMAX, depth=1)
        names = Names(recording, game)
        assert [names(number, 0) for number in (1, 2, 3)] == called
        assert names(0, None) == "rows"


def test_rules_name_their_moves_in_traces_and_transcripts(pydecl: Run, tmp_path: Path) -> None:
    path = tmp_path / "rows.pl"
    rules = ROWS.format(head="move(b(Player,Rows0), X/Y, b(Next,Rows1))")
    path.write_text(
        rules + "move_text(X/Y) --> { format(codes(Codes), 'cell ~w, ~w', [X,Y]) }, Codes.\n", "utf-8"
    )
    asked = (str(path), "--program", "minimax", "--depth", "1")
    assert pydecl("trace", *asked).out.splitlines()[:3] == [
        "enter  rows  MAX to move",
        "  enter  cell 1, 1  MIN to move",
        "  leaf  cell 1, 1  static value 0",
    ]
    assert "value  cell 1, 1  0 | " in pydecl("step", *asked, "--plain").out
    path.write_text(rules + "move_text(_) --> { throw(no) }.\n", "utf-8")
    assert "  enter  1/1  MIN" in pydecl("trace", *asked).out


def test_brief_numbers_are_rounded_only_if_they_are_long() -> None:
    numbers = [0.5, -0.25, 12.0, 123.456, 0.05714285, -1234.5, 3, 12345]
    assert list(map(brief_text, numbers)) == ["0.5", "-0.25", "12.0", "123", "0.0571", "-1235", "3", "12345"]
