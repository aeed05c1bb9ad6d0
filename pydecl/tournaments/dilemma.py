"""The iterated Prisoner's Dilemma in Python: payoffs, matches, round robins and backward induction.

A payoff is a number of points, more is better: for the lecture's table, minus the years in prison.

>>> LECTURE
Payoffs(temptation=-1, reward=-3, punishment=-5, sucker=-10)
>>> match = play("tit_for_tat", "tit_for_tat", 200)
>>> match.points(AXELROD)
(600, 600)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from pydecl.errors import Exit, InputError, PydeclError
from pydecl.tournaments.strategies import STRATEGIES, Choice, Plan

SILENT, TELL = Choice.SILENT, Choice.TELL

Pair = tuple[Choice, Choice]

YEARS = {
    (SILENT, SILENT): (3, 3),
    (SILENT, TELL): (10, 1),
    (TELL, SILENT): (1, 10),
    (TELL, TELL): (5, 5),
}
"""Lecture 20: the years of both prisoners, by their choices."""

SPACE = 1 << 32
"""How many random numbers there are."""


class StrategyError(PydeclError):
    """A strategy that makes no choice, or whose rules go wrong."""

    exit_code = Exit.BROKEN_CONTRACT


@dataclass(frozen=True)
class Payoffs:
    """The points T, R, P and S; raises InputError where they make no dilemma.

    T: tell where the other is silent; R: both silent; P: both tell; S: silent where the other tells.

    >>> Payoffs(3, 5, 1, 0)
    Traceback (most recent call last):
    pydecl.errors.InputError: not a prisoner's dilemma: expected T > R > P > S, found 3, 5, 1, 0
    """

    temptation: int
    reward: int
    punishment: int
    sucker: int

    def __post_init__(self) -> None:
        if not self.temptation > self.reward > self.punishment > self.sucker:
            found = ", ".join(map(str, self.letters()))
            raise InputError(f"not a prisoner's dilemma: expected T > R > P > S, found {found}")

    def letters(self) -> tuple[int, int, int, int]:
        """T, R, P and S."""
        return self.temptation, self.reward, self.punishment, self.sucker

    def of(self, own: Choice, other: Choice) -> int:
        if own is TELL:
            return self.punishment if other is TELL else self.temptation
        return self.sucker if other is TELL else self.reward

    @property
    def taking_turns_pays(self) -> bool:
        """Whether to exploit each other in turn brings as much as silence: T + S >= 2R."""
        return self.temptation + self.sucker >= 2 * self.reward


LECTURE = Payoffs(
    *(-YEARS[pair][0] for pair in ((TELL, SILENT), (SILENT, SILENT), (TELL, TELL), (SILENT, TELL)))
)
AXELROD = Payoffs(5, 3, 1, 0)
"""Those of Axelrod's tournaments (1980)."""


@dataclass(frozen=True)
class Match:
    """The choices of both strategies, the first round first."""

    first: str
    second: str
    firsts: tuple[Choice, ...]
    seconds: tuple[Choice, ...]

    @property
    def rounds(self) -> list[Pair]:
        return list(zip(self.firsts, self.seconds, strict=True))

    def points(self, payoffs: Payoffs) -> tuple[int, int]:
        rounds = self.rounds
        return sum(payoffs.of(a, b) for a, b in rounds), sum(payoffs.of(b, a) for a, b in rounds)


Player = Callable[[str, str, int, Fraction, int], Match]
"""What plays a match: the Python twins (`play`), or SWI-Prolog (`prisoners.Prisoners.play`)."""


class Draws:
    """Random numbers: a linear congruence (Numerical Recipes), the same as in SWI-Prolog."""

    def __init__(self, state: int) -> None:
        self.state = state

    def happens(self, probability: Fraction) -> bool:
        self.state = (self.state * 1664525 + 1013904223) % SPACE
        return self.state < probability * SPACE


def play(first: str, second: str, rounds: int, noise: Fraction = Fraction(0), random: int = 0) -> Match:
    """A match of so many rounds between two strategies by name.

    `noise` is the probability that a choice turns into its opposite; `random` is the state of the random
    numbers.
    """
    draws = Draws(random)
    one, two = _plan(first), _plan(second)
    firsts: list[Choice] = []
    seconds: list[Choice] = []
    for number in range(rounds):
        if number:
            own, other = firsts[-1], seconds[-1]
            wishes = one.send((own, other)), two.send((other, own))
        else:
            wishes = next(one), next(two)
        chosen = [
            wish if isinstance(wish, Choice) else SILENT if draws.happens(wish.probability) else TELL
            for wish in wishes
        ]
        if noise:
            chosen = [choice.opposite if draws.happens(noise) else choice for choice in chosen]
        firsts.append(chosen[0])
        seconds.append(chosen[1])
    return Match(first, second, tuple(firsts), tuple(seconds))


def _plan(name: str) -> Plan:
    if name not in STRATEGIES:
        raise InputError(
            f"{name}: there is no such strategy in Python: expected one of {', '.join(STRATEGIES)}"
        )
    return STRATEGIES[name]()


def round_robin(
    strategies: Sequence[str], rounds: int, noise: Fraction, seed: int, player: Player
) -> Iterator[Match]:
    """Each against each that follows it and against itself, every match with random numbers of its own."""
    for number, (first, second) in enumerate(combinations_with_replacement(strategies, 2)):
        yield player(first, second, rounds, noise, (seed + number * 2654435769) % SPACE)


@dataclass(frozen=True)
class Standings:
    """A finished round robin; `against_itself` says whether those matches count.

    Strategies are ranked by all their points; equal ones keep their order.
    """

    strategies: Sequence[str]
    matches: Sequence[Match]
    payoffs: Payoffs
    rounds: int
    against_itself: bool = False

    def table(self) -> dict[tuple[str, str], int]:
        """The points of a strategy, the first of the pair, in its match with another, or with itself."""
        found: dict[tuple[str, str], int] = {}
        for match in self.matches:
            one, two = match.points(self.payoffs)
            found[match.second, match.first] = two
            found[match.first, match.second] = one  # of a match with itself, the first's
        return found

    def ranked(self) -> list[tuple[str, int, Fraction]]:
        """Each strategy with its points and its points a round, the best first."""
        table = self.table()
        rows = []
        for name in self.strategies:
            others = [other for other in self.strategies if other != name or self.against_itself]
            points = sum(table[name, other] for other in others)
            rows.append((name, points, Fraction(points, max(len(others) * self.rounds, 1))))
        return sorted(rows, key=lambda row: -row[1])

    def to_json(self) -> dict[str, Any]:
        names = ("T", "R", "P", "S")
        return {
            "game": "dilemma",
            "payoffs": dict(zip(names, self.payoffs.letters(), strict=True)),
            "rounds": self.rounds,
            "self_play": self.against_itself,
            "ranking": [
                {"strategy": name, "points": points, "per_round": round(float(mean), 6)}
                for name, points, mean in self.ranked()
            ],
            "matches": [
                {"first": m.first, "second": m.second, "points": list(m.points(self.payoffs))}
                for m in self.matches
                if m.first != m.second or self.against_itself
            ],
        }


def first_difference(one: Sequence[Match], two: Sequence[Match]) -> str | None:
    """Where two runs of the same round robin first differ, in words; None where they agree."""
    for a, b in zip(one, two, strict=True):
        for number, both in enumerate(zip(a.rounds, b.rounds, strict=True), 1):
            if both[0] != both[1]:
                left, right = ("-".join(choice.value for choice in pair) for pair in both)
                return f"{a.first} against {a.second}, round {number}: {left} and {right}"
    return None


# Backward induction over a known number of rounds: the twin of `prolog/dilemma/backward_induction.pl`. Every
# history of choices begins a subgame; those of one round are solved first, then those of two, and so on.

Points = tuple[int, int]
Cells = Mapping[Pair, Points]
"""The points of both, from the next round to the end, by their choices in the next round."""

PAIRS: tuple[Pair, ...] = tuple(product(Choice, Choice))


@dataclass(frozen=True)
class Step:
    """What rational players do where `left` rounds are left: the only outcome of backward induction.

    `points` are those from here to the end; `gains` is how much more telling brings than silence, first where
    the other is silent, then where the other tells. Both are above 0: telling dominates.
    """

    left: int
    choices: Pair
    points: Points
    gains: tuple[int, int]

    def to_json(self) -> dict[str, Any]:
        return {
            "rounds_left": self.left,
            "choices": [choice.value for choice in self.choices],
            "points": list(self.points),
            "gain_if_silent": self.gains[0],
            "gain_if_told": self.gains[1],
        }


def equilibria(cells: Cells) -> list[Pair]:
    """The pairs of choices from which neither gains by choosing otherwise, alone.

    Where telling dominates strictly, no equilibrium mixes choices, and these are all.
    """
    return [
        (own, other)
        for own, other in PAIRS
        if cells[own, other][0] >= cells[own.opposite, other][0]
        and cells[own, other][1] >= cells[own, other.opposite][1]
    ]


def gains(cells: Cells) -> tuple[int, int]:
    """How much more telling brings than silence, where the other is silent, and where the other tells."""
    silent, tell = (cells[TELL, other][0] - cells[SILENT, other][0] for other in (SILENT, TELL))
    return silent, tell


def _with_round(payoffs: Payoffs, pair: Pair, rest: Points) -> Points:
    own, other = pair
    return payoffs.of(own, other) + rest[0], payoffs.of(other, own) + rest[1]


def induction(payoffs: Payoffs, rounds: int) -> list[Step]:
    """The solution for 1, 2, … rounds left.

    Points already won do not count for what follows, so all subgames with as many rounds left are one game.

    >>> for step in induction(LECTURE, 3):
    ...     print(step.left, [choice.value for choice in step.choices], step.points, step.gains)
    1 ['tell', 'tell'] (-5, -5) (2, 5)
    2 ['tell', 'tell'] (-10, -10) (2, 5)
    3 ['tell', 'tell'] (-15, -15) (2, 5)
    """
    steps: list[Step] = []
    rest: Points = (0, 0)
    for left in range(1, rounds + 1):
        cells = {pair: _with_round(payoffs, pair, rest) for pair in PAIRS}
        (choices,) = equilibria(cells)
        rest = cells[choices]
        steps.append(Step(left, choices, rest, gains(cells)))
    return steps


@dataclass(frozen=True)
class Everywhere:
    """All subgames of a game: how many, the outcomes of the whole game, and where telling fails to dominate.

    An outcome is the line of play, the first round first.
    """

    subgames: int
    outcomes: tuple[tuple[Pair, ...], ...]
    exceptions: tuple[tuple[Pair, ...], ...]


def every_history(payoffs: Payoffs, rounds: int) -> Everywhere:
    """Solve the subgame after every history, one by one: (4^rounds - 1) / 3 of them.

    Nothing is assumed about subgames being alike. The longest histories come first, so the subgames that
    follow a history have been solved before it.
    """
    solved: dict[tuple[Pair, ...], list[tuple[tuple[Pair, ...], Points]]] = {
        history: [((), (0, 0))] for history in product(PAIRS, repeat=rounds)
    }
    exceptions: list[tuple[Pair, ...]] = []
    subgames = 0
    for length in range(rounds - 1, -1, -1):
        for history in product(PAIRS, repeat=length):
            subgames += 1
            found: list[tuple[tuple[Pair, ...], Points]] = []
            dominates = True
            for following in product(*(solved[(*history, pair)] for pair in PAIRS)):
                rests = dict(zip(PAIRS, following, strict=True))
                cells = {pair: _with_round(payoffs, pair, points) for pair, (_, points) in rests.items()}
                dominates = dominates and min(gains(cells)) > 0
                found += [((pair, *rests[pair][0]), cells[pair]) for pair in equilibria(cells)]
            solved[history] = found
            if not dominates:
                exceptions.append(history)
    return Everywhere(subgames, tuple(line for line, _ in solved[()]), tuple(exceptions))
