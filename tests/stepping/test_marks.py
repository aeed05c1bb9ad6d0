"""The place in a program's text: there is one for every traced program, at every event, of the right kind."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from graphs import Grown, Tree
from hypothesis import given, settings
from hypothesis import strategies as st
from tracing_forest import growing, questions, tiny, trees

from pydecl.loading.consulting import consult
from pydecl.model.game import Player
from pydecl.model.program import Program
from pydecl.model.term import term_text
from pydecl.programs.registry import DECLARED, TRACED
from pydecl.tracing.events import Kind
from pydecl.tracing.recording import Recording, record
from pydecl.workbench.stepping import prolog_marks, python_marks
from pydecl.workbench.stepping.marks import Spot
from pydecl.workbench.stepping.track import Track, marks_of


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grown]:
    with growing(tmp_path_factory.mktemp("forest")) as forest:
        yield forest


ASKED = {
    Kind.LEAF: {"staticval", "decided", "leaf", "terminalwon", "terminallost"},
    Kind.HIT: {"table_hit"},
    Kind.ITERATION: {"iteration"},
}
"""What a program asks when such an event happens; in Python too."""

TEXTS = (prolog_marks.source, python_marks.source)


def text_at(side: int, spot: Spot) -> str:
    """What stands at a place of a file."""
    lines = TEXTS[side](spot.file).split("\n")
    if spot.line == spot.end_line:
        return lines[spot.line - 1][spot.column : spot.end_column]
    whole = [lines[spot.line - 1][spot.column :], *lines[spot.line : spot.end_line - 1]]
    return "\n".join([*whole, lines[spot.end_line - 1][: spot.end_column]])


def check(recording: Recording) -> None:
    program = recording.program
    assert isinstance(program, Program)
    sources = marks_of(recording)
    track = Track(recording, term_text, sources=sources)
    functions = {one.function for one in DECLARED[program].traced} | {program.value}
    told = [line for line in recording.lines if line != "t"]
    for side, marks in enumerate(sources):
        assert len(marks.rows) == len(told)
        for event in track.events:
            if event.kind is Kind.TRUNCATED:
                continue
            spot, tried = track.spots(side, event.seq)
            assert spot is not None
            there = text_at(side, spot)
            name = spot.calls.split("/")[0] if side == 0 else spot.calls
            assert there.strip()
            assert spot.top <= spot.line <= spot.bottom
            for one in tried:
                assert text_at(side, one).strip()
            if side == 0 and re.match(r"\w+/", spot.calls):
                assert there.startswith(name)
            if event.kind in ASKED:
                assert any(re.search(rf"\b{asked}\b", name) for asked in ASKED[event.kind])
            elif event.kind in (Kind.ENTER, Kind.VALUE) and program != Program.WON:
                names = (rf"\b_*(drawless_|boundless_)?{function}\b" for function in functions)
                if side == 0 or "def " in spot.calls:
                    assert any(re.search(one, name) for one in names) or name in ENTRIES.get(program, [])
                else:
                    assert (
                        "(" in spot.calls
                    )  # a call of a function that is called once a node, or of what maps it


ENTRIES = {Program.AND_OR: ["solved", "call", "forall"]}
"""How a goal is called that calls the program's predicate for each of a list."""


@pytest.mark.parametrize("program", TRACED, ids=str)
@pytest.mark.sampled(2, "each case steps through a whole search")
def test_every_event_has_its_place_in_both_texts(grown: Grown, program: Program) -> None:
    @settings(deadline=None, max_examples=2, database=None)
    @given(st.data(), trees(tiny), st.sampled_from(Player))
    def law(data: st.DataObject, tree: Tree, mover: Player) -> None:
        limits = data.draw(questions(program))
        check(
            record(
                grown.game,
                program,
                engine="python",
                position=grown.plant(tree, mover),
                depth=limits.depth,
                alpha=limits.alpha,
                beta=limits.beta,
                settings=limits.settings,
                most=2000,
            )
        )

    law()


@pytest.mark.parametrize("program", ["alphabeta", "scout", "expectiminimax", "and_or", "won", "deepening"])
@pytest.mark.sampled(2, "the law on random trees has more of the programs")
def test_so_it_is_in_a_game(program: str) -> None:
    with consult("nim:heaps=[1,2]") as game:
        check(record(game, Program(program), depth=None))


def test_a_game_with_chance() -> None:
    with consult("kuhn") as game:
        check(record(game, Program.EXPECTIMINIMAX, depth=3))


def test_a_cut_of_alphabeta_is_decided_by_goodenough() -> None:
    with consult("lecture19") as game:
        recording = record(game, Program.ALPHABETA, engine="python")
    track = Track(recording, str, sources=marks_of(recording))
    for seq in (event.seq for event in track.events if event.kind is Kind.CUT):
        (prolog, _), (python, tried) = (track.spots(side, seq) for side in (0, 1))
        assert prolog is not None
        assert python is not None
        lines = prolog_marks.source(prolog.file).split("\n")
        assert lines[prolog.top - 1].startswith("goodenough(")
        assert prolog.calls in (">/2", "</2")
        assert python.calls == "if goodenough(game, alpha, beta, pos, val):"
        assert "break" in [spot.calls for spot in tried]
    (prolog, _), (python, _) = (track.spots(side, 7) for side in (0, 1))  # the first window
    assert prolog is not None
    assert python is not None
    assert prolog_marks.source(prolog.file).split("\n")[prolog.top - 1].startswith("newbounds(")
    assert python.calls == "alpha, beta = newbounds(game, alpha, beta, pos, val)"


def test_a_recording_that_goes_on_otherwise_has_no_places_from_there_on() -> None:
    with consult("lecture19") as game:
        recording = record(game, Program.ALPHABETA, engine="python")
    wrong = [*recording.lines[:9], "l 3", *recording.lines[10:]]
    for marks in (
        prolog_marks.prolog_marks(Program.ALPHABETA, wrong, recording.limits),
        python_marks.python_marks(Program.ALPHABETA, wrong, recording.limits),
    ):
        assert len(marks.rows) == 9
        assert marks.at(9) is None
        assert marks.tried(9) == []


def test_without_swi_prolog_s_program_there_are_no_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    with consult("lecture19") as game:
        recording = record(game, Program.ALPHABETA, engine="python")
    monkeypatch.setenv("PATH", "")
    assert len(prolog_marks.prolog_marks(Program.ALPHABETA, recording.lines, recording.limits).rows) == 0
