"""The ways to run rules without SWI-Prolog, as `differential.BackEnd`."""

from __future__ import annotations

from c_back_end import CBackEnd
from differential import BackEnd
from python_back_end import PythonBackEnd


def back_ends() -> list[BackEnd]:
    return [PythonBackEnd(), CBackEnd()]
