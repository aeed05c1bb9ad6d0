"""Results are plain data: they can be pickled and copied, on every engine."""

from __future__ import annotations

import pickle
from copy import deepcopy

import pytest
from folders import TESTS

from pydecl.engines.registry import names
from pydecl.engines.result_text import fields
from pydecl.engines.searching import search
from pydecl.loading.consulting import consult


@pytest.mark.parametrize("engine", names())
@pytest.mark.parametrize("name", ["nim:heaps=[1,2]", "connect4:width=4,height=4"])
def test_a_result_can_be_pickled_and_copied(engine: str, name: str) -> None:
    with consult(name) as game:
        result = search(game, "alphabeta", engine=engine, depth=3, evaluated=True)
    for other in (pickle.loads(pickle.dumps(result)), deepcopy(result)):
        assert other == result
        assert other.to_json() == result.to_json()
        assert len(other.variation) == len(other.to_json()["variation"]) > 1


@pytest.mark.parametrize("engine", ["prolog", "native"])
def test_so_can_the_result_of_a_file_s_own_program(engine: str) -> None:
    with consult(TESTS / "homework" / "good.pl") as game:
        result = search(game, "file:minimax", engine=engine, depth=2)
    assert pickle.loads(pickle.dumps(result)) == deepcopy(result) == result


def test_words_say_if_the_engine_was_still_making_faster_code() -> None:
    with consult("nim:heaps=[1]") as game:
        result = search(game)
    usual, warming = fields(result)["seconds"], fields(result, warms_up=True)["seconds"]
    assert warming == f"{usual}, while machine code was still being optimised"
