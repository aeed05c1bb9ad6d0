"""All kinds of findings by their codes."""

from __future__ import annotations

from collections.abc import Mapping

from pydecl.rules.catalogue import loading, meaning, names, positions, syntax
from pydecl.rules.finding import Code

CATALOGUE: Mapping[str, Code] = {
    code.name: code for module in (syntax, names, meaning, positions, loading) for code in module.CODES
}
"""All codes by their names, in order."""
