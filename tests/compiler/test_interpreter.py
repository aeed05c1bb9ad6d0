"""The intermediate language means what the rules mean: idioms, interpreted, answer as in SWI-Prolog."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from differential import IdiomFile, Verdict, compare_file, expected_outcomes, idiom_files
from ir_interpreter import IRInterpreter
from swi_solutions import SwiSolver

TOO_DEEP = ("deep_count",)
"""Predicates that call themselves deeper than generators of Python can."""


@pytest.fixture(scope="module")
def solver() -> Iterator[SwiSolver]:
    with SwiSolver() as solver:
        yield solver


@pytest.mark.parametrize("file", idiom_files(), ids=lambda file: file.theme)
@pytest.mark.sampled(3, "the interpreter is the tests' own; Python and C are asked the same idioms")
def test_interpreted_idioms_answer_as_in_swi_prolog(file: IdiomFile, solver: SwiSolver) -> None:
    goals = [goal for goal in file.goals if goal.name not in TOO_DEEP]
    shallow = IdiomFile(file.path, file.rules, goals)
    found = compare_file(shallow, IRInterpreter(), expected_outcomes(solver, shallow))
    wrong = [str(one) for one in found if one.verdict is Verdict.DIFFERENT]
    assert not wrong, "\n".join(wrong)
    refused = sum(one.verdict in (Verdict.REFUSED, Verdict.GAVE_UP) for one in found)
    assert refused <= len(found) // 3
