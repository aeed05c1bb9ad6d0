"""A state by its number is what a replay from the start gives: every traced program, on random games."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import own_texts
import pytest
from grades import HOMEWORK
from hypothesis import given, settings
from hypothesis import strategies as st
from rings import sample_size
from tracing_forest import Grown, Tree, growing, questions, tiny, trees, values

from pydecl.engines import registry
from pydecl.loading.consulting import consult
from pydecl.model.game import Player
from pydecl.model.number import number_text
from pydecl.model.program import Program
from pydecl.model.term import term_text
from pydecl.programs.registry import TRACED
from pydecl.tracing.captions import Captions
from pydecl.tracing.events import Bound, Event, Kind, Turn, Value, negated
from pydecl.tracing.naming import Naming, named, seen
from pydecl.tracing.recording import record
from pydecl.workbench.stepping.comparison import Comparison
from pydecl.workbench.stepping.state import Status
from pydecl.workbench.stepping.track import Track


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grown]:
    with growing(tmp_path_factory.mktemp("forest")) as forest:
        yield forest


laws = settings(deadline=None, max_examples=sample_size(15, 100))
forests = trees(tiny) | trees(values)
traceable = st.sampled_from(TRACED)
namings = st.sampled_from(Naming)


def tracked(
    grown: Grown,
    data: st.DataObject,
    tree: Tree,
    mover: Player,
    program: Program,
    naming: Naming = Naming.TEXTBOOK,
) -> Track | None:
    """One search on the tree; None if it has no event, or is too long for a test of every state."""
    limits = data.draw(questions(program))
    recording = record(
        grown.game,
        program,
        engine="python",
        position=grown.plant(tree, mover, chances=program in (Program.EXPECTIMINIMAX, Program.AND_OR)),
        depth=limits.depth,
        alpha=limits.alpha,
        beta=limits.beta,
        settings=limits.settings,
        most=600,
    )
    track = Track(recording, term_text, naming=naming)
    return track if len(track) else None


class Replay:
    """The slow way: one event after the other, from the first."""

    def __init__(self, track: Track) -> None:
        self._track = track
        self._captions = Captions(track.naming, track.position)
        self.path: list[tuple[Event, Event]] = []  # how it was entered, and the last word on its window
        self.values: dict[int, Value] = {}
        self.line = ""

    def take(self, event: Event) -> None:
        self.line = self._captions.line(event).strip()
        if event.node is None:
            self.path = []
            return
        del self.path[event.ply + (event.kind is not Kind.ENTER) :]
        if event.kind is Kind.ENTER:
            self.path.append((event, event))
        elif event.kind is Kind.WINDOW:
            self.path[event.ply] = self.path[event.ply][0], event
        elif event.kind in (Kind.LEAF, Kind.VALUE):
            assert event.value is not None
            self.values[self.path[event.ply][0].seq] = event.value

    def value(self, entered: Event) -> Value | None:
        found = self.values.get(entered.seq)
        is_mirrored = self._track.naming is Naming.NEGAMAX and entered.mover is Turn.MIN
        return negated(found) if is_mirrored else found


@laws
@given(st.data(), forests, st.sampled_from(Player), traceable, namings)
def test_a_state_by_random_access_is_the_one_that_a_replay_from_the_start_has(
    grown: Grown, data: st.DataObject, tree: Tree, mover: Player, program: Program, naming: Naming
) -> None:
    track = tracked(grown, data, tree, mover, program, naming)
    if track is None:
        return
    order = (
        data.draw(st.permutations(range(1, len(track) + 1))) if len(track) < 40 else range(len(track), 0, -1)
    )
    states = {seq: track.state(seq) for seq in order}
    replay = Replay(track)
    for event in track.events:
        replay.take(event)
        state = states[event.seq]
        assert state.line == replay.line
        assert repr(state.event) == repr(named(event, naming))
        assert [(call.node, call.entered) for call in state.path] == [(e.node, e.seq) for e, _ in replay.path]
        for call, (entered, window) in zip(state.path, replay.path, strict=True):
            bounds = seen(naming, entered.mover, window.alpha, window.beta)
            assert repr((call.alpha, call.beta)) == repr(bounds)
            assert repr(call.value) == repr(replay.value(entered))
        if state.path:
            assert repr((state.window.alpha, state.window.beta)) == repr(
                (state.path[-1].alpha, state.path[-1].beta)
            )
        assert json.loads(json.dumps(state.to_json(), allow_nan=False))["seq"] == event.seq


@laws
@given(st.data(), forests, st.sampled_from(Player), traceable)
def test_back_undoes_next_and_over_and_out_land_on_the_value(
    grown: Grown, data: st.DataObject, tree: Tree, mover: Player, program: Program
) -> None:
    track = tracked(grown, data, tree, mover, program)
    if track is None:
        return
    for seq in range(1, len(track) + 1):
        if seq < len(track):
            assert track.back(track.next(seq)) == seq
        path = track.path(seq)
        event, over, out = (track.events[at - 1] for at in (seq, track.over(seq), track.out(seq)))
        if event.node is None or event.kind is Kind.VALUE:
            continue
        if over.kind is Kind.VALUE:
            assert track.path(over.seq) == path
            assert seq < over.seq <= out.seq
        else:  # it was never left: the stream ends before
            assert over.seq == track.next(seq)
            assert not [e for e in track.events[seq:] if e.kind is Kind.VALUE and track.path(e.seq) == path]
        if out.kind is Kind.VALUE and out.seq < len(track) and len(path) > 1:
            assert track.path(out.seq) == path[:-1]
    assert (track.back(1), track.next(len(track))) == (1, len(track))


@laws
@given(st.data(), forests, st.sampled_from(Player), traceable)
def test_the_next_leaf_and_the_next_cut_are_the_next_ones(
    grown: Grown, data: st.DataObject, tree: Tree, mover: Player, program: Program
) -> None:
    track = tracked(grown, data, tree, mover, program)
    if track is None:
        return
    for kind, following in ((Kind.LEAF, track.next_leaf), (Kind.CUT, track.next_cut)):
        expected = [event.seq for event in track.events if event.kind is kind]
        found: list[int] = []
        at = 0
        while (later := following(at)) is not None:
            found.append(at := later)
        assert found == expected


@laws
@given(st.data(), forests, st.sampled_from(Player), traceable)
def test_the_tree_shows_each_successor_once_and_only_what_is_known(
    grown: Grown, data: st.DataObject, tree: Tree, mover: Player, program: Program
) -> None:
    track = tracked(grown, data, tree, mover, program)
    if track is None:
        return
    cut: dict[int, tuple[int, ...]] = {}
    for event in track.events:
        state = track.state(event.seq)
        rows = state.tree
        assert sum(row.status is Status.CURRENT for row in rows) == bool(state.path)
        assert [row.node for row in rows if row.status in (Status.PATH, Status.CURRENT)] == [
            call.node for call in state.path
        ]
        for row in rows:
            assert (row.value is not None) <= (row.status in (Status.VALUED, Status.CURRENT, Status.PATH))
        if event.kind is Kind.CUT:
            cut[event.seq] = event.skipped
            shown = [row.node for row in rows if row.status is Status.CUT and row.ply == event.ply + 1]
            assert shown == list(event.skipped)


NUMBER = re.compile(r"-?(?:\d+r\d+|\d+\.\d+|\d+|inf)|[+-]∞")


@laws
@given(st.data(), trees(tiny), st.sampled_from(Player), traceable)
def test_the_numbers_of_a_caption_at_a_cut_are_those_of_the_event(
    grown: Grown, data: st.DataObject, tree: Tree, mover: Player, program: Program
) -> None:
    track = tracked(grown, data, tree, mover, program)
    if track is None:
        return
    for seq in track.cuts():
        event = track.events[seq - 1]
        assert event.alpha is not None
        assert event.beta is not None
        caption = track.state(seq).caption
        own, met = (event.alpha, event.beta) if event.bound is Bound.BETA else (event.beta, event.alpha)
        assert event.value == met
        who = "MAX" if event.mover is Turn.MAX else "MIN"
        place = track.position(event.node or 0)
        if caption.startswith("Alpha"):
            low, high = number_text(event.alpha), number_text(event.beta)
            assert caption.startswith(f"Alpha {low} is not below beta {high} at {place};")
        else:
            assert caption.startswith(f"{who} has {number_text(own)} at {place};")
        limit = "MIN can hold MAX to" if who == "MAX" else "MAX is sure of"
        assert f"{limit} {number_text(met)} " in caption


@laws
@given(st.data(), forests, st.sampled_from(Player), traceable)
def test_a_search_does_not_differ_from_itself(
    grown: Grown, data: st.DataObject, tree: Tree, mover: Player, program: Program
) -> None:
    track = tracked(grown, data, tree, mover, program)
    if track is not None:
        comparison = Comparison(track, track)
        assert comparison.differences == []
        assert [comparison.across(seq) for seq in range(1, len(track) + 1)] == list(range(1, len(track) + 1))


@laws
@given(trees(tiny), st.sampled_from(Player))
def test_the_first_difference_is_the_first_place_at_which_two_streams_part(
    grown: Grown, tree: Tree, mover: Player
) -> None:
    root = grown.plant(tree, mover)
    tracks = [
        Track(record(grown.game, Program(name), engine="python", position=root, depth=None), term_text)
        for name in ("alphabeta", "ab_procedure")
    ]
    streams = [[(str(e), [t.recording.positions[n] for n in e.skipped]) for e in t.events] for t in tracks]
    is_same = [
        event.kind is other.kind and event.node == other.node
        for event, other in zip(tracks[0].events, tracks[1].events, strict=False)
    ]
    comparison = Comparison(*tracks)
    if streams[0] == streams[1]:
        assert comparison.next(1) is None
    elif False in is_same:
        first = comparison.differences[0]
        assert min(first.left, first.right) <= is_same.index(False) + 1


@pytest.mark.parametrize("name", sorted((file.name for file in HOMEWORK.glob("*.pl")), reverse=True))
@pytest.mark.sampled(1, "all states in all namings; what is wrong with the program does not matter")
def test_each_state_of_a_program_of_the_file_s_own_is_the_one_that_a_replay_has(name: str) -> None:
    """Whatever is wrong with it; and what a trace prints is said."""
    with consult(HOMEWORK / name) as game:
        for program in registry.reference(game).own_programs():
            recording = record(game, f"file:{program.indicator}", most=sample_size(80, 500))
            for naming in Naming:
                track = Track(recording, game.format_position, naming=naming)
                captions = Captions(naming, track.position)
                for event in track.events:
                    line = captions.line(event).strip()
                    state = track.state(event.seq)
                    assert state.line == line
                    assert state.caption
                    if event.node is not None:
                        assert len(state.path) == event.ply + 1
                        assert state.path[-1].node == event.node
                    assert track.back(track.next(event.seq)) in (event.seq, len(track) - 1)
                assert Comparison(track, track).differences == []


def test_a_node_that_is_gone_back_into_goes_on_where_it_was_left(tmp_path: Path) -> None:
    choices = own_texts.textbook("minimax").replace("moves(Pos, PosList), !,", "moves(Pos, PosList),")
    path = tmp_path / "own.pl"
    path.write_text(own_texts.NIM + choices, "utf-8")
    with consult(path) as game:
        track = Track(record(game, "file:minimax", position="h(max,1)"), game.format_position)
    kinds = [event.kind.value for event in track.events]
    assert kinds == ["enter", "enter", "leaf", "value", "value", "again", "leaf", "value"]
    assert [track.state(seq).path[0].value for seq in (5, 6, 8)] == [1, None, 0]
    assert [(row.position, row.status) for row in track.state(8).tree] == [
        ("h(max,1)", Status.CURRENT),
        ("h(min,0)", Status.VALUED),
    ]


def test_two_engines_do_not_differ() -> None:
    with consult("nim:heaps=[1,2,2]") as game:
        tracks = [
            Track(record(game, Program.ALPHABETA, engine=engine), term_text)
            for engine in ("prolog", "python")
        ]
    assert Comparison(*tracks).differences == []


def test_a_cut_is_a_difference_to_minimax_and_windows_are_none() -> None:
    with consult("lecture19") as game:
        tracks = [
            Track(record(game, Program(name), engine="python"), str) for name in ("alphabeta", "minimax")
        ]
    comparison = Comparison(*tracks)
    found = [(one.left, one.right, one.reason) for one in comparison.differences]
    assert found[0] == (19, 15, "cut here, enter there")
    assert comparison.differences[0].to_json() == {"left": 19, "right": 15, "reason": "cut here, enter there"}


def test_a_truncated_recording_says_so_everywhere() -> None:
    with consult("lecture19") as game:
        track = Track(record(game, Program.ALPHABETA, engine="python", most=10), str)
    assert {track.state(seq).truncated_after for seq in range(1, len(track) + 1)} == {10}
    assert track.state(99).caption == "Truncated after 10: the search went on, but no more events were kept."


class Counted(list[Any]):
    """A list that counts how many of its items are looked at."""

    looks = 0

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        self.looks += len(found) if isinstance(at, slice) else 1
        return found

    def __iter__(self) -> Iterator[Any]:
        self.looks += len(self)
        return super().__iter__()


def test_a_state_is_there_at_once_however_long_the_recording_is() -> None:
    """It looks at a few events and nodes, not at all of them."""
    with consult("tictactoe") as game:
        recording = record(game, Program.ALPHABETA, depth=sample_size(4, 7), most=160_000)
        track = Track(recording, game.format_position)
        assert len(track) > sample_size(10_000, 100_000)
        track.events, track.visits = Counted(track.events), Counted(track.visits)
        for seq in [1, len(track), *range(7, len(track), len(track) // 60)]:
            track.events.looks = track.visits.looks = 0
            json.dumps(track.state(seq).to_json())
            assert track.events.looks + track.visits.looks < 3000
