"""The laws of `win`, and where SWI-Prolog's tabling errs."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest
from graph_games import Grown, Node, any_graphs, facts, grown_in, laws, pursuits, pursuits_without_cycles
from hypothesis import given
from hypothesis import strategies as st
from module_fixtures import for_module_in

from pydecl.crosschecking.rules import DivergenceFound, Tally
from pydecl.engines.registry import complete
from pydecl.engines.searching import run
from pydecl.errors import ContractError
from pydecl.loading.consulting import consult
from pydecl.model.game import Outcome, Player
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Solution
from pydecl.programs.attached import Attached
from pydecl.programs.win import win

grown = for_module_in(grown_in)


@laws
@given(pursuits())
def test_the_well_founded_model_of_win_is_what_counting_retrograde_finds(
    grown: Grown, graph: list[Node]
) -> None:
    positions = grown.add(graph)
    solved = grown.python(Program.OUTCOME, positions)
    for position, one, other in zip(positions, solved, grown.python(Program.WIN, positions), strict=True):
        assert isinstance(one, Answer)
        assert isinstance(other, Answer)
        assert isinstance(one.value, Solution)
        assert (other.value, other.best) == (Solution(one.value.outcome), None), position
        assert (other.nodes, other.leaves) == (one.nodes, one.leaves)


@laws
@given(pursuits_without_cycles())
def test_without_cycles_tabling_is_right(grown: Grown, graph: list[Node]) -> None:
    positions = grown.add(graph)
    prolog, python = grown.prolog(Program.WIN, positions), grown.python(Program.WIN, positions)
    assert list(map(facts, prolog)) == list(map(facts, python))


@laws
@given(any_graphs(), st.integers(0, 5))
def test_win_refuses_a_player_who_moves_twice_on_both_engines_alike(
    grown: Grown, graph: list[Node], depth: int
) -> None:
    positions = grown.add(graph)
    nodes = grown.graphs.nodes
    for limits in (Limits(), Limits(depth)):
        prolog = grown.prolog(Program.WIN, positions, limits)
        python = grown.python(Program.WIN, positions, limits)
        for position, one, other in zip(positions, prolog, python, strict=True):
            if isinstance(one, Answer):
                assert isinstance(other, Answer)
                assert facts(one)[2:] == facts(other)[2:]  # SWI-Prolog may err in the value
                continue
            assert one == other
            assert isinstance(one, ContractError)
            assert one.fault == "same_mover"
            assert any(
                nodes[after].mover is nodes[at].mover
                for at in grown.reachable(position)
                for after in nodes[at].nexts
                if str(after) == one.details[0]
            )


def test_of_six_edges_two_questions_lead_tabling_astray_and_a_comparison_reports_it() -> None:
    with consult("graph") as game:
        version = game.session.ask("version")
        divergences = []
        for text, expected in (("1 max", Outcome.WON), ("2 max", Outcome.LOST)):
            position = game.parse_position(text)
            solved = [run(game, Program.OUTCOME, engine, position, Limits()).value for engine in complete()]
            assert [solution.outcome for solution in solved if isinstance(solution, Solution)] == [
                expected
            ] * 2
            twin = run(game, Program.WIN, "python", position, Limits()).value
            assert twin == Solution(expected)
            tabled = run(game, Program.WIN, "prolog", position, Limits()).value
            wrong = tabled != twin
            with pytest.raises(DivergenceFound) if wrong else nullcontext():
                Tally().answers(f"win: {text}", str(tabled), str(twin), "python")
            if wrong:
                divergences.append((text, str(tabled), str(twin)))
        if version == 90004:
            assert divergences == [("2 max", "drawn", "lost")]
        else:
            assert divergences in ([], [("2 max", "drawn", "lost")])


def test_asked_first_the_same_position_is_judged_rightly() -> None:
    with consult("graph") as game:
        position = game.parse_position("2 max")
        assert run(game, Program.WIN, "prolog", position, Limits()).value == Solution(Outcome.LOST)


def test_the_tables_are_forgotten_where_the_rules_change(tmp_path: Path) -> None:
    path = tmp_path / "growing.pl"
    path.write_text(
        ":- dynamic edge/2.\ninitial(a).\nmove(X, Y) :- edge(X, Y).\nmax_to_move(a).\nmin_to_move(b).\n"
        "staticval(_, 0).\n"
    )
    with consult(path) as game:
        (root,) = game.initial()
        assert run(game, Program.WIN, "prolog", root, Limits()).value == Solution(Outcome.LOST)
        game.session.ask("add([edge(a,b)])")
        assert run(game, Program.WIN, "prolog", root, Limits()).value == Solution(Outcome.WON)


def test_win_asks_neither_for_terminalwon_nor_for_a_value(grown: Grown) -> None:
    root = grown.add([Node(Player.MAX, (), Outcome.WON)])[0]
    assert win(Attached(grown.graphs, None), (1, None, root)) == (None, Solution(Outcome.LOST))
    (prolog,) = grown.prolog(Program.WIN, [root])
    assert isinstance(prolog, Answer)
    assert prolog.value == Solution(Outcome.LOST)
