"""The laws of `outcome`, on random graphs and trees, and its deadlines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from folders import rules_file
from graph_games import Grown, Node, any_graphs, facts, grown_in, laws, naive
from hypothesis import given
from hypothesis import strategies as st
from module_fixtures import for_module_in

from pydecl.engines.registry import complete
from pydecl.engines.searching import run, search
from pydecl.errors import ContractError
from pydecl.loading.consulting import consult
from pydecl.model.game import Outcome, Player
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Solution, Status
from pydecl.programs.attached import Attached
from pydecl.programs.outcome import outcome
from pydecl.programs.registry import DECLARED, PROGRAMS

grown = for_module_in(grown_in)


def first_that_keeps(nexts: Sequence[int], solutions: dict[int, Solution], solution: Solution) -> int | None:
    plies = None if solution.plies is None else solution.plies - 1
    kept = [after for after in nexts if solutions[after] == Solution(solution.outcome, plies)]
    return kept[0] if kept else None


# The laws


@laws
@given(any_graphs())
def test_outcome_is_the_naive_fixpoint_with_the_first_move_that_keeps_it(
    grown: Grown, graph: list[Node]
) -> None:
    positions = grown.add(graph)
    nodes = grown.graphs.nodes
    solutions = naive(nodes, positions)
    expected = []
    for position in positions:
        reached = grown.reachable(position)
        ends = [at for at in reached if not nodes[at].nexts]
        best = first_that_keeps(nodes[position].nexts, solutions, solutions[position])
        complete = False, Status.COMPLETE
        expected.append((solutions[position], best, len(reached), len(ends), *complete))
    assert list(map(facts, grown.prolog(Program.OUTCOME, positions))) == expected
    assert list(map(facts, grown.python(Program.OUTCOME, positions))) == expected


@laws
@given(any_graphs(), st.integers(0, 5))
def test_outcome_is_unknown_exactly_where_the_depth_limit_is_touched(
    grown: Grown, graph: list[Node], depth: int
) -> None:
    positions = grown.add(graph)
    nodes = grown.graphs.nodes
    solutions = naive(nodes, positions)
    prolog = grown.prolog(Program.OUTCOME, positions, Limits(depth))
    python = grown.python(Program.OUTCOME, positions, Limits(depth))
    assert list(map(facts, prolog)) == list(map(facts, python))
    for position, answer in zip(positions, prolog, strict=True):
        assert isinstance(answer, Answer)
        distances = grown.reachable(position)
        touched = any(distance == depth and nodes[at].nexts for at, distance in distances.items())
        assert answer.complete
        assert answer.horizon is touched
        assert answer.value == (None if touched else solutions[position])


@pytest.mark.parametrize("engine", complete())
@pytest.mark.parametrize("program", [Program.OUTCOME, Program.WIN])
def test_a_chance_node_is_refused(program: Program, engine: str, tmp_path: Path) -> None:
    path = tmp_path / "chance.pl"
    path.write_text(
        "initial(r). move(r, c). move(r, a). max_to_move(r). min_to_move(a). min_to_move(b).\n"
        "staticval(_, 0). chance(c, 1r2, a). chance(c, 1r2, b).\n"
    )
    with consult(path) as game, pytest.raises(ContractError) as caught:
        search(game, program, engine=engine)
    assert caught.value == ContractError("neither_to_move", "c")


@pytest.mark.parametrize(
    ("rules", "error"),
    [
        ("move(r, a). move(a, r). max_to_move(r).", ContractError("neither_to_move", "a")),
        ("move(r, a). max_to_move(_). min_to_move(a).", ContractError("both_to_move", "a")),
        (
            "move(r, f(_)). max_to_move(_).  min_to_move(nobody).",
            ContractError("position_not_ground", "f(_)"),
        ),
    ],
)
@pytest.mark.parametrize("engine", complete())
def test_each_position_that_is_reached_is_checked(
    rules: str, error: ContractError, engine: str, tmp_path: Path
) -> None:
    path = rules_file(
        tmp_path, f":- dynamic min_to_move/1.\ninitial(r). staticval(_, 0). {rules}\n", "broken.pl"
    )
    with consult(path) as game, pytest.raises(ContractError) as caught:
        search(game, Program.OUTCOME, engine=engine)
    assert caught.value == error


def test_the_variation_ends_where_endless_play_comes_back() -> None:
    with consult("graph", start=3) as game:
        for engine in complete():
            found = search(game, Program.OUTCOME, engine=engine)
            assert [game.format_position(position) for position in found.variation] == ["3 min", "3 max"]


# Deadlines

ENDLESS = """
initial(n(1)).
moves(n(K), [n(A), n(B)]) :- A is K + 1, B is 2 * K.
max_to_move(n(_)).
min_to_move(nobody).
staticval(_, 0).
"""


@pytest.mark.sampled(1, "each case computes until its time is over")
@pytest.mark.parametrize("engine", complete())
@pytest.mark.parametrize("program", [Program.OUTCOME, Program.WIN])
def test_a_search_of_a_graph_without_end_stops_in_time(
    program: Program, engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # for what has not looked at the time yet
    monkeypatch.setattr("pydecl.engines.prolog.session.GRACE", 600.0)
    path = rules_file(tmp_path, ENDLESS, "endless.pl")
    with consult(path) as game:
        root = game.initial()[0]
        times = (Limits(seconds=seconds) for seconds in (0.3, 3.0, 30.0, 300.0))
        answers = (run(game, program, engine, root, limits) for limits in times)
        # one in which it has begun, and was not killed
        answer = next(answer for answer in answers if answer.nodes)
    assert (answer.status, answer.value, answer.best) == (Status.TIME, None, None)


CHAIN = 50


def chain() -> list[Node]:
    """A path to a won end, CHAIN plies long."""
    path = [Node(Player.MAX, (node + 1,), Outcome.DRAWN) for node in range(CHAIN)]
    return [*path, Node(Player.MAX, (), Outcome.WON)]


def test_the_python_twin_watches_the_time_at_each_node_of_each_pass(grown: Grown) -> None:
    root = grown.add(chain())[0]
    asked: list[None] = []

    class Watched(Attached[int]):
        def in_time(self) -> None:
            asked.append(None)

    _, solution = outcome(Watched(grown.graphs, None), (CHAIN, None, root))
    assert solution == Solution(Outcome.WON, CHAIN)
    assert len(asked) == 3 * (CHAIN + 1)  # the ends, the predecessors, the steps back


def test_the_program_in_prolog_watches_the_time_at_each_node_of_each_pass(grown: Grown) -> None:
    root = grown.add(chain())[:1]
    session = grown.game.session
    session.query(
        "nb_setval(asked, 0), forall(true, wrap_predicate(pydecl_attached:in_time, asked, Wrapped,"
        " ( nb_getval(asked, N0), N is N0 + 1, nb_setval(asked, N), Wrapped )))"
    )
    (answer,) = grown.prolog(Program.OUTCOME, root)
    (found,) = session.query("nb_getval(asked, N), unwrap_predicate(pydecl_attached:in_time/0, asked)")
    assert isinstance(answer, Answer)
    assert answer.value == Solution(Outcome.WON, CHAIN)
    assert found["N"] == 4 * (CHAIN + 1)  # the ends, how many predecessors, which, the steps back


@pytest.mark.parametrize("program", [program for program in PROGRAMS if not DECLARED[program].values])
def test_what_solves_takes_no_default_depth(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "pile.pl"
    file.write_text(
        "default_depth(2). initial(p(max, 9)). max_to_move(p(max, _)). min_to_move(p(min, _)).\n"
        "move(p(max, N), p(min, M)) :- between(1, 2, T), M is N - T, M >= 0.\n"
        "move(p(min, N), p(max, M)) :- between(1, 2, T), M is N - T, M >= 0.\n"
        "terminalwon(p(min, 0)). terminallost(p(max, 0)).\n"
    )
    with consult(file) as game:
        solved = search(game, program, position="p(max,9)")
        assert solved.limits.depth is None
        assert solved.answer.complete
        assert search(game, program, position="p(max,9)", depth=2).limits.depth == 2
