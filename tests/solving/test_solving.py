"""All positions of a game solved: laws on random graphs, known tables, differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from folders import rules_file
from graph_games import RULES, Graphs, Node, any_graphs, laws, naive
from hypothesis import given
from hypothesis import strategies as st

from pydecl.crosschecking import Agreement, Divergence
from pydecl.crosschecking.solved import compare
from pydecl.engines import registry
from pydecl.engines.native.solver import MachineSolver
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import complete
from pydecl.errors import Exit, InputError
from pydecl.games.graph import Graph, Position
from pydecl.games.kqk import Kqk
from pydecl.loading.consulting import consult
from pydecl.loading.supplying import supply
from pydecl.model.game import Outcome, Player
from pydecl.model.result import Solution, Status
from pydecl.model.solved import Solved, Table, rows
from pydecl.solving.solver import position_for, position_of, solve

pytestmark = pytest.mark.usefixtures("quick_c")

# The laws, on random graphs


class Enumerated(Graphs):
    """Random graphs whose rules enumerate some positions, one of them perhaps twice."""

    def __init__(self, nodes: Sequence[Node], roots: Sequence[int]) -> None:
        super().__init__(nodes)
        self.roots = roots

    def positions(self) -> Sequence[int]:
        return self.roots


@dataclass(frozen=True)
class Replaced:
    """One game at a time in one SWI-Prolog."""

    game: SessionGame

    def by(self, nodes: Sequence[Node], roots: Sequence[int]) -> SessionGame:
        numbered = enumerate(nodes)
        facts = [f"node({n},{m.value},{list(nexts)},{mark.value})" for n, (m, nexts, mark) in numbered]
        facts += [f"position({root})" for root in roots]
        self.game.session.ask(f"replace(['/'(node,4),'/'(position,1)],[{','.join(facts)}])")
        self.game.twin = Enumerated(list(nodes), roots)
        return self.game


@pytest.fixture(scope="module")
def replaced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replaced]:
    path = tmp_path_factory.mktemp("graphs") / "graphs.pl"
    path.write_text(RULES + ":- dynamic position/1.\n", "utf-8")
    with consult(path) as game:
        yield Replaced(game)


@st.composite
def graphs_and_roots(draw: st.DrawFn) -> tuple[list[Node], list[int]]:
    graph = draw(any_graphs())
    return graph, draw(st.lists(st.integers(0, len(graph) - 1), max_size=len(graph) + 1))


@laws
@given(graphs_and_roots())
def test_all_positions_have_the_solutions_of_the_naive_fixpoint(
    replaced: Replaced, asked: tuple[list[Node], list[int]]
) -> None:
    nodes, roots = asked
    game = replaced.by(nodes, roots)
    met = reached(nodes, roots)
    solutions = naive(nodes, range(len(nodes)))
    for engine in complete():
        found = solve(game, engine=engine)
        positions: list[Any] = [position_of(game, engine, position) for position in found.positions]
        assert positions[: found.roots] == list(dict.fromkeys(roots))
        assert sorted(positions) == sorted(met)
        assert list(found.players) == [nodes[at].mover for at in positions]
        assert list(found.solutions) == [solutions[at] for at in positions]
        assert (found.nodes, found.leaves) == (len(met), sum(not nodes[at].nexts for at in met))
    verdict, _ = compare(game)
    assert isinstance(verdict, Agreement)
    assert verdict.positions == len(met)


def reached(nodes: Sequence[Node], roots: Sequence[int]) -> set[int]:
    met = set(roots)
    for at in (queue := list(met)):
        new = set(nodes[at].nexts) - met
        met |= new
        queue += new
    return met


@laws
@given(graphs_and_roots(), st.data())
def test_where_the_rules_differ_the_position_that_is_named_is_one_where_they_do(
    replaced: Replaced, asked: tuple[list[Node], list[int]], data: st.DataObject
) -> None:
    nodes, roots = asked
    game = replaced.by(nodes, roots)
    changed = data.draw(st.integers(0, len(nodes) - 1))
    other = data.draw(any_graphs().map(lambda graph: graph[0]))
    other = other._replace(nexts=tuple(after % len(nodes) for after in other.nexts))
    twins = [other if at == changed else node for at, node in enumerate(nodes)]
    game.twin = Enumerated(twins, roots)
    met, theirs = reached(nodes, roots), reached(twins, roots)
    mine, yours = (naive(graph, range(len(nodes))) for graph in (nodes, twins))
    same = all(mine[at] == yours[at] and nodes[at].mover is twins[at].mover for at in met & theirs)
    verdict, _ = compare(game)
    if same and met == theirs:
        assert isinstance(verdict, Agreement)
        return
    assert isinstance(verdict, Divergence)
    assert verdict.exit_code is Exit.DISAGREEMENT
    if same:  # some positions can only be reached by one's rules
        assert int(verdict.position) in met ^ theirs
        assert "no such position" in verdict.answers.values()
    else:
        assert int(verdict.position) == changed


@laws
@given(any_graphs())
def test_a_table_counts_each_position_once_and_names_one_of_the_longest(graph: list[Node]) -> None:
    solutions = list(naive(graph, range(len(graph))).values())
    players = [node.mover for node in graph]
    count = len(graph)
    half = count // 2
    solved = Solved(Status.COMPLETE, half, range(count), players, solutions, count, None, 0.0)
    table = list(rows(solved))
    parts = range(half), range(half, count)
    assert sum(row.positions for row, _ in table) == count
    for row, is_added in table:
        assert isinstance(row, Table)
        mine = [at for at in parts[is_added] if players[at].value == row.player]
        assert row.positions == len(mine) == row.won + row.drawn + row.lost
        assert row.drawn == sum(solutions[at].outcome is Outcome.DRAWN for at in mine)
        for outcome, number, longest in (
            (Outcome.WON, row.won, row.longest_win),
            (Outcome.LOST, row.lost, row.longest_loss),
        ):
            plies = [solutions[at].plies or 0 for at in mine if solutions[at].outcome is outcome]
            assert number == len(plies)
            assert (longest is None) is (not plies)
            if longest is not None:
                assert longest.plies == max(plies)
                assert int(longest.position) in mine
                assert solutions[int(longest.position)] == Solution(outcome, longest.plies)


# Known tables

KQK = [
    # K. Kryukov's tables of king and queen against king: 144,508 and 223,944 positions.
    ("max", False, 144_508, 144_508, 0, 0, 19),
    ("min", False, 223_944, 200_896, 23_048, 0, 20),
    ("max", True, 3_612, 0, 3_612, 0, None),  # the queen was taken: as many as kings not side by side
]
"""Mover, added, positions, won, drawn, lost, the longest win."""


@pytest.mark.thorough("372,064 positions; the board of 4 shows the law")
@pytest.mark.parametrize("engine", ["python", "native"])
def test_king_and_queen_win_all_144508_positions_with_white_to_move_in_19_plies_at_the_most(
    pydecl: Run, engine: str
) -> None:
    done = pydecl("solve", "kqk", "--engine", engine, "--json", "--time", "0")
    assert (done.code, done.err) == (0, "")
    one = done.json()
    assert [counts(row) for row in one["table"]] == KQK
    assert (one["positions"], one["added"]) == (372_064, 3_612)


def counts(row: dict[str, Any]) -> tuple[object, ...]:
    longest = row["longest_win"]
    numbers = (row[name] for name in ("positions", "won", "drawn", "lost"))
    return row["player"], row["added"], *numbers, None if longest is None else longest["plies"]


KPK = [
    # The longest mates take 28 moves from these, too: guido, 'Longest Mate in kqk', kirill-kryukov.com/chess
    ("max", 55, "ending(w,[king-1/2,pawn-7/2],[king-2/5])"),
    ("min", 56, "ending(b,[king-1/3,pawn-7/2],[king-1/5])"),
]
"""Mover, the plies of the longest win, and a position."""


@pytest.mark.thorough("331,352 positions; smaller boards show the law")
def test_a_pawn_needs_28_moves_at_the_most(pydecl: Run) -> None:
    done = pydecl("solve", "examples/endings.pl", "--engine", "native", "--json", "--time", "0")
    assert (done.code, done.err) == (0, "")
    rows = [row for row in done.json()["table"] if not row["added"]]
    longest = [(row["player"], row["longest_win"]["plies"], row["longest_win"]["position"]) for row in rows]
    assert longest == KPK
    assert sum(row["positions"] for row in rows) == 331_352


@pytest.mark.parametrize(("board", "moves"), [(3, 7), (4, 14), (5, 13), (6, 22)])
@pytest.mark.thorough("the ending has many positions; smaller ones are solved inside")
def test_bishop_and_knight_need_as_many_moves_as_published(board: int, moves: int) -> None:
    """V. Kotesovec, https://oeis.org/A225556; with White to move."""
    name = f"examples/endings.pl:white=[king,bishop,knight],board={board}"
    with consult(name, fold=True) as game:
        solved = solve(game, engine="native")
    whites = [solved.solutions[n] for n, player in enumerate(solved.players) if player is Player.MAX]
    assert max(one.plies or 0 for one in whites if one.outcome is Outcome.WON) == 2 * moves - 1


@pytest.mark.parametrize(
    "options",
    [
        "board=3,white=[king],black=[king,rook]",
        "board=3,white=[king,knight,bishop]",
        "board=3",
        "board=4,white=[king],black=[king,rook]",
    ],
)
@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.sampled(1, "each case solves an ending on two engines")
def test_endings_on_a_small_board_are_solved_alike(options: str, fold: bool) -> None:
    with consult(f"examples/endings.pl:{options}", fold=fold) as game:
        verdict, (prolog, _) = compare(game)
        assert isinstance(verdict, Agreement)
        mates = {one.outcome for one in prolog.solutions if one.plies == 0}
        assert mates == {Outcome.LOST if "black" in options else Outcome.WON}


def test_all_compares_every_engine_that_solves(pydecl: Run) -> None:
    done = pydecl("solve", "kqk:board=4", "--engine", "all")
    assert (done.code, done.err) == (0, "")
    lines = [line.split() for line in done.out.splitlines()]
    assert [line[0] for line in lines[3:6]] == list(registry.solvers())
    assert " ".join(lines[6]) == "comparison the engines agree on all 3,152 positions"


UNCOMPILED = """
initial(0). max_to_move(N) :- 0 is N mod 2. min_to_move(N) :- 1 is N mod 2.
moves(N, [M]) :- N < 5, M is N + 1, flag(last, _, M).
staticval(_, 1).
"""


def test_an_engine_that_does_not_cover_the_rules_is_left_out_with_the_reason(
    pydecl: Run, tmp_path: Path
) -> None:
    path = rules_file(tmp_path, UNCOMPILED, "noted.pl")
    done = pydecl("solve", path, "--engine", "all")
    assert done.code == 0
    assert "comparison  the engines agree on all 6 positions" in done.out
    assert "the engine native is left out: " in done.err
    assert "flag/3" in done.err
    found = pydecl("solve", path, "--engine", "all", "--json").json()
    assert [one["engine"] for one in found["engines"]] == ["prolog", "python"]
    assert found["agree"] is True
    assert "flag/3" in found["left_out"]


def test_where_machine_code_differs_the_position_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(self: MachineSolver, bound: float | None, seconds: float | None) -> Solved[Any]:
        solved = right(self, bound, seconds)
        drawn = Solution(Outcome.DRAWN)
        solutions = [drawn if one == Solution(Outcome.WON, 2) else one for one in solved.solutions]
        return replace(solved, solutions=solutions)

    right = MachineSolver.solve
    monkeypatch.setattr(MachineSolver, "solve", wrong)
    with consult("graph") as game:
        verdict, found = compare(game, registry.solvers())
    assert isinstance(verdict, Divergence)
    assert (verdict.subject, verdict.position) == ("solution", "2 min")
    assert verdict.answers == {"prolog": "won in 2, min to move", "native": "drawn, min to move"}
    assert [one.engine for one in found] == list(registry.solvers())


def test_a_game_in_python_is_solved_from_its_initial_positions_where_it_is_supplied() -> None:
    game = Kqk(board=4)
    with supply(game, positions=list(game.positions())) as supplied:
        verdict, (prolog, python) = compare(supplied)
        assert isinstance(verdict, Agreement)
        assert verdict.positions == 3_152
        start = supplied.initial()[5]
        for found in (prolog, python):
            assert found.positions.index(position_for(supplied, found.engine, start)) == 5
            assert position_of(supplied, found.engine, found.positions[5]) == start
    with supply(game, plies=1) as partly, pytest.raises(InputError, match="1 plies were supplied"):
        solve(partly)


# Differences


@dataclass(frozen=True)
class WrongGraph(Graph):
    """4 is no end for MIN."""

    def outcome(self, position: Position) -> Outcome | None:
        return Outcome.DRAWN if position == ("min", 4) else super().outcome(position)


def test_a_difference_is_named_with_the_rule_that_differs_and_exit_1(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pydecl.games.graph.Graph", WrongGraph)
    done = pydecl("solve", "graph", "--engine", "both")
    assert done.code == 1
    assert done.out.splitlines()[-4:] == [
        "graph: terminal won, lost differs at 4 min",
        "  Prolog  (True, False)",
        "  Python  (False, False)",
        "  again   pydecl crosscheck graph --position '4 min' --program outcome --depth unlimited",
    ]
    found = pydecl("solve", "graph", "--engine", "both", "--json").json()
    assert found["agree"] is False
    assert [one["position"] for one in found["divergences"]] == ["4 min"]


def test_positions_that_only_one_engine_enumerates_or_meets_are_a_difference(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def divergence(mover: str) -> dict[str, Any]:
        def some(self: Kqk) -> Iterator[Any]:
            return (position for position in everything(self) if position.mover == mover)

        monkeypatch.setattr(Kqk, "positions", some)
        done = pydecl("solve", "kqk:board=4", "--engine", "both", "--json")
        assert done.code == 1
        (found,) = done.json()["divergences"]
        return {name: found[name] for name in ("subject", "prolog", "python")}

    everything = Kqk.positions
    # All of Black's positions can be reached from White's.
    assert divergence("w") == {"subject": "position/1", "prolog": "enumerated", "python": "only reached"}
    assert divergence("none")["python"] == "no such position"
