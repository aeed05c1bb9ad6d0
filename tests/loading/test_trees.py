"""Explicit trees to text and to facts, as games on both engines, and the shipped figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from module_fixtures import for_module

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, InputError, PositionError
from pydecl.games.tree import TreeGame
from pydecl.loading.consulting import consult
from pydecl.model.game import Outcome, Player
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, PrologList, Term, atom_text, term_text
from pydecl.model.tree import Chance, Inner, Leaf, Mark, Node, Tree, tree_below, tree_facts, tree_text
from pydecl.paths import prolog_file
from pydecl.rules.tree import read_tree

SMALL = "a max (b min (d 1  e ?)  c -2.5)"

GRAPH = """
a max 2 turbulent (
  b 5 lost plausible
  c min -1r2 (^d  d max 0 drawn  ^a)
  e chance (1r2: ^d  1r3: f min ? won turbulent  1r6: ^e)
  ^b
)
"""


def shipped(name: str) -> TreeGame:
    path = prolog_file("games", "trees", f"{name}.tree")
    return TreeGame(read_tree(path.read_text("utf-8"), path.name), str(path))


def facts(tree: Tree) -> list[str]:
    return [term_text(fact) for fact in tree_facts(tree)]


def listed(terms: Iterable[Term]) -> PrologList:
    return PrologList(tuple(terms))


def positions(tree: Tree) -> list[Atom]:
    return [Atom(node.name) for node in tree.nodes]


# From a tree to text and to facts

FRACTIONS = st.fractions().filter(lambda value: value.denominator > 1)
NUMBERS = st.none() | st.integers() | st.floats(allow_nan=False) | FRACTIONS


@st.composite
def names(draw: st.DrawFn) -> str:
    words = ["max", "mAX", "Min", "inf", "chance", "won", "drawn", "turbulent", "a", "b1", "+", "\\", "[]"]
    name = draw(st.text(max_size=5) | st.sampled_from(words))
    try:
        assume(read_term(atom_text(name)) == Atom(name))
    except InputError:
        assume(False)  # an atom that Prolog's own notation does not carry through
    return name


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Any graph of nodes of every kind, in which MAX and MIN alternate where no chance node is between."""
    called = draw(st.lists(names(), min_size=1, max_size=20, unique=True))
    movers: list[Player | None] = [draw(st.sampled_from((*Player, None)))]  # None: chance
    children: list[list[int]] = [[] for _ in called]
    for node in range(1, len(called)):
        parent = draw(st.integers(0, node - 1))
        above = movers[parent]
        movers.append(draw(st.sampled_from((above.opponent, None) if above else (*Player, None))))
        children[parent].append(node)
    numbers = st.integers(0, len(called) - 1)
    for one, other in draw(st.lists(st.tuples(numbers, numbers), max_size=10)):
        if movers[one] is None or movers[one] is not movers[other]:
            children[one].insert(draw(st.integers(0, len(children[one]))), other)
    nodes: dict[str, Node] = {}
    for name, mover, below in zip(called, movers, children, strict=True):
        value, marks = draw(NUMBERS), draw(st.frozensets(st.sampled_from(Mark)))
        if mover is None:
            below = below or [0]
            weights = draw(st.lists(st.integers(1, 9), min_size=len(below), max_size=len(below)))
            odds = tuple(Fraction(weight, sum(weights)) for weight in weights)
            nodes[name] = Chance(name, tuple(called[child] for child in below), odds)
        elif below:
            nodes[name] = Inner(name, mover, tuple(called[child] for child in below), value, marks)
        else:
            nodes[name] = Leaf(name, mover, value, draw(st.none() | st.sampled_from(Outcome)), marks)
    return tree_below(called[0], nodes)


@settings(deadline=None)
@given(trees())
def test_a_tree_comes_back_from_its_text(tree: Tree) -> None:
    again = read_tree(tree_text(tree), "f")
    assert again == tree
    assert facts(again) == facts(tree)  # 1 and 1.0 are equal numbers, and other facts


def test_the_facts_have_plain_numbers_float_infinities_and_unknown() -> None:
    assert facts(read_tree("'A' max (d 1  e 1.0  f 1r3  g inf  h -inf  i ?)", "f")) == [
        *("root('A')", "inner('A',max,[d,e,f,g,h,i])", "leaf(d,min,1)", "leaf(e,min,1.0)", "leaf(f,min,1r3)"),
        *("leaf(g,min,1.0Inf)", "leaf(h,min,-1.0Inf)", "leaf(i,min,unknown)"),
    ]


def test_the_facts_of_a_graph_have_values_marks_and_probabilities() -> None:
    assert facts(read_tree(GRAPH, "f")) == [
        *("root(a)", "inner(a,max,[b,c,e,b])", "static(a,2)", "mark(a,turbulent)", "leaf(b,min,5)"),
        *("mark(b,lost)", "mark(b,plausible)", "inner(c,min,[d,d,a])", "static(c,-1r2)", "leaf(d,max,0)"),
        *("mark(d,drawn)", "chance_node(e,[-(1r2,d),-(1r3,f),-(1r6,e)])", "leaf(f,min,unknown)"),
        *("mark(f,won)", "mark(f,turbulent)"),
    ]


# The game


def test_a_move_is_named_by_the_child_that_it_leads_to() -> None:
    game = TreeGame(read_tree(SMALL, "f"), "figures/small.tree")
    assert (game.name, game.source) == ("small", "figures/small.tree")
    assert game.initial() == [Atom("a")]
    assert game.successors(Atom("a")) == [(Atom("b"), Atom("b")), (Atom("c"), Atom("c"))]
    assert game.successors(Atom("d")) == []
    assert [game.player(Atom(name)) for name in "abc"] == [Player.MAX, Player.MIN, Player.MIN]
    assert game.static_value(Atom("c")) == -2.5


BY_SIGN = [("3", Outcome.WON), ("inf", Outcome.WON), ("-1r3", Outcome.LOST), ("0.0", Outcome.DRAWN)]
BY_MARK = [(f"{v} {end.value}", end) for v in ("3", "0", "-inf", "?") for end in Outcome]


@pytest.mark.parametrize(("value", "outcome"), BY_SIGN + BY_MARK)
def test_a_mark_or_else_the_sign_of_a_leaf_says_who_has_won(value: str, outcome: Outcome) -> None:
    game = TreeGame(read_tree(f"a max 1 (b {value})", "f"), "f.tree")
    leaf, root = Atom("b"), Atom("a")
    assert game.outcome(leaf) is outcome
    assert game.terminal_won(leaf) is (outcome is Outcome.WON)
    assert game.terminal_lost(leaf) is (outcome is Outcome.LOST)
    assert game.outcome(root) is None
    assert not game.terminal_won(root)
    assert not game.terminal_lost(root)


def test_nobody_moves_at_a_chance_node() -> None:
    game = TreeGame(read_tree(GRAPH, "f"), "f.tree")
    e = Atom("e")
    assert game.chance(e) == [(Fraction(1, 2), Atom("d")), (Fraction(1, 3), Atom("f")), (Fraction(1, 6), e)]
    assert game.chance(Atom("a")) == game.chance(Atom("b")) == game.successors(e) == []
    assert game.outcome(e) is None
    with pytest.raises(ContractError, match=r"^no player is to move in e$"):
        game.player(e)
    with pytest.raises(ContractError, match=r"^the value of e is unknown$"):
        game.static_value(e)


def test_the_other_marks_are_told_of_the_node_and_of_the_move() -> None:
    game = TreeGame(
        read_tree("a max (b 1 plausible  c min turbulent (d max plausible (^b2  b2 1)))", "f"), "f"
    )
    assert [name for name in "abcd" if game.turbulent(Atom(name))] == ["c"]
    pairs = [(one, other) for one in "abcd" for other in "abcd" if game.plausible(Atom(one), Atom(other))]
    assert pairs == [("a", "b"), ("c", "d")]


def test_a_forest_is_played_from_any_of_its_nodes() -> None:
    forest = Tree((Leaf("a", Player.MAX, 1), Inner("b", Player.MAX, ("c",)), Leaf("c", Player.MIN, 2)))
    game = TreeGame(forest, "f.tree")
    assert game.initial() == [Atom("a")]
    assert game.successors(game.parse_position("b")) == [(Atom("c"), Atom("c"))]
    assert facts(forest) == ["root(a)", "leaf(a,max,1)", "inner(b,max,[c])", "leaf(c,min,2)"]
    assert tree_text(forest) == "a max 1\n"  # only what the root leads to


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
        (
            "move4",
            "no position of othello_lecture: the tree has no node move4; similar names: move3, move2, move1",
        ),
        ("'Start'", "no position of othello_lecture: the tree has no node 'Start'; similar names: start"),
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


# Both engines


rules = for_module(lambda: consult("lecture19"))
"""The rules of `prolog/games/tree.pl`, whose facts each test replaces."""


FORGET = """forall(member(Name/Arity, [root/1, inner/3, leaf/3, chance_node/2, static/2, mark/2]),
               ( functor(Fact, Name, Arity), retractall(rules:Fact) ))"""

ASK = """findall(about(Movers, Moves, Nexts, Value, Won, Lost, Chance, Turbulent, Plausible),
    ( member(N, Names),
      findall(P, ( rules:max_to_move(N), P = max ; rules:min_to_move(N), P = min ), Movers),
      findall(Move-To, rules:move(N, Move, To), Moves),
      findall(Next, ( rules:moves(N, Ns), member(Next, Ns) ), Nexts),
      catch(findall(V, rules:staticval(N, V), Value), error(unknown_value(N), _), Value = unknown),
      catch(findall(won, rules:terminalwon(N), Won), error(unknown_value(N), _), Won = unknown),
      catch(findall(lost, rules:terminallost(N), Lost), error(unknown_value(N), _), Lost = unknown),
      findall(Odds-To, rules:chance(N, Odds, To), Chance),
      findall(yes, rules:turbulent(N), Turbulent),
      findall(Next, rules:plausible(N, Next), Plausible)
    ), Answers)"""

OPEN = """findall(Goal,
    ( member(N, Names),
      (   member(Goal, [max_to_move(N), min_to_move(N), moves(N, _), staticval(N, _),
                        terminalwon(N), terminallost(N), turbulent(N)])
      ;   rules:move(N, _, Next), Goal = plausible(N, Next)
      ),
      catch(call_cleanup(rules:Goal, Done = true), error(unknown_value(_), _), fail),
      var(Done)
    ), Answers)"""


def supply_facts(rules: SessionGame, tree: Tree) -> None:
    rules.session.query(FORGET)
    rules.session.ask(Compound("add", (listed(tree_facts(tree)),)))


def answers(rules: SessionGame, tree: Tree, question: str) -> Term:
    names = listed(positions(tree))
    [answer] = rules.session.query(f"Names = {names}, {question}")
    return answer["Answers"]


def in_python(game: TreeGame, here: Atom) -> Term:
    """What ASK finds, of one node."""

    def known(ask: Callable[[Atom], Any], found: Callable[[Any], list[Term]]) -> Term:
        try:
            return listed(found(ask(here)))
        except ContractError as error:
            return Atom("unknown") if error == ContractError("unknown_value", str(here)) else Atom("wrong")

    is_chance = isinstance(game.tree[here.name], Chance)
    nexts = [to for _, to in game.successors(here)]
    about = (
        listed([] if is_chance else [Atom(game.player(here).value)]),
        listed(Compound("-", (to, to)) for to in nexts),
        listed(nexts),
        known(game.static_value, lambda value: [value]),
        known(game.terminal_won, lambda won: [Atom("won")] * won),
        known(game.terminal_lost, lambda lost: [Atom("lost")] * lost),
        listed(Compound("-", pair) for pair in game.chance(here)),
        listed([Atom("yes")] * game.turbulent(here)),
        listed(to for to in nexts if game.plausible(here, to)),
    )
    return Compound("about", about)


@settings(deadline=None)
@given(tree=trees())
def test_the_rules_in_prolog_and_in_python_agree(rules: SessionGame, tree: Tree) -> None:
    supply_facts(rules, tree)
    game = TreeGame(tree, "f.tree")
    expected = listed(in_python(game, here) for here in positions(tree))
    assert term_text(answers(rules, tree, ASK)) == term_text(expected)
    assert answers(rules, tree, OPEN) == PrologList(())  # no question leaves a choice point


PICTURE = """\
a: max 2 turbulent
    b: 5 lost plausible
    c: min -1r2
        d: 0 drawn
        ^d
        ^a
    e: chance
        1r2 ^d
        1r3 f: unknown won turbulent
        1r6 ^e
    ^b
max to move"""


def test_the_picture_of_a_graph_draws_each_node_once(rules: SessionGame) -> None:
    supply_facts(rules, read_tree(GRAPH, "f"))
    assert rules.picture(Atom("a")) == PICTURE
    assert str(rules.picture(Atom("e"))).splitlines()[::4] == ["e: chance", "chance to move"]


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
