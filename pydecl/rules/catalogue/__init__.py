"""Every kind of finding, by its code: P0 syntax, P1 names, P2 meaning, P3 positions, P4 loading."""

from __future__ import annotations

from collections.abc import Mapping

from pydecl.rules.catalogue import loading, meaning, names, positions, syntax
from pydecl.rules.finding import Code

CATALOGUE: Mapping[str, Code] = {
    code.name: code for module in (syntax, names, meaning, positions, loading) for code in module.CODES
}
"""All codes by their names, in order."""
