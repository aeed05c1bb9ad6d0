"""Whether a text names other files, and where SWI-Prolog finds them: see `declarations.py`."""

from __future__ import annotations

import re
from pathlib import Path

_HINT = re.compile(
    r"\b(?:include|(?:re)?consult|ensure_loaded|use_module|reexport|load_files|autoload)\s*\("
    r"(?!\s*library\s*\()|[:?]-\s*\["
)

_ENDINGS = ("", ".pl", ".prolog")


def may_name_files(text: str) -> bool:
    """Whether a text may name a file; libraries are not in the folder."""
    return _HINT.search(text) is not None


def file_named(folder: Path, name: str) -> Path | None:
    """The file of a name, as a file in `folder` says it, if there is one."""
    for ending in _ENDINGS:
        try:
            file = (folder / (name + ending)).resolve()
            if file.is_file():
                return file
        except (OSError, ValueError, RuntimeError):
            return None
    return None
