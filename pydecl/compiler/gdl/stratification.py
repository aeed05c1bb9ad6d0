"""In which order the atoms of ground rules are worked out: each behind those that it asks.

>>> strata({1: [((0,), ())], 2: [((1, 3), ())], 3: [((2,), ()), ((), (0,))]})
[([1], False), ([2, 3], True)]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydecl.compiler.gdl.errors import NotGroundedError
from pydecl.compiler.gdl.simplification import Bodies
from pydecl.rules.gdl.dependencies import components

Stratum = tuple[Sequence[int], bool]
"""Atoms that do not ask each other; or, if it is true, that do: they are worked out until nothing changes."""


def strata(bodies: Bodies) -> list[Stratum]:
    """The atoms in strata; what has no bodies is known before. Raises NotGroundedError.

    Atoms without a circle are in the first stratum that their conditions allow.
    """
    needs = {
        atom: {one for parts in of for part in parts for one in part if one in bodies}
        for atom, of in bodies.items()
    }
    levels, left = _levels(needs)
    found: list[Stratum] = []
    while left:
        found += [(level, False) for level in levels]
        circle = _lowest(left)
        _check(circle, bodies)
        found.append((sorted(circle), True))
        rest = {atom: others - circle for atom, others in left.items() if atom not in circle}
        levels, left = _levels(rest)
    return [*found, *((level, False) for level in levels)]


def _levels(needs: Mapping[int, set[int]]) -> tuple[list[list[int]], dict[int, set[int]]]:
    """The atoms that can be ordered, level by level; and what the others need."""
    askers: dict[int, list[int]] = {}
    for atom, others in needs.items():
        for other in others:
            if other in needs:
                askers.setdefault(other, []).append(atom)
    counts = {atom: sum(other in needs for other in others) for atom, others in needs.items()}
    level = [atom for atom, count in counts.items() if count == 0]
    levels: list[list[int]] = []
    done: set[int] = set()
    while level:
        levels.append(level)
        done.update(level)
        after = []
        for atom in level:
            for asker in askers.get(atom, ()):
                counts[asker] -= 1
                if counts[asker] == 0:
                    after.append(asker)
        level = after
    return levels, {atom: others - done for atom, others in needs.items() if atom not in done}


def _lowest(needs: Mapping[int, set[int]]) -> set[int]:
    """A circle that needs no other: components are numbered from those that ask to those that are asked."""
    part = components(needs)
    last = max(part.values())
    return {atom for atom, number in part.items() if number == last}


def _check(circle: set[int], bodies: Bodies) -> None:
    if any(one in circle for atom in circle for _, negative in bodies[atom] for one in negative):
        raise NotGroundedError("rules recur through not")
