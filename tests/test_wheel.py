"""The wheel carries the programs and the grammars, and works away from the checkout."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest
from folders import ROOT
from rings import is_thorough

from pydecl import __version__
from pydecl.loading.consulting import game_names


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command that cannot see the checkout."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout; with the hatchling that is here, so without the network."""
    pytest.importorskip("hatchling", reason="there is no hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    built = run(sys.executable, "-m", "pip", "wheel", "-q", *options, ROOT, cwd=folder)
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("pydecl-*.whl")
    return path


@pytest.fixture(scope="module")
def installed_python(wheel: Path) -> Path:
    """A new environment with the wheel in it; the dependencies are those of the present one."""
    venv = wheel.parent / "venv"
    python = venv / "bin" / "python"
    made = run(sys.executable, "-m", "venv", "--without-pip", venv, cwd=wheel.parent)
    assert made.returncode == 0, made.stderr
    (packages,) = venv.glob("lib/python*/site-packages")
    options = ["--no-deps", "--no-index", "--no-compile", "--target", str(packages)]
    installed = run(sys.executable, "-m", "pip", "install", "-q", *options, wheel, cwd=wheel.parent)
    assert installed.returncode == 0, installed.stderr
    # Last on the path, and its own .pth files are not read: an editable pydecl stays out of sight.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


@pytest.mark.thorough("twine renders the README as PyPI will; only who releases needs it")
def test_what_is_built_passes_a_strict_check(wheel: Path) -> None:
    pytest.importorskip("twine", reason="there is no twine")
    checked = run(sys.executable, "-m", "twine", "check", "--strict", wheel, cwd=wheel.parent)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "PASSED" in checked.stdout


def test_the_wheel_says_its_version_license_and_authors(wheel: Path) -> None:
    (name,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".dist-info/METADATA"))
    metadata = message_from_bytes(zipfile.ZipFile(wheel).read(name))
    assert metadata["Version"] == __version__
    assert metadata["License-Expression"] == "MIT"
    assert set(metadata.get_all("License-File", [])) == {"LICENSE", "NOTICE"}
    assert metadata["Author"] == "the pydecl authors"
    assert "Typing :: Typed" in metadata.get_all("Classifier", [])


def test_the_wheel_is_typed_and_carries_its_licenses(wheel: Path) -> None:
    inside = zipfile.ZipFile(wheel).namelist()
    assert "pydecl/py.typed" in inside
    assert sum(name.endswith(("licenses/LICENSE", "licenses/NOTICE")) for name in inside) == 2


def test_there_is_one_version() -> None:
    changelog = (ROOT / "docs" / "changelog.md").read_text(encoding="utf-8")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    (newest, *_) = re.findall(r"^## (\S+)", changelog, re.MULTILINE)
    assert __version__.partition(".dev")[0] == newest
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [__version__]


def test_the_notice_names_each_quoted_program() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    quoted = sorted((ROOT / "prolog" / "lecture").glob("*.pl"))
    assert quoted
    assert [file.name for file in quoted if f"prolog/lecture/{file.name}" not in notice] == []


@pytest.mark.parametrize(
    ("place", "folder"),
    [("pydecl/data/", "prolog"), ("pydecl/data/", "grammars"), ("", "pydecl/workbench")],
)
def test_the_wheel_has_every_file_of_a_folder(wheel: Path, place: str, folder: str) -> None:
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith(f"{place}{folder}/")}
    files = [
        path for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts and path.is_file()
    ]
    assert files
    assert inside == {place + path.relative_to(ROOT).as_posix() for path in files}


def test_the_installed_package_is_the_one_that_runs_and_finds_its_data(
    installed_python: Path, tmp_path: Path
) -> None:
    program = "import pydecl.paths; print(pydecl.__file__, pydecl.paths.prolog_file('textbook'), sep='\\n')"
    done = run(installed_python, "-c", program, cwd=tmp_path)
    for path in map(Path, done.stdout.splitlines()):
        assert path.is_relative_to(installed_python.parent.parent), done.stderr
    assert done.stdout.count("\n") == 2


KINDS = ["lecture19", "win_move", "hexapawn", "pig", "kqk", "chess"]  # chess is two files


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.sampled(1, "each game is compiled and searched; what files the wheel has is compared above")
def test_the_installed_package_cross_checks_games_of_each_kind_from_another_folder(
    installed_python: Path, tmp_path: Path, name: str
) -> None:
    assert name in game_names()
    options = (
        "--plies",
        "0",
        "--time",
        "600",
        "--json",
        *([] if is_thorough() else ["--program", "minimax"]),
    )
    done = run(installed_python, "-m", "pydecl", "crosscheck", name, *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    verdict = json.loads(done.stdout)
    assert (verdict["game"], verdict["agree"], verdict["rules"]) == (name, True, "independent")
