"""The modules of the pages, where Node.js can load them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pydecl.workbench.site.writing import STATIC


@pytest.fixture(scope="session")
def node() -> str:
    """Node.js."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not there")
    return found


def asset_modules(folder: Path) -> Path:
    """A copy of the assets below a folder: there a package.json says that they are modules."""
    modules = folder / "modules"
    if not modules.exists():
        shutil.copytree(STATIC / "assets", modules)
        (modules / "package.json").write_text('{"type": "module"}', "utf-8")
    return modules
