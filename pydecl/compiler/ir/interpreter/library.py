"""The library of the interpreter of the intermediate language: each mode as a generator of results."""

from __future__ import annotations

from pydecl.compiler.ir.interpreter import (
    lists,  # noqa: F401  it enters its predicates
    terms,  # noqa: F401
    text,  # noqa: F401
)
from pydecl.compiler.ir.interpreter.predicates import LIBRARY

__all__ = ["LIBRARY"]
