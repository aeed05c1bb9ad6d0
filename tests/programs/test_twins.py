"""The laws of the three programs, on random games, and the equality of the twins.

All games of this file are parts of one forest, whose nodes are the positions. It grows, in Python and in one
SWI-Prolog alike, as hypothesis makes trees; equal subtrees are one node, so that successors repeat.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from graphs import Forest, Grown, Tree, growing, trees
from hypothesis import given, settings
from hypothesis import strategies as st
from module_fixtures import for_module_in
from rings import sample_size

from pydecl.engines.registry import complete
from pydecl.engines.searching import run
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number, equal, less
from pydecl.model.program import Program
from pydecl.model.result import Answer, Bound, Limits, value_text
from pydecl.model.term import Term, term_text
from pydecl.programs.registry import DECLARED, TEXTBOOK
from pydecl.programs.run import run as run_twin


def answers(grown: Grown, program: Program, root: int, limits: Limits) -> Iterator[Answer[Term]]:
    """From each engine."""
    for engine in complete():
        yield run(grown.game, program, engine, root, limits)


grown = for_module_in(growing)


# Strategies

tiny: st.SearchStrategy[Number] = st.integers(-1, 1)
mixed: st.SearchStrategy[Number] = st.sampled_from(
    [
        *(-2, -1, 0, 1, 2, -1.0, -0.5, -0.0, 0.0, 0.5, 1.0, 1.5, INFINITY, -INFINITY),
        *(Fraction(1, 2), Fraction(-1, 2), Fraction(1, 3), Fraction(3, 2)),
    ]
)
close: st.SearchStrategy[Number] = st.sampled_from(
    [
        *(2**53 - 1, 2**53, 2**53 + 1, 2**53 + 2, 2.0**53, 2.0**53 + 2, Fraction(2**54 + 1, 2)),
        *(10**400, 10**400 + 1, INFINITY, -(10**400), -INFINITY, Fraction(1, 3), 1 / 3, 0, 0.0, -0.0),
    ]
)
"""Numbers whose order is not transitive: 2**53 and 2**53 + 1 both equal 2.0**53."""


def windows(values: st.SearchStrategy[Number]) -> st.SearchStrategy[tuple[Number, Number]]:
    def ordered(bounds: tuple[Number, Number]) -> tuple[Number, Number]:
        return bounds[::-1] if less(bounds[1], bounds[0]) else bounds

    return st.tuples(values, values).map(ordered)


ordinary = st.one_of(trees(tiny), trees(mixed))
movers = st.sampled_from(Player)
depths = st.one_of(st.none(), st.integers(0, 6))
laws = settings(deadline=None, max_examples=sample_size(20, 400))


# The definitions, in the plainest words


def naive(forest: Forest, position: int, depth: int | None) -> tuple[Number, int | None]:
    """V(P) where a search looks `depth` plies ahead, and the last successor that has it."""
    mover, children, value = forest.nodes[position]
    if not children or depth == 0:
        return value, None
    below = None if depth is None else depth - 1
    values = [naive(forest, child, below)[0] for child in children]
    extreme = max(values) if mover is Player.MAX else min(values)
    last = max(i for i, v in enumerate(values) if v == extreme)
    return values[last], children[last]


def size(forest: Forest, position: int, depth: int | None) -> tuple[int, int, bool]:
    """How many nodes and leaves a full search has, and whether one of the leaves is not terminal."""
    children = forest.nodes[position][1]
    if not children or depth == 0:
        return 1, 1, bool(children)
    below = None if depth is None else depth - 1
    nodes, leaves, horizons = zip(*(size(forest, child, below) for child in children), strict=True)
    return 1 + sum(nodes), sum(leaves), any(horizons)


class Touched(Exception):  # noqa: N818  not an error
    """The depth limit was touched."""


def naive_won(forest: Forest, position: int, depth: int | None) -> bool:
    """Whether MAX has a move after which all that MIN can do is won; what is not needed is not looked at."""
    _, children, value = forest.nodes[position]
    if not children:
        return bool(value > 0)
    if depth == 0:
        raise Touched
    for child in children:
        replies = forest.nodes[child][1]
        if replies and depth == 1:
            raise Touched
        below = None if depth is None else depth - 2
        if all(naive_won(forest, reply, below) for reply in replies):
            return True
    return False


def decided(tree: Tree, mover: Player) -> Tree:
    """The tree with no drawn leaf, and none that is lost where MIN cannot move, which `won` never asks."""
    if tree.children:
        return Tree(tree.value, tuple(decided(child, mover.opponent) for child in tree.children))
    value = tree.value or 1
    return Tree(-value if mover is Player.MIN and value < 0 else value)


# The laws


@laws
@given(ordinary, movers, depths)
def test_minimax_is_the_backed_up_value_and_visits_every_node(
    grown: Grown, tree: Tree, mover: Player, depth: int | None
) -> None:
    root = grown.plant(tree, mover)
    value, best = naive(grown.forest, root, depth)
    for answer in answers(grown, Program.MINIMAX, root, Limits(depth)):
        assert isinstance(answer.value, int | float | Fraction)
        assert (term_text(answer.value), answer.best) == (term_text(value), best)
        assert (answer.nodes, answer.leaves, answer.horizon) == size(grown.forest, root, depth)


@laws
@given(ordinary, movers, depths, windows(st.one_of(tiny, mixed)))
def test_alphabeta_keeps_the_contract_of_the_good_enough_value(
    grown: Grown, tree: Tree, mover: Player, depth: int | None, window: tuple[Number, Number]
) -> None:
    alpha, beta = window
    root = grown.plant(tree, mover)
    value, best = naive(grown.forest, root, depth)
    limits = Limits(depth, alpha, beta)
    for answer in answers(grown, Program.ALPHABETA, root, limits):
        good = answer.value
        assert isinstance(good, int | float | Fraction)
        bound = answer.bound(DECLARED[Program.ALPHABETA].contract, limits)
        if value < alpha:
            assert good < alpha
            assert bound is Bound.UPPER
            assert value <= good
        elif value > beta:
            assert good > beta
            assert bound is Bound.LOWER
            assert value >= good
        else:
            assert good == value
            assert bound is Bound.EXACT
            assert answer.best == best


@laws
@given(ordinary, movers, depths)
def test_alphabeta_in_the_whole_window_is_minimax_with_no_more_nodes(
    grown: Grown, tree: Tree, mover: Player, depth: int | None
) -> None:
    root = grown.plant(tree, mover)
    value, best = naive(grown.forest, root, depth)
    nodes, leaves, _ = size(grown.forest, root, depth)
    for answer in answers(grown, Program.ALPHABETA, root, Limits(depth)):
        assert isinstance(answer.value, int | float | Fraction)
        assert (term_text(answer.value), answer.best) == (term_text(value), best)
        assert answer.nodes is not None
        assert answer.leaves is not None
        assert answer.nodes <= nodes
        assert answer.leaves <= leaves


@laws
@given(ordinary, st.sampled_from([Program.MINIMAX, Program.ALPHABETA]))
def test_with_a_position_where_the_other_is_to_move_all_is_reversed(
    grown: Grown, tree: Tree, program: Program
) -> None:
    root = grown.plant(tree, Player.MAX)
    reverse = grown.plant(negative(tree), Player.MIN)
    for answer, reversed_ in zip(
        answers(grown, program, root, Limits()), answers(grown, program, reverse, Limits()), strict=True
    ):
        assert isinstance(answer.value, int | float | Fraction)
        assert isinstance(reversed_.value, int | float | Fraction)
        assert equal(answer.value, -reversed_.value)
        assert (answer.nodes, answer.leaves) == (reversed_.nodes, reversed_.leaves)


def negative(tree: Tree) -> Tree:
    return Tree(-tree.value, tuple(map(negative, tree.children)))


@laws
@given(ordinary)
def test_won_is_a_positive_value_where_no_end_is_drawn(grown: Grown, tree: Tree) -> None:
    root = grown.plant(decided(tree, Player.MAX), Player.MAX)
    value, _ = naive(grown.forest, root, None)
    for answer in answers(grown, Program.WON, root, Limits()):
        assert answer.value is (value > 0)
        assert (answer.best, answer.horizon) == (None, False)


@laws
@given(ordinary, st.integers(0, 6))
def test_won_is_unknown_exactly_where_the_depth_limit_is_touched(
    grown: Grown, tree: Tree, depth: int
) -> None:
    root = grown.plant(tree, Player.MAX)
    expected: bool | None
    try:
        expected = naive_won(grown.forest, root, depth)
    except Touched:
        expected = None
    for answer in answers(grown, Program.WON, root, Limits(depth)):
        assert answer.complete
        assert answer.value is expected
        assert answer.horizon is (expected is None)
        if expected is not None:
            assert expected is naive_won(grown.forest, root, None)


# The twins


def facts(answer: Answer[Term]) -> tuple[object, ...]:
    return (
        value_text(answer.value),
        answer.best,
        answer.nodes,
        answer.leaves,
        answer.horizon,
        answer.evaluated,
        answer.status,
    )


@laws
@given(
    st.one_of(trees(tiny), trees(mixed), trees(close)),
    movers,
    depths,
    windows(st.one_of(tiny, mixed, close, st.just(INFINITY), st.just(-INFINITY))),
    st.sampled_from(TEXTBOOK),
    st.booleans(),
)
def test_the_twins_agree_in_everything_they_say(
    grown: Grown,
    tree: Tree,
    mover: Player,
    depth: int | None,
    window: tuple[Number, Number],
    program: Program,
    recorded: bool,
) -> None:
    root = grown.plant(tree, Player.MAX if program == Program.WON else mover)
    limits = Limits(depth, *window)
    prolog, python = (
        run(grown.game, program, engine, root, limits, record_leaves=recorded) for engine in complete()
    )
    shared = run_twin(
        program, grown.game, root, limits, record_leaves=recorded
    )  # asks SWI-Prolog for the rules
    assert facts(prolog) == facts(python) == facts(shared)
