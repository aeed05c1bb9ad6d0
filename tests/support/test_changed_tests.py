"""What `bootstrap test --quick` runs: the tests of what has changed, for as long as it may take."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path, PurePath

import changed_tests
import pytest
from changed_tests import changed_since, chosen
from folders import ROOT

LAYERS = "tests/test_layers.py"


def names(*changed: str) -> list[str]:
    return [file.as_posix() for file in chosen(map(PurePath, changed))]


def test_a_changed_test_is_run_and_the_layers_always_are() -> None:
    assert names("tests/programs/test_win.py") == ["tests/programs/test_win.py", LAYERS]
    assert names() == [LAYERS]


SESSION, WIN = "pydecl/engines/prolog/session.py", "pydecl/programs/win.py"

READS = pytest.mark.thorough("it reads the imports of the whole house")


@pytest.mark.parametrize(
    ("changed", "first", "among", "absent"),
    [
        # a module has its doctests, the tests of its name, and those that import it
        pytest.param([SESSION], [SESSION, "tests/engines/prolog/test_session.py"], "test_fork_server",
                     "test_rules_reader", marks=READS),
        # those of the nearest folder behind them, and those that ask for it by its name
        (["pydecl/compiler/frontend/simplification.py"], [], "test_idioms", "test_c_atom_lists"),
        (["pydecl/programs/alphabeta.py"], [], "test_known_results", "test_c_atom_lists"),
        (["pydecl/rules/reader.py"], ["pydecl/rules/reader.py", "tests/rules/test_kif_reader.py"],
         "test_kif_reader", ""),
        # the nearest of all that has changed come first
        ([WIN, "prolog/games/kalah.pl"], [WIN, "tests/games/test_kalah.py"], "test_win", ""),
        # a helper has the tests that use it, also through others: oracle.py
        (["tests/support/swi_solutions.py"], [], "test_random_programs", "swi_solutions"),
        (["tests/support/swi_solutions.py"], [], "test_random_styles", "oracle"),
        # another file has those that are named like it or name it; a program those of its twin
        (["prolog/refined/win.pl"], [], "test_win", ""),
        (["prolog/support/own.pl"], [], "test_own_programs", ""),
        (["prolog/refined/alphabeta_tt.pl"], [], "test_known_results", ""),
        (["pydecl/compiler/c/headers/lists.h"], [], "test_c_atom_lists", ""),
        (["docs/claims.md"], [], "test_claims", ""),
        (["docs/howto/slow.md"], [], "test_manual_examples", ""),
        (["tests/known_results/kqk.tsv"], [], "test_layers", ""),
    ],
)  # fmt: skip
def test_what_has_changed_has_its_tests(
    changed: list[str], first: list[str], among: str, absent: str
) -> None:
    found = names(*changed)
    stems = {PurePath(name).stem for name in found}
    assert found[: len(first)] == first
    assert (among in stems, absent in stems) == (True, False)


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
