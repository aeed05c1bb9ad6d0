"""Guesses at what a system calls moves whose coordinates it counts otherwise than the rules.

They may begin at another number, run the other way, or be exchanged, and two of them may be one number, as
squares are that are counted row by row, all or only those of one colour; other words may stand beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product

from pydecl.court.pairing import Given
from pydecl.court.sides import Node, Side, plain

Kind = tuple[str | None, ...]
"""The words of a name, and None in the place of each number."""

Numbers = tuple[int, ...]

Moves = Mapping[Kind, set[Numbers]]

Reading = Callable[[Numbers], Numbers]
"""The numbers of a name as the system counts them, but for where it begins."""

WIDTHS = range(2, 20)
"""So many squares may be in a row if they are counted row by row."""


def guesses(rules: Node, system: Node) -> list[Given]:
    """All ways to read the first moves of the rules as those of the system; none if they need not be read."""
    ones, others = _by_kind(rules.names), _by_kind(system.names)
    found = [_fitted(reading, size, ones, others) for reading, size in _readings()]
    return [given for given in found if given is not None and _changes(given, rules.names)]


def fitting(guessed: Sequence[Given], rules: Side, system: Side) -> list[Given]:
    """Guesses that fit the first moves, in the order in which they fit the replies."""
    if len(guessed) < 2:
        return list(guessed)
    one, other = rules.root(), system.root()
    rules.open([one])
    system.open([other])
    places = {name: place for place, name in enumerate(other.names)}
    first = [None if name is None else places.get(name) for name in guessed[0](one.look.moves)]
    kids = [
        (kid.look.moves, set(reply.names))
        for kid, place in zip(one.kids, first, strict=False)
        if kid is not None and place is not None and (reply := other.kids[place]) is not None
    ]
    return sorted(
        guessed, key=lambda given: sum(name not in names for moves, names in kids for name in given(moves))
    )


def _changes(given: Given, names: Sequence[str]) -> bool:
    return any(name not in (None, own) for name, own in zip(given(names), names, strict=True))


def _by_kind(names: Sequence[str]) -> Moves:
    found: dict[Kind, set[Numbers]] = {}
    for name in names:
        kind, numbers = _split(name)
        if numbers:
            found.setdefault(kind, set()).add(numbers)
    return found


def _split(name: str) -> tuple[Kind, Numbers]:
    words = name.split()
    return tuple(None if word.isdecimal() else word for word in words), tuple(
        int(word) for word in words if word.isdecimal()
    )


def _readings() -> Iterator[tuple[Reading, int]]:
    """Each way to read numbers, and how many of the system's have to do with each other."""
    for sign in (1, -1):
        yield (lambda numbers, sign=sign: tuple(sign * one for one in numbers)), 1  # type: ignore[misc]
    for across, down, place in product((1, -1), (1, -1), (0, 1)):
        if place or across != down:
            yield _pairs(lambda pair, x=across, y=down, p=place: (x * pair[p], y * pair[1 - p])), 2  # type: ignore[misc]
    for width, across, down, place in product(WIDTHS, (1, -1), (1, -1), (0, 1)):
        for begin, each in ((0, 1), (0, 2), (1, 2)):  # each square, or every second one
            yield _pairs(partial(_counted, across, down * width, place, begin, each)), 1


def _counted(across: int, down: int, place: int, begin: int, each: int, pair: Numbers) -> Numbers:
    """The number of a square."""
    return ((begin + across * pair[place] + down * pair[1 - place]) // each,)


def _pairs(read: Reading) -> Reading:
    def reading(numbers: Numbers) -> Numbers:
        if len(numbers) % 2:
            return ()
        return tuple(one for at in range(0, len(numbers), 2) for one in read(numbers[at : at + 2]))

    return reading


def _fitted(reading: Reading, size: int, ones: Moves, others: Moves) -> Given | None:
    """What the system calls moves by a way to read them, if its first moves are those of the rules by it."""
    partners: dict[Kind, tuple[Kind, Numbers]] = {}
    left = dict(others)
    for kind, moves in ones.items():
        read = {reading(numbers) for numbers in moves}
        for other in sorted(left, key=lambda other: -_words_alike(kind, other)):
            steps = _steps(read, left[other])
            if steps is not None:
                partners[kind] = other, steps
                del left[other]
                break
        else:
            return None
    if left:
        return None
    units = {steps[at : at + size] for _, steps in partners.values() for at in range(0, len(steps), size)}
    unit = units.pop() if len(units) == 1 else None

    def called(move: str) -> str | None:
        kind, numbers = _split(plain(move))
        read = reading(numbers)
        other, steps = partners.get(kind, (kind, None if unit is None else unit * (len(read) // size)))
        if steps is None or len(steps) != len(read):
            return None
        told = iter([str(one + step) for one, step in zip(read, steps, strict=True)])
        return " ".join(next(told, "") if word is None else word for word in other)

    return lambda moves: [called(move) for move in moves]


def _steps(read: set[Numbers], others: set[Numbers]) -> Numbers | None:
    """What is to be added to each number of the ones to get the others, if that is the same for all."""
    if len({len(numbers) for numbers in read | others}) != 1 or len(read) != len(others):
        return None
    least = [[min(column) for column in zip(*numbers, strict=True)] for numbers in (read, others)]
    steps = tuple(other - one for one, other in zip(*least, strict=True))
    moved = {tuple(one + step for one, step in zip(numbers, steps, strict=True)) for numbers in read}
    return steps if moved == others else None


def _words_alike(kind: Kind, other: Kind) -> int:
    """How many words of a name are words of another, or their beginnings."""
    return sum(word is not None and any((its or "").startswith(word) for its in other) for word in kind)
