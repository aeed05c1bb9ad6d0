"""King and rook against king.

>>> game = Krk()
>>> start = game.initial()[0]
>>> print(start, game.format_position(start))
krk(w,/(1,1),/(2,2),/(3,3)) Ka1 Rb2 kc3 w
>>> len(game.successors(start))
16
"""

from __future__ import annotations

from dataclasses import dataclass

from pydecl.games.endgame import STRAIGHT, Endgame
from pydecl.model.term import Atom


@dataclass(frozen=True)
class Krk(Endgame):
    """From the default start White needs 16 moves, as many as from any position."""

    start: tuple[Atom, ...] = (Atom("a1"), Atom("b2"), Atom("c3"))

    letter = "R"
    steps = STRAIGHT
