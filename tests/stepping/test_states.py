"""The states that a browser computes: what a replay from the start has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import own_texts
import pytest
from folders import rules_file
from grades import HOMEWORK
from graphs import Grown, Tree
from hypothesis import given, settings
from hypothesis import strategies as st
from module_fixtures import for_module_in
from rings import sample, sample_size
from stepper_modules import Modules, path, text
from stepper_modules import modules as modules
from tracing_forest import growing, questions, recorded, tiny, trees, values

from pydecl.engines import registry
from pydecl.loading.consulting import consult, what_is_missing
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number, number_text
from pydecl.model.program import Program
from pydecl.model.term import term_text
from pydecl.paths import told_names
from pydecl.programs.registry import TRACED
from pydecl.tracing.events import Bound, Event, Kind, Naming, Turn, Value, named, negated
from pydecl.tracing.names import Names
from pydecl.tracing.recording import record
from pydecl.workbench.stepping.marks import Spot, marks_of
from pydecl.workbench.stepping.shipped import shipped
from pydecl.workbench.stepping.track import Track

grown = for_module_in(growing)


laws = settings(deadline=None, max_examples=sample_size(15, 100))
forests = trees(tiny) | trees(values)
traceable = st.sampled_from(TRACED)
namings = st.sampled_from(Naming)


def of_random_searches(law: Callable[[Modules, Track], None]) -> Callable[..., None]:
    """The law as a test of searches on random trees, with the events for a test of every state."""

    @laws
    @given(st.data(), forests, st.sampled_from(Player), traceable, namings)
    def test(
        modules: Modules,
        grown: Grown,
        data: st.DataObject,
        tree: Tree,
        mover: Player,
        program: Program,
        naming: Naming,
    ) -> None:
        limits = data.draw(questions(program))
        root = grown.plant(tree, mover, chances=program in (Program.EXPECTIMINIMAX, Program.AND_OR))
        recording = recorded(grown.game, program, root, limits, "python", most=600)
        law(modules, Track(recording, term_text, naming=naming))

    return test


class Replay:
    """The slow way: one event after the other, from the first."""

    def __init__(self, track: Track) -> None:
        self._track = track
        self.path: list[tuple[Event, Event]] = []  # how it was entered, and the last word on its window
        self.values: dict[int, Value] = {}

    def take(self, event: Event) -> None:
        if event.node is None:
            self.path = []
            return
        del self.path[event.ply + (event.kind not in (Kind.ENTER, Kind.AGAIN)) :]
        if event.kind in (Kind.ENTER, Kind.AGAIN):
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


def bounds_of(track: Track, entered: Event, window: Event) -> tuple[Number | None, Number | None]:
    """The window at a node as the track's naming has it."""
    seen = named(replace(entered, alpha=window.alpha, beta=window.beta), track.naming)
    return seen.alpha, seen.beta


def check(modules: Modules, track: Track) -> list[Any]:
    """Each state has what a replay from the start has; the states."""
    states = modules.states(track)
    replay = Replay(track)
    for event, state in zip(track.events, states, strict=True):
        replay.take(event)
        where = f"{track.recording.program} {track.naming} {event.seq}"
        assert (state["seq"], state["isCut"]) == (event.seq, event.kind is Kind.CUT), where
        assert state["caption"], where
        calls = state["path"]
        assert [(call["node"], call["entered"]) for call in calls] == [
            (e.node, e.seq) for e, _ in replay.path
        ]
        for call, (entered, window) in zip(calls, replay.path, strict=True):
            bounds = bounds_of(track, entered, window)
            assert (call["alpha"], call["beta"]) == tuple(map(text, bounds)), where
            assert call["value"] == text(replay.value(entered)), where
            assert call["position"] == track.position(call["node"])
        check_window(track, state, replay)
        if not calls:
            assert state["position"] is None
            continue
        assert state["position"] == state["board"] == calls[-1]["position"]
    return states


def check_window(track: Track, state: Any, replay: Replay) -> None:
    """The window is that of the last call; its bar has the scale of all finite numbers of the search."""
    window = state["window"]
    numbers = [
        one
        for event in track.events
        if event.kind is not Kind.TRUNCATED
        for one in (event.alpha, event.beta, event.value)
        if isinstance(one, Number) and not isinstance(one, bool) and abs(one) != INFINITY
    ]
    low, high = (min(numbers), max(numbers)) if numbers else (0, 0)
    if replay.path and replay.path[-1][0].mover is Turn.MIN and track.naming is Naming.NEGAMAX:
        low, high = -high, -low
    bounds: list[Value | None] = [None, None, None]
    if replay.path:
        entered, last = replay.path[-1]
        bounds = [*bounds_of(track, entered, last), replay.value(entered)]
    for name, one in zip(("alpha", "beta", "value"), bounds, strict=True):
        assert window[name]["value"] == text(one)
        if not isinstance(one, Number) or isinstance(one, bool):
            assert window[name]["place"] is None
        elif abs(one) == INFINITY:
            assert window[name]["place"] == (1 if one > 0 else 0)
        else:
            place = 0.5 if low == high else float((one - low) / (high - low))
            assert window[name]["place"] == pytest.approx(place, abs=1e-12)


@of_random_searches
def test_a_state_by_random_access_is_the_one_that_a_replay_from_the_start_has(
    modules: Modules, track: Track
) -> None:
    check(modules, track)


@pytest.mark.parametrize("name", sorted((file.name for file in HOMEWORK.glob("*.pl")), reverse=True))
@pytest.mark.sampled(1, "all states in all namings; what is wrong with the program does not matter")
def test_so_it_is_with_programs_of_the_file_s_own(modules: Modules, name: str) -> None:
    with consult(HOMEWORK / name) as game:
        for program in registry.reference(game).own.all():
            recording = record(game, f"file:{program.indicator}", most=sample_size(80, 500))
            for naming in Naming:
                check(modules, Track(recording, game.format_position, naming=naming))


def test_a_program_that_fails_is_followed_to_its_end(modules: Modules, tmp_path: Path) -> None:
    path = rules_file(tmp_path, own_texts.NIM + own_texts.FAILS, "own.pl")
    with consult(path) as game:
        track = Track(record(game, "file:minimax"), term_text)
    assert Kind.FAIL in {event.kind for event in track.events}
    check(modules, track)


def test_a_node_that_is_gone_back_into_goes_on_where_it_was_left(modules: Modules, tmp_path: Path) -> None:
    choices = own_texts.textbook("minimax").replace("moves(Pos, PosList), !,", "moves(Pos, PosList),")
    path = rules_file(tmp_path, own_texts.NIM + choices, "own.pl")
    with consult(path) as game:
        track = Track(record(game, "file:minimax", position="h(max,1)"), game.format_position)
    kinds = [event.kind.value for event in track.events]
    assert kinds == ["enter", "enter", "leaf", "value", "value", "again", "leaf", "value"]
    states = check(modules, track)
    assert [states[seq - 1]["path"][0]["value"] for seq in (5, 6, 8)] == ["1", None, "0"]
    assert [(node["position"], node["status"]) for node in states[7]["picture"]] == [
        ("h(max,1)", "current"),
        ("h(min,0)", "valued"),
    ]


def test_nodes_have_the_names_of_a_trace_and_brief_numbers(modules: Modules) -> None:
    with consult("connect4") as game:
        recording = record(game, Program.ALPHABETA, depth=2)
        names = Names(recording, game)
        track = Track(recording, game.format_position, names=names)
        states = modules.states(track)
    assert states[5]["caption"] == "MIN has -0.0143 at column 1 now, by column 1 (ply 2); nothing before."
    assert [call["position"] for call in states[2]["path"]] == ["connect4", "column 1", "column 1"]
    for state in states:
        for node in state["picture"]:
            visit = None if node["visit"] is None else track.visits[node["visit"]]
            if visit is not None:
                above = None if visit.parent is None else visit.parent.number
                assert node["name"] == names(visit.number, above)
            assert all(name.startswith("column ") for name in node["names"])


# Going about


@of_random_searches
def test_back_undoes_next_and_over_and_out_land_on_the_value(modules: Modules, track: Track) -> None:
    states = modules.states(track)
    for seq, state in enumerate(states, 1):
        if seq < len(track):
            assert states[state["next"] - 1]["back"] == seq
        visits = path(track, seq)
        assert state["visits"] == visits
        event, over, out = (track.events[at - 1] for at in (seq, state["over"], state["out"]))
        if event.node is None or event.kind is Kind.VALUE:
            continue
        if over.kind is Kind.VALUE:
            assert path(track, over.seq) == visits
            assert seq < over.seq <= out.seq
        else:  # it was never left: the stream ends before
            assert over.seq == state["next"]
            assert not [
                e for e in track.events[seq:] if e.kind is Kind.VALUE and path(track, e.seq) == visits
            ]
        if out.kind is Kind.VALUE and out.seq < len(track) and len(visits) > 1:
            assert path(track, out.seq) == visits[:-1]
    if states:
        assert (states[0]["back"], states[-1]["next"]) == (1, len(track))


@of_random_searches
def test_the_next_leaf_and_the_next_cut_are_the_next_ones(modules: Modules, track: Track) -> None:
    states = modules.states(track)
    for kind in (Kind.LEAF, Kind.CUT):
        all_of_it = [event.seq for event in track.events if event.kind is kind]
        for seq, state in enumerate(states, 1):
            assert state[kind.value] == next((one for one in all_of_it if one > seq), None)


@of_random_searches
def test_the_numbers_of_a_caption_at_a_cut_are_those_of_the_event(modules: Modules, track: Track) -> None:
    track = Track(track.recording, term_text)  # in the textbook's names
    for event, state in zip(track.events, modules.states(track), strict=True):
        if event.kind is not Kind.CUT:
            continue
        assert event.alpha is not None
        assert event.beta is not None
        caption = state["caption"]
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


# The place in the program's text


def placed(spot: Spot) -> dict[str, Any]:
    return {**spot.to_json(), "from": [spot.line, spot.column], "to": [spot.end_line, spot.end_column]}


@pytest.mark.parametrize("program", sample(["alphabeta", "minimax"], 1))
def test_the_clause_is_that_of_the_transcript(modules: Modules, program: str) -> None:
    with consult("lecture19") as game:
        recording = record(game, program)
        track = Track(recording, term_text, marks=marks_of(recording))
    for seq, state in enumerate(modules.states(track), 1):
        source, shown = track.source(seq), state["source"]
        assert source is not None
        _, tried = track.spots(seq)
        assert (shown["file"], shown["first"]) == (source.spot.file, source.spot.top)
        assert shown["lines"] == list(source.lines)
        assert shown["mark"] == placed(source.spot)
        assert shown["tried"] == [placed(one) for one in dict.fromkeys(tried)]


# Two searches


def compared(modules: Modules, *tracks: Track) -> Any:
    """What the modules find; each difference follows those before it."""
    found = modules.ask("compared", recordings=[shipped(one, "a test") for one in tracks])
    following = iter(found["differences"])
    upcoming = next(following, None)
    for seq, after in enumerate(found["next"], 1):
        here = seq, found["across"][seq - 1]
        while upcoming is not None and (upcoming["left"], upcoming["right"]) <= here:
            upcoming = next(following, None)
        assert after == upcoming
    return found


@of_random_searches
def test_a_search_does_not_differ_from_itself(modules: Modules, track: Track) -> None:
    if len(track):
        found = compared(modules, track, track)
        assert found["differences"] == []
        assert found["across"] == list(range(1, len(track) + 1))


@laws
@given(trees(tiny), st.sampled_from(Player))
def test_the_first_difference_is_the_first_place_at_which_two_streams_part(
    modules: Modules, grown: Grown, tree: Tree, mover: Player
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
    found = compared(modules, *tracks)["differences"]
    if streams[0] == streams[1]:
        assert found == []
    elif False in is_same:
        assert min(found[0]["left"], found[0]["right"]) <= is_same.index(False) + 1


def test_programs_differ_and_each_difference_is_gone_to(modules: Modules) -> None:
    count = 0
    for tree in sample(told_names(".tree"), 4):
        with consult(tree) as game:
            tracks = [
                Track(record(game, name, engine="python", most=sample_size(60, 120)), term_text)
                for name in ("alphabeta", "minimax", "scout", "ab_procedure")
                if what_is_missing(game, Program(name)) is None
            ]
        for one in filter(len, tracks):
            count += sum(len(compared(modules, one, other)["differences"]) for other in filter(len, tracks))
    assert count > sample_size(20, 50)


def test_two_engines_do_not_differ(modules: Modules) -> None:
    with consult("nim:heaps=[1,2,2]") as game:
        tracks = [
            Track(record(game, Program.ALPHABETA, engine=engine), term_text)
            for engine in ("prolog", "python")
        ]
    assert compared(modules, *tracks)["differences"] == []


def test_a_cut_is_a_difference_to_minimax_and_windows_are_none(modules: Modules) -> None:
    with consult("lecture19") as game:
        tracks = [
            Track(record(game, Program(name), engine="python"), str) for name in ("alphabeta", "minimax")
        ]
    found = compared(modules, *tracks)["differences"]
    assert found[0] == {"left": 19, "right": 15, "reason": "cut here, enter there"}


# Long recordings


def test_a_truncated_recording_says_so_everywhere(modules: Modules) -> None:
    with consult("lecture19") as game:
        track = Track(record(game, Program.ALPHABETA, engine="python", most=10), str)
    states = modules.states(track)
    assert {state["truncated_after"] for state in states} == {10}
    said = "Truncated after 10: the search went on, but no more events were kept."
    assert states[-1]["caption"] == said


def test_a_state_is_there_at_once_however_long_the_recording_is(modules: Modules) -> None:
    """It looks at a few events and nodes, not at all of them."""
    with consult("tictactoe") as game:
        recording = record(game, Program.ALPHABETA, depth=sample_size(4, 7), most=160_000)
        track = Track(recording, game.format_position)
    assert len(track) > sample_size(10_000, 100_000)
    at: Sequence[int] = [1, len(track), *range(7, len(track), len(track) // 60)]
    looks = modules.ask("looks", recording=shipped(track, "a test"), at=at)
    assert min(looks) > 0
    assert max(looks) < 4000
