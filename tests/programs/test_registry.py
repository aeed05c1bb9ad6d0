"""The search programs are found by their files, and what they declare is what they do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from folders import ROOT, TESTS
from program_table import PAGE, page
from rings import is_thorough

from pydecl.engines.prolog.session import Session
from pydecl.engines.searching import search
from pydecl.errors import InputError
from pydecl.loading.consulting import consult
from pydecl.model.program import Kind, Movers, Program, Tie
from pydecl.model.result import Settings
from pydecl.programs.registry import DECLARED, NAIVE, PROGRAMS, TEXTBOOK, all_settings, named, twin_of


def test_textbook_first_and_naive_variants_last() -> None:
    assert list(TEXTBOOK) == [Program.WON, Program.MINIMAX, Program.ALPHABETA]
    assert list(DECLARED)[:3] == list(TEXTBOOK)
    assert list(DECLARED) == [*PROGRAMS, *NAIVE]


def test_only_the_program_that_is_asked_for_is_imported() -> None:
    code = (
        "import sys; from pydecl.programs.registry import DECLARED, Program; DECLARED[Program.WON]\n"
        "print(*sorted(name for name in sys.modules if name.startswith('pydecl.programs.')))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = [name.rpartition(".")[2] for name in found.stdout.split()]
    assert names == ["interface", "registry", "won"]


def test_each_program_has_a_text_in_prolog_of_its_name() -> None:
    texts = {
        file.stem
        for folder in ("textbook", "refined", "naive")
        for file in (ROOT / "prolog" / folder).glob("*.pl")
        if file.stem not in ("order", "value_iteration")  # what programs, or who solves, ask
    }
    assert texts == {program.value for program in DECLARED}


def test_prolog_exports_each_program_with_the_arity_that_its_contract_says() -> None:
    with Session() as session:
        found = session.query("pydecl_programs:program(P, _, A)")
    arities = {str(one["P"]): one["A"] for one in found}
    for program in DECLARED:
        one = DECLARED[program]
        plain = 2 if one.contract.tie is Tie.NONE else 3
        arity = 1 if one.movers is Movers.MAX else 5 if one.contract.window else plain
        assert (program, arities.pop(program.value)) == (program, arity)
    assert not arities


def test_prolog_knows_which_programs_ask_each_position_for_its_mover() -> None:
    with Session() as session:
        found = session.query("pydecl_programs:about(P, own_movers)")
    own = {program.value for program in DECLARED if DECLARED[program].movers in (Movers.ANY, Movers.CHANCE)}
    assert {str(one["P"]) for one in found} == own


def test_what_is_traced_is_a_function_of_the_twin() -> None:
    for program in DECLARED:
        for one in DECLARED[program].traced:
            assert callable(twin_of(program).__globals__[one.function])


def test_a_naive_variant_names_what_it_is_a_variant_of_and_says_what_is_wrong() -> None:
    for program in NAIVE:
        assert named(DECLARED[program].naive_of or "") in PROGRAMS
        assert DECLARED[program].cause


def test_an_unknown_program_is_an_error_with_the_names() -> None:
    with pytest.raises(InputError, match="no program is called 'maxmini'; "):
        named("maxmini")


def test_a_setting_is_for_the_programs_that_declare_it() -> None:
    assert set(all_settings()) == {"guess", "playouts", "table"}
    with consult("nim:heaps=[1,2]") as game:
        with pytest.raises(InputError, match=r"^minimax has no setting playouts: it is for uct$"):
            search(game, "minimax", settings=Settings().having({"playouts": 5}))
        with pytest.raises(InputError, match=r"^playouts must be 1 or more, not 0$"):
            search(game, "uct", settings=Settings().having({"playouts": 0}))
        few = [
            search(game, "uct", engine=e, settings=Settings().having({"playouts": 5}))
            for e in ("prolog", "python")
        ]
        assert few[0].answer.nodes == few[1].answer.nodes
        assert few[0].answer.nodes != search(game, "uct").answer.nodes


def test_a_move_that_is_given_is_a_move_of_the_game() -> None:
    with consult("lecture19") as game:
        for program in PROGRAMS:
            one = DECLARED[program]
            if one.needs or one.inner_values or one.contract.kind in (Kind.OUTCOME, Kind.WON):
                continue
            found = search(game, program, engine="python")
            assert (program, str(found.best_move)) == (program, "b")


def test_each_program_has_its_row_of_the_page_and_its_laws_in_prolog() -> None:
    text = PAGE.read_text(encoding="utf-8")
    missing = [] if page(text) == text else ["python tests/support/program_table.py writes the table anew"]
    for program in PROGRAMS:
        tests = TESTS / "prolog" / "refined" / f"{program.value}.plt"
        if program in TEXTBOOK or (tests.is_file() and f"begin_tests({program.value}" in tests.read_text()):
            continue
        missing.append(f"write {tests}: the laws of what {program.value}.pl exports")
    assert not missing, "\n".join(missing)


PROLOG = """
:- module(pydecl_first_move, [first_move/3]).
:- use_module('../support/attached').

first_move(Pos, Best, Val) :-
    (   moves(Pos, [Best|_])
    ->  first_move(Best, _, Val)
    ;   staticval(Pos, Val)
    ).
"""

PYTHON = """
from pydecl.model.program import Contract, Declaration, Kind, Setting, Tie, Traced

PROGRAM = Declaration(
    "first_move",
    Contract(Kind.ESTIMATE, Tie.ANY),
    summary="always takes the first move",
    source="nobody",
    settings=(Setting("patience", 3, "nothing", least=1),),
    traced=(Traced("first_move"),),
)


def first_move(game, pos):
    successors = game.moves(pos)
    if not successors:
        return None, game.staticval(pos)
    return successors[0], first_move(game, successors[0])[1]
"""


ONE_AFTER_THE_OTHER = """
from pydecl.cli.app import app
for words in {asked}:
    try:
        app(words)
    except SystemExit as ended:
        print("end", ended.code or 0, flush=True)
"""


def test_a_new_program_is_two_files(tmp_path: Path) -> None:
    for folder in ("pydecl", "prolog", "grammars"):
        shutil.copytree(ROOT / folder, tmp_path / folder)  # with what Python has compiled
    (tmp_path / "prolog" / "refined" / "first_move.pl").write_text(PROLOG)
    (tmp_path / "pydecl" / "programs" / "first_move.py").write_text(PYTHON)

    search = ("search", "lecture19", "--program", "first_move", "--set", "patience=2")
    asked = [
        *((*search, "--engine", engine) for engine in ("prolog", "python")),
        ("check", "--about", "lecture19"),
        ("crosscheck", "--program", "first_move", "--trees", "20", "--fresh"),
    ]
    if not is_thorough():
        del asked[-1]  # compiles what has changed
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", ONE_AFTER_THE_OTHER.format(asked=asked)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    one, other, consulted, matrix, *_ = done.stdout.split("end 0\n")
    found = [one.splitlines(), other.splitlines()]
    counts = [[line for line in lines if line.startswith(("value", "best", "nodes"))] for lines in found]
    assert counts[0] == counts[1] == ["value      1", "best       b", "nodes      4, leaves 1"]
    assert "first_move" in consulted
    if is_thorough():
        assert {"twins", "value", "move", "visits"} <= set(matrix.split())
        assert "broken" not in matrix
