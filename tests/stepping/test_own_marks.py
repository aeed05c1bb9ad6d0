"""The place in the text of a file's own program: the right goal, in whatever style it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import own_texts
import pytest
from command_line import no_child_is_left
from grades import HOMEWORK
from own_styles import STYLES, Style
from own_texts import brought
from patience import patiently
from rings import sample_size

from pydecl.crosschecking.cases import Shape, make_case
from pydecl.engines import registry
from pydecl.engines.prolog import own
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.session import Child, Session
from pydecl.engines.searching import search
from pydecl.errors import PydeclError
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_tree
from pydecl.model.replay import Goal, Replay
from pydecl.model.term import PrologString, term_text
from pydecl.tracing.events import Kind
from pydecl.tracing.recording import Recording, attach_to, on_tree, record
from pydecl.workbench.stepping.marks import Marks, Source, marks_of
from pydecl.workbench.stepping.shipped import shipped
from pydecl.workbench.stepping.track import Track


def track_of(recording: Recording, game: SessionGame, home: SessionGame | None = None) -> Track:
    return Track(recording, term_text, marks=marks_of(recording, game, home))


def sources(track: Track) -> list[tuple[Kind, Source | None]]:
    """The kinds of events and their clauses, without windows that the program does not look at any more."""
    found = []
    for event, following in pairwise([*track.events, None]):
        assert event is not None
        if event.kind is Kind.WINDOW and (following is None or following.kind is not Kind.ENTER):
            continue
        found.append((event.kind, track.source(event.seq)))
    return found


def is_whole(track: Track) -> bool:
    """Whether each line has its place."""
    lines = [line for line in track.recording.lines if line != "t"]
    return track.marks is not None and len(track.marks.rows) == len(lines)


def check(track: Track, game: SessionGame) -> None:
    """Each mark lies in its clause, and what stands there is the goal that is said."""
    marks = track.marks
    assert marks is not None
    assert is_whole(track)
    seen: set[str] = set()
    for event in track.events:
        spot, tried = track.spots(event.seq)
        for one in (spot, *tried):
            if one is None:
                continue
            clause = "\n".join(marks.text(one.file).split("\n")[one.top - 1 : one.bottom])
            there = Source(one, tuple(clause.split("\n"))).marked
            assert one.top <= one.line <= one.end_line <= one.bottom
            assert (one.line, one.column) < (one.end_line, one.end_column)
            assert there
            assert there in clause
            if there not in seen:
                seen.add(there)
                name, _, arity = one.calls.rpartition("/")
                (answer,) = game.session.query(
                    f"term_string(T, {term_text(PrologString(there))}, [module(rules)]),"
                    " ( compound(T) -> compound_name_arity(T, N, A) ; N = T, A = 0 )",
                    solutions=1,
                )
                read = str(answer["N"]), str(answer["A"])
                assert read == (name, arity) or name == "call" or ":" in there, (there, one.calls)


@pytest.mark.parametrize("name", STYLES)
def test_marks_fall_on_the_goals_that_bring_the_events_about(tmp_path: Path, name: str) -> None:
    style = STYLES[name]
    with brought(tmp_path, style.text) as game:
        track = track_of(record(game, f"file:{style.program}", depth=None), game)
        check(track, game)
        found = sources(track)
    assert {kind for kind, _ in found} >= {Kind.ENTER, Kind.LEAF, Kind.VALUE}
    for kind, source in found:
        if kind in style.marked:
            assert source is not None
            assert source.marked in style.marked[kind], (kind, source.marked)


@pytest.mark.sampled(1, "each case steps through many searches")
@pytest.mark.parametrize("name", ["textbook", "if-then-else", "accumulator"])
def test_so_it_is_on_random_trees_with_cuts(tmp_path: Path, name: str) -> None:
    """A window is narrowed, and a cut decided, by a comparison."""
    style, kinds = STYLES[name], set[Kind]()
    with brought(tmp_path, style.text) as home:
        program = registry.reference(home).own.ready(f"file:{style.program}")
        for seed in range(2, sample_size(4, 8)):
            tree = make_case(Shape.TREE, 9, seed).tree
            with consult_tree(tree, "tree") as game:
                attach_to(game, home, program)
                track = track_of(record(game, program, depth=None), game, home)
                check(track, game)
                assert track.marks is not None
                for kind, source in sources(track):
                    kinds.add(kind)
                    if kind in style.marked:
                        assert source is not None
                        assert source.marked in style.marked[kind], (kind, source.marked)
    assert {Kind.WINDOW, Kind.CUT} <= kinds


@pytest.mark.parametrize("name", STYLES)
@pytest.mark.sampled(2, "each style is marked above; here each is searched four times")
def test_no_answer_and_no_event_changes(tmp_path: Path, name: str) -> None:
    style = STYLES[name]
    with brought(tmp_path, style.text) as game:
        program = f"file:{style.program}"
        before = record(game, program, depth=None), search(game, program, depth=None)
        marks_of(before[0], game)
        after = record(game, program, depth=None), search(game, program, depth=None)
        assert before[0].lines == after[0].lines
        assert list(before[0].positions) == list(after[0].positions)
        assert (before[1].answer.value, before[1].answer.nodes) == (
            after[1].answer.value,
            after[1].answer.nodes,
        )


@pytest.mark.parametrize("file", sorted(HOMEWORK.glob("*.pl")), ids=lambda file: file.stem)
@pytest.mark.sampled(3, "the styles above have each kind of mark")
def test_all_homework_is_marked_right_or_wrong(file: Path) -> None:
    with consult(file) as game:
        for program in registry.reference(game).own.all():
            check(track_of(record(game, program, most=3000), game), game)


PART = """
betterof(P, V, _, W, P, V) :- ( min_to_move(P) -> V > W ; V < W ), !.
betterof(_, _, Q, W, Q, W).
"""


def test_a_part_is_marked_together_with_the_textbook_s_clauses(tmp_path: Path) -> None:
    with brought(tmp_path, PART) as game:
        track = track_of(record(game, "file:betterof", depth=None), game)
        assert track.marks is not None
        assert {spot.file for spot in track.marks.spots} == {"own.pl", "prolog/textbook/alphabeta.pl"}
        assert all(spot.file == "own.pl" for spot in track.marks.spots if "betterof/6" in spot.within)
        check(track, game)


def test_a_counterexample_of_grade_is_marked_on_its_tree() -> None:
    tree = "a max 0 (b 0.5  c min 0 (d 0  e 0))"
    with consult(HOMEWORK / "goodenough_missing.pl") as home, on_tree(home, "file:alphabeta", tree) as asked:
        track = track_of(record(*asked, depth=None), asked[0], home)
        check(track, home)
        assert {source.spot.file for _, source in sources(track) if source} == {"goodenough_missing.pl"}


ODD = (
    "% €, and 𝔸 too\r\n:- op(700, xfx, ===>).\r\n\r\n"
    "minimax(P, B, V) :-\t'€' ===> '𝔸', moves(P, L), !,\r\n\tbest(L, B,\r\n\t  V).\r\n"
    "minimax(P, _, V) :- staticval(P, V). best([P], P, V) :- !, minimax(P, _, V).\r\n"
    "best([P|Ps], B, V) :- minimax(P, _, V1), best(Ps, B2, V2), pick(P, V1, B2, V2) = pick(B, V, _, _).\r\n"
    "'€' ===> '𝔸'. unrelated --> \"x\", { true }, !, unrelated.\r\n"
)


def test_letters_tabs_line_ends_and_operators_of_all_kinds(tmp_path: Path) -> None:
    with brought(tmp_path, ODD) as game:
        track = track_of(record(game, "file:minimax", depth=None), game)
        check(track, game)
        texts = {source.marked for _, source in sources(track) if source}
        assert texts == {"minimax(P, B, V)", "minimax(P, _, V1)", "minimax(P, _, V)", "staticval(P, V)"}
        marks = track.marks
        assert marks is not None
        assert "\r" not in marks.text("own.pl")
        spots = {(spot.calls, spot.line - spot.top, spot.end_line - spot.line) for spot in marks.spots}
        assert ("best/3", 1, 1) in spots


def test_an_included_file_is_marked_under_its_name(tmp_path: Path) -> None:
    (tmp_path / "beside.pl").write_text(STYLES["findall"].text, "utf-8")
    with brought(tmp_path, ":- include(beside).\n") as game:
        track = track_of(record(game, "file:minimax", depth=None), game)
        check(track, game)
        assert {source.spot.file for _, source in sources(track) if source} == {"beside.pl"}


NUMBERS = Style(
    "minimax",
    """
minimax(P, B, V) :- count, moves(P, L), !, count(N), N > 0, best(L, B, V), \\+ \\+ print_nothing(V).
minimax(P, _, V) :- staticval(P, V).
best([P], P, V) :- !, minimax(P, _, V).
best([P|Ps], B, V) :-
    minimax(P, _, V1), best(Ps, B2, V2),
    ( min_to_move(P), V1 > V2 -> B = P, V = V1 ; B = B2, V = V2 ).
:- dynamic count/1.
count(0).
count :- retract(count(N)), M is N + random(3) + 1, assertz(count(M)), random(9) < 9.
print_nothing(_).
""",
    {},
)


def test_a_program_that_remembers_and_draws_lots_does_the_same(tmp_path: Path) -> None:
    with brought(tmp_path, NUMBERS.text) as game:
        check(track_of(record(game, "file:minimax", depth=None), game), game)


@pytest.mark.parametrize(
    ("text", "where"),
    [(own_texts.FAILS, "minimax(P1, _, V)"), (own_texts.THROWS, "staticval(P, V)")],
    ids=["fails", "throws"],
)
def test_a_program_with_an_error_is_marked_up_to_it_and_diagnosed(
    tmp_path: Path, text: str, where: str
) -> None:
    with brought(tmp_path, text) as game:
        recording = record(game, "file:minimax", depth=None)
        track = track_of(recording, game)
        assert isinstance(recording.answer, PydeclError)
        check(track, game)
        assert where in {source.marked for _, source in sources(track) if source}


@pytest.mark.thorough("it computes until its time is over")
@pytest.mark.parametrize("text", [own_texts.SPINS, own_texts.LOOPS], ids=["spins", "loops"])
def test_a_program_without_an_end_is_marked_as_far_as_it_was_seen(tmp_path: Path, text: str) -> None:
    with brought(tmp_path, text) as game:
        track = patiently(
            lambda seconds: track_of(record(game, "file:minimax", depth=None, seconds=seconds), game),
            lambda track: is_whole(track) and len(track) >= 6,
        )
        check(track, game)


def test_another_answer_is_marked_too(tmp_path: Path) -> None:
    text = own_texts.textbook("minimax").replace("moves(Pos, PosList), !,", "moves(Pos, PosList),")
    with brought(tmp_path, text) as game:
        track = track_of(record(game, "file:minimax", position="h(max,1)", depth=None), game)
        check(track, game)
        again = [source for kind, source in sources(track) if kind is Kind.AGAIN]
        assert again
        assert all(again)


def test_it_runs_in_processes_of_its_own_which_end(tmp_path: Path) -> None:
    with brought(tmp_path, STYLES["findall"].text) as game:
        recording = record(game, "file:minimax", depth=None)
        pid = game.session.pid
        with no_child_is_left():
            marks_of(recording, game)
        assert game.session.pid == pid


def test_its_processes_are_confined_as_the_game_s_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = []

    class Kept(Session):
        def started(self) -> Child:
            child = super().started()
            sessions.append((child.protections, self.memory, self.readable))
            return child

    with brought(tmp_path, STYLES["findall"].text) as game:
        recording = record(game, "file:minimax", depth=None)
        monkeypatch.setattr(own, "Session", Kept)
        check(track_of(recording, game), game)
        there = game.session
        assert sessions == [(there.protections, there.memory, there.readable)]


# What a stranger's text may have told


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Recording, SessionGame]]:
    with brought(tmp_path_factory.mktemp("recorded"), STYLES["textbook"].text) as game:
        yield record(game, "file:alphabeta", depth=None), game


def told(monkeypatch: pytest.MonkeyPatch, replay: Replay) -> None:
    monkeypatch.setattr(own.OwnPrograms, "replay", lambda *_: replay)


def test_what_goes_on_otherwise_has_no_places_from_there_on(
    recorded: tuple[Recording, SessionGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    recording, game = recorded
    lines = [*recording.lines[:5], "l 99", *recording.lines[6:]]
    goals = [Goal(str(Path(game.rules_file).resolve()), (600, 610, 590, 640), "p/1", "q/1")]
    told(monkeypatch, Replay(goals, lines, ["0 0 -"] * len(lines)))
    marks = marks_of(recording, game)
    assert len(marks.rows) == 5
    assert marks.at(4) is not None
    assert marks.at(5) is None


@pytest.mark.parametrize(
    "goal",
    [
        Goal("/etc/passwd", (0, 4, 0, 8), "p/1", "q/1"),
        Goal("HERE", (0, 4, 2, 8), "p/1", "q/1"),
        Goal("HERE", (4, 4, 2, 8), "p/1", "q/1"),
        Goal("HERE", (4, 9, 2, 8), "p/1", "q/1"),
        Goal("HERE", (4, 9, 2, 1 << 40), "p/1", "q/1"),
        Goal("HERE", (-4, 9, -4, 12), "p/1", "q/1"),
    ],
)
def test_a_goal_that_lies_in_no_text_is_not_believed(
    recorded: tuple[Recording, SessionGame], monkeypatch: pytest.MonkeyPatch, goal: Goal
) -> None:
    recording, game = recorded
    if goal.file == "HERE":
        goal = replace(goal, file=str(Path(game.rules_file).resolve()))
    told(monkeypatch, Replay([goal], recording.lines, ["0 0 -"] * len(recording.lines)))
    marks = marks_of(recording, game)
    assert (marks.rows, marks.spots) == ([], [])


@pytest.mark.parametrize("row", ["1 - -", "0 1 -", "-2 - -", "0 - 0:1:2", "0 -", "0 - - -", "x - -"])
def test_a_row_that_is_none_is_not_believed(
    recorded: tuple[Recording, SessionGame], monkeypatch: pytest.MonkeyPatch, row: str
) -> None:
    recording, game = recorded
    goals = [Goal(str(Path(game.rules_file).resolve()), (600, 610, 590, 640), "p/1", "q/1")]
    rows = ["0 0 -"] * 4 + [row] * (len(recording.lines) - 4)
    told(monkeypatch, Replay(goals, recording.lines, rows))
    marks = marks_of(recording, game)
    assert len(marks.rows) == 4


def test_without_the_game_there_are_no_places(recorded: tuple[Recording, SessionGame]) -> None:
    recording, _ = recorded
    assert marks_of(recording).rows == []


def test_a_file_that_has_changed_has_no_places(tmp_path: Path) -> None:
    (tmp_path / "beside.pl").write_text(STYLES["findall"].text, "utf-8")
    with brought(tmp_path, ":- include(beside).\n") as game:
        recording = record(game, "file:minimax", depth=None)
        (tmp_path / "beside.pl").unlink()
        marks = marks_of(recording, game)
        assert marks == Marks(str)


def test_the_browser_gets_the_places(recorded: tuple[Recording, SessionGame]) -> None:
    recording, game = recorded
    track = track_of(recording, game)
    places = shipped(track, "a test")["places"]
    assert {text["file"] for text in places["texts"]} == {"own.pl"}
    assert all(numbers != [-1] for numbers in places["events"])
