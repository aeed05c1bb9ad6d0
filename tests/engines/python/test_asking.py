"""The twins on rules that SWI-Prolog is asked for: equal answers, and nothing told that no search visits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from graph_games import Graphs, Grown, Node, any_graphs, facts, grown_in, trees
from hypothesis import given, settings
from hypothesis import strategies as st
from module_fixtures import for_module_in
from rings import sample_size

from pydecl.engines.prolog import searching as prolog
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import question
from pydecl.engines.python.facts import RecordedGame, recorded
from pydecl.engines.python.runner import PythonRunner
from pydecl.errors import ContractError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.proof import Claim, Goal
from pydecl.model.result import Answer, Limits, Order, Preferred, Settings, Status
from pydecl.model.term import Atom, Compound, Term
from pydecl.programs.registry import DECLARED, complete
from pydecl.programs.run import run
from pydecl.programs.solving import prove
from pydecl.programs.tracing import trace
from pydecl.sandbox.session import Request

ASKS_MORE = {Program("quiescence"), Program("forward_pruning")}
"""What asks for more than the graphs have."""

programs = st.sampled_from([program for program in DECLARED if program not in ASKS_MORE])
depths = st.one_of(st.none(), st.integers(0, 5))
orders = st.builds(Settings, order=st.sampled_from(Order), seed=st.integers(0, 9))
graphs = st.one_of(trees(), any_graphs())


grown = for_module_in(grown_in)


class Visited(Graphs):
    """The graphs, and which of their positions somebody asked about."""

    def __init__(self, graphs: Graphs) -> None:
        super().__init__(graphs.nodes)
        self.visited: set[int] = set()

    def afters(self, position: int) -> Sequence[int]:
        self.visited.add(position)
        return super().afters(position)

    def player(self, position: int) -> object:  # type: ignore[override]
        self.visited.add(position)
        return super().player(position)

    def static_value(self, position: int) -> int:
        self.visited.add(position)
        return super().static_value(position)


def asking(game: SessionGame) -> PythonRunner:
    """The twins on what SWI-Prolog tells, as if the rules were not compiled."""
    runner = PythonRunner(game, Preferred.COMPILED)
    runner._why_not = "not here"
    return runner


def run_asked(program: Program, game: SessionGame, position: Term, limits: Limits) -> Answer[Term]:
    return asking(game).ask(program, position, limits, leaves=False)


@settings(deadline=None, max_examples=sample_size(40, 400))
@given(nodes=graphs, program=programs, depth=depths, order=orders)
def test_a_twin_finds_the_same_and_no_position_is_told_that_it_does_not_visit(
    grown: Grown, nodes: list[Node], program: Program, depth: int | None, order: Settings
) -> None:
    start = grown.add(nodes)[0]
    given = replace(order, given=(*order.given, ("playouts", 20))) if program == Program("uct") else order
    # a search without a depth might not end
    limits = complete(program, Limits(4 if depth is None else depth, seconds=600, settings=given))
    visited = Visited(grown.graphs)
    expected: Answer[int] | PydeclError
    try:
        expected = run(program, visited, start, limits)
    except ContractError as error:
        expected = error
    asked = question(program, start, limits)
    with recorded(grown.game, asked, 600) as told:
        with patch.object(grown.game.session, "ask", side_effect=AssertionError) as ask:
            found = answer_on(told, program, limits) if isinstance(expected, Answer) else None
        assert not ask.called
        found = found or answer_on(told, program, limits)
        told._read(told._lines.readlines())
        about = set().union(*told.known.values())
        assert len({one if isinstance(one, int) else one[0] for one in about}) <= 2 * len(
            visited.visited | {start}
        )
        if isinstance(expected, Answer):
            assert isinstance(found, Answer)
            assert facts(found.map(told.to_term)) == facts(expected)
        else:
            assert str(found) == str(expected)


def answer_on(told: RecordedGame, program: Program, limits: Limits) -> Answer[int] | PydeclError:
    try:
        return run(program, told, told.root, limits)
    except ContractError as error:
        return error


@settings(deadline=None, max_examples=sample_size(20, 100))
@given(nodes=trees(), goal=st.sampled_from([Goal.WON, Goal.LOST]), depth=depths)
def test_a_proof_is_the_same(grown: Grown, nodes: list[Node], goal: Goal, depth: int | None) -> None:
    start = grown.add(nodes)[0]
    expected = prove(grown.graphs, start, Claim(goal), depth, 600)
    found = asking(grown.game).prove(start, Claim(goal), depth, 600)
    assert (found.status, found.found, found.entries, found.nodes) == (
        expected.status,
        expected.found,
        expected.entries,
        expected.nodes,
    )


@settings(deadline=None, max_examples=sample_size(20, 100))
@given(nodes=trees(), program=st.sampled_from(["minimax", "alphabeta", "won", "outcome"]))
def test_a_trace_is_the_same(grown: Grown, nodes: list[Node], program: str) -> None:
    start = grown.add(nodes)[0]
    limits = Limits(4, seconds=600)
    answer, lines, positions = asking(grown.game).trace(Program(program), start, limits, 10_000)
    expected, expected_lines, numbers = trace(Program(program), grown.graphs, start, limits, 10_000)
    assert (lines, list(positions)) == (expected_lines, numbers)
    if isinstance(answer, Answer):
        assert facts(answer) == facts(expected)
    else:
        assert str(answer) == str(expected)


COUNTING = """
    initial(0).
    moves(N, [A,B]) :- N < 100000, A is 2*N + 1, B is 2*N + 2.
    max_to_move(N) :- even(N).
    min_to_move(N) :- \\+ even(N).
    even(N) :- Level is msb(N + 1), Level mod 2 =:= 0.
    staticval(N, V) :- V is N mod 7.
"""


def test_a_recording_that_ends_early_leaves_the_rest_to_single_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pydecl.engines.python.facts.MOST", 20)
    (tmp_path / "counting.pl").write_text(COUNTING, "utf-8")
    with consult(tmp_path / "counting.pl") as game:
        limits = Limits(5, seconds=600)
        found = run_asked(Program("minimax"), game, 0, limits)
        assert facts(found) == facts(prolog.run(game, Program("minimax"), 0, limits))


def test_a_search_that_reaches_its_time_stops(tmp_path: Path) -> None:
    (tmp_path / "counting.pl").write_text(COUNTING.replace("N < 100000, ", ""), "utf-8")
    with consult(tmp_path / "counting.pl") as game:
        found = run_asked(Program("minimax"), game, 0, Limits(100, seconds=0.1))
        assert (found.status, found.value) == (Status.TIME, None)


def test_a_position_that_is_not_ground_is_the_same_error(tmp_path: Path) -> None:
    rules = "moves(a, [f(_)]). max_to_move(a). min_to_move(f(_)). staticval(f(_), 1)."
    (tmp_path / "open.pl").write_text(rules, "utf-8")
    with consult(tmp_path / "open.pl") as game:
        with pytest.raises(ContractError) as theirs:
            prolog.run(game, Program("minimax"), Atom("a"), Limits(3, seconds=600))
        with pytest.raises(ContractError) as ours:
            run_asked(Program("minimax"), game, Atom("a"), Limits(3, seconds=600))
    assert str(ours.value) == str(theirs.value)


NOBODY = """
    initial(a). moves(a, [b,c]). moves(b, [d]). max_to_move(a). min_to_move(b).
    staticval(X, V) :- member(X-V, [b-0,c-2,d-1]).
"""


@pytest.mark.parametrize("program", ["minimax", "alphabeta", "alphabeta_tt", "outcome", "expectiminimax"])
def test_ends_that_name_nobody_cost_no_questions(tmp_path: Path, program: str) -> None:
    (tmp_path / "nobody.pl").write_text(NOBODY, "utf-8")
    with consult(tmp_path / "nobody.pl") as game:
        assert requests(game, Program(program), Atom("a"), 4) in (["record"], ["record", "recorded"])


def test_chance_costs_no_questions() -> None:
    with consult("pig") as game:
        assert requests(game, Program("expectiminimax"), game.initial()[0], 4) == ["record", "recorded"]


def requests(game: SessionGame, program: Program, position: Term, depth: int) -> list[str]:
    """What SWI-Prolog is asked for one search, whose answer is SWI-Prolog's own."""
    limits = complete(program, Limits(depth, seconds=600))
    expected = prolog.run(game, program, position, limits)
    asked: list[str] = []
    ask = game.session.ask

    def counted(request: Request, **options: Any) -> Term:
        assert isinstance(request, Compound)
        asked.append(request.name)
        return ask(request, **options)

    with patch.object(game.session, "ask", counted):
        found = run_asked(program, game, position, limits)
    assert facts(found) == facts(expected)
    return asked
