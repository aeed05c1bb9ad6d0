"""What a game is like: how many moves a position has, how long its text is, what its moves are called.

>>> from pydecl.adapters.opening import open_game
>>> with open_game("nim:heaps=[1,2]") as opened:
...     seen = survey(opened)
>>> seen.complete, seen.positions, seen.moves, seen.length, seen.values
(True, 8, 3, 7, (-1, 1))
>>> seen.names
('take(1,1)', 'take(2,1)', 'take(2,2)')
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from pydecl.adapters.opening import Opened
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, UnfitError
from pydecl.model.number import Number, less

ENOUGH = 20_000
"""So many moves are looked at, those nearest to the start; so many again in random play beyond them."""

LONGEST = 200
"""How many plies a random play may have."""

AT_ONCE = 64
"""How many positions are asked about at once."""


@dataclass(frozen=True)
class Survey:
    """What the positions that were looked at have in common.

    They are all there are if it is `complete`. `moves` is the most that one of them has, `chances` the most
    that chance can do in one; `length` is that of the longest text, in bytes of UTF-8; `values` are the least
    and the greatest static value of the ends, None where there is none; `names` are those of the moves, in
    the order in which they were met.
    """

    complete: bool
    positions: int
    moves: int
    chances: int
    length: int
    values: tuple[Number, Number] | None
    names: tuple[str, ...]

    def roomy(self, found: int) -> int:
        """A number that was found, if the survey is complete; else a power of two at least twice as large."""
        return found if self.complete else 1 << (2 * found - 1).bit_length()


def survey(opened: Opened, most: int = ENOUGH, *, named: bool = True) -> Survey:
    """Look at the game, breadth first, and beyond `most` moves by random play; always the same way.

    The names of moves, which rules in Prolog tell slowly, are left out unless they are to be `named`.

    Warns of a game that is slow to look at, with the sizes that were found.

    Raises ContractError where the game breaks its contract, or nobody knows how it ends.
    """
    looked = _Surveying(opened, named=named)
    start = opened.start.state
    met = {start}
    todo = deque(met)
    while todo and looked.ways < most:
        if looked.positions % AT_ONCE == 0:
            looked.ask(list(islice(todo, AT_ONCE)))
        for after in looked.visit(todo.popleft()):
            if after not in met:
                met.add(after)
                todo.append(after)
    if todo:
        looked.play(start, most)
    told = looked.told(complete=not todo)
    if todo and isinstance(opened.game, SessionGame) and opened.game.twin is None:
        seen = f"{told.positions:,} positions were looked at for its sizes"
        sizes = f"actions={told.roomy(told.moves)} and observation={told.roomy(told.length)}"
        warnings.warn(f"{opened.game.name}: {seen}; {sizes} give them at once", stacklevel=2)
    return told


class _Surveying:
    def __init__(self, opened: Opened, *, named: bool) -> None:
        self.opened = opened
        self.is_named = named
        self.rules = opened.rules
        self.is_asked = hasattr(self.rules, "expand")  # each question goes to another process
        self.positions = self.ways = self.moves = self.chances = self.length = 0
        self.values: tuple[Number, Number] | None = None
        self.names: dict[str, None] = {}

    def told(self, *, complete: bool) -> Survey:
        return Survey(
            complete, self.positions, self.moves, self.chances, self.length, self.values, tuple(self.names)
        )

    def ask(self, states: Sequence[Any]) -> None:
        """Have these states ready, and guess at no others."""
        if self.is_asked:
            with suppress(UnfitError):  # then they are asked about one by one
                self.rules.expand(states)  # type: ignore[attr-defined]

    def play(self, start: Any, most: int) -> None:
        """See so many moves in random play."""
        random = Random(0)
        until = self.ways + most
        while self.ways < until:
            state = start
            for _ in range(LONGEST):
                self.ask([state])
                following = self.visit(state)
                if not following:
                    break
                state = random.choice(following)

    def visit(self, state: Any) -> Sequence[Any]:
        following = self.look(state)
        self.positions += 1
        self.ways += len(following)
        return following

    def look(self, state: Any) -> Sequence[Any]:
        rules, opened = self.rules, self.opened
        self.length = max(self.length, len(rules.format_position(state).encode()))
        chances = rules.chance(state)
        if chances:
            self.chances = max(self.chances, len(chances))
            return [after for _, after in chances]
        afters = rules.afters(state)
        if not afters:
            self.end(state)
            return ()
        rules.player(state)
        self.moves = max(self.moves, len(afters))
        if self.is_named:
            self.names.update(dict.fromkeys(opened.move_texts(state)))
        return afters

    def end(self, state: Any) -> None:
        self.opened.ended(state)
        try:
            value = self.rules.static_value(state)
        except ContractError:  # the end was decided without it
            return
        low, high = self.values or (value, value)
        self.values = (value if less(value, low) else low), (value if less(high, value) else high)
