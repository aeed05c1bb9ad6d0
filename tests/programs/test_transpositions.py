"""Tables of a fixed size: which position is given up, and that none of it changes an answer."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from rings import sample_size

from pydecl.crosschecking.cases import Shape, make_case
from pydecl.engines.registry import complete
from pydecl.engines.searching import search
from pydecl.games.tree import TreeGame
from pydecl.loading.consulting import consult
from pydecl.model.number import equal
from pydecl.model.program import Program
from pydecl.model.result import Limits, Order, Result, Settings
from pydecl.programs.run import run
from pydecl.programs.transpositions import Table

SIZES = (1, 10, 1000)


@dataclass
class Sized:
    """What a table asks of a game."""

    size: int
    settings = SimpleNamespace(max_ply=100)

    def setting(self, name: str) -> int:
        return self.size if name == "table" else 0


def kept(size: int, *plies: int) -> set[int]:
    """Which of the positions 0, 1 … are in the table after they are kept, each at its ply."""
    game: Any = Sized(size)
    table: Table[int, str] = Table(game)
    for pos, ply in enumerate(plies):
        table.keep(ply, pos, "known")
    return {pos for pos in range(len(plies)) if table.lookup(pos)}


def test_the_fullest_ply_gives_up_its_oldest() -> None:
    assert kept(3, 5, 6, 6, 7) == {0, 2, 3}
    assert kept(4, 1, 2, 2, 1, 0) == {0, 2, 3, 4}
    assert kept(0, *range(50)) == set(range(50))


def test_of_several_that_are_fullest_the_last_ply_gives_up() -> None:
    assert kept(2, 3, 9, 3) == {0, 2}
    assert kept(1, 3, 9) == {1}


def test_what_is_kept_again_stays_where_it_was() -> None:
    game: Any = Sized(2)
    table: Table[str, int] = Table(game)
    for pos, known in (("a", 1), ("b", 2), ("a", 3), ("c", 4)):
        table.keep(0, pos, known)
    assert [table.lookup(pos) for pos in "abc"] == [None, 2, 4]


def sized(size: int) -> Limits:
    return Limits(settings=Settings(given=(("table", size),)))


@pytest.mark.parametrize("shape", [Shape.TREE, Shape.DAG])
def test_no_size_changes_the_value_or_the_best_move(shape: Shape) -> None:
    for number in range(sample_size(30, 100)):
        game = TreeGame(make_case(shape, 21, number).tree, "tree")
        if any(getattr(node, "value", 0) is None for node in game.tree.nodes):
            continue
        (root,) = game.initial()
        without = run(Program.ALPHABETA_TT, game, root, Limits())
        is_won = run(Program.PROOF_NUMBER, game, root, Limits()).value
        for size in SIZES:
            answer = run(Program.ALPHABETA_TT, game, root, sized(size))
            assert equal(answer.value, without.value)  # type: ignore[arg-type]
            assert answer.best == without.best
            assert run(Program.DF_PN, game, root, sized(size)).value is is_won


SEARCHED = {
    "connect4:width=4,height=3": (None, Order.GAME),
    "connect4:width=5,height=4": (6, Order.STATIC),
    "tictactoe": (None, Order.GAME),
    "nim:heaps=[1,3,5]": (None, Order.GAME),
    "kalah": (5, Order.GAME),
    "checkers": (4, Order.STATIC),
    "domineering": (5, Order.GAME),
    "othello": (3, Order.GAME),
    "chess": (2, Order.GAME),
    "lecture19": (None, Order.GAME),
}
"""Boards, numbers, lists and names; with a depth limit and without."""


PROVED = ("connect4:width=3,height=4", "tictactoe", "nim:heaps=[1,2,3]", "domineering:width=4,height=3")

ASKED = [
    *(("alphabeta_tt", name, depth, order, (0, *SIZES)) for name, (depth, order) in SEARCHED.items()),
    *(("df_pn", name, None, Order.GAME, (0, 300)) for name in PROVED),
]


@pytest.mark.usefixtures("quick_c")
@pytest.mark.parametrize(("program", "name", "depth", "order", "sizes"), ASKED)
@pytest.mark.sampled(2, "each case searches on every engine")
def test_all_engines_count_the_same_nodes(
    program: str, name: str, depth: int | None, order: Order, sizes: tuple[int, ...]
) -> None:
    with consult(name) as game:
        told: dict[int, Any] = {}
        for size in sizes:
            settings = Settings(order=order, given=(("table", size),))
            for engine in complete():
                found = search(game, program, engine=engine, depth=depth, settings=settings, seconds=None)
                counts = counted(found)
                assert told.setdefault(size, counts) == counts, (engine, size)
        kept = 2 if program == "alphabeta_tt" else 1  # the value, and the best move
        assert len({told[size][:kept] for size in told}) == 1


def counted(result: Result) -> tuple[Any, ...]:
    answer = result.answer
    return answer.value, answer.best, answer.nodes, answer.leaves, answer.hits
