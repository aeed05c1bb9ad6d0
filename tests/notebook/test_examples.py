"""The notebooks in `examples/` run: their cells in a shell here, and by nbmake as Jupyter runs them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from folders import ROOT

NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.sampled(1, "the first one grades homework, and steps through it")
def test_the_cells_of_a_notebook_run(notebook: Path) -> None:
    interactiveshell = pytest.importorskip("IPython.core.interactiveshell")
    pytest.importorskip("anywidget")
    shell = interactiveshell.InteractiveShell.instance()
    try:
        for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                text = "".join(cell["source"]).replace("Asked(trees=100)", "Asked(trees=10)")
                assert shell.run_cell(text).success, text
    finally:
        interactiveshell.InteractiveShell.clear_instance()


@pytest.mark.thorough("each notebook starts a Jupyter kernel; their cells run in a shell, too")
def test_the_notebooks_run_in_jupyter() -> None:
    pytest.importorskip("nbmake")
    pytest.importorskip("ipykernel")
    assert NOTEBOOKS
    command = [sys.executable, "-m", "pytest", "--nbmake", "-q", "-o", "addopts=", "-p", "no:cacheprovider"]
    command += map(str, NOTEBOOKS)
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert ran.returncode == 0, ran.stdout
    assert f"{len(NOTEBOOKS)} passed" in ran.stdout
