"""The text of explicit trees: what is read, every message, and how a tree is written."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rings import sample_size

from pydecl.errors import Diagnostic, Exit, SourceError
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


def facts(tree: Tree) -> list[str]:
    return [term_text(fact) for fact in tree_facts(tree)]


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
    assert facts(read_tree(text, "f")) == facts(read_tree(SMALL, "f"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-0", 0),
        ("+7", 7),
        (str(10**30), 10**30),
        ("0.5", 0.5),
        ("-1.0", -1.0),
        ("1e3", 1000.0),
        ("2.5E-1", 0.25),
        ("1r3", Fraction(1, 3)),
        ("-4r6", Fraction(-2, 3)),
        ("4r2", 2),
        ("inf", math.inf),
        ("+inf", math.inf),
        ("-inf", -math.inf),
        ("?", None),
    ],
)
def test_a_value_is_exact_and_of_its_own_kind(text: str, value: Number | None) -> None:
    root = read_tree(f"a max {text}", "f").root
    assert isinstance(root, Leaf)
    assert root.value == value
    assert type(root.value) is type(value)


@pytest.mark.parametrize("value", ["0", "-1.5", "1r3", "-inf"])
def test_an_inner_node_may_have_a_value(value: str) -> None:
    inner, leaf = read_tree(f"a max {value} (b {value})", "f").nodes
    assert isinstance(inner, Inner)
    assert isinstance(leaf, Leaf)
    assert inner.value == leaf.value


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
        ("aB_1", "aB_1"),
        ("maximum", "maximum"),
        ("wons", "wons"),
        ("'won'", "won"),
        ("infinite", "infinite"),
        ("'max'", "max"),
        ("'Two words'", "Two words"),
        ("'it''s'", "it's"),
        ("'it\\'s'", "it's"),
        ("'% (3)'", "% (3)"),
        ("''", ""),
        ("'é'", "é"),
        ("'\\x41\\b'", "Ab"),
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

WANTED = "a number, inf, -inf or ?, or max, min or chance"
ANOTHER = "expected the name of another child of a, or ); found"
FIRST = "expected the name of the first child of a; found"
ODDS = "expected the probability and the name of"
AFTER_ODDS = "expected the name of a child of a after its probability; found"
AFTER_CARET = "expected the name of a node after ^; found"
CHILDREN = "expected ( and the children of a"
END = "expected the end of the file: it has its tree already; found"
NOTHING = "found the end of the file"
ONLY_CHANCE = "which has only chance nodes above it: expected max or min before its value"
LACKS = f"has neither value nor mover: expected {WANTED};"
IN_CHANCE = f"{CHILDREN} after chance: it has no value and no marks; found"
BARE = ": a probability ends with a colon"
SUM = "the probabilities of the children of"
NO_ATOM = " is not an atom: expected escapes as in Prolog"
QUOTES = "as a name it needs quotes"
COLON = ": a colon follows the probability of a chance node's child, and nowhere else"
NO_ODDS = " is not a probability: expected 1, or a rational between 0 and 1 such as 1r6"

# Each text with ¦ before the place of its fault.

SYNTAX = [
    ("¦", f"expected a tree, such as a max (b 1  c 2); {NOTHING}"),
    ("¦% only\n% comments\n", f"expected a tree, such as a max (b 1  c 2); {NOTHING}"),
    ("¦(a 3)", "expected the name of the root; found ("),
    ("¦A max 3", f"expected the name of the root; found A: {QUOTES}, 'A'"),
    ("¦a-b max 3", "expected the name of the root; found a-b"),
    ("a\n¦(b 3)", "a has children but no mover: expected max, min or chance before ("),
    ("a max (\n\tb 1\n\tc ¦(d 2))", "c has children but no mover: expected max, min or chance before ("),
    ("¦a", f"a {LACKS} {NOTHING}"),
    ("a max (b 1\n  ¦c\n)", f"c {LACKS} found )"),
    ("¦a maxx (b 1)", f"a {LACKS} found maxx; near maxx: max"),
    ("a max (b ¦3c)", f"expected {WANTED}, after b; found 3c"),
    ("a max (b ¦3.)", f"expected {WANTED}, after b; found 3."),
    ("a max (b ¦-.3)", f"expected {WANTED}, after b; found -.3"),
    ("a max (b ¦.3)", f"expected {WANTED}, after b; found .3: a decimal begins with a digit, as in 0.3"),
    ("a max (b ¦1/3)", f"expected {WANTED}, after b; found 1/3: a rational is written 1r3"),
    ("a max ¦b 3", f"{CHILDREN}, or its value, after max; found b"),
    ("a Min¦  % nothing\n", f"{CHILDREN}, or its value, after Min; {NOTHING}"),
    ("a max ¦(\n  b min (c 1  d 2\n)\n", "the parenthesis of a is not closed: expected )"),
    ("a max (\n  b min ¦(c 1\n", "the parenthesis of b is not closed: expected )"),
    ("a max ¦(", "the parenthesis of a is not closed: expected )"),
    ("a max (b min ( ¦))", "b has no children: expected one or more nodes between ( and )"),
    ("a max (¦3)", f"{FIRST} 3"),
    ("a max (¦MIN 3)", f"{FIRST} MIN: {QUOTES}, 'MIN'"),
    ("a max (b 3 ¦4)", f"{ANOTHER} 4"),
    ("a max (b min (c 1) ¦(d 2))", f"{ANOTHER} ("),
    ("a max (b 3 ¦inf 4)", f"{ANOTHER} inf: {QUOTES}, 'inf'"),
    ("a max (b 3¦, c 4)", f"{ANOTHER} ,: only blanks separate nodes"),
    ("a max (b 3)¦)", "expected the end of the file: every ( is closed already; found )"),
    ("a max (b 3)\n¦c 4", f"{END} c"),
    ("a max (b 3) ¦4", f"{END} 4"),
    ("a max (¦'b 3)\n'", "the quote of this name is not closed: expected another ' on the same line"),
    ("a max (¦'b'' 3)", "the quote of this name is not closed: expected another ' on the same line"),
    ("a max (b 3 ¦" + "x" * 50 + ")", f"{'x' * 40}… {LACKS} found )"),
    ("a max (b 1\n¦turbulant\n)", f"turbulant {LACKS} found ); near turbulant: turbulent"),
    ("a max (¦b won)", f"b {LACKS} found won: a mark follows the value"),
    ("a max (¦b plain (c 1))", f"b {LACKS} found plain"),
    ("a max (b 3 turbulent ¦(c 1))", "b has children but no mover: expected max, min or chance before 3"),
    ("a max turbulent ¦3 (b 1)", f"{CHILDREN} after its marks, or its value before them; found 3"),
    ("a max won lost¦", f"{CHILDREN} after its marks, or its value before them; {NOTHING}"),
    ("a chance ¦3 (1: b max 1)", f"{IN_CHANCE} 3"),
    ("a chance ¦turbulent (1: b max 1)", f"{IN_CHANCE} turbulent"),
    ("¦won max 3", f"expected the name of the root; found won: {QUOTES}, 'won'"),
    ("a max (¦Plausible 3)", f"{FIRST} Plausible: {QUOTES}, 'Plausible'"),
    ("a max (b 1) ¦turbulent", f"{END} turbulent: a mark stands before the children"),
    ("a max (b min (c 1) ¦lost d 2)", f"{ANOTHER} lost: a mark stands before the children"),
    ("¦^a", "expected the name of the root; found ^"),
    ("a max (^¦)", f"{AFTER_CARET} )"),
    ("a max (^¦min)", f"{AFTER_CARET} min: {QUOTES}, 'min'"),
    ("a max (^¦3)", f"{AFTER_CARET} 3"),
    ("a max (^¦", f"{AFTER_CARET} the end of the file"),
    ("a max (b 3 ^b ¦4)", f"{ANOTHER} 4"),
    ("a max (b 3 ¦b^c)", f"{ANOTHER} b^c"),
    ("a max (b 3 ¦c:)", f"{ANOTHER} c{COLON}"),
    ("¦1r2: a max 3", f"expected the name of the root; found 1r2{COLON}"),
    ("a max (¦1r2: b 3)", f"{FIRST} 1r2{COLON}"),
    ("a max (¦b 1r2 : c 3)", f"b {LACKS} found 1r2{COLON}"),
    ("a max (b 3  ¦1r2 : c 3)", f"{ANOTHER} 1r2{COLON}"),
    ("a chance (¦b max 3)", f"{ODDS} the first child of a; found b"),
    ("a chance (¦1 b max 3)", f"{ODDS} the first child of a; found 1{BARE}"),
    ("a chance (¦half: b max 3)", f"{ODDS} the first child of a; found half{COLON}"),
    ("a chance (1r2: b max 3  ¦^b)", f"{ODDS} another child of a, or ); found ^"),
    ("a chance (1r2: b max 3  ¦4)", f"{ODDS} another child of a, or ); found 4{BARE}"),
    ("a chance (1: ¦3)", f"{AFTER_ODDS} 3"),
    ("a chance (1: ¦1: b max 3)", f"{AFTER_ODDS} 1{COLON}"),
    ("a chance (1:¦", f"{AFTER_ODDS} the end of the file"),
    ("a chance (¦)", "a has no children: expected one or more nodes between ( and )"),
    ("a chance ¦(1: b max 3", "the parenthesis of a is not closed: expected )"),
]

SEMANTICS = [
    ("a ¦3", "nobody is to move in the root a: expected max or min before its value"),
    ("a max (b ¦max (c 3))", "MAX is to move in b and in its parent a: expected MIN"),
    ("a MIN (b 1\n  c ¦MIN 3)", "MIN is to move in c and in its parent a: expected MAX"),
    ("a max (b 1\n  ¦b 2)", "the name b is used twice, first on line 1"),
    ("a max (\n  b min (¦'a' 2))", "the name 'a' is used twice, first on line 1"),
    ("a max (b ¦-1r0)", "-1r0 is not a number: expected a denominator other than 0"),
    ("a max (b ¦1e999)", "1e999 is beyond the largest decimal: expected a smaller number, or inf"),
    ("¦'\\x110000\\.' max 3", f"'\\x110000\\.'{NO_ATOM}"),
    ("¦'\\xfffffffffffffffff\\.' max 3", f"'\\xfffffffffffffffff\\.'{NO_ATOM}"),
    ("a max ¦? (b 1)", "? is a value for leaves only: expected a number for a, or nothing"),
    ("a max (b 1 turbulent ¦Turbulent)", "b is marked turbulent twice"),
    ("a max (b 1 won plausible ¦lost)", "b is marked won and lost: expected one of them"),
    ("a max 2 ¦won (b 1)", "won can only mark a leaf, and a has children"),
    ("a max (b 1  ¦^bb)", "no node of this file is named bb; similar names: b"),
    ("a max (b 1  ¦^c)", "no node of this file is named c"),
    ("a max (^¦'\\x110000\\.')", f"'\\x110000\\.'{NO_ATOM}"),
    ("a max ('B 1' 1  'b 2' 2  ¦^'b 1')", "no node of this file is named 'b 1'; similar names: 'b 2', 'B 1'"),
    ("a max (b min (c 1  d max 2  ¦^b))", "MIN is to move in b and in its parent b: expected MAX"),
    ("a max (¦^c  b min (c max 1))", "MAX is to move in c and in its parent a: expected MIN"),
    ("a chance (1: b ¦3)", f"nobody is to move in b, {ONLY_CHANCE}"),
    ("a chance (1: b chance (1: c ¦3))", f"nobody is to move in c, {ONLY_CHANCE}"),
    ("a chance (¦0: b max 3  1: c max 3)", f"0{NO_ODDS}"),
    ("a chance (¦-1r2: b max 3)", f"-1r2{NO_ODDS}"),
    ("a chance (¦3r2: ^a)", f"3r2{NO_ODDS}"),
    ("a chance (¦0.5 : b max 3)", f"0.5{NO_ODDS}"),
    ("a chance (¦1/2: b max 3)", f"1/2{NO_ODDS}"),
    ("a chance (¦1r0: b max 3)", f"1r0{NO_ODDS}"),
    ("¦a chance (1r2: b max 3  1r3: ^b)", f"{SUM} a add up to 5r6: expected 1"),
    ("a max (¦b chance (1: c 3  1r3: ^c))", f"{SUM} b add up to 4r3: expected 1"),
]


@pytest.mark.parametrize(("text", "message"), SYNTAX + SEMANTICS)
def test_each_fault_is_named_in_its_place(text: str, message: str) -> None:
    before, _, after = text.partition("¦")
    with pytest.raises(SourceError) as caught:
        read_tree(before + after, "figures/f.tree")
    assert caught.value.exit_code is Exit.BAD_INPUT
    [found] = caught.value.diagnostics
    assert found.message == message
    line, column = before.count("\n") + 1, len(before.split("\n")[-1]) + 1
    source_line = (before + after).split("\n")[line - 1]
    assert replace(found, message="") == Diagnostic("figures/f.tree", line, column, "", source_line)


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
