"""Whether a difference is one whatever the moves are called.

A line of the rules is held against every line of the system that shows the same, move by move: who moves,
how many moves there are, and all that they lead to. If one of them ends as the rules' line does, another
pairing of the moves explains the difference, and is learnt. If none does, the difference is proved: a
renaming that makes the games one would pair the rules' line with such a line. Where there are too many lines,
names that are borne out (see `pairing.py`) take the place of a search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random

from pydecl.court.pairing import Names, Pair, by_sight, signature, weigh
from pydecl.court.sides import Node, Side
from pydecl.model.deadline import Deadline

MOST_OPENED = 1500
"""How many states of the system are opened in search of another pairing."""

GAMES = 24
"""So many games are played at random to bear names out."""

LONGEST = 200
"""Plies of such a game."""

WIDEST = 40
"""With more moves than that nobody looks two plies ahead."""


class Settled(Enum):
    """What became of a difference that a pairing of the moves has led to."""

    PROVED = "proved"
    """No pairing of the moves explains it."""

    BY_NAMES = "by names"
    """No pairing with the names that are borne out explains it."""

    EXPLAINED = "explained"
    """Another pairing explains it, and has been learnt."""

    OPEN = "open"
    """There were too many pairings to look through."""


class _TooManyError(Exception):
    """There are too many lines."""


@dataclass
class Settling:
    """Both sides, and what is known of the names of their moves."""

    rules: Side
    system: Side
    names: Names
    random: Random
    until: Deadline

    def mended(self, pair: Pair) -> bool:
        """Whether the moves of a pair, which names paired wrongly, can be paired by what they lead to.

        The pairing is learnt then.
        """
        self.rules.open([pair.rules])
        self.system.open([pair.system])
        if signature(pair.rules) != signature(pair.system):
            return False
        found, unknown, left = self.names.paired(pair)
        wrong = [(one, other) for one, other in found if not _alike(pair, one, other)]
        moves = sorted([*unknown, *(one for one, _ in wrong)])
        others = sorted([*left, *(other for _, other in wrong)])
        mended = by_sight(pair, moves, others)[0]
        self.names.learn(pair, mended)
        pair.paired = sorted([*mended, *(each for each in found if each not in wrong)])
        return True

    def settled(self, pair: Pair) -> Settled:
        """What becomes of a pair that the two sides show differently, or whose kids they do."""
        moves = [one for one, _ in pair.line]
        rules = self.rules.replay(moves)
        self.rules.open(rules)
        try:
            if self._explained(rules, moves, only_sure=False) is None:
                return Settled.PROVED
        except _TooManyError:
            pass
        self.bear_out()
        try:
            other = self._explained(rules, moves, only_sure=True)
        except _TooManyError:
            return Settled.OPEN
        if other is None:
            return Settled.BY_NAMES
        at = Pair(self.rules.root(), self.system.root())
        for node, move, system, chosen in zip(rules, moves, self.system.replay(other), other, strict=False):
            at = Pair(node, system, at)
            self.names.learn(at, [(move, chosen)])
        return Settled.EXPLAINED

    def _explained(self, rules: Sequence[Node], moves: Sequence[int], *, only_sure: bool) -> list[int] | None:
        """A line of the system that may be that of the rules; None if there is none.

        Raises _TooManyError.
        """
        opened = 0
        chosen: list[int] = []

        def search(ply: int, node: Node) -> bool:
            nonlocal opened
            opened += 1
            if opened > MOST_OPENED or self.until.is_over:
                raise _TooManyError
            if node.look.sight != rules[ply].look.sight:
                return False
            self.system.open([node])
            if signature(node) != signature(rules[ply]):
                return False
            if ply == len(moves):
                return self._is_alike_ahead(rules[ply], node)
            wanted = rules[ply].kids[moves[ply]]
            assert wanted is not None
            key = (rules[ply].look.mover, rules[ply].names[moves[ply]])
            partner = self.names.partner(key)
            order = sorted(range(len(node.kids)), key=lambda move: node.names[move] != partner)
            if only_sure and self.names.is_sure(key):
                order = [move for move in order if node.names[move] == partner]
            for move in order:
                kid = node.kids[move]
                assert kid is not None
                if kid.look.sight == wanted.look.sight:
                    chosen.append(move)
                    if search(ply + 1, kid):
                        return True
                    chosen.pop()
            self.system.forget(kid for kid in node.kids if kid is not None)
            return False

        return chosen if search(0, self.system.root()) else None

    def _is_alike_ahead(self, rules: Node, system: Node) -> bool:
        """Whether two nodes show the same two plies ahead, as far as that can be looked at."""
        if len(rules.kids) > WIDEST:
            return True
        ahead = []
        for side, node in ((self.rules, rules), (self.system, system)):
            kids = [kid for kid in node.kids if kid is not None]
            side.open(kids)
            ahead.append(sorted(map(repr, map(signature, kids))))
        return ahead[0] == ahead[1]

    def bear_out(self) -> None:
        """Play at random on both sides, to see how often what names pair leads to the same."""
        pairs = [Pair(self.rules.root(), self.system.root())] * GAMES
        for _ in range(LONGEST):
            pairs = [one for one in pairs if not one.rules.look.is_over]
            if not pairs or self.until.is_over:
                return
            self.rules.open(pair.rules for pair in pairs)
            self.system.open(pair.system for pair in pairs)
            kids = [kid for pair in pairs if (kid := self._borne_out(pair)) is not None]
            self.system.forget((pair.system for pair in pairs), {kid.system for kid in kids})
            pairs = kids

    def _borne_out(self, pair: Pair) -> Pair | None:
        found, unknown, left = self.names.paired(pair)
        weigh(pair, found, self.names)
        more, _ = by_sight(pair, unknown, left)
        alike = [(one, other) for one, other in found + more if _alike(pair, one, other)]
        if not alike:
            return None
        one, other = self.random.choice(alike)
        rules, system = pair.rules.kids[one], pair.system.kids[other]
        assert rules is not None
        assert system is not None
        return Pair(rules, system)


def _alike(pair: Pair, one: int, other: int) -> bool:
    rules, system = pair.rules.kids[one], pair.system.kids[other]
    return rules is not None and system is not None and rules.look.sight == system.look.sight
