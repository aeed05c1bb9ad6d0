"""SWI-Prolog: a game's own session runs the programs of `prolog/`."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import Engine, Runner, Variant


class PrologEngine(Engine):
    """The reference."""

    title = "SWI-Prolog"
    place = "in Prolog"
    rank = 1
    runs_everything = True
    solves = True
    runs_own_programs = True
    needs_session = True

    def take_up(self, game: SessionGame) -> Runner:
        from pydecl.engines.prolog.runner import PrologRunner

        return PrologRunner(game)

    def variants(self) -> Sequence[Variant]:
        return (Variant("SWI-Prolog, attached", self.take_up),)


ENGINE = PrologEngine()
