"""The stream of events on known trees, of wrong programs, and where a search ends early."""

from __future__ import annotations

from pathlib import Path

import pytest
from folders import rules_file
from graphs import Tree
from patience import patiently
from tracing_forest import both, growing

from pydecl.engines.prolog import searching as prolog
from pydecl.engines.registry import complete
from pydecl.errors import ContractError, InputError
from pydecl.games import bundled
from pydecl.loading.consulting import consult
from pydecl.loading.supplying import supply
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Atom, PrologList
from pydecl.programs.registry import DECLARED, TEXTBOOK, TRACED
from pydecl.tracing.captions import Captions
from pydecl.tracing.events import Kind, Naming, Reach
from pydecl.tracing.recording import MOST, Recording, record

# Known trees


def test_lecture_19_has_two_shallow_cuts() -> None:
    with consult("lecture19") as game:
        for recording in both(game, Program.ALPHABETA, None, Limits()):
            cuts = [event for event in recording.events() if event.kind is Kind.CUT]
            told = [
                (written(recording, c.node), [written(recording, n) for n in c.skipped], c.value, c.reach)
                for c in cuts
            ]
            assert told == [("e", ["l"], 4, Reach.SHALLOW), ("c", ["g"], 4, Reach.SHALLOW)]
            assert [written(recording, cut.by) for cut in cuts] == ["b", "a"]


def test_lecture_20_has_a_deep_cut_whose_reason_is_at_the_root() -> None:
    with consult("deep_cutoff_g3") as game:
        for recording in both(game, Program.ALPHABETA, None, Limits()):
            (cut,) = [event for event in recording.events() if event.kind is Kind.CUT]
            assert [written(recording, n) for n in (cut.node, cut.by, *cut.skipped)] == ["e", "root", "x"]
            assert (cut.value, cut.reach, cut.ply) == (10, Reach.DEEP, 3)


TIE = """
    moves(r, [a,b]). moves(b, [c,d,e]). max_to_move(r). min_to_move(a). min_to_move(b).
    max_to_move(c). max_to_move(d). max_to_move(e).
    staticval(X, V) :- member(X-V, [a-3,c-3,d-5,e-7]).
"""


def test_where_alpha_is_beta_a_program_that_is_not_strict_would_cut(tmp_path: Path) -> None:
    (tmp_path / "tie.pl").write_text(TIE, "utf-8")
    with consult(tmp_path / "tie.pl") as game:
        for recording in both(game, Program.ALPHABETA, Atom("r"), Limits()):
            events = list(recording.events())
            assert [written(recording, event.node) for event in events if event.tie] == ["d"]
            captions = Captions(Naming.TEXTBOOK, lambda number, _, known=recording: written(known, number))  # type: ignore[misc]
            (said,) = [line for line in map(captions.line, events) if "ab_procedure" in line]
            assert said.endswith("; alpha = beta before this: ab_procedure, which is not strict, would cut")
        for recording in both(game, Program("ab_procedure"), Atom("r"), Limits()):
            events = list(recording.events())
            assert not any(event.tie for event in events)
            (cut,) = [event for event in events if event.kind is Kind.CUT]
            assert [written(recording, n) for n in cut.skipped] == ["d", "e"]


def written(recording: Recording, number: int | None) -> str:
    assert number is not None
    return str(recording.positions[number])


OTHELLO_LECTURE = [  # sections 7 to 11 of the lecture, in order
    "enter  start  black to move, alpha = +∞, beta = -∞",
    "enter  move1  white to move, alpha = +∞, beta = -∞",
    "value  a  returns +10: white's try at move1",
    "window  move1  found a better move, a: alpha = +10, was +∞",
    "enter  b  black to move, alpha = +10, beta = -∞",
    "value  b  returns +∞: white's try at move1",
    "value  move1  returns +10: black's try at start",
    "window  start  found a better move, move1: beta = +10, was -∞",
    "enter  move2  white to move, alpha = +∞, beta = +10",
    "value  c  returns 0: white's try at move2",
    "window  move2  found a better move, c: alpha = 0, was +∞",
    "cut  move2  d not examined: beta >= alpha, black has a better move before this at start (shallow)",
    "value  move2  returns 0: black's try at start",
]


def test_the_transcript_goes_through_the_lecture_number_by_number() -> None:
    with consult("othello_lecture") as game:
        for recording in both(game, Program.WHITE_BLACK_ALPHABETA, None, Limits()):
            captions = Captions(Naming.LECTURE003, lambda number, _, known=recording: written(known, number))  # type: ignore[misc]
            lines = [captions.line(event).strip() for event in recording.events()]
            steps = iter(lines)
            assert all(step in steps for step in OTHELLO_LECTURE)  # in this order
            assert sum("window" in line for line in lines) == 3  # b's +∞ changes nothing
            assert lines[-1] == "enter  e  black to move, alpha = +∞, beta = +10"
            assert recording.answer == ContractError("unknown_value", "e")


@pytest.mark.parametrize(
    ("right", "naive"),
    [
        (Program.ALPHABETA, Program.ALPHABETA_NONSTRICT),
        (Program.WHITE_BLACK_ALPHABETA, Program.WHITE_BLACK_SWAPPED),
        (Program.MINIMAX, Program.MINIMAX_MOVERLESS),
        (Program.ALPHABETA_TT, Program.ALPHABETA_TT_UNADJUSTED),
    ],
)
def test_a_wrong_program_has_another_stream(tmp_path: Path, right: Program, naive: Program) -> None:
    zero, one = Tree(0), Tree(1)
    once = Tree(0, (one,))  # met at two plies, so that its score has to be adjusted
    tie = Tree(0, (once, Tree(0, (one, zero)), Tree(0, (Tree(0, (once,)), Tree(0, (one,))))))
    with growing(tmp_path) as grown:
        root = grown.plant(tie)
        for engine in complete():
            streams = [
                list(record(grown.game, program, engine=engine, position=root, depth=None).events())
                for program in (right, naive)
            ]
            assert streams[0] != streams[1]


# How it ends


def test_nothing_stays_attached_even_after_an_error() -> None:
    with consult("othello_lecture") as game:
        for program in TRACED:
            prolog.trace(game, program, game.initial()[0], Limits(), MOST)
        modules = "member(M, [pydecl_attached, pydecl_textbook, pydecl_negamax_ply, pydecl_quiescence])"
        wrapped = "current_predicate(M:N/A), functor(H, N, A), predicate_property(M:H, wrapped(_))"
        assert game.session.query(f"{modules}, {wrapped}") == []


def test_what_happened_before_a_search_was_killed_is_told(tmp_path: Path) -> None:
    path = tmp_path / "endless.pl"
    path.write_text(
        "initial(a). moves(a, [b, c]). moves(c, _) :- repeat, fail. max_to_move(a). min_to_move(b).\n"
        "min_to_move(c). staticval(b, 1). staticval(c, 1)."
    )
    with consult(path) as game:
        recording = patiently(
            lambda seconds: record(game, Program.MINIMAX, seconds=seconds),
            lambda recording: len(list(recording.events())) == 5,
        )
        assert isinstance(recording.answer, Answer)
        assert recording.answer.status is Status.TIME
        kinds = [(event.kind.value, written(recording, event.node)) for event in recording.events()]
        assert kinds == [("enter", "a"), ("enter", "b"), ("leaf", "b"), ("value", "b"), ("enter", "c")]


def test_a_position_that_is_not_ground_is_told_as_none(tmp_path: Path) -> None:
    path = rules_file(
        tmp_path,
        "initial(a). moves(a, [f(_)]). max_to_move(a). min_to_move(f(_)). staticval(_, 1).",
        "free.pl",
    )
    with consult(path) as game:
        recording = record(game, Program.MINIMAX)
        assert recording.answer == ContractError("position_not_ground", "f(_)")
        assert [event.node for event in recording.events()] == [0, 2]
        # nobody can tell that they are the same
        assert list(map(str, recording.positions)) == ["a", "None", "None"]


def test_what_rules_print_is_not_in_the_stream(tmp_path: Path) -> None:
    path = tmp_path / "loud.pl"
    path.write_text(
        "initial(a). moves(a, [b]) :- write('v 7\\n'). max_to_move(a). min_to_move(b). staticval(_, 1)."
    )
    with consult(path) as game:
        recordings = both(game, Program.MINIMAX, None, Limits())
        assert [e.value for e in recordings[0].events() if e.kind is Kind.VALUE] == [1, 1]
        assert list(recordings[0].events()) == list(recordings[1].events())


def test_a_game_in_python_is_traced_on_both_engines() -> None:
    with supply(bundled("nim", heaps=PrologList((2, 2)))) as game:
        prolog, python = both(game, Program.ALPHABETA, None, Limits())
        assert list(prolog.events()) == list(python.events())
        assert prolog.positions == python.positions
        assert prolog.positions[0] == game.initial()[0]


@pytest.mark.parametrize("program", [Program.OUTCOME, Program.WIN])
def test_a_program_that_does_not_search_a_tree_depth_first_is_refused(program: Program) -> None:
    with consult("nim") as game, pytest.raises(InputError, match="search a tree depth first"):
        record(game, program)


def test_what_solves_all_positions_together_is_not_traced_and_else_every_textbook_program_is() -> None:
    assert {Program.OUTCOME, Program.WIN} <= set(DECLARED) - set(TRACED)
    assert set(TEXTBOOK) <= set(TRACED)
