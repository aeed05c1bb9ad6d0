"""The ways to run rules without SWI-Prolog, as `differential.BackEnd`."""

from __future__ import annotations

from c_back_end import CBackEnd
from differential import BackEnd
from ir_interpreter import IRInterpreter
from python_back_end import PythonBackEnd


def back_ends() -> list[BackEnd]:
    """Those of the product."""
    return [PythonBackEnd(), CBackEnd()]


def all_back_ends() -> list[BackEnd]:
    """With the interpreter of the intermediate language, which only the tests have."""
    return [IRInterpreter(), *back_ends()]
