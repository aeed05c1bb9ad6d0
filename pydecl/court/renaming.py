"""Names that are exchanged: is there one renaming by which some lines of the rules are lines of the system?

Columns of connect four, or piles of nim, may be called by each other's names. Most of what follows looks the
same then, so that names are borne out that are wrong. Renamings that change little are tried first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product

from pydecl.court.pairing import Key, Names, signature
from pydecl.court.sides import Node, Side
from pydecl.model.deadline import Deadline

MOST_LOOKED = 60_000
"""How many states of the system are looked at in search of a renaming, of each kind in its turn."""

MOST_CHANGED = (2, 1000)
"""So many parts of names are changed at most, at first and then."""

Part = tuple[object, str]
"""A part of a name, and where it stands: the same part in the same place is renamed alike."""

PARTS: Sequence[Callable[[Key], Sequence[Part]]] = (
    lambda key: [(0, key[1])],
    lambda key: list(enumerate(key[1].split())),
    lambda key: [(0, word) for word in key[1].split()],
    lambda key: [(at % 2, word) for at, word in enumerate(key[1].split())],
    lambda key: [((key[0], at), word) for at, word in enumerate(key[1].split())],
    lambda key: [((key[0], at % 2), word) for at, word in enumerate(key[1].split())],
    lambda key: [key],
)
"""What is renamed: a whole name, each word in its place, any word, rows and columns, or each player's."""

Step = tuple[Node, int | None, bool]
"""A node of the rules, the move that is made there, and whether a line begins; None asks for all moves."""


class _TooManyError(Exception):
    """There are too many renamings."""


def renamings(system: Side, names: Names, steps: Sequence[Step], until: Deadline) -> Iterator[Names]:
    """Names by which steps, whose nodes' kids are known, are such of the system; few changes first."""
    root = system.root()
    keys = {(rules.look.mover, rules.names[move]) for rules, move, _ in steps if move is not None}
    ways = {tuple(tuple(parts(key)) for key in keys): parts for parts in reversed(PARTS)}
    room = MOST_LOOKED
    tries = list(product(MOST_CHANGED, reversed(ways.values())))
    for left, (most, parts) in zip(range(len(tries), 0, -1), tries, strict=True):
        search = _Search(system, names, steps, until, root, parts, room // left)
        with suppress(_TooManyError):
            if search.goes_on(0, root, most):
                yield search.found
        room -= search.looked
    system.forget(kid for kid in root.kids if kid is not None)


@dataclass
class _Search:
    """A search by depth, which chooses what a part of a name becomes when it is first met."""

    system: Side
    names: Names
    steps: Sequence[Step]
    until: Deadline
    root: Node
    parts: Callable[[Key], Sequence[Part]]
    room: int
    looked: int = 0
    _chosen: dict[Part, Part] = field(default_factory=dict)
    _whence: dict[Part, Part] = field(default_factory=dict)
    _renamed: dict[Key, str] = field(default_factory=dict)

    @property
    def found(self) -> Names:
        """The names that were chosen, and nothing else that was learnt."""
        names = self.names.copied()
        names.learnt.clear()
        for key, name in self._renamed.items():
            names.learn_one(key, name)
        return names

    def goes_on(self, at: int, node: Node, most: int) -> bool:
        """Whether all steps from one on can be made from a node, if so many parts at most are changed."""
        if at == len(self.steps):
            return True
        rules, move, is_first = self.steps[at]
        system = self.root if is_first else node
        if move is None:
            self._look(system, range(len(system.kids)))
            return signature(system) == signature(rules) and self.goes_on(at + 1, system, most)
        key, wanted = (rules.look.mover, rules.names[move]), rules.kids[move]
        assert wanted is not None
        counts, others = self._counts(rules, key[0]), self._counts(system, key[0])
        if any(counts[part] != others[other] for part, other in self._chosen.items()):
            return False
        choices = [
            one
            for one in self._choices(key, system)
            if one[0] <= most and all(counts[part] == others[other] for part, other in one[2].items())
        ]
        self._look(system, [place for _, place, _ in choices])
        for changed, place, new in sorted(choices, key=lambda choice: choice[0]):
            kid = system.kids[place]
            assert kid is not None
            if kid.look.sight == wanted.look.sight:
                self._chosen |= new
                self._whence |= {other: part for part, other in new.items()}
                self._renamed[key] = system.names[place]
                if self.goes_on(at + 1, kid, most - changed):
                    return True
                for part, other in new.items():
                    del self._chosen[part], self._whence[other]
        return False

    def _counts(self, node: Node, mover: int | None) -> Counter[Part]:
        """In how many moves of a node each part is: as many as what it becomes."""
        return Counter(part for name in node.names for part in self.parts((mover, name)))

    def _look(self, system: Node, places: Sequence[int]) -> None:
        self.looked += len(places)
        if self.looked > self.room or self.until.is_over:
            raise _TooManyError
        self.system.step((system, place) for place in places)

    def _choices(self, key: Key, system: Node) -> Iterator[tuple[int, int, dict[Part, Part]]]:
        """The moves of the system that a move may be, after how many parts change, with what that chooses."""
        parts = self.parts(key)
        natural = self.parts((key[0], self.names.partner(key) or ""))
        for place, name in enumerate(system.names):
            others = self.parts((key[0], name))
            new = self._new(parts, others) if len(parts) == len(others) else None
            if new is not None:
                yield sum(other not in natural for other in new.values()), place, new

    def _new(self, parts: Sequence[Part], others: Sequence[Part]) -> dict[Part, Part] | None:
        """What is to be chosen for parts to become others; None if something else was chosen."""
        new: dict[Part, Part] = {}
        whence: dict[Part, Part] = {}
        for part, other in zip(parts, others, strict=True):
            chosen = self._chosen.get(part) or new.setdefault(part, other)
            if chosen != other or (self._whence.get(other) or whence.setdefault(other, part)) != part:
                return None
        return new
