"""Every kind of finding, by its code: P0 syntax, P1 names, P2 meaning, P3 positions, P4 loading.

In the room: for each code why it matters, the remedy, a wrong and a right example; no check is made here.
Who may come in: the checks and the pages that explain codes. It must not know how a finding is found.

Here is the game that the examples are made of: the players take 1 from a pile in turn, and who cannot loses.
"""

from __future__ import annotations

GAME = """\
initial(pile(max, 3)).
initial(pile(max, 2)).
max_to_move(pile(max, _)).
min_to_move(pile(min, _)).
move(pile(max, N), pile(min, Left)) :- N > 0, Left is N - 1.
move(pile(min, N), pile(max, Left)) :- N > 0, Left is N - 1.
staticval(pile(max, 0), -1).
staticval(pile(min, 0), 1).
"""

FACTS = """\
initial(a).
moves(a, [b,c]).
max_to_move(a).
min_to_move(b).
min_to_move(c).
staticval(b, 1).
staticval(c, 2).
"""
"""A game of one move."""


def changed(*changes: str) -> str:
    """The game's text with each second of `changes` in the place of the one before it, wherever that stands.

    >>> changed("initial(pile(max, 3))", "initial(pile(max, 4))").splitlines()[0]
    'initial(pile(max, 4)).'
    """
    text = GAME
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text
        text = text.replace(old, new)
    return text
