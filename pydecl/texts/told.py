"""What the jobs tell of faults and findings, as values again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydecl.errors import ContractError
from pydecl.rules.finding import Code, Finding

DIAGNOSTIC = {
    "code": str,
    "file": str,
    "line": int,
    "column": int,
    "message": str,
    "source_line": str,
}
"""The shape of a diagnostic: see `schema.py`."""

FINDING = {**DIAGNOSTIC, "length": int, "remedy": str}


def finding_of(fields: Mapping[str, Any], codes: Mapping[str, Code]) -> Finding:
    """The finding of these fields; raises ContractError where there is no such code."""
    try:
        code = codes[fields["code"]]
    except KeyError:
        raise ContractError("senseless", f"no code {fields['code']}") from None
    return Finding(**{**fields, "code": code})
