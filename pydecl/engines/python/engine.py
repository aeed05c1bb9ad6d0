"""Python: the programs of `pydecl/programs`, on rules by hand, or on facts that are supplied."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import Engine, Runner, Variant


class PythonEngine(Engine):
    """CPython."""

    title = "Python"
    place = "in Python"
    rank = 2
    runs_everything = True
    solves = True

    def take_up(self, game: SessionGame) -> Runner:
        from pydecl.engines.python.runner import PythonRunner

        return PythonRunner(game)

    def variants(self) -> Sequence[Variant]:
        from pydecl.engines.python.runner import variants

        return variants()


ENGINE = PythonEngine()
