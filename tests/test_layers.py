"""One direction of imports, file by file, and a few declared layers: each part knows only those below it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from folders import ROOT

from pydecl.engines.registry import names

PACKAGE = ROOT / "pydecl"

LAYERS = (
    {"errors"},
    {"model", "paths"},
    {"kept"},
    {"rules", "programs", "games", "sandbox", "testing"},
    {"compiler", "engines/prolog"},
    {"grounding"},
    {"engines/protocol", "engines/python"},
    {"texts"},
    {"loading", *(f"engines/{name}" for name in names())},
    {"engines/*/engine"},
    {"engines", "checking"},
    {"solving"},
    {"tracing", "playing", "proving"},
    {"crosschecking", "tournaments", "court"},
    {"workbench", "workbench/drawing"},
    {"workbench/stepping"},
    {"grading", "claims", "benchmarking", "workbench/practice"},
    {"api"},
    {"aio", "adapters"},
    {"workbench/site"},
    {"workbench/web"},
    {"cli"},
    {"workbench/notebook"},
    {"__init__", "__main__"},
)
"""From the ground up; a part is of the first layer that names it. Parts of one layer do not know each other:
`programs` and SWI-Prolog remain two opinions."""

NEVER = {
    ("engines/prolog", "programs"),
    ("engines/prolog", "games"),
    ("compiler", "games"),
    ("compiler", "programs"),
}
"""What a part must not know, although it lies below."""

ASKED = {"engines/prolog", "engines/protocol"}
"""What of the engines others ask: SWI-Prolog, which every game has, and what every engine keeps."""

SESSION = {
    "pydecl.engines.prolog.game",
    "pydecl.engines.prolog.installation",
    "pydecl.engines.prolog.session",
}
"""The modules of SWI-Prolog's engine that stand for what every game has. Its answers come by the registry."""

INSIDE = {"benchmarking": {"engines/native"}}
"""Who asks more: C by hand is built as compiled rules are."""

APART = {"bootstrap"}
"""What starts on a machine where nothing is installed: it imports nothing of the package."""

STANDARD_ALONE = {"errors", "model", "paths", "kept", "bootstrap"}

THIRD_PARTY = {
    "rules": {"lark"},
    "cli": {"typer", "rich"},
    "workbench/drawing": {"resvg_py"},
    "workbench/notebook": {"typer", "IPython"},
    "workbench/notebook/widget.py": {"anywidget", "traitlets"},
    "workbench/web": {"starlette"},
    "workbench/web/app.py": {"h11", "uvicorn"},
    "cli/web.py": {"uvicorn"},
    "cli/mcp.py": {"mcp"},
    "engines/prolog/worker.py": {"pyswip"},
    "adapters/environment.py": {"gymnasium", "numpy"},
    "adapters/from_spiel.py": {"pyspiel"},
    "adapters/gymnasium.py": {"gymnasium"},
    "adapters/networkx.py": {"networkx"},
    "adapters/numpy.py": {"numpy"},
    "adapters/observing.py": {"gymnasium", "numpy"},
    "adapters/pettingzoo.py": {"gymnasium", "pettingzoo"},
    "adapters/planes.py": {"numpy"},
    "adapters/to_spiel.py": {"numpy", "open_spiel", "pyspiel"},
    "adapters/vector.py": {"gymnasium", "numpy"},
    "sandbox/cluster.py": {"distributed"},
    "solving/exchange.py": {"fsspec"},
    "solving/files.py": {"pyarrow"},
}

SYSTEMS = PACKAGE / "court" / "systems"
"""Files about other people's packages: they may import any, and nothing of pydecl."""

MOST_ENTRIES = 34
"""How many files and folders lie at the top of the package."""

FILES = sorted(PACKAGE.rglob("*.py"))
NAMES = {".".join(("pydecl", *file.relative_to(PACKAGE).with_suffix("").parts)): file for file in FILES}
MODULES = {name.removesuffix(".__init__"): file for name, file in NAMES.items()}


def part_of(file: Path) -> str:
    """The part of a file: a folder of the package, one of `engines` or `workbench`, or a file at the top.

    What an engine shows of itself, and what it does, by the protocol, stands above the engine.
    """
    folder = file.relative_to(PACKAGE).parent.parts
    if folder[:1] == ("engines",) and file.stem in ("engine", "runner", "solver", "protocol"):
        return "engines/protocol" if file.stem == "protocol" else "engines/*/engine"
    return "/".join(folder[: 2 if folder[:1] in (("engines",), ("workbench",)) else 1]) or file.stem


@dataclass(frozen=True)
class Text:
    """What a file holds, as far as it is looked at here."""

    imported: frozenset[str]
    """The dotted names that it imports, wherever in the file."""
    said: Sequence[str]
    """The texts in it that are no documentation, if any may name an engine."""


OPTION = "--engine"
"""What the texts are looked through for."""


@cache
def text_of(file: Path) -> Text:
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text)
    return Text(imports(file, tree), list(said(tree)) if OPTION in text else [])


def imported(file: Path) -> frozenset[str]:
    return text_of(file).imported


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements in another, or in a part of one: no expression has an import in it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield child
            yield from statements(child)


def imports(file: Path, tree: ast.AST) -> frozenset[str]:
    names: set[str] = set()
    for node in statements(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import"
            module = node.module or ""
            if module == "pydecl" and [alias.name for alias in node.names] == ["__version__"]:
                continue  # the package's face imports the rest late: its version may be asked anywhere
            inside = {f"{module}.{alias.name}" for alias in node.names} & set(MODULES)
            names |= inside or {module}
    return frozenset(names)


def known(file: Path) -> list[Path]:
    """The files of the package that a file imports."""
    return [MODULES[name] for name in imported(file) if name in MODULES and MODULES[name] != file]


each_part = pytest.mark.parametrize("part", sorted({part_of(file) for file in FILES}))


def files_of(part: str) -> list[Path]:
    return [file for file in FILES if part_of(file) == part]


@each_part
def test_a_file_imports_only_from_the_layers_below(part: str) -> None:
    floor = next((at for at, layer in enumerate(LAYERS) if part in layer), 0)
    below = set().union(*LAYERS[:floor], {part})
    for file in files_of(part):
        used = {part_of(other) for other in known(file)}
        assert used <= (set() if part in APART else below), file
        assert not used & {other for one, other in NEVER if one == part}, file


@each_part
def test_a_file_imports_only_the_packages_that_its_layer_needs(part: str) -> None:
    for file in files_of(part):
        if file.is_relative_to(SYSTEMS):  # each is in a process of its own
            continue
        outside = {name.split(".")[0] for name in imported(file)} - {"pydecl"} - set(sys.stdlib_module_names)
        allowed = THIRD_PARTY.get(part, set()) | THIRD_PARTY.get(file.relative_to(PACKAGE).as_posix(), set())
        assert outside <= (set() if part in STANDARD_ALONE else allowed), file


@each_part
def test_no_file_knows_the_inside_of_an_engine_but_the_engine_s_own(part: str) -> None:
    for file in [] if part.startswith("engines") else files_of(part):
        used = {part_of(other) for other in known(file)}
        inside = {one for one in used if one.startswith("engines/")} - ASKED
        assert inside <= INSIDE.get(part, set()), file
        modules = {name for name in imported(file) if name in MODULES and "engines.prolog." in name}
        assert modules <= SESSION, file


def said(tree: ast.AST) -> Iterator[str]:
    """The texts in a program that are no documentation."""
    documentation = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.value


@each_part
def test_no_message_names_an_engine_that_only_the_registry_knows(part: str) -> None:
    named = re.compile(rf"{OPTION}[ =]({'|'.join(names())})\b")
    for file in files_of(part):
        assert not [text for text in text_of(file).said if named.search(text)], file


def test_no_system_of_others_knows_pydecl() -> None:
    assert not [file for file in SYSTEMS.glob("*.py") if any("pydecl" in name for name in imported(file))]


def test_no_files_import_each_other_in_a_circle() -> None:
    TopologicalSorter({file: known(file) for file in FILES}).prepare()  # else it raises a CycleError


def test_every_part_of_the_package_has_its_layer() -> None:
    assert {part_of(file) for file in FILES} == set().union(*LAYERS) | APART


def test_the_top_of_the_package_is_small() -> None:
    entries = [path for path in PACKAGE.iterdir() if path.name != "__pycache__"]
    assert len(entries) <= MOST_ENTRIES


def test_each_folder_says_what_is_in_it_who_may_come_in_and_what_it_must_not_know() -> None:
    for file in PACKAGE.rglob("*/__init__.py"):
        said = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
        assert len(said.splitlines()) > 3, file
        assert "may come in: " in said, file
        assert " not " in said, file
