"""The files that directives name, and where SWI-Prolog finds them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pydecl.model.term import Atom
from pydecl.rules.syntax import Clause, Constant, Items, Kind, Node, Structure, walk

LOADING = (
    "include",
    "consult",
    "reconsult",
    "ensure_loaded",
    "use_module",
    "reexport",
    "load_files",
    "autoload",
)
"""What names the files that are loaded, as its first argument."""

_HINT = re.compile(
    r"\b(?:include|(?:re)?consult|ensure_loaded|use_module|reexport|load_files|autoload)\s*\("
    r"(?!\s*library\s*\()|[:?]-\s*\["
)

_ENDINGS = ("", ".pl", ".prolog")


def may_name_files(text: str) -> bool:
    """Whether a text may name a file; libraries are not in the folder."""
    return _HINT.search(text) is not None


def named_in(clause: Clause) -> Iterator[str]:
    """The files that a directive names."""
    if clause.kind not in (Kind.DIRECTIVE, Kind.QUERY) or clause.body is None:
        return
    for node in walk(clause.body):
        if isinstance(node, Structure) and node.name in LOADING and node.args:
            yield from names(node.args[0])
    if isinstance(clause.body, Items):
        yield from names(clause.body)


def names(node: Node) -> Iterator[str]:
    """The files that an argument of such a goal names."""
    if isinstance(node, Items):
        for item in node.items:
            yield from names(item)
    elif isinstance(node, Constant) and isinstance(node.value, Atom):
        yield node.value.name
    elif isinstance(node, Structure) and node.name == "/":
        parts = [list(names(part)) for part in node.args]
        if all(parts):
            yield "/".join(part[0] for part in parts)


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
