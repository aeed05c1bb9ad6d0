"""The notebooks in `examples/` run, by nbmake."""

from __future__ import annotations

import subprocess
import sys

import pytest
from folders import ROOT

pytest.importorskip("nbmake")

NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def test_the_notebooks_run() -> None:
    assert NOTEBOOKS
    command = [sys.executable, "-m", "pytest", "--nbmake", "-q", "-o", "addopts=", "-p", "no:cacheprovider"]
    command += map(str, NOTEBOOKS)
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert ran.returncode == 0, ran.stdout
    assert f"{len(NOTEBOOKS)} passed" in ran.stdout
