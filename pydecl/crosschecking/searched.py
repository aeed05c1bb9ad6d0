"""V(P) as alpha-beta finds it: for positions above trees that are too large to be walked through."""

from __future__ import annotations

import time
from fractions import Fraction

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import search
from pydecl.errors import PydeclError
from pydecl.model.number import Number, equal
from pydecl.model.program import Program
from pydecl.model.term import Term


class NotComparedError(Exception):
    """An answer cannot be held against anything; the text says why."""


class SearchedValues:
    """V(P) of positions of one game: in machine code if the rules compile, else in SWI-Prolog."""

    def __init__(self, game: SessionGame, seconds: float, deadline: float) -> None:
        """`seconds` are for one value; `deadline` is a time of `time.monotonic`, the end of it all."""
        self._game = game
        self._seconds = seconds
        self._deadline = deadline
        self._values: dict[Term, Number] = {}

    def value(self, position: Term) -> Number:
        """V(P) from MAX's point of view. Raises NotComparedError if it cannot be had."""
        if position not in self._values:
            self._values[position] = self._searched(position)
        return self._values[position]

    def best(self, position: Term) -> list[Term]:
        """The successors that have the value, in the game's order. Raises NotComparedError."""
        value = self.value(position)
        successors = [successor for _, successor in self._game.successors(position)]
        return [one for one in successors if equal(self.value(one), value)]

    def _searched(self, position: Term) -> Number:
        why = ""
        for engine in (*registry.partial(), registry.REFERENCE):
            seconds = min(self._seconds, max(0.0, self._deadline - time.monotonic()))
            try:
                answer = search(
                    self._game,
                    Program.ALPHABETA,
                    engine=engine,
                    position=position,
                    depth=None,
                    seconds=seconds,
                    line=False,
                ).answer
            except PydeclError as error:
                why = str(error)
                continue
            if answer.complete and isinstance(answer.value, int | float | Fraction):
                return answer.value
            why = f"alphabeta does not find its value within {self._seconds:g} s"
        raise NotComparedError(f"there are too many positions below it, and {why}")
