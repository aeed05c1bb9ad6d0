"""What every engine keeps: the laws of `pydecl/engines/protocol.py`, on each one that there is."""

from __future__ import annotations

import pickle
import time
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest
from folders import TESTS, rules_file

from pydecl.engines import registry
from pydecl.engines.protocol import FullRunner
from pydecl.engines.result_text import fields
from pydecl.engines.searching import search
from pydecl.errors import InputError
from pydecl.loading.consulting import consult
from pydecl.loading.trees_and_graphs import consult_trees, plant
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Rules, Status
from pydecl.model.term import Atom
from pydecl.programs.registry import DECLARED
from pydecl.rules.tree import read_tree

ENGINES = pytest.mark.parametrize("engine", registry.names())


@ENGINES
def test_many_questions_have_the_answers_that_each_has(engine: str) -> None:
    with consult("nim:heaps=[1,2]") as game:
        runner = registry.runner(game, engine)
        (start,) = game.initial()
        questions = [
            (program, start, Limits(depth))
            for program in (Program.MINIMAX, Program.ALPHABETA)
            for depth in (1, None)
        ]
        together = runner.run_all(questions, 600.0)
        alone = [runner.run(*question) for question in questions]
    assert all(isinstance(answer, Answer) for answer in together)
    assert [replace(answer, seconds=0.0) for answer in together if isinstance(answer, Answer)] == [
        replace(answer, seconds=0.0) for answer in alone
    ]


@ENGINES
def test_a_runner_that_was_closed_answers_again(engine: str) -> None:
    with consult("nim:heaps=[1,2]") as game:
        runner = registry.runner(game, engine)
        (start,) = game.initial()
        first = runner.run(Program.ALPHABETA, start, Limits())
        runner.close()
        assert runner.run(Program.ALPHABETA, start, Limits()).nodes == first.nodes
        assert registry.runner(game, engine) is runner


@ENGINES
def test_rules_that_are_exchanged_are_taken_up_anew(engine: str) -> None:
    with consult_trees() as game:
        found = []
        for value in (1, 2):
            plant(game, read_tree(f"a max (b {value})", "planted"))
            found.append(registry.runner(game, engine).run(Program.MINIMAX, Atom("a"), Limits()).value)
    assert found == [1, 2]


@ENGINES
def test_what_it_asks_is_rules_of_the_game(engine: str) -> None:
    with consult("hexapawn") as game:
        runner = registry.runner(game, engine)
        (start,) = game.initial()
        rules = runner.rules
        here = rules.from_term(start)
        assert [rules.to_term(after) for after in rules.afters(here)] == list(game.afters(start))
        assert list(runner.told_by(Program.MINIMAX).initial()) == [start]
        assert (runner.kind is Rules.SHARED) == (engine == registry.REFERENCE)


@ENGINES
def test_time_is_a_limit_and_no_error(engine: str) -> None:
    with consult("connect4") as game:
        (start,) = game.initial()
        runner = registry.runner(game, engine)
        assert runner.hindrance(Program.MINIMAX) is None
        started = time.monotonic()
        answer = runner.run(Program.MINIMAX, start, Limits(seconds=0.1))
        assert time.monotonic() - started >= 0.1  # and not before
    assert (answer.status, answer.value, answer.best) == (Status.TIME, None, None)


def test_every_program_runs_on_the_complete_engines(tmp_path: Path) -> None:
    file = rules_file(
        tmp_path, "initial(a).\nmove(a, b).\nmax_to_move(a).\nmin_to_move(b).\nstaticval(_, 0).\n", "odd.pl"
    )
    with consult(file) as game:
        for engine in registry.complete():
            runner = registry.full_runner(game, engine)
            assert not any(map(runner.hindrance, DECLARED))
        for engine in registry.partial():
            assert not isinstance(registry.runner(game, engine), FullRunner)
            with pytest.raises(InputError, match="is not one of prolog, python"):
                registry.full_runner(game, engine)


def test_the_reference_is_the_first_and_the_last_that_stands_in() -> None:
    assert registry.complete()[0] == registry.REFERENCE
    for engine in registry.names():
        others = registry.stand_ins(engine)
        assert engine not in others
        assert registry.REFERENCE in (engine, others[-1])


def test_an_engine_that_there_is_not_is_named() -> None:
    with (
        consult("nim") as game,
        pytest.raises(InputError, match="'fast' is not one of prolog, python, native"),
    ):
        registry.runner(game, "fast")


@pytest.mark.parametrize(
    ("engine", "program"), [("prolog", "file:minimax"), ("native", "file:minimax"), ("python", "minimax")]
)
def test_a_result_can_be_pickled_and_copied(engine: str, program: str) -> None:
    with consult(TESTS / "homework" / "good.pl") as game:
        result = search(game, program, engine=engine, depth=2)
    for other in (pickle.loads(pickle.dumps(result)), deepcopy(result)):
        assert (other, other.to_json()) == (result, result.to_json())
        assert len(other.variation) == len(other.to_json()["variation"]) > 1


def test_words_say_if_the_engine_was_still_making_faster_code() -> None:
    with consult("nim:heaps=[1]") as game:
        result = search(game)
    usual, warming = fields(result)["seconds"], fields(result, warms_up=True)["seconds"]
    assert warming == f"{usual}, while machine code was still being optimised"
