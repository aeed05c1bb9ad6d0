"""Which move of the one side is which of the other: by names that match or were learnt, and by what follows.

A pairing of names is a guess, however good: a difference that it leads to is settled in `settling.py`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log2
from typing import Any

from pydecl.court.sides import Look, Node, Side, plain

MOVERS = (0, 1, None)

Key = tuple[int | None, str]
"""Who moves, and the plain name of the rules' move."""


Given = Callable[[Sequence[str]], Sequence[str | None]]
"""What the system calls some of the rules' moves, as somebody says; None if that is not said."""


class Pair:
    """Two nodes that are held to be the same, and the pair, and the moves, from which they came."""

    __slots__ = ("above", "moves", "paired", "rules", "system")

    def __init__(
        self, rules: Node, system: Node, above: Pair | None = None, moves: tuple[int, int] = (0, 0)
    ) -> None:
        self.rules = rules
        self.system = system
        self.above = above
        self.moves = moves
        self.paired: list[tuple[int, int]] | None = None
        """Its moves, if what they lead to has shown that names pair them wrongly."""

    def followed(self, moves: tuple[int, int]) -> Pair:
        """The pair that follows by a move of each side, which were made."""
        rules, system = self.rules.kids[moves[0]], self.system.kids[moves[1]]
        assert rules is not None
        assert system is not None
        return Pair(rules, system, self, moves)

    @property
    def is_spelt_alike(self) -> bool:
        """Whether both sides call the moves the same."""
        return sorted(self.rules.names) == sorted(self.system.names)

    @property
    def line(self) -> list[tuple[int, int]]:
        """The moves from the root, of the rules and of the system."""
        return [moves for _, moves in self.steps()][::-1]

    def steps(self) -> Iterator[tuple[Pair, tuple[int, int]]]:
        """The pairs above, the last one first, and the moves that were made there."""
        at = self
        while at.above is not None:
            yield at.above, at.moves
            at = at.above


@dataclass
class Evidence:
    """How often two names led to the same sight, and to another, in bits: what few moves do weighs more."""

    good: float = 0.0
    """How unlikely it is for a wrong pairing: the logarithms of its odds, added up."""
    bad: float = 0.0
    unfit: float = 0.0
    """What led to another sight, and would have by any other name."""

    @property
    def badness(self) -> float:
        """Which part is bad."""
        return self.bad / (self.good + self.bad) if self.good + self.bad else 0.0

    @property
    def mismatch(self) -> float:
        """Which part led to another sight: by this, names are compared with each other."""
        return self.wrong / (self.good + self.wrong) if self.good + self.wrong else 0.0

    @property
    def wrong(self) -> float:
        """What led to another sight."""
        return self.bad + self.unfit


SURE_BITS = 20.0
"""A pairing of two names that is this unlikely to be right so often by chance is held to be right."""

SURE_ALL = 60.0
"""So many bits for all names together bear out those that are spelt alike, too."""

MOST_BAD = 0.25
"""A right pairing leads to differences in no greater part of the bits, however faulty the system is."""


@dataclass
class Names:
    """The names that were learnt, and what bears them out."""

    learnt: dict[Key, str] = field(default_factory=dict)
    is_spelt_alike: bool = True
    """Whether the same name is taken for the same move if nothing else was learnt."""
    evidence: dict[tuple[Key, str], Evidence] = field(default_factory=lambda: defaultdict(Evidence))
    given: Given | None = None
    is_guess: bool = False
    """Whether nobody says what is given."""
    _told: dict[str, str | None] = field(default_factory=dict)
    """What is given, of plain names."""

    def partner(self, key: Key) -> str | None:
        """The system's name for a move, if one is known."""
        return self.learnt.get(key, key[1] if self.is_spelt_alike else None)

    def is_sure(self, key: Key) -> bool:
        """Whether what is known bears out a move's partner."""
        name = self.partner(key)
        if name is None:
            return False
        found = self.evidence.get((key, name), Evidence())
        if found.badness > MOST_BAD:
            return False
        return found.good >= SURE_BITS or (self.is_natural(key) and self.are_sure)

    @property
    def are_sure(self) -> bool:
        """Whether what is known bears out all names together."""
        every = self.weight()
        return every.good >= SURE_ALL and every.badness <= MOST_BAD

    def is_natural(self, key: Key) -> bool:
        """Whether a move's partner is spelt alike, or given, as all others are, too."""
        return self.partner(key) == self.natural(key[1])

    def natural(self, name: str) -> str:
        """What is given for a move, or else its own name."""
        return self._told.get(name) or name

    def weight(self) -> Evidence:
        """The evidence of all names together."""
        every = self.evidence.values()
        return Evidence(*(sum(getattr(one, part) for one in every) for part in ("good", "bad", "unfit")))

    def copied(self) -> Names:
        """The same names, which nothing bears out."""
        return replace(self, learnt=dict(self.learnt), evidence=defaultdict(Evidence), _told=dict(self._told))

    def become(self, other: Names) -> None:
        """Take over what other names have learnt."""
        self.learnt, self.is_spelt_alike, self.evidence = other.learnt, other.is_spelt_alike, other.evidence
        if self.given is None or self.is_guess:
            self.given, self.is_guess, self._told = other.given, other.is_guess, other._told

    def paired(self, pair: Pair) -> tuple[list[tuple[int, int]], list[int], list[int]]:
        """The moves of a pair that names pair, and those of each side that they do not."""
        rules, system = pair.rules, pair.system
        self._take(rules.look.moves)
        places = {name: place for place, name in enumerate(system.names)}
        left = dict.fromkeys(range(len(system.names)))
        found, unknown = [], []
        mover = rules.look.mover
        for move, name in enumerate(rules.names):
            place = places.get(self.partner((mover, name)) or "")
            if place is None or place not in left:
                unknown.append(move)
            else:
                del left[place]
                found.append((move, place))
        return found, unknown, list(left)

    def _take(self, moves: Sequence[str]) -> None:
        """Learn what these moves of the rules are said to be called."""
        new = [move for move in moves if plain(move) not in self._told] if self.given else []
        if self.given and new:
            for move, name in zip(new, self.given(new), strict=True):
                self._told[plain(move)] = None if name is None else plain(name)
                if name is not None:
                    self.learnt |= {(mover, plain(move)): plain(name) for mover in MOVERS}

    def learn(self, pair: Pair, moves: Sequence[tuple[int, int]]) -> None:
        """Take it that these moves of a pair are the same."""
        for one, other in moves:
            self.learn_one((pair.rules.look.mover, pair.rules.names[one]), pair.system.names[other])

    def learn_one(self, key: Key, name: str) -> None:
        """Take it that this is the system's name for a move."""
        self.learnt[key] = name
        for mover in MOVERS:  # until something else is known, the other player's is the same
            self.learnt.setdefault((mover, key[1]), name)


def pairings(
    pairs: Sequence[Pair], names: Names, rules: Side, system: Side
) -> Iterator[list[tuple[int, int]]]:
    """The moves of each pair, as many on both sides, paired; what names do not pair is paired by sight."""
    told = [(pair.paired, [], []) if pair.paired else names.paired(pair) for pair in pairs]
    blind = [
        (pair, unknown, left)
        for pair, (_, unknown, left) in zip(pairs, told, strict=True)
        if len(unknown) > 1
    ]
    rules.step((pair.rules, move) for pair, unknown, _ in blind for move in unknown)
    system.step((pair.system, move) for pair, _, left in blind for move in left)
    for pair, (found, unknown, left) in zip(pairs, told, strict=True):
        more = (
            by_sight(pair, unknown, left)[0] if len(unknown) > 1 else list(zip(unknown, left, strict=False))
        )
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


View = Callable[[Look], tuple[Any, ...]]
"""What of a look is looked at."""


def whole(look: Look) -> tuple[Any, ...]:
    """All of it."""
    return look.sight


VIEWS: Mapping[str, View] = {
    "result": lambda look: ("over",) if look.is_over else look.sight,
    "mover": lambda look: look.sight if look.is_over else (len(look.moves),),
}
"""If this differs, what else is seen bears names out or not."""


def weigh(pair: Pair, moves: Sequence[tuple[int, int]], names: Names, view: View = whole) -> None:
    """Hold the names of a pair's moves, whose kids were looked at, against what they lead to.

    A kid of the rules that no other pairing of these moves would fit, either, says nothing about names.
    """
    ones, others = seen(pair.rules, view), seen(pair.system, view)
    classes = Counter(ones[one] for one, _ in moves)
    if len(classes) == 1 and all(others[other] in classes for _, other in moves):
        return
    spare = Counter(others[other] for one, other in moves if ones[one] != others[other])
    for one, other in moves:
        key, name = (pair.rules.look.mover, pair.rules.names[one]), pair.system.names[other]
        found = names.evidence[key, name]
        bits = log2(len(moves) / classes[ones[one]])
        if ones[one] == others[other]:
            found.good += bits
        elif spare[ones[one]]:
            spare[ones[one]] -= 1
            found.bad += bits
        else:
            found.unfit += bits


def seen(node: Node, view: View = whole) -> list[tuple[Any, ...] | None]:
    """What is seen where each move leads, of those that were looked at."""
    return [None if kid is None else view(kid.look) for kid in node.kids]


def deep(side: Side, root: Node, plies: int) -> int:
    """What is seen of all that is within so many plies, as a hash: the same whatever moves are called."""
    layers = [[root]]
    for _ in range(plies):
        side.open(layers[-1])
        layers.append(list(dict.fromkeys(kid for node in layers[-1] for kid in node.kids if kid is not None)))
    hashes: dict[Node, int] = {}
    for layer in reversed(layers):
        below, hashes = hashes, {}
        for node in layer:
            kids = Counter(below[kid] for kid in node.kids if kid is not None) if below else Counter[int]()
            hashes[node] = hash((node.look.sight, frozenset(kids.items())))
    return hashes[root]


def reach_within(side: Side, root: Node, most: int) -> int:
    """Within how many plies of a node there are no more lines than so many; at the end of all, at most 20."""
    layer = Counter({root: 1})
    for plies in range(20):
        if sum(lines * len(node.kids) for node, lines in layer.items()) > most:
            return plies
        side.open(layer)
        below: Counter[Node] = Counter()
        for node, lines in layer.items():
            for kid in node.kids:
                if kid is not None:
                    below[kid] += lines
        layer = below
    return 20
