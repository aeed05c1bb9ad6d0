"""Backward induction in the Prisoner's Dilemma over a known number of rounds.

The twin of `prolog/dilemma/backward_induction.pl`. Every history of choices begins a subgame; the subgames of
one round are solved first, then those of two, and so on up to the whole game.

>>> from pydecl.tournaments.dilemma import LECTURE
>>> for step in induction(LECTURE, 3):
...     print(step.left, [choice.value for choice in step.choices], step.points, step.gains)
1 ['tell', 'tell'] (-5, -5) (2, 5)
2 ['tell', 'tell'] (-10, -10) (2, 5)
3 ['tell', 'tell'] (-15, -15) (2, 5)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from pydecl.tournaments.dilemma import Payoffs
from pydecl.tournaments.strategies import Choice

Pair = tuple[Choice, Choice]
Points = tuple[int, int]
Cells = Mapping[Pair, Points]
"""The points of both, from the next round to the end, by their choices in the next round."""

PAIRS: tuple[Pair, ...] = tuple((own, other) for own, other in product(Choice, Choice))


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
    silent, tell = (
        cells[Choice.TELL, other][0] - cells[Choice.SILENT, other][0]
        for other in (Choice.SILENT, Choice.TELL)
    )
    return silent, tell


def _with_round(payoffs: Payoffs, pair: Pair, rest: Points) -> Points:
    own, other = pair
    return payoffs.of(own, other) + rest[0], payoffs.of(other, own) + rest[1]


def induction(payoffs: Payoffs, rounds: int) -> list[Step]:
    """The solution for 1, 2, … rounds left.

    Points already won do not count for what follows, so all subgames with as many rounds left are one game.
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
