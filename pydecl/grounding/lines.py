"""What is run to work out atoms: lines of bits, in blocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from pydecl.grounding.flattening import NotGroundedError, TooLargeError
from pydecl.grounding.grounding import Bodies, Body
from pydecl.model.graphs import circles

Stratum = tuple[list[int], bool]
"""Atoms that do not ask each other; or, if it is true, that do: they are worked out until nothing changes."""


def strata(bodies: Bodies) -> list[Stratum]:
    """The atoms in strata; what has no bodies is known before. Raises NotGroundedError.

    Atoms without a circle are in the first stratum that their conditions allow.

    >>> strata({1: [((0,), ())], 2: [((1, 3), ())], 3: [((2,), ()), ((), (0,))]})
    [([1], False), ([2, 3], True)]
    """
    needs = {
        atom: {one for parts in of for part in parts for one in part if one in bodies}
        for atom, of in bodies.items()
    }
    part: dict[int, int] = {}
    levels: dict[int, int] = {}
    found: dict[tuple[int, int], Stratum] = {}
    for number, atoms in enumerate(circles(needs, needs.__getitem__)):
        part.update(dict.fromkeys(atoms, number))
        below = {part[one] for atom in atoms for one in needs[atom]}
        is_circle = number in below
        levels[number] = level = 1 + max((levels[one] for one in below - {number}), default=-1)
        if is_circle:
            _check(set(atoms), bodies)
        stratum = found.setdefault((level, number if is_circle else -1), ([], is_circle))
        stratum[0].extend(atoms)
    return [(sorted(atoms), repeats) for _, (atoms, repeats) in sorted(found.items())]


def _check(circle: set[int], bodies: Bodies) -> None:
    if any(one in circle for atom in circle for _, negative in bodies[atom] for one in negative):
        raise NotGroundedError("rules recur through not")


MOST_LINES = 400_000
"""How many lines a stage may have."""


@dataclass(frozen=True, slots=True)
class Line:
    """If the bits that `holds` names are set and those of `fails` are not, those of `sets` are set, and facts
    of `keeps` are kept for the next state.
    """

    holds: tuple[int, ...]
    fails: tuple[int, ...]
    sets: tuple[int, ...]
    keeps: tuple[int, ...] = ()


@dataclass(frozen=True)
class Block:
    """Lines that are run in their order; if it `repeats`, until nothing changes."""

    lines: Sequence[Line]
    repeats: bool = False


@dataclass(frozen=True)
class Effects:
    """Lines about the moves that are done: of each move, by its bit, and those of all moves."""

    of_moves: Mapping[int, Sequence[Line]]
    general: Sequence[Line]
    repeats: bool = False


Looks = tuple[tuple[int, ...], tuple[int, ...]]
"""The bits that must be set, and those that must not."""

Entry = tuple[Looks, int | None, int | None]
"""What a line looks at, and the bit that it sets or the fact that it keeps."""


NOTHING: Looks = ((), ())


class Lines:
    """The lines of atoms; `after` are the bits of the next state."""

    def __init__(self, bodies: Bodies, always: Set[int], bits: Mapping[int, int], after: range) -> None:
        self._bodies, self._always, self._bits, self._after = bodies, always, bits, after

    def blocks(self, wanted: Iterable[int], known: Iterable[int] = ()) -> list[Block]:
        """What works out these atoms, and those that they ask; not those that others do, which are known."""
        before = self._closure(known)
        closure = {one: None for one in self._closure(wanted) if one not in before}
        bodies = {one: self._bodies[one] for one in closure if one in self._bodies}
        first = _merged((NOTHING, self._bits[one], None) for one in closure if one in self._always)
        found = [Block(first)] if first else []
        for atoms, repeats in strata(bodies):
            entries = ((self._looks(body), self._bits[one], None) for one in atoms for body in bodies[one])
            found.append(Block(_merged(entries), repeats))
        return found

    def _closure(self, atoms: Iterable[int]) -> dict[int, None]:
        found: dict[int, None] = {}
        todo = list(atoms)
        while todo:
            atom = todo.pop()
            if atom not in found:
                found[atom] = None
                todo += [one for body in self._bodies.get(atom, ()) for part in body for one in part]
        return found

    def effects(self, acting: Set[int], does: Set[int]) -> list[Effects]:
        """What works out the atoms that depend on the moves done, the next state among them."""
        bodies = {one: self._bodies[one] for one in acting if one in self._bodies}
        first = _merged((NOTHING, self._bits[one], None) for one in acting if one in self._always)
        found = [Effects({}, first)] if first else []
        for atoms, repeats in strata(bodies):
            general: list[Entry] = []
            of_moves: dict[int, list[Entry]] = {}
            for atom in atoms:
                for body in bodies[atom]:
                    move = next((one for one in body[0] if one in does), None)
                    entry = self._effect(atom, body, move)
                    (general if move is None else of_moves.setdefault(self._bits[move], [])).append(entry)
            moves = {move: _merged(entries) for move, entries in of_moves.items()}
            found.append(Effects(moves, _merged(general), repeats))
        return found

    def _effect(self, atom: int, body: Body, move: int | None) -> Entry:
        """What a body looks at, the bit that it sets, and the fact that it keeps."""
        bit = self._bits[atom]
        positive = tuple([one for one in body[0] if one != move])
        if bit in self._after:
            same = bit - self._after.start
            rest = tuple([one for one in positive if self._bits[one] != same])
            if len(rest) < len(positive):
                return self._looks((rest, body[1])), None, same
        return self._looks((positive, body[1])), bit, None

    def _looks(self, body: Body) -> Looks:
        positive, negative = body
        return self._sorted(positive), self._sorted(negative)

    def _sorted(self, atoms: Sequence[int]) -> tuple[int, ...]:
        """Their bits, in order; most are none, or one."""
        bits = self._bits
        if len(atoms) < 2:
            return (bits[atoms[0]],) if atoms else ()
        return tuple(sorted([bits[one] for one in atoms]))


def _merged(entries: Iterable[Entry]) -> list[Line]:
    """Lines that look at the same bits in one, in their order; what can never be is left out."""
    found: dict[Looks, tuple[list[int], list[int]]] = {}
    for looks, sets, keeps in entries:
        if looks not in found:
            found[looks] = [], []
        found[looks][0].extend(() if sets is None else (sets,))
        found[looks][1].extend(() if keeps is None else (keeps,))
    if len(found) > MOST_LINES:
        raise TooLargeError(f"more than {MOST_LINES:,} conditions")
    return [
        Line(*looks, tuple(sets), tuple(keeps))
        for looks, (sets, keeps) in found.items()
        if not looks[1] or set(looks[0]).isdisjoint(looks[1])
    ]
