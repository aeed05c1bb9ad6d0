"""The stream of events: the same on both engines, and true of the search, on random games."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from graphs import Grown, Tree
from hypothesis import given, settings
from hypothesis import strategies as st
from module_fixtures import for_module_in
from rings import sample_size
from tracing_forest import both, growing, questions, tiny, trees, values

from pydecl.engines.prolog import searching
from pydecl.engines.registry import complete
from pydecl.engines.searching import run
from pydecl.errors import PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.game import Game, Player
from pydecl.model.number import equal, less
from pydecl.model.program import Program, Side
from pydecl.model.reader import read_term
from pydecl.model.result import Answer, Limits, Order, Settings
from pydecl.model.term import Term
from pydecl.programs.registry import DECLARED, TRACED
from pydecl.programs.tracing import trace as trace_twin
from pydecl.tracing.deriving import Stream
from pydecl.tracing.events import Event, Kind, Naming, Reach, Turn, named
from pydecl.tracing.recording import MOST, record

grown = for_module_in(growing)


OTHER_SIDES = [p for p in TRACED if DECLARED[p].traced[0].side is not Side.MAX]

traceable = st.sampled_from(TRACED)
windowed = st.sampled_from(
    [p for p in TRACED if DECLARED[p].contract.window and len(DECLARED[p].traced) == 1]
)
forests = trees(tiny) | trees(values)
laws = settings(deadline=None, max_examples=sample_size(15, 300))


def texts(events: Sequence[Event]) -> list[str]:
    """Field by field, 1 and 1.0 told apart."""
    return list(map(repr, events))


def facts(answer: Answer[Term] | PydeclError) -> object:
    if isinstance(answer, PydeclError):
        return answer
    return repr(answer.value), answer.best, answer.nodes, answer.leaves, answer.horizon, answer.status


# The twins


@laws
@given(st.data(), forests, st.sampled_from(Player), traceable, st.integers(1, 60) | st.just(MOST))
def test_the_streams_of_the_twins_are_equal_field_by_field(
    grown: Grown, data: st.DataObject, tree: Tree, mover: Player, program: Program, most: int
) -> None:
    root = grown.plant(tree, mover, chances=program in (Program.EXPECTIMINIMAX, Program.AND_OR))
    limits = data.draw(questions(program))
    prolog, prolog_lines, prolog_positions = searching.trace(grown.game, program, root, limits, most)
    games: list[Game[Any]] = [grown.forest, grown.game]  # the second asks SWI-Prolog for the rules
    for game in games:
        python, lines, positions = trace_twin(program, game, root, limits, most)
        streams = [list(Stream(program, most).events(told)) for told in (prolog_lines, lines)]
        assert texts(streams[0]) == texts(streams[1])
        assert prolog_positions == positions
        assert facts(prolog) == facts(python)


@pytest.mark.parametrize("order", Order)
def test_the_streams_are_equal_in_any_order_of_moves(order: Order) -> None:
    with consult("tictactoe") as game:
        limits = Limits(4, settings=Settings(order=order, seed=7))
        prolog, python = both(game, Program.ALPHABETA_TT, None, limits)
        assert list(prolog.events()) == list(python.events())
        assert prolog.positions == python.positions
        assert any(event.kind is Kind.HIT for event in prolog.events())


# What is true of the search


@laws
@given(st.data(), forests, st.sampled_from(Player), traceable)
def test_a_trace_changes_no_answer_and_tells_every_node_and_every_leaf(
    grown: Grown, data: st.DataObject, tree: Tree, mover: Player, program: Program
) -> None:
    root = grown.plant(tree, mover)
    limits = data.draw(questions(program))
    for engine, recording in zip(complete(), both(grown.game, program, root, limits), strict=True):
        try:
            answer: Answer[Term] | PydeclError = run(grown.game, program, engine, root, limits)
        except PydeclError as error:
            answer = error
        assert facts(recording.answer) == facts(answer)
        if isinstance(answer, Answer):
            kinds = [(e.kind, e.mover if program == Program.WON else None) for e in recording.events()]
            entered = Turn.MAX if program == Program.WON else None  # won's nodes are those of MAX
            assert kinds.count((Kind.ENTER, entered)) == answer.nodes
            assert sum(kind is Kind.LEAF for kind, _ in kinds) == answer.leaves


@laws
@given(st.data(), forests, st.sampled_from(Player), windowed)
def test_the_window_that_is_derived_is_the_one_that_the_program_hands_to_the_next_child(
    grown: Grown, data: st.DataObject, tree: Tree, mover: Player, program: Program
) -> None:
    root = grown.plant(tree, mover)
    for recording in both(grown.game, program, root, data.draw(questions(program))):
        path: list[Event] = []
        for event in recording.events():
            if event.kind is Kind.ENTER:
                del path[event.ply :]
                if path:
                    assert (repr(event.alpha), repr(event.beta)) == (
                        repr(path[-1].alpha),
                        repr(path[-1].beta),
                    )
                path.append(event)
            elif event.kind is Kind.WINDOW:
                path[event.ply] = event


@laws
@given(st.data(), forests, st.sampled_from(Player), windowed)
def test_a_cut_meets_the_bound_that_the_ancestor_set_or_that_was_given(
    grown: Grown, data: st.DataObject, tree: Tree, mover: Player, program: Program
) -> None:
    root = grown.plant(tree, mover)
    limits = data.draw(questions(program))
    given_ = {"alpha": limits.alpha, "beta": limits.beta}
    if program == Program.WHITE_BLACK_SWAPPED:
        given_ = {"alpha": limits.beta, "beta": limits.alpha}
    for recording in both(grown.game, program, root, limits):
        setters: dict[tuple[int, str], Event] = {}
        for event in recording.events():
            if event.kind is Kind.ENTER:
                setters = {place: setter for place, setter in setters.items() if place[0] < event.ply}
            elif event.kind is Kind.WINDOW:
                assert event.bound
                setters[event.ply, event.bound.value] = event
            elif event.kind is Kind.CUT:
                assert event.bound
                assert event.skipped
                assert event.alpha is not None
                assert event.beta is not None
                assert not less(event.alpha, event.beta)
                side = event.bound.value
                last = max((ply for ply, bound in setters if bound == side and ply < event.ply), default=None)
                if last is None:
                    assert (event.by, event.reach) == (None, None)
                    assert isinstance(event.value, int | float | Fraction)
                    assert equal(event.value, given_[side])
                else:
                    setter = setters[last, side]
                    assert (event.by, event.value) == (setter.node, setter.value)
                    assert event.reach is (Reach.SHALLOW if last == event.ply - 1 else Reach.DEEP)


@laws
@given(forests, st.sampled_from([p for p in TRACED if not DECLARED[p].traced[0].bounds]))
def test_a_program_without_a_window_has_no_bounds_and_no_cuts(
    grown: Grown, tree: Tree, program: Program
) -> None:
    for recording in both(grown.game, program, grown.plant(tree), Limits()):
        for event in recording.events():
            assert event.kind not in (Kind.CUT, Kind.WINDOW)
            assert (event.alpha, event.beta) == (None, None)


@laws
@given(st.data(), trees(tiny), st.sampled_from(Player), st.sampled_from(OTHER_SIDES))
def test_the_naming_of_its_source_gives_a_program_its_own_numbers_back(
    grown: Grown, data: st.DataObject, tree: Tree, mover: Player, program: Program
) -> None:
    naming = Naming.NEGAMAX if DECLARED[program].traced[0].side is Side.MOVER else Naming.LECTURE003
    recording, _ = both(grown.game, program, grown.plant(tree, mover), data.draw(questions(program)))
    events = [named(event, naming) for event in recording.events()]
    told = [line.split() for line in recording.lines]
    windows = [tuple(map(read_term, words[4:])) for words in told if words[0] == "e"]
    assert [(e.alpha, e.beta) for e in events if e.kind is Kind.ENTER] == windows
    assert [e.value for e in events if e.kind is Kind.VALUE] == [read_term(w[1]) for w in told if w[0] == "v"]


@laws
@given(trees(tiny), traceable, st.integers(1, 80))
def test_a_truncated_stream_is_the_start_of_the_whole_one(
    grown: Grown, tree: Tree, program: Program, most: int
) -> None:
    root = grown.plant(tree)
    for engine in complete():
        whole = record(grown.game, program, engine=engine, position=root, depth=None)
        short = record(grown.game, program, engine=engine, position=root, depth=None, most=most)
        size = sum(len(line.split()) if line[0] == "s" else line[0] != "m" for line in whole.lines)
        events, shortened = list(whole.events()), list(short.events())
        assert facts(short.answer) == facts(whole.answer)
        if size <= most:
            assert shortened == events
        else:
            *start, last = shortened
            assert (last.kind, last.value) == (Kind.TRUNCATED, most)
            assert start == events[: len(start)]
            assert len(short.positions) <= most
