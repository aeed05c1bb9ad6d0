"""df_pn: depth-first proof-number search. The twin of `prolog/refined/df_pn.pl`.

It develops what proof_number develops, leaf by leaf where the fewest are still to be proved, but keeps no
tree: the numbers of positions are in a table. A position is searched until one of its numbers reaches a
bound; the bounds of the most promising child say when it is no longer that. What a position knows of its
children it remembers until it is left, so that the search comes to its end with a table of any size.

The contract is proof_number's. Ties: any successor that is proved. The setting `table` says how many
positions the table holds at the most: `transpositions.py` has the rule by which they are given up.

Source: A. Nagai, 'Df-pn algorithm for searching AND/OR trees and its applications', 2002.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from pydecl.model.game import Player
from pydecl.model.program import Contract, Declaration, Kind, Movers, Tie
from pydecl.programs.interface import Interface, N
from pydecl.programs.proof_number import is_won
from pydecl.programs.transpositions import TABLE, Table

PROGRAM = Declaration(
    "df_pn",
    Contract(Kind.WON, Tie.ANY),
    summary="proof-number search depth first: a hash table takes the place of the tree",
    source="Nagai 2002",
    values=False,
    ends=True,
    movers=Movers.ANY,
    settings=(TABLE,),
)

INFINITE = 1 << 60
"""More than there are leaves."""


class Numbers(NamedTuple):
    """How many leaves must be proved at the least to prove that MAX wins, and to refute it."""

    pn: int
    dn: int

    def reaches(self, most: Numbers) -> bool:
        """Whether one of them is not less than that of `most`."""
        return self.pn >= most.pn or self.dn >= most.dn


Key = tuple[Hashable, float]
Known = Table[Key, Numbers]


def df_pn(game: Interface[N], pos: N) -> tuple[N | None, bool | None]:
    """A successor that proves `pos` where MAX chooses, and whether MAX wins; None if that is not known."""
    searched = search(game, pos, 0, Numbers(INFINITE, INFINITE), Table(game))
    found, best = searched
    if found.pn:
        return None, None if game.horizon else False
    return best, True


def search(game: Interface[N], pos: N, ply: int, most: Numbers, table: Known) -> tuple[Numbers, N | None]:
    """The numbers of `pos`, one of which reaches `most`; and the first successor of MAX's that is proved."""
    key = key_of(game, pos)
    known = table.lookup(key)
    if known is not None and known.reaches(most):
        game.table_hit(pos)
        return known, None
    turn, followers = game.followers(pos)
    if turn is None:
        raise game.broken("neither_to_move", pos)
    best = None
    if followers:
        successors = [successor for _, successor in followers]
        found, numbers = developed(game, successors, turn, ply + 1, most, table)
        if turn is Player.MAX and not found.pn:
            best = next(one for one, (pn, _) in zip(successors, numbers, strict=True) if not pn)
    else:
        found = Numbers(0, INFINITE) if is_won(game, pos) else Numbers(INFINITE, 0)
    table.keep(ply, key, found)
    return found, best


def key_of(game: Interface[N], pos: N) -> Key:
    """What the table knows a position by, whoever moved before it."""
    return game.position(pos), game.remaining(pos)


def developed(
    game: Interface[N], successors: Sequence[N], turn: Player, ply: int, most: Numbers, table: Known
) -> tuple[Numbers, Sequence[Numbers]]:
    """The most promising successor again and again, until the numbers of the position reach `most`.

    These, and those of the successors.
    """
    least, total = (0, 1) if turn is Player.MAX else (1, 0)
    """Which number of the position is the least of the successors', and which is their sum."""
    numbers = [table.lookup(key_of(game, one)) or Numbers(1, 1) for one in successors]
    while True:
        leasts = [one[least] for one in numbers]
        at = leasts.index(min(leasts))
        second = min((*leasts[:at], *leasts[at + 1 :], INFINITE))
        whole = min(INFINITE, sum(one[total] for one in numbers))
        found = Numbers(leasts[at], whole) if turn is Player.MAX else Numbers(whole, leasts[at])
        if found.reaches(most):
            return found, numbers
        bound = min(most[least], second + 1)
        bound_of_sum = min(INFINITE, most[total] - whole + numbers[at][total])
        bounds = (bound, bound_of_sum) if turn is Player.MAX else (bound_of_sum, bound)
        numbers[at] = search(game, successors[at], ply, Numbers(*bounds), table)[0]
