"""Small random games of chance in several styles, and their values from all pure strategies, exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import NamedTuple

from pydecl.model.game import MAX, MIN, Player


class Place(NamedTuple):
    """Who is to move (None is chance), what follows, the probabilities, and what it is worth as an end."""

    mover: Player | None
    nexts: Sequence[int]
    odds: Sequence[Fraction] = ()
    worth: int = 0


def acyclic(random: Random) -> list[Place]:
    """Each place leads to later ones; players and chance as they come."""
    count = random.randint(2, 9)
    return [_place(random, number, range(number + 1, count)) for number in range(count)]


def cyclic(random: Random) -> list[Place]:
    """Each place leads anywhere."""
    count = random.randint(2, 7)
    return [_place(random, number, range(count)) for number in range(count)]


def rounds(random: Random) -> list[Place]:
    """Players alternate round a circle, and have gambles beside it: play need never leave the circle."""
    count = random.choice((2, 4))
    gambles = count + 2  # behind the circle a won and a lost end, and then the gambles
    places = []
    for number in range(count):
        nexts = [(number + 1) % count]
        if random.random() < 0.7:
            nexts.insert(random.randint(0, 1), gambles + random.randrange(3))
        places.append(Place((MAX, MIN)[number % 2], nexts))
    places += [Place(random.choice((MAX, MIN)), (), (), worth) for worth in (1, -1)]
    for _ in range(3):
        nexts = random.sample(range(gambles), random.randint(1, 3))
        places.append(Place(None, nexts, _odds(random, len(nexts))))
    return places


STYLES: Sequence[Callable[[Random], list[Place]]] = (acyclic, cyclic, rounds)


def _place(random: Random, number: int, others: Sequence[int]) -> Place:
    mover = random.choice((MAX, MIN, None))
    few = min(len(others), random.choice((0, 1, 2, 2, 2)))
    if not few or (number and random.random() < 0.2):
        return Place(mover or MAX, (), (), random.choice((-1, 0, 1)))
    nexts = random.sample(others, few)
    return Place(mover, nexts, () if mover else _odds(random, few))


def _odds(random: Random, count: int) -> Sequence[Fraction]:
    parts = [random.randint(1, 5) for _ in range(count)]
    return [Fraction(part, sum(parts)) for part in parts]


def exact_values(places: Sequence[Place]) -> list[Fraction]:
    """Of all of MAX's pure strategies without memory the best, against the best of MIN's, place by place."""
    worst = []
    for mine in _plans(places, MAX):
        answers = [_played(places, {**mine, **theirs}) for theirs in _plans(places, MIN)]
        worst.append([min(column) for column in zip(*answers, strict=True)])
    return [max(column) for column in zip(*worst, strict=True)]


def _plans(places: Sequence[Place], player: Player) -> Iterator[Mapping[int, int]]:
    own = [number for number, place in enumerate(places) if place.mover is player and place.nexts]
    for choice in product(*(places[number].nexts for number in own)):
        yield dict(zip(own, choice, strict=True))


def _played(places: Sequence[Place], plan: Mapping[int, int]) -> list[Fraction]:
    """What the places are worth if all play so: an equation for each from which an end can be reached."""
    count = len(places)
    steps: list[list[tuple[Fraction, int]]] = []
    for number, place in enumerate(places):
        if number in plan:
            steps.append([(Fraction(1), plan[number])])
        else:
            steps.append(list(zip(place.odds, place.nexts, strict=True)) if place.nexts else [])
    ending = {number for number in range(count) if not steps[number]}
    while more := {n for n in range(count) if any(after in ending for _, after in steps[n])} - ending:
        ending |= more
    rows = []
    for number in range(count):
        row = [Fraction(int(column == number)) for column in range(count)] + [Fraction(0)]
        if not steps[number]:
            row[count] = Fraction(places[number].worth)
        elif number in ending:
            for odds, after in steps[number]:
                row[after] -= odds
        rows.append(row)
    return _solved(rows)


def _solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """By elimination; the equations have one solution."""
    count = len(rows)
    for column in range(count):
        pivot = next(number for number in range(column, count) if rows[number][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [one / rows[column][column] for one in rows[column]]
        for number in range(count):
            if number != column and (factor := rows[number][column]):
                rows[number] = [a - factor * b for a, b in zip(rows[number], rows[column], strict=True)]
    return [row[count] for row in rows]


def together(games: Sequence[Sequence[Place]]) -> list[Place]:
    """Many games as one, each with places of its own."""
    places: list[Place] = []
    for drawn in games:
        first = len(places)
        places += [place._replace(nexts=[first + after for after in place.nexts]) for place in drawn]
    return places


def rules_of(places: Sequence[Place]) -> str:
    """The rules of such a game; position/1 tells all places."""
    facts = ["moves(none, []).", "terminalwon(none).", "terminallost(none).", "chance(none, 1, none)."]
    facts += ["max_to_move(none).", "min_to_move(none)."]
    for number, (mover, nexts, odds, worth) in enumerate(places):
        facts.append(f"position({number}).")
        facts += [f"{mover.value}_to_move({number})."] if mover else []
        facts += [f"moves({number}, {list(nexts)})."] if mover and nexts else []
        told = zip(odds, nexts, strict=False)
        facts += [f"chance({number}, {one.numerator}r{one.denominator}, {after})." for one, after in told]
        facts += [f"terminal{'won' if worth > 0 else 'lost'}({number})."] if worth else []
    return "\n".join(sorted(facts, key=lambda fact: fact.partition("(")[0])) + "\n"
