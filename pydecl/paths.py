"""Finds the Prolog programs and the grammars, in a checkout and when installed.

In a checkout their folders stand beside the package; a wheel carries them inside it.

>>> grammar_file("nosuch.lark")
Traceback (most recent call last):
    ...
pydecl.errors.InputError: pydecl's own file grammars/nosuch.lark is missing: the installation is incomplete
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from pydecl.errors import InputError

_PACKAGE = Path(__file__).resolve().parent


def prolog_file(*parts: str) -> Path:
    """The path of a Prolog file, such as `prolog_file("textbook", "minimax.pl")`, or of a folder of them.

    Raises:
        InputError: there is no such file.
    """
    return _data_file("prolog", *parts)


def grammar_file(name: str) -> Path:
    """The path of a grammar, such as `grammar_file("tree.lark")`.

    Raises:
        InputError: there is no such file.
    """
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


def cache_folder() -> Path:
    """Where what can be made again is kept for the user; it may not be there yet.

    PYDECL_CACHE names it; otherwise it is the folder `pydecl` where the system keeps such things.
    """
    named = os.environ.get("PYDECL_CACHE")
    if named:
        return _of_home(named).absolute()
    home = _of_home("~")
    if sys.platform == "darwin":
        usual = home / "Library" / "Caches"
    elif sys.platform == "win32":
        usual = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        usual = home / ".cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or usual) / "pydecl"


def _of_home(name: str) -> Path:
    """A path that may begin with `~`; where nobody knows a home, that is a name like any other."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def stamp(file: Path) -> str:
    """What changes when a file does: its size and the time of its change; empty where there is none."""
    try:
        seen = file.resolve().stat()
    except OSError:
        return ""
    return f"{seen.st_size} {seen.st_mtime_ns}"


def digest(parts: Iterable[str | bytes]) -> str:
    """What changes when one of the parts does, or where one ends and the next begins."""
    whole = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        whole.update(len(data).to_bytes(8, "big") + data)
    return whole.hexdigest()


def digest_of(file: Path) -> str:
    """What a file holds, as a digest."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


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


def fingerprint(version: str, packages: Sequence[str], programs: Sequence[str]) -> str:
    """A text that changes with `version`, with the code of these parts of pydecl, and with these programs.

    `packages` are folders of the package, `programs` folders of Prolog files.
    """
    folders = [*(_PACKAGE / name for name in packages), *map(prolog_file, programs)]
    found = (
        sorted(one for one in folder.rglob("*") if one.suffix in (".py", ".pl", ".h")) for folder in folders
    )
    return digest((version, *(path.read_bytes() for paths in found for path in paths)))
