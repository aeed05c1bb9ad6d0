"""Searches on several cores: what they find is what one core finds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from folders import rules_file
from rings import sample_size

from pydecl.crosschecking.cases import Shape, make_case, questions
from pydecl.crosschecking.engaged import runners_on_trees
from pydecl.crosschecking.matrix import named_apart
from pydecl.engines.native import splitting
from pydecl.engines.native.runner import NativeRunner
from pydecl.engines.protocol import Runner
from pydecl.engines.registry import runner
from pydecl.engines.searching import search
from pydecl.errors import ContractError, InputError, UnfitError
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_trees, plant
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, less
from pydecl.model.program import Program
from pydecl.model.result import Limits, Order, Settings, Status
from pydecl.model.term import Atom, Term
from pydecl.model.tree import Tree
from pydecl.programs.registry import DECLARED, PROGRAMS

SPLIT = [program for program in PROGRAMS if DECLARED[program].splits and program != Program.MTDF]
"""The programs that machine code splits."""

TREES = sample_size(5, 40)


def answered(runner: Runner, program: Program, position: Term, limits: Limits) -> tuple[Any, ...]:
    """Value, best successor and horizon; beyond the window, on which side the value is."""
    try:
        answer = runner.run(program, position, limits)
    except ContractError as error:
        return (error.fault,)
    except UnfitError:
        return ("unfit",)
    value: Any = answer.value
    if limits.alpha > -INFINITY and not less(limits.alpha, value):
        return ("low",)
    if limits.beta < INFINITY and not less(value, limits.beta):
        return ("high",)
    return value, answer.best, answer.horizon


@pytest.mark.sampled(1, "each case searches random games twice")
@pytest.mark.parametrize("shape", [Shape.TREE, Shape.DAG])
def test_two_cores_find_what_one_finds_in_random_games(shape: Shape) -> None:
    cases = [named_apart(make_case(shape, 5, number), number) for number in range(TREES)]
    with consult_trees() as game:
        plant(game, Tree(tuple(node for case in cases for node in case.tree.nodes)))
        with runners_on_trees(game, [case.tree for case in cases]) as runners:
            runner = runners["native"]
            for number, case in enumerate(cases):
                for asked in questions(case, SPLIT, 5, number):
                    program, limits = asked.program, asked.limits
                    if limits.settings.order not in (Order.GAME, Order.STATIC):
                        continue
                    if not less(limits.alpha, limits.beta):
                        continue
                    root = Atom(case.tree.root.name)
                    one, two = (answered(runner, program, root, replace(limits, cores=n)) for n in (1, 2))
                    assert one == two, (case.tree, program, limits)


@pytest.mark.parametrize(
    ("name", "depth", "order"),
    [
        ("connect4:width=4,height=3", sample_size(5, 7), Order.STATIC),
        ("tictactoe", None, Order.GAME),
        ("nim", None, Order.GAME),
        ("othello", 4, Order.STATIC),
        ("checkers", 5, Order.GAME),
    ],
)
@pytest.mark.sampled(1, "each game is searched by all programs on several cores")
def test_three_cores_find_what_one_finds_in_games(name: str, depth: int | None, order: Order) -> None:
    with consult(name) as game:
        for program in SPLIT:
            if DECLARED[program].needs:
                continue
            settings = Settings(order=order if DECLARED[program].ordered else Order.GAME)
            found = [
                search(game, program, engine="native", depth=depth, settings=settings, cores=n, line=False)
                for n in (1, 3)
            ]
            assert found[0].value == found[1].value, program
            assert found[0].best_move == found[1].best_move, program
            if program == Program.MINIMAX:
                assert found[0].nodes == found[1].nodes


def test_what_breaks_the_contract_is_told_as_by_one_core(own_folder: Path) -> None:
    rules = (
        "move(a, b). move(a, c). move(c, d). max_to_move(a). max_to_move(d)."
        " min_to_move(b). min_to_move(c). min_to_move(d). staticval(_, 0)."
    )
    with consult(rules_file(own_folder, rules).name) as game:
        for cores in (1, 2):
            with pytest.raises(ContractError) as told:
                search(game, "minimax", engine="native", position="a", cores=cores)
            assert told.value.fault == "both_to_move"


def test_an_end_that_names_no_player_is_searched_by_one_core(own_folder: Path) -> None:
    rules = "move(a, b). move(a, c). max_to_move(a). min_to_move(x). staticval(b, 1). staticval(c, 2)."
    with consult(rules_file(own_folder, rules).name) as game:
        assert search(game, "minimax", engine="native", position="a", cores=2).value == 2


def test_no_more_processes_start_than_there_are_moves() -> None:
    with consult("nim:heaps=[2]") as game:
        assert search(game, "minimax", engine="native", cores=99_999).value == 1
        native = runner(game, "native")
        assert isinstance(native, NativeRunner)
        assert len(native._others) == 1


def test_when_time_is_up_all_cores_stop() -> None:
    with consult("connect4") as game:
        for _ in range(2):  # the first compiles the rules and starts two processes
            assert search(game, "minimax", engine="native", depth=3, cores=2, line=False).complete
            result = search(game, "minimax", engine="native", depth=None, seconds=0.1, cores=2, line=False)
            assert result.answer.status is Status.TIME


def test_a_core_that_is_done_when_time_is_up_begins_nothing_more() -> None:
    root = splitting._Root(DECLARED[Program.ALPHABETA], Player.MAX, [], Limits(), 0.0)
    root._over = True
    root._take(0)
    assert root._over


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"engine": "python"}, "the engine python searches on one core: several need --engine native"),
        ({"program": "and_or"}, "and_or searches on one core: several are for minimax, "),
        ({"settings": Settings(Order.RANDOM)}, "the order of moves is game or static"),
        ({"evaluated": True}, "leave out --leaves or --cores"),
        ({"cores": 0}, "cores must be a whole number of 1 or more, not 0"),
    ],
)
def test_a_search_that_cannot_be_split_is_refused(options: dict[str, Any], says: str) -> None:
    asked: dict[str, Any] = {"program": "alphabeta", "engine": "native", "cores": 2}
    with consult("lecture19") as game, pytest.raises(InputError, match=says):
        search(game, **(asked | options))
