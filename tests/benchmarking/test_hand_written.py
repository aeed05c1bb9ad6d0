"""C by hand: each search visits the nodes and leaves that SWI-Prolog visits, and finds its value."""

from __future__ import annotations

import pytest
from hand_written import by_hand, hand_written, in_bits, searched
from native_code import each_compiler, told_if_missing
from rings import sample_size

from pydecl.benchmarking.contenders import BareProlog, Contender, Task
from pydecl.benchmarking.measuring import measure
from pydecl.engines.native.building import WARNINGS, Compiler
from pydecl.engines.searching import search
from pydecl.games import bundled
from pydecl.loading.consulting import consult
from pydecl.model.game import Game
from pydecl.model.term import Atom

TASKS = [
    ("tictactoe", "minimax", 6),
    ("tictactoe", "alphabeta", None),
    ("connect4", "minimax", 3),
    ("connect4", "alphabeta", 5),
    ("connect4:width=5,height=4", "minimax", 5),
    ("connect4:width=4,height=4", "alphabeta", 8),
    ("nim", "minimax", None),
    ("nim:heaps=[0,2,4]", "alphabeta", None),
    ("hexapawn", "minimax", None),
    ("hexapawn:width=4,height=4", "alphabeta", 7),
    ("hexapawn:width=3,height=5", "minimax", 6),
    ("othello", "alphabeta", 4),
    ("othello:size=4", "alphabeta", 9),
    ("othello:size=4", "minimax", 5),
    ("othello:width=6,height=4", "alphabeta", 6),
    ("othello:width=4,height=8", "minimax", 4),
    ("kqk", "minimax", 3),
    ("kqk", "alphabeta", 4),
]


@pytest.mark.parametrize(("name", "program", "depth"), TASKS)
@each_compiler
@pytest.mark.sampled(4, "each case searches twice")
def test_nodes_leaves_and_value_are_those_of_swi_prolog(
    compiler: Compiler | None, name: str, program: str, depth: int | None
) -> None:
    with consult(name) as game:
        answer = search(game, program, engine="prolog", depth=depth).answer
        twin = game.twin
    assert twin is not None
    versions = [written for written in (hand_written(twin), in_bits(twin)) if written]
    assert versions
    for written in versions:
        with told_if_missing(compiler), written.built(compiler, WARNINGS) as code:
            found = searched(code, program, depth)
            assert (found.nodes, found.leaves, found.value) == (answer.nodes, answer.leaves, answer.value)


@pytest.mark.parametrize(("program", "nodes"), [("minimax", 549_946), ("alphabeta", 146_120)])
@each_compiler
@pytest.mark.covering(1, "each program by each compiler")
def test_tictactoe_visits_as_many_nodes_as_is_known(
    compiler: Compiler | None, program: str, nodes: int
) -> None:
    """The numbers are those of docs/benchmarks.md."""
    written = hand_written(bundled("tictactoe"))
    assert written is not None
    with told_if_missing(compiler), written.built(compiler) as code:
        assert searched(code, program, None).nodes == nodes
        assert searched(code, program, None, times=3).nodes == nodes


def test_it_is_measured_beside_swi_prolog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hand_written.LEAST_SECONDS", 1e-9)
    contenders: list[Contender] = [BareProlog(), *by_hand()]
    table = measure(Task("connect4:width=4,height=4", "minimax", 3), contenders, 1)
    assert [line.contender for line in table.lines] == [one.name for one in contenders]
    fits = [one.name for one in contenders if one.fits(Task("my.pl", "minimax", 3))]
    assert not fits


@each_compiler
def test_both_ways_to_hold_a_board_agree_where_swi_prolog_is_slow(compiler: Compiler | None) -> None:
    game = bundled("connect4")
    lists, bits = hand_written(game), in_bits(game)
    assert lists is not None
    assert bits is not None
    with told_if_missing(compiler), lists.built(compiler) as one, bits.built(compiler) as other:
        for depth in (0, 1, sample_size(5, 7)):
            assert searched(one, "alphabeta", depth) == searched(other, "alphabeta", depth)


@pytest.mark.parametrize(
    "game",
    [
        bundled("tictactoe", evaluation=Atom("lecture")),
        bundled("connect4", run=3),
        bundled("connect4", evaluation=Atom("unit")),
        bundled("othello", corners=10),
        bundled("chess"),
    ],
    ids=lambda game: game.name,
)
def test_what_is_not_written_by_hand_is_not_there(game: Game[object]) -> None:
    assert hand_written(game) is None
    assert in_bits(game) is None
