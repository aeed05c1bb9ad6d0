"""Operators that a file has from others that it loads: as SWI-Prolog has them, and no others."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from folders import rules_file

from pydecl.checking.check import check_file
from pydecl.crosschecking import Agreement, crosscheck
from pydecl.engines.prolog.installation import swipl_program
from pydecl.engines.searching import search
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.rules.reader import read_rules

FILES = {
    "plain.pl": ":- op(700, xfx, ===>).\np(a ===> b).\n",
    "module.pl": ":- module(m, [op(700, xfx, ~~>), f/1]).\n:- op(700, xfx, hid).\nf(1).\n",
    "again.pl": ":- module(r, []).\n:- reexport(module).\n",
    "loads.pl": ":- use_module(module).\n",
    "circle.pl": ":- module(c, [op(700, xfx, <~)]).\n:- use_module(back).\n",
    "back.pl": ":- module(b, [op(700, xfx, ~>)]).\n:- use_module(circle).\n",
    "sub/below.pl": ":- op(700, xfx, ===>).\n",
}

LOADED = [
    (":- consult(plain).", "a ===> b", True),
    (":- [plain].", "a ===> b", True),
    (":- ensure_loaded(plain), ensure_loaded(module).", "a ===> (b ~~> c)", True),
    (":- load_files([plain], []).", "a ===> b", True),
    (":- include(plain).", "a ===> b", True),
    (":- include('plain.pl').", "a ===> b", True),
    (":- consult(sub/below).", "a ===> b", True),
    (":- use_module(module).", "a ~~> b", True),
    (":- consult(module).", "a ~~> b", True),
    (":- use_module(module, [f/1]).", "a ~~> b", False),
    (":- use_module(module, [op(_, _, ~~>)]).", "a ~~> b", True),
    (":- use_module(module).", "a hid b", False),
    (":- use_module(again).", "a ~~> b", True),
    (":- consult(loads).", "a ~~> b", True),
    (":- autoload(module).", "a ~~> b", False),
    (":- initialization(consult(plain)).", "a ===> b", False),
    (":- use_module(circle).", "a <~ b", True),
    (":- use_module(circle).", "a ~> b", False),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.sampled(8, "each case loads a file in SWI-Prolog")
@pytest.mark.parametrize(("directive", "term", "is_read"), LOADED)
def test_a_file_has_the_operators_that_swi_prolog_has(
    folder: Path, directive: str, term: str, is_read: bool
) -> None:
    path = folder / "main.pl"
    path.write_text(f"{directive}\nq({term}).\n", encoding="utf-8")
    assert (not read_rules(path.read_text(encoding="utf-8"), str(path)).faults) == is_read
    done = subprocess.run(
        [swipl_program(), "-q", "-g", "halt", path], capture_output=True, text=True, check=False
    )
    assert ("Operator expected" not in done.stderr) == is_read


def test_files_above_the_folder_are_not_read(folder: Path) -> None:
    path = folder / "sub" / "main.pl"
    assert read_rules(":- consult('../plain').\nq(a ===> b).", str(path)).faults


def test_each_file_is_read_once_however_many_load_it(tmp_path: Path) -> None:
    """Each of 40 files loads the next two: there are 165,580,141 ways to the last."""
    for number in range(40):
        (tmp_path / f"f{number}.pl").write_text(f":- consult([f{number + 1}, f{number + 2}]).\n")
    rules = read_rules(":- consult(f0).\n:- op(700, xfx, ===>).\nq(a ===> b).", str(tmp_path / "main.pl"))
    assert not rules.faults


GAME = """\
:- use_module(rules_of_words).
initial(h(4, max)).
rule(max ==> min).
rule(min ==> max).
max_to_move(h(_, max)).
min_to_move(h(_, min)).
move(h(N, P), N to M, h(M, Q)) :- rule(P ==> Q), N > 0, member(D, [1, 2]), M is N - D, M >= 0.
staticval(h(_, max), -1).
staticval(h(_, min), 1).
"""


def test_such_a_game_is_checked_and_compiled(tmp_path: Path) -> None:
    (tmp_path / "rules_of_words.pl").write_text(
        ":- module(words, [op(700, xfx, ==>), op(200, xfy, to)]).\n", encoding="utf-8"
    )
    path = rules_file(tmp_path, GAME)
    report = check_file(str(path), None)
    assert (report.findings, report.refused) == ([], None)
    with consult(path) as game:
        assert isinstance(crosscheck(game, programs=[Program.MINIMAX], seconds=None), Agreement)
        values = [search(game, "minimax", engine=engine).answer for engine in ("native", "prolog")]
        assert values[0].value == values[1].value
        assert values[0].nodes == values[1].nodes == 12
