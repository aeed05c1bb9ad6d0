"""What the jobs tell of faults and findings, as values again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydecl.rules.finding import Code, Finding
from pydecl.sandbox.replies import malformed

DIAGNOSTIC = {
    "code": str,
    "file": str,
    "line": int,
    "column": int,
    "message": str,
    "source_line": str,
}
"""The shape of a diagnostic: see `sandbox/replies.py`."""

FINDING = {**DIAGNOSTIC, "length": int, "remedy": str}


def finding_of(fields: Mapping[str, Any], codes: Mapping[str, Code]) -> Finding:
    """The finding of these fields; raises ContractError if there is no such code."""
    try:
        code = codes[fields["code"]]
    except KeyError:
        raise malformed("the code of a finding", fields["code"]) from None
    return Finding(**{**fields, "code": code})
