"""The library of the interpreter of the intermediate language: each mode as a generator of results."""

from __future__ import annotations

import ir_lists  # noqa: F401  it enters its predicates
import ir_terms  # noqa: F401
from ir_predicates import LIBRARY

__all__ = ["LIBRARY"]
