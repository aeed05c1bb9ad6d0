"""The goal of a program's text: there is one for every traced program, at every event, of the right kind."""

from __future__ import annotations

import re

import pytest
from graphs import Grown, Tree
from hypothesis import given, settings
from hypothesis import strategies as st
from module_fixtures import for_module_in
from tracing_forest import growing, questions, recorded, tiny, trees

from pydecl.loading.consulting import consult
from pydecl.model.game import Player
from pydecl.model.program import Program
from pydecl.model.term import term_text
from pydecl.programs.registry import DECLARED, TRACED
from pydecl.tracing.events import Kind
from pydecl.tracing.recording import Recording, record
from pydecl.workbench.stepping.marks import Spot, marks_of, prolog_marks, source
from pydecl.workbench.stepping.track import Track

grown = for_module_in(growing)


ASKED = {
    Kind.LEAF: {"staticval", "decided", "leaf", "terminalwon", "terminallost"},
    Kind.HIT: {"table_hit"},
    Kind.ITERATION: {"iteration"},
}
"""What a program asks when such an event happens."""


def text_at(spot: Spot) -> str:
    """What stands at a place of a file."""
    lines = source(spot.file).split("\n")
    if spot.line == spot.end_line:
        return lines[spot.line - 1][spot.column : spot.end_column]
    whole = [lines[spot.line - 1][spot.column :], *lines[spot.line : spot.end_line - 1]]
    return "\n".join([*whole, lines[spot.end_line - 1][: spot.end_column]])


def check(recording: Recording) -> None:
    program = recording.program
    assert isinstance(program, Program)
    marks = marks_of(recording)
    track = Track(recording, term_text, marks=marks)
    functions = {one.function for one in DECLARED[program].traced} | {program.value}
    assert len(marks.rows) == len([line for line in recording.lines if line != "t"])
    for event in track.events:
        if event.kind is Kind.TRUNCATED:
            continue
        spot, tried = track.spots(event.seq)
        assert spot is not None
        there = text_at(spot)
        name = spot.calls.split("/")[0]
        assert there.strip()
        assert spot.top <= spot.line <= spot.bottom
        for one in tried:
            assert text_at(one).strip()
        if re.match(r"\w+/", spot.calls):
            assert there.startswith(name)
        if event.kind in ASKED:
            assert any(re.search(rf"\b{asked}\b", name) for asked in ASKED[event.kind])
        elif event.kind in (Kind.ENTER, Kind.VALUE) and program != Program.WON:
            names = (rf"\b_*(drawless_|boundless_)?{function}\b" for function in functions)
            assert any(re.search(one, name) for one in names) or name in ENTRIES.get(program, [])


ENTRIES = {Program.AND_OR: ["solved", "call", "forall"]}
"""How a goal is called that calls the program's predicate for each of a list."""


@pytest.mark.parametrize("program", TRACED, ids=str)
@pytest.mark.sampled(2, "each case steps through a whole search")
def test_every_event_has_its_place_in_the_text(grown: Grown, program: Program) -> None:
    @settings(deadline=None, max_examples=2, database=None)
    @given(st.data(), trees(tiny), st.sampled_from(Player))
    def law(data: st.DataObject, tree: Tree, mover: Player) -> None:
        limits = data.draw(questions(program))
        check(recorded(grown.game, program, grown.plant(tree, mover), limits, "python", most=2000))

    law()


def test_a_game_with_chance() -> None:
    with consult("kuhn") as game:
        check(record(game, Program.EXPECTIMINIMAX, depth=3))


def test_a_cut_of_alphabeta_is_decided_by_goodenough() -> None:
    with consult("lecture19") as game:
        recording = record(game, Program.ALPHABETA, engine="python")
    track = Track(recording, str, marks=marks_of(recording))
    cuts = [event.seq for event in track.events if event.kind is Kind.CUT]
    for seq, clause in (*((seq, "goodenough(") for seq in cuts), (7, "newbounds(")):  # 7: the first window
        spot, _ = track.spots(seq)
        assert spot is not None
        assert source(spot.file).split("\n")[spot.top - 1].startswith(clause)
        assert spot.calls in (">/2", "</2")


def test_a_recording_that_goes_on_otherwise_has_no_places_from_there_on() -> None:
    with consult("lecture19") as game:
        recording = record(game, Program.ALPHABETA, engine="python")
    wrong = [*recording.lines[:9], "l 3", *recording.lines[10:]]
    marks = prolog_marks(Program.ALPHABETA, wrong, recording.limits)
    assert len(marks.rows) == 9
    assert marks.at(9) is None
    assert marks.tried(9) == []


def test_without_swi_prolog_s_program_there_are_no_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    with consult("lecture19") as game:
        recording = record(game, Program.ALPHABETA, engine="python")
    monkeypatch.setenv("PATH", "")
    assert len(prolog_marks(Program.ALPHABETA, recording.lines, recording.limits).rows) == 0
