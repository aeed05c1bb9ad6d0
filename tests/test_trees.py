"""Explicit trees: every message, the way from a tree to text, facts and game, and the shipped figures."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pydecl.errors import ContractError, Diagnostic, Exit, InputError, PositionError, SourceError
from pydecl.games.tree import TreeGame
from pydecl.model.game import Outcome, Player
from pydecl.model.number import Number
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, atom_text, term_text
from pydecl.model.tree import Inner, Leaf, Node, Tree, tree_text
from pydecl.paths import prolog_file
from pydecl.rules.tree import read_tree, tree_facts

SMALL = "a max (b min (d 1  e ?)  c -2.5)"


def shipped(name: str) -> TreeGame:
    path = prolog_file("games", "trees", f"{name}.tree")
    return TreeGame(read_tree(path.read_text("utf-8"), path.name), str(path))


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


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("aB_1", "aB_1"),
        ("maximum", "maximum"),
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
@given(st.text(alphabet="ab 1r.?'\\x(),%\nmaxinf-") | st.text())
def test_any_text_is_a_tree_or_a_fault_with_a_place_in_it(text: str) -> None:
    try:
        read_tree(text, "f")
    except SourceError as error:
        lines = text.removeprefix("\ufeff").split("\n")
        for diagnostic in error.diagnostics:
            assert 1 <= diagnostic.column <= len(lines[diagnostic.line - 1]) + 1


def test_a_tree_may_be_as_deep_and_as_broad_as_it_likes() -> None:
    depth = 10_000
    heads = [f"a{level} {'min' if level % 2 else 'max'} (" for level in range(depth)]
    deep = read_tree("".join(heads) + "leaf 1" + ")" * depth, "f")
    assert len(deep.nodes) == depth + 1
    assert read_tree(tree_text(deep), "f") == deep
    assert len({deep, read_tree(tree_text(deep), "f")}) == 1
    with pytest.raises(SourceError, match=r"^f:1:8: the parenthesis of a0 is not closed"):
        read_tree("".join(heads) + "leaf 1" + ")" * (depth - 1), "f")
    broad = read_tree(f"a max ({' '.join(f'b{i} {i}' for i in range(depth))})", "f")
    assert len(broad.nodes) == depth + 1


# Messages

VALUE = "a number, inf, -inf or ?"

SYNTAX = [
    ("", 1, 1, "expected a tree, such as a max (b 1  c 2); found the end of the file"),
    ("% only\n% comments\n", 1, 1, "expected a tree, such as a max (b 1  c 2); found the end of the file"),
    ("(a 3)", 1, 1, "expected the name of the root; found ("),
    ("A max 3", 1, 1, "expected the name of the root; found A: as a name it needs quotes, 'A'"),
    ("a-b max 3", 1, 1, "expected the name of the root; found a-b"),
    ("a\n(b 3)", 2, 1, "a has children but no mover: expected max or min before ("),
    ("a max (\n\tb 1\n\tc (d 2))", 3, 4, "c has children but no mover: expected max or min before ("),
    ("a", 1, 1, f"a has neither value nor mover: expected {VALUE}, or max or min; found the end of the file"),
    ("a max (b 1\n  c\n)", 2, 3, f"c has neither value nor mover: expected {VALUE}, or max or min; found )"),
    ("a maxx (b 1)", 1, 1, f"a has neither value nor mover: expected {VALUE}, or max or min; found maxx"),
    ("a max (b 3c)", 1, 10, f"expected {VALUE}, or max or min, after b; found 3c"),
    ("a max (b 3.)", 1, 10, f"expected {VALUE}, or max or min, after b; found 3."),
    (
        "a max (b -.3)",
        1,
        10,
        f"expected {VALUE}, or max or min, after b; found -.3",
    ),
    (
        "a max (b .3)",
        1,
        10,
        f"expected {VALUE}, or max or min, after b; found .3: a decimal begins with a digit, as in 0.3",
    ),
    (
        "a max (b 1/3)",
        1,
        10,
        f"expected {VALUE}, or max or min, after b; found 1/3: a rational is written 1r3",
    ),
    (
        "a max b 3",
        1,
        7,
        "expected ( and the children of a, or the value of a leaf, after max; found b",
    ),
    (
        "a Min  % nothing\n",
        1,
        6,
        "expected ( and the children of a, or the value of a leaf, after Min; found the end of the file",
    ),
    ("a max (\n  b min (c 1  d 2\n)\n", 1, 7, "the parenthesis of a is not closed: expected )"),
    ("a max (\n  b min (c 1\n", 2, 9, "the parenthesis of b is not closed: expected )"),
    ("a max (", 1, 7, "the parenthesis of a is not closed: expected )"),
    ("a max (b min ( ))", 1, 16, "b has no children: expected one or more nodes between ( and )"),
    ("a max (3)", 1, 8, "expected the name of the first child of a; found 3"),
    (
        "a max (MIN 3)",
        1,
        8,
        "expected the name of the first child of a; found MIN: as a name it needs quotes, 'MIN'",
    ),
    ("a max (b 3 4)", 1, 12, "expected the name of another child of a, or ); found 4"),
    ("a max (b min (c 1) (d 2))", 1, 20, "expected the name of another child of a, or ); found ("),
    (
        "a max (b 3 inf 4)",
        1,
        12,
        "expected the name of another child of a, or ); found inf: as a name it needs quotes, 'inf'",
    ),
    (
        "a max (b 3, c 4)",
        1,
        11,
        "expected the name of another child of a, or ); found ,: blanks alone divide the nodes",
    ),
    ("a max (b 3))", 1, 12, "expected the end of the file: every ( is closed already; found )"),
    ("a max (b 3)\nc 4", 2, 1, "expected the end of the file: it has its tree already; found c"),
    ("a max (b 3) 4", 1, 13, "expected the end of the file: it has its tree already; found 4"),
    (
        "a max ('b 3)\n'",
        1,
        8,
        "the quote of this name is not closed: expected another ' in the same line",
    ),
    (
        "a max ('b'' 3)",
        1,
        8,
        "the quote of this name is not closed: expected another ' in the same line",
    ),
    (
        "a max (b 3 " + "x" * 50 + ")",
        1,
        12,
        f"{'x' * 40}… has neither value nor mover: expected {VALUE}, or max or min; found )",
    ),
]

SEMANTICS = [
    ("a 3", 1, 3, "nobody is to move in the root a: expected max or min before its value"),
    ("a max (b max (c 3))", 1, 10, "MAX is to move in b and in its parent a: expected MIN"),
    ("a MIN (b 1\n  c MIN 3)", 2, 5, "MIN is to move in c and in its parent a: expected MAX"),
    ("a max (b 1\n  b 2)", 2, 3, "the name b is used twice, first in line 1"),
    ("a max (\n  b min ('a' 2))", 2, 10, "the name 'a' is used twice, first in line 1"),
    ("a max (b -1r0)", 1, 10, "-1r0 is no number: expected a denominator other than 0"),
    ("a max (b 1e999)", 1, 10, "1e999 is beyond the largest decimal: expected a smaller number, or inf"),
    ("'\\x110000\\.' max 3", 1, 1, "'\\x110000\\.' is no atom: expected escapes as in Prolog"),
    (
        "'\\xfffffffffffffffff\\.' max 3",
        1,
        1,
        "'\\xfffffffffffffffff\\.' is no atom: expected escapes as in Prolog",
    ),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), SYNTAX + SEMANTICS)
def test_each_fault_is_named_in_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        read_tree(text, "figures/f.tree")
    assert caught.value.exit_code is Exit.BAD_INPUT
    [found] = caught.value.diagnostics
    assert found.message == message
    assert replace(found, message="") == Diagnostic(
        "figures/f.tree", line, column, "", text.split("\n")[line - 1].rstrip("\r")
    )


def test_what_no_tree_can_have_is_reported_all_at_once_in_the_order_of_the_file() -> None:
    with pytest.raises(SourceError) as caught:
        read_tree("a max (b max (c 1r0)\r\n b 1e400)", "f")
    assert [(d.line, d.column) for d in caught.value.diagnostics] == [(1, 10), (1, 17), (2, 2), (2, 4)]
    assert str(caught.value).splitlines()[:3] == [
        "f:1:10: MAX is to move in b and in its parent a: expected MIN",
        "  a max (b max (c 1r0)",
        "           ^",
    ]


def test_a_very_long_line_is_not_shown() -> None:
    with pytest.raises(SourceError) as caught:
        read_tree("a max (" + "b 1 " * 500, "f")
    assert str(caught.value) == "f:1:7: the parenthesis of a is not closed: expected )"


# From a tree to text and to facts

NUMBERS = (
    st.integers()
    | st.floats(allow_nan=False)
    | st.fractions().filter(lambda value: value.denominator > 1)
    | st.none()
)


@st.composite
def names(draw: st.DrawFn) -> str:
    name = draw(
        st.text(max_size=5) | st.sampled_from(["max", "Min", "mAX", "inf", "a", "b1", "+", "\\", "[]"])
    )
    try:
        assume(read_term(atom_text(name)) == Atom(name))
    except InputError:
        assume(False)  # an atom that Prolog's own notation does not carry through
    return name


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """A tree in which MAX and MIN alternate, of any shape."""
    todo = draw(st.lists(names(), min_size=1, max_size=25, unique=True))
    nodes: list[Node] = []

    def grow(name: str, mover: Player, others: list[str]) -> None:
        at = len(nodes)
        if not others:
            nodes.append(Leaf(name, mover, draw(NUMBERS)))
            return
        nodes.append(Leaf(name, mover, None))
        children: list[str] = []
        while others:
            size = draw(st.integers(1, len(others)))
            (child, *below), others = others[:size], others[size:]
            children.append(child)
            grow(child, mover.opponent, below)
        nodes[at] = Inner(name, mover, tuple(children))

    grow(todo[0], draw(st.sampled_from(Player)), todo[1:])
    return Tree(tuple(nodes))


@settings(deadline=None)
@given(trees())
def test_a_tree_comes_back_from_its_text(tree: Tree) -> None:
    again = read_tree(tree_text(tree), "f")
    assert again == tree
    assert facts(again) == facts(tree)  # 1 and 1.0 are equal numbers, and other facts


@settings(deadline=None)
@given(trees())
def test_a_leaf_is_the_opponent_of_its_parent_to_move(tree: Tree) -> None:
    again = read_tree(tree_text(tree), "f")
    for node in again.nodes:
        if isinstance(node, Inner):
            assert {again[child].mover for child in node.children} == {node.mover.opponent}


@settings(deadline=None)
@given(trees())
def test_each_node_has_one_fact_which_says_all_of_it(tree: Tree) -> None:
    root, *others = tree_facts(tree)
    assert root == Compound("root", (Atom(tree.root.name),))
    assert len(others) == len(tree.nodes)
    for node, fact in zip(tree.nodes, others, strict=True):
        assert isinstance(fact, Compound)
        assert fact.name == ("inner" if isinstance(node, Inner) else "leaf")
        assert fact.args[:2] == (Atom(node.name), Atom(node.mover.value))


def test_the_facts_have_plain_numbers_float_infinities_and_unknown() -> None:
    text = "a max ('B' min (d 1 e 1.0 f 1r3)  c min (g inf h -inf i ?))"
    assert facts(read_tree(text, "f")) == [
        "root(a)",
        "inner(a,max,['B',c])",
        "inner('B',min,[d,e,f])",
        "leaf(d,max,1)",
        "leaf(e,max,1.0)",
        "leaf(f,max,1r3)",
        "inner(c,min,[g,h,i])",
        "leaf(g,max,1.0Inf)",
        "leaf(h,max,-1.0Inf)",
        "leaf(i,max,unknown)",
    ]


def test_the_text_of_a_tree_has_a_line_for_each_node_but_the_leaves_among_leaves() -> None:
    assert tree_text(read_tree("'A' MAX(b min(max_ 1 'max' 2)'inf' ?)", "f")) == (
        "'A' max (\n  b min (max_ 1  'max' 2)\n  'inf' ?\n)\n"
    )
    assert tree_text(read_tree("a MIN +3", "f")) == "a min 3\n"


# The game


def test_a_move_is_named_by_the_child_that_it_leads_to() -> None:
    game = TreeGame(read_tree(SMALL, "f"), "figures/small.tree")
    assert (game.name, game.source) == ("small", "figures/small.tree")
    assert game.initial() == [Atom("a")]
    assert game.successors(Atom("a")) == [(Atom("b"), Atom("b")), (Atom("c"), Atom("c"))]
    assert game.successors(Atom("d")) == []
    assert [game.player(Atom(name)) for name in "abc"] == [Player.MAX, Player.MIN, Player.MIN]
    assert game.static_value(Atom("c")) == -2.5


@pytest.mark.parametrize(
    ("value", "outcome"),
    [("3", Outcome.WON), ("inf", Outcome.WON), ("-1r3", Outcome.LOST), ("0.0", Outcome.DRAWN)],
)
def test_the_sign_of_a_leaf_says_who_has_won(value: str, outcome: Outcome) -> None:
    game = TreeGame(read_tree(f"a max (b {value})", "f"), "f.tree")
    leaf, root = Atom("b"), Atom("a")
    assert game.outcome(leaf) is outcome
    assert game.terminal_won(leaf) is (outcome is Outcome.WON)
    assert game.terminal_lost(leaf) is (outcome is Outcome.LOST)
    assert game.outcome(root) is None
    assert not game.terminal_won(root)
    assert not game.terminal_lost(root)


def test_a_value_that_nobody_knows_is_an_error_and_no_draw() -> None:
    game = TreeGame(read_tree("'A' max (b min (c 1) 'D' ?)", "f"), "f.tree")
    for name, text in [("A", "'A'"), ("b", "b"), ("D", "'D'")]:
        with pytest.raises(ContractError) as caught:
            game.static_value(Atom(name))
        assert caught.value == ContractError("unknown_value", text)
        assert str(caught.value) == f"the value of {text} is unknown"
    for ask in (game.outcome, game.terminal_won, game.terminal_lost):
        with pytest.raises(ContractError, match=r"^the value of 'D' is unknown$"):
            ask(Atom("D"))


@settings(deadline=None)
@given(trees())
def test_a_position_comes_back_from_its_notation_and_from_its_term(tree: Tree) -> None:
    game = TreeGame(tree, "f.tree")
    for node in tree.nodes:
        position = Atom(node.name)
        assert game.parse_position(game.format_position(position)) == position
        assert game.parse_position(f" {game.format_position(position)}\n") == position
        assert game.from_term(game.to_term(position)) == position
        assert str(position) == term_text(game.to_term(position))


def test_the_notation_is_the_plain_name_where_it_can_be_read_back() -> None:
    game = TreeGame(read_tree("move1 max ('Two words' 1  '''' 2  '\\x1b\\[2J' 3  'it''s' 4)", "f"), "f.tree")
    texts = [game.format_position(Atom(node.name)) for node in game.tree.nodes]
    assert texts == ["move1", "Two words", "'\\''", "'\\x1b\\[2J'", "it's"]
    assert game.parse_position("'move1'") == Atom("move1")
    assert game.parse_position("'Two words'") == Atom("Two words")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("move4", "no position of othello_lecture: the tree has no node move4; near it: move3, move2, move1"),
        ("'Start'", "no position of othello_lecture: the tree has no node 'Start'; near it: start"),
        ("zz", "no position of othello_lecture: the tree has no node zz"),
        ("", "no position of othello_lecture: the tree has no node ''"),
        ("'a", 'no position of othello_lecture: expected the name of a node, found "\'a"'),
        ("'a'(1)", "no position of othello_lecture: expected the name of a node, found a(1)"),
        ("'\\x110000\\a'", "no position of othello_lecture: expected the name of a node, found "),
    ],
)
def test_a_text_that_names_no_node_is_answered_with_the_names_near_it(text: str, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        shipped("othello_lecture").parse_position(text)
    assert str(caught.value).startswith(message)
    assert str(caught.value) == message or message.endswith("found ")


def test_a_term_is_a_position_only_if_it_names_a_node() -> None:
    game = shipped("lecture19")
    assert game.from_term(Atom("a")) == Atom("a")
    with pytest.raises(
        PositionError, match=r"^no position of lecture19: expected the name of a node, found 1$"
    ):
        game.from_term(1)
    with pytest.raises(PositionError, match=r"^no position of lecture19: the tree has no node h$"):
        game.from_term(Atom("h"))


# The shipped figures


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in Path(prolog_file("games", "trees")).glob("*.tree"))
)
def test_a_shipped_tree_says_its_source_and_comes_back_from_its_text(name: str) -> None:
    game = shipped(name)
    assert Path(game.source).read_text("utf-8").startswith("% ")
    assert read_tree(tree_text(game.tree), "f") == game.tree


def test_the_tree_of_lecture_19_has_no_h_and_eight_leaves() -> None:
    tree = shipped("lecture19").tree
    assert sorted(tree.by_name) == list("abcdefgijklmnop")
    leaves = {node.name: node.value for node in tree.nodes if isinstance(node, Leaf)}
    assert leaves == dict(zip("ijklmnop", (1, 4, 5, 6, 2, 1, 1, 1), strict=True))
