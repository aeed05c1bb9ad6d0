"""Whether a difference is one whatever the moves are called.

A line of the rules is held against every line of the system that shows the same, move by move: who moves,
how many moves there are, and all that they lead to. If one of them ends as the rules' line does, another
pairing of the moves explains the difference, and is learnt. If none does, the difference is proved: a
renaming that makes the games one would pair the rules' line with such a line. Where there are too many lines,
names that are borne out (see `pairing.py`) take the place of a search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from math import prod
from random import Random

from pydecl.court.pairing import (
    MOST_BAD,
    VIEWS,
    Given,
    Names,
    Pair,
    View,
    by_sight,
    deep,
    reach_within,
    seen,
    signature,
    weigh,
    whole,
)
from pydecl.court.renaming import renamings
from pydecl.court.sides import Node, Side
from pydecl.errors import LimitError
from pydecl.model.deadline import Deadline

MOST_DEEP = 16_000
"""Up to so many lines both games are compared as a whole, as far as a difference is deep."""

MOST_ALIGNED = 3000
"""So many states are looked at to pair the moves of one, when names are learnt."""

ALIGNMENTS = 5
"""So many random games are played to learn names."""

MOST_LOOKED = 10_000
"""How many states of the system are looked at in search of another pairing."""

MOST_STEPS = 400
"""So many moves of random games other names must fit."""

GAMES = 24
"""So many games are played at random to bear names out."""

TOGETHER = 2
"""So many of them are played side by side."""

MOST_BORNE_OUT = 4
"""So many moves of a position are looked at there, if names pair them all."""

WHOLE = 0.25
"""The share of the time left in which both games are compared as a whole, if that suffices."""

EXPLAINING = 0.25
"""The share of the time left that is spent in search of another pairing whatever moves are called."""

RENAMING = 0.5
"""The share of the time left that is spent in search of names that are exchanged."""

ORDERING = 0.5
"""The share of the time left in which names are looked for that tell a proved difference better."""

BEARING_OUT = 0.1
"""The share of the time left that these games get at most."""

CHANCE = 5.0
"""So many bits that do not fit are chance or the fault itself: other readings of the names are not tried."""

LONGEST = 200
"""Plies of such a game."""

WIDEST = 40
"""With more moves than that nobody looks two plies ahead."""


def share(until: Deadline, part: float) -> Deadline:
    """The end of a part of the time left. Raises LimitError if there is none."""
    left = until.left()
    return until.or_after(None if left is None else left * part)


class Settled(Enum):
    """What became of a difference that a pairing of the moves has led to."""

    PROVED = "proved"
    """No pairing of the moves explains it."""

    BY_NAMES = "by names"
    """No pairing with the names that are borne out explains it, and no names were found that fit better."""

    EXPLAINED = "explained"
    """Another pairing explains it, and has been learnt."""

    OPEN = "open"
    """There were too many pairings to look through."""


class _TooManyError(Exception):
    """There are too many lines."""


Line = Sequence[tuple[Node, int | None]]
"""The nodes of a line of the rules, and the move made there; None at its end, whose kids are seen, too."""


Paired = tuple[list[tuple[int, int]], list[int], list[int]]
"""The moves of a pair that names pair, and those of each side that they do not."""


@dataclass
class Settling:
    """Both sides, and what is known of the names of their moves.

    All raise LimitError if the time is over.
    """

    rules: Side
    system: Side
    names: Names
    random: Random
    until: Deadline
    guesses: Sequence[Given] = ()
    """What else the system may call moves."""
    _is_ordered: bool = False
    """Whether better names were looked for."""
    _differed: list[Line] = field(default_factory=list)
    """The rules' lines that names were to explain."""
    _are_all_tried: bool = False
    """Whether no renaming explains these lines, as far as there was time."""
    _view: View = whole
    _whole: dict[int, bool | None] = field(default_factory=dict)
    """Whether the games differ within so many plies, as far as somebody asked."""

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

    is_busy = False
    """Whether a difference is about to be settled."""

    def settled(self, pair: Pair, kind: str) -> Settled:
        """As `_settled`, which may be interrupted."""
        self.is_busy = True
        found = self._settled(pair, kind)
        self.is_busy = False
        return found

    def _settled(self, pair: Pair, kind: str) -> Settled:
        """What becomes of a pair that the two sides show differently, or whose kids they do: what differs."""
        if pair.above is None and pair.rules.look.sight != pair.system.look.sight:
            return Settled.PROVED
        self._view = VIEWS.get(kind, whole)
        moves = [one for one, _ in pair.line]
        rules = self.rules.replay(moves)
        differ = self.differ(len(rules)) if _lines(rules) <= MOST_DEEP else None
        if differ is not None:
            if differ and self._is_ordered:
                return Settled.PROVED
            self.bear_out(self.names)
            if differ and self.names.weight().badness <= MOST_BAD:
                return Settled.PROVED
            better = self._better(None, share(self.until, ORDERING), len(rules))
            self._is_ordered = True
            if better is not None:
                self.names.become(better)
            return Settled.PROVED if differ and better is None else Settled.EXPLAINED
        other: list[int] | None = None
        is_sure = self._made_sure(pair)
        if not is_sure and not self.names.are_sure:
            try:
                other = self._explained(rules, moves, share(self.until, EXPLAINING), only_sure=False)
                if other is None:
                    return Settled.PROVED
            except _TooManyError:
                is_sure = self._made_sure(pair)
        if self.names.weight().badness > MOST_BAD:
            better = self._better(self._learning(rules, moves, other), self.until)
            if better is None:
                return Settled.OPEN
            self.names.become(better)
            return Settled.EXPLAINED
        try:
            other = None if is_sure else self._explained(rules, moves, self.until, only_sure=True)
        except _TooManyError:
            return Settled.OPEN
        better = None
        if self._are_natural(rules, moves) and self.names.weight().wrong > CHANCE:
            better = self._guessed(self.until)
        if better is None:
            better = self._renamed(rules, moves)
        if better is None and other is not None:
            better = self._learning(rules, moves, other)
        if better is None:
            return Settled.BY_NAMES
        self.names.become(better)
        return Settled.EXPLAINED

    def _made_sure(self, pair: Pair) -> bool:
        """As `_is_sure`, of names that are borne out if need be."""
        if not self._is_sure(pair):
            self.bear_out(self.names)
        return self._is_sure(pair)

    def _is_sure(self, pair: Pair) -> bool:
        """Whether names that are borne out allow only the line that leads to a pair, whose kids differ."""
        self.rules.open([pair.rules])
        self.system.open([pair.system])
        if signature(pair.rules) == signature(pair.system):
            return False
        for above, (one, other) in pair.steps():
            key = above.rules.look.mover, above.rules.names[one]
            if not self.names.is_sure(key) or above.system.names[other] != self.names.partner(key):
                return False
        return True

    def _renamed(self, rules: Sequence[Node], moves: Sequence[int]) -> Names | None:
        """Names by which the lines that differed, and random games, are lines of the system, if they fit.

        What most of a game cannot tell apart, such as columns, names may exchange, and yet be borne out.
        """
        if self._are_all_tried:
            return None
        until = share(self.until, RENAMING)
        self.rules.open(rules[-1:])
        self._differed.append([*zip(rules, moves, strict=False), (rules[-1], None)])
        games = sorted((list(self._random_game()) for _ in range(GAMES) if not until.is_over), key=len)
        steps = [(*step, not at) for game in (*self._differed, *games) for at, step in enumerate(game)]
        for names in renamings(self.system, self.names, steps[:MOST_STEPS], until):
            self.bear_out(names)
            if names.weight().good and (not names.weight().wrong or self._fit_much_better(names)):
                return names
        self._are_all_tried = True
        return None

    def _guessed(self, until: Deadline) -> Names | None:
        """The names of another guess, if they fit much better."""
        for given in self.guesses:
            if until.is_over:
                break
            names = Names(given=given, is_guess=True)
            self.bear_out(names)
            if self._fit_much_better(names):
                return names
        return None

    def _fit_much_better(self, names: Names) -> bool:
        """Whether names that were borne out lead to other sights less than half as often as those held."""
        weight = names.weight()
        return bool(weight.good) and 2 * weight.mismatch < self.names.weight().mismatch

    def _random_game(self) -> Iterator[tuple[Node, int]]:
        """The nodes of a random game of the rules, and the moves that are made there."""
        node: Node | None = self.rules.root()
        for _ in range(LONGEST):
            if node is None or node.look.is_over:
                return
            move = self.random.randrange(len(node.kids))
            self.rules.step([(node, move)])
            yield node, move
            node = node.kids[move]

    def _are_natural(self, rules: Sequence[Node], moves: Sequence[int]) -> bool:
        """Whether the moves of a line have partners that are spelt alike, or given."""
        keys = [(node.look.mover, node.names[move]) for node, move in zip(rules, moves, strict=False)]
        return all(self.names.is_natural(key) for key in keys)

    def is_small(self, pair: Pair) -> bool:
        """Whether both games are compared as a whole up to this pair."""
        return _lines(self.rules.replay([one for one, _ in pair.line[:-1]])) <= MOST_DEEP

    def differ(self, plies: int) -> bool | None:
        """Whether the games differ within so many plies, whatever moves are called; None if it takes long."""
        if plies not in self._whole:
            self._whole[plies] = self._differ(plies)
        return self._whole[plies]

    def _differ(self, plies: int) -> bool | None:
        with self._ends_at(share(self.until, WHOLE)):
            return not self._are_alike(self.rules.root(), self.system.root(), plies)
        return None

    @contextmanager
    def _ends_at(self, until: Deadline) -> Iterator[None]:
        """Both sides are asked until then, and not beyond. Raises LimitError only if all time is over."""
        self.rules.until = self.system.until = until
        try:
            yield
        except LimitError:
            self.until.left()
        finally:
            self.rules.until = self.system.until = self.until

    def _are_alike(self, rules: Node, system: Node, plies: int) -> bool:
        """Whether two nodes show the same within so many plies, whatever moves are called."""
        found = deep(self.rules, rules, plies) == deep(self.system, system, plies)
        self.system.forget(kid for kid in system.kids if kid is not None)
        return found

    def descended(self, pair: Pair) -> Pair:
        """Where two nodes that differ within some plies differ themselves, by way of what has no partner."""
        plies = 0
        while self._are_alike(pair.rules, pair.system, plies):
            plies += 1
        for left in range(plies - 1, -1, -1):
            self.rules.open([pair.rules])
            self.system.open([pair.system])
            ones = [_told(self.rules, kid, left) for kid in pair.rules.kids if kid is not None]
            others = [_told(self.system, kid, left) for kid in pair.system.kids if kid is not None]
            both = Counter(told for told, _ in ones) & Counter(told for told, _ in others)
            moves = max(
                (
                    ((one, other), (mine & theirs).total(), pair.rules.names[one] == pair.system.names[other])
                    for one, (_, mine) in _beyond(ones, both)
                    for other, (_, theirs) in _beyond(others, both)
                ),
                key=lambda found: found[1:],
            )[0]
            pair = pair.followed(moves)
        return pair

    def _learning(self, rules: Sequence[Node], moves: Sequence[int], other: Sequence[int] | None) -> Names:
        """The names, and what a line of the system that is like the rules' teaches besides."""
        names = self.names.copied()
        for node, move, system, chosen in zip(
            rules, moves, self.system.replay(other or ()), other or (), strict=False
        ):
            names.learn(Pair(node, system), [(move, chosen)])
        return names

    def _better(self, taught: Names | None, until: Deadline, reach: int = 0) -> Names | None:
        """Names that lead to fewer differences than those that are held, if some do.

        What is within `reach` plies is looked at as a whole.
        """
        guessed = self._guessed(until)
        if guessed is not None:
            return guessed
        best, least = None, self.names.weight().mismatch if self.names.evidence else 1.0
        others = [Names(is_spelt_alike=False), *([] if taught is None else [taught])]
        with self._ends_at(until):
            for names in chain(others, (self._aligned(reach) for _ in range(ALIGNMENTS))):
                if least == 0 or until.is_over:
                    break
                self.bear_out(names)
                weight = names.weight()
                if weight.good and weight.mismatch < least:
                    best, least = names, weight.mismatch
        return best

    def _aligned(self, reach: int) -> Names:
        """Names that a random game teaches, in which moves are paired by what they lead to for some plies."""
        names = Names(is_spelt_alike=False)
        pair = Pair(self.rules.root(), self.system.root())
        while not pair.rules.look.is_over:
            ones, others = list(range(len(pair.rules.kids))), list(range(len(pair.system.kids)))
            reach -= 1
            within = (
                reach_within(self.rules, pair.rules, MOST_ALIGNED),
                reach_within(self.system, pair.system, MOST_ALIGNED),
            )
            plies = max(1, reach, min(within) - 1)
            self.rules.open([pair.rules])
            self.system.open([pair.system])
            found, unknown, left = names.paired(pair)
            sights = [
                {move: deep(side, kid, plies) for move in moves if (kid := node.kids[move]) is not None}
                for side, node, moves in (
                    (self.rules, pair.rules, ones),
                    (self.system, pair.system, others),
                )
            ]
            alike = [(one, other) for one, other in found if sights[0][one] == sights[1][other]]
            alike += [(one, other) for one in unknown for other in left if sights[0][one] == sights[1][other]]
            if not alike:
                return names
            one, other = self.random.choice(alike)
            names.learn(pair, [(one, other)])
            rules, system = pair.rules.kids[one], pair.system.kids[other]
            assert rules is not None
            assert system is not None
            self.system.forget([pair.system], {system})
            pair = Pair(rules, system)
        return names

    def _explained(
        self, rules: Sequence[Node], moves: Sequence[int], until: Deadline, *, only_sure: bool
    ) -> list[int] | None:
        """A line of the system that may be that of the rules; None if there is none.

        Raises _TooManyError.
        """
        self.rules.open(rules)
        looked = 0
        chosen: list[int] = []

        def search(ply: int, node: Node) -> bool:
            nonlocal looked
            looked += len(node.kids)
            if looked > MOST_LOOKED or until.is_over:
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
            if only_sure and self.names.is_sure(key) and partner in node.names:
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
            ahead.append(Counter(map(signature, kids)))
        return ahead[0] == ahead[1]

    def bear_out(self, names: Names) -> None:
        """Play at random on both sides, to see how often what names pair leads to the same."""
        until = share(self.until, BEARING_OUT)
        for _ in range(GAMES // TOGETHER):
            pairs = [Pair(self.rules.root(), self.system.root())] * TOGETHER
            for _ in range(LONGEST):
                pairs = [one for one in pairs if not one.rules.look.is_over]
                if not pairs or until.is_over:
                    break
                told = [(pair, *self._looked_at(names.paired(pair))) for pair in pairs]
                self.rules.step(
                    (pair.rules, one) for pair, found, ones, _ in told for one in [*dict(found), *ones]
                )
                self.system.step(
                    (pair.system, other)
                    for pair, found, _, others in told
                    for other in [*dict(found).values(), *others]
                )
                kids = [kid for each in told if (kid := self._borne_out(names, *each)) is not None]
                self.system.forget((pair.system for pair in pairs), {kid.system for kid in kids})
                pairs = kids

    def _looked_at(self, paired: Paired) -> Paired:
        """Of the moves of a pair, those that are looked at: some, if names pair all that can be paired."""
        found, unknown, left = paired
        if unknown and left:
            return paired
        return self.random.sample(found, min(len(found), MOST_BORNE_OUT)), [], []

    def _borne_out(
        self,
        names: Names,
        pair: Pair,
        found: list[tuple[int, int]],
        unknown: Sequence[int],
        left: Sequence[int],
    ) -> Pair | None:
        weigh(pair, found, names, self._view)
        more, _ = by_sight(pair, unknown, left)
        names.learn(pair, more)
        ones, others = seen(pair.rules, self._view), seen(pair.system, self._view)
        alike = [(one, other) for one, other in found + more if ones[one] == others[other]]
        if not alike:
            return None
        one, other = self.random.choice(alike)
        rules, system = pair.rules.kids[one], pair.system.kids[other]
        assert rules is not None
        assert system is not None
        return Pair(rules, system)


def _lines(nodes: Sequence[Node]) -> int:
    """About how many lines there are to the kids of the last of some nodes on a line."""
    return prod(len(node.kids) for node in nodes)


Told = tuple[int, Counter[int]]
"""What is seen of a node for some plies, and of each of its kids for one less."""


def _told(side: Side, node: Node, plies: int) -> Told:
    told = deep(side, node, plies)
    kids = [kid for kid in node.kids if kid is not None] if plies else []
    return told, Counter(deep(side, kid, plies - 1) for kid in kids)


def _beyond(told: Sequence[Told], both: Counter[int]) -> Iterator[tuple[int, Told]]:
    """Those of one side, with their places, that have no partner on the other."""
    left = Counter(both)
    for place, one in enumerate(told):
        if left[one[0]] > 0:
            left[one[0]] -= 1
        else:
            yield place, one


def _alike(pair: Pair, one: int, other: int) -> bool:
    rules, system = pair.rules.kids[one], pair.system.kids[other]
    return rules is not None and system is not None and rules.look.sight == system.look.sight
