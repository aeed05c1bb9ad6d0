"""won: is an us-to-move position won for us? The twin of `prolog/textbook/won.pl`.

Source: lecture 19, 'A simple Prolog program to find whether an us-to-move position is won or not'.
"""

from __future__ import annotations

from pydecl.model.program import Contract, Declaration, Ends, Kind, Movers, Tie, Traced
from pydecl.programs.interface import Interface, N

PROGRAM = Declaration(
    "won",
    Contract(Kind.WON, Tie.NONE),
    summary="is MAX sure to win?",
    source="L19, 'A simple Prolog program …'",
    values=False,
    ends=True,
    movers=Movers.MAX,
    right_for=Ends.DECIDED,
    traced=(Traced("won"),),
    textbook=True,
    place=1,
)


def won(game: Interface[N], pos: N) -> bool:
    """Whether MAX, who is to move in `pos`, wins: some move leaves MIN no move that is not won.

    As printed in the lecture, a position where MIN cannot move counts as won, drawn or not.
    """
    if game.terminalwon(pos):
        return True
    if game.terminallost(pos):
        return False
    for pos1 in game.move(pos):
        for pos2 in game.move(pos1):
            if not won(game, pos2):
                break
        else:
            return True
    return False
