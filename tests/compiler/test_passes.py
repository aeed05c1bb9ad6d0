"""Passes: each is found by its file, has an example, and changes nothing that a program does."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import pytest
from command_line import Run
from differential import IdiomFile, idiom_files, key_of
from folders import ROOT

from pydecl.compiler import ir
from pydecl.compiler.compile import analysed
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.ir.interpreter.errors import PrologError
from pydecl.compiler.ir.interpreter.interpreting import Interpreter
from pydecl.compiler.ir.interpreter.values import NotAListError, Value, of_term
from pydecl.compiler.passes.options import NO_OPTIONS
from pydecl.compiler.passes.registry import FRONT_END, PYTHON, C, all_passes, optimised, pipeline, steps
from pydecl.errors import Exit, LimitError

WHERE = (FRONT_END, PYTHON, C)

FILES = idiom_files()


def answers(program: ir.Program, key: ir.Key, arguments: Sequence[Value]) -> list[object]:
    """The first solutions of a procedure, and the error that ends them, if one does."""
    found: list[object] = []
    try:
        for results in Interpreter(program).solutions(key, arguments):
            found.append(results)
            if len(found) == 20:
                break
    except (PrologError, NotAListError) as error:
        found.append(str(error))
    except (LimitError, RecursionError):
        found.append(GAVE_UP)
    return found


GAVE_UP = "more than this machine can do"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.theme)
@pytest.mark.sampled(4, "each interprets a file after every pass of three pipelines")
def test_a_pass_changes_nothing_that_a_program_does(file: IdiomFile) -> None:
    for goal in file.goals[::5]:
        key = key_of(goal)
        arguments = [of_term(one) for one in goal.inputs]
        program = analysed(normal(file.rules), [key])
        if key not in program.procedures:
            continue
        expected = answers(program, key, arguments)
        for where in WHERE:
            for one, _, made in steps(program, where, NO_OPTIONS):
                if one.name == "answer_order" and GAVE_UP in expected:
                    expected = answers(made, key, arguments)
                assert answers(made, key, arguments) == expected, f"{goal}: {one.name} {where}"
            program = optimised(program, where) if where == FRONT_END else program


def test_every_pass_runs_somewhere_and_has_its_place_to_itself() -> None:
    assert {one.name for where in WHERE for one in pipeline(where)} == {one.name for one in all_passes()}
    for where in WHERE:
        places = [one.pipelines[where] for one in pipeline(where)]
        assert len(set(places)) == len(places)


@pytest.mark.parametrize("name", [one.name for one in all_passes()])
def test_every_pass_has_an_example_before_and_after(name: str) -> None:
    page = import_module(f"pydecl.compiler.passes.{name}").__doc__ or ""
    assert "print(example(" in page
    assert "\n=>\n" in page


def test_the_document_names_every_pass() -> None:
    text = (ROOT / "docs" / "compiler.md").read_text(encoding="utf-8")
    assert not [one.name for one in all_passes() if f"| `{one.name}` |" not in text]


def test_compile_explains_a_pass(pydecl: Run) -> None:
    told = pydecl("compile", "nim", "--explain", "determinism").out
    assert "determinism, in the front end: before" in told
    assert told.index("any number") < told.index("after") < told.index("at most one")


def test_an_unknown_pass_is_told_with_the_known_ones(pydecl: Run) -> None:
    result = pydecl("compile", "nim", "--explain", "magic")
    assert result.code == Exit.BAD_INPUT
    assert (
        "magic: the compiler has no such pass; its passes are answer_order, constant_propagation"
        in result.err
    )


def test_a_pass_is_shown_with_explain_only(pydecl: Run) -> None:
    result = pydecl("compile", "nim", "inlining")
    assert result.code == Exit.BAD_INPUT
    assert "add --explain" in result.err
