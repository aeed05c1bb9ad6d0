"""Constant folding of ground rules: what always holds, and what never does, is no condition any more.

>>> simplified([(1, (), ()), (2, (1,), (9,)), (3, (4,), ()), (5, (2,), (3,))], {0, 9}, {5})
({5: [((2,), ())], 2: [((), (9,))]}, {1})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from pydecl.compiler.gdl.grounding import GroundRule

Body = tuple[tuple[int, ...], tuple[int, ...]]
"""The atoms that hold and those that do not."""

Bodies = Mapping[int, Sequence[Body]]
"""The bodies of each atom: it holds if one of them does."""


def simplified(
    rules: Sequence[GroundRule], given: Set[int], wanted: Iterable[int]
) -> tuple[Bodies, Set[int]]:
    """The bodies of the atoms that are wanted and of those that these ask; and the atoms that always hold.

    `given` are the atoms that rules do not tell. One without a body that does not always hold never does.
    """
    always, never = _constants(rules, given)
    bodies: dict[int, dict[Body, None]] = {}
    for head, positive, negative in rules:
        if head in always or not never.isdisjoint(positive) or not always.isdisjoint(negative):
            continue
        if not always.isdisjoint(positive):
            positive = tuple([atom for atom in positive if atom not in always])
        if not never.isdisjoint(negative):
            negative = tuple([atom for atom in negative if atom not in never])
        bodies.setdefault(head, {})[positive, negative] = None
    found: dict[int, Sequence[Body]] = {}
    todo = [atom for atom in wanted if atom in bodies]
    while todo:
        atom = todo.pop()
        if atom in found:
            continue
        found[atom] = list(bodies[atom])
        for parts in found[atom]:
            todo += [one for part in parts for one in part if one in bodies and one not in found]
    return found, always


def _constants(rules: Sequence[GroundRule], given: Set[int]) -> tuple[set[int], set[int]]:
    """The atoms that always hold, and those that never do."""
    left = [len(positive) + len(negative) for _, positive, negative in rules]
    alive: dict[int, int] = {}
    asked: dict[int, list[int]] = {}
    denied: dict[int, list[int]] = {}
    for number, (head, positive, negative) in enumerate(rules):
        alive[head] = alive.get(head, 0) + 1
        for atom in positive:
            asked.setdefault(atom, []).append(number)
        for atom in negative:
            denied.setdefault(atom, []).append(number)
    always = {rules[number][0] for number, count in enumerate(left) if count == 0}
    never = {atom for atom in (*asked, *denied) if atom not in alive and atom not in given}
    dead: set[int] = set()
    todo = [*((atom, True) for atom in always), *((atom, False) for atom in never)]
    while todo:
        atom, holds = todo.pop()
        for number in (asked if holds else denied).get(atom, ()):
            left[number] -= 1
            head = rules[number][0]
            if left[number] == 0 and head not in always and number not in dead:
                always.add(head)
                todo.append((head, True))
        for number in (denied if holds else asked).get(atom, ()):
            if number not in dead:
                dead.add(number)
                head = rules[number][0]
                alive[head] -= 1
                if alive[head] == 0 and head not in always:
                    never.add(head)
                    todo.append((head, False))
    return always, never
