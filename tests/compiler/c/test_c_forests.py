"""Searches in C on random games: each says what its twin in Python says, with each program, window, order."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from c_forests import Forest, c_says, python_says
from rings import sample_size

from pydecl.crosschecking.cases import Shape
from pydecl.engines.native.serialisation import End
from pydecl.errors import ContractError
from pydecl.model.program import Program
from pydecl.programs.registry import PROGRAMS as REGISTERED

COUNTS = {
    **dict.fromkeys((Shape.TREE, Shape.LONG, Shape.DAG, Shape.GRAPH), sample_size(12, 60)),
    **dict.fromkeys((Shape.PURSUIT, Shape.CHANCE), sample_size(24, 150)),
}
"""How many games of each shape."""


@cache
def forest(shape: Shape) -> Forest:
    return Forest(shape, 6, COUNTS[shape])


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.sampled(1, "each case searches a forest")
def test_each_search_in_c_is_the_one_in_python(shape: Shape) -> None:
    compared: Counter[Program] = Counter()
    for case, question in forest(shape).questions():
        here, there = forest(shape).in_c(case, question), forest(shape).in_python(case, question)
        if here.end is End.THROWN:  # as tree.pl has it: another engine is asked
            assert isinstance(there, ContractError)
            assert there.fault == "unknown_value"
            continue
        assert c_says(here) == python_says(there), f"{question} of {case.tree.root.name}"
        compared[question.program] += 1
    assert all(count >= COUNTS[shape] // 3 for count in compared.values())
    if shape in (Shape.TREE, Shape.LONG, Shape.DAG, Shape.GRAPH):
        assert {one for one in REGISTERED if one.value in forest(shape).compiled.programs} == set(compared)
