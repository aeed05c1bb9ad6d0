"""Which move of the one side is which of the other: by names that match or were learnt, and by what follows.

A pairing of names is a guess, however good: a difference that it leads to is settled in `settling.py`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log2
from typing import Any

from pydecl.court.sides import Node, Side

Key = tuple[int | None, str]
"""Who moves, and the plain name of the rules' move."""


class Pair:
    """Two nodes that are held to be the same, and the pair, and the moves, from which they came."""

    __slots__ = ("above", "moves", "paired", "rules", "system")

    def __init__(self, rules: Node, system: Node, above: Pair | None = None, moves: tuple[int, int] = (0, 0)) -> None:
        self.rules = rules
        self.system = system
        self.above = above
        self.moves = moves
        self.paired: list[tuple[int, int]] | None = None
        """Its moves, if what they lead to has shown that names pair them wrongly."""

    @property
    def line(self) -> list[tuple[int, int]]:
        """The moves from the root, of the rules and of the system."""
        found, at = [], self
        while at.above is not None:
            found.append(at.moves)
            at = at.above
        return found[::-1]


@dataclass
class Evidence:
    """How often two names have led to the same sight, and to another, where not all moves lead to the same."""

    bits: float = 0.0
    """How unlikely the first is for a wrong pairing: the logarithms of its odds, added up."""
    good: int = 0
    bad: int = 0


SURE_BITS = 20.0
"""A pairing of two names that is this unlikely to be right so often by chance is held to be right."""

SURE_ALL = 60.0
"""So many bits for all names together bear out those that are spelt alike, too."""

MOST_BAD = 0.25
"""A right pairing leads to differences in no greater part of the cases, however faulty the system is."""


@dataclass
class Names:
    """The names that were learnt, and what bears them out."""

    learnt: dict[Key, str] = field(default_factory=dict)
    evidence: dict[tuple[Key, str], Evidence] = field(default_factory=lambda: defaultdict(Evidence))

    def partner(self, key: Key) -> str:
        """The system's name for a move."""
        return self.learnt.get(key, key[1])

    def is_sure(self, key: Key) -> bool:
        """Whether what is known bears out a move's partner."""
        name = self.partner(key)
        found = self.evidence.get((key, name), Evidence())
        if found.bad > MOST_BAD * (found.good + found.bad):
            return False
        return found.bits >= SURE_BITS or (name == key[1] and self._all_are_sure())

    def _all_are_sure(self) -> bool:
        all_of_them = self.evidence.values()
        good, bad = sum(one.good for one in all_of_them), sum(one.bad for one in all_of_them)
        return sum(one.bits for one in all_of_them) >= SURE_ALL and bad <= MOST_BAD * (good + bad)

    def paired(self, pair: Pair) -> tuple[list[tuple[int, int]], list[int], list[int]]:
        """The moves of a pair that names pair, and those of each side that they do not."""
        rules, system = pair.rules, pair.system
        places = {name: place for place, name in enumerate(system.names)}
        left = dict.fromkeys(range(len(system.names)))
        found, unknown = [], []
        mover = rules.look.mover
        for move, name in enumerate(rules.names):
            place = places.get(self.partner((mover, name)))
            if place is None or place not in left:
                unknown.append(move)
            else:
                del left[place]
                found.append((move, place))
        return found, unknown, list(left)

    def learn(self, pair: Pair, moves: Sequence[tuple[int, int]]) -> None:
        """Take it that these moves of a pair are the same."""
        for one, other in moves:
            key, name = (pair.rules.look.mover, pair.rules.names[one]), pair.system.names[other]
            if name == key[1]:
                self.learnt.pop(key, None)
            else:
                self.learnt[key] = name


def pairings(pairs: Sequence[Pair], names: Names, rules: Side, system: Side) -> Iterator[list[tuple[int, int]]]:
    """The moves of each pair, as many on both sides, paired; what names do not pair is paired by sight."""
    told = [(pair.paired, [], []) if pair.paired else names.paired(pair) for pair in pairs]
    blind = [(pair, unknown, left) for pair, (_, unknown, left) in zip(pairs, told, strict=True) if len(unknown) > 1]
    rules.step((pair.rules, move) for pair, unknown, _ in blind for move in unknown)
    system.step((pair.system, move) for pair, _, left in blind for move in left)
    for pair, (found, unknown, left) in zip(pairs, told, strict=True):
        more = by_sight(pair, unknown, left)[0] if len(unknown) > 1 else list(zip(unknown, left, strict=True))
        names.learn(pair, more)
        yield sorted(found + more)


def by_sight(pair: Pair, rules: Sequence[int], system: Sequence[int]) -> tuple[list[tuple[int, int]], bool]:
    """Moves, whose kids were looked at, paired by what they lead to, in order; whether that is all the same.

    Those without a partner are paired with each other.
    """
    places = defaultdict(list)
    for other in reversed(system):
        places[sight(pair.system, other)].append(other)
    found, unpaired = [], []
    for one in rules:
        like = places[sight(pair.rules, one)]
        if like:
            found.append((one, like.pop()))
        else:
            unpaired.append(one)
    left = sorted(other for like in places.values() for other in like)
    return found + list(zip(unpaired, left, strict=False)), not unpaired and not left


def sight(node: Node, move: int) -> tuple[Any, ...]:
    """What is seen of a node where a move leads."""
    kid = node.kids[move]
    assert kid is not None
    return kid.look.sight


def signature(node: Node) -> tuple[Any, ...]:
    """What is seen of a node and of all its kids, which were looked at, whatever moves are called."""
    kids = Counter(sight(node, move) for move in range(len(node.kids)))
    return node.look.sight, frozenset(kids.items())


def weigh(pair: Pair, moves: Sequence[tuple[int, int]], names: Names) -> None:
    """Hold the names of a pair's moves, whose kids were looked at, against what they lead to."""
    classes = Counter(sight(pair.rules, one) for one, _ in moves)
    if len(classes) == 1 and all(sight(pair.system, other) in classes for _, other in moves):
        return
    for one, other in moves:
        key, name = (pair.rules.look.mover, pair.rules.names[one]), pair.system.names[other]
        found = names.evidence[key, name]
        seen = sight(pair.rules, one)
        if seen == sight(pair.system, other):
            found.bits += log2(len(moves) / classes[seen])
            found.good += classes[seen] < len(moves)
        else:
            found.bad += 1
