"""pydecl crosscheck on programs, windows and random games: what it prints, keeps, resumes and refuses."""

from __future__ import annotations

import shlex
import sqlite3
from functools import partial
from pathlib import Path

import pytest
from command_line import Run

from pydecl.crosschecking.laws import MATRIX
from pydecl.crosschecking.running import answers, run_matrix
from pydecl.errors import Exit, InputError
from pydecl.model.program import Program
from pydecl.programs.registry import PROGRAMS
from pydecl.rules.tree import read_tree

pytestmark = pytest.mark.usefixtures("own_folder", "quick_c")

CASES, SEED = 24, 0
"""The same games for all tests: what is compiled of them is kept."""

TREES = str(CASES)


def test_all_programs_are_rows_and_all_laws_columns(pydecl: Run) -> None:
    done = pydecl("crosscheck", "--all", "--trees", "8")
    assert done.code == Exit.FINE
    head, *rows = done.out.splitlines()
    assert head.split() == ["program", *(law.value for law in MATRIX)]
    assert [row.split()[0] for row in rows] == [program.value for program in PROGRAMS]


def test_json_counts_what_was_kept(pydecl: Run) -> None:
    found = pydecl("crosscheck", "--program", "minimax", "--trees", TREES, "--json").json()
    assert found.keys() == {"cases", "of", "agree", "error", "kept", "counterexamples", "files"}
    assert (found["cases"], found["agree"], found["counterexamples"]) == (CASES, True, [])
    assert found["kept"]["minimax"]["twins"] > CASES


@pytest.mark.thorough("counterexamples are made and told by functions that crosschecking/test_matrix asks")
def test_a_counterexample_is_a_tree_and_a_command_that_shows_it_again(pydecl: Run, tmp_path: Path) -> None:
    done = pydecl(
        "crosscheck", "--program", "alphabeta_nonstrict", "--trees", "40", "--output", tmp_path / "found"
    )
    assert done.code == Exit.DISAGREEMENT
    assert "alphabeta_nonstrict" in done.out
    assert "broken" in done.out
    assert "% cause: strictness of the cut" in done.out
    commands = [line.split("again", 1)[1] for line in done.out.splitlines() if "  again " in line]
    assert commands
    for command in commands:
        program, *words = shlex.split(command)
        assert program == "pydecl"
        again = pydecl(*words)
        assert again.code == Exit.DISAGREEMENT
        assert "alphabeta_nonstrict: " in again.out
        assert "promised" in again.out
    replays = [line.split("replay", 1)[1] for line in done.out.splitlines() if "  replay " in line]
    assert len(replays) == len(commands)
    for command in replays:
        replay = pydecl(*shlex.split(command)[1:])
        assert replay.code == Exit.DISAGREEMENT
        assert "the first event that differs" in replay.out
    for path in (tmp_path / "found").iterdir():
        assert read_tree(path.read_text(), path.name).nodes


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = [Program.MINIMAX, Program.EXPECTIMINIMAX]
    whole = run_matrix(CASES, SEED, programs)

    def stop(done: int, _: int) -> None:
        if done >= 15:
            raise KeyboardInterrupt

    with answers(tmp_path / "store.sqlite") as store:
        stopped = run_matrix(CASES, SEED, programs, store=store, progress=stop)
        assert stopped.exit_code is Exit.INTERRUPTED
        assert 15 <= stopped.cases < CASES
        resumed = run_matrix(CASES, SEED, programs, store=store)
        assert resumed.resumed == stopped.cases
        assert resumed.tally == whole.tally
        assert run_matrix(CASES, SEED, programs, store=store).resumed == CASES
        begun = partial(run_matrix, CASES, programs=programs, progress=stop)
        assert begun(seed=SEED, store=store).resumed == stopped.cases
        assert begun(seed=SEED + 1, store=store).resumed == 0
        assert begun(seed=SEED, programs=programs[:1], store=store).resumed == 0
    with answers(tmp_path / "store.sqlite", fresh=True) as store:
        assert begun(seed=SEED, store=store).resumed == 0
    monkeypatch.setattr("pydecl.crosschecking.running.identity", lambda: ["another SWI-Prolog"])
    with answers(tmp_path / "store.sqlite") as store:
        assert begun(seed=SEED, store=store).resumed == 0


@pytest.mark.thorough("what is stored is read again: see test_a_run_goes_on_where_it_stopped")
def test_what_was_found_to_be_broken_is_found_in_the_store(tmp_path: Path) -> None:
    with answers(tmp_path / "store.sqlite") as store:
        once = run_matrix(CASES, SEED, [Program.MINIMAX_MOVERLESS], store=store)
        again = run_matrix(CASES, SEED, [Program.MINIMAX_MOVERLESS], store=store)
    assert again.resumed == CASES
    assert once.tally == again.tally
    assert once.counterexamples == again.counterexamples != []


def test_a_second_run_says_what_it_did_not_search_again(pydecl: Run) -> None:
    words = ("crosscheck", "--program", "won", "--trees", TREES)
    assert pydecl(*words).err == ""
    assert f"{CASES} of {CASES} games were searched before; --fresh searches all again" in pydecl(*words).err
    assert pydecl(*words, "--fresh").err == ""


def test_a_damaged_row_is_said(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with answers(path) as store:
        run_matrix(CASES, SEED, [Program.MINIMAX], store=store)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE answer SET found = '{'")
    with answers(path) as store:
        matrix = run_matrix(CASES, SEED, [Program.MINIMAX], store=store)
    assert isinstance(matrix.reason, InputError)
    assert "the store is damaged" in str(matrix.reason)


@pytest.mark.thorough("a folder that cannot be written is told by a function of its own")
def test_an_output_folder_that_cannot_be_written_is_said(pydecl: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = pydecl(
        "crosscheck", "--program", "minimax_moverless", "--trees", TREES, "--output", tmp_path / "file"
    )
    assert done.code == Exit.BAD_INPUT
    assert "cannot be written" in done.err


def test_the_tabled_program_is_cross_checked_where_it_may_err(pydecl: Run) -> None:
    done = pydecl("crosscheck", "graph", "--program", "win", "--plies", "2", "--json")
    found = done.json()
    if found["agree"]:  # a SWI-Prolog whose tnot/1 is right
        assert done.code == Exit.FINE
    else:
        assert done.code == Exit.DISAGREEMENT
        (divergence,) = found["divergences"]
        assert divergence["subject"].startswith("win: value")
        assert divergence["cause"].startswith("tabling")
        assert pydecl(*shlex.split(divergence["command"])[1:]).code == Exit.DISAGREEMENT
    assert pydecl("crosscheck", "graph", "--program", "outcome", "--plies", "2").code == Exit.FINE
