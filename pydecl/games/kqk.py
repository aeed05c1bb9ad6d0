"""King and queen against king.

>>> game = Kqk()
>>> start = game.initial()[0]
>>> print(start, game.format_position(start))
kqk(w,/(4,6),/(1,7),/(5,8)) Kd6 Qa7 ke8 w
>>> [str(move) for move, after in game.successors(start) if game.terminal_won(after)]
["'Qe7'"]
"""

from __future__ import annotations

from dataclasses import dataclass

from pydecl.games.endgame import AROUND, Endgame
from pydecl.model.term import Atom


@dataclass(frozen=True)
class Kqk(Endgame):
    """The default start is that of 'Forcing progress in winning positions' (ICS 180, February 2, 1999)."""

    start: tuple[Atom, ...] = (Atom("d6"), Atom("a7"), Atom("e8"))

    letter = "Q"
    steps = AROUND
