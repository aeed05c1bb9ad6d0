"""All kinds of findings by their codes."""

from __future__ import annotations

from collections.abc import Mapping

from pydecl.rules.catalogue import loading, meaning, names, positions, syntax
from pydecl.rules.finding import Code

CATALOGUE: Mapping[str, Code] = {
    one.name: one
    for module in (syntax, names, meaning, positions, loading)
    for one in vars(module).values()
    if isinstance(one, Code)
}
"""All codes by their names, in order."""


def codes_of(beginning: str) -> list[Code]:
    """The codes of a range, such as P0, in order."""
    return [code for name, code in CATALOGUE.items() if name.startswith(beginning)]
