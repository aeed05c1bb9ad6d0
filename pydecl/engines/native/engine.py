"""Machine code: the rules compiled to C, with some programs, and with those of the rules file's own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import Engine, Need, Runner
from pydecl.errors import NoCompilerError

if TYPE_CHECKING:
    from pydecl.model.tree import Tree


class NativeEngine(Engine):
    """C, compiled with whatever compiler there is.

    What builds and runs it is imported when it is asked for.
    """

    title = "machine code"
    place = "in machine code"
    rank = 3
    solves = keeps = splits = shares = True
    runs_own_programs = True

    def take_up_trees(self, game: SessionGame, trees: Sequence[Tree]) -> Runner:
        runner: Runner = self.module.for_trees(game, trees)
        return runner

    def needs(self) -> Sequence[Need]:
        """The C compiler. There need be none: a problem is only a CC that is wrong."""
        from pydecl.engines.native.building import ADVICE, find_compiler

        try:
            found = find_compiler()
        except NoCompilerError as error:
            first = str(error).splitlines()[0]
            if os.environ.get("CC"):
                return (Need("C compiler", "nothing", first, "unset CC"),)
            bring = f"with one, searches run at machine speed: {ADVICE}"
            return (Need("C compiler", f"none; {bring}"),)
        return (Need("C compiler", f"{found.name} ({' '.join(found.command)})"),)


ENGINE = NativeEngine()
