"""The names of the package that are public, for Sphinx's autodoc."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator

from reference.markdown import blocks

MODULES = (
    *("pydecl", "pydecl.aio", "pydecl.testing", "pydecl.errors"),
    *("pydecl.adapters.gymnasium", "pydecl.adapters.pettingzoo", "pydecl.adapters.open_spiel"),
    *("pydecl.adapters.networkx", "pydecl.adapters.numpy"),
)
"""Modules whose `__all__`, or whose own public names, are documented."""


def public(module: str) -> list[str]:
    """The public names of a module, in its own order."""
    found = importlib.import_module(module)
    names = getattr(found, "__all__", None)
    if names is not None:
        return list(names)
    return [
        name
        for name, one in vars(found).items()
        if not name.startswith("_") and getattr(one, "__module__", None) == module
    ]


def mended(lines: list[str]) -> list[str]:
    """A docstring as Sphinx must have it: `Returns:` names no type, and `"file:x"` is no address.

    >>> mended(["Returns:", "    One thing: this.", "    And more."])
    [':returns: One thing: this.', '    And more.']
    """
    found: list[str] = []
    for line in lines:
        if found and found[-1] == "Returns:":
            found[-1] = f":returns: {line.strip()}"
        else:
            found.append(re.sub(r'"(file:\w+)"', r'``"\1"``', line) if ">>>" not in line else line)
    return found


def reference() -> str:
    """A section for each module."""
    return blocks(_section(module) for module in MODULES)


def _section(module: str) -> str:
    lines = [*_lines(module)]
    return f"## {module}\n\n```{{eval-rst}}\n{chr(10).join(lines)}\n```"


def _lines(module: str) -> Iterator[str]:
    found = importlib.import_module(module)
    for name in public(module):
        one = getattr(found, name)
        if inspect.isclass(one):
            kind = "autoexception" if issubclass(one, BaseException) else "autoclass"
        elif callable(one):
            kind = "autofunction"
        else:
            kind = "autodata"
        yield f".. {kind}:: {module}.{name}"
        if inspect.isclass(one) and not module.startswith("pydecl.adapters"):  # theirs are others' interfaces
            yield "   :members:"
        yield ""
