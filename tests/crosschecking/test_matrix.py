"""The matrix: every program keeps its contract on random games, every naive variant is caught and shrunk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from module_fixtures import for_module
from rings import sample_size

from pydecl.crosschecking import Agreement, crosscheck
from pydecl.crosschecking.cases import Case, Shape, asked_of, make_case, questions
from pydecl.crosschecking.counterexamples import Counterexample, named_cause, shrink, smallest
from pydecl.crosschecking.engaged import Twins, ask_all
from pydecl.crosschecking.laws import Law
from pydecl.crosschecking.matrix import Batch, batches, check_batch, visits
from pydecl.crosschecking.reference import BackedUp
from pydecl.crosschecking.running import run_matrix
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError, LimitError
from pydecl.games import bundled
from pydecl.games.tree import TreeGame
from pydecl.loading.consulting import consult
from pydecl.loading.supplying import supply
from pydecl.loading.trees_and_graphs import consult_trees, plant
from pydecl.model.game import Outcome
from pydecl.model.program import Kind, Program, Searched, Tie
from pydecl.model.result import Answer, Limits, Order, Settings, Solution, Status
from pydecl.model.term import Atom, PrologList
from pydecl.model.tree import Chance, Inner, Leaf, Tree, tree_text
from pydecl.programs.registry import DECLARED, NAIVE, ORDERED, PROGRAMS
from pydecl.rules.tree import read_tree
from pydecl.tracing.recording import Recording

pytestmark = pytest.mark.usefixtures("quick_c")

SECONDS = 600.0


trees = for_module(lambda: consult_trees(seconds=SECONDS))


# The programs


def test_every_program_keeps_every_law_on_random_games() -> None:
    cases = sample_size(15, 400)
    matrix = run_matrix(cases, 20, PROGRAMS, seconds=SECONDS)
    assert (matrix.reason, matrix.cases, matrix.counterexamples) == (None, cases, [])
    for program in PROGRAMS:
        contract = DECLARED[program].contract
        kept = {law for law in Law if matrix.tally.counts[program, law]}
        expected = {Law.TWINS, Law.VALUE}
        expected |= {Law.WINDOW} if contract.window else set()
        expected |= {Law.ORDER} if program in ORDERED else set()
        expected |= {Law.MOVE} if contract.tie is not Tie.NONE else set()
        numbers = contract.kind not in (Kind.WON, Kind.OUTCOME, Kind.ESTIMATE)
        expected |= {Law.VARIATION} if numbers else set()
        expected |= {Law.LEAVES} if DECLARED[program].leaves_within else set()
        expected |= {Law.VISITS} if DECLARED[program].traced else set()
        assert (program, kept) == (program, expected)


def test_the_same_seed_makes_the_same_games_and_questions() -> None:
    for shape in Shape:
        once, again = make_case(shape, 3, 14), make_case(shape, 3, 14)
        assert once == again
        asked = [list(questions(case, asked_of(shape), 3, 14)) for case in (once, again)]
        assert asked[0] == asked[1]
        assert make_case(shape, 3, 15) != once != make_case(shape, 4, 14)


def test_all_cases_of_a_run_are_in_its_batches_once() -> None:
    for count in (1, 7, 399, 2000):
        numbers = [
            (batch.shape, number)
            for batch in batches(count, 1)
            for number in range(batch.first, batch.first + batch.count)
        ]
        assert len(numbers) == len(set(numbers)) == count


def test_the_shapes_are_what_their_names_say() -> None:
    cases = {shape: [make_case(shape, 5, number).tree for number in range(200)] for shape in Shape}

    def met_again(tree: Tree) -> bool:
        children = [child for node in tree.nodes if not isinstance(node, Leaf) for child in node.children]
        return len(children) > len(set(children))

    def goes_round(tree: Tree) -> bool:
        return any(tree.root.name in node.children for node in tree.nodes if isinstance(node, Inner))

    assert not any(map(met_again, cases[Shape.TREE]))
    assert sum(map(met_again, cases[Shape.DAG])) > 50
    assert any(map(goes_round, cases[Shape.GRAPH]))
    assert any(isinstance(node, Chance) for tree in cases[Shape.CHANCE] for node in tree.nodes)


# The naive variants

SEARCHED = {
    Program.ALPHABETA_NONSTRICT: Shape.TREE,
    Program.ALPHABETA_FIRST: Shape.TREE,
    Program.MINIMAX_MOVERLESS: Shape.TREE,
    Program.NEGAMAX_PLY_DRAWLESS: Shape.TREE,
    Program.ALPHABETA_TT_UNADJUSTED: Shape.DAG,
    Program.ALPHABETA_TT_BOUNDLESS: Shape.DAG,
    Program.WHITE_BLACK_SWAPPED: Shape.TREE,
}


def caught(game: SessionGame, program: Program, law: Law | None = None) -> Counterexample:
    """The smallest counterexample to one of the first cases that a naive variant fails."""
    for first in range(0, 8000, 50):
        tally = check_batch(game, Batch(SEARCHED[program], 1, first, 50), [program], SECONDS)
        for found in tally.faults:
            if law in (None, found.fault.law):
                return smallest(game, found.case, program, found.limits, found.fault)
    pytest.fail(f"{program.value} is not caught")


@pytest.mark.parametrize("program", SEARCHED, ids=lambda program: program.value)
@pytest.mark.sampled(1, "each variant is sought on hundreds of games, and shrunk")
def test_each_naive_variant_is_caught_on_at_most_ten_nodes_and_its_cause_named(
    trees: SessionGame, program: Program
) -> None:
    found = caught(trees, program)
    assert len(found.case.tree.nodes) <= 10
    assert found.cause == DECLARED[program].cause
    assert read_tree(found.tree, "again.tree") == found.case.tree


def test_every_naive_variant_but_the_tabled_one_is_among_them() -> None:
    assert {*SEARCHED, Program.WIN} == set(NAIVE)


def test_the_nonstrict_cut_with_the_last_tie_rule_chooses_a_wrong_move_on_three_leaves(
    trees: SessionGame,
) -> None:
    found = caught(trees, Program.ALPHABETA_NONSTRICT, Law.MOVE)
    leaves = [node for node in found.case.tree.nodes if isinstance(node, Leaf)]
    assert len(leaves) <= 3
    assert (found.limits.depth, found.limits.alpha, found.limits.beta) == (None, -float("inf"), float("inf"))


def test_what_is_shrunk_cannot_be_made_smaller_by_one_step(trees: SessionGame) -> None:
    found = caught(trees, Program.MINIMAX_MOVERLESS)
    again = smallest(trees, found.case, found.program, found.limits, found.fault)
    assert tree_text(again.case.tree) == tree_text(found.case.tree)
    assert again.limits == found.limits


def test_a_program_that_answers_as_a_naive_variant_has_its_cause(trees: SessionGame) -> None:
    plant(trees, read_tree("a max (b min (c 1)  d min (e 1  f 0))", "known"))
    variants = [variant for variant in NAIVE if DECLARED[variant].naive_of == "alphabeta"]
    right, *wrong = ask_all(
        trees, [(program, Atom("a"), Limits()) for program in (Program.ALPHABETA, *variants)], SECONDS
    )
    nonstrict = wrong[variants.index(Program.ALPHABETA_NONSTRICT)]
    broken = Twins({"prolog": right.reference, "python": nonstrict.others["python"]})
    assert named_cause(broken, variants, wrong) == DECLARED[Program.ALPHABETA_NONSTRICT].cause
    assert named_cause(right, variants, wrong) == ""


def test_shrinking_keeps_what_fails_and_ends() -> None:
    case = make_case(Shape.DAG, 2, 6)
    limits = Limits(3, -5, 7, settings=Settings(Order.RANDOM, 77))

    def fails(case: Case, _: Limits) -> bool:
        return any(isinstance(node, Leaf) and node.value == 1 for node in case.tree.nodes)

    if not fails(case, limits):
        leaf = next(node for node in case.tree.nodes if isinstance(node, Leaf))
        nodes = tuple(replace(node, value=1) if node is leaf else node for node in case.tree.nodes)
        case = replace(case, tree=type(case.tree)(nodes))
    small, asked = shrink(case, limits, fails)
    assert tree_text(small.tree) in ("a max 1\n", "a min 1\n")
    assert asked == Limits()


# Known results


@pytest.mark.parametrize(("breadth", "depth"), [(2, 4), (3, 3), (3, 4), (4, 2)])
def test_perfectly_ordered_alphabeta_evaluates_the_least_number_of_leaves(
    trees: SessionGame, breadth: int, depth: int
) -> None:
    # D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975)
    least = breadth ** ((depth + 1) // 2) + breadth ** (depth // 2) - 1
    text = uniform(breadth, depth, iter(shuffled(breadth**depth)))
    plant(trees, read_tree(text, "uniform"))
    programs = [p for p in ORDERED if DECLARED[p].naive_of is None and DECLARED[p].contract.window]
    best = Limits(settings=Settings(Order.BEST, extension=0))
    asked = [
        (program, Atom("n"), best)
        for program in programs
        if program not in (Program.NEGAMAX_PLY, Program.ALPHABETA_TT, Program.FORWARD_PRUNING)
    ]
    assert len(asked) >= 4
    for twins in ask_all(trees, asked, SECONDS):
        for answer in twins.answers.values():
            assert not isinstance(answer, Exception)
            assert answer.leaves == least


def uniform(breadth: int, depth: int, values: Iterator[int], name: str = "n") -> str:
    """A tree in which each inner node has so many children, and no two leaves the same value."""
    if depth == 0:
        return f"{name} {next(values)}"
    children = " ".join(uniform(breadth, depth - 1, values, f"{name}{at}") for at in range(breadth))
    return f"{name} {'max ' if name == 'n' else mover(len(name))}({children})"


def mover(length: int) -> str:
    return "max " if length % 2 else "min "


def shuffled(count: int) -> list[int]:
    """1 to `count` in no order that helps a search."""
    return [(at * 37 + 11) % 257 for at in range(count)]


def test_an_iteration_that_time_cut_short_is_a_limit_and_no_divergence() -> None:
    with consult("connect4") as game:
        (root,) = game.initial()
        with pytest.raises(LimitError, match="time is up"):
            ask_all(game, [(Program.DEEPENING, root, Limits(None, seconds=0.5))], 0.5)


def test_an_interrupted_trace_is_an_interruption_and_no_broken_law(
    trees: SessionGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> Recording:
        return Recording(Program.MINIMAX, Answer.stopped(Status.INTERRUPTED, 0.0), [], [], 1)

    monkeypatch.setattr("pydecl.crosschecking.matrix.record", interrupted)
    with pytest.raises(KeyboardInterrupt):
        visits(trees, (Program.MINIMAX, Atom("a"), Limits()), SECONDS)


def test_the_tables_of_a_tree_are_forgotten_with_it(trees: SessionGame) -> None:
    for text, outcome in (("a max (b 0)", Outcome.WON), ("a max 0", Outcome.LOST)):
        plant(trees, read_tree(text, "planted"))
        (twins,) = ask_all(trees, [(Program.WIN, Atom("a"), Limits())], SECONDS)
        for answer in twins.answers.values():
            assert not isinstance(answer, Exception)
            assert answer.value == Solution(outcome)


def test_the_reference_goes_down_long_games_and_keeps_the_time() -> None:
    heads = "".join(f"n{at} {'max' if at % 2 == 0 else 'min'} (" for at in range(3000))
    chain = TreeGame(read_tree(f"{heads} end 7 {')' * 3000}", "chain"), "chain")
    assert BackedUp(chain, Searched.TREE, Limits()).value(Atom("n0")) == 7
    with pytest.raises(LimitError, match="time is up"):
        BackedUp(chain, Searched.TREE, Limits(), deadline=0.0).value(Atom("n0"))


def test_a_fault_of_a_supplied_game_is_the_same_on_both_engines() -> None:
    heap = bundled("nim", heaps=PrologList((130,)))
    with supply(heap) as supplied:
        verdict = crosscheck(supplied, plies=0, programs=[Program.NEGAMAX_PLY], depth=None)
    assert isinstance(verdict, Agreement)
    with supply(bundled("tictactoe"), plies=2) as game, pytest.raises(InputError, match="2 plies were"):
        crosscheck(game, plies=0, depth=5)
