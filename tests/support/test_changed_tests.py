"""What `bootstrap test --quick` runs: the tests of what has changed, for as long as it may take."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path, PurePath

import changed_tests
import pytest
from changed_tests import changed_since, chosen, is_test
from folders import ROOT

LAYERS = "tests/test_layers.py"


def names(*changed: str) -> list[str]:
    return [file.as_posix() for file in chosen(map(PurePath, changed))]


def test_a_changed_test_is_run_and_the_layers_always_are() -> None:
    assert names("tests/programs/test_win.py") == ["tests/programs/test_win.py", LAYERS]
    assert names() == [LAYERS]


@pytest.mark.thorough("it reads the imports of the whole house")
def test_a_module_has_its_doctests_the_tests_of_its_name_and_those_that_import_it() -> None:
    found = names("pydecl/engines/prolog/session.py")
    assert found[:2] == ["pydecl/engines/prolog/session.py", "tests/engines/prolog/test_session.py"]
    assert "tests/sandbox/test_fork_server.py" in found
    assert "tests/rules/test_rules_reader.py" not in found


def test_a_module_has_those_of_the_nearest_folder_behind_them() -> None:
    found = names("pydecl/compiler/frontend/simplification.py")
    assert "tests/compiler/test_idioms.py" in found
    assert "tests/compiler/c/test_c_atom_lists.py" not in found
    found = names("pydecl/programs/alphabeta.py")
    assert "tests/programs/test_known_results.py" in found  # which asks for it by its name
    assert names("pydecl/rules/reader.py")[1] == "tests/rules/test_kif_reader.py"


def test_the_nearest_tests_of_all_that_has_changed_come_first() -> None:
    found = names("pydecl/programs/win.py", "prolog/games/kalah.pl")
    assert found[:2] == ["pydecl/programs/win.py", "tests/games/test_kalah.py"]


def test_a_helper_has_the_tests_that_use_it_also_through_others() -> None:
    found = names("tests/support/swi_solutions.py")
    assert "tests/compiler/test_random_programs.py" in found
    assert "tests/compiler/test_random_styles.py" in found  # through oracle.py
    assert all(map(is_test, map(PurePath, found)))


@pytest.mark.parametrize(
    ("changed", "test"),
    [
        ("prolog/refined/win.pl", "tests/programs/test_win.py"),
        ("prolog/support/own.pl", "tests/engines/test_own_programs.py"),
        ("prolog/refined/alphabeta_tt.pl", "tests/programs/test_known_results.py"),  # its twin's
        ("pydecl/compiler/c/headers/lists.h", "tests/compiler/c/test_c_atom_lists.py"),
        ("docs/claims.md", "tests/claims/test_claims.py"),
        ("docs/howto/slow.md", "tests/docs/test_manual_examples.py"),
        ("tests/known_results/kqk.tsv", LAYERS),
    ],
)
def test_another_file_has_the_tests_that_are_named_like_it_or_name_it(changed: str, test: str) -> None:
    assert test in names(changed)


def test_what_is_gone_has_no_tests() -> None:
    assert names("pydecl/never.py", "tests/programs/test_never.py") == [LAYERS]


def test_what_has_changed_is_told_by_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*words: str) -> None:
        name = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
        subprocess.run(["git", *name, *words], cwd=tmp_path, check=True, capture_output=True)

    monkeypatch.setattr(changed_tests, "ROOT", tmp_path)
    for name in ("old.py", "edited.py", "gone.py"):
        (tmp_path / name).write_text("")
    git("init")
    git("add", ".")
    git("commit", "-m", "one")
    (tmp_path / "edited.py").write_text("1")
    (tmp_path / "new.py").write_text("")
    (tmp_path / "gone.py").unlink()
    assert list(map(str, changed_since(None))) == ["edited.py", "new.py"]
    git("checkout", "-b", "branch")
    git("add", "new.py")
    git("commit", "-m", "two")
    assert list(map(str, changed_since(None))) == ["edited.py", "new.py"]
    assert list(map(str, changed_since("HEAD"))) == ["edited.py"]


def test_a_commit_that_is_none_is_one_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert changed_tests.main(["no-such-commit"]) == 2
    assert "what has changed cannot be told" in capsys.readouterr().err


@pytest.mark.thorough("it starts pytest")
def test_tests_that_do_not_begin_in_time_are_counted(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "from rings import add_option as pytest_addoption, pytest_runtest_setup\n"
    )
    (tmp_path / "test_two.py").write_text("def test_one(): pass\ndef test_two(): pass\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null"]
    for seconds, said in (("0", "2 skipped"), ("900", "2 passed")):
        done = subprocess.run(
            [*command, "--rootdir", str(tmp_path), "--within", seconds, str(tmp_path)],
            env={"PYTHONPATH": str(ROOT / "tests" / "support"), "PATH": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0
        assert said in done.stdout
