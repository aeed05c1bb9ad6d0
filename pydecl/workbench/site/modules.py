"""Which modules of JavaScript a module imports."""

from __future__ import annotations

import re
from pathlib import Path

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[^"]+)";?$', re.MULTILINE)
"""An import as our modules have it: the names, and the file, relative to the module's."""


def imported(module: Path) -> list[Path]:
    """All modules that one imports, and those that these import, by their names."""
    found: set[Path] = set()
    todo = [module.resolve()]
    while todo:
        one = todo.pop()
        others = {(one.parent / path).resolve() for _, path in IMPORT.findall(one.read_text("utf-8"))}
        todo.extend(others - found)
        found |= others
    return sorted(found)
