"""The ways to run rules without SWI-Prolog, as `differential.BackEnd`."""

from __future__ import annotations

from differential import BackEnd


def back_ends() -> list[BackEnd]:
    """All that can run on this machine."""
    from c_back_end import CBackEnd

    return [CBackEnd()]
