"""Finds the Prolog programs and the grammars, in a checkout and when installed.

In a checkout their folders stand beside the package; a wheel carries them inside it.

>>> grammar_file("nosuch.lark")
Traceback (most recent call last):
    ...
pydecl.errors.InputError: pydecl's own file grammars/nosuch.lark is missing: the installation is incomplete
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pydecl.errors import InputError

_PACKAGE = Path(__file__).resolve().parent


def prolog_file(*parts: str) -> Path:
    """The path of a Prolog file, such as `prolog_file("textbook", "minimax.pl")`, or of a folder of them.

    Raises InputError if there is none.
    """
    return _data_file("prolog", *parts)


def grammar_file(name: str) -> Path:
    """The path of a grammar, such as `grammar_file("tree.lark")`. Raises InputError if there is none."""
    return _data_file("grammars", name)


_TOLD = {".tree": "trees", ".graph": "graphs"}
"""Where the bundled games are that a file without rules tells."""


def told_names(ending: str) -> list[str]:
    """The names of the bundled games whose files have this ending, `.tree` or `.graph`.

    >>> told_names(".graph")
    ['tabling_error', 'win_move', 'win_move_drawn']
    """
    return sorted(path.stem for path in prolog_file("games", _TOLD[ending]).glob(f"*{ending}"))


def told_file(name: str, ending: str) -> Path | None:
    """The bundled file of this name and ending, or the path that the name is; None where it is neither."""
    path = prolog_file("games", _TOLD[ending]) / f"{name}{ending}"
    if path.is_file():
        return path
    return Path(name) if name.endswith(ending) else None


def bundled_file(name: str) -> Path:
    """The file of the bundled game of this name."""
    told = (told_file(name, ending) for ending in _TOLD)
    return next((path for path in told if path), None) or prolog_file("games", f"{name}.pl")


def own_files(packages: Sequence[str], programs: Sequence[str]) -> list[Path]:
    """Pydecl's own sources in these folders of the package, and in these folders of Prolog programs."""
    folders = [*(_PACKAGE / name for name in packages), *map(prolog_file, programs)]
    kinds = (".py", ".pl", ".h")
    return [file for folder in folders for file in sorted(folder.rglob("*")) if file.suffix in kinds]


def _data_file(*parts: str) -> Path:
    installed = _PACKAGE / "data"
    # Inside first: what stands beside an installed package belongs to somebody else.
    path = (installed if installed.is_dir() else _PACKAGE.parent).joinpath(*parts)
    if not path.exists():
        raise InputError(f"pydecl's own file {'/'.join(parts)} is missing: the installation is incomplete")
    return path


def current_folder() -> str:
    """Where relative names of files begin; there may be no such folder any more."""
    try:
        return os.getcwd()
    except OSError:
        return os.sep
