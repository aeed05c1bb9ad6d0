"""What is converted without typer's own converters comes to the same, and these are not loaded for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main

from pydecl.cli.app import app
from pydecl.cli.commands import COMMANDS
from pydecl.cli.converting import convert_quickly

ROOT = typer.main.get_command(app)

TEXTS = (
    *("2", "-1", "0", "0.5", "-7.25", "1e3", "1_000", " 3", "+4", "inf", "nan", "9" * 20, "1.", "", "true"),
    *("alphabeta", "file:own", "python", "hand", "game", "Game", "nosuch", "/", "-", "/nonexistent/x"),
)


def parameters(name: str) -> list[Any]:
    context = typer.Context(ROOT)
    command = ROOT.get_command(context, name)  # type: ignore[attr-defined]
    return list(command.get_params(context))


def outcome(parameter: Any, context: typer.Context, value: object) -> object:
    """What typer makes of a value, or what it says."""
    if not hasattr(parameter, "get_runtime_param"):
        pytest.skip("this typer converts in another way")
    try:
        found = parameter.get_runtime_param().coerce(value, param=parameter, ctx=context)
    except Exception as error:
        return type(error), str(error)
    return type(found), repr(found)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_value_is_what_typer_makes_of_it(name: str) -> None:
    context = typer.Context(ROOT)
    for one, quick in zip(parameters(name), parameters(name), strict=True):
        many = one.multiple or one.nargs != 1
        values = [None, *([(), *((text,) for text in TEXTS), TEXTS] if many else [*TEXTS, one.default])]
        for value in values:
            quick._runtime_param = None
            convert_quickly(quick)
            assert outcome(quick, context, value) == outcome(one, context, value), (one.name, value)


def test_a_search_loads_no_converters(tmp_path: Path) -> None:
    """A process of its own: here they may be loaded already."""
    (tmp_path / "game.pl").write_text("moves(a, [b]). max_to_move(a). min_to_move(b). staticval(b, 1).\n")
    program = (
        "import sys; from pydecl.cli.app import app\n"
        "try: app(['search', 'game.pl', '--position', 'a', '--depth', '2', '--engine', 'prolog'])\n"
        "except SystemExit as end: sys.exit(end.code or ('pydantic' in sys.modules and 9))"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=False).returncode == 0
