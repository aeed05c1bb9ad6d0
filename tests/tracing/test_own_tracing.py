"""Programs that a rules file brings itself: their streams are true of what they do, right or wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import own_texts
import pytest
from grades import HOMEWORK, graded
from own_texts import brought
from patience import patiently
from rings import sample_size

from pydecl.crosschecking.cases import Shape, make_case
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.engines.searching import search
from pydecl.errors import ContractError, InputError
from pydecl.grading.part import Part
from pydecl.grading.running import Asked
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_trees, plant
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number
from pydecl.model.program import Manner, OwnProgram, Program
from pydecl.model.result import Answer, Status
from pydecl.model.term import Atom
from pydecl.model.tree import Chance, Tree, tree_text
from pydecl.rules.tree import read_tree
from pydecl.tracing.comparing import compared, recorded_beside
from pydecl.tracing.events import Bound, Event, Kind, Turn, summarised
from pydecl.tracing.recording import Recording, record

PROGRAMS = ["alphabeta", "minimax", "won"]


def equal_streams(one: Recording, other: Recording) -> bool:
    return list(map(repr, one.events())) == list(map(repr, other.events())) and list(one.positions) == list(
        other.positions
    )


# The textbook's own programs, copied


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionGame]:
    """Trees, on which the textbook's programs run, and copies of them from a rules file."""
    with (
        brought(tmp_path_factory.mktemp("copied"), own_texts.textbook(*PROGRAMS)) as home,
        consult_trees() as trees,
    ):
        for name in PROGRAMS:
            program = registry.reference(home).own.ready(f"file:{name}")
            assert program.manner is Manner.ATTACHED
            registry.reference(trees).own.attach(program, registry.reference(home).own.clauses(program))
        yield trees


ARITIES = {"alphabeta": 5, "minimax": 3, "won": 1}


def a_window(rng: random.Random, tree: Tree) -> tuple[Number, Number]:
    values = [node.value for node in tree.nodes if not isinstance(node, Chance) and node.value is not None]
    low, high = sorted([rng.choice(values), rng.choice(values)])
    return rng.choice([(low, high), (-INFINITY, high), (low, INFINITY), (-INFINITY, INFINITY)])


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_copy_of_a_textbook_program_has_its_stream_event_by_event_on_random_trees(
    copied: SessionGame, name: str
) -> None:
    rng = random.Random(f"trees {name}")
    kinds: set[Kind] = set()
    for seed in range(sample_size(15, 120)):
        tree = make_case(Shape.TREE, 7, seed).tree
        if name == "won" and getattr(tree.root, "mover", None) is not Player.MAX:
            continue
        plant(copied, tree)
        alpha, beta = a_window(rng, tree) if name == "alphabeta" else (-INFINITY, INFINITY)
        depth = rng.choice([None, None, 0, 1, 2, 3])
        one, other = (
            record(copied, program, position=Atom(tree.root.name), depth=depth, alpha=alpha, beta=beta)
            for program in (OwnProgram(name, ARITIES[name], Manner.ATTACHED), Program(name))
        )
        assert equal_streams(one, other), tree_text(tree)
        kinds |= {event.kind for event in one.events()}
    assert kinds >= {Kind.ENTER, Kind.LEAF, Kind.VALUE}
    assert ({Kind.WINDOW, Kind.CUT} <= kinds) is (name == "alphabeta")


@pytest.mark.parametrize(
    "text",
    [own_texts.BARE, own_texts.BY_HELPERS, own_texts.LEAVES_EVALUATED_ABOVE],
    ids=["bare", "helpers", "above"],
)
def test_a_program_of_another_style_has_the_stream_of_minimax(tmp_path: Path, text: str) -> None:
    with brought(tmp_path, text) as game:
        own, right = record(game, "file:minimax"), record(game, "minimax")
        found = compared(own, right)
        assert found.different is None
        assert [(event.kind, event.value) for event in own.events()] == [
            (event.kind, event.value) for event in right.events()
        ]


# Homework


TREES = sample_size(10, 60)


@cache
def parts_of(name: str) -> dict[str, Part]:
    return graded(HOMEWORK / name, Asked(trees=TREES))


WRONG = sorted({file.name for file in HOMEWORK.glob("*.pl")} - {"good.pl"})


@contextmanager
def at_the_place(game: SessionGame, program: OwnProgram, part: Part) -> Iterator[tuple[SessionGame, str]]:
    """The game and the position, or the tree and its root, on which a part of homework was found wrong."""
    if part.tree is None:
        assert part.position is not None
        yield game, part.position
        return
    tree = read_tree(part.tree, "tree")
    with consult_trees() as trees:
        plant(trees, tree)
        registry.reference(trees).own.attach(program, registry.reference(game).own.clauses(program))
        yield trees, tree.root.name


SOON = "goodenough_last_missing.pl"
"""Homework that is soon found to be wrong."""

others = pytest.mark.thorough("each is graded first, which takes seconds")


@pytest.mark.parametrize("name", [SOON, *(pytest.param(one, marks=others) for one in WRONG if one != SOON)])
def test_the_first_difference_on_a_counterexample_is_a_true_one(name: str) -> None:
    """All that was said before is the same; the bounds at a difference are those that were passed."""
    wrong = {part.name: part for part in parts_of(name).values() if part.law is not None}
    assert wrong or name != SOON
    with consult(HOMEWORK / name) as home:
        for part in wrong.values():
            program = registry.reference(home).own.ready(f"file:{part.name}")
            window = {
                word.split("=")[0].removeprefix("--"): float(word.split("=")[1])
                for word in part.options
                if "=" in word
            }
            alpha, beta = window.get("alpha", -INFINITY), window.get("beta", INFINITY)
            with at_the_place(home, program, part) as (game, position):
                own = record(game, program, position=position, depth=None, alpha=alpha, beta=beta)
                right = recorded_beside(
                    own,
                    (alpha, beta),
                    program.like,
                    lambda like, alpha, beta, game=game, position=position: record(  # type: ignore[misc]
                        game, like, position=position, depth=None, alpha=alpha, beta=beta
                    ),
                )
                found = compared(own, right)
                assert not found.agree
                assert found.different is not None
                told = [
                    [_facts(event, recording) for event in recording.events()][: len(found.equal) + 1]
                    for recording in (own, right)
                ]
                assert told[0][: len(found.equal)] == told[1][: len(found.equal)]
                assert told[0] != told[1]
                entered = [event for event in own.events() if event.kind is Kind.ENTER]
                assert [(event.alpha, event.beta) for event in entered] == _passed(own)


def _facts(event: Event, recording: Recording) -> tuple[object, ...]:
    where = None if event.node is None else recording.positions[event.node]
    return event.kind, event.ply, where, event.alpha, event.beta, event.value, len(event.skipped)


def _passed(recording: Recording) -> list[tuple[Number | None, Number | None]]:
    """The windows of the nodes as the engine told them."""
    entered = [line.split() for line in recording.lines if line.startswith("e ")]
    return [
        (None, None)
        if len(words) == 4
        else (float(words[4].replace("1.0Inf", "inf")), float(words[5].replace("1.0Inf", "inf")))
        for words in entered
    ]


@pytest.mark.parametrize("name", ["good.pl", *WRONG])
@pytest.mark.sampled(5, "one wrong program is like another")
def test_nodes_and_leaves_are_those_that_a_search_counts(name: str) -> None:
    """On every variant, right or wrong, that comes to an answer."""
    with consult(HOMEWORK / name) as game:
        for program in registry.reference(game).own.all():
            recording = record(game, f"file:{program.indicator}")
            if not isinstance(recording.answer, Answer):
                with pytest.raises(ContractError):
                    search(game, f"file:{program.indicator}")
                continue
            answer = recording.answer
            assert answer.complete
            first = [event for event in recording.events() if event.kind is not Kind.AGAIN]
            again = next((e.seq for e in recording.events() if e.kind is Kind.AGAIN and e.ply == 0), None)
            first = [event for event in first if again is None or event.seq < again]
            found = summarised(first)
            if program.manner is not Manner.BARE:
                assert (found.nodes, found.leaves) == (answer.nodes, answer.leaves)
            assert found.value == answer.value


def test_a_cut_is_said_to_meet_a_bound_only_if_it_does(tmp_path: Path) -> None:
    text = own_texts.textbook("minimax", "alphabeta")
    eager = text.replace("min_to_move(Pos), Val > Beta, !", "min_to_move(Pos), Val > Alpha, !")
    assert eager != text
    with brought(tmp_path, eager) as game:
        recording = record(game, "file:alphabeta", alpha=-5, beta=5)
    cuts: list[Bound | None] = []
    last: dict[int, Any] = {}
    for event in recording.events():
        if event.kind is Kind.VALUE:
            last[event.ply] = event.value
        elif event.kind is Kind.CUT:
            assert event.alpha is not None
            assert event.beta is not None
            value = last[event.ply + 1]
            met = event.beta <= value if event.mover is Turn.MAX else value <= event.alpha
            assert met is (event.bound is not None)
            cuts.append(event.bound)
    assert None in cuts


# Programs that fail, raise exceptions, loop, and answer again


def test_a_program_that_fails_tells_where(tmp_path: Path) -> None:
    with brought(tmp_path, own_texts.FAILS) as game:
        recording = record(game, "file:minimax")
    events = list(recording.events())
    entered = [event.node for event in events if event.kind is Kind.ENTER]
    assert [event.node for event in events if event.kind is Kind.FAIL] == entered[::-1]
    assert isinstance(recording.answer, ContractError)
    assert recording.answer.fault == "own_failed"


def test_a_program_that_raises_an_exception_tells_how_far_it_came(tmp_path: Path) -> None:
    with brought(tmp_path, own_texts.THROWS) as game:
        recording = record(game, "file:minimax")
    events = list(recording.events())
    assert (events[-1].kind, events[-1].value) == (Kind.VALUE, -1 if events[-1].mover is Turn.MAX else 1)
    assert isinstance(recording.answer, ContractError)
    assert recording.answer.fault == "own_exception"


@pytest.mark.thorough("it computes until its time is over")
def test_a_program_that_recurs_for_ever_is_stopped_and_tells_how_far_it_came(tmp_path: Path) -> None:
    with brought(tmp_path, own_texts.RECURS) as game:
        recording = patiently(
            lambda seconds: record(game, "file:minimax", seconds=seconds, most=50),
            lambda recording: (
                [*recording.events()][-1:] != [] and [*recording.events()][-1].kind is Kind.TRUNCATED
            ),
        )
        assert isinstance(recording.answer, Answer)
        assert recording.answer.status in (Status.MEMORY, Status.TIME)
        assert {(event.kind, event.node) for event in recording.events()} == {
            (Kind.ENTER, 0),
            (Kind.TRUNCATED, None),
        }


def test_backtracking_that_finds_nothing_is_not_told_and_what_it_finds_is(tmp_path: Path) -> None:
    choices = own_texts.textbook("minimax").replace(
        " :-\n    moves(Pos, PosList), !,", " :-\n    moves(Pos, PosList),"
    )
    assert choices != own_texts.textbook("minimax")
    with brought(tmp_path, choices) as game:
        recording = record(game, "file:minimax", position="h(max,1)")
        events = [(event.kind, event.value) for event in recording.events()]
    right = [(Kind.ENTER, None), (Kind.ENTER, None), (Kind.LEAF, 1), (Kind.VALUE, 1), (Kind.VALUE, 1)]
    assert events == [*right, (Kind.AGAIN, None), (Kind.LEAF, 0), (Kind.VALUE, 0)]
    harmless = own_texts.textbook("minimax").replace(
        "betterof(Pos0", "betterof(_, _, _, _, _, _) :- fail.\nbetterof(Pos0", 1
    )
    with brought(tmp_path, harmless) as game:
        assert equal_streams(record(game, "file:minimax"), record(game, "minimax"))


def test_nothing_stays_attached_and_later_searches_are_as_before(tmp_path: Path) -> None:
    for text in (own_texts.BARE, own_texts.FAILS, own_texts.BY_HELPERS):
        with brought(tmp_path, text) as game:
            record(game, "file:minimax")
            modules = "member(M, [pydecl_attached, own_minimax_3, rules])"
            wrapped = "current_predicate(M:N/A), functor(H, N, A), predicate_property(M:H, wrapped(_))"
            assert game.session.query(f"{modules}, {wrapped}") == []
            assert search(game, "minimax").answer.value == 1


def test_own_programs_are_traced_in_prolog_alone(tmp_path: Path) -> None:
    with (
        brought(tmp_path, own_texts.BARE) as game,
        pytest.raises(InputError, match="traced only on the engine prolog, not on python"),
    ):
        record(game, "file:minimax", engine="python")


def test_an_alphabeta_that_begins_with_too_narrow_a_window_differs(tmp_path: Path) -> None:
    """In that window the textbook's program does the same; in the whole one its answer is another."""
    text = own_texts.textbook("minimax", "alphabeta") + "alphabeta(P, B, V) :- alphabeta(P, -1, 1, B, V).\n"
    full = (-INFINITY, INFINITY)
    with brought(tmp_path, text) as home:
        program = registry.reference(home).own.ready("file:alphabeta/3")
        for tree, agree in (
            ("a max (b min (c max (d 5  e 7)))", False),
            ("a max (b min (c max (d 0  e 0.5)))", True),
        ):
            with consult_trees() as game:
                plant(game, read_tree(tree, "tree"))
                registry.reference(game).own.attach(program, registry.reference(home).own.clauses(program))

                def right(
                    like: AnyProgram, alpha: Number, beta: Number, game: SessionGame = game
                ) -> Recording:
                    return record(game, like, position="a", alpha=alpha, beta=beta)

                own = record(game, program, position="a")
                assert compared(own, right(Program.ALPHABETA, -1, 1)).agree
                other = recorded_beside(own, full, Program.ALPHABETA, right)
                assert compared(own, other).agree is agree
                assert isinstance(other.answer, Answer)
                assert other.answer.value == (0.5 if agree else 7)
