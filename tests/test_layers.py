"""One direction of imports: each layer knows only those below it."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "pydecl"

MAY_IMPORT = {
    "escaping": set(),
    "errors": {"escaping"},
    "unforeseen": {"errors", "escaping"},
    "paths": {"errors"},
    "model": {"errors"},
    "rules": {"escaping", "errors", "model", "paths"},
    "search": {"errors", "model"},
    "games": {"errors", "model"},
    "bridge": {"errors", "unforeseen", "model", "paths"},
    "compiler": {"errors", "model", "rules"},
    "native": {"errors", "unforeseen", "model", "paths", "bridge"},
    "compiling": {"errors", "model", "rules", "compiler"},
    "compiled": {
        *("errors", "unforeseen", "model", "paths", "rules", "bridge", "search", "compiler", "compiling"),
    },
    "texts": {"errors", "unforeseen", "model", "paths", "rules", "bridge", "compiler", "compiling"},
    "machine": {"errors", "model", "paths", "rules", "bridge", "native", "texts"},
    "supplying": {"errors", "model", "bridge"},
    "loading": {"errors", "model", "rules", "bridge", "texts"},
    "planting": {"errors", "model", "paths", "rules", "games", "bridge", "texts", "loading"},
    "consulting": {"errors", "model", "paths", "games", "bridge", "supplying", "loading", "planting"},
    "engines": {"errors", "model", "bridge", "compiled", "machine", "consulting", "search"},
    "owning": {"errors", "model", "bridge", "machine", "engines"},
    "checking": {"errors", "model", "paths", "rules", "bridge", "texts", "loading", "consulting"},
    "storing": {"errors", "paths"},
    "grading": {
        "unforeseen",
        "errors",
        "model",
        "bridge",
        "consulting",
        "crosschecking",
        "owning",
        "storing",
    },
    "crosschecking": {
        *("errors", "model", "games", "bridge", "machine", "supplying", "planting", "consulting", "engines"),
        *("tracing", "storing", "texts"),
    },
    "proving": {"escaping", "errors", "model", "bridge", "supplying", "consulting", "engines", "search"},
    "tracing": {"errors", "model", "bridge", "consulting", "engines", "search"},
    "solving": {"errors", "model", "bridge", "supplying", "consulting", "search", "crosschecking"},
    "playing": {"escaping", "errors", "model", "rules", "bridge", "consulting", "engines"},
    "tournaments": {
        *(
            "unforeseen",
            "errors",
            "model",
            "paths",
            "bridge",
            "loading",
            "consulting",
            "engines",
            "playing",
            "storing",
        ),
    },
    "claims": {
        *(
            "unforeseen",
            "errors",
            "model",
            "paths",
            "rules",
            "games",
            "bridge",
            "planting",
            "consulting",
            "engines",
        ),
        *("search", "crosschecking", "tracing", "tournaments"),
    },
    "counting": {"errors", "model", "bridge", "compiled", "engines", "search"},
    "benchmarking": {
        *("errors", "model", "paths", "games", "native", "bridge", "consulting", "machine", "engines"),
    },
    "cli": {
        *("escaping", "unforeseen"),
        *("errors", "model", "paths", "games", "bridge", "consulting", "engines", "crosschecking", "proving"),
        *("texts", "playing", "solving", "tournaments", "tracing", "claims", "owning"),
        *("grading", "checking", "rules", "machine", "native", "benchmarking", "counting", "storing"),
    },
    "bootstrap": set(),
    "__init__": {"bridge", "supplying", "consulting", "crosschecking"},
    "__main__": {"cli"},
}
"""What each part of the package may import of the others; `search` and `bridge` never each other."""

STANDARD_ALONE = {"escaping", "errors", "unforeseen", "model", "paths", "bootstrap"}

THIRD_PARTY = {"rules": {"lark"}, "cli": {"typer", "rich"}, "bridge/worker.py": {"pyswip"}}


def part_of(file: Path) -> str:
    relative = file.relative_to(PACKAGE)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


def imported(file: Path) -> set[str]:
    """The dotted names that a file imports, wherever in the file."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import"
            names.add(node.module or "")
            if node.module == "pydecl":
                names |= {f"pydecl.{alias.name}" for alias in node.names}
    return names


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_file_imports_only_what_its_layer_may(file: Path) -> None:
    part = part_of(file)
    inside = {name.split(".")[1] for name in imported(file) if name.startswith("pydecl.")}
    assert inside <= MAY_IMPORT[part] | {part}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_file_imports_only_the_packages_that_its_layer_needs(file: Path) -> None:
    part = part_of(file)
    outside = {name.split(".")[0] for name in imported(file)} - {"pydecl"} - set(sys.stdlib_module_names)
    allowed = THIRD_PARTY.get(part, set()) | THIRD_PARTY.get(file.relative_to(PACKAGE).as_posix(), set())
    assert outside <= (set() if part in STANDARD_ALONE else allowed)


def test_every_part_of_the_package_has_its_layer() -> None:
    assert {part_of(file) for file in FILES} == set(MAY_IMPORT)
