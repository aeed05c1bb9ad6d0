"""Passes: each is found by its file, has an example, and changes nothing that a program does."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest
from c_back_end import ProgramC
from command_line import Run
from differential import IdiomFile, Verdict, compare, expected_outcomes, idiom_files, key_of
from module_fixtures import for_module
from native_code import tcc
from swi_solutions import SwiSolver

from pydecl.compiler import ir
from pydecl.compiler.compile import analysed
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.passes import (
    FRONT_END,
    NO_OPTIONS,
    C,
    all_passes,
    determinism,
    optimised,
    pipeline,
    steps,
)

WHERE = (FRONT_END, C)

FILES = idiom_files()


solver = for_module(SwiSolver)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.theme)
@pytest.mark.sampled(3, "each builds a file after every pass of two pipelines")
def test_a_pass_changes_nothing_that_a_program_does(
    file: IdiomFile, solver: SwiSolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each program, as it is before the first pass and after each, answers in C as SWI-Prolog does."""
    monkeypatch.setattr("pydecl.compiler.c.program.optimised", lambda program, _, __: program)
    expected = expected_outcomes(solver, file)
    wrong, equal = [], 0
    for told, program in programs(file):
        loaded = ProgramC(program, tcc())
        for goal in file.goals:
            loaded.note(key_of(goal), goal.inputs)
        found = [compare(goal, file.rules, loaded, expected[goal]) for goal in file.goals]
        wrong += [f"{told}: {one}" for one in found if one.verdict is Verdict.DIFFERENT]
        equal += sum(one.verdict is Verdict.EQUAL for one in found)
    assert not wrong, "\n".join(wrong)
    assert equal


def programs(file: IdiomFile) -> Iterator[tuple[str, ir.Program]]:
    """A file before any pass, and after each that changes it, in each of the pipelines.

    C needs to know how many solutions there can be, so determinism analysis follows each of the front end.
    """
    plain = analysed(normal(file.rules), file.entries)
    yield "before any pass", determinism.run(plain, NO_OPTIONS)
    for one, before, made in steps(plain, FRONT_END):
        if made != before:
            yield f"{one.name} {FRONT_END}", determinism.run(made, NO_OPTIONS)
    for one, before, made in steps(optimised(plain, FRONT_END), C):
        if made != before:
            yield f"{one.name} {C}", made


def test_every_pass_runs_somewhere_and_has_its_place_to_itself() -> None:
    assert {one.name for where in WHERE for one in pipeline(where)} == {one.name for one in all_passes()}
    for where in WHERE:
        places = [one.place for one in pipeline(where)]
        assert len(set(places)) == len(places)


@pytest.mark.parametrize("name", [one.name for one in all_passes()])
def test_every_pass_has_an_example_before_and_after(name: str) -> None:
    page = import_module(f"pydecl.compiler.passes.{name}").__doc__ or ""
    assert "print(example(" in page
    assert "\n=>\n" in page


def test_compile_explains_a_pass(pydecl: Run) -> None:
    told = pydecl("compile", "nim", "--explain", "determinism").out
    assert "determinism, in the front end: before" in told
    assert told.index("any number") < told.index("after") < told.index("at most one")
