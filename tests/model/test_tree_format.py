"""The text of explicit trees: what is read, every message, and how a tree is written."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rings import sample_size

from pydecl.errors import SourceError
from pydecl.model.game import Outcome, Player
from pydecl.model.number import Number
from pydecl.model.term import term_text
from pydecl.model.tree import Chance, Inner, Leaf, Mark, Tree, tree_facts, tree_text
from pydecl.rules.tree import read_tree

SMALL = "a max (b min (d 1  e ?)  c -2.5)"

EVERYTHING = """
a max 2 turbulent (
  b 5 won plausible
  c min -1r2 (^d  d max 0 drawn  ^a)
  e chance (1r2: ^d  1r3: f min turbulent(g 1)  1r6: ^e)
  ^b
)
"""


# Reading


def test_a_tree_is_read_into_a_table_in_the_order_of_the_file() -> None:
    assert read_tree(SMALL, "small.tree") == Tree(
        (
            Inner("a", Player.MAX, ("b", "c")),
            Inner("b", Player.MIN, ("d", "e")),
            Leaf("d", Player.MAX, 1),
            Leaf("e", Player.MAX, None),
            Leaf("c", Player.MIN, -2.5),
        )
    )


def test_a_graph_is_read_in_the_order_in_which_its_nodes_are_met() -> None:
    turbulent, plausible = frozenset({Mark.TURBULENT}), frozenset({Mark.PLAUSIBLE})
    assert read_tree(EVERYTHING, "f") == Tree(
        (
            Inner("a", Player.MAX, ("b", "c", "e", "b"), 2, turbulent),
            Leaf("b", Player.MIN, 5, Outcome.WON, plausible),
            Inner("c", Player.MIN, ("d", "d", "a"), Fraction(-1, 2)),
            Leaf("d", Player.MAX, 0, Outcome.DRAWN),
            Chance("e", ("d", "f", "e"), (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))),
            Inner("f", Player.MIN, ("g",), None, turbulent),
            Leaf("g", Player.MAX, 1),
        )
    )


def test_a_reference_may_stand_before_the_node_and_above_it_and_beside_it() -> None:
    assert read_tree("a max (^d  b min (c 1)  d min (^c  ^a))", "f") == read_tree(
        "a max (d min (c 1  ^a)  b min (^c)  ^d)", "f"
    )
    again = read_tree("a chance (1: ^ 'a')", "f")
    assert again == Tree((Chance("a", ("a",), (1,)),))


@pytest.mark.parametrize(
    "text",
    [
        "a MAX(b Min(d 1 e ?)c -2.5)",
        "% a figure\na max ( % its root\n\tb min (d +1 e ?)\r\n c -2.5) %",
        "'a' max ('b' min ('d' 1 e ?) c -25e-1)",
        "a max (b min (d max 1  e MAX ?)  c min -2.5)",
        "\ufeff" + SMALL,
    ],
)
def test_blanks_comments_quotes_letter_case_and_stated_movers_change_nothing(text: str) -> None:
    one, other = (list(map(term_text, tree_facts(read_tree(tree, "f")))) for tree in (text, SMALL))
    assert one == other


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("12", 12), ("-0", 0), ("+7", 7), (str(10**30), 10**30), ("0.5", 0.5), ("-1.0", -1.0)),
        *(("1e3", 1000.0), ("2.5E-1", 0.25), ("1r3", Fraction(1, 3)), ("-4r6", Fraction(-2, 3)), ("4r2", 2)),
        *(("inf", math.inf), ("+inf", math.inf), ("-inf", -math.inf), ("?", None)),
    ],
)
def test_a_value_is_exact_and_of_its_own_kind(text: str, value: Number | None) -> None:
    root = read_tree(f"a max {text}", "f").root
    assert isinstance(root, Leaf)
    assert root.value == value
    assert type(root.value) is type(value)


@pytest.mark.parametrize(
    ("marks", "outcome", "others"),
    [
        ("won", Outcome.WON, set()),
        ("LOST", Outcome.LOST, set()),
        ("turbulent Drawn plausible", Outcome.DRAWN, set(Mark)),
        ("Plausible", None, {Mark.PLAUSIBLE}),
    ],
)
def test_marks_stand_behind_the_value_in_any_order(
    marks: str, outcome: Outcome | None, others: set[Mark]
) -> None:
    assert read_tree(f"a max 0 {marks}", "f").root == Leaf("a", Player.MAX, 0, outcome, frozenset(others))
    assert read_tree(f"a max ? {marks}", "f").root == Leaf("a", Player.MAX, None, outcome, frozenset(others))


def test_who_is_to_move_below_chance_follows_from_the_nearest_player_above() -> None:
    tree = read_tree("a MIN (z Chance (1r2: y chance (1: b 1)  1r4: c min 2  1r4:d max (e 3)))", "f")
    movers = {node.name: node.mover for node in tree.nodes if not isinstance(node, Chance)}
    assert [movers[name] for name in "abcde"] == [Player.MIN, Player.MAX, Player.MIN, Player.MAX, Player.MIN]


@pytest.mark.parametrize("odds", [("1",), ("1r2", "2r4"), ("1r6",) * 6, ("+1r3", "1r2", "1r6"), ("0001r1",)])
def test_probabilities_are_exact_and_add_up_to_1(odds: tuple[str, ...]) -> None:
    children = "  ".join(f"{one}: x{i} max 1" for i, one in enumerate(odds))
    root = read_tree(f"z chance ({children})", "f").root
    assert isinstance(root, Chance)
    assert root.probabilities == tuple(map(Fraction, (one.replace("r", "/") for one in odds)))


@pytest.mark.parametrize(
    ("written", "name"),
    [
        *(("aB_1", "aB_1"), ("maximum", "maximum"), ("wons", "wons"), ("'won'", "won")),
        *(("infinite", "infinite"), ("'max'", "max"), ("'Two words'", "Two words"), ("'it''s'", "it's")),
        *(("'it\\'s'", "it's"), ("'% (3)'", "% (3)"), ("''", ""), ("'é'", "é"), ("'\\x41\\b'", "Ab")),
    ],
)
def test_a_name_is_a_prolog_atom(written: str, name: str) -> None:
    assert read_tree(f"{written} max 3", "f").root.name == name


@settings(deadline=None)
@given(st.text(alphabet="ab 1r.?'\\x(),%\nmaxinf-:^") | st.text())
def test_any_text_is_a_tree_or_a_fault_with_a_place_in_it(text: str) -> None:
    try:
        read_tree(text, "f")
    except SourceError as error:
        lines = text.removeprefix("\ufeff").split("\n")
        for diagnostic in error.diagnostics:
            assert 1 <= diagnostic.column <= len(lines[diagnostic.line - 1]) + 1


@pytest.mark.thorough("the trees are large")
def test_a_tree_may_be_as_deep_and_as_broad_as_it_likes() -> None:
    depth = sample_size(3_000, 10_000)
    heads = [f"a{level} {'min' if level % 2 else 'max'} (" for level in range(depth)]
    deep = read_tree("".join(heads) + "leaf 1" + ")" * depth, "f")
    assert len(deep.nodes) == depth + 1
    assert read_tree(tree_text(deep), "f") == deep
    assert len({deep, read_tree(tree_text(deep), "f")}) == 1
    with pytest.raises(SourceError, match=r"^f:1:8: the parenthesis of a0 is not closed"):
        read_tree("".join(heads) + "leaf 1" + ")" * (depth - 1), "f")
    broad = read_tree(f"a max ({' '.join(f'b{i} {i} ^b0' for i in range(depth))})", "f")
    assert len(broad.nodes) == depth + 1
    assert read_tree(tree_text(broad), "f") == broad
    odds = "".join(f"1r{20_000 + i}: b{i} max 1  " for i in range(10_000))
    with pytest.raises(SourceError, match=r"the children of z add up to about 0.40547\d+: expected 1$"):
        read_tree(f"z chance ({odds})", "f")  # about ln 1.5


# Messages


def test_what_no_tree_can_have_is_reported_all_at_once_in_the_order_of_the_file() -> None:
    with pytest.raises(SourceError) as caught:
        read_tree("a max (b max (c 1r0)\r\n b 1e400)", "f")
    assert [(d.line, d.column) for d in caught.value.diagnostics] == [(1, 10), (1, 17), (2, 2), (2, 4)]
    assert str(caught.value).splitlines()[:3] == [
        "f:1:10: MAX is to move in b and in its parent a: expected MIN",
        "  a max (b max (c 1r0)",
        "           ^",
    ]


def test_the_faults_of_references_and_chance_are_in_the_order_of_the_file_too() -> None:
    with pytest.raises(SourceError) as caught:
        read_tree("a max (^b  c chance (2: d 1  1r2: ^a)  ^a  e min 1 won won)", "f")
    assert [d.column for d in caught.value.diagnostics] == [8, 22, 40, 56]


def test_only_some_references_to_nothing_are_told_what_is_near() -> None:
    with pytest.raises(SourceError) as caught:
        read_tree(f"a max (bee1 1 {' ^bee2' * 9})", "f")
    messages = [d.message for d in caught.value.diagnostics]
    assert [message.endswith("; similar names: bee1") for message in messages] == [True] * 5 + [False] * 4


def test_a_very_long_line_is_not_shown() -> None:
    with pytest.raises(SourceError) as caught:
        read_tree("a max (" + "b 1 " * 500, "f")
    assert str(caught.value) == "f:1:7: the parenthesis of a is not closed: expected )"


# Writing


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("a MIN +3", "a min 3\n"),
        ("a Max ? Turbulent WON", "a max ? won turbulent\n"),
        (
            "'A' MAX(b min(max_ 1 'max' 2)'inf' ? 'Won' 1 'won' 1)",
            "'A' max (\n  b min (max_ 1  'max' 2)\n  'inf' ?\n  'Won' 1\n  'won' 1\n)\n",
        ),
        ("a max 4r2 (^b  b min (^a))", "a max 2 (\n  b min (^a)\n  ^b\n)\n"),
        ("z chance (1r2: x max 1  2r4: ^x)", "z chance (1r2: x max 1  1r2: ^x)\n"),
        (
            "a max (z chance (1r2: x max 1  1r4: y min 2  1r4: b min (c 1)))",
            "a max (\n  z chance (\n    1r2: x max 1\n    1r4: y 2\n    1r4: b min (c 1)\n  )\n)\n",
        ),
    ],
)
def test_a_line_is_written_for_each_node_whose_children_have_children(text: str, canonical: str) -> None:
    assert tree_text(read_tree(text, "f")) == canonical
    assert tree_text(read_tree(canonical, "f")) == canonical
