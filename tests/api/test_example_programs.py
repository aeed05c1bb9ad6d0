"""The examples run, and are strictly clean for mypy and pyright: a user's program is, too."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from folders import ROOT

EXAMPLES = sorted(ROOT.glob("examples/*.py"))
EACH = pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)

WRONG = """
import pydecl

value: str = pydecl.search("nim").value
pydecl.search("nim", depht=3.5)
pydecl.search("nim", engine=3)
pydecl.crosscheck("nim").agrees
"""


def run(*command: str, within: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=within, capture_output=True, text=True, check=False
    )


@EACH
def test_an_example_runs(example: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(example)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.thorough("a type checker reads all of pydecl")
def test_the_examples_are_strictly_clean_for_mypy(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="there is no mypy")
    cache = ("--cache-dir", str(tmp_path / "cache"))
    done = run("mypy", "--strict", "--config-file=", *cache, *map(str, EXAMPLES), within=tmp_path)
    assert done.returncode == 0, done.stdout


def pyright(folder: Path, *files: Path) -> list[str]:
    """The rules that pyright, strict, finds broken in files of a user's."""
    pytest.importorskip("basedpyright", reason="there is no pyright")
    settings = {"typeCheckingMode": "strict", "include": list(map(str, files))}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    done = run("basedpyright", "--outputjson", "--pythonpath", sys.executable, within=folder)
    found = json.loads(done.stdout)
    assert found["summary"]["filesAnalyzed"] == len(files)
    return [one["rule"] for one in found["generalDiagnostics"]]


@pytest.mark.thorough("a type checker reads all of pydecl")
def test_the_examples_are_strictly_clean_for_pyright(tmp_path: Path) -> None:
    assert pyright(tmp_path, *EXAMPLES) == []


@pytest.mark.thorough("a type checker reads all of pydecl")
def test_pyright_finds_what_is_wrong(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG)
    assert {"reportAssignmentType", "reportArgumentType", "reportAttributeAccessIssue"} <= set(
        pyright(tmp_path, wrong)
    )
